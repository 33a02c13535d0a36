"""Which workers are alive: each leaves a note at the broker that expires unless it is renewed.

Celery could be asked too, by messages to all workers and answers from those that have the time. A
worker that judges has none, for as long as a task takes; a thread that renews a note does.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
from contextlib import suppress
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from archive.verdict import ENGINE

logger = logging.getLogger(__name__)

PREFIX: Final = "twenties:worker:"
RENEWED: Final = 5.0
EXPIRES: Final = 20


class Worker(NamedTuple):
    """A worker process that was alive a few seconds ago."""

    host: str
    pid: int
    engine: str
    since: float
    """When it started, as the number of seconds that clocks count in."""
    task: str | None
    """What it is at."""


class Presence:
    """A worker's note at the broker, renewed by a thread of its own."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._host = socket.gethostname()
        self._key = f"{PREFIX}{self._host}:{os.getpid()}"
        self._since = time.time()
        self._task: str | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="presence", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def at(self, task: str | None) -> None:
        """Say with the next note what this worker is at."""
        self._task = task

    def end(self) -> None:
        """Take the note back."""
        self._over.set()
        self._thread.join(timeout=RENEWED)
        with suppress(RedisError):
            self._client.delete(self._key)

    def _renew(self) -> None:
        while not self._over.is_set():
            note = {"engine": ENGINE, "since": self._since, "task": self._task}
            with suppress(RedisError):  # it is back when the broker is
                self._client.set(self._key, json.dumps(note), ex=EXPIRES)
            self._over.wait(RENEWED)


def workers(client: Redis) -> list[Worker]:
    """The workers alive, in the order of their machines; raises redis's errors. A note that has
    longer to go than any was given was left before the broker's clock was set back: whoever is
    alive has written another since."""
    keys = sorted(client.scan_iter(match=f"{PREFIX}*", count=500))
    with client.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.ttl(key)
            pipe.get(key)
        told: list[Any] = pipe.execute()
    notes = zip(keys, told[::2], told[1::2], strict=True)
    return [_read(key, note) for key, left, note in notes if note and left <= EXPIRES]


def _read(key: bytes, note: bytes) -> Worker:
    host, _, pid = key.decode().removeprefix(PREFIX).rpartition(":")
    said = json.loads(note)
    return Worker(host, int(pid), said["engine"], said["since"], said["task"])
