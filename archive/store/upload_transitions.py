"""The states of an upload: going on, finishing, being cancelled, and beginning again."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, exists, not_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import UNFINISHED_UPLOADS, RecordState, Standing, UploadState
from archive.store import upload_counts
from archive.store.models import Document, Record, Upload
from archive.store.sql import put, update
from archive.store.upload_counts import RecordOutcome

# Built once: they are asked with every batch.
_UPLOADS: Final[Any] = Upload.__table__  # type: ignore[attr-defined]
_IT: Final = _UPLOADS.c.id == bindparam("upload")
_PROGRESS: Final = (
    update(_UPLOADS)
    .where(_IT, or_(*(_UPLOADS.c.state == state for state in UNFINISHED_UPLOADS)))
    .values(due_at=bindparam("due"))
)
_WENT_ON: Final = (
    update(_UPLOADS)
    .where(_IT, _UPLOADS.c.state == UploadState.WORKING)
    .values(due_at=bindparam("due"), attempts=bindparam("tried"))
    .returning(_UPLOADS.c.id)
)
_HOW_FAR: Final = select(_UPLOADS.c.total, _UPLOADS.c.tally).where(
    _IT, _UPLOADS.c.state == UploadState.WORKING
)


def progress(session: Session, upload_id: str, due: datetime) -> None:
    """Move the moment at which an upload is due.

    Call this first in a transaction that settles records: it holds the upload's row until the
    commit, so that of two batches ending together the second sees what the first has settled.
    """
    session.execute(_PROGRESS, {"upload": upload_id, "due": due})


def went_on(session: Session, upload_id: str, due: datetime, *, attempts: int) -> bool:
    """Note progress of splitting, so that the attempt was not in vain; return False where it has to
    stop, because the upload was cancelled, failed or deleted. Holds the upload's row like
    `progress`."""
    asked = {"upload": upload_id, "due": due, "tried": attempts}
    return session.execute(_WENT_ON, asked).first() is not None


def fail(session: Session, upload_id: str, note: str, now: datetime) -> None:
    """Give an upload up; its bytes stay."""
    put(session, Upload, upload_id, state=UploadState.FAILED, note=note, ended_at=now)


def explain(session: Session, upload_id: str, note: str) -> None:
    """Set the note on an upload's page."""
    put(session, Upload, upload_id, note=note)


def finish_if_settled(session: Session, upload_id: str, now: datetime) -> bool:
    """Mark an upload done when it is split and none of its records waits any more, which its counts
    mostly show without reading them."""
    row = session.execute(_HOW_FAR, {"upload": upload_id}).one_or_none()
    if row is None or row.total is None:
        return False
    tally = upload_counts.read(row.tally)
    if tally.settled + tally.deleted < row.total:
        return False
    unsettled = exists().where(
        and_(col(Record.upload_id) == upload_id, col(Record.state) == RecordState.WAITING)
    )
    split = col(Upload.total).is_not(None), col(Upload.state) == UploadState.WORKING
    over = {"state": UploadState.DONE, "ended_at": now}
    return put(session, Upload, upload_id, *split, not_(unsettled), **over)


def claim_overdue(
    session: Session, *, now: datetime, due: datetime, limit: int, ahead: datetime
) -> dict[str, str | None]:
    """Return uploads that are unfinished and have made no progress for too long, the oldest first,
    each with the id of its request.

    Claiming moves their due moment on in the same statement, so that two sweepers at once never
    take the same upload: the second finds the condition no longer true. An upload that is due later
    than `ahead` was noted by a clock that has been set back since, and counts as overdue.
    """
    unfinished = col(Upload.state).in_(UNFINISHED_UPLOADS)
    overdue = and_(unfinished, or_(col(Upload.due_at) <= now, col(Upload.due_at) > ahead))
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
        .returning(col(Upload.id), col(Upload.trace))
    )
    return {row.id: row.trace for row in session.execute(statement)}


def cancel(session: Session, upload_id: str, now: datetime) -> bool:
    """Cancel an upload: what waits is cancelled, what has a verdict keeps it. Return False where it
    has finished already."""
    unfinished = col(Upload.state).in_(UNFINISHED_UPLOADS)
    stopped = {"state": UploadState.CANCELLED, "ended_at": now}
    if not put(session, Upload, upload_id, unfinished, **stopped):
        return False
    _turn(session, upload_id, RecordState.WAITING, RecordState.CANCELLED, now)
    return True


def resume(session: Session, upload_id: str, now: datetime, due: datetime) -> bool:
    """Judge the rest of an upload that was cancelled. Return False where it was not."""
    cancelled = col(Upload.state) == UploadState.CANCELLED
    return _again(session, upload_id, cancelled, RecordState.CANCELLED, now, due)


def retry(session: Session, upload_id: str, now: datetime, due: datetime) -> bool:
    """Judge again the records of an upload that were given up. Return False where there are none,
    or it has not finished."""
    given_up = exists().where(
        col(Record.upload_id) == upload_id, col(Record.state) == RecordState.FAILED
    )
    done = and_(col(Upload.state) == UploadState.DONE, given_up)
    return _again(session, upload_id, done, RecordState.FAILED, now, due)


def read_again(session: Session, upload_id: str, now: datetime, due: datetime) -> bool:
    """Have an upload read again. Return False where it has not finished, or all in it is XXN."""
    read = or_(col(Document.reading).is_not(None), col(Document.note).is_not(None))
    unknown = col(Record.game).is_(None)
    to_read = or_(
        exists().where(col(Document.upload_id) == upload_id, read),
        exists().where(col(Record.upload_id) == upload_id, unknown),
    )
    done = col(Upload.state) == UploadState.DONE
    queued = {"state": UploadState.QUEUED, "ended_at": None, "due_at": due, "attempts": 0}
    return put(session, Upload, upload_id, done, to_read, **queued)


def to_be_read_again() -> ColumnElement[bool]:
    """Return the condition that an upload is to be read again: it waits, and its records are
    known."""
    return and_(col(Upload.state) == UploadState.QUEUED, col(Upload.total).is_not(None))


def went_on_reading(session: Session, upload_id: str, due: datetime, *, over: bool) -> bool:
    """Note that a turn of reading again has ended well; after the last, what was found is split
    next. Return False where the upload was cancelled or deleted meanwhile."""
    values: dict[str, Any] = {"total": None, "attempts": 1} if over else {"attempts": 0}
    return put(session, Upload, upload_id, to_be_read_again(), due_at=due, **values)


def _again(
    session: Session, upload_id: str, ended: ColumnElement[bool], left: RecordState,
    now: datetime, due: datetime,
) -> bool:  # fmt: skip
    """Judge the records of an upload in the state `left`. Return False where it has not ended like
    this."""
    going = {"state": UploadState.WORKING, "ended_at": None, "due_at": due, "attempts": 0}
    if not put(session, Upload, upload_id, ended, **going):
        return False
    _turn(session, upload_id, left, RecordState.WAITING, now)
    upload_counts.begin_anew(session, upload_id)
    return True


def _turn(
    session: Session, upload_id: str, old: RecordState, new: RecordState, now: datetime
) -> None:
    """Move all records of one state to another. Neither state is listed or counted anywhere."""
    turned = (
        update(Record)
        .where(col(Record.upload_id) == upload_id, col(Record.state) == old)
        .values(state=new, attempts=0, note=None)
        .returning(col(Record.number))
    )
    standings = (upload_counts.key(old, Standing.WAITING), upload_counts.key(new, Standing.WAITING))
    outcomes = [RecordOutcome(number, *standings) for number in session.execute(turned).scalars()]
    upload_counts.note(session, upload_id, outcomes, now)
