"""Health of the broker, the queue and the workers; and the values that all health checks yield."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from redis.exceptions import RedisError

from archive.core.errors import TwentiesError
from archive.ops import worker_status
from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS
from archive.scoring import ENGINE
from archive.services import Archive

# Bytes free on the disk below which nothing works any more; ten times as many raise a warning.
LITTLE_ROOM: Final = 200 << 20
# Seconds by which two clocks may differ.
CLOCKS_DIFFER: Final = 10.0


class State(StrEnum):
    """How good or bad something is."""

    WELL = "well"
    WARNING = "warning"
    ILL = "ill"


@dataclass(frozen=True)
class HealthFinding:
    """The outcome of one health check."""

    subject: str
    state: State
    says: str
    facts: dict[str, Any] = field(default_factory=dict)


def worst(found: list[HealthFinding]) -> State:
    """Return the worst state among some findings; WELL where there are none."""
    states = {one.state for one in found}
    return next((state for state in (State.ILL, State.WARNING) if state in states), State.WELL)


def clock(whose: str, seconds: float, overdue: float) -> Iterator[HealthFinding]:
    """Yield a finding where a clock differs from this machine's: uploads are swept too early then,
    or too late."""
    if abs(seconds) < CLOCKS_DIFFER:
        return
    how = "ahead of" if seconds > 0 else "behind"
    says = (
        f"The {whose}’s clock is {abs(seconds):.0f} seconds {how} this machine’s: let all of them "
        "follow one time server."
    )
    state = State.ILL if abs(seconds) >= overdue else State.WARNING
    yield HealthFinding("clock", state, says, {"ahead": seconds})


def room(subject: str, free: int, largest: int) -> HealthFinding:
    """Return whether `free` bytes will do where an upload may have `largest`."""
    facts = {"free": free}
    says = f"{in_bytes(free)} are free."
    if free < LITTLE_ROOM or free < largest:
        return HealthFinding(subject, State.ILL, f"Only {says} Uploads are about to fail.", facts)
    if free < 10 * LITTLE_ROOM:
        return HealthFinding(subject, State.WARNING, f"Only {says}", facts)
    return HealthFinding(subject, State.WELL, says, facts)


def in_bytes(size: int) -> str:
    """Return a size for people to read: `1.2 GB`."""
    for unit, factor in (("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= factor:
            return f"{size / factor:,.1f} {unit}"
    return f"{size / 1024:,.0f} KB"


def look(archive: Archive) -> Iterator[HealthFinding]:
    """Yield the health of the broker, of its workers, and of the web servers' keys."""
    try:
        client = archive.queue.client
    except TwentiesError:
        there = archive.queue.reachable()
        state = State.WARNING if there else State.ILL
        says = (
            "The broker "
            + ("answers" if there else "does not answer")
            + (". What waits in it cannot be told without the database.")
        )
        yield HealthFinding("broker", state, says)
        return
    try:
        yield from broker_findings(
            archive, worker_status.facts(client), worker_status.workers(client)
        )
        yield from key_findings(archive, worker_status.webs(client))
    except RedisError as error:
        away = "does not run" if archive.settings.embedded else "does not answer"
        yield HealthFinding(
            "broker",
            State.ILL,
            f"The broker {away} ({error}). Uploads are taken in and wait.",
        )


def broker_findings(
    archive: Archive, found: worker_status.Facts, alive: list[worker_status.Worker]
) -> Iterator[HealthFinding]:
    """Yield the health of the broker itself, of its queues, and of its consumers."""
    name, facts = f"{found.kind} {found.version}", found._asdict()
    yield from clock("broker", found.clock, archive.settings.overdue)
    if found.too_old:
        yield HealthFinding(
            "broker", State.ILL, f"{name} is too old: 6.2 or later is needed.", facts
        )
    elif found.evicts:
        says = (
            f"{name} drops what it holds when its memory is full: set maxmemory-policy noeviction."
        )
        yield HealthFinding("broker", State.WARNING, says, facts)
    elif not found.keeps:
        says = (
            f"{name} writes nothing to a disk. Nothing is lost by that, but after a restart work "
            f"waits {archive.settings.overdue:g} seconds for the sweeper."
        )
        yield HealthFinding("broker", State.WARNING, says, facts)
    else:
        yield HealthFinding("broker", State.WELL, f"{name} answers and keeps what it holds.", facts)
    says = (
        f"{found.waiting} messages of uploads, {found.analyses} of analyses and "
        f"{found.maintenance} of other work wait, workers are at {found.taken}."
    )
    facts = {name: facts[name] for name in ("waiting", "analyses", "maintenance", "taken")}
    yield HealthFinding("queue", State.WELL, says, facts)
    yield worker_finding(found, alive)


def worker_finding(found: worker_status.Facts, alive: list[worker_status.Worker]) -> HealthFinding:
    """Return whether there are workers of this engine's version for all queues."""
    facts = {"workers": [worker._asdict() for worker in alive]}
    if not alive:
        state = State.ILL if found.waiting else State.WARNING
        return HealthFinding("workers", state, "No worker is alive: nothing is judged.", facts)
    others = sorted({worker.engine for worker in alive} - {ENGINE})
    if others:
        says = f"{len(alive)} are alive, but some judge by another engine: {', '.join(others)}."
        return HealthFinding("workers", State.WARNING, says, facts)
    for queue, waiting, does, setting in (
        (UPLOADS, found.waiting, "takes uploads", "TWENTIES_WORKERS"),
        (
            ANALYSES, found.analyses, "looks for what would put flawed records right",
            "TWENTIES_ANALYSTS",
        ),
        (
            MAINTENANCE, found.maintenance, "re-scores, deletes or takes names out",
            "TWENTIES_MAINTAINERS",
        ),
    ):  # fmt: skip
        if all(worker.queue != queue for worker in alive):
            state = State.ILL if waiting else State.WARNING
            says = f"No worker {does}: {setting} is 0 everywhere."
            return HealthFinding("workers", state, says, facts)
    return HealthFinding("workers", State.WELL, f"{len(alive)} are alive.", facts)


def key_findings(archive: Archive, webs: list[worker_status.Web]) -> Iterator[HealthFinding]:
    """Yield what is wrong with the keys of web servers: servers with different keys take each
    other's visitors for signed out, and refuse each other's forms; a server without a configured
    key has made its own."""
    if not webs:
        return
    facts = {"webs": [web._asdict() for web in webs]}
    if len({web.key for web in webs}) > 1:
        where = ", ".join(sorted({f"{web.host} ({web.pid})" for web in webs}))
        says = (
            f"The web servers sign with different keys: {where}. Give all of them the same "
            "TWENTIES_SECRET_KEY, and start them again."
        )
        yield HealthFinding("secret key", State.ILL, says, facts)
        return
    mine = archive.settings.secret_key
    if mine and worker_status.print_of(mine) != webs[0].key:
        says = (
            "The web servers sign with another key than is set here: set their "
            "TWENTIES_SECRET_KEY here too, before a web server is started so."
        )
        yield HealthFinding("secret key", State.WARNING, says, facts)
        return
    yield HealthFinding("secret key", State.WELL, "All web servers sign with the same key.", facts)
