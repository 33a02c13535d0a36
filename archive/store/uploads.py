"""Queries on uploads: taking one in, splitting it, following it, finding what was left lying."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, exists, func, not_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import documents, ids
from archive.store.games import SUMMARY, summary
from archive.store.inserts import column_text, insert_new
from archive.store.rows import Record, Upload
from archive.store.types import RecordState, UploadState, Visibility
from archive.store.views import UploadView


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


def add(
    session: Session,
    *,
    upload_id: str,
    blob_id: str,
    size: int,
    sha256: str,
    filename: str | None,
    source: str,
    visibility: Visibility,
    owner_id: str | None,
    ranks: str,
    trace: str | None,
    now: datetime,
    overdue: timedelta,
) -> bool:
    """Take an upload in, its bytes being kept already. False where one of this id is here, or one
    of the same bytes from the same owner; nothing is changed then."""
    row = {
        "id": upload_id,
        "owner_id": owner_id,
        "filename": column_text(filename),
        "source": source,
        "visibility": visibility,
        "blob_id": blob_id,
        "size": size,
        "sha256": sha256,
        "ranks": ranks,
        "received_at": now,
        "state": UploadState.QUEUED,
        "attempts": 0,
        "due_at": now + overdue,
        "trace": trace,
    }
    return bool(insert_new(session, Upload, [row], []))


def same(session: Session, owner_id: str | None, sha256: str, ranks: str) -> str | None:
    """The upload of these bytes by this owner, if there is one; nobody's are never joined."""
    if owner_id is None:
        return None
    statement = select(col(Upload.id)).where(
        col(Upload.owner_id) == owner_id,
        col(Upload.sha256) == sha256,
        col(Upload.ranks) == ranks,
    )
    return session.execute(statement).scalar_one_or_none()


def begin_splitting(session: Session, upload_id: str, due: datetime) -> Unsplit | None:
    """What to split, with the attempt counted; None where that is done or there is no such."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.total).is_(None))
        .where(col(Upload.state).in_((UploadState.QUEUED, UploadState.WORKING)))
        .values(state=UploadState.WORKING, attempts=col(Upload.attempts) + 1, due_at=due)
        .returning(*(col(getattr(Upload, name)) for name in Unsplit._fields))
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Unsplit(*row)


def bytes_of(session: Session, upload_id: str) -> tuple[str, int, str | None] | None:
    """The blob handed in, its size, and the name it came by."""
    statement = select(col(Upload.blob_id), col(Upload.size), col(Upload.filename))
    row = session.execute(statement.where(col(Upload.id) == upload_id)).one_or_none()
    return None if row is None else (row.blob_id, row.size, row.filename)


def add_records(
    session: Session,
    upload_id: str,
    document: int,
    ranges: Sequence[Range],
    *,
    unsplit: Unsplit,
    now: datetime,
) -> None:
    """The records found. Those that an earlier, interrupted attempt has added stay as they are."""
    rows = [
        {
            "id": ids.fresh(),
            "upload_id": upload_id,
            "document": document,
            "owner_id": unsplit.owner_id,
            "visibility": unsplit.visibility,
            "created_at": now,
            "state": RecordState.WAITING,
            "players": [],
            **found._asdict(),
        }
        for found in ranges
    ]
    insert_new(session, Record, rows, ["upload_id", "number"])


def end_splitting(session: Session, upload_id: str, total: int) -> None:
    """All records are there: from now on the upload's size in records is known."""
    session.execute(update(Upload).where(col(Upload.id) == upload_id).values(total=total))


def fail(session: Session, upload_id: str, note: str, now: datetime) -> None:
    """Give an upload up; its bytes stay."""
    session.execute(
        update(Upload)
        .where(col(Upload.id) == upload_id)
        .values(state=UploadState.FAILED, note=note, ended_at=now)
    )


def waiting(session: Session, upload_id: str, after: int, limit: int) -> list[Range]:
    """The records after a number that have no verdict yet, in order, so many at most."""
    statement = (
        select(col(Record.number), col(Record.start), col(Record.end), col(Record.line))
        .where(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
        .where(col(Record.number) > after)
        .order_by(col(Record.number))
        .limit(limit)
    )
    return [Range(*row) for row in session.execute(statement)]


def progress(session: Session, upload_id: str, due: datetime) -> None:
    """Move an upload's due moment on.

    Call this first in a transaction that settles records: it holds the upload's row until the
    commit, so that of two batches ending together the second sees what the first has settled.
    """
    session.execute(
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.state) != UploadState.DONE)
        .values(due_at=due)
    )


def finish_if_settled(session: Session, upload_id: str, now: datetime) -> bool:
    """Mark an upload done when it is split and none of its records waits any more."""
    unsettled = exists().where(
        and_(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
    )
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.total).is_not(None), not_(unsettled))
        .where(col(Upload.state) == UploadState.WORKING)
        .values(state=UploadState.DONE, ended_at=now)
        .returning(col(Upload.id))
    )
    return session.execute(statement).first() is not None


def claim_overdue(session: Session, *, now: datetime, due: datetime, limit: int) -> list[str]:
    """Uploads taken in but neither finished nor heard of for too long, the oldest first.

    Claiming moves their due moment on in the same statement, so that two sweepers at once never
    take the same upload: the second finds the condition no longer true.
    """
    unfinished = col(Upload.state).in_((UploadState.QUEUED, UploadState.WORKING))
    overdue = and_(unfinished, col(Upload.due_at) <= now)
    oldest = (
        select(col(Upload.id))
        .where(overdue)
        .order_by(col(Upload.due_at))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    statement = (
        update(Upload)
        .where(col(Upload.id).in_(oldest), overdue)
        .values(due_at=due)
        .returning(col(Upload.id))
        .execution_options(synchronize_session=False)
    )
    return list(session.execute(statement).scalars())


def find(session: Session, upload_id: str, games: int) -> UploadView | None:
    """An upload with its first so many games; its bytes are left where they are."""
    statement = select(
        col(Upload.id),
        col(Upload.filename),
        col(Upload.source),
        col(Upload.owner_id),
        col(Upload.visibility),
        col(Upload.state),
        col(Upload.received_at),
        col(Upload.size),
        col(Upload.sha256),
        col(Upload.total),
        col(Upload.note),
    ).where(col(Upload.id) == upload_id)
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    settled = select(func.count()).where(
        col(Record.upload_id) == upload_id, col(Record.state) != RecordState.WAITING
    )
    records = (
        select(*SUMMARY)
        .where(col(Record.upload_id) == upload_id)
        .order_by(col(Record.number))
        .limit(games)
    )
    readings = documents.readings(session, upload_id)
    return UploadView(
        **row._mapping,
        reading=readings[0] if readings else None,
        judged=session.execute(settled).scalar_one(),
        games=[summary(found) for found in session.execute(records)],
    )
