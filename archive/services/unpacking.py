"""Unpacking: an upload becomes documents, the texts in it: as it came, unpacked, or as the XXN made
from another format."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator
from itertools import chain
from typing import BinaryIO, Final, NamedTuple

from archive.core.text import file_name
from archive.importers import Imported
from archive.importers.registry import RECORD
from archive.importers.source import LARGEST as LARGEST_FOREIGN
from archive.notation import read
from archive.read_sheet import convert
from archive.services import packed_files
from archive.services.context import Context, TimeSlice, now
from archive.services.packed_files import Damaged, Limits, Member, PackedFileRefused
from archive.store import blobs, ids, upload_documents, upload_transitions
from archive.store.blobs import BUFFER, IN_MEMORY_BYTES
from archive.store.database import Session
from archive.store.uploads import Unsplit
from archive.telling import not_a_game

# Rows added in one transaction while a large upload is split: other writers get their turn between.
ROWS_AT_ONCE: Final = 500
MOST_MEMBERS: Final = 10_000
MOST_RATIO: Final = 200
_OVERLAP: Final = 16

LOOKED_AT: Final = 1 << 16
"""The bytes of a large file by which it is said why no game was found in it."""
NO_RECORD: Final = "No game was found in it."


class Stopped(Exception):
    """Splitting must end: the upload was cancelled, refused or deleted."""


class MadeDocument(NamedTuple):
    """A document about to be kept; its bytes where they are small, else the blob they are in."""

    number: int
    name: str | None
    size: int
    data: bytes | None = None
    blob_id: str | None = None
    reading: dict[str, object] | None = None
    note: str | None = None


class Unpacking:
    """Finding the documents of uploads."""

    def __init__(self, context: Context) -> None:
        self.context, self.database = context, context.database

    def find_documents(self, upload_id: str, unsplit: Unsplit, turn: TimeSlice) -> bool:
        """Find the texts in an upload, the same on every attempt; return whether all are there
        now."""
        with self.database.reading() as session:
            there = upload_documents.numbers(session, upload_id)
        made: list[MadeDocument] = []
        held = 0
        try:
            for found in self.texts(unsplit, there):
                made.append(found)
                held += len(found.data or b"")
                full = held >= IN_MEMORY_BYTES or len(made) >= ROWS_AT_ONCE
                if full or found.data is None or turn.over:
                    self._keep_documents(upload_id, unsplit, made)
                    made, held = [], 0
                    if turn.over:
                        return False
        except PackedFileRefused as refused:
            with self.database.writing() as session:
                upload_transitions.fail(session, upload_id, str(refused), now())
            raise Stopped from refused
        self._keep_documents(upload_id, unsplit, made)
        return True

    def texts(self, unsplit: Unsplit, there: Container[int]) -> Iterator[MadeDocument]:
        """Yield the texts in an upload except for those that are `there`, by their numbers. Raises
        PackedFileRefused."""
        file = blobs.opened(self.database, unsplit.blob_id, unsplit.size)
        kind = packed_files.kind(file)
        if kind == "zip":
            members = packed_files.members(file, self._limits)
            if not members:
                raise PackedFileRefused(packed_files.EMPTY)
            for member in members:
                if member.number not in there:
                    yield self._member(unsplit, file, member)
        elif 1 not in there:
            yield (self._gunzipped(unsplit, file) if kind == "gzip" else self._alone(unsplit))

    @property
    def _limits(self) -> Limits:
        return Limits(MOST_MEMBERS, self.context.settings.max_unpacked, MOST_RATIO)

    def _member(self, unsplit: Unsplit, file: BinaryIO, member: Member) -> MadeDocument:
        """Return a packed file as a document; one that cannot be read is noted and harms none."""
        try:
            data, blob_id, size = self._keep_pieces(packed_files.unpack(file, member))
        except Damaged as damaged:
            return MadeDocument(member.number, member.name, 0, note=str(damaged))
        made = self._made(unsplit, member.number, member.name, blob_id, size, data)
        found = self._with_a_game(made, member.name)
        if found is not made and (inner := self._packed_inside(data, blob_id, size)) is not None:
            note = f"It is packed itself ({inner}); upload it by itself to have it unpacked."
            return found._replace(note=note)
        return found

    def _alone(self, unsplit: Unsplit) -> MadeDocument:
        """Return a file or a text as a document."""
        made = self._made(unsplit, 1, None, unsplit.blob_id, unsplit.size)
        return self._with_a_game(made, unsplit.filename)

    def _with_a_game(self, made: MadeDocument, name: str | None) -> MadeDocument:
        """Return a document as it is where there is a game in it, or its name says so; else one
        without a record, and with what could not be used."""
        if made.note is not None or made.reading is not None or self._holds_records(made, name):
            return made
        head = self._beginning(made.data, made.blob_id, made.size, LOOKED_AT)
        if not_a_game.faults_of(read(head)) is None and made.size:
            return made
        note = not_a_game.sentence_about(head, made.size) or NO_RECORD
        return MadeDocument(made.number, name, 0, note=note)

    def _beginning(self, data: bytes | None, blob_id: str | None, size: int, most: int) -> bytes:
        """Return the first bytes of a text, or of the blob it is in."""
        if data is not None:
            return data[:most]
        return blobs.opened(self.database, blob_id or "", size).read(most)

    def _gunzipped(self, unsplit: Unsplit, file: BinaryIO) -> MadeDocument:
        name = (unsplit.filename or "").removesuffix(".gz") or None
        try:
            data, blob_id, size = self._keep_pieces(packed_files.gunzip(file, self._limits))
        except Damaged as damaged:
            raise PackedFileRefused(f"This gzip file could not be unpacked. {damaged}") from damaged
        if (inner := self._packed_inside(data, blob_id, size)) is not None:
            raise PackedFileRefused(
                f"In this gzip file is a packed file again ({inner}). Unpack it first."
            )
        return self._with_a_game(self._made(unsplit, 1, name, blob_id, size, data), name)

    def _packed_inside(self, data: bytes | None, blob_id: str | None, size: int) -> str | None:
        """Return how an unpacked file is packed itself; None where it is not."""
        return packed_files.nested(self._beginning(data, blob_id, size, 512))

    def _made(
        self,
        unsplit: Unsplit,
        number: int,
        name: str | None,
        blob_id: str | None,
        size: int,
        data: bytes | None = None,
    ) -> MadeDocument:
        """Return a text as a document: as it is, or as the XXN made from it."""
        made = self._converted(unsplit, name or unsplit.filename, blob_id, size, data)
        if made is None:
            return MadeDocument(number, name, size, data, blob_id)
        if made.refusal is not None:
            return MadeDocument(number, name or unsplit.filename, 0, note=made.refusal)
        return MadeDocument(number, name, len(made.xxn), made.xxn, reading=made.as_stored())

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
            data = blobs.opened(self.database, blob_id or "", size).read()
        return convert(data, name, unsplit.ranks, self.context.settings.patience)

    def _holds_records(self, made: MadeDocument, name: str | None) -> bool:
        """Return whether records of XXN are in a text, or its name says so."""
        if name and name.lower().endswith(".xxn") and made.size:
            return True
        if made.data is not None:
            return RECORD.search(made.data) is not None
        file, held = blobs.opened(self.database, made.blob_id or "", made.size), b""
        while piece := file.read(BUFFER):
            if RECORD.search(held + piece):
                return True
            held = (held + piece)[-_OVERLAP:]
        return False

    def _keep_pieces(self, pieces: Iterator[bytes]) -> tuple[bytes | None, str | None, int]:
        """Return bytes that come in pieces: small ones as they are, more in a blob of their own."""
        held = b""
        for piece in pieces:
            held += piece
            if len(held) >= IN_MEMORY_BYTES:
                blob_id = ids.fresh()
                size = blobs.keep_long(self.database, blob_id, chain([held], pieces), now())
                return None, blob_id, size
        return held, None, len(held)

    def _keep_documents(self, upload_id: str, unsplit: Unsplit, made: list[MadeDocument]) -> None:
        if not made:
            return
        with self.database.writing() as session:
            if not upload_transitions.went_on(session, upload_id, self.context.due(), attempts=1):
                raise Stopped
            for one in made:
                keep_document(session, upload_id, unsplit.blob_id, one)


def keep_document(session: Session, upload_id: str, came: str, one: MadeDocument) -> str:
    """Keep a text of an upload that came as one blob; return the blob of the text, its own where it
    was made. One that is there already stays."""
    blob_id = one.blob_id or came
    own = blob_id != came
    if one.data is not None:
        blob_id, own = ids.fresh(), True
        sha256 = hashlib.sha256(one.data).hexdigest()
        blobs.keep(session, blob_id, one.data, sha256, now())
    row = {
        "upload_id": upload_id, "number": one.number, "name": file_name(one.name),
        "blob_id": blob_id, "size": one.size, "reading": one.reading, "note": one.note,
        "records": None if one.note is None else 0,
    }  # fmt: skip
    new = upload_documents.add(session, row)
    if own and not new:
        blobs.remove(session, [blob_id])
    return blob_id
