"""Many rows in one statement, past the ORM: the pipeline writes a dozen rows for every record.

SQLite takes rows one by one through a prepared statement, PostgreSQL as an array for each column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Column, Dialect
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

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
    converters = [_converter(column, dialect) for column in bound]
    connection = session.connection()
    if dialect.name == "sqlite":
        if any(converters):
            given = [_converted(row, converters) for row in given]
        connection.exec_driver_sql(statement, [tuple(row) for row in given])
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


def _converter(column: Column[Any], dialect: Dialect) -> Any:
    """What SQLite's driver needs done to a value, as with a moment, which it keeps as text."""
    return (
        column.type.dialect_impl(dialect).bind_processor(dialect)
        if dialect.name == "sqlite"
        else None
    )


def _converted(row: Sequence[Any], converters: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(
        value if convert is None else convert(value)
        for value, convert in zip(row, converters, strict=True)
    )
