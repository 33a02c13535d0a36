"""Queries on uploads: taking one in, splitting it, finding what was left lying."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, bindparam, exists, not_, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import bulk, ids, upload_counts
from archive.store.models import Record, Upload
from archive.store.types import RecordState, Standing, UploadState, Visibility
from archive.store.upserts import file_name, insert_new

UNFINISHED: Final = (UploadState.QUEUED, UploadState.WORKING)

# Put together once: they are asked with every batch.
_UPLOADS: Final[Any] = Upload.__table__  # type: ignore[attr-defined]
_IT: Final = _UPLOADS.c.id == bindparam("upload")
_PROGRESS: Final = (
    update(_UPLOADS)
    .where(_IT, or_(*(_UPLOADS.c.state == state for state in UNFINISHED)))
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
    """An upload about to be taken in."""

    upload_id: str
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
    """Take an upload in, its bytes being kept already. False where one of this id is here, or one
    of the same bytes from the same owner; nothing is changed then."""
    row = {
        "id": fresh.upload_id,
        "owner_id": fresh.owner_id,
        "filename": file_name(fresh.filename),
        "source": fresh.source,
        "visibility": fresh.visibility,
        "blob_id": fresh.blob_id,
        "size": fresh.size,
        "sha256": fresh.sha256,
        "ranks": fresh.ranks,
        "received_at": now,
        "state": UploadState.QUEUED,
        "attempts": 0,
        "due_at": now + overdue,
        "trace": fresh.trace,
        "tally": upload_counts.none_yet(),
    }
    return bool(insert_new(session, Upload, [row], []))


def same(session: Session, fresh: Fresh) -> str | None:
    """The upload that is here already, if this would be the same: by its id, or by its owner and
    bytes. What nobody owns is never joined."""
    is_same = col(Upload.id) == fresh.upload_id
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
    return sorted(session.execute(select(_UPLOADS.c.id)).scalars())


def begin_splitting(session: Session, upload_id: str, due: datetime) -> Unsplit | None:
    """What to split, with the attempt counted; None where that is done or there is no such."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.total).is_(None))
        .where(col(Upload.state).in_(UNFINISHED))
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


_RECORD: Final = (
    "id", "upload_id", "document", "owner_id", "visibility", "created_at", "state", "standing",
    "shown", "attempts", "revision", "day", "players", "findings", "number", "start", "end", "line",
)  # fmt: skip


def add_records(
    session: Session,
    upload_id: str,
    document: int,
    ranges: Sequence[Range],
    *,
    size: int,
    unsplit: Unsplit,
    now: datetime,
) -> None:
    """The records found in a document of this size. Those that an earlier, interrupted attempt has
    added stay as they are."""
    same: tuple[Any, ...] = (
        upload_id, document, unsplit.owner_id, unsplit.visibility.value, now,
        RecordState.WAITING.value, Standing.WAITING.value, False, 0, 1, "", [], 0,
    )  # fmt: skip
    rows = [(ids.within(found.start, found.end, size), *same, *found) for found in ranges]
    bulk.write(session, Record, _RECORD, rows, "ON CONFLICT (upload_id, number) DO NOTHING")


def last_record(session: Session, upload_id: str, document: int) -> Range | None:
    """The last record of a document that is there already."""
    statement = (
        select(*(col(getattr(Record, name)) for name in Range._fields))
        .where(col(Record.upload_id) == upload_id, col(Record.document) == document)
        .order_by(col(Record.number).desc())
        .limit(1)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Range(*row)


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


def explain(session: Session, upload_id: str, note: str) -> None:
    """Say on an upload's page what became of it."""
    session.execute(update(Upload).where(col(Upload.id) == upload_id).values(note=note))


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
    session.execute(_PROGRESS, {"upload": upload_id, "due": due})


def went_on(session: Session, upload_id: str, due: datetime, *, attempts: int) -> bool:
    """Splitting has come further, and so has not been tried in vain; False where it is to stop,
    because the upload was cancelled, failed or deleted. Holds the upload's row like `progress`."""
    asked = {"upload": upload_id, "due": due, "tried": attempts}
    return session.execute(_WENT_ON, asked).first() is not None


def end_turn(session: Session, upload_id: str, due: datetime) -> bool:
    """A turn of splitting has ended well; whether another is needed."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.state) == UploadState.WORKING)
        .where(col(Upload.total).is_(None))
        .values(due_at=due, attempts=0)
        .returning(col(Upload.id))
    )
    return session.execute(statement).first() is not None


def finish_if_settled(session: Session, upload_id: str, now: datetime) -> bool:
    """Mark an upload done when it is split and none of its records waits any more, which its tally
    mostly tells without a look at them."""
    row = session.execute(_HOW_FAR, {"upload": upload_id}).one_or_none()
    if row is None or row.total is None:
        return False
    tally = upload_counts.read(row.tally)
    if tally.settled + tally.deleted < row.total:
        return False
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


def claim_overdue(
    session: Session, *, now: datetime, due: datetime, limit: int, ahead: datetime
) -> dict[str, str | None]:
    """Uploads taken in but neither finished nor heard of for too long, the oldest first, each with
    the id of the request that brought it.

    Claiming moves their due moment on in the same statement, so that two sweepers at once never
    take the same upload: the second finds the condition no longer true. What is due later than
    `ahead` was noted by a clock that has been set back since, and is not believed.
    """
    unfinished = col(Upload.state).in_(UNFINISHED)
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
        .execution_options(synchronize_session=False)
    )
    return {row.id: row.trace for row in session.execute(statement)}
