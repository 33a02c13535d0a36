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
            says = "This could not be checked: {text}"
            found.append(HealthFinding(subject, State.ILL, says, values={"text": error}))
    return found


def _versions(archive: Archive) -> Iterator[HealthFinding]:
    facts = {
        "twenties": version("twenties"),
        "engine": ENGINE,
        "python": platform.python_version(),
        **{name: version(name) for name in ("flask", "celery", "redis", "sqlalchemy", "uvicorn")},
    }
    values = {"text": facts["twenties"], "instead": facts["python"]}
    yield HealthFinding(
        "versions", State.WELL, "Twenties {text} on Python {instead}.", facts, values
    )


def _configuration(archive: Archive) -> Iterator[HealthFinding]:
    settings = archive.settings
    says = (
        "All settings can be used: instance {text}, an embedded Valkey, {n} workers."
        if settings.embedded
        else "All settings can be used: instance {text}, a broker of its own, {n} workers."
    )
    where = {"text": settings.instance}
    values = {**where, "n": settings.workers}
    yield HealthFinding("settings", State.WELL, says, _told(settings), values)
    if not settings.instance.is_dir():
        says = "There is no folder {text}: `twenties serve` makes it."
        yield HealthFinding("instance folder", State.ILL, says, values=where)
        return
    free = shutil.disk_usage(settings.instance).free
    yield room("instance folder", free, settings.max_upload)
    key = settings.instance / "secret.key"
    if key.exists() and stat.S_IMODE(key.stat().st_mode) & 0o077:
        says = "Others on this machine can read {text}: chmod 600 it."
        yield HealthFinding("secret key", State.WARNING, says, values={"text": key})
    if os.access(settings.instance, os.W_OK | os.X_OK) is False:
        says = "{text} cannot be written to."
        yield HealthFinding("instance folder", State.ILL, says, values=where)


def _database(archive: Archive) -> Iterator[HealthFinding]:
    if archive.database.file is not None and not archive.database.file.exists():
        says = "There is no {text} yet: `twenties serve` makes it, or `migrate`."
        yield HealthFinding("database", State.ILL, says, values={"text": archive.database.file})
        return
    try:
        found = condition(archive.database)
    except TwentiesError as error:
        yield HealthFinding("database", State.ILL, str(error))
        return
    facts = {"kind": found.kind, "version": found.version, "size": found.size}
    values: dict[str, Any] = {"text": f"{found.kind} {found.version}"}
    if found.too_old:
        says = "{text} is too old: 14 or later is needed."
        yield HealthFinding("database", State.ILL, says, facts, values)
    else:
        says = "{text} answers; it holds {instead}."
        values["instead"] = in_bytes(found.size)
        yield HealthFinding("database", State.WELL, says, facts, values)
    yield _shape(found)
    yield from clock("database", found.clock, archive.settings.overdue)
    if found.trouble is not None:
        values = {"text": found.trouble}
        yield HealthFinding("writing", State.ILL, "Nothing can be written: {text}.", values=values)
    else:
        yield HealthFinding("writing", State.WELL, "The database can be written to.")
    if found.free is not None:
        yield room("database disk", found.free, archive.settings.max_upload)


def _shape(found: Condition) -> HealthFinding:
    facts = {"revision": found.revision, "head": found.head}
    values = {"text": found.revision}
    if found.revision == found.head:
        says = "It is at revision {text}, the latest."
        return HealthFinding("shape", State.WELL, says, facts, values)
    if not found.known:
        says = (
            "It is at revision {text}, which this version does not know: a later version has "
            "migrated it. Run that one."
        )
    elif found.revision is None:
        says = "It is empty, and revision {text} is wanted: run `twenties migrate`."
        values = {"text": found.head}
    else:
        says = "It is at revision {text}, and revision {instead} is wanted: run `twenties migrate`."
        values["instead"] = found.head
    return HealthFinding("shape", State.ILL, says, facts, values)


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
            "Uploads or jobs noted by a clock that was ahead: {n}. The sweeper queues them again "
            "within seconds; where they stay, it does not run."
        )
        yield HealthFinding("clock", State.WARNING, says, facts, {"n": counts.ahead})
    if counts.overdue > counts.ahead:
        state = State.WARNING
        says = "Uploads or jobs overdue: {n}, the oldest by {m} s. The sweeper is next."
        if counts.longest > VERY_LATE * patience:
            state = State.ILL
            says = (
                "Uploads or jobs overdue: {n}, the oldest by {m} s. The sweeper does not run, or "
                "cannot."
            )
        values = {"n": counts.overdue - counts.ahead, "m": f"{counts.longest:.0f}"}
        yield HealthFinding("work", state, says, facts, values)
        return
    says = "Nothing is overdue; {n} records are waiting."
    values = {"n": counts.records.get("waiting", 0)}
    yield HealthFinding("work", State.WELL, says, facts, values)


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
