"""What every use case works with, and how long it goes on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from archive.config import Settings
from archive.runtime.queue import Queue, prefix_of
from archive.store import ids
from archive.store.database import Database, Session

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")

LOOKS_AFTER: Final = 0.3
"""Seconds that a task works before it looks whether others press."""
LONGEST_TURN: Final = 5.0
"""Seconds after which a task lets others have the worker, and goes on as another task."""


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
        """Return what all keys of this archive at the broker begin with. Raises Unreachable."""
        if self._prefix is None:
            self._prefix = prefix_of(ids.archive_mark(self.database))
        return self._prefix

    def hold(self, restored: Callable[[], None] | None = None) -> None:
        """Hold the archive against a restore from now on. Where this process was cut off from
        PostgreSQL and the archive was restored meanwhile, ask for its new mark, and call
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
        """Return when the sweeper may take what is begun now for lost."""
        return now() + self.overdue

    def ahead(self) -> datetime:
        """Return the moment after which nothing can be due: a clock was set back, or another's is
        ahead."""
        return now() + 2 * self.overdue

    def turn(self) -> TimeSlice:
        """Return a turn of a worker that gives way to uploads."""
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), self.queue.presses)

    def own_turn(self) -> TimeSlice:
        """Return a turn of a worker that uploads do not wait for."""
        return TimeSlice(min(LONGEST_TURN, self.settings.overdue / 3), lambda: False)


class TimeSlice:
    """How long a task goes on before it lets others have the worker: until its time is up, or
    something waits that goes before it, for which it looks now and then."""

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
    """Return this moment, with its zone."""
    return datetime.now(UTC)


def reads(query: Callable[Concatenate[Session, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a query of the store as a method of something that has a `database`, which is asked
    for a snapshot to read from."""

    @wraps(query)
    def method(self: Any, /, *asked: P.args, **more: P.kwargs) -> T:
        with self.database.reading() as session:
            return query(session, *asked, **more)

    return method


def in_batches(
    database: Database, query: Callable[[Session, str, K, int], Sequence[T]], key: str,
    first: K, place: Callable[[T], K], most: int,
) -> Iterator[T]:  # fmt: skip
    """Yield all that a query finds for a `key`, so many rows at a time: each time those behind the
    `place` of the last one, at the beginning those behind the place `first`."""
    after = first
    while True:
        with database.reading() as session:
            found = query(session, key, after, most)
        yield from found
        if len(found) < most:
            return
        after = place(found[-1])
