"""Blobs, kept in chunks: neither writing nor reading a part of them holds the whole."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, BinaryIO, Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.database import Database, DiskFull
from archive.store.models import Blob, Chunk, Document, Upload
from archive.store.sql import delete, put

CHUNK_SIZE: Final = 1 << 18
"""Bytes in a chunk; changing this would misread what is kept already."""
IN_MEMORY_BYTES: Final = 4 * CHUNK_SIZE
"""The most bytes kept in one transaction: more are kept in several, so that other writers get their
turn between and memory stays flat."""

BUFFER: Final = 1 << 20
CHUNKS_REMOVED: Final = 64
"""The most chunks removed in one transaction."""
BLOBS_REMOVED: Final = 20
"""The most blobs that are looked for at a time to be removed."""

# Built once: it is asked with every batch.
_BLOBS: Final[Any] = Blob.__table__  # type: ignore[attr-defined]
_CHUNKS: Final[Any] = Chunk.__table__  # type: ignore[attr-defined]
_CONTENT: Final = select(_CHUNKS.c.content).where(
    _CHUNKS.c.blob_id == bindparam("blob"), _CHUNKS.c.number == bindparam("number")
)


def begin(session: Session, blob_id: str, now: datetime) -> None:
    """Add a blob without bytes yet. Until something refers to it, it may be removed."""
    session.execute(insert(Blob).values(id=blob_id, size=0, sha256="", created_at=now))


def append(session: Session, blob_id: str, first: int, pieces: Sequence[bytes]) -> None:
    """Add chunks, numbered from `first`; each but the blob's last is of CHUNK_SIZE bytes."""
    rows = [
        {"blob_id": blob_id, "number": number, "content": piece}
        for number, piece in enumerate(pieces, first)
    ]
    if rows:
        session.execute(insert(_CHUNKS), rows)


def complete(session: Session, blob_id: str, size: int, sha256: str) -> None:
    """Note the size and the hash of a blob."""
    put(session, Blob, blob_id, size=size, sha256=sha256)


def keep(session: Session, blob_id: str, data: bytes, sha256: str, now: datetime) -> None:
    """Keep bytes that are small enough for one transaction."""
    whole = {"id": blob_id, "size": len(data), "sha256": sha256, "created_at": now}
    session.execute(insert(_BLOBS), whole)
    append(session, blob_id, 0, cut(data))


def keep_long(database: Database, blob_id: str, stretches: Iterable[bytes], now: datetime) -> int:
    """Keep bytes in several transactions, and return how many they are. Nothing refers to them
    before the last is done: an interrupted one is removed by the sweeper."""
    size, number, held, digest = 0, 0, b"", hashlib.sha256()
    with database.writing() as session:
        begin(session, blob_id, now)
    for stretch in stretches:
        held += stretch
        whole = len(held) - len(held) % CHUNK_SIZE if len(held) >= IN_MEMORY_BYTES else 0
        digest.update(stretch)
        size += len(stretch)
        if whole:
            with database.writing() as session:
                append(session, blob_id, number, cut(held[:whole]))
            number, held = number + whole // CHUNK_SIZE, held[whole:]
    with database.writing() as session:
        append(session, blob_id, number, cut(held))
        complete(session, blob_id, size, digest.hexdigest())
    return size


def cut(data: bytes) -> list[bytes]:
    """Return these bytes cut into chunks."""
    return [data[start : start + CHUNK_SIZE] for start in range(0, len(data), CHUNK_SIZE)]


def read(session: Session, blob_id: str, start: int, end: int) -> bytes:
    """Return the bytes from `start` up to `end`, as far as the blob goes."""
    if start >= end:
        return b""
    first, last = start // CHUNK_SIZE, (end - 1) // CHUNK_SIZE
    joined = b"".join(pieces(session, blob_id, first, last))
    return joined[start - first * CHUNK_SIZE : end - first * CHUNK_SIZE]


def pieces(
    session: Session, blob_id: str, first: int = 0, last: int | None = None
) -> Iterator[bytes]:
    """Yield the chunks from one number to another, one at a time."""
    number = first
    while last is None or number <= last:
        asked = {"blob": blob_id, "number": number}
        found = session.execute(_CONTENT, asked).scalar_one_or_none()
        if found is None:
            return
        yield bytes(found)
        number += 1


def stream(database: Database, blob_id: str) -> Iterator[bytes]:
    """Yield a blob's chunks, each read in a short session of its own."""
    number = 0
    while True:
        with database.reading() as session:
            piece = next(pieces(session, blob_id, number, number), None)
        if piece is None:
            return
        yield piece
        number += 1


def remove(session: Session, blob_ids: Sequence[str]) -> None:
    """Delete blobs with their chunks."""
    session.execute(delete(Chunk).where(col(Chunk.blob_id).in_(blob_ids)))
    session.execute(delete(Blob).where(col(Blob.id).in_(blob_ids)))


def remove_some(session: Session, blob_id: str) -> bool:
    """Delete the last chunks of a blob that nothing refers to, and at last the blob; return whether
    there is more of it."""
    last = (
        select(col(Chunk.number))
        .where(col(Chunk.blob_id) == blob_id)
        .order_by(col(Chunk.number).desc())
        .limit(CHUNKS_REMOVED)
    )
    numbers = list(session.execute(last).scalars())
    if len(numbers) == CHUNKS_REMOVED:
        session.execute(
            delete(Chunk).where(col(Chunk.blob_id) == blob_id, col(Chunk.number) >= numbers[-1])
        )
        return True
    remove(session, [blob_id])
    return False


def discard(database: Database, blob_id: str) -> None:
    """Remove bytes to which nothing refers, a few chunks at a time; missing ones are ignored. On a
    full disk even that may be refused: then they are removed later."""
    try:
        while True:
            with database.writing() as session:
                if not remove_some(session, blob_id):
                    return
    except DiskFull:
        return


def unowned(session: Session, before: datetime) -> list[str]:
    """Return blobs begun before a moment to which nothing refers: what interrupted uploads left."""
    statement = (
        select(col(Blob.id))
        .where(col(Blob.created_at) < before)
        .where(col(Blob.id).not_in(select(col(Upload.blob_id))))
        .where(col(Blob.id).not_in(select(col(Document.blob_id))))
        .limit(BLOBS_REMOVED)
    )
    return list(session.execute(statement).scalars())


def opened(database: Database, blob_id: str, size: int) -> BinaryIO:
    """Return a blob as an open file."""
    return io.BufferedReader(BlobFile(database, blob_id, size), BUFFER)


class BlobFile(io.RawIOBase):
    """A blob as an open file: reads a chunk at a time, each in a short session of its own."""

    def __init__(self, database: Database, blob_id: str, size: int) -> None:
        self._database, self._blob_id, self._size = database, blob_id, size
        self._at = 0
        self._held: tuple[int, bytes] = (-1, b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the current position."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Move to a position and return it."""
        self._at = max(0, offset + (0, self._at, self._size)[whence])
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read into a buffer and return how many bytes were read."""
        number, within = divmod(self._at, CHUNK_SIZE)
        if self._at >= self._size:
            return 0
        if self._held[0] != number:
            with self._database.reading() as session:
                self._held = number, next(pieces(session, self._blob_id, number, number), b"")
        given = self._held[1][within : within + len(buffer)]
        buffer[: len(given)] = given
        self._at += len(given)
        return len(given)
