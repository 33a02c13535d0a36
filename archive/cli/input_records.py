"""Records to be judged, from files in any form: XXN, its JSON, sheets in words, tables,
spreadsheets, and zips and gzip files of these; each with the way back to the user's own lines.

The importers are imported only for a file that is not XXN.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, complain, printable, refusal, show_fault
from archive.cli.files import HEAD, LARGEST, XXN, File, Run, text_lines
from archive.core.diagnostics import Diagnostic
from archive.notation import split, stream

if TYPE_CHECKING:
    from archive.importers import Imported
    from archive.importers.origin import Origin

ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
MOST_MEMBERS = 10_000
MOST_UNPACKED = 64 << 20
MOST_RATIO = 200


class InputRecord(NamedTuple):
    """A record: its file, the line and the byte where it begins there, its number and its bytes.
    For a record that was made from a sheet, `origin` leads back to that, `about` is how it was
    read, `lines` are those of a sheet that is text, and `in_part` says that some of it could not be
    read."""

    name: str
    line: int
    number: int
    data: bytes
    origin: Origin | None = None
    about: Mapping[str, Any] | None = None
    start: int = 0
    lines: Sequence[str] = ()
    in_part: bool = False

    @property
    def left_over(self) -> int:
        """Return how many lines of a sheet with one game have something that was not
        understood."""
        if self.about is None:
            return 0
        from archive.scoring.upload_phrases import not_understood

        return not_understood(self.about["diagnostics"])

    @property
    def faults(self) -> list[Diagnostic]:
        """Return the faults of reading a sheet; they stand with the first of its records."""
        if self.about is None or self.number > 1:
            return []
        return [Diagnostic(**one) for one in self.about["diagnostics"]]


class InputRecords:
    """Opens files in whatever form they are. `options` are those of importing."""

    def __init__(self, run: Run, options: Mapping[str, str]) -> None:
        self.run = run
        self.options = {key: value for key, value in options.items() if value}

    def __iter__(self) -> Iterator[InputRecord]:
        """Yield the records in all files of the run."""
        for file in self.run.files:
            yield from self.records_in(file)

    def records_in(self, file: File) -> Iterator[InputRecord]:
        """Yield the records in a file, one after the other; errors are reported, not raised."""
        for opened in self.run.opened(file):
            yield from self.run.guarded(file, self._parts(file, opened))

    def _parts(self, file: File, opened: BinaryIO) -> Iterator[InputRecord]:
        head = opened.peek(HEAD) if hasattr(opened, "peek") else b""
        packed = head.startswith((ZIP, GZIP))
        if not packed and (XXN.search(head) or file.name.endswith(".xxn")):
            for part, data in stream(opened):
                yield InputRecord(file.name, part.line, part.number, data, start=part.start)
                self.run.bar.advance(part.end - part.start)
            return
        data = opened.read(LARGEST + 1)
        self.run.bar.advance(len(data))
        if len(data) > LARGEST:
            self.run.trouble(file.name, self.run.language.say(words.TOO_LARGE, bytes=LARGEST))
        elif packed:
            yield from self._packed(file.name, data)
        else:
            yield from self._text(file.name, data)

    def _packed(self, name: str, data: bytes) -> Iterator[InputRecord]:
        """Yield the records in a zip or a gzip file; a spreadsheet is a zip too."""
        from archive.scoring.upload_phrases import BOOK
        from archive.services import packed_files  # it imports much, and few files need it

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
            self.run.trouble(name, BOOK.told(str(refused), self.run.language))
            return
        for member in members:
            within = f"{name}/{member.name}"
            try:
                inner = b"".join(packed_files.unpack(held, member))
            except packed_files.Damaged as damaged:
                self.run.trouble(within, BOOK.told(str(damaged), self.run.language))
                continue
            yield from self._text(within, inner, packed=True)

    def _text(self, name: str, data: bytes, *, packed: bool = False) -> Iterator[InputRecord]:
        if not XXN.search(data):
            from archive.read_sheet import import_bytes

            found = import_bytes(data, filename=name, **self.options)
            if found is not None:
                yield from self._imported(name, data, found)
                return
        if packed and not XXN.search(data) and not name.endswith(".xxn"):
            from archive.scoring.upload_phrases import BOOK
            from archive.telling import not_a_game

            told = not_a_game.sentence_about(data, len(data))
            language = self.run.language
            said = BOOK.told(told, language) if told else language.text(words.NO_RECORD)
            self.run.trouble(name, said)
            return
        for part in split(data):
            text = data[part.start : part.end]
            yield InputRecord(name, part.line, part.number, text, start=part.start)

    def _imported(self, name: str, data: bytes, found: Imported) -> Iterator[InputRecord]:
        from archive.notation import write

        if found.refusal is not None:
            from archive.scoring.upload_phrases import BOOK

            self.run.trouble(name, BOOK.told(found.refusal, self.run.language))
            return
        severities = {one.severity for one in found.diagnostics}
        if "error" in severities:
            self.run.note(Exit.UNREADABLE)
        elif "warning" in severities:
            self.run.note(Exit.FINDINGS)
        about = found.as_dict()
        text_form = found.line_of is not None and found.importer != "xlsx"
        lines = text_lines(data, self.options.get("encoding", "")) if text_form else ()
        origins = [found.origin(number) for number, _ in enumerate(found.records, 1)]
        begins = [origin.begins if origin else 1 for origin in origins]
        missed = {max(bisect_right(begins, one.line), 1) for one in found.diagnostics
                  if one.severity == "error"}  # fmt: skip
        line = 1
        for number, (record, origin) in enumerate(zip(found.records, origins, strict=True), 1):
            text = write(record).encode("utf-8", "surrogateescape")
            yield InputRecord(
                name, line, number, text, origin, about, lines=lines, in_part=number in missed
            )
            line += text.count(b"\n") + 1  # as they stand in the XXN that `convert` makes of it

    def say_how_read(self, given: InputRecord) -> None:
        """Print how a sheet was read and what was not understood, before its first record."""
        if given.about is None or given.number > 1:
            return
        notes = sum(one.severity == "note" for one in given.faults)
        how = words.read_as(self.run.language, given.about["title"], notes)
        self.run.say(complain, f"{printable(given.name)}: {how}")
        for one in given.faults:
            if one.severity != "note":
                lines, language = given.lines, self.run.language
                self.run.say(show_fault, given.name, 1, one, lines, language, err=True)


def _known(_context: click.Context, _option: click.Parameter, ranks: str) -> str:
    """Return the declared ranks; refuse those that no sheet is written in."""
    if not ranks:
        return ranks
    from archive.importers.ranks import Ranks, UnknownRanks

    try:
        Ranks.declared(ranks)
    except UnknownRanks as unknown:
        raise refusal(f"{unknown}.") from None
    return ranks


def known_encoding(_context: click.Context, _option: click.Parameter, encoding: str) -> str:
    """Return the declared encoding; refuse one that no text is written in."""
    try:
        "a".encode(encoding or "utf-8")
    except (LookupError, UnicodeError):
        raise refusal(f"no such encoding: {encoding!r}.") from None
    return encoding


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options by which a user declares how a sheet is written. The command gets them as
    one argument, `declared`."""

    @click.option(
        "--ranks", default="", callback=_known, help="How a sheet writes ranks: 10, BDKA or BDKT."
    )
    @click.option(
        "--encoding", default="", callback=known_encoding,
        help="A sheet’s encoding, where it is not UTF-8.",
    )  # fmt: skip
    @wraps(command)
    def declaring(ranks: str, encoding: str, **others: Any) -> None:
        command(declared={"ranks": ranks, "encoding": encoding}, **others)

    return declaring
