"""`twenties check`: what a reader has to say about records, without any rules of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, fault_json, show_fault
from archive.cli.files import Run, files_argument
from archive.cli.formats import format_option, lister, of_faults
from archive.cli.sheets import Sheets, sheet_options
from archive.cli.speech import language_option, spoken
from archive.core.diagnostics import Diagnostic
from archive.core.record import Record
from archive.notation import read
from archive.scoring import illegible


@click.command("check")
@files_argument
@click.option("--strict", is_flag=True, help="Also refuse what is not in canonical form.")
@format_option
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about what is correct.")
@language_option
@sheet_options
def check_command(
    files: tuple[str, ...],
    strict: bool,
    form: str,
    quiet: bool,
    asked: str | None,
    ranks: str,
    encoding: str,
) -> None:
    """Read records and say what is wrong with the writing; no rules are asked.

    FILE may be a folder, for all *.xxn in it, or - for standard input. It may have any form that
    can be uploaded: XXN, JSON, a score sheet in words, a table (CSV, Markdown, .xlsx), a zip of
    these. Of a sheet it is said what was not understood, and where.

    --format=json gives a record a line; short and sarif (one document, SARIF 2.1.0) list what was
    found, for editors and continuous integration.

    Exit code 0: nothing found but notes. 1: findings. 3: a file, a record or a part of a sheet that
    could not be read. The worst record decides.
    """
    records = 0
    counts = {"error": 0, "warning": 0, "note": 0}
    language = spoken(asked, as_json=form == "json")
    with Run(files, language) as run:
        sheets = Sheets(run, {"ranks": ranks, "encoding": encoding})
        listed = lister(form, run)
        for part in (part for file in run.files for part in sheets.parts(file)):
            record = read(part.data, part.number, strict=strict and part.about is None)
            sheet = part.about is not None
            faults = part.faults if sheet else illegible.told(record)
            line, start = (1, 0) if sheet else (part.line, part.start)
            begins = part.origin.begins if part.origin else part.line
            records += 1
            run.note(_exit_of(record, faults, strict))
            for fault in faults:
                counts[fault.severity] += 1
                if form == "text":
                    lines = part.lines if sheet else record.lines
                    run.say(show_fault, part.name, line, fault, lines, language)
            if listed is not None:
                listed.add(of_faults(part.name, line, faults, language))
            if form == "json":
                about = {"file": part.name, "number": part.number, "line": begins}
                if part.about is not None:
                    about["read_as"] = part.about["title"]
                told = [fault_json(fault, line, start) for fault in faults]
                run.say_json({**about, "diagnostics": told})
        if listed is not None:
            listed.close()
        if form == "text" and not (quiet and run.worst is Exit.CLEAN):
            run.say(click.echo, words.found(language, records, counts))
    sys.exit(run.worst)


def _exit_of(record: Record, faults: Sequence[Diagnostic], strict: bool) -> Exit:
    if illegible.faults_of(record) is not None or not (record.events or record.tags):
        return Exit.UNREADABLE
    grave = {"error", "warning", "note"} if strict else {"error", "warning"}
    found = any(fault.severity in grave for fault in faults)
    return Exit.FINDINGS if found else Exit.CLEAN
