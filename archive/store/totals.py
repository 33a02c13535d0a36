"""Queries for those who watch over the archive: how much there is in which state, what waits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.database import Database, Unreachable
from archive.store.models import Job, Record, Unanalysed, Upload
from archive.store.types import (
    UNFINISHED_JOBS,
    UNFINISHED_UPLOADS,
    AnalysisState,
    JobState,
    RecordState,
    UploadState,
)


class Counts(NamedTuple):
    """How many there are of each state."""

    uploads: dict[str, int]
    records: dict[str, int]
    jobs: dict[str, int]
    analyses: dict[str, int]
    """Those that are not there yet; those that are there are not counted."""
    overdue: int
    """Uploads and jobs that are unfinished and have made no progress in time."""
    longest: float
    """Seconds by which the most overdue of them is late."""
    ahead: int = 0
    """Those of them that are due later than anything can be: a clock was set back."""


def counts(database: Database, ahead: datetime) -> Counts | None:
    """Count; None when the database is away or has not been migrated. What is due later than
    `ahead` is as overdue as what is late."""
    try:
        with database.reading(unhurried=True) as session:
            beyond = sum(
                _due_after(session, table, unfinished, ahead)
                for table, unfinished in ((Upload, UNFINISHED_UPLOADS), (Job, UNFINISHED_JOBS))
            )
            late = [
                *_late(session, Upload, UNFINISHED_UPLOADS),
                *_late(session, Job, UNFINISHED_JOBS),
            ]
            return Counts(
                uploads=_by_state(session, Upload, UploadState),
                records=_by_state(session, Record, RecordState),
                jobs=_by_state(session, Job, JobState),
                analyses=_by_state(session, Unanalysed, AnalysisState),
                overdue=sum(number for number, _ in late) + beyond,
                longest=max((seconds for _, seconds in late), default=0.0),
                ahead=beyond,
            )
    except (SQLAlchemyError, Unreachable):
        return None


def _by_state(session: Session, table: Any, states: Iterable[StrEnum]) -> dict[str, int]:
    statement = select(col(table.state), func.count()).group_by(col(table.state))
    found = {str(state): number for state, number in session.execute(statement)}
    return {str(state): found.get(str(state), 0) for state in states}


def _late(session: Session, table: Any, unfinished: Iterable[StrEnum]) -> list[tuple[int, float]]:
    now = datetime.now(UTC)
    statement = select(func.count(), func.min(col(table.due_at))).where(
        col(table.state).in_(tuple(unfinished)), col(table.due_at) <= now
    )
    number, earliest = session.execute(statement).one()
    return [(number, (now - earliest).total_seconds())] if number else []


def _due_after(
    session: Session, table: Any, unfinished: Iterable[StrEnum], moment: datetime
) -> int:
    statement = select(func.count()).where(
        col(table.state).in_(tuple(unfinished)), col(table.due_at) > moment
    )
    return int(session.execute(statement).scalar_one())
