"""The database: one engine a process, short transactions, readers apart from writers.

SQLite needs care that PostgreSQL does not. Python's driver, left to its defaults, begins a
transaction late and loses updates between processes. So the driver is told to begin none, and
every transaction says what it is: a writer takes the write lock at once (BEGIN IMMEDIATE) and
waits its turn for it, a reader reads a snapshot (BEGIN) and, thanks to the write-ahead log, never
waits for anyone.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.orm import Session as Session

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.runtime.resource_limits import MOMENTS, Beside
from archive.store import column_types
from archive.store.sql import execute

if TYPE_CHECKING:
    from archive.store.postgres import Held, Pulse


class Unreachable(TwentiesError):
    """The database does not answer, or not as a database of ours should."""


class Crowded(Unreachable):
    """All connections that this process may have to the database are in use."""


class Locked(Unreachable):
    """The rows to be written were locked for longer than a writer waits: it may be tried again at
    once."""


class DiskFull(TwentiesError):
    """The disk of the database is full. Everything is as it was before."""


# How long a writer waits for its turn, in milliseconds.
BUSY_TIMEOUT = 20_000
ASKS_AGAIN: Final = 0.1
"""Seconds after which a waiting writer of SQLite asks again, at the latest
(`sqliteDefaultBusyCallback` in SQLite's main.c)."""
_LOCKED: Final = ("55P03", "40P01")
"""PostgreSQL's codes for a lock that was waited for too long, and for a deadlock."""
_WRITES = "archive_writes"
_UNHURRIED = "archive_unhurried"
UNHURRIED: Final = {_UNHURRIED: True}
"""An execution option for statements that go through everything and may take long."""
CONNECTIONS: Final = 20
"""The most connections of one process to PostgreSQL, where the settings do not say."""
PATIENCE: Final = 20.0
"""Seconds that a statement may take there, where the settings do not say."""
KEPT: Final = 5
"""Connections that stay open while there is nothing to do."""
WAIT: Final = 5.0
"""Seconds that a connection is waited for while all are in use."""


class Database:
    """An engine and the two kinds of session taken from it. Make one after forking, not before."""

    def __init__(
        self, url: str, *, connections: int = CONNECTIONS, patience: float = PATIENCE,
        wait: float = WAIT, outside: bool = False,
    ) -> None:  # fmt: skip
        """Take the limits for PostgreSQL; with `outside`, do not hold the archive's lock: for work
        that needs PostgreSQL's archive for itself."""
        self._pulse: Pulse | None = None
        self._held: Held | None = None
        options: dict[str, Any] = {"connect_args": {"timeout": BUSY_TIMEOUT / 1000}}
        options |= {"max_overflow": 60}
        if not url.startswith("sqlite"):
            kept = min(KEPT, connections)
            options = {"pool_pre_ping": True, "pool_size": kept, "max_overflow": connections - kept}
        # An error shows the statement and not its values, which are a user's record.
        self.engine: Engine = create_engine(url, hide_parameters=True, pool_timeout=wait, **options)
        self.sqlite = self.engine.dialect.name == "sqlite"
        if self.sqlite:
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)
            self._there = Beside(self._answers, "asking the database")
            self.reader = self.engine  # SQLite's readers have a snapshot in any case
        else:
            self._pulse, self._held = _patient(self.engine, patience, outside=outside)
            self.reader = self.engine.execution_options(isolation_level="REPEATABLE READ")
        self.writer = self.engine.execution_options(**{_WRITES: True})

    @property
    def file(self) -> Path | None:
        """Return the file of SQLite; None for a database on a server."""
        return Path(str(self.engine.url.database)) if self.sqlite else None

    @contextmanager
    def reading(self, *, unhurried: bool = False) -> Iterator[Session]:
        """Yield a snapshot to read from: all statements see the state that the first of them saw.
        `unhurried`, they may take as long as they need."""
        engine = self.reader.execution_options(**UNHURRIED) if unhurried else self.reader
        with _named(), Session(engine, autoflush=False) as session:
            yield session

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """Return a transaction that reads with plain SQL alone: to begin and end a session costs as
        much as two such statements."""
        with _named(), self.reader.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, *, unhurried: bool = False) -> Iterator[Session]:
        """Yield a transaction that writes; committed at the end of the block, undone by an
        exception."""
        engine = self.writer.execution_options(**UNHURRIED) if unhurried else self.writer
        with _named(), Session(engine, expire_on_commit=False) as session, session.begin():
            yield session

    def give_way(self) -> None:
        """Let other writers in, between two transactions of long work.

        SQLite keeps no queue of those who wait: each asks again after a while, and long work
        without a pause is nearly always first. PostgreSQL's writers wait for rows alone.
        """
        if self.sqlite:
            time.sleep(1.5 * ASKS_AGAIN)

    def reachable(self, seconds: float = MOMENTS) -> bool:
        """Return whether the database answers and has been migrated, within so many seconds at
        most."""
        if self._pulse is not None:
            return self._pulse.felt(seconds) == "well"
        return self._there.within(seconds) is True

    def hold(self, again: Callable[[], None]) -> None:
        """Hold PostgreSQL's archive against a restore from now on, also while idle. When the server
        comes back after an outage, it is held again, and `again` is called."""
        if self._held is not None:
            self._held.begin(again)

    def close(self) -> None:
        """Give all connections back."""
        if self._held is not None:
            self._held.end()
        self.engine.dispose()
        if self._pulse is not None:
            self._pulse.end()

    def _answers(self) -> bool:
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1 FROM upload LIMIT 1"))
        except SQLAlchemyError:
            return False
        return True


@contextmanager
def explained(database: Database) -> Iterator[None]:
    """Raise Unreachable, with a sentence, where a database cannot be used inside the block."""
    try:
        yield
    except DBAPIError as error:
        url = database.engine.url.render_as_string(hide_password=True)
        reason = str(error.orig).strip().splitlines()[0]
        raise Unreachable(
            marked("The database %(url)s cannot be used: %(why)s"), url=url, why=reason
        ) from error


@contextmanager
def _named() -> Iterator[None]:
    """Turn errors that are no fault of a statement but of the machine into ours."""
    try:
        yield
    except NoneFree as error:
        raise Crowded(marked("All connections to the database are in use.")) from error
    except DBAPIError as error:
        if _is_full(error):
            raise DiskFull(marked("There is no room left to keep anything.")) from error
        if _is_locked(error):
            raise Locked(marked("The database does not answer just now.")) from error
        if _is_away(error):
            raise Unreachable(marked("The database does not answer just now.")) from error
        raise


def _is_locked(error: DBAPIError) -> bool:
    """Return whether SQLite's write lock, or a lock of PostgreSQL, was not free in time."""
    name = str(getattr(error.orig, "sqlite_errorname", None))
    return name.startswith("SQLITE_BUSY") or getattr(error.orig, "sqlstate", None) in _LOCKED


def _is_away(error: DBAPIError) -> bool:
    """Return whether SQLite's disk fails, or PostgreSQL is gone."""
    if error.connection_invalidated:
        return True
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is not None:
        return str(name).startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN"))
    return isinstance(error, OperationalError | InterfaceError)


def _is_full(error: DBAPIError) -> bool:
    """Return whether the disk is full: SQLite has a name for it (two: its shared memory cannot grow
    either), PostgreSQL a number."""
    name = getattr(error.orig, "sqlite_errorname", None)
    full = name in ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")
    return full or getattr(error.orig, "sqlstate", None) == "53100"


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    column_types.teach(connection)
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    _keep_a_log(cursor)
    cursor.execute("PRAGMA synchronous = FULL")  # a receipt given is kept through a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    # Identifiers are random, so rows go to pages all over the file: with room for more of them, and
    # copied from the log less often, each is written fewer times.
    cursor.execute("PRAGMA cache_size = -16384")
    # And as soon as another process has written, none of what is cached here counts any more: it is
    # read again from the system's own memory, without a copy. As much as SQLite can.
    cursor.execute("PRAGMA mmap_size = 2147418112")
    cursor.execute("PRAGMA wal_autocheckpoint = 4000")
    cursor.close()


def _keep_a_log(cursor: sqlite3.Cursor) -> None:
    """Turn on the write-ahead log, which a file keeps once it has it. SQLite waits for no other
    writer to do that, whatever its busy timeout, and two processes may well be the first at once:
    so the waiting is done here."""
    last = time.monotonic() + BUSY_TIMEOUT / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > last:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    execute(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")


def _patient(engine: Engine, patience: float, *, outside: bool) -> tuple[Pulse, Held]:
    """Limit how long the engine's connections wait. Return the watch on the server's pulse, and the
    lock on the archive."""
    from archive.store import postgres
    from archive.store.postgres import Held

    _, to_connect = engine.dialect.create_connect_args(engine.url)
    pulse = postgres.Pulse(lambda: postgres.connect_pulse(to_connect))

    def do_connect(_dialect: Any, _record: Any, _args: Any, given: dict[str, Any]) -> Any:
        return postgres.connect(given, patience, pulse, outside=outside)

    def begin(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        if connection.get_execution_options().get(_UNHURRIED, False):
            connection.exec_driver_sql(postgres.UNHURRIED)
            driver.patience = None
        else:
            driver.patience = patience + postgres.LATER

    ping = engine.dialect.do_ping

    def do_ping(driver: Any) -> bool:
        return driver.is_fresh() or ping(driver)  # to ask costs as much as a statement of a page

    event.listen(engine, "do_connect", do_connect)
    event.listen(engine, "begin", begin)
    engine.dialect.do_ping = do_ping  # type: ignore[assignment, method-assign]
    return pulse, Held(lambda: postgres.connect(to_connect, patience, None))
