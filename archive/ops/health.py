"""The checks of `twenties doctor`, one small check each, and what they say in plain words: this
machine and the database here, the broker in broker_health.py.

A check that fails is itself a finding: an operator who calls the doctor has trouble already.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib.metadata import version
from typing import Any, Final

from archive.config import Settings
from archive.core.errors import TwentiesError
from archive.ops import broker_health
from archive.ops.broker_health import HealthFinding, State, clock, in_bytes, room, worst
from archive.scoring import ENGINE
from archive.services import Archive
from archive.store import health
from archive.store.health import Condition, condition

__all__ = ["HealthFinding", "State", "examine", "worst"]

# An upload that is late by so many times the sweeper's patience has been missed by every worker.
VERY_LATE: Final = 5


def examine(archive: Archive) -> list[HealthFinding]:
    """Return the findings of all checks."""
    found: list[HealthFinding] = []
    for subject, look in _LOOKS:
        try:
            found += look(archive)
        except Exception as error:  # what is broken must not hide the rest
            found.append(HealthFinding(subject, State.ILL, f"This could not be checked: {error}"))
    return found


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
    yield room("instance folder", free, settings.max_upload)
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
        says = f"{found.kind} {found.version} is too old: 14 or later is needed."
        yield HealthFinding("database", State.ILL, says, facts)
    else:
        says = f"{found.kind} {found.version} answers; it holds {in_bytes(found.size)}."
        yield HealthFinding("database", State.WELL, says, facts)
    yield _shape(found)
    yield from clock("database", found.clock, archive.settings.overdue)
    if found.trouble is not None:
        yield HealthFinding("writing", State.ILL, f"Nothing can be written: {found.trouble}.")
    else:
        yield HealthFinding("writing", State.WELL, "The database can be written to.")
    if found.free is not None:
        yield room("database disk", found.free, archive.settings.max_upload)


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


def _work(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        return
    counts = health.counts(archive.database, archive.context.ahead())
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
            f"{counts.longest:.0f} s. "
            + ("The sweeper does not run, or cannot." if late else "The sweeper is next.")
        )
        yield HealthFinding("work", State.ILL if late else State.WARNING, says, facts)
        return
    waiting = counts.records.get("waiting", 0)
    yield HealthFinding(
        "work", State.WELL, f"Nothing is overdue; {waiting} records are waiting.", facts
    )


def _counts(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        return
    if not archive.migrated():
        return  # a finding says so already
    wrong = archive.search.wrong_counts()
    if not wrong:
        yield HealthFinding("counts", State.WELL, "The counts beside the lists are right.")
        return
    facts = {"wrong": [one._asdict() for one in wrong]}
    says = "Counts beside the lists are wrong: `twenties doctor --recount` counts them again."
    yield HealthFinding("counts", State.WARNING, says, facts)


def _told(settings: Settings) -> dict[str, Any]:
    """Return the settings without those that are, or may hold, a secret."""
    open_ones = [one.name for one in fields(settings) if one.repr]
    return {name: getattr(settings, name) for name in open_ones} | {
        "instance": str(settings.instance)
    }


_LOOKS: Final[tuple[tuple[str, Callable[[Archive], Iterator[HealthFinding]]], ...]] = (
    ("versions", _versions),
    ("settings", _configuration),
    ("database", _database),
    ("broker", broker_health.look),
    ("work", _work),
    ("counts", _counts),
)
