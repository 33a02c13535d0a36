"""The bytes of records, as they came or as they were corrected, read a stretch at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.judgements import Piece
from archive.store import blobs, sql
from archive.store.models import Document, Record, Revision

STRETCH: Final = 1 << 20
"""Bytes of a document that are read at once."""


class RecordPlace(NamedTuple):
    """The place of a record's bytes."""

    id: str
    number: int
    upload_id: str
    document: int
    start: int
    end: int
    revision: int


PLACE: Final = sql.columns(Record, RecordPlace)

_DOCUMENTS: Final[Any] = Document.__table__  # type: ignore[attr-defined]
# Built once: see verdict_writer.py.
_BLOB: Final = select(_DOCUMENTS.c.blob_id).where(
    _DOCUMENTS.c.upload_id == bindparam("upload"), _DOCUMENTS.c.number == bindparam("document")
)


def pieces(session: Session, places: Sequence[RecordPlace]) -> list[Piece]:
    """Return records with the bytes of the revision asked for, in the order of uploads and numbers.

    Records of one document are read as one stretch, not one by one.
    """
    corrected = {place.id: place.revision for place in places if place.revision > 1}
    contents = _contents(session, corrected) if corrected else {}
    found = []
    ordered = sorted(places, key=lambda place: (place.upload_id, place.document, place.number))
    for (upload_id, document), of_one in groupby(
        ordered, key=lambda place: (place.upload_id, place.document)
    ):
        these = list(of_one)
        as_came = [place for place in these if place.id not in contents]
        begin = as_came[0].start if as_came else 0
        stretch = _bytes(session, upload_id, document, begin, as_came[-1].end) if as_came else b""
        for place in these:
            data = contents.get(place.id)
            if data is None:
                data = stretch[place.start - begin : place.end - begin]
            found.append(Piece(place.id, place.number, data, place.revision))
    return found


def of_document(session: Session, upload_id: str, document: int) -> list[Piece]:
    """Return the latest revisions of the records of a document, in order."""
    statement = select(*PLACE).where(
        col(Record.upload_id) == upload_id, col(Record.document) == document
    )
    return pieces(session, [RecordPlace(*row) for row in session.execute(statement)])


def _contents(session: Session, revisions: Mapping[str, int]) -> dict[str, bytes]:
    """Return the texts of corrections, by the record's identifier and the correction's number."""
    statement = select(col(Revision.record_id), col(Revision.number), col(Revision.content)).where(
        sql.among(session, Revision.record_id, [*revisions])
    )
    return {
        row.record_id: bytes(row.content)
        for row in session.execute(statement)
        if row.number == revisions[row.record_id]
    }


def _bytes(session: Session, upload_id: str, document: int, start: int, end: int) -> bytes:
    """Return a stretch of one of an upload's documents."""
    blob_id = session.execute(_BLOB, {"upload": upload_id, "document": document}).scalar_one()
    return blobs.read(session, blob_id, start, end)


def latest(session: Session, ids: Sequence[str]) -> list[Piece]:
    """Return the latest bytes of records, in this order. Neighbours are read at once, and no more
    than that: the records of a list may lie anywhere in a large upload."""
    statement = select(*PLACE).where(sql.among(session, Record.id, ids))
    places = [RecordPlace(*row) for row in session.execute(statement)]
    places.sort(key=lambda place: (place.upload_id, place.document, place.start))
    by_id: dict[str, Piece] = {}
    near: list[RecordPlace] = []
    for place in places:
        if near and (
            (place.upload_id, place.document) != (near[0].upload_id, near[0].document)
            or place.end - near[0].start > STRETCH
        ):
            by_id |= {piece.id: piece for piece in pieces(session, near)}
            near = []
        near.append(place)
    by_id |= {piece.id: piece for piece in pieces(session, near)}
    return [by_id[id_] for id_ in ids if id_ in by_id]
