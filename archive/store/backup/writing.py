"""Writing a backup: everything in the database at one moment, while others write on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, BinaryIO, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.store import migrate
from archive.store.backup.file import Manifest, StoredTable, Writing
from archive.store.backup.values import Kind, column, kind_of, read_from, written
from archive.store.database import UNHURRIED, Database, explained

VERSIONS: Final = "alembic_version"
# Rows fetched at once: those with bytes in them may have a mebibyte each.
ROWS: Final = 500
LARGE_ROWS: Final = 4


class Empty(TwentiesError):
    """A database that has never held an archive."""


def write(database: Database, stream: BinaryIO, files: Mapping[str, bytes]) -> Manifest:
    """Write a backup of the database, with these files, into an open file."""
    with explained(database), _snapshot(database) as connection, Writing(stream) as into:
        revision = migrate.revision_of(connection)
        if revision is None:
            raise Empty(
                marked("There is no archive in this database yet, so there is nothing to back up.")
            )
        manifest = Manifest(
            revision=revision,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            program=version("twenties"),
            database=connection.dialect.name,
            tables=[
                _write_table(connection, into, name, columns)
                for name, columns in tables(connection).items()
            ],
            files={name: into.file(name, content) for name, content in sorted(files.items())},
        )
        into.end(manifest)
    return manifest


def tables(connection: Connection) -> dict[str, list[tuple[str, Kind]]]:
    """Return all tables and their columns, in the order of their names.

    Left out is what the database keeps or computes by itself: the tables behind a full-text index,
    and generated columns.
    """
    inspector = sa.inspect(connection)
    names = set(inspector.get_table_names()) - {VERSIONS}
    if connection.dialect.name == "sqlite":
        own = connection.exec_driver_sql("PRAGMA table_list")
        names -= {row.name for row in own if row.type != "table" or row.name.startswith("sqlite_")}
    return {
        name: [
            (found["name"], kind_of(found["type"]))
            for found in inspector.get_columns(name)
            if not found.get("computed")
        ]
        for name in sorted(names)
    }


@contextmanager
def _snapshot(database: Database) -> Iterator[Connection]:
    """Yield a transaction that sees one moment of the database to its end, and changes nothing.

    SQLite's write-ahead log gives every reader one; PostgreSQL has to be asked.
    """
    with database.engine.execution_options(**UNHURRIED).connect() as connection:
        if not database.sqlite:
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


def _write_table(
    connection: Connection, into: Writing, name: str, columns: list[tuple[str, Kind]]
) -> StoredTable:
    keys = sa.inspect(connection).get_pk_constraint(name)["constrained_columns"]
    named = [column(*one) for one in columns]
    kinds = [kind for _, kind in columns]
    source = sa.table(name, *named)
    statement = (
        sa.select(*(read_from(one, kind) for one, kind in zip(named, kinds, strict=True)))
        .select_from(source)
        # By the key, byte for byte, on either database: the same rows make the same backup.
        .order_by(*(_in_bytes(connection, source.c[key], columns) for key in keys))
    )
    at_once = LARGE_ROWS if Kind.BINARY in kinds else ROWS
    found = connection.execution_options(yield_per=at_once).execute(statement)
    with into.table(name) as lines:
        for row in found:
            lines.write(_line(row, kinds))
    return StoredTable(name, columns, lines.lines, lines.sha256)


def _in_bytes(
    connection: Connection, key: sa.ColumnElement[Any], columns: list[tuple[str, Kind]]
) -> sa.ColumnElement[Any]:
    if connection.dialect.name == "postgresql" and dict(columns)[str(key.key)] is Kind.TEXT:
        return sa.collate(key, "C")
    return key


def _line(row: Any, kinds: list[Kind]) -> bytes:
    values = [written(value, kind) for value, kind in zip(row, kinds, strict=True)]
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
