"""Answers that hold a thread of the web server for as long as they are being read: a stream of an
upload's progress, a million games as one file. Of each kind there may be only so many at once,
however slowly they are read, so that threads are left for pages; and no address may hold all of
them, so that some are left for others.

Those that would go on for minutes check whether this web server has been told to stop, and end
themselves: a server that waits for its last reader would have to be killed instead. Their readers
ask again, and are answered by the next server.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

from flask import Flask, current_app, request
from werkzeug.exceptions import ServiceUnavailable

from archive.config import Settings
from archive.core.network_addresses import network

STREAMS: Final = "streams"
EXPORTS: Final = "exports"
REFUSALS: Final = {
    STREAMS: "Too many are watching. Ask again later.",
    EXPORTS: "Many files of games are being sent already. Ask again later.",
}
SHARE: Final = 4
"""One in so many of the server's threads may be held by answers of a kind."""


class Held:
    """The places for answers of one kind, and how many of them each address holds.

    An address is given one more only while it holds fewer than are free: of eight, four to the
    first, two to the next, and one each to two more, so that one address takes half at most.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._of: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Take a place for an address, and return whether there was one for it."""
        with self._lock:
            if self._of.get(address, 0) >= self._free:
                return False
            self._free -= 1
            self._of[address] += 1
            return True

    def give_back(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._free += 1
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


def add_held(app: Flask, settings: Settings) -> None:
    """Set the number of places of each kind."""
    most = max(1, settings.threads // SHARE)
    app.extensions["held"] = {kind: Held(most) for kind in REFUSALS}


def hold(kind: str) -> Callable[[], None]:
    """Hold a thread for an answer of a kind; return the function that releases it, for
    `Response.call_on_close`. Raises ServiceUnavailable where this address may hold no more."""
    held: Held = current_app.extensions["held"][kind]
    address = network(request.remote_addr or "")
    if not held.take(address):
        raise ServiceUnavailable(REFUSALS[kind], retry_after=30)
    return lambda: held.give_back(address)


_told = threading.Event()


def stopping() -> bool:
    """Return whether the server is stopping."""
    return _told.is_set()


def wait(seconds: float) -> bool:
    """Sleep for `seconds`, or until the server is told to stop; return whether it was."""
    return _told.wait(seconds)


def stop() -> None:
    """Note that the server has been told to stop; its handler of signals calls this."""
    _told.set()
