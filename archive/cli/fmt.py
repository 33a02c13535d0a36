"""`twenties fmt`: records in canonical form; and `twenties check`: faults of records' writing,
without the rules of any game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, complain, fault_json, show_fault
from archive.cli.files import STDIN, File, Replacement, Run, bytes_of, files_argument, put_text
from archive.cli.finding_formats import format_option, lister, of_faults
from archive.cli.input_records import InputRecords, reading_options
from archive.cli.speech import language_option, spoken
from archive.core.diagnostics import Diagnostic
from archive.core.record import Record
from archive.notation import Slice, read, stream, write
from archive.telling import not_a_game


class Formatted(NamedTuple):
    """A record's canonical text; None where nothing in it was understood, and its bytes stay."""

    text: bytes | None
    part: Slice


@click.command("fmt")
@files_argument
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file is not canonical.")
@click.option("-w", "--write", "in_place", is_flag=True, help="Write the files in place.")
@language_option
@click.option("--json", "as_json", is_flag=True, help="One file a line, as JSON.")
def fmt_command(
    files: tuple[str, ...], check: bool, in_place: bool, as_json: bool, asked: str | None
) -> None:
    """Write records in canonical form, to standard output unless told otherwise.

    FILE may be a folder, for all *.xxn in it, or - for standard input.

    What could not be read is kept as it is, and shown on standard error; a file that holds any of
    it is never written in place. Exit code 0: all is well. 1: with --check, a file is not
    canonical. 3: something could not be read.
    """
    if check and in_place:
        raise click.UsageError("--check writes nothing: leave out -w.")
    with Run(files, spoken(asked, as_json=as_json)) as run:
        for file in run.files:
            for opened in run.opened(file, twice=True):
                _File(run, file, opened, as_json).format(check, in_place)
    sys.exit(run.worst)


class _File:
    """One file that is being formatted."""

    def __init__(self, run: Run, file: File, opened: BinaryIO, as_json: bool) -> None:
        self.run = run
        self.file = file
        self.opened = opened
        self.as_json = as_json
        self.readable = True
        self.canonical = True
        self.faults: list[object] = []

    def format(self, check: bool, in_place: bool) -> None:
        """Format the file, as the command line asks."""
        written = False
        if check:
            for _ in self._records():
                pass
            if not self.canonical:
                self.run.note(Exit.FINDINGS)
                if not self.as_json:
                    said = self.run.language.text(words.NOT_CANONICAL)
                    self.run.say(complain, f"{self.file.name}: {said}")
        elif in_place and self.file.name != STDIN:
            written = self._replace()
        else:
            for piece in self._pieces():
                self.run.say(put_text, piece)
            sys.stdout.flush()
        if self.as_json:
            about = {"file": self.file.name, "canonical": self.canonical, "written": written}
            on_stdout = check or in_place
            self.run.say_json({**about, "diagnostics": self.faults}, err=not on_stdout)

    def _replace(self) -> bool:
        """Write the whole file again, or leave it as it was."""
        try:
            with Replacement(self.file.path) as fresh:
                for piece in self._pieces():
                    fresh.write(piece)
                if self.canonical or not self.readable:
                    return False
                fresh.keep()
        except OSError as error:
            self.run.trouble(self.file.name, error.strerror or str(error))
            return False
        return True

    def _pieces(self) -> Iterator[bytes]:
        """Yield the file in canonical form; an empty line between records."""
        between = b""
        for found in self._records():
            if found.text is not None:
                yield between + found.text
                between = b"\n"
            else:
                yield between
                yield from bytes_of(self.opened, found.part)
                between = b""

    def _records(self) -> Iterator[Formatted]:
        """Yield the records one by one; whether the file was canonical is known at the end."""
        before: tuple[bytes, bytes | None] | None = None
        for part, data in self.run.guarded(self.file, stream(self.opened)):
            if before is not None:
                self._compare(*before, last=False)
            record = read(data, part.number)
            self._show(record, part)
            understood = record.events or record.tags
            text = write(record).encode("utf-8", "surrogateescape") if understood else None
            before = data, text
            yield Formatted(text, part)
            self.run.bar.advance(part.end - part.start)
        if before is not None:
            self._compare(*before, last=True)

    def _compare(self, data: bytes, text: bytes | None, *, last: bool) -> None:
        if text is not None and data != (text if last else text + b"\n"):
            self.canonical = False

    def _show(self, record: Record, part: Slice) -> None:
        found = not_a_game.diagnostics_of(record)
        errors = [fault for fault in found if fault.severity == "error"]
        for fault in errors:
            self.readable = False
            self.run.note(Exit.UNREADABLE)
            if not self.as_json:
                place, said = (self.file.name, part.line), self.run.language
                self.run.say(show_fault, *place, fault, record.lines, said, err=True)
        if self.as_json:
            self.faults += [fault_json(fault, part.line, part.start) for fault in found]


@click.command("check")
@files_argument
@click.option("--strict", is_flag=True, help="Also refuse what is not in canonical form.")
@format_option
@click.option("-q", "--quiet", is_flag=True, help="Say nothing about what is correct.")
@language_option
@reading_options
def check_command(
    files: tuple[str, ...],
    strict: bool,
    form: str,
    quiet: bool,
    asked: str | None,
    declared: Mapping[str, str],
) -> None:
    """Read records and say what is wrong with the writing; no rules are asked.

    Takes every FILE and every --format that `twenties verify` takes. Of a score sheet it is said
    what was not understood, and where.

    Exit code 0: nothing found but notes. 1: findings. 3: a file, a record or a part of a sheet that
    could not be read. The worst record decides.
    """
    records = 0
    counts = {"error": 0, "warning": 0, "note": 0}
    language = spoken(asked, as_json=form == "json")
    with Run(files, language) as run:
        inputs = InputRecords(run, declared)
        listed = lister(form, run)
        for given in inputs:
            record = read(given.data, given.number, strict=strict and given.about is None)
            sheet = given.about is not None
            faults = given.faults if sheet else not_a_game.diagnostics_of(record)
            line, start = (1, 0) if sheet else (given.line, given.start)
            begins = given.origin.begins if given.origin else given.line
            records += 1
            run.note(_exit_of(record, faults, strict))
            for fault in faults:
                counts[fault.severity] += 1
                if form == "text":
                    lines = given.lines if sheet else record.lines
                    run.say(show_fault, given.name, line, fault, lines, language)
            if listed is not None:
                listed.add(of_faults(given.name, line, faults, language))
            if form == "json":
                about = {"file": given.name, "number": given.number, "line": begins}
                if given.about is not None:
                    about["read_as"] = given.about["title"]
                told = [fault_json(fault, line, start) for fault in faults]
                run.say_json({**about, "diagnostics": told})
        if listed is not None:
            listed.close()
        if form == "text" and not (quiet and run.worst is Exit.CLEAN):
            run.say(click.echo, words.found(language, records, counts))
    sys.exit(run.worst)


def _exit_of(record: Record, faults: Sequence[Diagnostic], strict: bool) -> Exit:
    if not_a_game.faults_of(record) is not None or not (record.events or record.tags):
        return Exit.UNREADABLE
    grave = {"error", "warning", "note"} if strict else {"error", "warning"}
    found = any(fault.severity in grave for fault in faults)
    return Exit.FINDINGS if found else Exit.CLEAN
