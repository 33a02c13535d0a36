"""`twenties repair`: the fewest changes that would make a record sound, each as a diff."""

from __future__ import annotations

import sys
from typing import Any

import click

from archive.analysis.repair_search import Repair, Repairs, repairs
from archive.analysis.repair_words import in_words, on_line
from archive.cli.diagnostics import Exit, printable, wrapped
from archive.cli.files import Run, files_argument
from archive.cli.report import standing_of
from archive.cli.sheets import Part, Sheets, sheet_options
from archive.cli.verify import rules_option
from archive.core.budgets import REPAIRS_ASKED
from archive.scoring import Verdict, verify
from archive.scoring.headline import headline

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("repair")
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a record.")
@rules_option
@click.option("--budget", default=REPAIRS_ASKED, show_default=True,
              type=click.IntRange(1, 1_000_000_000),
              help="How many steps the search may take; one is about a play judged.")  # fmt: skip
@sheet_options
def repair_command(
    files: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    budget: int,
    ranks: str,
    encoding: str,
) -> None:
    """Show what would put records right.

    The fewest changes that leave no error: another rank or suit, two cards exchanged, a play
    missing or doubled, a seat, a sum with all that was carried from it. Where several were found
    that do as well, all are shown, each with the score and the winner it gives. No file is changed;
    each repair is a diff that `patch` can apply. FILE may have any form that can be uploaded: XXN,
    JSON, a score sheet in words, a table (CSV, Markdown, .xlsx), a zip of these. Places are then
    those of that file, and the diff is of the XXN that `twenties convert` makes of it.

    Exit code 0: nothing to put right. 1: every flawed record has a repair. 2: some have none that
    was found. 3: something could not be read. The worst record decides.
    """
    with Run(files) as run:
        sheets = Sheets(run, {"ranks": ranks, "encoding": encoding})
        for file in run.files:
            for part in sheets.parts(file):
                verdict = verify(part.data, part.number, rules)
                found = repairs(verdict, budget)
                run.note(_exit(verdict, found))
                if as_json:
                    run.say_json(_as_dict(part, verdict, found))
                else:
                    sheets.say_how_read(part)
                    run.say(_show, part, verdict, found)
    sys.exit(run.worst)


def _exit(verdict: Verdict, found: Repairs) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.first_divergence is None:
        return Exit.CLEAN
    return Exit.FINDINGS if found.found else Exit.ILLEGAL


def _as_dict(part: Part, verdict: Verdict, found: Repairs) -> dict[str, Any]:
    told = [one.as_dict(verdict) for one in found.found]
    if part.origin is not None:
        named = part.origin.named
        told = [{**one, "words": in_words(one["changes"], named)} for one in told]
    return {"record": verdict.record.number, "repairs": told, "complete": found.complete}


def _show(part: Part, verdict: Verdict, found: Repairs) -> None:
    players = " – ".join(verdict.record.players)
    line = part.origin.begins if part.origin else part.line
    about = [f"{part.name}:{line}", players]
    click.secho(" · ".join(printable(one) for one in about if one), bold=True)
    click.echo(wrapped(_outcome(verdict, found), "  "))
    for number, one in enumerate(found.found, 1):
        click.echo()
        _show_one(number, one, verdict, part)
    click.echo()


def _outcome(verdict: Verdict, found: Repairs) -> str:
    if not verdict.readable:
        return headline(verdict.as_dict(), verdict.record.players)
    if verdict.first_divergence is None:
        return "There is nothing to put right."
    if not found.found and found.spent:
        return "Nothing was found that puts this right; --budget lets the search go on."
    if not found.found:
        return (
            "Nothing that was tried puts this right: no single slip of the pen, and no two of "
            "those that help."
        )
    cost = len(found.found[0].changes)
    changes = "One change" if cost == 1 else f"{cost} changes"
    ties = len(found.found)
    if found.complete:
        also = f" There are {ties} ways to do it." if ties > 1 else ""
        return f"{changes} would put this right.{also}"
    also = f" {ties} ways were found." if ties > 1 else ""
    return f"{changes} would put this right.{also} Not everything was tried; there may be others."


def _show_one(number: int, one: Repair, verdict: Verdict, part: Part) -> None:
    named = part.origin.named if part.origin else on_line(part.line)
    words = in_words(one.told(verdict), named)
    click.echo(wrapped(printable(f"{number}. {_capital(words)}."), "  "))
    click.echo(wrapped(_effect(one, verdict), "     "))
    name = f"{part.name}.xxn" if part.origin else part.name
    for text in one.patch(verdict, name, part.line).splitlines():
        click.secho("     " + printable(text), fg=COLOURS.get(text[:1]))


def _effect(one: Repair, verdict: Verdict) -> str:
    """What the record says then."""
    standing = printable(standing_of(one.score, one.winner, verdict.record.players))
    if one.score == verdict.score and one.winner == verdict.winner:
        return f"Score and winner by the rules stay: {standing}."
    another = verdict.winner and one.winner != verdict.winner
    changed = "; another winner than before" if another else ""
    return f"Then the rules give: {standing}{changed}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
