"""The language of the terminal's answers, the one asked for, else that of the locale; and in it the
texts of `--help` and of wrong command lines: the commands' own, and those of click."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise
from os import environ
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from archive.core.errors import TwentiesError, Word
from archive.languages import language_of, languages, rulebook_path, translations
from archive.languages.language import ENGLISH, Language, language

if TYPE_CHECKING:
    from archive.rules.game import Game
    from archive.rules.rulebook import Rulebook
    from archive.telling.phrases import Phrasebook


LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in which a system names its user's language, the strongest first."""
OPTION: Final = "--language"
Command = TypeVar("Command", bound=Callable[..., Any])


def language_option(command: Command) -> Command:
    """Add the option for the language of the answers."""
    return click.option(
        OPTION,
        "asked",
        type=click.Choice(languages()),
        help="Answer in this language, not in that of the locale; JSON is English without it.",
    )(command)


def book_of(game: Game, language: Language) -> Rulebook:
    """Return a game's rulebook in a language, in English where it has none there."""
    from archive.rules.rulebook import Rulebook

    path = rulebook_path(language.code, game.name)
    return Rulebook(game.name, path) if path else game.book


def asked_in(arguments: Sequence[str]) -> str | None:
    """Return the language that a command line asks for, wherever in it `--language` stands; None
    where it asks for none that is offered."""
    given = [one.removeprefix(f"{OPTION}=") for one in arguments if one.startswith(f"{OPTION}=")]
    given += [value for name, value in pairwise(arguments) if name == OPTION]
    return next((code for code in given if code in languages()), None)


def spoken(asked: str | None, *, as_json: bool, said: Mapping[str, str] = environ) -> Language:
    """Return the language to answer in. JSON is the same bytes everywhere unless one is `asked`
    for, after the command or before it. `said` is the environment."""
    context = click.get_current_context(silent=True)
    if asked is None and context is not None:
        asked = context.obj
    if asked:
        return language(asked)
    told = next((said[name] for name in LOCALE if said.get(name)), "")
    code = None if as_json else language_of(told)
    return language(code) if code else ENGLISH


def _(template: str, **values: Any) -> str:
    """Return a sentence for the terminal, with its values filled in."""
    return spoken(None, as_json=False).say(template, **values)


def ngettext(one: str, more: str, count: int, **values: Any) -> str:
    """Return the sentence for `count`, its figure `{n}` with its thousands set apart."""
    said = spoken(None, as_json=False)
    figure = f"{count:,}"
    if not said.english:
        from babel.numbers import format_decimal

        figure = format_decimal(count, locale=said.code)
    return said.several(one, more, count, n=figure, **values)


SIZE: Final = re.compile(r"\b[\d,]+\.\d(?= [KMG]B\b)")
"""The figure of a size, as English writes it."""


def in_figures_of(said: Language, text: str) -> str:
    """Return a text with the figures of its sizes as a language writes them: `71,3 GB`."""
    if said.english:
        return text
    from babel.numbers import format_decimal

    def figure(found: re.Match[str]) -> str:
        size = Decimal(found[0].replace(",", ""))
        return format_decimal(size, "#,##0.0", locale=said.code)

    return SIZE.sub(figure, text)


def refused(error: TwentiesError) -> click.ClickException:
    """Return the error that ends a command because the archive refuses something."""
    code = spoken(None, as_json=False).code
    say = translations(code).gettext
    values = {
        name: say(value) if isinstance(value, Word) else value
        for name, value in error.values.items()
    }
    said = say(error.template) if error.template else str(error)
    return click.ClickException(said % values if values else said)


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
    "Two sheets are to be compared, not {n}.",
    "{text} has {n} records; one sheet is one record (`twenties split` parts them).",
)
"""The refusals of the commands, in English."""
BESIDE: Final = re.compile(r"(?P<help>.*?)(?:  )?\[(?P<beside>[^][]*)\]", re.DOTALL)
"""The help of an option, and after it what click adds: `[default: member; required]`."""


@cache
def _book() -> Phrasebook:
    """Return the phrasebook of all this; English does without it, and sooner."""
    from archive.scoring.upload_phrases import MADE_UP
    from archive.telling.phrases import Phrasebook

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
