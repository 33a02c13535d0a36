"""Many rows in one statement, past the ORM: the pipeline writes a dozen rows for every record.

SQLite takes rows one by one through a prepared statement, PostgreSQL as an array for each column.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import ARRAY, JSON, Column, Dialect, String, any_, bindparam, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from archive.store.types import Moment

_POSTGRESQL: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]


def write(
    session: Session,
    table: type[SQLModel],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    otherwise: str = "",
) -> None:
    """Insert rows, in their order. `otherwise` is what an `ON CONFLICT` says, where one may be.

    The order is that in which rows are locked: two writers that both sort theirs never wait for
    each other in a circle.
    """
    _execute(session, _inserting, table, columns, rows, otherwise)


def change(
    session: Session,
    table: type[SQLModel],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    also: str = "",
) -> None:
    """Set columns of rows: each of `rows` begins with the `id` of the one it is for, and so does
    `columns`. `also` is what is set in all of them, in SQL."""
    _execute(session, _changing, table, columns, rows, also)


def _execute(
    session: Session,
    put: Callable[[str, type[SQLModel], tuple[str, ...], str], str],
    table: type[SQLModel],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    more: str,
) -> None:
    given = [*zip(*rows, strict=True)]
    if not given:
        return
    dialect = session.get_bind().dialect
    known = table.__table__.c  # type: ignore[attr-defined]
    values = [
        _as_kept(known[name], dialect, held) for name, held in zip(columns, given, strict=True)
    ]
    statement = put(dialect.name, table, tuple(columns), more)
    session.connection().exec_driver_sql(
        statement,
        [*zip(*values, strict=True)] if dialect.name == "sqlite" else tuple(map(list, values)),
    )


@lru_cache(maxsize=64)
def _inserting(dialect: str, table: type[SQLModel], columns: tuple[str, ...], more: str) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    if dialect == "sqlite":
        body = f"VALUES ({', '.join('?' * len(columns))})"
    else:
        body = f"SELECT * FROM {_given(table, columns)}"  # noqa: S608 - names of our own
    return f"INSERT INTO {table.__tablename__} ({names}) {body} {more}".strip()


@lru_cache(maxsize=64)
def _changing(dialect: str, table: type[SQLModel], columns: tuple[str, ...], more: str) -> str:
    _, *names = columns
    if dialect == "sqlite":  # numbered, because the identifier comes first and is asked for last
        sets = [f'"{name}" = ?{at}' for at, name in enumerate(names, 2)]
        body = ", ".join(filter(None, (*sets, more)))
        return f"UPDATE {table.__tablename__} SET {body} WHERE id = ?1"  # noqa: S608
    sets = [f'"{name}" = given."{name}"' for name in names]
    body = ", ".join(filter(None, (*sets, more)))
    given = ", ".join(f'"{name}"' for name in columns)
    return (
        f"UPDATE {table.__tablename__} SET {body}"  # noqa: S608
        f" FROM {_given(table, columns)} AS given ({given})"
        f" WHERE {table.__tablename__}.id = given.id"
    )


def _given(table: type[SQLModel], columns: Sequence[str]) -> str:
    """Rows given as an array for each column, as PostgreSQL takes them."""
    known = table.__table__.c  # type: ignore[attr-defined]
    arrays = ", ".join(f"%s::{known[name].type.compile(_POSTGRESQL)}[]" for name in columns)
    return f"unnest({arrays})"


def _as_kept(column: Column[Any], dialect: Dialect, values: Sequence[Any]) -> Sequence[Any]:
    """A column's values as drivers take them: JSON as text, and for SQLite moments, which it keeps
    as text; many rows have the same one."""
    if isinstance(column.type, JSON):
        return [None if value is None else json.dumps(value) for value in values]
    if not isinstance(column.type, Moment) or dialect.name != "sqlite":
        return values
    kept = {value: _moment(value) for value in set(values)}
    return [kept[value] for value in values]


def _moment(value: datetime | str | None) -> str | None:
    """As SQLite's driver would write it, who asks a function of Python's own for each row; what was
    read by `run` is so written already."""
    if value is None or isinstance(value, str):
        return value
    if value.tzinfo is None:
        raise ValueError("a moment without a time zone is not a moment")
    return value.astimezone(UTC).isoformat(" ")


def among(session: Session, column: Any, values: Sequence[str]) -> Any:
    """Whether a column has one of these words, as one parameter: a hundred take SQLAlchemy longer
    to write down than the database to find."""
    if session.get_bind().dialect.name == "sqlite":
        each = func.json_each(json.dumps(values)).table_valued("value")
        return column.in_(select(each.c.value))
    return column == any_(bindparam(None, list(values), type_=ARRAY(String), unique=True))


def run(session: Session, statement: str, values: Sequence[str]) -> Any:
    """A statement of plain SQL with `AMONG` for one of these words, and what it answers: moments
    as the driver has them, good for `write` and nothing else.

    For what is asked of every record that is judged: SQLAlchemy takes longer to put such a
    statement together than the database to answer it.
    """
    if session.get_bind().dialect.name == "sqlite":
        asked: Any = json.dumps(values)
        statement = statement.replace("AMONG", "IN (SELECT value FROM json_each(?))")
    else:
        asked = list(values)
        statement = statement.replace("AMONG", "= ANY(%s)")
    return session.connection().exec_driver_sql(statement, (asked,))
