"""`twenties repair`: the fewest changes that would make a record sound, each as a diff; and
`twenties witness`: one deal that fits what a record leaves out, written into it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from archive.analysis.repairs.search import Repair, Repairs, repairs
from archive.analysis.repairs.words import in_words, lines_from
from archive.cli import words
from archive.cli.diagnostics import Exit, complain, printable, wrapped
from archive.cli.files import Run, files_argument, put_text
from archive.cli.input_records import InputRecord, InputRecords, reading_options
from archive.cli.speech import language_option, spoken
from archive.cli.verdict_report import standing_of
from archive.cli.verify import rules_option
from archive.core.budgets import REPAIRS_ASKED
from archive.notation.edits import edited
from archive.scoring import Verdict, verify
from archive.scoring.headline import headline
from archive.telling.speaker import capital

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("repair")
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a record.")
@rules_option
@click.option("--budget", default=REPAIRS_ASKED, show_default=True,
              type=click.IntRange(1, 1_000_000_000),
              help="How many steps the search may take; one is about a play judged.")  # fmt: skip
@language_option
@reading_options
def repair_command(
    files: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    budget: int,
    asked: str | None,
    declared: Mapping[str, str],
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
    language = spoken(asked, as_json=as_json)
    with Run(files, language) as run:
        inputs = InputRecords(run, declared)
        for given in inputs:
            verdict = verify(given.data, given.number, rules, language)
            with run.bar.working(language.text(words.WORKING)):
                found = repairs(verdict, budget)
            run.note(_exit(verdict, found))
            if as_json:
                run.say_json(_as_dict(given, verdict, found))
            else:
                inputs.say_how_read(given)
                run.say(_show, given, verdict, found)
    sys.exit(run.worst)


def _exit(verdict: Verdict, found: Repairs) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.first_divergence is None:
        return Exit.CLEAN
    return Exit.FINDINGS if found.found else Exit.ILLEGAL


def _as_dict(given: InputRecord, verdict: Verdict, found: Repairs) -> dict[str, Any]:
    told = [one.as_dict(verdict) for one in found.found]
    if given.origin is not None:
        named = given.origin.named
        said = verdict.language
        told = [{**one, "words": in_words(one["changes"], named, said)} for one in told]
    return {"record": verdict.record.number, "repairs": told, "complete": found.complete}


def _show(given: InputRecord, verdict: Verdict, found: Repairs) -> None:
    players = " – ".join(verdict.record.players)
    line = given.origin.begins if given.origin else given.line
    about = [f"{given.name}:{line}", players]
    click.secho(" · ".join(printable(one) for one in about if one), bold=True)
    click.echo(wrapped(_outcome(verdict, found), "  "))
    for number, one in enumerate(found.found, 1):
        click.echo()
        _show_one(number, one, verdict, given)
    click.echo()


def _outcome(verdict: Verdict, found: Repairs) -> str:
    language = verdict.language
    if not verdict.readable:
        return headline(verdict.as_dict(), verdict.record.players, language)
    if verdict.first_divergence is None:
        return language.text(words.SOUND)
    if not found.found:
        return language.text(words.SPENT if found.spent else words.NONE_FOUND)
    cost = len(found.found[0].changes)
    return words.ways(language, cost, len(found.found), complete=found.complete)


def _show_one(number: int, one: Repair, verdict: Verdict, given: InputRecord) -> None:
    named = given.origin.named if given.origin else lines_from(given.line)
    told = in_words(one.told(verdict), named, verdict.language)
    click.echo(wrapped(printable(f"{number}. {capital(told)}."), "  "))
    click.echo(wrapped(_effect(one, verdict), "     "))
    name = f"{given.name}.xxn" if given.origin else given.name
    for text in one.patch(verdict, name, given.line).splitlines():
        click.secho("     " + printable(text), fg=COLOURS.get(text[:1]))


def _effect(one: Repair, verdict: Verdict) -> str:
    """Return the score and the winner that a repair gives."""
    language, players = verdict.language, verdict.record.players
    standing = printable(standing_of(one.score, one.winner, players, language))
    if one.score == verdict.score and one.winner == verdict.winner:
        return language.say(words.STAYS, standing=standing)
    another = verdict.winner and one.winner != verdict.winner
    return language.say(words.THEN_ANOTHER if another else words.THEN, standing=standing)


@click.command("witness")
@files_argument
@rules_option
@language_option
def witness_command(files: tuple[str, ...], rules: str | None, asked: str | None) -> None:
    """Fill in the cards that records leave out.

    Each record is written to standard output with one deal of the pack that fits it: hands,
    exchanges and draws that were listed in part are named in full, so that every play that is not
    blamed was allowed. It is a possible deal, not necessarily the one that was dealt. What the
    record claims is left as it is.

    Exit code 0: done. 2: no deal fits a record, or none was found; it is left out. 3: something
    could not be read. The worst record decides.
    """
    from archive.analysis.witnesses.no_deal import why_none  # these take a while to load
    from archive.analysis.witnesses.witness import witness

    language = spoken(asked, as_json=False)
    with Run(files, language) as run:
        for file in run.files:
            for part, data in run.records(file):
                verdict = verify(data, part.number, rules, language)
                with run.bar.working(language.text(words.DEALING)):
                    edits = witness(verdict)
                place = f"{file.name}:{part.line}"
                if not verdict.readable:
                    run.say(complain, f"{place}: {language.text(words.NOT_KNOWN)}")
                    run.note(Exit.UNREADABLE)
                elif edits is None:
                    run.say(complain, f"{place}: {why_none(verdict)}")
                    run.note(Exit.ILLEGAL)
                else:
                    text = edited(verdict.record.text, edits)
                    run.say(put_text, text.encode("utf-8", "surrogateescape"))
    sys.exit(run.worst)
