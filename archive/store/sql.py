"""Statements that SQLAlchemy does not write alike for both databases, and plain SQL where speed
matters.

A statement that runs once a page or a turn is SQLAlchemy's, in the module of its subject. Only what
a list asks for every page and the pipeline for every record is plain SQL with `:name` (`ask`) or
`AMONG` (`run`) for a value, given to the database's driver itself: a page asks half a dozen such
questions, judging a record two dozen; SQLAlchemy takes some hundred microseconds of the processor
for one, and SQLite answers most in fewer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, TypeVar

import sqlalchemy
from sqlalchemy import (
    ARRAY,
    JSON,
    Column,
    ColumnElement,
    Connection,
    Delete,
    Dialect,
    Executable,
    String,
    Update,
    any_,
    bindparam,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from archive.store.column_types import Moment

T = TypeVar("T")
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
    connection: Connection, statement: str, values: Mapping[str, Any] | Sequence[Any] = (),
    *, each: bool = False,
) -> Any:  # fmt: skip
    """Run a statement in the driver's own syntax, and return its cursor; one of SQLite's for `each`
    of the values, where these are rows. Errors are raised and handled as SQLAlchemy does."""
    driver: Any = connection.connection.driver_connection
    try:
        return (driver.executemany if each else driver.execute)(statement, values)
    except BaseException as error:
        connection._handle_dbapi_exception(error, statement, None, None, None)  # noqa: SLF001


_POSTGRESQL: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]


def write(
    session: Session,
    table: type[SQLModel],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    otherwise: str = "",
) -> None:
    """Insert rows, in their order. `otherwise` is the text after `ON CONFLICT`, where conflicts are
    allowed.

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
    """Set columns of rows: each of `rows` begins with the `id` of its row, and so does `columns`.
    `also` is SQL that is set in all of them."""
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
    connection = connection_of(session)
    dialect = connection.dialect
    known = table.__table__.c  # type: ignore[attr-defined]
    values = [
        _as_kept(known[name], dialect, held) for name, held in zip(columns, given, strict=True)
    ]
    statement = put(dialect.name, table, tuple(columns), more)
    if dialect.name == "sqlite":
        execute(connection, statement, [*zip(*values, strict=True)], each=True)
    else:
        execute(connection, statement, [*map(list, values)])


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
    """Return rows given as an array for each column, as PostgreSQL takes them."""
    known = table.__table__.c  # type: ignore[attr-defined]
    arrays = ", ".join(f"%s::{known[name].type.compile(_POSTGRESQL)}[]" for name in columns)
    return f"unnest({arrays})"


def _as_kept(column: Column[Any], dialect: Dialect, values: Sequence[Any]) -> Sequence[Any]:
    """Return a column's values as drivers take them: JSON as text, and for SQLite moments, which it
    keeps as text; many rows have the same one."""
    if isinstance(column.type, JSON):
        return [None if value is None else json.dumps(value) for value in values]
    if not isinstance(column.type, Moment) or dialect.name != "sqlite":
        return values
    kept = {value: _moment(value) for value in set(values)}
    return [kept[value] for value in values]


def _moment(value: datetime | str | None) -> str | None:
    """Return a moment as SQLite's driver would write it, which calls a function of Python for each
    row; a value read by `run` is text already."""
    if value is None or isinstance(value, str):
        return value
    if value.tzinfo is None:
        raise ValueError("a moment without a time zone is not a moment")
    return value.astimezone(UTC).isoformat(" ")


def update(table: Any) -> Update:
    """Return an update of rows that leaves the session's own objects alone: none is kept."""
    return sqlalchemy.update(table).execution_options(synchronize_session=False)


def delete(table: Any) -> Delete:
    """Return a deletion of rows that does the same."""
    return sqlalchemy.delete(table).execution_options(synchronize_session=False)


def changed(session: Session, statement: Update | Delete) -> bool:
    """Update or delete rows; return whether there were any."""
    done: Any = session.execute(statement)
    return bool(done.rowcount)


def columns(table: Any, view: Any) -> list[Any]:
    """Return the columns of a table that have the names of a view's fields, or these names: a view
    is filled in by position, and never copied field by field."""
    names = getattr(view, "_fields", None) or getattr(view, "__dataclass_fields__", view)
    return [col(getattr(table, name)) for name in names]


def one(session: Session, view: Callable[..., T], statement: Executable) -> T | None:
    """Return the only row of a statement as a view; None where there is none."""
    row = session.execute(statement).one_or_none()
    return None if row is None else view(*row)


def put(session: Session, table: Any, id_: str, *which: ColumnElement[bool], **values: Any) -> bool:
    """Set columns of the row with this identifier, if these conditions hold for it; return whether
    it was set."""
    return changed(session, update(table).where(table.id == id_, *which).values(**values))


def among(session: Asked, column: Any, values: Sequence[str]) -> Any:
    """Return the condition that a column has one of these words, as one parameter: a hundred take
    SQLAlchemy longer to write down than the database to find."""
    if connection_of(session).dialect.name == "sqlite":
        each = func.json_each(json.dumps(values)).table_valued("value")
        return column.in_(select(each.c.value))
    return column == any_(bindparam(None, list(values), type_=ARRAY(String), unique=True))


def run(session: Asked, statement: str, values: Sequence[str]) -> list[Any]:
    """Run plain SQL with `AMONG` for one of these words, and return its rows; none where it asks
    nothing. Moments are as the driver has them, good for `write` and nothing else."""
    connection = connection_of(session)
    if connection.dialect.name == "sqlite":
        asked = json.dumps(values)
        statement = statement.replace("AMONG", "IN (SELECT value FROM json_each(?))")
    else:  # as text: psycopg looks at each value of a list
        quoted = [value.replace("\\", r"\\").replace('"', r"\"") for value in values]
        asked = '{"' + '","'.join(quoted) + '"}' if quoted else "{}"
        statement = statement.replace("AMONG", "= ANY(%s::text[])")
    return _rows(execute(connection, statement, (asked,)))


_NAME: Final = re.compile(r"(?<!:):(\w+)")


def ask(session: Asked, statement: str, values: Mapping[str, Any]) -> list[Any]:
    """Return the rows of a statement with `:name` for a value. Moments and JSON are as the driver
    has them: `moments_of` and `json_of_texts` convert them."""
    connection = connection_of(session)
    if connection.dialect.name != "sqlite":
        statement = _for_psycopg(statement)
    return _rows(execute(connection, statement, values))


def _rows(cursor: Any) -> list[Any]:
    """Return the rows of a cursor, none where its statement asks nothing: then psycopg's has no row
    number, and SQLite's no rows. To ask for its description costs as much as a small statement."""
    asks_nothing = getattr(cursor, "rownumber", 0) is None
    return [] if asks_nothing else list(cursor.fetchall())


@lru_cache(maxsize=512)
def _for_psycopg(statement: str) -> str:
    return _NAME.sub(r"%(\1)s", statement.replace("%", "%%"))


def moments_of(session: Asked) -> Callable[[Any], datetime | None]:
    """Return the function that converts the driver's moments, one by one; SQLite keeps them as
    text."""
    sqlite = connection_of(session).dialect.name == "sqlite"
    return _moment_of_text if sqlite else _moment_of_driver


def _moment_of_text(said: str | None) -> datetime | None:
    if said is None:
        return None
    moment = datetime.fromisoformat(said)
    return moment if moment.tzinfo is UTC else moment.replace(tzinfo=UTC)


def json_of_texts(said: Sequence[str | None]) -> list[Any]:
    """Return the values of JSON texts; None where there is none. Starting the parser costs more
    than reading: a page has two hundred values of a few words."""
    whole = ",".join("null" if one is None else one for one in said)
    return list(json.loads(f"[{whole}]"))


def _moment_of_driver(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def insert_new(
    session: Session, table: type[SQLModel], rows: list[dict[str, Any]], unique: list[str]
) -> int:
    """Insert the rows that are not there yet, by a unique constraint; return how many were new.

    Only that constraint may be violated: any other conflict is an error, as it should be. Without
    one named, every unique constraint of the table may.
    """
    if not rows:
        return 0
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    columns = table.__table__  # type: ignore[attr-defined]
    statement = (
        insert(columns)
        .values(rows)
        .on_conflict_do_nothing(index_elements=unique or None)
        .returning(*columns.primary_key.columns)  # drivers count differently
    )
    return len(session.execute(statement).all())
