"""Health of the broker, the queue and the workers; and the values that all health checks yield."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from redis.exceptions import RedisError

from archive.core.errors import TwentiesError
from archive.languages.language import Language, language
from archive.ops import worker_status
from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS
from archive.scoring import ENGINE
from archive.services import Archive

# Bytes free on the disk below which nothing works any more; ten times as many raise a warning.
LITTLE_ROOM: Final = 200 << 20
# Seconds by which two clocks may differ.
CLOCKS_DIFFER: Final = 10.0


SUBJECTS: Final = (
    "versions", "settings", "instance folder", "secret key", "database", "writing",
    "database disk", "shape", "clock", "work", "counts", "broker", "queue", "workers",
)  # fmt: skip


class State(StrEnum):
    """How good or bad something is."""

    WELL = "well"
    WARNING = "warning"
    ILL = "ill"


@dataclass(frozen=True)
class HealthFinding:
    """The outcome of one health check: a sentence whose `values` are filled in, where it has any,
    once it is in the reader's language."""

    subject: str
    state: State
    sentence: str
    facts: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def says(self) -> str:
        """Return the sentence in English."""
        return self.told(language("en"))

    def told(self, said: Language) -> str:
        """Return the sentence in a language."""
        return said.say(self.sentence, **self.values) if self.values else said.text(self.sentence)


def worst(found: list[HealthFinding]) -> State:
    """Return the worst state among some findings; WELL where there are none."""
    states = {one.state for one in found}
    return next((state for state in (State.ILL, State.WARNING) if state in states), State.WELL)


def clock(whose: str, seconds: float, overdue: float) -> Iterator[HealthFinding]:
    """Yield a finding where a clock differs from this machine's: uploads are swept too early then,
    or too late."""
    if abs(seconds) < CLOCKS_DIFFER:
        return
    says = (
        "The {text}’s clock is {n} seconds ahead of this machine’s: let all of them follow one "
        "time server."
        if seconds > 0
        else "The {text}’s clock is {n} seconds behind this machine’s: let all of them follow one "
        "time server."
    )
    state = State.ILL if abs(seconds) >= overdue else State.WARNING
    values = {"text": whose, "n": round(abs(seconds))}
    yield HealthFinding("clock", state, says, {"ahead": seconds}, values)


def room(subject: str, free: int, largest: int) -> HealthFinding:
    """Return whether `free` bytes will do where an upload may have `largest`."""
    state, says = State.WELL, "{text} are free."
    if free < LITTLE_ROOM or free < largest:
        state, says = State.ILL, "Only {text} are free. Uploads are about to fail."
    elif free < 10 * LITTLE_ROOM:
        state, says = State.WARNING, "Only {text} are free."
    return HealthFinding(subject, state, says, {"free": free}, {"text": in_bytes(free)})


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
        state = State.ILL
        says = "The broker does not answer. What waits in it cannot be told without the database."
        if archive.queue.reachable():
            state = State.WARNING
            says = "The broker answers. What waits in it cannot be told without the database."
        yield HealthFinding("broker", state, says)
        return
    try:
        yield from broker_findings(
            archive, worker_status.facts(client), worker_status.workers(client)
        )
        yield from key_findings(archive, worker_status.webs(client))
    except RedisError as error:
        says = (
            "The broker does not run ({text}). Uploads are taken in and wait."
            if archive.settings.embedded
            else "The broker does not answer ({text}). Uploads are taken in and wait."
        )
        yield HealthFinding("broker", State.ILL, says, values={"text": error})


def broker_findings(
    archive: Archive, found: worker_status.Facts, alive: list[worker_status.Worker]
) -> Iterator[HealthFinding]:
    """Yield the health of the broker itself, of its queues, and of its consumers."""
    facts, values = found._asdict(), {"text": f"{found.kind} {found.version}"}
    yield from clock("broker", found.clock, archive.settings.overdue)
    state, says = State.WARNING, "{text} answers and keeps what it holds."
    if found.too_old:
        state, says = State.ILL, "{text} is too old: 6.2 or later is needed."
    elif found.evicts:
        says = (
            "{text} drops what it holds when its memory is full: set maxmemory-policy noeviction."
        )
    elif not found.keeps:
        says = (
            "{text} writes nothing to a disk. Nothing is lost by that, but after a restart work "
            "waits {instead} seconds for the sweeper."
        )
        values["instead"] = f"{archive.settings.overdue:g}"
    else:
        state = State.WELL
    yield HealthFinding("broker", state, says, facts, values)
    yield HealthFinding(
        "queue",
        State.WELL,
        "{n} messages of uploads, {m} of analyses and {text} of other work wait, workers are at "
        "{instead}.",
        {name: facts[name] for name in ("waiting", "analyses", "maintenance", "taken")},
        {
            "n": found.waiting, "m": found.analyses, "text": found.maintenance,
            "instead": found.taken,
        },
    )  # fmt: skip
    yield worker_finding(found, alive)


def worker_finding(found: worker_status.Facts, alive: list[worker_status.Worker]) -> HealthFinding:
    """Return whether there are workers of this engine's version for all queues."""
    facts = {"workers": [worker._asdict() for worker in alive]}
    if not alive:
        state = State.ILL if found.waiting else State.WARNING
        return HealthFinding("workers", state, "No worker is alive: nothing is judged.", facts)
    number = {"n": len(alive)}
    others = sorted({worker.engine for worker in alive} - {ENGINE})
    if others:
        says = "{n} are alive, but some judge by another engine: {text}."
        values = {**number, "text": ", ".join(others)}
        return HealthFinding("workers", State.WARNING, says, facts, values)
    for queue, waiting, says, setting in (
        (
            UPLOADS, found.waiting,
            "No worker takes uploads: {text} is 0 everywhere.", "TWENTIES_WORKERS",
        ),
        (
            ANALYSES, found.analyses,
            "No worker looks for what would put flawed records right: {text} is 0 everywhere.",
            "TWENTIES_ANALYSTS",
        ),
        (
            MAINTENANCE, found.maintenance,
            "No worker re-scores, deletes or takes names out: {text} is 0 everywhere.",
            "TWENTIES_MAINTAINERS",
        ),
    ):  # fmt: skip
        if all(worker.queue != queue for worker in alive):
            state = State.ILL if waiting else State.WARNING
            return HealthFinding("workers", state, says, facts, {"text": setting})
    return HealthFinding("workers", State.WELL, "{n} are alive.", facts, number)


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
            "The web servers sign with different keys: {text}. Give all of them the same "
            "TWENTIES_SECRET_KEY, and start them again."
        )
        yield HealthFinding("secret key", State.ILL, says, facts, {"text": where})
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
