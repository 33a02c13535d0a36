"""The texts of `--help` and of wrong command lines, in the language of the terminal: the commands'
own words, and those of click, which are English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import click

from archive.cli.speech import spoken
from archive.languages.language import Language

if TYPE_CHECKING:
    from archive.scoring.finding_phrases import Phrasebook

LABELS: Final = ("Usage:", "Options", "Commands", "[OPTIONS]", "required")
"""The labels in help texts."""
CLICK: Final = (
    "default: {text}", "COMMAND [ARGS]...", "Show this message and exit.",
    "Show the version and exit.", "Try '{text}' for help.", "Error: {inner}",
    "Missing command.", "Missing argument {text}.", "Missing option {text}.",
    "Missing argument {text}. {inner}", "Missing option {text}. {inner}", "Choose from: {text}",
    "Invalid value: {inner}", "Invalid value for {text}: {inner}",
    "No such option {text}.", "No such command {text}.", "{inner} Did you mean {text}?",
    "{inner} (Did you mean one of: {text}?)",
    "{text} is not one of {instead}.", "{text} is not a valid integer.",
    "{text} is not a valid integer range.", "{text} is not a valid float range.",
    "{text} is not in the range {instead}.",
    "Got unexpected extra argument ({text})", "Got unexpected extra arguments ({text})",
    "Option {text} requires an argument.", "Option {text} does not take a value.",
    "File {text} does not exist.", "File {text} is a directory.", "Directory {text} is a file.",
)  # fmt: skip
"""The texts of click, with places for their values."""
REFUSED: Final = (
    "No rules {text} are known here; expected {inner} (`twenties rules` lists all).",
    "No game {text} is known here; expected {inner}.",
    "{text} has {n} records; one sheet is one record (`twenties split` parts them).",
)
"""The refusals of the commands, in English."""
BESIDE: Final = re.compile(r"(?P<help>.*?)(?:  )?\[(?P<beside>[^][]*)\]", re.DOTALL)
"""The help of an option, and after it what click adds: `[default: member; required]`."""


@cache
def _book() -> Phrasebook:
    """Return the phrasebook of all this; English does without it, and sooner."""
    from archive.scoring.finding_phrases import Phrasebook
    from archive.scoring.reading_phrases import MADE_UP

    return Phrasebook((*LABELS, *CLICK, *REFUSED, *MADE_UP))


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each in one line."""
    return [" ".join(one.split()) for one in re.split(r"\n\s*\n", text.strip())]


def help_told(text: str, language: Language) -> str:
    """Return the help of an option or a command, in a language."""
    if language.english:
        return text
    said = language.text(text)
    found = None if said != text else BESIDE.fullmatch(text)
    if found is None:
        return said
    beside = "; ".join(_book().told(one, language) for one in found["beside"].split("; "))
    return f"{help_told(found['help'], language)}  [{beside}]".strip()


class SpokenFormatter(click.HelpFormatter):
    """Writes help in the language of the terminal."""

    def __init__(self, language: Language, *, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._language = language

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        for known in ("[OPTIONS]", "COMMAND [ARGS]..."):
            args = args.replace(known, self._language.text(known))
        super().write_usage(prog, args, prefix or f"{self._language.text('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        super().write_heading(self._language.text(heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs of help."""
        if not self._language.english:
            text = "\n\n".join(map(self._language.text, paragraphs(text)))
        super().write_text(text)

    def write_dl(self, rows: Iterable[tuple[str, str]], *sizes: Any, **named: Any) -> None:
        """Write a list of options or commands."""
        told = [(first, help_told(second, self._language)) for first, second in rows]
        super().write_dl(told, *sizes, **named)


class SpokenContext(click.Context):
    """The context of a command whose help is in the language of the terminal."""

    def make_formatter(self) -> SpokenFormatter:
        """Return a formatter for the language of the terminal."""
        return SpokenFormatter(
            spoken(self.obj, as_json=False),
            width=self.terminal_width, max_width=self.max_content_width,
        )  # fmt: skip


def speaking(command: click.Command) -> click.Command:
    """Return a command with its help, and that of its own commands, in the language of the
    terminal."""
    command.context_class = SpokenContext
    for inner in getattr(command, "commands", {}).values():
        speaking(inner)
    return command


def show(error: click.ClickException, language: Language) -> None:
    """Print what is wrong with a command line, or why a command ended."""
    context = getattr(error, "ctx", None)
    if context is not None:
        help_ = language.say("Try '{text}' for help.", text=f"{context.command_path} --help")
        click.echo(f"{context.get_usage()}\n{help_}\n", err=True)
    why = _book().told(" ".join(error.format_message().split()), language)
    click.echo(language.say("Error: {inner}", inner=why), err=True)
