"""Queries on uploads: adding one, once for the key of a program, and splitting it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import (
    UNFINISHED_UPLOADS,
    RecordState,
    Standing,
    UploadState,
    Visibility,
)
from archive.core.text import file_name
from archive.store import ids, sql, upload_counts, upload_transitions
from archive.store.models import IdempotencyKey, Record, Upload
from archive.store.sql import columns, delete, insert_new, one, put, update


class Range(NamedTuple):
    """A record as splitting finds it: its number, its bytes, the line it begins on."""

    number: int
    start: int
    end: int
    line: int


class Unsplit(NamedTuple):
    """An upload that still has to be split."""

    blob_id: str
    size: int
    filename: str | None
    ranks: str
    owner_id: str | None
    visibility: Visibility
    attempts: int


class Fresh(NamedTuple):
    """An upload about to be added."""

    id: str
    blob_id: str
    size: int
    sha256: str
    filename: str | None
    source: str
    visibility: Visibility
    owner_id: str | None
    ranks: str
    trace: str | None


def add(session: Session, fresh: Fresh, *, now: datetime, overdue: timedelta) -> bool:
    """Add an upload whose bytes are kept already. Return False where one of this id is here, or one
    of the same bytes from the same owner; nothing is changed then."""
    row = {
        **fresh._asdict(), "filename": file_name(fresh.filename), "received_at": now,
        "state": UploadState.QUEUED, "attempts": 0, "due_at": now + overdue,
        "tally": upload_counts.none_yet(),
    }  # fmt: skip
    return bool(insert_new(session, Upload, [row], []))


def same(session: Session, fresh: Fresh) -> str | None:
    """Return the upload that is here already, if this would be the same: by its id, or by its owner
    and bytes. Uploads without an owner are never joined."""
    is_same = col(Upload.id) == fresh.id
    if fresh.owner_id is not None:
        is_same = or_(
            is_same,
            and_(
                col(Upload.owner_id) == fresh.owner_id,
                col(Upload.sha256) == fresh.sha256,
                col(Upload.ranks) == fresh.ranks,
            ),
        )
    return session.execute(select(col(Upload.id)).where(is_same).limit(1)).scalar_one_or_none()


def identifiers(session: Session) -> list[str]:
    """Return the identifiers of all uploads, in order."""
    return sorted(session.execute(select(col(Upload.id))).scalars())


def begin_splitting(session: Session, upload_id: str, due: datetime) -> Unsplit | None:
    """Return an upload to split, with the attempt counted; None where it is done or does not
    exist."""
    unsplit = col(Upload.total).is_(None), col(Upload.state).in_(UNFINISHED_UPLOADS)
    return _begin(session, upload_id, *unsplit, due_at=due, state=UploadState.WORKING)


def bytes_of(session: Session, upload_id: str) -> tuple[str, int, str | None] | None:
    """Return the blob uploaded, its size, and the name of its file."""
    statement = select(col(Upload.blob_id), col(Upload.size), col(Upload.filename))
    row = session.execute(statement.where(col(Upload.id) == upload_id)).one_or_none()
    return None if row is None else (row.blob_id, row.size, row.filename)


def begin_reading_again(session: Session, upload_id: str, due: datetime) -> Unsplit | None:
    """Return an upload to read again, with the attempt counted; None where that was not asked
    for."""
    return _begin(session, upload_id, upload_transitions.to_be_read_again(), due_at=due)


def _begin(
    session: Session, upload_id: str, *which: ColumnElement[bool], **values: Any
) -> Unsplit | None:
    """Count an attempt at an upload; return the upload."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, *which)
        .values(attempts=col(Upload.attempts) + 1, **values)
        .returning(*columns(Upload, Unsplit))
    )
    return one(session, Unsplit, statement)


_RECORD: Final = (
    "id", "upload_id", "document", "owner_id", "visibility", "created_at", "state", "standing",
    "shown", "attempts", "revision", "day", "players", "findings", "number", "start", "end", "line",
)  # fmt: skip


def add_records(
    session: Session,
    upload_id: str,
    found: Sequence[tuple[tuple[int, int], Sequence[Range]]],
    *,
    unsplit: Unsplit,
    now: datetime,
) -> None:
    """Add the records found in documents, each with its number and size. Those that an earlier,
    interrupted attempt has added stay as they are."""
    same: tuple[Any, ...] = (
        unsplit.owner_id, unsplit.visibility.value, now,
        RecordState.WAITING.value, Standing.WAITING.value, False, 0, 1, "", [], 0,
    )  # fmt: skip
    rows = [
        (ids.within(one.start, one.end, size), upload_id, document, *same, *one)
        for (document, size), ranges in found
        for one in ranges
    ]
    sql.write(session, Record, _RECORD, rows, "ON CONFLICT (upload_id, number) DO NOTHING")


def last_record(session: Session, upload_id: str, document: int) -> Range | None:
    """Return the last record of a document that is there already."""
    statement = (
        select(*columns(Record, Range))
        .where(col(Record.upload_id) == upload_id, col(Record.document) == document)
        .order_by(col(Record.number).desc())
        .limit(1)
    )
    return one(session, Range, statement)


def end_splitting(session: Session, upload_id: str, total: int) -> None:
    """End the splitting: all records are there, and their number is set."""
    put(session, Upload, upload_id, total=total)


def waiting(session: Session, upload_id: str, after: int, limit: int) -> list[Range]:
    """Return at most `limit` records after a number that have no verdict yet, in order."""
    statement = (
        select(*columns(Record, Range))
        .where(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
        .where(col(Record.number) > after)
        .order_by(col(Record.number))
        .limit(limit)
    )
    return [Range(*row) for row in session.execute(statement)]


def end_turn(session: Session, upload_id: str, due: datetime) -> bool:
    """Note that a turn of splitting has ended well; return whether another is needed."""
    going = col(Upload.state) == UploadState.WORKING, col(Upload.total).is_(None)
    return put(session, Upload, upload_id, *going, due_at=due, attempts=0)


class KeyUse(NamedTuple):
    """The use of a key: a fingerprint of the request, and its upload."""

    fingerprint: str
    upload_id: str


def use_of_key(session: Session, owner: str, key: str) -> KeyUse | None:
    """Return the use of a key; None where it was not used."""
    its = col(IdempotencyKey.owner) == owner, col(IdempotencyKey.key) == key
    return one(session, KeyUse, select(*columns(IdempotencyKey, KeyUse)).where(*its))


def keep_key(
    session: Session, owner: str, key: str, fingerprint: str, upload_id: str, now: datetime
) -> bool:
    """Keep a key; return False where another request has just kept the same."""
    row = {
        "owner": owner, "key": key, "fingerprint": fingerprint, "upload_id": upload_id,
        "created_at": now,
    }  # fmt: skip
    return bool(insert_new(session, IdempotencyKey, [row], ["owner", "key"]))


def any_keys_before(session: Session, moment: datetime) -> bool:
    """Return whether there are keys older than this."""
    old = select(col(IdempotencyKey.key)).where(col(IdempotencyKey.created_at) < moment).limit(1)
    return session.execute(old).first() is not None


def forget_keys(session: Session, before: datetime) -> None:
    """Forget keys older than this."""
    session.execute(delete(IdempotencyKey).where(col(IdempotencyKey.created_at) < before))
