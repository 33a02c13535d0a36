"""Splitting: an upload becomes documents, and those become records.

A large upload is split a turn at a time, so that no task lasts longer than its worker is trusted
with and others get their turn between. Where the last turn ended stands in the rows themselves: the
documents and records that are there already.
"""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final, NamedTuple

from archive.converting import convert
from archive.importers import Imported
from archive.importers.registry import RECORD
from archive.importers.source import LARGEST as LARGEST_FOREIGN
from archive.notation.record_boundaries import slices
from archive.services import packed_files
from archive.services.context import now
from archive.services.packed_files import Damaged, Limits, Member, PackedFileRefused
from archive.services.uploads import IN_MEMORY_BYTES, HandingIn
from archive.store import blobs, documents, ids, upload_states, uploads
from archive.store.blobs import BlobFile
from archive.store.documents import Text
from archive.store.uploads import Range, Unsplit

# Rows added in one transaction while a large upload is split: other writers get their turn between.
ROWS_AT_ONCE: Final = 500
MOST_MEMBERS: Final = 10_000
MOST_RATIO: Final = 200
BUFFER: Final = 1 << 20
LOOKS_AFTER: Final = 0.3
"""Seconds that a task works before it looks whether others press."""
_OVERLAP: Final = 16

NO_RECORD: Final = "No record was found in it."


class Stopped(Exception):
    """There is to be no more splitting: the upload was cancelled, refused or deleted."""


class TimeSlice:
    """How long a task goes on before it lets others have the worker: until its time is up, or
    something waits that goes before it, for which it looks now and then."""

    def __init__(self, seconds: float, pressed: Callable[[], bool]) -> None:
        self._end = time.monotonic() + seconds
        self._look = time.monotonic() + LOOKS_AFTER
        self._pressed = pressed

    @property
    def over(self) -> bool:
        moment = time.monotonic()
        if self._look <= moment < self._end:
            self._look = moment + LOOKS_AFTER
            return self._pressed()
        return moment >= self._end


class _Made(NamedTuple):
    """A document about to be kept; its bytes where they are small, else the blob they are in."""

    number: int
    name: str | None
    size: int
    data: bytes | None = None
    blob_id: str | None = None
    reading: dict[str, object] | None = None
    note: str | None = None


class _Found(NamedTuple):
    """Records of a document about to be kept; how many it has in all, None while there are more;
    and whether no more of them are judged."""

    text: Text
    rows: list[Range]
    records: int | None
    full: bool


class Splitting(HandingIn):
    """Finding the records of uploads."""

    def _split(self, upload_id: str, unsplit: Unsplit, turn: TimeSlice) -> Iterator[Range]:
        """The records found in this turn, each once its row is there. All of them have been found
        when the upload's total is known afterwards."""
        if not self._find_documents(upload_id, unsplit, turn):
            return
        with self.database.reading() as session:
            texts = documents.of(session, upload_id)
        total, held, begun = 0, list[_Found](), False
        for text in texts:
            records = text.records
            if records is None:
                for found in self._found(upload_id, text, total, begun=not begun):
                    held.append(found)
                    over = turn.over
                    if over or sum(len(one.rows) + 1 for one in held) >= ROWS_AT_ONCE:
                        yield from self._keep_records(upload_id, unsplit, held)
                        held = []
                    if over:
                        return
                    records = found.records
                begun = True
            total += records or 0
        yield from self._keep_records(upload_id, unsplit, held)
        with self.database.writing() as session:
            uploads.end_splitting(session, upload_id, total)

    def _found(self, upload_id: str, text: Text, before: int, *, begun: bool) -> Iterator[_Found]:
        """Find a document's records, numbered on from `before`; where it may have been `begun`,
        from where the last turn ended."""
        last, begins = None, list[int]()
        if begun or text.is_read:
            with self.database.reading() as session:
                last = uploads.last_record(session, upload_id, text.number)
                begins = documents.begins(session, upload_id, text.number)
        batches = _ranges(self._open(text.blob_id, text.size), last, before)
        number = last.number if last else before
        rows: list[Range] | None = next(batches, [])
        while rows is not None:
            room = max(self.settings.max_records - number, 0)
            full, rows = len(rows) > room, _as_came(rows[:room], begins, before)
            number = rows[-1].number if rows else number
            following = None if full else next(batches, None)
            records = number - before if following is None else None
            yield _Found(text, rows, records, full=full)
            rows = following

    def _keep_records(
        self, upload_id: str, unsplit: Unsplit, found: list[_Found]
    ) -> Iterator[Range]:
        """Keep what was found in documents, in one transaction; yield the records."""
        if not found:
            return
        with self.database.writing() as session:
            if not upload_states.went_on(session, upload_id, self._due(), attempts=1):
                raise Stopped
            if any(one.full for one in found):
                upload_states.explain(session, upload_id, _too_many(self.settings.max_records))
            uploads.add_records(
                session,
                upload_id,
                [((one.text.number, one.text.size), one.rows) for one in found],
                unsplit=unsplit,
                now=now(),
            )
            documents.end_splitting(
                session,
                upload_id,
                {one.text.number: one.records for one in found if one.records is not None},
            )
        for one in found:
            yield from one.rows

    def _find_documents(self, upload_id: str, unsplit: Unsplit, turn: TimeSlice) -> bool:
        """Find the texts in an upload, the same on every attempt; whether all are there now."""
        file = self._open(unsplit.blob_id, unsplit.size)
        with self.database.reading() as session:
            there = documents.numbers(session, upload_id)
        try:
            kind = packed_files.kind(file)
            if kind == "zip":
                return self._find_packed(upload_id, unsplit, file, there, turn)
            if there:
                return True
            made = (
                self._gunzipped(unsplit, file)
                if kind == "gzip"
                else self._made(unsplit, 1, None, unsplit.blob_id, unsplit.size)
            )
        except PackedFileRefused as refused:
            with self.database.writing() as session:
                upload_states.fail(session, upload_id, str(refused), now())
            raise Stopped from refused
        self._keep_documents(upload_id, unsplit, [made])
        return True

    def _find_packed(
        self, upload_id: str, unsplit: Unsplit, file: BinaryIO, there: set[int], turn: TimeSlice
    ) -> bool:
        made: list[_Made] = []
        held = 0
        for member in packed_files.members(file, self._limits):
            if member.number in there:
                continue
            found = self._member(unsplit, file, member)
            made.append(found)
            held += len(found.data or b"")
            if (
                held >= IN_MEMORY_BYTES
                or len(made) >= ROWS_AT_ONCE
                or found.data is None
                or turn.over
            ):
                self._keep_documents(upload_id, unsplit, made)
                made, held = [], 0
                if turn.over:
                    return False
        self._keep_documents(upload_id, unsplit, made)
        return True

    @property
    def _limits(self) -> Limits:
        return Limits(MOST_MEMBERS, self.settings.max_unpacked, MOST_RATIO)

    def _member(self, unsplit: Unsplit, file: BinaryIO, member: Member) -> _Made:
        """A packed file as a document; one of which nothing can be made is noted and harms none."""
        try:
            data, blob_id, size = self._keep_pieces(packed_files.unpack(file, member))
        except Damaged as damaged:
            return _Made(member.number, member.name, 0, note=str(damaged))
        made = self._made(unsplit, member.number, member.name, blob_id, size, data)
        if (
            made.note is not None
            or made.reading is not None
            or self._holds_records(made, member.name)
        ):
            return made
        head = data if data is not None else self._open(blob_id or "", size).read(512)
        inner = packed_files.nested(head)
        note = NO_RECORD
        if inner is not None:
            note = f"It is packed itself ({inner}); hand it in by itself to have it unpacked."
        return _Made(member.number, member.name, 0, note=note)

    def _gunzipped(self, unsplit: Unsplit, file: BinaryIO) -> _Made:
        name = (unsplit.filename or "").removesuffix(".gz") or None
        try:
            data, blob_id, size = self._keep_pieces(packed_files.gunzip(file, self._limits))
        except Damaged as damaged:
            raise PackedFileRefused(f"This gzip file could not be unpacked. {damaged}") from damaged
        head = data if data is not None else self._open(blob_id or "", size).read(512)
        if (inner := packed_files.nested(head)) is not None:
            raise PackedFileRefused(
                f"In this gzip file is a packed file again ({inner}). Unpack it first."
            )
        return self._made(unsplit, 1, name, blob_id, size, data)

    def _made(
        self,
        unsplit: Unsplit,
        number: int,
        name: str | None,
        blob_id: str | None,
        size: int,
        data: bytes | None = None,
    ) -> _Made:
        """A text as a document: as it is, or as the XXN made of it."""
        made = self._converted(unsplit, name or unsplit.filename, blob_id, size, data)
        if made is None:
            return _Made(number, name, size, data, blob_id)
        if made.refusal is not None:
            return _Made(number, name or unsplit.filename, 0, note=made.refusal)
        return _Made(number, name, len(made.xxn), made.xxn, reading=made.as_stored())

    def _converted(
        self,
        unsplit: Unsplit,
        name: str | None,
        blob_id: str | None,
        size: int,
        data: bytes | None,
    ) -> Imported | None:
        if size > LARGEST_FOREIGN:
            return None  # importers take no more: it is XXN or nothing
        if data is None:
            data = self._open(blob_id or "", size).read()
        return convert(data, name, unsplit.ranks, self.settings.patience)

    def _holds_records(self, made: _Made, name: str) -> bool:
        """Whether a packed file is to be judged: records open in it, or its name says so."""
        if name.lower().endswith(".xxn"):
            return True
        if made.data is not None:
            return RECORD.search(made.data) is not None
        file, held = self._open(made.blob_id or "", made.size), b""
        while piece := file.read(BUFFER):
            if RECORD.search(held + piece):
                return True
            held = (held + piece)[-_OVERLAP:]
        return False

    def _keep_pieces(self, pieces: Iterator[bytes]) -> tuple[bytes | None, str | None, int]:
        """Bytes that come in pieces: small ones as they are, more in a blob of their own."""
        held = bytearray()
        blob_id, size, number, digest = None, 0, 0, hashlib.sha256()
        for piece in pieces:
            held += piece
            size += len(piece)
            if len(held) < IN_MEMORY_BYTES:
                continue
            whole = len(held) - len(held) % blobs.CHUNK_SIZE
            cut, held = blobs.cut(bytes(held[:whole])), held[whole:]
            digest.update(b"".join(cut))
            with self.database.writing() as session:
                if blob_id is None:
                    blob_id = ids.fresh()
                    blobs.begin(session, blob_id, now())
                blobs.append(session, blob_id, number, cut)
            number += len(cut)
        if blob_id is None:
            return bytes(held), None, size
        digest.update(held)
        with self.database.writing() as session:
            blobs.append(session, blob_id, number, blobs.cut(bytes(held)))
            blobs.complete(session, blob_id, size, digest.hexdigest())
        return None, blob_id, size

    def _keep_documents(self, upload_id: str, unsplit: Unsplit, made: list[_Made]) -> None:
        if not made:
            return
        with self.database.writing() as session:
            if not upload_states.went_on(session, upload_id, self._due(), attempts=1):
                raise Stopped
            for one in made:
                blob_id = one.blob_id or unsplit.blob_id
                own = one.blob_id is not None and one.blob_id != unsplit.blob_id
                if one.data is not None:
                    blob_id, own = ids.fresh(), True
                    sha256 = hashlib.sha256(one.data).hexdigest()
                    blobs.keep(session, blob_id, one.data, sha256, now())
                new = documents.add(
                    session,
                    upload_id,
                    one.number,
                    name=one.name,
                    blob_id=blob_id,
                    size=one.size,
                    reading=one.reading,
                    records=None if one.note is None else 0,
                    note=one.note,
                )
                if own and not new:
                    blobs.remove(session, [blob_id])

    def _open(self, blob_id: str, size: int) -> BinaryIO:
        return io.BufferedReader(BlobFile(self.database, blob_id, size), BUFFER)


def _ranges(file: BinaryIO, last: Range | None, before: int) -> Iterator[list[Range]]:
    """The records of a document, so many at a time, numbered on from `before`; those after `last`,
    where that is there already."""
    rows: list[Range] = []
    at, line = (last.start, last.line - 1) if last else (0, 0)
    shift = last.number - 1 if last else before
    file.seek(at)
    for number, start, end, first in slices(file):
        if last is not None and number == 1:  # that is there already
            continue
        rows.append(Range(shift + number, at + start, at + end, line + first))
        if len(rows) == ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _as_came(rows: list[Range], begins: list[int], before: int) -> list[Range]:
    """Return records made from a sheet with the lines of the sheet on which they begin."""
    return [
        one._replace(line=begins[nth]) if (nth := one.number - before - 1) < len(begins) else one
        for one in rows
    ]


def _too_many(most: int) -> str:
    return (
        f"There are more records in it than the {most:,} that are judged of one upload: only the "
        "first so many are. Its bytes are kept whole; hand the rest in by itself."
    )
