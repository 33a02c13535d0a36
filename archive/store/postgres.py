"""PostgreSQL's side of the database: limits on how long an answer is waited for, by it and by us.

A server that is told how long a statement may take ends it then, but one that hangs (its processes
stopped, its disk gone, its machine cut off) ends nothing and stays silent, while the system goes on
accepting what is sent to it. So there are two measures. The server's own, set on every connection.
And ours: after a moment of silence the server's pulse is checked, on a connection kept for that,
and where that is silent too nothing is waited for any more, until it answers again.

Silence is counted in checks of the connection, not by a clock: a process that was itself stopped
for a while, or starved, has not checked.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

import psycopg
from psycopg import errors

from archive.core.errors import TwentiesError
from archive.runtime.resource_limits import Beside

LOOK: Final = 0.1
"""Seconds that one check for an answer takes."""
DOUBT: Final = 0.5
"""Seconds of silence after which the pulse is checked."""
FAINT: Final = 1.0
"""Seconds in which the pulse must answer."""
AGAIN: Final = 0.5
"""Seconds from a failed check of the pulse to the next."""
CONNECT: Final = 2
"""Seconds that connecting may take; libpq knows no fewer."""
GONE: Final = "1s"
"""How often the server checks, during a statement, whether the client is still there: the statement
of a killed process would go on to its end, and hold all its locks."""
FRESH: Final = 5.0
"""Seconds after its last answer in which a connection that was not closed needs no other check."""
LATER: Final = 2.0
"""Seconds after the server's own limit at which a statement is given up here."""
# A machine that has gone silently is found out by the system within half a minute.
_SOCKET: Final = {
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
    "connect_timeout": str(CONNECT),
}
# Each archive stands in a schema of its own; restore wants the lock for itself.
LOCK: Final = 20_2020_02
_HERE: Final = f"{LOCK}, hashtext(current_schema())"
ALONE: Final = f"SELECT pg_try_advisory_xact_lock({_HERE})"
_BEGIN: Final = f"""
    SELECT set_config('statement_timeout', %(statement)s, false),
           set_config('lock_timeout', %(lock)s, false),
           set_config('idle_in_transaction_session_timeout', %(idle)s, false),
           %(outside)s OR pg_try_advisory_lock_shared({_HERE})
"""
UNHURRIED: Final = (
    "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; "
    "SET LOCAL idle_in_transaction_session_timeout = 0"
)


class Silent(psycopg.OperationalError):
    """The server has accepted a question and stays silent."""


class Restoring(psycopg.OperationalError):
    """The archive is being restored: no one may be connected to it meanwhile."""


class Patient(psycopg.Connection[Any]):
    """A connection that waits a limited time for an answer."""

    patience: float | None = None
    """Seconds; None for as long as the server lives."""
    pulse: Pulse | None = None
    answered: float = 0.0
    """The time of its last answer."""

    def wait(self, gen: Any, *more: Any, **named: Any) -> Any:
        """Wait for an answer; raise Silent where none comes."""
        try:
            answer = super().wait(_looking(gen, self.patience, self.pulse), *more, **named)
        except Silent:
            self.pgconn.finish()  # the answer may still come, to a later question
            raise
        self.answered = time.monotonic()
        return answer

    def is_fresh(self) -> bool:
        """Return whether it answered a moment ago and nothing came since: a server that goes closes
        its connections, which can be read then."""
        if self.closed or time.monotonic() - self.answered > FRESH:
            return False
        unread = select.poll()
        unread.register(self.fileno(), select.POLLIN)
        return not unread.poll(0)


def _looking(
    answer: Generator[Any, Any, Any], patience: float | None, pulse: Pulse | None
) -> Generator[Any, Any, Any]:
    """Yield the same steps of waiting, as long as an answer may come."""
    looks = 0
    try:
        wanted = next(answer)
        while True:
            ready = yield wanted
            looks = 0 if ready else looks + 1
            _hope(looks * LOOK, patience, pulse)
            wanted = answer.send(ready)
    except StopIteration as end:
        return end.value


def _hope(silence: float, patience: float | None, pulse: Pulse | None) -> None:
    if patience is not None and silence >= patience:
        raise Silent(f"The server has said nothing for {silence:g} seconds.")
    if pulse is not None:
        if silence >= DOUBT:
            pulse.doubt()
        if pulse.silent:
            raise Silent("The server says nothing at all just now.")


def connect(url: Any, patience: float, pulse: Pulse | None, *, outside: bool = False) -> Patient:
    """Return a connection on which nothing takes longer than `patience` seconds. It holds the
    archive, with all others, against a restore; one from `outside` does not. Raises psycopg's
    errors: Silent where the server is known to be silent, Restoring while it is restored."""
    _hope(0.0, None, pulse)
    made = Patient.connect(**{**_SOCKET, **url}, autocommit=True)
    made.patience, made.pulse = min(patience, FAINT + LATER), None
    asked = {
        "statement": f"{patience:g}s",
        "lock": f"{patience / 2:g}s",
        "idle": f"{3 * patience:g}s",
        "outside": outside,
    }
    row = made.execute(_BEGIN, asked).fetchone()
    if row is None or not row[-1]:
        made.close()
        raise Restoring("The archive is being restored just now.")
    with suppress(errors.InvalidParameterValue):  # some systems lack it
        made.execute(f"SET client_connection_check_interval = '{GONE}'")
    made.autocommit = False
    made.patience, made.pulse = patience + LATER, pulse
    return made


def connect_pulse(url: Any) -> Patient:
    """Return a connection for checking the pulse: it holds nothing, and waits for moments."""
    made = Patient.connect(**{**_SOCKET, **url}, autocommit=True)
    made.patience = FAINT
    return made


class Beat(StrEnum):
    """The result of checking a server's pulse."""

    WELL = "well"
    EMPTY = "empty"
    """The server answers, and has no archive."""
    AWAY = "away"
    """There is no server, or it refuses us."""
    SILENT = "silent"


class Pulse:
    """Whether the server is alive, checked on a connection of its own."""

    def __init__(self, connect: Callable[[], Patient]) -> None:
        self._connect = connect
        self._connection: Patient | None = None
        self._beat = Beside(self._feel, "pulse")
        self._lock = threading.Lock()
        self._watching = False
        self.silent = False
        """Whether nothing may be waited for just now."""

    def felt(self, seconds: float) -> Beat:
        """Return the result of a check within so many seconds."""
        if self.silent:
            return Beat.SILENT
        beat = self._beat.within(seconds) or Beat.SILENT
        if beat is Beat.SILENT:
            self.doubt()
        return beat

    def doubt(self) -> None:
        """Have the pulse checked until it answers, without waiting for that."""
        with self._lock:
            if self._watching:
                return
            self._watching = True
        threading.Thread(target=self._watch, name="watching the pulse", daemon=True).start()

    def end(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def _watch(self) -> None:
        while self._beat.within(None) is Beat.SILENT:
            self.silent = True
            time.sleep(AGAIN)
        with self._lock:
            self.silent = self._watching = False

    def _feel(self) -> Beat:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._connect()
            self._connection.execute("SELECT 1 FROM upload LIMIT 1")
        except (Silent, errors.ConnectionTimeout):
            return Beat.SILENT
        except errors.ProgrammingError:
            return Beat.EMPTY
        except psycopg.Error:
            return Beat.AWAY
        return Beat.WELL


EVERY: Final = 2.0
"""Seconds between two checks of it."""


def _nothing() -> None:
    """Do nothing."""


class Held:
    """A lock on the archive that is held against a restore from `begin` to `end`, by a process that
    may be idle for hours.

    Every connection holds the archive, but those of the pool come and go: while the server hangs
    they are given up, and an idle process makes no others. So there is one on which nothing is ever
    asked. It survives a server that hangs; when a server ends it, it is made again. What is held
    then may be another archive, which was restored meanwhile.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        """Take `connect`, which makes a connection that holds the archive as long as it lasts."""
        self._connect = connect
        self._again: Callable[[], None] = _nothing
        self._connection: psycopg.Connection | None = None
        self._over = threading.Event()
        self._looking = threading.Lock()

    def begin(self, again: Callable[[], None] = _nothing) -> None:
        """Take the lock, now or as soon as the server can be reached. Call `again` whenever it is
        taken again; where that raises, it is called once more later."""
        self._again = again
        self._reach()
        threading.Thread(target=self._watch, name="holding the archive", daemon=True).start()

    def end(self) -> None:
        """Release the lock."""
        self._over.set()
        if self._looking.acquire(timeout=EVERY):  # a query on it ends first
            self._looking.release()
        if self._connection is not None:
            self._connection.close()

    def _watch(self) -> None:
        while not self._over.is_set():
            if self._connection is None:
                self._over.wait(EVERY)
                self._reach()
                self._look_again()
            elif self._lost(self._connection):
                self._connection.close()
                self._connection = None

    def _reach(self) -> None:
        try:
            made = self._connect()
        except psycopg.Error:  # it is away, hangs, or is being restored
            return
        self._connection = made
        if self._over.is_set():
            made.close()

    def _look_again(self) -> None:
        if self._connection is None:
            return
        try:
            with self._looking:
                if not self._over.is_set():
                    self._again()
        except TwentiesError:  # it is away once more
            self._connection.close()
            self._connection = None

    @staticmethod
    def _lost(connection: psycopg.Connection) -> bool:
        """Wait until the connection becomes readable, which mostly means that it has ended; return
        whether it has."""
        poller = select.poll()
        try:
            poller.register(connection, select.POLLIN)
            if poller.poll(EVERY * 1000):
                connection.pgconn.consume_input()
        except (OSError, psycopg.Error):
            return True
        return connection.closed
