"""The database, queue and settings that every use case works with; and a worker's turns."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from archive.config import Settings
from archive.core.errors import TwentiesError
from archive.runtime.queue import Queue, prefix_of
from archive.store import ids
from archive.store.database import Database, Session

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")

LOOKS_AFTER: Final = 0.3
"""Seconds that a task works before it first checks whether uploads wait."""
LONGEST_TURN: Final = 5.0
"""Seconds after which a task gives way to others, and goes on as another task."""


class Context:
    """A database, a queue, and the settings. Making one connects to nothing."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(
            settings.database_url,
            connections=settings.database_connections,
            patience=settings.database_patience,
        )
        self.queue = Queue(settings, self.prefix)
        self._prefix: str | None = None
        self.overdue = timedelta(seconds=settings.overdue)

    def prefix(self) -> str:
        """Return the prefix of all keys of this archive at the broker. Raises Unreachable."""
        if self._prefix is None:
            self._prefix = prefix_of(ids.archive_mark(self.database))
        return self._prefix

    def hold(self, restored: Callable[[], None] | None = None) -> None:
        """Hold the archive's lock against a restore from now on. Where this process was cut off
        from PostgreSQL and the archive was restored meanwhile, read its new mark and call
        `restored`."""

        def look_again() -> None:
            if self._prefix is None:
                return
            found = prefix_of(ids.archive_mark(self.database))
            if found == self._prefix:
                return
            self._prefix = found
            logger.warning("The archive was restored while this process was cut off from it")
            self.queue.forget()
            if restored is not None:
                restored()

        self.database.hold(look_again)

    def due(self) -> datetime:
        """Return when the sweeper may take work that begins now for lost."""
        return now() + self.overdue

    @contextmanager
    def at_work(self, put_off: Callable[[Session, datetime], None]) -> Iterator[None]:
        """Keep what is worked at within from being taken for lost, however long that takes on a
        busy machine: `put_off` notes three times within what is overdue when it would be. It ends
        with the process, and stands still while that does."""
        over = threading.Event()

        def note() -> None:
            while not over.wait(self.settings.overdue / 3):
                with suppress(TwentiesError, MemoryError), self.database.writing() as session:
                    put_off(session, self.due())

        noting = threading.Thread(target=note, name="at work", daemon=True)
        noting.start()
        try:
            yield
        finally:
            over.set()
            noting.join()

    @contextmanager
    def keeping(self, put_back: Callable[[Session], None]) -> Iterator[Session]:
        """Yield the transaction that keeps what a worker has made. Where it fails, what was taken
        is put back: no worker died of it, so the attempt does not count."""
        try:
            with self.database.writing() as session:
                yield session
        except TwentiesError:
            with suppress(TwentiesError), self.database.writing() as session:
                put_back(session)
            raise

    def ahead(self) -> datetime:
        """Return the moment after which nothing can be due, unless a clock was set back, or
        another's is ahead."""
        return now() + 2 * self.overdue

    def turn(self) -> TimeSlice:
        """Return a turn of a worker that gives way to uploads."""
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), self.queue.presses)

    def own_turn(self) -> TimeSlice:
        """Return a turn of a worker that no upload waits for."""
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), lambda: False)


class TimeSlice:
    """The time of a task before it gives way to others: until its seconds are used up, or something
    waits that goes before it, which is checked every so often."""

    def __init__(self, seconds: float, pressed: Callable[[], bool]) -> None:
        self._end = time.monotonic() + seconds
        self._look = time.monotonic() + LOOKS_AFTER
        self._pressed = pressed

    @property
    def over(self) -> bool:
        """Return whether the slice is used up, or others wait."""
        moment = time.monotonic()
        if self._look <= moment < self._end:
            self._look = moment + LOOKS_AFTER
            return self._pressed()
        return moment >= self._end


def now() -> datetime:
    """Return the current time, with its zone."""
    return datetime.now(UTC)


class UseCases:
    """Use cases about one thing, which is in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(query: Callable[Concatenate[Session, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a query of the store as a method of an object with a `database`, which reads from a
    snapshot of it."""

    @wraps(query)
    def method(self: Any, /, *asked: P.args, **more: P.kwargs) -> T:
        with self.database.reading() as session:
            return query(session, *asked, **more)

    return method


def in_batches(
    database: Database, query: Callable[[Session, str, K, int], Sequence[T]], key: str,
    first: K, place: Callable[[T], K], most: int,
) -> Iterator[T]:  # fmt: skip
    """Yield all rows that a query finds for a `key`, `most` at a time: first those after `first`,
    then those after the `place` of the last row."""
    after = first
    while True:
        with database.reading() as session:
            found = query(session, key, after, most)
        yield from found
        if len(found) < most:
            return
        after = place(found[-1])
