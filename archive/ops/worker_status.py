"""Which processes are alive: each leaves a note at the broker that expires unless it is renewed.

Celery could be asked too, by messages to all workers and answers from those that have the time. A
worker that judges has none, for as long as a task takes; a thread that renews a note does. A web
server's note has a fingerprint of its secret key, from which the key cannot be found: web servers
of one archive must have the same key.

The broker's own facts are read here too, in little time.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from archive.core.errors import TwentiesError
from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS, Broker, waiting
from archive.scoring import ENGINE

WORKER: Final = "worker:"
WEB: Final = "web:"
RENEWED: Final = 5.0
EXPIRES: Final = 20


class Worker(NamedTuple):
    """A worker process that was alive a few seconds ago."""

    host: str
    pid: int
    engine: str
    since: float
    """When it started, in seconds since 1970."""
    task: str | None
    """The task it is working on."""
    queue: str
    """The queue it takes its tasks from."""


class Web(NamedTuple):
    """A web server that was alive a few seconds ago."""

    host: str
    pid: int
    since: float
    key: str
    """A fingerprint of its secret key."""


class Presence:
    """A process's note at the broker, renewed by a thread of its own."""

    def __init__(self, broker: Callable[[], Broker], kind: str, **note: Any) -> None:
        self._broker = broker
        self._name = f"{kind}{socket.gethostname()}:{os.getpid()}"
        self._note = {"since": time.time(), **note}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="presence", daemon=True)

    def begin(self) -> None:
        """Start the thread that renews the note."""
        self._thread.start()

    def at(self, task: str | None) -> None:
        """Set the task that the next note names."""
        self._note["task"] = task

    def end(self) -> None:
        """Remove the note."""
        self._over.set()
        self._thread.join(timeout=RENEWED)
        with suppress(RedisError, TwentiesError):
            client = self._broker()
            client.delete(client.prefix + self._name)

    def _renew(self) -> None:
        while not self._over.is_set():
            with suppress(RedisError, TwentiesError):  # it is back when the broker is
                client = self._broker()
                client.set(client.prefix + self._name, json.dumps(self._note), ex=EXPIRES)
            self._over.wait(RENEWED)


def of_worker(client: Broker, queue: str) -> Presence:
    """Return the presence of a worker that takes its tasks from a queue."""
    return Presence(lambda: client, WORKER, engine=ENGINE, task=None, queue=queue)


def of_web(broker: Callable[[], Broker], secret: str) -> Presence:
    """Return the presence of a web server."""
    return Presence(broker, WEB, key=print_of(secret))


def print_of(secret: str) -> str:
    """Return a fingerprint of `secret`: the same for the same key alone, and as costly to guess as
    a password."""
    kept = hashlib.scrypt(secret.encode(), salt=b"twenties", n=1 << 14, r=8, p=1, dklen=8)
    return kept.hex()


def workers(client: Broker) -> list[Worker]:
    """Return the workers alive, in the order of their machines; raises redis's errors."""
    return [
        Worker(host, pid, note["engine"], note["since"], note["task"], note["queue"])
        for host, pid, note in _notes(client, WORKER)
    ]


def webs(client: Broker) -> list[Web]:
    """Return the web servers alive, in the order of their machines; raises redis's errors."""
    return [Web(host, pid, note["since"], note["key"]) for host, pid, note in _notes(client, WEB)]


def _notes(client: Broker, kind: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield the notes of a kind. A note that has longer to live than any was given was left before
    the broker's clock was set back: a living worker has written another since."""
    begins = client.prefix + kind
    keys = sorted(client.scan_iter(match=f"{begins}*", count=500))
    with client.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.ttl(key)
            pipe.get(key)
        told: list[Any] = pipe.execute()
    for key, left, note in zip(keys, told[::2], told[1::2], strict=True):
        if note and left <= EXPIRES:
            host, _, pid = key.decode().removeprefix(begins).rpartition(":")
            yield host, int(pid), json.loads(note)


# Redis 6.2 is the oldest that the queue's client works with; Valkey began at 7.2.
OLDEST = (6, 2)
# What Celery keeps of messages that a worker has taken and not done with.
UNACKED = "unacked"


class Facts(NamedTuple):
    """What a broker says about itself."""

    kind: str
    """`Valkey` or `Redis`."""
    version: str
    keeps: bool
    """Whether it writes its data to a disk."""
    evicts: bool
    """Whether it may drop messages when its memory is full."""
    waiting: int
    """Messages of uploads that no worker has taken yet."""
    analyses: int
    """The same of analyses."""
    maintenance: int
    """The same of other work."""
    taken: int
    """Messages that a worker has taken, or had taken when it died."""
    clock: float = 0.0
    """Seconds by which its clock is ahead of ours; negative where it is behind."""

    @property
    def too_old(self) -> bool:
        """Return whether its version is older than what the queue's client works with."""
        numbers = tuple(int(part) for part in self.version.split(".")[:2] if part.isdecimal())
        return numbers < OLDEST


def facts(client: Broker) -> Facts:
    """Return the broker's facts; raises redis's errors where it is away."""
    server: Any = client.info("server")
    persistence: Any = client.info("persistence")
    memory: Any = client.info("memory")
    kind = "Valkey" if server.get("server_name") == "valkey" else "Redis"
    version = server.get("valkey_version") or server.get("redis_version") or "0"
    saves, taken = _saves(client), client.hlen(client.prefix + UNACKED)
    return Facts(
        kind=kind,
        version=str(version),
        keeps=bool(persistence.get("aof_enabled")) or saves,
        evicts=memory.get("maxmemory_policy", "noeviction") != "noeviction"
        and int(memory.get("maxmemory", 0)) > 0,
        waiting=waiting(client, UPLOADS),
        analyses=waiting(client, ANALYSES),
        maintenance=waiting(client, MAINTENANCE),
        taken=taken,
        clock=_clock(client),
    )


def _clock(client: Broker) -> float:
    told: Any = client.time()
    return float(told[0] + told[1] / 1_000_000 - time.time())


def _saves(client: Broker) -> bool:
    """Return whether it writes snapshots. Hosted servers forbid the question; they are taken to."""
    try:
        found: Any = client.config_get("save")
    except RedisError:
        return True
    return bool(found.get("save"))
