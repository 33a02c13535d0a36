"""Queries of re-scoring: which records another engine has judged, where the verdicts differ from
those before, and how many changed in which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, exists, func, not_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import UNFINISHED_JOBS, JobState, RecordState
from archive.store import jobs, pending_removal, sql, upload_counts
from archive.store.jobs import END
from archive.store.models import Difference, Job, Record, Verdict
from archive.store.record_bytes import PLACE, RecordPlace
from archive.store.records import SUMMARY, summaries
from archive.store.row_views import GameSummary
from archive.store.sql import insert_new, put

KIND: Final = "rescore"
"""The kind of its jobs."""
NO_ENGINE: Final = "no engine: given up"


@dataclass(frozen=True)
class Differing:
    """A record on which the engines differ."""

    record_id: str
    before: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True)
class Stale:
    """A record that another engine judged, and its verdict."""

    place: RecordPlace
    engine: str | None
    standing: str
    note: str | None
    body: str | None


def differences(
    session: Session, job_id: str, after: str = "", limit: int = 100
) -> list[Differing]:
    """Return differences in the order of their records, those after one."""
    statement = (
        select(*sql.columns(Difference, Differing))
        .where(col(Difference.job_id) == job_id, col(Difference.record_id) > after)
        .order_by(col(Difference.record_id))
        .limit(limit)
    )
    return [Differing(*row) for row in session.execute(statement)]


def _is_stale(engine: str) -> ColumnElement[bool]:
    """Return the condition that a record's latest verdict is another engine's, or unknown; or that
    it was given up, by whatever engine: it is tried again."""
    return or_(
        col(Record.state) == RecordState.FAILED,
        and_(
            col(Record.state) == RecordState.JUDGED,
            or_(col(Record.engine).is_(None), col(Record.engine) != engine),
        ),
    )


def by_engine(session: Session, engine: str) -> dict[str, int]:
    """Return the number of records to be re-scored, by the engine that judged them; `NO_ENGINE`
    stands for those that were given up."""
    judged_by = case((col(Record.state) == RecordState.FAILED, NO_ENGINE), else_=col(Record.engine))
    statement = select(judged_by, func.count()).where(_is_stale(engine))
    rows = session.execute(statement.group_by(judged_by))
    return {str(found or "unknown"): number for found, number in rows}


def take(
    session: Session, job_id: str, engine: str, size: int, due: datetime
) -> list[Stale] | None:
    """Return the next records to re-score, with the cursor moved past them; an empty list where the
    job has come to the end, None where it is over."""
    held = jobs.hold(session, job_id, KIND, due)
    if held is None:
        return None
    found = _stale(session, job_id, engine, col(Record.id) > held.cursor, size)
    jobs.reached(session, job_id, found[-1].place.id if len(found) == size else END)
    return found


def take_between(
    session: Session, job_id: str, engine: str, first: str, last: str, size: int, due: datetime
) -> list[Stale] | None:
    """Return the records between two that were taken already and are still to be re-scored."""
    if jobs.hold(session, job_id, KIND, due) is None:
        return None
    return _stale(session, job_id, engine, col(Record.id).between(first, last), size)


def _stale(
    session: Session, job_id: str, engine: str, which: ColumnElement[bool], size: int
) -> list[Stale]:
    places = [
        (RecordPlace(*row[: len(RecordPlace._fields)]), *row[len(RecordPlace._fields) :])
        for row in session.execute(
            select(*PLACE, col(Record.engine), col(Record.standing), col(Record.note))
            .where(which, _is_stale(engine), not_(_told(job_id)))
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


def _bodies(session: Session, places: Sequence[RecordPlace]) -> dict[str, str]:
    """Return the latest verdict of each record's revision."""
    if not places:
        return {}
    revisions = {place.id: place.revision for place in places}
    statement = (
        select(col(Verdict.record_id), col(Verdict.revision), col(Verdict.body))
        .where(sql.among(session, Verdict.record_id, [*revisions]))
        .order_by(col(Verdict.created_at))
    )
    return {
        row.record_id: row.body
        for row in session.execute(statement)
        if row.revision == revisions[row.record_id]
    }


def still_stale(session: Session, upload_ids: Sequence[str], record_ids: Sequence[str],
                engine: str) -> set[str]:  # fmt: skip
    """Lock these uploads, in one order everywhere; return which of the records have not been
    re-scored by another worker meanwhile."""
    upload_counts.hold(session, *set(upload_ids))
    statement = select(col(Record.id)).where(
        sql.among(session, Record.id, [*record_ids]), _is_stale(engine)
    )
    return set(session.execute(statement).scalars())


def note(session: Session, job_id: str, found: Sequence[Differing]) -> None:
    """Keep differences, once."""
    rows = [
        {"job_id": job_id, "record_id": one.record_id, "before": one.before, "after": one.after}
        for one in found
    ]
    insert_new(session, Difference, rows, ["job_id", "record_id"])


def finish(session: Session, job_id: str, engine: str, now: datetime) -> bool:
    """Mark a job done that has come to the end and has left nothing behind."""
    left = exists().where(_is_stale(engine), not_(_told(job_id)))
    over = (col(Job.state).in_(UNFINISHED_JOBS), col(Job.cursor) == END, not_(left))
    return put(session, Job, job_id, *over, state=JobState.DONE, ended_at=now)


@dataclass(frozen=True, slots=True)
class Change:
    """The number of records with one standing before and one after; None where there was or is no
    verdict."""

    before: str | None
    after: str | None
    number: int


def changes(session: Session, job_id: str) -> list[Change]:
    """Return a job's differences counted by standing before and after, the most frequent first."""
    before: Any = col(Difference.before)["standing"].as_string()
    after: Any = col(Difference.after)["standing"].as_string()
    found = (
        select(before.label("before"), after.label("after"))
        .where(col(Difference.job_id) == job_id)
        .subquery()
    )
    number = func.count()
    statement = (
        select(found.c.before, found.c.after, number)
        .group_by(found.c.before, found.c.after)
        .order_by(number.desc(), found.c.before, found.c.after)
    )
    return [Change(*row) for row in session.execute(statement)]


def games(session: Session, ids: Sequence[str]) -> dict[str, GameSummary]:
    """Return these games as lists show them, by their identifiers; without those being deleted."""
    statement = select(*SUMMARY).where(sql.among(session, Record.id, ids), pending_removal.stays())
    return {found.id: found for found in summaries(session, statement)}
