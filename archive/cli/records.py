"""`twenties verify`: records in files, judged by the rules."""

from __future__ import annotations

import sys

import click

from archive.cli.exits import Exit
from archive.cli.files import Run, files_argument
from archive.cli.report import Report
from archive.verdict import Answer, Verdict, verify


def exit_of(verdict: Verdict) -> Exit:
    if not verdict.readable:
        return Exit.UNREADABLE
    if verdict.answers.legality in (Answer.REFUTED, Answer.IMPOSSIBLE):
        return Exit.ILLEGAL
    return Exit.FINDINGS if verdict.flawed else Exit.CLEAN


@click.command("verify")
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One verdict a line, as JSON.")
def verify_command(files: tuple[str, ...], as_json: bool) -> None:
    """Judge every record by the rules.

    FILE may be a folder, for all *.xxn in it, or - for standard input.

    Exit code 0: nothing found. 1: findings. 2: something not allowed, or impossible. 3: something
    could not be read. The worst record decides.
    """
    with Run(files) as run:
        for file in run.files:
            for part, data in run.records(file):
                verdict = verify(data, part.number)
                run.note(exit_of(verdict))
                if as_json:
                    run.say(click.echo, verdict.json())
                else:
                    run.say(Report(file.name, part.line, verdict).show)
    sys.exit(run.worst)
