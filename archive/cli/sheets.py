"""Records to be judged, out of files in any form: XXN, its JSON, sheets in words, tables,
spreadsheets, and zips and gzip files of these; each with the way back to the user's own lines."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

import click

from archive.cli.diagnostics import complain, printable, show_fault
from archive.cli.exit_codes import Exit
from archive.cli.files import File, Run
from archive.cli.forms import HEAD, LARGEST, XXN
from archive.importers import Imported, import_bytes
from archive.importers.origin import Origin
from archive.notation import split, stream, write

ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
MOST_MEMBERS = 10_000
MOST_UNPACKED = 64 << 20
MOST_RATIO = 200


class Part(NamedTuple):
    """A record: the file it is from, the line it begins on there, its number and its bytes. Of one
    that was made from a sheet, `origin` leads back to that, and `about` says how it was read."""

    name: str
    line: int
    number: int
    data: bytes
    origin: Origin | None = None
    about: Mapping[str, Any] | None = None


class Sheets:
    """Opens files in whatever form they are. `options` are those of importing."""

    def __init__(self, run: Run, options: Mapping[str, str]) -> None:
        self.run = run
        self.options = {key: value for key, value in options.items() if value}

    def parts(self, file: File) -> Iterator[Part]:
        for opened in self.run.opened(file):
            yield from self.run.guarded(file, self._parts(file, opened))

    def _parts(self, file: File, opened: BinaryIO) -> Iterator[Part]:
        head = opened.peek(HEAD) if hasattr(opened, "peek") else b""
        packed = head.startswith((ZIP, GZIP))
        if not packed and (XXN.search(head) or file.name.endswith(".xxn")):
            for part, data in stream(opened):
                yield Part(file.name, part.line, part.number, data)
                self.run.bar.advance(part.end - part.start)
            return
        data = opened.read(LARGEST + 1)
        self.run.bar.advance(len(data))
        if len(data) > LARGEST:
            self.run.trouble(file.name, f"more than {LARGEST} bytes, and not XXN")
        elif packed:
            yield from self._packed(file.name, data)
        else:
            yield from self._text(file.name, data)

    def _packed(self, name: str, data: bytes) -> Iterator[Part]:
        """What is in a zip or a gzip file; a spreadsheet is a zip too."""
        from archive.services import packed_files  # much is imported with it, and few need it

        limits, held = (
            packed_files.Limits(MOST_MEMBERS, MOST_UNPACKED, MOST_RATIO),
            io.BytesIO(data),
        )
        try:
            kind = packed_files.kind(held)
            if kind == "gzip":
                inner = b"".join(packed_files.gunzip(held, limits))
                yield from self._text(name.removesuffix(".gz"), inner)
            if kind != "zip":
                if kind is None:
                    yield from self._text(name, data)
                return
            members = packed_files.members(held, limits)
        except (packed_files.PackedFileRefused, packed_files.Damaged) as refused:
            self.run.trouble(name, str(refused))
            return
        for member in members:
            within = f"{name}/{member.name}"
            try:
                inner = b"".join(packed_files.unpack(held, member))
            except packed_files.Damaged as damaged:
                self.run.trouble(within, str(damaged))
                continue
            yield from self._text(within, inner, packed=True)

    def _text(self, name: str, data: bytes, *, packed: bool = False) -> Iterator[Part]:
        found = None if XXN.search(data) else import_bytes(data, filename=name, **self.options)
        if found is not None:
            yield from self._imported(name, data, found)
            return
        if packed and not XXN.search(data) and not name.endswith(".xxn"):
            self.run.trouble(name, "no record was found in it")
            return
        for part in split(data):
            yield Part(name, part.line, part.number, data[part.start : part.end])

    def _imported(self, name: str, data: bytes, found: Imported) -> Iterator[Part]:
        if found.refusal is not None:
            self.run.trouble(name, found.refusal)
            return
        severities = {one.severity for one in found.diagnostics}
        if "error" in severities:
            self.run.note(Exit.UNREADABLE)
        elif "warning" in severities:
            self.run.note(Exit.FINDINGS)
        about = found.as_dict()
        for number, record in enumerate(found.records, 1):
            text = write(record).encode("utf-8", "surrogateescape")
            yield Part(name, 1, number, text, found.origin(number), about)

    def say_how_read(self, part: Part) -> None:
        """Show how a sheet was read and what of it was not understood, before its first record."""
        if part.about is None or part.number > 1:
            return
        self.run.say(complain, f"{printable(part.name)}: read as {part.about['title']}")
        from archive.core.diagnostics import Diagnostic

        for one in part.about["diagnostics"]:
            if one["severity"] != "note":
                self.run.say(show_fault, part.name, 1, Diagnostic(**one), (), err=True)


def sheet_options(command: Any) -> Any:
    """Add what can be declared about a sheet to a command."""
    ranks = click.option("--ranks", default="", help="How a sheet writes ranks: 10, BDKA or BDKT.")
    encoding = click.option(
        "--encoding", default="", help="A sheet's encoding, where it is not UTF-8."
    )
    return ranks(encoding(command))
