"""The command line. Each command is imported only when it is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from archive.cli.diagnostics import Exit, require_fit_python
from archive.cli.speech import OPTION, SpokenContext, _, asked_in, show, speaking, spoken
from archive.core.text import has_colours
from archive.languages import languages
from archive.languages.language import ENGLISH


class Lazy(NamedTuple):
    """A command: the module of this room that has it, its name there, and what it does, for the
    list of all."""

    where: str
    summary: str


COMMANDS = {
    "verify": Lazy("verify:verify_command", "Judge records by the rules."),
    "repair": Lazy("repair:repair_command", "Say what would put records right."),
    "witness": Lazy(
        "repair:witness_command", "Fill in the cards that records leave out, as they can have been."
    ),
    "annotate": Lazy(
        "annotate:annotate_command", "Weigh every play of games: mistakes, luck, what was better."
    ),
    "compare": Lazy("compare:compare_command", "Compare two sheets of one game."),
    "check": Lazy("fmt:check_command", "Say what cannot be read in records."),
    "fmt": Lazy("fmt:fmt_command", "Write records in canonical form."),
    "convert": Lazy("convert:convert_command", "Turn XXN, JSON and transcripts into each other."),
    "split": Lazy("split:split_command", "Put every record into a file of its own."),
    "hash": Lazy("split:hash_command", "Name records by what they hold."),
    "generate": Lazy(
        "generate:generate_command", "Make up whole games, with a known fault if you like."
    ),
    "load-sample": Lazy(
        "upkeep:load_sample", "Add made-up games to the archive, a million if need be."
    ),
    "rules": Lazy("rules:rules_command", "Show the rulebook of a game, or one clause of it."),
    "schema": Lazy("rules:schema_command", "Print the JSON Schema of a record."),
    "completion": Lazy(
        "completion:completion_command",
        "Print what makes a shell complete commands, options and files.",
    ),
    "serve": Lazy("serve:serve", "Run the whole archive in one command."),
    "web": Lazy("serve:web", "Run the web server alone."),
    "worker": Lazy("serve:worker", "Run the workers alone."),
    "migrate": Lazy("serve:migrate", "Bring the database to its present shape."),
    "account": Lazy(
        "accounts:account_command", "Make accounts and change them; the first admin, too."
    ),
    "rescore": Lazy("upkeep:rescore", "Re-score the archive with the present engine."),
    "backup": Lazy("upkeep:backup", "Write the whole archive into one file."),
    "restore": Lazy("upkeep:restore", "Put a backup into an empty archive."),
    "doctor": Lazy("upkeep:doctor", "Check that everything the archive needs is in order."),
}


NOT_READING = {"rules", "completion", "schema", "migrate", "account", "backup", "restore"}
"""Commands that read no record. All others are refused on a Python that misreads them; `verify`
checks that itself, where it first needs the careful reader."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports only the one that is run."""

    context_class = SpokenContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, imported; None where there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].where.partition(":")
        command: click.Command = getattr(importlib.import_module(f"{__name__}.{module}"), name)
        return speaking(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; where there is none, name those that it may be a
        slip for."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = [f"'{name}'" for name in get_close_matches(args[0], COMMANDS)]
            if not near:
                raise
            meant = (
                "{inner} Did you mean {text}?"
                if len(near) == 1
                else "{inner} (Did you mean one of: {text}?)"
            )
            why = ENGLISH.say(meant, inner=error.message, text=", ".join(near))
            raise click.UsageError(why, ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in a line each, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.summary) for name, one in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin with `incomplete`, with their summaries; none is imported
        for that."""
        items = [
            CompletionItem(name, help=_(one.summary))
            for name, one in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **named: Any
    ) -> click.Context:
        """Return the context, in the language that the command line asks for."""
        asked = asked_in(args)
        with _Outcome(asked):
            context = super().make_context(info_name, args, *more, obj=asked, **named)
        context.color = has_colours(os.environ)
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, with exit codes for what no command foresees."""
        with _Outcome(ctx.obj):
            return super().invoke(ctx)


class _Outcome:
    """Exit codes for what no command foresees: a wrong command line, and a closed output; with
    errors in the language that was `asked` for, or that of the locale."""

    def __init__(self, asked: str | None) -> None:
        self._language = spoken(asked, as_json=False)

    def __enter__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # no name or letter may end a run
                stream.reconfigure(errors="backslashreplace")

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, click.UsageError):
            error.exit_code = Exit.USAGE  # type: ignore[misc]  # click reads it from the error
        if isinstance(error, click.ClickException) and not self._language.english:
            show(error, self._language)
            raise SystemExit(error.exit_code) from None
        if isinstance(error, BrokenPipeError):
            _forget_output()
            raise SystemExit(Exit.BROKEN_PIPE) from None
        if isinstance(error, SystemExit):
            try:
                sys.stdout.flush()
            except BrokenPipeError:
                _forget_output()
                raise SystemExit(Exit.BROKEN_PIPE) from None


def _forget_output() -> None:
    """Send the rest of the output nowhere: no one reads it any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="twenties")
@click.option(OPTION, type=click.Choice(languages()), expose_value=False,
              help="Answer in this language, not in that of the locale.")  # fmt: skip
@click.pass_context
def main(context: click.Context) -> None:
    """Twenties: an archive that replays and re-scores card games."""
    if context.invoked_subcommand in COMMANDS.keys() - NOT_READING - {"verify"}:
        require_fit_python()
