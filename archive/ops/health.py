"""What `twenties doctor` looks at, one small examination each, and what it says in plain words.

An examination that breaks off is itself a finding: whoever calls the doctor has trouble already.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from importlib.metadata import version
from typing import Any, Final

from redis.exceptions import RedisError

from archive.config import Settings
from archive.core.errors import TwentiesError
from archive.ops import broker, worker_status
from archive.runtime.queue import ANALYSES, MAINTENANCE, QUEUES, UPLOADS
from archive.scoring import ENGINE
from archive.services import Archive
from archive.store import totals
from archive.store.health import Condition, condition

# With less than this on the disk nothing is well any more; with less than ten times, for long.
LITTLE_ROOM: Final = 200 << 20
# An upload that is late by so many times the sweeper's patience has been forgotten by all.
VERY_LATE: Final = 5
# Seconds by which two clocks may differ.
CLOCKS_DIFFER: Final = 10.0


class State(StrEnum):
    """How something is."""

    WELL = "well"
    WARNING = "warning"
    ILL = "ill"


@dataclass(frozen=True)
class HealthFinding:
    """One thing looked at."""

    subject: str
    state: State
    says: str
    facts: dict[str, Any] = field(default_factory=dict)


def examine(archive: Archive) -> list[HealthFinding]:
    """Look at everything."""
    found: list[HealthFinding] = []
    for subject, look in _LOOKS:
        try:
            found += look(archive)
        except Exception as error:  # what is broken must not hide the rest
            found.append(HealthFinding(subject, State.ILL, f"This could not be looked at: {error}"))
    return found


def worst(found: list[HealthFinding]) -> State:
    states = {one.state for one in found}
    return next((state for state in (State.ILL, State.WARNING) if state in states), State.WELL)


def _versions(archive: Archive) -> Iterator[HealthFinding]:
    facts = {
        "twenties": version("twenties"),
        "engine": ENGINE,
        "python": platform.python_version(),
        **{name: version(name) for name in ("flask", "celery", "redis", "sqlalchemy", "uvicorn")},
    }
    says = f"Twenties {facts['twenties']} on Python {facts['python']}."
    yield HealthFinding("versions", State.WELL, says, facts)


def _configuration(archive: Archive) -> Iterator[HealthFinding]:
    settings = archive.settings
    facts = _told(settings)
    where = "an embedded Valkey" if settings.embedded else "a broker of its own"
    yield HealthFinding(
        "settings",
        State.WELL,
        f"All settings can be used: instance {settings.instance}, {where}, "
        f"{settings.workers} workers.",
        facts,
    )
    if not settings.instance.is_dir():
        says = f"There is no folder {settings.instance}: `twenties serve` makes it."
        yield HealthFinding("instance folder", State.ILL, says)
        return
    free = shutil.disk_usage(settings.instance).free
    yield _room("instance folder", free, settings.max_upload)
    key = settings.instance / "secret.key"
    if key.exists() and stat.S_IMODE(key.stat().st_mode) & 0o077:
        yield HealthFinding(
            "secret key",
            State.WARNING,
            f"Others on this machine can read {key}: chmod 600 it.",
        )
    if os.access(settings.instance, os.W_OK | os.X_OK) is False:
        yield HealthFinding(
            "instance folder", State.ILL, f"{settings.instance} cannot be written to."
        )


def _database(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        says = f"There is no {archive.database.file} yet: `twenties serve` makes it, or `migrate`."
        yield HealthFinding("database", State.ILL, says)
        return
    try:
        found = condition(archive.database)
    except TwentiesError as error:
        yield HealthFinding("database", State.ILL, str(error))
        return
    facts = {"kind": found.kind, "version": found.version, "size": found.size}
    if found.too_old:
        says = f"{found.kind} {found.version} is too old: 14 is the oldest that will do."
        yield HealthFinding("database", State.ILL, says, facts)
    else:
        says = f"{found.kind} {found.version} answers; it holds {_bytes(found.size)}."
        yield HealthFinding("database", State.WELL, says, facts)
    yield _shape(found)
    yield from _clock("database", found.clock, archive.settings.overdue)
    if found.trouble is not None:
        yield HealthFinding("writing", State.ILL, f"Nothing can be written: {found.trouble}.")
    else:
        yield HealthFinding("writing", State.WELL, "The database can be written to.")
    if found.free is not None:
        yield _room("database's disk", found.free, archive.settings.max_upload)


def _shape(found: Condition) -> HealthFinding:
    facts = {"revision": found.revision, "head": found.head}
    if found.revision == found.head:
        return HealthFinding(
            "shape", State.WELL, f"It is at revision {found.revision}, the latest.", facts
        )
    if not found.known:
        return HealthFinding(
            "shape",
            State.ILL,
            f"It is at revision {found.revision}, which this version does not know: a later "
            "version has migrated it. Run that one.",
            facts,
        )
    at = "empty" if found.revision is None else f"at revision {found.revision}"
    says = f"It is {at}, and revision {found.head} is wanted: run `twenties migrate`."
    return HealthFinding("shape", State.ILL, says, facts)


def _broker(archive: Archive) -> Iterator[HealthFinding]:
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
        yield from _of_broker(archive, broker.facts(client), worker_status.workers(client))
        yield from _keys(archive, worker_status.webs(client))
    except RedisError as error:
        away = "does not run" if archive.settings.embedded else "does not answer"
        yield HealthFinding(
            "broker",
            State.ILL,
            f"The broker {away} ({error}). Uploads are taken in and wait.",
        )


def _of_broker(
    archive: Archive, found: broker.Facts, alive: list[worker_status.Worker]
) -> Iterator[HealthFinding]:
    name, facts = f"{found.kind} {found.version}", found._asdict()
    yield from _clock("broker", found.clock, archive.settings.overdue)
    if found.too_old:
        yield HealthFinding("broker", State.ILL, f"{name} is too old: 6.2 will do.", facts)
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
    yield _workers(found, alive)


def _workers(found: broker.Facts, alive: list[worker_status.Worker]) -> HealthFinding:
    facts = {"workers": [worker._asdict() for worker in alive]}
    if not alive:
        state = State.ILL if found.waiting else State.WARNING
        return HealthFinding("workers", state, "No worker is alive: nothing is judged.", facts)
    others = sorted({worker.engine for worker in alive} - {ENGINE})
    if others:
        says = f"{len(alive)} are alive, but some judge by another engine: {', '.join(others)}."
        return HealthFinding("workers", State.WARNING, says, facts)
    idle = {queue for queue in QUEUES if queue not in {worker.queue for worker in alive}}
    if UPLOADS in idle:
        state = State.ILL if found.waiting else State.WARNING
        says = "No worker takes uploads: TWENTIES_WORKERS is 0 everywhere."
        return HealthFinding("workers", state, says, facts)
    if ANALYSES in idle:
        state = State.ILL if found.analyses else State.WARNING
        says = (
            "No worker looks for what would put flawed records right: TWENTIES_ANALYSTS is 0 "
            "everywhere."
        )
        return HealthFinding("workers", state, says, facts)
    if MAINTENANCE in idle:
        state = State.ILL if found.maintenance else State.WARNING
        says = (
            "No worker judges anew, deletes or takes names out: TWENTIES_MAINTAINERS is 0 "
            "everywhere."
        )
        return HealthFinding("workers", state, says, facts)
    return HealthFinding("workers", State.WELL, f"{len(alive)} are alive.", facts)


def _keys(archive: Archive, webs: list[worker_status.Web]) -> Iterator[HealthFinding]:
    """Web servers with different keys take each other's visitors for signed out, and refuse each
    other's forms; one that was given none has made one for itself."""
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


def _work(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        return
    counts = totals.counts(archive.database, archive.ahead())
    if counts is None:
        return
    facts = counts._asdict()
    patience = archive.settings.overdue
    if counts.ahead:
        says = (
            f"Uploads or jobs noted by a clock that was ahead: {counts.ahead}. The sweeper queues "
            "them again within seconds; where they stay, it does not run."
        )
        yield HealthFinding("clock", State.WARNING, says, facts)
    if counts.overdue > counts.ahead:
        late = counts.longest > VERY_LATE * patience
        says = (
            f"Uploads or jobs overdue: {counts.overdue - counts.ahead}, the oldest by "
            f"{counts.longest:.0f} seconds. "
            + ("The sweeper does not run, or cannot." if late else "The sweeper is next.")
        )
        yield HealthFinding("work", State.ILL if late else State.WARNING, says, facts)
        return
    waiting = counts.records.get("waiting", 0)
    yield HealthFinding("work", State.WELL, f"Nothing is overdue; {waiting} records wait.", facts)


def _counts(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        return
    if not archive.migrated():
        return  # that has been said
    wrong = archive.search.wrong_counts()
    if not wrong:
        yield HealthFinding("counts", State.WELL, "The counts beside the lists are right.")
        return
    facts = {"wrong": [one._asdict() for one in wrong]}
    says = "Counts beside the lists are wrong: `twenties doctor --recount` makes them anew."
    yield HealthFinding("counts", State.WARNING, says, facts)


_LOOKS: Final[tuple[tuple[str, Callable[[Archive], Iterator[HealthFinding]]], ...]] = (
    ("versions", _versions),
    ("settings", _configuration),
    ("database", _database),
    ("broker", _broker),
    ("work", _work),
    ("counts", _counts),
)


def _clock(whose: str, seconds: float, overdue: float) -> Iterator[HealthFinding]:
    """Clocks that differ have uploads swept too early, or too late."""
    if abs(seconds) < CLOCKS_DIFFER:
        return
    how = "ahead of" if seconds > 0 else "behind"
    says = (
        f"The {whose}'s clock is {abs(seconds):.0f} seconds {how} this machine's: let all of them "
        "follow one time server."
    )
    state = State.ILL if abs(seconds) >= overdue else State.WARNING
    yield HealthFinding("clock", state, says, {"ahead": seconds})


def _room(subject: str, free: int, largest: int) -> HealthFinding:
    facts = {"free": free}
    says = f"{_bytes(free)} are free."
    if free < LITTLE_ROOM or free < largest:
        return HealthFinding(subject, State.ILL, f"Only {says} Uploads are about to fail.", facts)
    if free < 10 * LITTLE_ROOM:
        return HealthFinding(subject, State.WARNING, f"Only {says}", facts)
    return HealthFinding(subject, State.WELL, says, facts)


def _bytes(size: int) -> str:
    for unit, factor in (("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= factor:
            return f"{size / factor:,.1f} {unit}"
    return f"{size / 1024:,.0f} KB"


def _told(settings: Settings) -> dict[str, Any]:
    """The settings without those that are, or may hold, a secret."""
    open_ones = [one.name for one in fields(settings) if one.repr]
    return {name: getattr(settings, name) for name in open_ones} | {
        "instance": str(settings.instance)
    }
