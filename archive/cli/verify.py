"""`twenties verify`: records in files, judged by the rules."""

from __future__ import annotations

import sys

import click

from archive.analysis import analysed
from archive.cli.diagnostics import json_line, printable, refusal
from archive.cli.exit_codes import Exit
from archive.cli.files import Run, files_argument
from archive.cli.report import Report
from archive.cli.sheets import Part, Sheets, sheet_options
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import choose
from archive.importers.ranks import Ranks, UnknownRanks
from archive.scoring import Answer, Verdict


def exit_of(verdict: Verdict) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.answers.legality in (Answer.REFUTED, Answer.IMPOSSIBLE):
        return Exit.ILLEGAL
    return Exit.FINDINGS if verdict.flawed else Exit.CLEAN


def check_rules(rules: str) -> None:
    """Refuse rules that are not known here, and say which are."""
    try:
        choose(Record(), rules)
    except UnknownRules as unknown:
        raise refusal(
            f"No rules {printable(unknown.asked)!r} are known here; expected {unknown.expected} "
            "(`twenties rules` lists all)."
        ) from None


@click.command("verify")
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One verdict a line, as JSON.")
@click.option("--rules", metavar="RULES", help="Judge by these rules, whatever a record names.")
@sheet_options
def verify_command(
    files: tuple[str, ...], as_json: bool, rules: str | None, ranks: str, encoding: str
) -> None:
    """Judge every record by the rules.

    FILE may be a folder, for all *.xxn in it, or - for standard input. It may have any form that
    can be uploaded: XXN, JSON, a score sheet in words, a table (CSV, Markdown, .xlsx), a zip of
    these. Findings then name the lines of that file.

    RULES is what stands in a Rules tag: twenty/farrugia@1, or with options
    'twenty/farrugia@1;hands=open'. A record of another game is not judged by it.

    Exit code 0: nothing found. 1: findings. 2: something not allowed, or impossible. 3: something
    could not be read. The worst record decides.
    """
    if rules is not None:
        check_rules(rules)
    try:
        Ranks.declared(ranks)
    except UnknownRanks as unknown:
        raise refusal(f"{unknown}.") from None
    with Run(files) as run:
        sheets = Sheets(run, {"ranks": ranks, "encoding": encoding})
        for file in run.files:
            for part in sheets.parts(file):
                verdict = analysed(part.data, part.number, rules)
                run.note(exit_of(verdict))
                if as_json:
                    run.say(click.echo, _json(part, verdict))
                    continue
                sheets.say_how_read(part)
                run.say(Report(part.name, part.line, verdict, part.origin).show)
    sys.exit(run.worst)


def _json(part: Part, verdict: Verdict) -> str:
    """The verdict's own bytes; of a sheet, how it was read stands behind them, with the sheet's own
    place of each finding."""
    text = verdict.json()
    if part.about is None:
        return text
    places = part.origin.of_findings(verdict.as_dict()) if part.origin else []
    sheet = {**part.about, "findings": places}
    return f'{text.rstrip()[:-1]}, "sheet": {json_line(sheet)}}}'
