"""Queries on documents: the texts in an upload whose ranges are records.

The row of a document that was not XXN has how it was read, the last time and each time before: the
first reading gives each record its first revision, a later one names the revisions that it gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, and_, bindparam, func, not_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import Document
from archive.store.row_views import LeftOut
from archive.store.sql import insert_new, update

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
    """Whether it was made from another format."""
    left_out: bool
    """Whether it could not be read."""


def add(session: Session, row: dict[str, Any]) -> bool:
    """Keep a document. Return False where an earlier, interrupted attempt has kept it: that one
    stays, because its records may be there already."""
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
            col(Document.note).is_not(None),
        )
        .where(col(Document.upload_id) == upload_id)
        .order_by(col(Document.number))
    )
    if number is not None:
        statement = statement.where(col(Document.number) == number)
    return [Text(*row) for row in session.execute(statement)]


def end_splitting(session: Session, upload_id: str, records: Mapping[int, int]) -> None:
    """Set the number of records of documents by their number, all of which are there."""
    rows = [
        {"upload": upload_id, "document": number, "found": found}
        for number, found in records.items()
    ]
    if rows:
        session.connection().execute(_ENDED, rows)


def readings(session: Session, upload_id: str) -> Sequence[dict[str, Any]]:
    """Return how the documents were read that are not XXN."""
    statement = (
        select(col(Document.reading))
        .where(col(Document.upload_id) == upload_id, col(Document.reading).is_not(None))
        .order_by(col(Document.number))
    )
    return list(session.execute(statement).scalars())


def begins(session: Session, upload_id: str, number: int) -> list[int]:
    """Return the lines of a sheet on which its records begin; none for XXN."""
    return (reading(session, upload_id, number) or {}).get("begins") or []


def reading(session: Session, upload_id: str, number: int) -> dict[str, Any] | None:
    """Return how a document was read the last time; None for XXN."""
    said = select(col(Document.reading)).where(*_this(upload_id, number))
    return session.execute(said).scalar_one_or_none()


def note_reading(session: Session, upload_id: str, number: int, reading: Mapping[str, Any]) -> None:
    """Keep how a document was read again."""
    session.execute(update(Document).where(*_this(upload_id, number)).values(reading=reading))


def replace(session: Session, upload_id: str, number: int, blob_id: str) -> None:
    """Note that a document could be read after all, as a further one, with this blob."""
    replaced = update(Document).where(*_this(upload_id, number))
    session.execute(replaced.values(note=None, blob_id=blob_id))


def first_record(session: Session, upload_id: str, number: int) -> int:
    """Return the number of a document's first record in its upload."""
    before = select(func.sum(col(Document.records))).where(
        col(Document.upload_id) == upload_id, col(Document.number) < number
    )
    return 1 + (session.execute(before).scalar_one() or 0)


def _this(upload_id: str, number: int) -> tuple[ColumnElement[bool], ...]:
    return col(Document.upload_id) == upload_id, col(Document.number) == number


def count(session: Session, upload_id: str) -> int:
    """Return the number of documents, each counted once: a further reading of one is no further
    document."""
    replaced = and_(col(Document.records) == 0, col(Document.note).is_(None))
    counted = select(func.count()).where(col(Document.upload_id) == upload_id, not_(replaced))
    return session.execute(counted).scalar_one()


def numbers(session: Session, upload_id: str) -> set[int]:
    """Return the numbers of an upload's documents that were found already."""
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


Reading: TypeAlias = Mapping[str, Any]


def of_revision(reading: Reading, nth: int, revision: int) -> Reading:
    """Return the reading that gave the nth record of a document, from 0, a revision; an empty one
    for a revision that was written by hand or is the upload."""
    return next((one for one in _all(reading) if _gave(one, nth) == revision), {})


def latest_revision(reading: Reading | None, nth: int) -> int:
    """Return the latest revision of a record that was read and not written by hand."""
    return max((_gave(one, nth) or 1 for one in _all(reading)), default=1)


def later(reading: Reading, before: Reading | None, revisions: Mapping[int, int]) -> Reading:
    """Return a reading that gave records these revisions, followed by all earlier ones."""
    given = {str(nth): revision for nth, revision in revisions.items()}
    bare = [{name: one[name] for name in one if name != "earlier"} for one in _all(before)]
    return {**reading, "revisions": given, "earlier": bare}


def _all(reading: Reading | None) -> Iterator[Reading]:
    """Yield a reading and those before it, the latest first."""
    if reading is not None:
        yield reading
        yield from reading.get("earlier", ())


def _gave(reading: Reading, nth: int) -> int | None:
    given = reading.get("revisions")
    return 1 if given is None else given.get(str(nth))
