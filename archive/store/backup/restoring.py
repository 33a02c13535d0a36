"""Putting a backup into a database: into an empty one, or in the place of another set aside.

It happens in one transaction, or in a new file that takes the old one's name when it is complete:
a restore that fails leaves everything as it was.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.store import ids, migrate, postgres
from archive.store.backup.file import Damaged, Manifest, OpenBackup, StoredTable, TooNewBackup
from archive.store.backup.values import Kind, column, read
from archive.store.backup.writing import LARGE_ROWS, ROWS, VERSIONS, tables
from archive.store.database import Database, explained
from archive.store.models import Identity

LOOKS: Final = 10
PAUSE: Final = 0.1
"""The seconds between two looks at whether something is connected."""
_ASIDE: Final = "replaced_"
_FOREIGN_KEYS: Final = """
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""
# Those of the archive's own triggers; an extension keeps its own.
_FUNCTIONS: Final = """
    SELECT oid::regprocedure::text
    FROM pg_proc AS f
    WHERE pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = f.oid AND deptype = 'e')
"""


class InUse(TwentiesError):
    """Something is connected to the archive."""


class NotEmpty(TwentiesError):
    """The database has rows, where an empty one is needed."""


def restore(database: Database, backup: OpenBackup, *, replace: bool, stamp: str) -> str | None:
    """Restore a checked backup; return where the previous content has been put, if there was any.

    `stamp` tells that place from others of its kind.
    """
    _refuse_newer(backup.manifest)
    if database.file is not None:
        return _as_new_file(database, database.file, backup, replace=replace, stamp=stamp)
    with explained(database), migrate.alone(database) as connection:
        if not _is_alone(connection):
            raise InUse(
                marked(
                    "The archive in the database %(url)s is in use: something is connected to it. "
                    "Stop what runs on it, on every machine, then try again."
                ),
                url=_url(connection),
            )
        aside = _make_way(connection, replace=replace, stamp=stamp)
        _fill(connection, backup)
        return aside


def _is_alone(connection: Connection) -> bool:
    """Return whether nothing else is connected. The server lets go of a connection a moment after
    it was closed, so several looks are taken."""
    for _ in range(LOOKS):
        if connection.exec_driver_sql(postgres.ALONE).scalar_one():
            return True
        sleep(PAUSE)
    return False


def _url(connection: Connection) -> str:
    return connection.engine.url.render_as_string(hide_password=True)


def _refuse_newer(manifest: Manifest) -> None:
    if not migrate.knows(manifest.revision):
        raise TooNewBackup(
            marked(
                "This backup’s database is of revision %(revision)s, which this version does not "
                "know: version %(program)s has made it. Restore it with that one, or a later one."
            ),
            revision=manifest.revision,
            program=manifest.program,
        )


def _rows_in(connection: Connection) -> bool:
    """Return whether any table has a row, except for the mark that even an empty archive has."""
    mark = Identity.__tablename__
    return any(_has_rows(connection, name) for name in tables(connection) if name != mark)


def _has_rows(connection: Connection, table: str) -> bool:
    one = sa.select(sa.literal(1)).select_from(sa.table(table)).limit(1)
    return connection.execute(one).first() is not None


def _not_empty(where: str) -> NotEmpty:
    return NotEmpty(
        marked(
            "There is an archive in %(where)s already. Restore into an empty one, or say --force "
            "to have it set aside first."
        ),
        where=where,
    )


# SQLite: a new file


def _as_new_file(
    database: Database, path: Path, backup: OpenBackup, *, replace: bool, stamp: str
) -> str | None:
    full = path.exists() and not _is_empty_file(database, tolerant=replace)
    if full and not replace:
        raise _not_empty(str(path))
    database.close()  # the last to close it puts the write-ahead log back into the file
    draft = path.with_name(f"{path.name}.restoring")
    _remove(draft)
    try:
        fresh = Database(f"sqlite:///{draft}")
        try:
            with explained(fresh), migrate.alone(fresh) as connection:
                _fill(connection, backup)
        finally:
            fresh.close()
        _to_disk(draft)
        aside = path.with_name(f"{path.name}.{_ASIDE}{stamp}") if full else None
        for end in ("", "-wal", "-shm"):
            old = path.with_name(path.name + end)
            if old.exists() and aside is not None:
                old.rename(aside.with_name(aside.name + end))
            elif end:
                old.unlink(missing_ok=True)
        draft.replace(path)
        _to_disk(path.parent)
    except BaseException:
        _remove(draft)
        raise
    return None if aside is None else str(aside)


def _is_empty_file(database: Database, *, tolerant: bool) -> bool:
    """Return whether the present file is empty. One that cannot be read is not."""
    try:
        with explained(database), database.engine.connect() as connection:
            return not _rows_in(connection)
    except TwentiesError:
        if tolerant:
            return False
        raise


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).unlink()


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# PostgreSQL: one transaction


def _make_way(connection: Connection, *, replace: bool, stamp: str) -> str | None:
    """Leave the schema without tables and functions: those of an empty archive are dropped, others
    moved to a schema of their own, from which they can be moved back."""
    names = [*tables(connection), VERSIONS]
    present = [name for name in names if sa.inspect(connection).has_table(name)]
    full = _rows_in(connection)
    quote = connection.dialect.identifier_preparer.quote
    if full and not replace:
        raise _not_empty(_url(connection))
    aside = f"{_ASIDE}{stamp}"
    things = [f"TABLE {quote(name)}" for name in present]
    things += [f"FUNCTION {row[0]}" for row in connection.exec_driver_sql(_FUNCTIONS)]
    if full:
        connection.exec_driver_sql(f"CREATE SCHEMA {quote(aside)}")
    for thing in things:
        if full:
            connection.exec_driver_sql(f"ALTER {thing} SET SCHEMA {quote(aside)}")
        else:
            connection.exec_driver_sql(f"DROP {thing} CASCADE")
    return f"the schema {aside}" if full else None


# Both


def _fill(connection: Connection, backup: OpenBackup) -> None:
    """Make the tables as they were when the backup was made, fill them, then migrate them on."""
    migrate.upgrade_within(connection, backup.manifest.revision)
    present = tables(connection)
    with _without_foreign_keys(connection):
        for table in _in_order(backup.manifest, present):
            if _has_rows(connection, table.name):  # inserted by a migration; the backup has them
                connection.execute(sa.delete(sa.table(table.name)))
        for table in backup.manifest.tables:
            _fill_table(connection, table, backup.rows(table))
    migrate.upgrade_within(connection)
    ids.forget_mark(connection)


def _in_order(manifest: Manifest, present: dict[str, list[tuple[str, Kind]]]) -> list[StoredTable]:
    """Return the backup's tables; raise Damaged where they are not exactly those of its
    revision."""
    for table in manifest.tables:
        if dict(table.columns) != dict(present.get(table.name, ())):
            raise Damaged(
                marked("This backup’s table %(table)s is not that of its revision."),
                table=table.name,
            )
    if missing := present.keys() - {table.name for table in manifest.tables}:
        raise Damaged(marked("This backup lacks the table %(table)s."), table=min(missing))
    return manifest.tables


def _fill_table(connection: Connection, table: StoredTable, rows: Iterable[list[Any]]) -> None:
    kinds = [kind for _, kind in table.columns]
    named = {name: column(name, kind) for name, kind in table.columns}
    values = {name: _bound(connection, name, kind) for name, kind in table.columns}
    insert = sa.insert(sa.table(table.name, *named.values())).values(values)
    at_once = LARGE_ROWS if Kind.BINARY in kinds else ROWS
    for batch in _batches(rows, at_once):
        try:
            given = [
                {
                    f"v_{name}": read(value, kind)
                    for (name, kind), value in zip(table.columns, row, strict=True)
                }
                for row in batch
            ]
        except (ValueError, TypeError, AttributeError) as error:
            raise Damaged(
                marked("This backup’s table %(table)s holds what it cannot."), table=table.name
            ) from error
        connection.execute(insert, given)
    if connection.dialect.name == "postgresql":
        _count_on(connection, table)


def _bound(connection: Connection, name: str, kind: Kind) -> sa.ColumnElement[Any]:
    value = sa.bindparam(f"v_{name}", type_=column(name, kind).type)
    if kind is Kind.JSON and connection.dialect.name == "postgresql":
        return sa.cast(value, sa.JSON)
    return value


def _batches(rows: Iterable[list[Any]], size: int) -> Iterator[list[list[Any]]]:
    given = iter(rows)
    while batch := list(islice(given, size)):
        yield batch


def _count_on(connection: Connection, table: StoredTable) -> None:
    """Make the sequence of a table go on after its highest number."""
    keys = sa.inspect(connection).get_pk_constraint(table.name)["constrained_columns"]
    if len(keys) != 1 or dict(table.columns)[keys[0]] is not Kind.INTEGER:
        return
    quote = connection.dialect.identifier_preparer.quote
    connection.execute(
        sa.text(
            f"SELECT setval(pg_get_serial_sequence(:table, :key), max({quote(keys[0])})) "  # noqa: S608 - quoted
            f"FROM {quote(table.name)} HAVING max({quote(keys[0])}) IS NOT NULL"
        ),
        {"table": quote(table.name), "key": keys[0]},
    )


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Let rows come in any order in this block, and check their references all at once at its end.

    On SQLite `migrate.alone` has seen to both.
    """
    if connection.dialect.name == "sqlite":
        yield
        return
    found = list(connection.exec_driver_sql(_FOREIGN_KEYS))
    for table, name, _ in found:
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    yield
    for table, name, definition in found:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
