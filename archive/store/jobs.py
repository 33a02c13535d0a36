"""Queries on jobs: long work that is not an upload, and how far it has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, exists, func, not_, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import bulk, ids
from archive.store.inserts import insert_new
from archive.store.rows import Difference, Job, Record, Upload, Verdict
from archive.store.settling import PLACE, Place
from archive.store.types import JobState, RecordState

UNFINISHED: Final = (JobState.QUEUED, JobState.WORKING)
END: Final = "~"
"""A cursor after every identifier."""


@dataclass(frozen=True)
class JobView:
    """A job and how far it has come."""

    id: str
    kind: str
    owner_id: str | None
    state: str
    asked: dict[str, Any]
    total: int | None
    done: int
    note: str | None
    created_at: datetime
    ended_at: datetime | None
    differences: int


@dataclass(frozen=True)
class Differing:
    """A record of which the engines say something else."""

    record_id: str
    before: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True)
class Stale:
    """A record that another engine judged, and the verdict it has."""

    place: Place
    engine: str | None
    standing: str
    note: str | None
    body: str | None


def add(
    session: Session, kind: str, owner_id: str | None, asked: dict[str, Any], total: int,
    now: datetime, due: datetime, trace: str | None,
) -> str:  # fmt: skip
    """Keep a new job; its identifier."""
    job = Job(
        id=ids.fresh(), kind=kind, owner_id=owner_id, asked=asked, total=total,
        created_at=now, due_at=due, trace=trace,
    )  # fmt: skip
    session.add(job)
    session.flush()
    return job.id


_VIEW: Final = [
    col(getattr(Job, name))
    for name in JobView.__dataclass_fields__
    if name != "differences"
]  # fmt: skip


def find(session: Session, job_id: str) -> JobView | None:
    """A job; None where there is none such."""
    row = session.execute(select(*_VIEW).where(col(Job.id) == job_id)).one_or_none()
    if row is None:
        return None
    listed = select(func.count()).where(col(Difference.job_id) == job_id)
    return JobView(**row._mapping, differences=session.execute(listed).scalar_one())


def latest(session: Session, limit: int = 50) -> list[JobView]:
    """The latest jobs."""
    newest = select(col(Job.id)).order_by(col(Job.created_at).desc()).limit(limit)
    found = (find(session, job_id) for job_id in session.execute(newest).scalars())
    return [job for job in found if job is not None]


def unfinished(session: Session, kind: str) -> str | None:
    """A job of this kind that has not come to its end."""
    statement = select(col(Job.id)).where(col(Job.kind) == kind, col(Job.state).in_(UNFINISHED))
    return session.execute(statement.limit(1)).scalar_one_or_none()


def differences(session: Session, job_id: str, after: str, limit: int) -> list[Differing]:
    """Differences in the order of their records, those after one."""
    statement = (
        select(col(Difference.record_id), col(Difference.before), col(Difference.after))
        .where(col(Difference.job_id) == job_id, col(Difference.record_id) > after)
        .order_by(col(Difference.record_id))
        .limit(limit)
    )
    return [Differing(*row) for row in session.execute(statement)]


def stale(engine: str) -> ColumnElement[bool]:
    """Of which records another engine's verdict is the latest, or none is known to be."""
    return and_(
        col(Record.state).in_((RecordState.JUDGED, RecordState.FAILED)),
        or_(col(Record.engine).is_(None), col(Record.engine) != engine),
    )


def by_engine(session: Session, engine: str) -> dict[str, int]:
    """How many records are to be judged anew, by the engine that judged them."""
    statement = select(col(Record.engine), func.count()).where(stale(engine))
    rows = session.execute(statement.group_by(col(Record.engine)))
    return {str(found or "unknown"): number for found, number in rows}


def take(
    session: Session, job_id: str, engine: str, size: int, due: datetime
) -> list[Stale] | None:
    """The next records to judge anew, the cursor moved past them; none where the job has been all
    the way, None where it is over."""
    cursor = _at_work(session, job_id, due)
    if cursor is None:
        return None
    found = _stale(session, job_id, engine, col(Record.id) > cursor, size)
    cursor = found[-1].place.id if len(found) == size else END
    session.execute(update(Job).where(col(Job.id) == job_id).values(cursor=cursor))
    return found


def take_between(
    session: Session, job_id: str, engine: str, first: str, last: str, size: int, due: datetime
) -> list[Stale] | None:
    """What is still to be judged anew of records that were taken already, from one to another."""
    if _at_work(session, job_id, due) is None:
        return None
    return _stale(session, job_id, engine, col(Record.id).between(first, last), size)


def _at_work(session: Session, job_id: str, due: datetime) -> str | None:
    """The cursor of a job that a worker has begun to go on with, its row held; None where it has
    come to its end."""
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, col(Job.state).in_(UNFINISHED))
        .values(state=JobState.WORKING, due_at=due)
        .returning(col(Job.cursor))
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).scalar_one_or_none()


def _stale(
    session: Session, job_id: str, engine: str, which: ColumnElement[bool], size: int
) -> list[Stale]:
    places = [
        (Place(*row[: len(Place._fields)]), *row[len(Place._fields) :])
        for row in session.execute(
            select(*PLACE, col(Record.engine), col(Record.standing), col(Record.note))
            .where(which, stale(engine), not_(_told(job_id)))
            .order_by(col(Record.id))
            .limit(size)
        )
    ]
    bodies = _bodies(session, [found[0] for found in places])
    return [
        Stale(place, judged_by, str(standing), note, bodies.get(place.id))
        for place, judged_by, standing, note in places
    ]


def _told(job_id: str) -> ColumnElement[bool]:
    return exists().where(
        col(Difference.job_id) == job_id, col(Difference.record_id) == col(Record.id)
    )


def _bodies(session: Session, places: Sequence[Place]) -> dict[str, str]:
    """The latest verdict of each record's revision."""
    if not places:
        return {}
    revisions = {place.id: place.revision for place in places}
    statement = (
        select(col(Verdict.record_id), col(Verdict.revision), col(Verdict.body))
        .where(bulk.among(session, col(Verdict.record_id), [*revisions]))
        .order_by(col(Verdict.created_at))
    )
    return {
        row.record_id: row.body
        for row in session.execute(statement)
        if row.revision == revisions[row.record_id]
    }


def still_stale(session: Session, upload_ids: Sequence[str], record_ids: Sequence[str],
                engine: str) -> set[str]:  # fmt: skip
    """Lock these uploads, in one order everywhere; which of the records nobody else has judged
    anew meanwhile."""
    session.execute(
        select(col(Upload.id))
        .where(bulk.among(session, col(Upload.id), sorted(set(upload_ids))))
        .order_by(col(Upload.id))
        .with_for_update()
    ).all()
    statement = select(col(Record.id)).where(
        bulk.among(session, col(Record.id), [*record_ids]), stale(engine)
    )
    return set(session.execute(statement).scalars())


def note(session: Session, job_id: str, found: Sequence[Differing]) -> None:
    """Keep differences, once."""
    rows = [
        {"job_id": job_id, "record_id": one.record_id, "before": one.before, "after": one.after}
        for one in found
    ]
    insert_new(session, Difference, rows, ["job_id", "record_id"])


def went_on(session: Session, job_id: str, number: int, due: datetime) -> None:
    """So many more records are done."""
    session.execute(
        update(Job)
        .where(col(Job.id) == job_id)
        .values(done=col(Job.done) + number, due_at=due, attempts=0)
        if number
        else update(Job).where(col(Job.id) == job_id).values(due_at=due)
    )


def finish(session: Session, job_id: str, engine: str, now: datetime) -> bool:
    """Mark a job done that has been all the way and has left nothing behind."""
    left = exists().where(stale(engine), not_(_told(job_id)))
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, col(Job.state).in_(UNFINISHED), col(Job.cursor) == END)
        .where(not_(left))
        .values(state=JobState.DONE, ended_at=now)
        .returning(col(Job.id))
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).first() is not None


def hold(session: Session, job_id: str, kind: str, due: datetime) -> dict[str, Any] | None:
    """What a job was asked for, its row held until the transaction ends, so that of two workers at
    it one waits for the other; None where it has come to its end."""
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, col(Job.kind) == kind, col(Job.state).in_(UNFINISHED))
        .values(state=JobState.WORKING, due_at=due)
        .returning(col(Job.asked))
        .execution_options(synchronize_session=False)
    )
    asked: dict[str, Any] | None = session.execute(statement).scalar_one_or_none()
    return asked


def cursor(session: Session, job_id: str) -> str:
    """Up to where a job is done."""
    its = select(col(Job.cursor)).where(col(Job.id) == job_id)
    return str(session.execute(its).scalar_one())


def reached(session: Session, job_id: str, cursor: str) -> None:
    """A job is done up to here."""
    session.execute(update(Job).where(col(Job.id) == job_id).values(cursor=cursor))


def end(session: Session, job_id: str, now: datetime) -> None:
    """Nothing is left to be done of a job."""
    session.execute(
        update(Job).where(col(Job.id) == job_id).values(state=JobState.DONE, ended_at=now)
    )


def cancel(session: Session, job_id: str, kind: str, now: datetime) -> bool:
    """Go no further with a job of this kind. False where it has come to its end."""
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, col(Job.kind) == kind, col(Job.state).in_(UNFINISHED))
        .values(state=JobState.CANCELLED, ended_at=now)
        .returning(col(Job.id))
    )
    return session.execute(statement).first() is not None


def claim_overdue(
    session: Session, kind: str, now: datetime, due: datetime
) -> dict[str, str | None]:
    """Jobs that nobody has gone on with for too long, each with the id of the request that asked
    for it. Only one that a worker had begun to go on with may have killed it, and counts an
    attempt; others wait for a worker still. One that had been all the way and has left
    records behind, in workers that died, begins again from the start: it finds those alone."""
    overdue = and_(col(Job.kind) == kind, col(Job.state).in_(UNFINISHED), col(Job.due_at) <= now)
    begun = case((col(Job.state) == JobState.WORKING, 1), else_=0)
    statement = (
        update(Job)
        .where(overdue)
        .values(due_at=due, attempts=col(Job.attempts) + begun, state=JobState.QUEUED)
        .returning(col(Job.id), col(Job.trace))
        .execution_options(synchronize_session=False)
    )
    found = {row.id: row.trace for row in session.execute(statement)}
    session.execute(
        update(Job)
        .where(col(Job.id).in_([*found]), col(Job.cursor) == END)
        .values(cursor="")
        .execution_options(synchronize_session=False)
    )
    return found


def attempts(session: Session, job_id: str) -> int:
    """How often a job was begun, and then found overdue, since it last came any further."""
    statement = select(col(Job.attempts)).where(col(Job.id) == job_id)
    return session.execute(statement).scalar_one_or_none() or 0
