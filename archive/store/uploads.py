"""Queries on uploads: taking one in, splitting it, following it, finding what was left lying."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import and_, exists, func, not_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import ids
from archive.store.games import SUMMARY, summary
from archive.store.inserts import column_text, insert_new
from archive.store.rows import Conversion, Record, Upload
from archive.store.types import RecordState, UploadState
from archive.store.views import UploadView


class Range(NamedTuple):
    """A record as splitting finds it: its number, its bytes, the line it begins on."""

    number: int
    start: int
    end: int
    line: int


class Unsplit(NamedTuple):
    """An upload that still has to be split."""

    data: bytes
    filename: str | None
    ranks: str | None
    listed: bool
    attempts: int


def add(
    session: Session,
    data: bytes,
    *,
    upload_id: str,
    filename: str | None,
    source: str,
    listed: bool,
    now: datetime,
    overdue: timedelta,
    ranks: str | None = None,
) -> bool:
    """Take an upload in. False where one of this id is here already; nothing is changed then."""
    row = {
        "id": upload_id,
        "filename": column_text(filename),
        "source": source,
        "listed": listed,
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "received_at": now,
        "state": UploadState.QUEUED,
        "attempts": 0,
        "due_at": now + overdue,
        "content": data,
        "ranks": ranks,
    }
    return bool(insert_new(session, Upload, [row], ["id"]))


def begin_splitting(session: Session, upload_id: str, due: datetime) -> Unsplit | None:
    """The bytes to split, with the attempt counted; None where that is done or there is no such."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.total).is_(None))
        .where(col(Upload.state).in_((UploadState.QUEUED, UploadState.WORKING)))
        .values(state=UploadState.WORKING, attempts=col(Upload.attempts) + 1, due_at=due)
        .returning(
            col(Upload.content),
            col(Upload.filename),
            col(Upload.ranks),
            col(Upload.listed),
            col(Upload.attempts),
        )
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Unsplit(*row)


def keep_conversion(
    session: Session, upload_id: str, reading: dict[str, Any], content: bytes
) -> bytes:
    """Keep the XXN made of an upload, and answer with what is kept: what an earlier attempt has
    made stays, because its records may be there already."""
    row = {"upload_id": upload_id, "reading": reading, "content": content}
    insert_new(session, Conversion, [row], ["upload_id"])
    kept = select(col(Conversion.content)).where(col(Conversion.upload_id) == upload_id)
    return session.execute(kept).scalar_one()


def content(session: Session, upload_id: str) -> tuple[bytes, str | None] | None:
    """The very bytes handed in, and the name they came by."""
    statement = select(col(Upload.content), col(Upload.filename)).where(col(Upload.id) == upload_id)
    row = session.execute(statement).one_or_none()
    return None if row is None else (row.content, row.filename)


def judged_text(session: Session, upload_id: str) -> bytes | None:
    """The XXN of which an upload's records are ranges: what was handed in, or made of it."""
    made = select(col(Conversion.content)).where(col(Conversion.upload_id) == upload_id)
    handed_in = select(col(Upload.content)).where(col(Upload.id) == upload_id)
    text = session.execute(made).scalar_one_or_none()
    return session.execute(handed_in).scalar_one_or_none() if text is None else text


def add_records(
    session: Session, upload_id: str, ranges: Sequence[Range], *, listed: bool, now: datetime
) -> None:
    """The records found. Those that an earlier, interrupted attempt has added stay as they are."""
    rows = [
        {
            "id": ids.fresh(),
            "upload_id": upload_id,
            "listed": listed,
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


def fail(session: Session, upload_id: str, note: str) -> None:
    """Give an upload up; its bytes stay."""
    session.execute(
        update(Upload)
        .where(col(Upload.id) == upload_id)
        .values(state=UploadState.FAILED, note=note)
    )


def waiting(session: Session, upload_id: str) -> list[Range]:
    """The records that have no verdict yet, in order."""
    statement = (
        select(col(Record.number), col(Record.start), col(Record.end), col(Record.line))
        .where(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
        .order_by(col(Record.number))
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


def finish_if_settled(session: Session, upload_id: str) -> bool:
    """Mark an upload done when it is split and none of its records waits any more."""
    unsettled = exists().where(
        and_(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
    )
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.total).is_not(None), not_(unsettled))
        .where(col(Upload.state) == UploadState.WORKING)
        .values(state=UploadState.DONE)
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
        col(Upload.listed),
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
    reading = select(col(Conversion.reading)).where(col(Conversion.upload_id) == upload_id)
    return UploadView(
        **row._mapping,
        reading=session.execute(reading).scalar_one_or_none(),
        judged=session.execute(settled).scalar_one(),
        games=[summary(found) for found in session.execute(records)],
    )
