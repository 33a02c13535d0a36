"""Statements given to the database's driver itself: SQLAlchemy takes forty microseconds of the
processor for one, and SQLite answers most statements of a list in fewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.orm import Session

_KNOWN: Final = "connection"
Asked = Session | Connection
"""A session, or a connection in a transaction where no session is needed."""


def connection_of(session: Asked) -> Connection:
    """Return the session's connection, looked up once in a transaction: the lookup takes SQLAlchemy
    longer than a small statement takes the database."""
    if isinstance(session, Connection):
        return session
    known: Connection | None = session.info.get(_KNOWN)
    if known is None or known.closed:  # as it is when the transaction is over
        known = session.info[_KNOWN] = session.connection()
    return known


def execute(
    connection: Connection, statement: str, values: Mapping[str, Any] | Sequence[Any] = ()
) -> Any:
    """Run a statement in the driver's own syntax, and return its cursor. Errors are raised and
    handled as SQLAlchemy does."""
    driver: Any = connection.connection.driver_connection
    try:
        return driver.execute(statement, values)
    except BaseException as error:
        connection._handle_dbapi_exception(error, statement, None, None, None)  # noqa: SLF001


def execute_each(connection: Connection, statement: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run a statement of SQLite's for each of these rows."""
    driver: Any = connection.connection.driver_connection
    try:
        driver.executemany(statement, rows)
    except BaseException as error:
        connection._handle_dbapi_exception(error, statement, None, None, None)  # noqa: SLF001
