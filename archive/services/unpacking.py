"""Unpacking: an upload becomes documents, the texts in it: as it came, unpacked, or as the XXN made
of what is something else.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from archive.converting import convert
from archive.importers import Imported
from archive.importers.registry import RECORD
from archive.importers.source import LARGEST as LARGEST_FOREIGN
from archive.services import packed_files
from archive.services.context import TimeSlice, now
from archive.services.packed_files import Damaged, Limits, Member, PackedFileRefused
from archive.services.uploads import IN_MEMORY_BYTES, HandingIn
from archive.store import blobs, documents, ids, upload_states
from archive.store.blobs import BlobFile
from archive.store.uploads import Unsplit

# Rows added in one transaction while a large upload is split: other writers get their turn between.
ROWS_AT_ONCE: Final = 500
MOST_MEMBERS: Final = 10_000
MOST_RATIO: Final = 200
BUFFER: Final = 1 << 20
_OVERLAP: Final = 16

NO_RECORD: Final = "No record was found in it."


class Stopped(Exception):
    """There is to be no more splitting: the upload was cancelled, refused or deleted."""


class _Made(NamedTuple):
    """A document about to be kept; its bytes where they are small, else the blob they are in."""

    number: int
    name: str | None
    size: int
    data: bytes | None = None
    blob_id: str | None = None
    reading: dict[str, object] | None = None
    note: str | None = None


class Unpacking(HandingIn):
    """Finding the documents of uploads."""

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
        """Return a packed file as a document; one of which nothing can be made is noted and harms
        none."""
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
            note = f"It is packed itself ({inner}); upload it by itself to have it unpacked."
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
        """Return a text as a document: as it is, or as the XXN made of it."""
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
        """Return whether a packed file is to be judged: records open in it, or its name says so."""
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
        """Return bytes that come in pieces: small ones as they are, more in a blob of their own."""
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
