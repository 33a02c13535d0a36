"""`twenties verify`: records in files, judged by the rules."""

from __future__ import annotations

import sys

import click

from archive.analysis import analysed
from archive.cli.exits import Exit
from archive.cli.files import Run, files_argument
from archive.cli.report import Report
from archive.cli.showing import printable, refusal
from archive.errors import UnknownRules
from archive.games import choose
from archive.record import Record
from archive.verdict import Answer, Verdict


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
def verify_command(files: tuple[str, ...], as_json: bool, rules: str | None) -> None:
    """Judge every record by the rules.

    FILE may be a folder, for all *.xxn in it, or - for standard input.

    RULES is what stands in a Rules tag: twenty/farrugia@1, or with options
    'twenty/farrugia@1;hands=open'. A record of another game is not judged by it.

    Exit code 0: nothing found. 1: findings. 2: something not allowed, or impossible. 3: something
    could not be read. The worst record decides.
    """
    if rules is not None:
        check_rules(rules)
    with Run(files) as run:
        for file in run.files:
            for part, data in run.records(file):
                verdict = analysed(data, part.number, rules)
                run.note(exit_of(verdict))
                if as_json:
                    run.say(click.echo, verdict.json())
                else:
                    run.say(Report(file.name, part.line, verdict).show)
    sys.exit(run.worst)
