"""Records of a file in whatever form it is: XXN, JSON, one record a line, or a transcript."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from archive.cli import words
from archive.cli.files import HEAD, LARGEST, XXN, File, Run, text_lines
from archive.core.record import Record
from archive.notation import read, read_json, split, stream
from archive.notation.json_source import read_json_line

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
        lines = text_lines(data)
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
        from archive.importers.registry import import_bytes

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
