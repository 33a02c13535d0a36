"""Holding PostgreSQL's archive against a restore, from a process that may be idle for hours.

Every connection holds the archive, but those of the pool come and go: while the server hangs they
are given up, and an idle process makes no others. So there is one on which nothing is ever asked.
It survives a server that hangs; when a server ends it, it is made again. What is held then may be
another archive, which was restored meanwhile.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Callable
from typing import Final

import psycopg

from archive.core.errors import TwentiesError

LOOK: Final = 2.0
"""Seconds between two checks of it."""


def _nothing() -> None:
    """Do nothing."""


class Held:
    """A lock on the archive that is held from `begin` to `end`."""

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
        if self._looking.acquire(timeout=LOOK):  # a query on it ends first
            self._looking.release()
        if self._connection is not None:
            self._connection.close()

    def _watch(self) -> None:
        while not self._over.is_set():
            if self._connection is None:
                self._over.wait(LOOK)
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
            if poller.poll(LOOK * 1000):
                connection.pgconn.consume_input()
        except (OSError, psycopg.Error):
            return True
        return connection.closed
