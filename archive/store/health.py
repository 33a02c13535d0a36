"""The condition of the database, and how much work waits in it, for operators."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import (
    UNFINISHED_JOBS,
    UNFINISHED_UPLOADS,
    AnalysisState,
    JobState,
    RecordState,
    UploadState,
)
from archive.store import migrate
from archive.store.database import Database, Unreachable, explained
from archive.store.models import Job, Record, Unanalysed, Upload

OLDEST_POSTGRESQL: Final = 14


@dataclass(frozen=True)
class Condition:
    """The condition of a database that answers."""

    kind: str
    """`SQLite` or `PostgreSQL`."""
    version: str
    too_old: bool
    revision: str | None
    head: str | None
    """The revision that this program expects."""
    known: bool
    """Whether this program knows the revision."""
    trouble: str | None
    """The reason why nothing can be written, where that is so."""
    size: int
    clock: float
    """Seconds by which its clock is ahead of ours; negative where it is behind."""
    free: int | None
    """Bytes left on the disk, where that can be found out from here."""


def condition(database: Database) -> Condition:
    """Return the condition of a database; raises Unreachable when it does not answer."""
    with explained(database), database.engine.connect() as connection:
        revision = migrate.revision_of(connection)
        numbers = connection.dialect.server_version_info or ()
        size = _size(connection, database)
        clock = _clock(connection, database)
    trouble = _trouble(database)
    return Condition(
        kind="SQLite" if database.sqlite else "PostgreSQL",
        version=".".join(map(str, numbers)),
        too_old=not database.sqlite and tuple(numbers) < (OLDEST_POSTGRESQL,),
        revision=revision,
        head=migrate.head(),
        known=revision is None or migrate.knows(revision),
        trouble=trouble,
        size=size,
        clock=clock,
        free=None if database.file is None else shutil.disk_usage(database.file.parent).free,
    )


def _trouble(database: Database) -> str | None:
    """Return why nothing can be written, by trying to write something and undoing it."""
    try:
        with database.writer.connect() as connection, connection.begin() as transaction:
            connection.execute(text("CREATE TABLE doctor_was_here (n INTEGER)"))
            connection.execute(text("INSERT INTO doctor_was_here VALUES (1)"))
            transaction.rollback()
    except DBAPIError as error:
        return str(error.orig).strip().splitlines()[0]
    return None


def _clock(connection: Connection, database: Database) -> float:
    if database.sqlite:  # a file has none
        return 0.0
    theirs = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    return float((theirs - datetime.now(UTC)).total_seconds())


def _size(connection: Connection, database: Database) -> int:
    if database.file is None:
        size = connection.execute(text("SELECT pg_database_size(current_database())"))
        return int(size.scalar_one())
    beside = (database.file, database.file.with_name(f"{database.file.name}-wal"))
    return sum(one.stat().st_size for one in beside if one.exists())


class Counts(NamedTuple):
    """The number of uploads, records and jobs in each state."""

    uploads: dict[str, int]
    records: dict[str, int]
    jobs: dict[str, int]
    analyses: dict[str, int]
    """Unfinished analyses; finished ones are not counted."""
    overdue: int
    """Uploads and jobs that are unfinished and have made no progress in time."""
    longest: float
    """Seconds by which the most overdue of them is late."""
    ahead: int = 0
    """Those of them that are due later than is possible: a clock was set back."""


def counts(database: Database, ahead: datetime) -> Counts | None:
    """Return the counts; None when the database is away or has not been migrated. Work that is due
    later than `ahead` counts as overdue."""
    try:
        with database.reading(unhurried=True) as session:
            late, beyond, longest = _overdue(session, ahead)
            return Counts(
                uploads=_by_state(session, Upload, UploadState),
                records=_by_state(session, Record, RecordState),
                jobs=_by_state(session, Job, JobState),
                analyses=_by_state(session, Unanalysed, AnalysisState),
                overdue=late + beyond,
                longest=longest,
                ahead=beyond,
            )
    except (SQLAlchemyError, Unreachable):
        return None


def _by_state(session: Session, table: Any, states: Iterable[StrEnum]) -> dict[str, int]:
    statement = select(col(table.state), func.count()).group_by(col(table.state))
    found = {str(state): number for state, number in session.execute(statement)}
    return {str(state): found.get(str(state), 0) for state in states}


def _overdue(session: Session, ahead: datetime) -> tuple[int, int, float]:
    """Return how many uploads and jobs are late, how many are due later than `ahead`, and by how
    many seconds the latest of them is late."""
    now, late, beyond, longest = datetime.now(UTC), 0, 0, 0.0
    tables: list[tuple[Any, Iterable[StrEnum]]] = [
        (Upload, UNFINISHED_UPLOADS), (Job, UNFINISHED_JOBS),
    ]  # fmt: skip
    for table, unfinished in tables:
        due = col(table.due_at)
        number, after, earliest = session.execute(
            select(func.count().filter(due <= now), func.count().filter(due > ahead), func.min(due))
            .where(col(table.state).in_(tuple(unfinished)))
        ).one()  # fmt: skip
        late, beyond = late + number, beyond + after
        if number:
            longest = max(longest, (now - earliest).total_seconds())
    return late, beyond, longest
