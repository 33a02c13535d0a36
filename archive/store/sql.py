"""Statements of plain SQL, asked past what SQLAlchemy would make of them.

A page of a list is half a dozen small statements. SQLAlchemy takes longer to look at one of them
than the database to answer it, and longer to put a row together than to read it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, CursorResult
from sqlalchemy.orm import Session

_KNOWN: Final = "connection"
_NAME: Final = re.compile(r"(?<!:):(\w+)")


def ask(session: Session, statement: str, values: Mapping[str, Any]) -> Sequence[Any]:
    """The rows that answer a statement with `:name` for a value. Moments and JSON are as the driver
    has them: `reading` makes ours of them."""
    return _asked(session, statement, values).all()


def plainly(
    session: Session, statement: str, values: Mapping[str, Any]
) -> Sequence[tuple[Any, ...]]:
    """The same as the driver has the rows, without names: for those of which there may be very
    many."""
    result = _asked(session, statement, values)
    rows: Sequence[tuple[Any, ...]] = result.cursor.fetchall()
    result.close()
    return rows


def _asked(session: Session, statement: str, values: Mapping[str, Any]) -> CursorResult[Any]:
    connection = _connection(session)
    if connection.dialect.name != "sqlite":
        statement = _for_psycopg(statement)
    return connection.exec_driver_sql(statement, dict(values))


def _connection(session: Session) -> Connection:
    """Return the session's connection, looked up once in a transaction: it takes SQLAlchemy as long
    as a small statement takes the database."""
    known: Connection | None = session.info.get(_KNOWN)
    if known is None or known.closed:  # as it is when the transaction is over
        known = session.info[_KNOWN] = session.connection()
    return known


@lru_cache(maxsize=512)
def _for_psycopg(statement: str) -> str:
    return _NAME.sub(r"%(\1)s", statement.replace("%", "%%"))


def reading(session: Session) -> tuple[Callable[[Any], Any], Callable[[Sequence[Any]], list[Any]]]:
    """How the driver's moments become ours, one by one, and its JSON, all that a list has at once:
    SQLite keeps both as text."""
    if session.get_bind().dialect.name == "sqlite":
        return _moment_of_text, json_of_texts
    return _moment, list


def _moment_of_text(said: str | None) -> datetime | None:
    if said is None:
        return None
    moment = datetime.fromisoformat(said)
    return moment if moment.tzinfo is UTC else moment.replace(tzinfo=UTC)


def json_of_texts(said: Sequence[str | None]) -> list[Any]:
    """Return the values that JSON texts stand for; None where there is none. To begin costs
    more than to read: a page has two hundred values of a few words."""
    whole = ",".join("null" if one is None else one for one in said)
    return list(json.loads(f"[{whole}]"))


def _moment(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)
