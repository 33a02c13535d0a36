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

from sqlalchemy.orm import Session

_NAME: Final = re.compile(r"(?<!:):(\w+)")


def ask(session: Session, statement: str, values: Mapping[str, Any]) -> Sequence[Any]:
    """The rows that answer a statement with `:name` for a value. Moments and JSON are as the driver
    has them: `reading` makes ours of them."""
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        statement = _for_psycopg(statement)
    return connection.exec_driver_sql(statement, dict(values)).all()


@lru_cache(maxsize=512)
def _for_psycopg(statement: str) -> str:
    return _NAME.sub(r"%(\1)s", statement.replace("%", "%%"))


def reading(session: Session) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """How the driver's moments and its JSON become ours: SQLite keeps both as text."""
    if session.get_bind().dialect.name == "sqlite":
        return _moment_of_text, _json_of_text
    return _moment, _as_it_is


def _moment_of_text(said: str | None) -> datetime | None:
    return None if said is None else datetime.fromisoformat(said).replace(tzinfo=UTC)


def _json_of_text(said: str | None) -> Any:
    return None if said is None else json.loads(said)


def _moment(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def _as_it_is(value: Any) -> Any:
    return value
