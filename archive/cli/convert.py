"""`twenties convert`: XXN, its JSON form and transcripts, converted into each other."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, complain, fault_json, show_fault
from archive.cli.files import (
    HEAD,
    LARGEST,
    XXN,
    File,
    Replacement,
    Run,
    files_argument,
    put_text,
    text_lines,
)
from archive.cli.input_records import known_encoding
from archive.cli.speech import language_option, spoken
from archive.core.errors import TwentiesError
from archive.core.record import Record
from archive.notation import read, read_json, split, stream, write
from archive.notation.json_source import read_json_line, write_json, write_json_line
from archive.telling import not_a_game

NATIVE = ("auto", "xxn", "json", "ndjson")
JSON = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:\{|\[\s*(?:\{|\]))")
LINES_OF_JSON = (".ndjson", ".jsonl")


class FileRecord(NamedTuple):
    """A record with its place in the file. Its diagnostics count in `lines`, which begin at line
    `line` and byte `start`."""

    name: str
    line: int
    record: Record
    lines: Sequence[str]
    about: Mapping[str, Any] = {}
    remarks: Sequence[str] = ()
    start: int = 0


class ConvertInput:
    """Reads files in the form that was named, or in the one that is recognised."""

    def __init__(self, run: Run, form: str, options: Mapping[str, str]) -> None:
        self.run = run
        self.form = form
        self.options = options
        if form not in NATIVE:
            from archive.importers.registry import UnknownImporter, all_importers

            if form not in all_importers():
                raise UnknownImporter(form)

    def entries(self, file: File) -> Iterator[FileRecord]:
        """Yield the records of a file, each as it is converted."""
        for opened in self.run.opened(file):
            yield from self.run.guarded(file, self._entries(file, opened))

    def _entries(self, file: File, opened: BinaryIO) -> Iterator[FileRecord]:
        form = self.form
        if form == "auto":
            form = self._form_of(file, opened)
        if form == "xxn":
            return self._xxn(file, opened)
        if form == "ndjson":
            return self._lines(file, opened)
        return self._whole(file, opened, form)

    def _form_of(self, file: File, opened: BinaryIO) -> str:
        """Return the form that a file is recognised to have; `auto` where that takes all of it."""
        if file.name.endswith(LINES_OF_JSON):
            return "ndjson"
        head = opened.peek(HEAD) if hasattr(opened, "peek") else b""
        if XXN.search(head) or file.name.endswith(".xxn"):
            return "xxn"
        return "json" if JSON.match(head) else "auto"

    def _xxn(self, file: File, opened: BinaryIO) -> Iterator[FileRecord]:
        for part, data in stream(opened):
            record = read(data, part.number)
            yield FileRecord(file.name, part.line, record, record.lines, start=part.start)
            self.run.bar.advance(part.end - part.start)

    def _lines(self, file: File, opened: BinaryIO) -> Iterator[FileRecord]:
        number, start = 1, 0
        for at, line in enumerate(iter(lambda: opened.readline(LARGEST), b""), 1):
            if line.strip():
                record = read_json_line(line, number)
                yield FileRecord(file.name, at, record, text_lines(line), start=start)
                number += 1
            start += len(line)
            self.run.bar.advance(len(line))

    def _whole(self, file: File, opened: BinaryIO, form: str) -> Iterator[FileRecord]:
        data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            self.run.trouble(file.name, self.run.language.say(words.TOO_LARGE, bytes=LARGEST))
            return
        lines = text_lines(data, self.options.get("encoding", ""))
        if form == "auto":
            form = "xxn" if XXN.search(data) else "json" if JSON.match(data) else "auto"
        if form == "json":
            for record in read_json(data):
                yield FileRecord(file.name, 1, record, lines)
        elif form == "xxn":
            yield from self._read(file, data)
        else:
            yield from self._imported(file, data, form, lines)
        self.run.bar.advance(len(data))

    def _imported(
        self, file: File, data: bytes, form: str, lines: list[str]
    ) -> Iterator[FileRecord]:
        from archive.read_sheet import import_bytes

        importer = None if form == "auto" else form
        found = import_bytes(data, filename=file.name, importer=importer, **self.options)
        if found is None:
            yield from self._read(file, data)
            return
        columns = [
            f"{column.place} {column.header!r}: {column.meaning or 'not understood'}"
            for column in found.mapping
        ]
        about = {"importer": found.importer, "mapping": [c._asdict() for c in found.mapping]}
        remarks = [words.read_as(self.run.language, found.title, 0), *columns]
        records = found.records or [Record()]
        for number, record in enumerate(records, 1):
            record.number = number
            if number == 1:
                record.diagnostics = [*found.diagnostics]
            yield FileRecord(file.name, 1, record, lines, about, remarks if number == 1 else ())

    def _read(self, file: File, data: bytes) -> Iterator[FileRecord]:
        for part in split(data):
            record = read(data[part.start : part.end], part.number)
            yield FileRecord(file.name, part.line, record, record.lines, start=part.start)


@click.command("convert")
@files_argument
@click.option("--to", "form", required=True, type=click.Choice(["xxn", "json", "ndjson"]))
@click.option(
    "--from", "origin", default="auto", show_default=True, metavar="FORM",
    help="auto, xxn, json, ndjson, or an importer: prose, rows …",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
              help="The file to write, in place of standard output.")  # fmt: skip
@click.option("--ranks", default="", help="How a transcript writes ranks: 10, BDKA or BDKT.")
@click.option(
    "--encoding", default="", callback=known_encoding,
    help="A transcript’s encoding, where it is not UTF-8.",
)  # fmt: skip
@language_option
@click.option("--json", "as_json", is_flag=True, help="What was found, a record a line, as JSON.")
def convert_command(
    files: tuple[str, ...], form: str, origin: str, output: Path | None, ranks: str, encoding: str,
    as_json: bool, asked: str | None,
) -> None:  # fmt: skip
    """Turn records from one form into another.

    FILE may be a folder, for all *.xxn in it, or - for standard input. `json` is one document: the
    record, or a list where there are several. `ndjson` is one record a line.

    What could not be read or understood is kept in the record, and shown on standard error. Exit
    code 0: all is well. 1: warnings. 3: something could not be read.
    """
    options = {key: value for key, value in (("ranks", ranks), ("encoding", encoding)) if value}
    try:
        with Run(files, spoken(asked, as_json=as_json)) as run, ExitStack() as stack:
            put: Callable[[bytes], Any] = put_text
            fresh = stack.enter_context(Replacement(output)) if output else None
            if fresh:
                put = fresh.write
            for text in WRITERS[form](_records(run, ConvertInput(run, origin, options), as_json)):
                run.say(put, text.encode("utf-8", "surrogateescape"))
            sys.stdout.flush()
            if fresh:
                fresh.keep()
    except TwentiesError as error:  # an unknown importer or option
        raise click.UsageError(str(error)) from error
    except OSError as error:
        if output is None or isinstance(error, BrokenPipeError):
            raise
        complain(f"{output}: {spoken(asked, as_json=as_json).text(error.strerror or str(error))}")
        sys.exit(Exit.UNREADABLE)
    sys.exit(run.worst)


def _records(run: Run, source: ConvertInput, as_json: bool) -> Iterator[Record]:
    """Yield the records in which something was understood; what was not is reported."""
    for file in run.files:
        for entry in source.entries(file):
            _report(run, entry, as_json)
            if entry.record.events or entry.record.tags:
                yield entry.record


def _report(run: Run, entry: FileRecord, as_json: bool) -> None:
    record = entry.record
    in_json = any(fault.path for fault in record.diagnostics)
    found = record.diagnostics if in_json else not_a_game.diagnostics_of(record)
    severities = {fault.severity for fault in found}
    if "error" in severities or not (record.events or record.tags):
        run.note(Exit.UNREADABLE)
    elif "warning" in severities:
        run.note(Exit.FINDINGS)
    if as_json:
        faults = [fault_json(fault, entry.line, entry.start) for fault in found]
        about = {"file": entry.name, "number": record.number, "line": entry.line}
        run.say_json({**about, **entry.about, "diagnostics": faults}, err=True)
        return
    for line in entry.remarks:
        run.say(complain, f"{entry.name}: {line}")
    for fault in found:
        if fault.severity != "note":
            said = run.language
            run.say(show_fault, entry.name, entry.line, fault, entry.lines, said, err=True)


def _xxn(records: Iterator[Record]) -> Iterator[str]:
    """Yield records as XXN, an empty line between two."""
    for number, record in enumerate(records):
        yield ("\n" if number else "") + write(record)


def _ndjson(records: Iterator[Record]) -> Iterator[str]:
    """Yield records as one line of JSON each."""
    for record in records:
        yield write_json_line(record) + "\n"


def _json(records: Iterator[Record]) -> Iterator[str]:
    """Yield records as one document. The first waits: only a second one makes it a list."""
    first = next(records, None)
    if first is None:
        yield "[]\n"
        return
    before, text = "[\n", write_json(first).rstrip("\n")
    for record in records:
        yield before + text
        before, text = ",\n", write_json(record).rstrip("\n")
    yield f"{text}\n" if before == "[\n" else f",\n{text}\n]\n"


WRITERS: dict[str, Callable[[Iterator[Record]], Iterator[str]]] = {
    "xxn": _xxn, "json": _json, "ndjson": _ndjson,
}  # fmt: skip
