"""`twenties check`: what a reader has to say about records, without any rules of a game."""

from __future__ import annotations

import sys

import click

from archive.cli.diagnostics import fault_json, show_fault
from archive.cli.exit_codes import Exit
from archive.cli.files import Run, files_argument
from archive.core.record import Record
from archive.notation import read


@click.command("check")
@files_argument
@click.option("--strict", is_flag=True, help="Also refuse what is not in canonical form.")
@click.option("--json", "as_json", is_flag=True, help="One record a line, as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about what is sound.")
def check_command(files: tuple[str, ...], strict: bool, as_json: bool, quiet: bool) -> None:
    """Read records and say what is wrong with the writing; no rules are asked.

    FILE may be a folder, for all *.xxn in it, or - for standard input. It is XXN: what it checks is
    that notation; `twenties verify` takes sheets in any form, and says how they were read.

    Exit code 0: nothing found but notes. 1: findings. 3: a file, or a record, of which nothing
    could be read. The worst record decides.
    """
    records = 0
    counts = {"error": 0, "warning": 0, "note": 0}
    with Run(files) as run:
        for file in run.files:
            for part, data in run.records(file):
                record = read(data, part.number, strict=strict)
                records += 1
                run.note(_exit_of(record, strict))
                for fault in record.diagnostics:
                    counts[fault.severity] += 1
                    if not as_json:
                        run.say(show_fault, file.name, part.line, fault, record.lines)
                if as_json:
                    faults = [
                        fault_json(fault, part.line, part.start) for fault in record.diagnostics
                    ]
                    about = {"file": file.name, "number": part.number, "line": part.line}
                    run.say_json({**about, "diagnostics": faults})
        if not as_json and not (quiet and run.worst is Exit.CLEAN):
            run.say(click.echo, _summary(records, counts))
    sys.exit(run.worst)


def _exit_of(record: Record, strict: bool) -> Exit:
    if not record.events and not record.tags:
        return Exit.UNREADABLE
    grave = {"error", "warning", "note"} if strict else {"error", "warning"}
    found = any(fault.severity in grave for fault in record.diagnostics)
    return Exit.FINDINGS if found else Exit.CLEAN


def _summary(records: int, counts: dict[str, int]) -> str:
    found = ", ".join(_number(count, word) for word, count in counts.items() if count)
    return f"{_number(records, 'record')}: {found or 'nothing found'}"


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
