"""Queries on documents: the texts in an upload whose ranges are records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import Document
from archive.store.statements import insert_new
from archive.store.types import file_name
from archive.store.views import LeftOut

_DOCUMENTS: Final[Any] = Document.__table__  # type: ignore[attr-defined]
_ENDED: Final = (
    update(_DOCUMENTS)
    .where(
        _DOCUMENTS.c.upload_id == bindparam("upload"),
        _DOCUMENTS.c.number == bindparam("document"),
    )
    .values(records=bindparam("found"))
)


class Text(NamedTuple):
    """A document as splitting finds it."""

    number: int
    blob_id: str
    size: int
    records: int | None
    is_read: bool
    """Whether it was made from something else."""


def add(
    session: Session,
    upload_id: str,
    number: int,
    *,
    blob_id: str,
    size: int,
    name: str | None = None,
    reading: dict[str, Any] | None = None,
    records: int | None = None,
    note: str | None = None,
) -> bool:
    """Keep a document. False where an earlier, interrupted attempt has kept it: that one stays,
    because its records may be there already."""
    row = {
        "upload_id": upload_id,
        "number": number,
        "name": file_name(name),
        "blob_id": blob_id,
        "size": size,
        "reading": reading,
        "records": records,
        "note": note,
    }
    return bool(insert_new(session, Document, [row], ["upload_id", "number"]))


def of(session: Session, upload_id: str, number: int | None = None) -> list[Text]:
    """Return an upload's documents in order, or one of them."""
    statement = (
        select(
            col(Document.number),
            col(Document.blob_id),
            col(Document.size),
            col(Document.records),
            col(Document.reading).is_not(None),
        )
        .where(col(Document.upload_id) == upload_id)
        .order_by(col(Document.number))
    )
    if number is not None:
        statement = statement.where(col(Document.number) == number)
    return [Text(*row) for row in session.execute(statement)]


def end_splitting(session: Session, upload_id: str, records: Mapping[int, int]) -> None:
    """Say of documents by their number how many records they have, all of which are there."""
    rows = [
        {"upload": upload_id, "document": number, "found": found}
        for number, found in records.items()
    ]
    if rows:
        session.connection().execute(_ENDED, rows)


def readings(session: Session, upload_id: str) -> Sequence[dict[str, Any]]:
    """Return how those documents were read that are not XXN."""
    statement = (
        select(col(Document.reading))
        .where(col(Document.upload_id) == upload_id, col(Document.reading).is_not(None))
        .order_by(col(Document.number))
    )
    return list(session.execute(statement).scalars())


def begins(session: Session, upload_id: str, number: int) -> list[int]:
    """Return the lines of a sheet on which its records begin; none for what is XXN."""
    reading = session.execute(
        select(col(Document.reading)).where(
            col(Document.upload_id) == upload_id, col(Document.number) == number
        )
    ).scalar_one_or_none()
    return (reading or {}).get("begins") or []


def count(session: Session, upload_id: str) -> int:
    """Return how many there are."""
    counted = select(func.count()).where(col(Document.upload_id) == upload_id)
    return session.execute(counted).scalar_one()


def numbers(session: Session, upload_id: str) -> set[int]:
    """Return which of an upload's documents were found already."""
    statement = select(col(Document.number)).where(col(Document.upload_id) == upload_id)
    return set(session.execute(statement).scalars())


def left_out(session: Session, upload_id: str, limit: int) -> list[LeftOut]:
    """Return the first of the packed files in which no record was found, and why."""
    statement = (
        select(col(Document.number), col(Document.name), col(Document.note))
        .where(col(Document.upload_id) == upload_id, col(Document.note).is_not(None))
        .order_by(col(Document.number))
        .limit(limit)
    )
    rows = session.execute(statement)
    return [LeftOut(row.number, row.name, row.note or "") for row in rows]
