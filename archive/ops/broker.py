"""The broker as those see it who watch over it: its own facts, asked for in little time."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from redis.exceptions import RedisError

from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS, Broker, waiting

# Redis 6.2 is the oldest that the queue's client gets on with; Valkey began at 7.2.
OLDEST = (6, 2)
# What Celery keeps of messages that a worker has taken and not done with.
UNACKED = "unacked"


class Facts(NamedTuple):
    """What a broker says of itself."""

    kind: str
    """`Valkey` or `Redis`."""
    version: str
    keeps: bool
    """Whether it writes what it holds to a disk."""
    evicts: bool
    """Whether it may drop messages when its memory is full."""
    waiting: int
    """Messages of uploads that no worker has taken yet."""
    analyses: int
    """The same of analyses."""
    maintenance: int
    """The same of other work."""
    taken: int
    """Messages that a worker is at, or was at when it died."""
    clock: float = 0.0
    """Seconds by which its clock is ahead of ours, or behind where that is less than none."""

    @property
    def too_old(self) -> bool:
        numbers = tuple(int(part) for part in self.version.split(".")[:2] if part.isdecimal())
        return numbers < OLDEST


def facts(client: Broker) -> Facts:
    """Ask the broker; raises redis's errors where it is away."""
    server: Any = client.info("server")
    persistence: Any = client.info("persistence")
    memory: Any = client.info("memory")
    kind = "Valkey" if server.get("server_name") == "valkey" else "Redis"
    version = server.get("valkey_version") or server.get("redis_version") or "0"
    saves = _saves(client)
    return Facts(
        kind=kind,
        version=str(version),
        keeps=bool(persistence.get("aof_enabled")) or saves,
        evicts=memory.get("maxmemory_policy", "noeviction") != "noeviction"
        and int(memory.get("maxmemory", 0)) > 0,
        waiting=waiting(client, UPLOADS),
        analyses=waiting(client, ANALYSES),
        maintenance=waiting(client, MAINTENANCE),
        taken=_length(client.hlen(client.prefix + UNACKED)),
        clock=_clock(client),
    )


def _clock(client: Broker) -> float:
    told: Any = client.time()
    return float(told[0] + told[1] / 1_000_000 - time.time())


def _saves(client: Broker) -> bool:
    """Return whether it writes snapshots. Hosted servers forbid the question: take it that they
    do."""
    try:
        found: Any = client.config_get("save")
    except RedisError:
        return True
    return bool(found.get("save"))


def _length(found: Any) -> int:
    return int(found)
