"""Queries on jobs: long work that is not an upload, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import UNFINISHED_JOBS, JobState
from archive.store import ids
from archive.store.models import Difference, Job
from archive.store.sql import columns, one, put, update

END: Final = "~"
"""A cursor that sorts after every identifier."""


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
    attempts: int
    """How often it was begun, and then found overdue, since it last made progress."""
    note: str | None
    created_at: datetime
    ended_at: datetime | None
    differences: int


def add(
    session: Session, kind: str, owner_id: str | None, asked: dict[str, Any], total: int,
    now: datetime, due: datetime, trace: str | None,
) -> str:  # fmt: skip
    """Keep a new job; return its identifier."""
    job = Job(
        id=ids.fresh(), kind=kind, owner_id=owner_id, asked=asked, total=total,
        created_at=now, due_at=due, trace=trace,
    )  # fmt: skip
    session.add(job)
    session.flush()
    return job.id


_VIEW: Final = columns(Job, [*JobView.__dataclass_fields__][:-1])


def find(session: Session, job_id: str) -> JobView | None:
    """Return a job; None where there is no such job."""
    row = session.execute(select(*_VIEW).where(col(Job.id) == job_id)).one_or_none()
    if row is None:
        return None
    listed = select(func.count()).where(col(Difference.job_id) == job_id)
    return JobView(**row._mapping, differences=session.execute(listed).scalar_one())


def latest(session: Session, limit: int = 50) -> list[JobView]:
    """Return the latest jobs."""
    newest = select(col(Job.id)).order_by(col(Job.created_at).desc()).limit(limit)
    found = (find(session, job_id) for job_id in session.execute(newest).scalars())
    return [job for job in found if job is not None]


def unfinished(session: Session, kind: str) -> str | None:
    """Return a job of this kind that is not finished."""
    statement = select(col(Job.id)).where(*_unfinished(kind)).limit(1)
    return session.execute(statement).scalar_one_or_none()


def went_on(session: Session, job_id: str, number: int, due: datetime) -> None:
    """Count `number` more records of a job as done."""
    progress = {"done": col(Job.done) + number, "attempts": 0} if number else {}
    put(session, Job, job_id, due_at=due, **progress)


class Held(NamedTuple):
    """A job that a worker is at: its arguments, and the cursor up to which it is done."""

    asked: dict[str, Any]
    cursor: str


def hold(session: Session, job_id: str, kind: str, due: datetime) -> Held | None:
    """Return a job with its row locked until the transaction ends, so that of two workers at it one
    waits for the other; None where it is finished."""
    statement = (
        update(Job)
        .where(col(Job.id) == job_id, *_unfinished(kind))
        .values(state=JobState.WORKING, due_at=due)
        .returning(*columns(Job, Held))
    )
    return one(session, Held, statement)


def reached(session: Session, job_id: str, cursor: str) -> None:
    """Set the cursor up to which a job is done."""
    put(session, Job, job_id, cursor=cursor)


def end(session: Session, job_id: str, now: datetime) -> None:
    """End a job with nothing left to do."""
    put(session, Job, job_id, state=JobState.DONE, ended_at=now)


def cancel(session: Session, job_id: str, kind: str, now: datetime) -> bool:
    """Cancel a job of this kind. Return False where it is finished."""
    cancelled = {"state": JobState.CANCELLED, "ended_at": now}
    return put(session, Job, job_id, *_unfinished(kind), **cancelled)


def _unfinished(kind: str) -> tuple[ColumnElement[bool], ...]:
    return col(Job.kind) == kind, col(Job.state).in_(UNFINISHED_JOBS)


def claim_overdue(
    session: Session, kind: str, now: datetime, due: datetime, ahead: datetime
) -> dict[str, str | None]:
    """Return jobs that no worker has gone on with for too long, each with the id of the request
    that asked for it. Only a job that a worker had begun a turn of may have killed it, and counts
    an attempt; others still wait for a worker. One that had reached the end and has left records
    behind, in workers that died, begins again from the start: it finds those alone. A job that is
    due later than `ahead` was noted by a clock that has been set back since: it is taken too,
    without an attempt. One whose row is locked just now is being worked on, and left alone."""
    late = col(Job.due_at) <= now
    overdue = and_(*_unfinished(kind), or_(late, col(Job.due_at) > ahead))
    begun = case((and_(col(Job.state) == JobState.WORKING, late), 1), else_=0)
    free = select(col(Job.id)).where(overdue).with_for_update(skip_locked=True)
    statement = (
        update(Job)
        .where(col(Job.id).in_(free), overdue)
        .values(due_at=due, attempts=col(Job.attempts) + begun, state=JobState.QUEUED)
        .returning(col(Job.id), col(Job.trace))
    )
    found = {row.id: row.trace for row in session.execute(statement)}
    session.execute(
        update(Job).where(col(Job.id).in_([*found]), col(Job.cursor) == END).values(cursor="")
    )
    return found
