"""A million made-up records in minutes.

`twenties load-sample` keeps an archive as it must be kept: every batch is safe on disk, every index
and every reference is looked after row by row. Here nothing is lost if the machine stops, so
indexes are made once all rows are there, references are not looked up (the rows come from one
place), and nothing is waited for until it is on disk. The rows are the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from archive.config import Settings
from archive.services import Archive
from archive.services.sample_data import load
from archive.store.database import Database

TABLES = ("record", "seat", "finding", "facetcount", "recordtext")
"""What most rows are added to."""
_LIST = ", ".join(f"'{table}'" for table in TABLES)
INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master"
    f" WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ({_LIST})",
    "postgresql": "SELECT indexname, indexdef FROM pg_indexes"
    f" WHERE tablename IN ({_LIST}) AND indexname NOT IN (SELECT conname FROM pg_constraint)",
}
"""The indexes that are no constraint, each with the statement that makes it."""
CARELESS = {
    "sqlite": (
        "PRAGMA synchronous = OFF",
        "PRAGMA foreign_keys = OFF",
        "PRAGMA cache_size = -2000000",
        "PRAGMA wal_autocheckpoint = 100000",
    ),
    "postgresql": (
        "SET synchronous_commit = off",
        "SET statement_timeout = 0",
        "SET session_replication_role = replica",
        "SET maintenance_work_mem = '1GB'",
    ),
}


def make(environment: dict[str, str], number: int) -> None:
    """Make the archive that these settings name, with so many records, and print how long it
    took."""
    archive = Archive(Settings.from_environment(environment))
    try:
        archive.migrate()
        print(f"{number:,} records made in {fill(archive.database, number):,.0f} s", flush=True)
    finally:
        archive.close()


def fill(database: Database, number: int) -> float:
    """Add so many records to an archive that is empty; how many seconds it took."""
    begun = time.perf_counter()
    dialect = database.engine.dialect.name
    with _careless(database, dialect):
        with database.writing() as session:
            connection = session.connection()
            indexes = [tuple(row) for row in connection.exec_driver_sql(INDEXES[dialect])]
            for name, _ in indexes:
                connection.exec_driver_sql(f"DROP INDEX {name}")
        load(database, number, seed=7)
        for _, statement in indexes:
            with database.writing() as session:
                session.connection().exec_driver_sql(statement)
        if dialect == "postgresql":  # it would do so by itself, some minutes later
            whole = database.engine.execution_options(isolation_level="AUTOCOMMIT")
            with whole.connect() as connection:
                connection.exec_driver_sql("VACUUM ANALYZE")
    return time.perf_counter() - begun


@contextmanager
def _careless(database: Database, dialect: str) -> Iterator[None]:
    """New connections do not care what becomes of the rows if the machine stops."""

    def tell(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for statement in CARELESS[dialect]:
            cursor.execute(statement)
        cursor.close()
        connection.commit()

    database.engine.dispose()
    event.listen(database.engine, "connect", tell)
    try:
        yield
    finally:
        event.remove(database.engine, "connect", tell)
        database.engine.dispose()
