"""The condition a database is in, for whoever has to say what is wrong with it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from archive.store import migrate
from archive.store.database import Database, explained

OLDEST_POSTGRESQL: Final = 14


@dataclass(frozen=True)
class Condition:
    """What a database that answers says of itself."""

    kind: str
    """`SQLite` or `PostgreSQL`."""
    version: str
    too_old: bool
    revision: str | None
    head: str | None
    """The revision that this program expects."""
    known: bool
    """Whether this program knows the revision at all."""
    trouble: str | None
    """Why nothing can be written, where that is so."""
    size: int
    clock: float
    """Seconds by which its clock is ahead of ours, or behind where that is less than none."""
    free: int | None
    """Bytes left on the disk, where that can be told from here."""


def condition(database: Database) -> Condition:
    """Look at a database; raises Unreachable when it does not answer."""
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
    """Try to write something that nobody will ever see."""
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
