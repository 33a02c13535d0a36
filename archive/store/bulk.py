"""Many rows in one statement, past the ORM: the pipeline writes a dozen rows for every record.

SQLite takes rows one by one through a prepared statement, PostgreSQL as an array for each column.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    Dialect,
    String,
    any_,
    bindparam,
    func,
    select,
)
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
    given = list(rows)
    if not given:
        return
    dialect = session.get_bind().dialect
    statement, bound = _statement(dialect.name, table, tuple(columns), otherwise)
    connection = session.connection()
    if dialect.name == "sqlite":
        values = [
            _as_kept(column, dialect, held)
            for column, held in zip(bound, zip(*given, strict=True), strict=True)
        ]
        connection.exec_driver_sql(statement, [*zip(*values, strict=True)])
    else:
        connection.exec_driver_sql(
            statement, tuple(list(column) for column in zip(*given, strict=True))
        )


@lru_cache(maxsize=64)
def _statement(
    dialect: str, table: type[SQLModel], columns: tuple[str, ...], otherwise: str
) -> tuple[str, list[Column[Any]]]:
    known = table.__table__.c  # type: ignore[attr-defined]
    bound = [known[name] for name in columns]
    names = ", ".join(f'"{name}"' for name in columns)
    head = f"INSERT INTO {table.__tablename__} ({names})"
    if dialect == "sqlite":
        body = f"VALUES ({', '.join('?' * len(bound))})"
    else:
        arrays = ", ".join(f"%s::{column.type.compile(_POSTGRESQL)}[]" for column in bound)
        body = f"SELECT * FROM unnest({arrays})"  # noqa: S608 - names of our own
    return f"{head} {body} {otherwise}".strip(), bound


def _as_kept(column: Column[Any], dialect: Dialect, values: Sequence[Any]) -> Sequence[Any]:
    """A column's values as SQLite's driver takes them: moments, which it keeps as text. Many rows
    have the same one."""
    if not isinstance(column.type, Moment):
        return values
    convert = column.type.bind_processor(dialect)
    assert convert is not None
    kept = {
        value: value if value is None or isinstance(value, str) else convert(value)
        for value in set(values)
    }
    return [kept[value] for value in values]


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
