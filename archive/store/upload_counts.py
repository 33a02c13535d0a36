"""The number of an upload's records by state, kept up with every batch.

A page that watches a large upload asks every second; counting its records each time would cost more
than judging them. So the counts stand in the upload's row, changed with each change of a record, in
the same transaction and under that row's lock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, func, select, true
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import STANDINGS, AnalysisState, RecordState
from archive.store.models import Record, Unanalysed, Upload
from archive.store.sql import update

SETTLED: Final = (*STANDINGS, "failed", "cancelled")
GRAVE: Final = ("failed", "impossible", "flawed")
MOST_NAMED: Final = 10
"""Records of each bad state that are named while the upload is judged."""

# Built once: they are asked with every batch.
_UPLOADS: Final[Any] = Upload.__table__  # type: ignore[attr-defined]
_READ: Final = (
    select(_UPLOADS.c.tally).where(_UPLOADS.c.id == bindparam("upload")).with_for_update()
)
_WRITE: Final = (
    update(_UPLOADS).where(_UPLOADS.c.id == bindparam("upload")).values(tally=bindparam("tally"))
)


class AnalysesCount(NamedTuple):
    """Analyses of an upload's records: how many are still to be made, how many were given up."""

    waiting: int = 0
    failed: int = 0


NO_ANALYSES: Final = AnalysesCount()


@dataclass(frozen=True)
class UploadCounts:
    """The number of records by state; `named` are the first numbers of the worst ones."""

    counts: Mapping[str, int] = field(default_factory=dict)
    findings: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    """Records without a verdict, by reason: time, memory, fault, worker."""
    named: Mapping[str, list[int]] = field(default_factory=dict)
    since: datetime | None = None
    """When the first of them were settled, and how many those were; when the latest was."""
    first: int = 0
    at: datetime | None = None
    deleted: int = 0
    """Records of the upload that were deleted one by one: no count has them."""
    analyses: AnalysesCount = NO_ANALYSES

    @property
    def settled(self) -> int:
        """Return the number of records that are finished."""
        return sum(self.counts.get(word, 0) for word in SETTLED)

    @property
    def worst(self) -> list[int]:
        """Return the numbers of records to look at first."""
        return [number for word in GRAVE for number in self.named.get(word, ())][:MOST_NAMED]


@dataclass(frozen=True)
class RecordOutcome:
    """What became of one record: its standing now and before (None while it waited)."""

    number: int
    before: str | None
    after: str | None
    findings: int = 0
    """The number of additional findings."""
    failure: str | None = None
    deleted: bool = False
    """Whether the record was deleted."""

    @classmethod
    def of(
        cls, row: Any, after: str | None = None, findings: int = 0, *, failure: str | None = None,
        deleted: bool = False,
    ) -> RecordOutcome:  # fmt: skip
        """Return what becomes of a record by its row as it was before, with its number, state,
        standing and findings; `findings` is the number that it has now."""
        held = row.findings if row.state == RecordState.JUDGED else 0
        before = key(row.state, row.standing)
        return cls(row.number, before, after, findings - held, failure, deleted)


def none_yet() -> dict[str, Any]:
    """Return the counts of a new upload."""
    return _written(UploadCounts())


def read(kept: Mapping[str, Any] | None) -> UploadCounts:
    """Return counts as they are kept in the upload's row; missing ones are 0."""
    said = {**none_yet(), **(kept or {})}
    return UploadCounts(
        said["counts"], said["findings"], said["failures"], said["named"],
        _moment(said["since"]), said["first"], _moment(said["at"]), said["deleted"],
        AnalysesCount(*said["analyses"]),
    )  # fmt: skip


def hold(session: Session, *upload_ids: str) -> None:
    """Lock uploads' rows until the transaction ends, in one order everywhere. Who locks records as
    well locks the uploads first."""
    its = col(Upload.id).in_(upload_ids)
    session.execute(select(col(Upload.id)).where(its).order_by(col(Upload.id)).with_for_update())


def note(
    session: Session,
    upload_id: str,
    outcomes: Iterable[RecordOutcome],
    now: datetime,
    analyses: AnalysesCount | None = None,
) -> UploadCounts | None:
    """Count what became of records, and how many more of their `analyses` wait or were given up;
    return the counts, None where the upload is gone. Locks the upload's row."""
    row = session.execute(_READ, {"upload": upload_id}).one_or_none()
    if row is None:
        return None
    changed = _after(read(row.tally), [*outcomes], now)
    if analyses is not None:
        summed = (max(0, a + b) for a, b in zip(changed.analyses, analyses, strict=True))
        changed = replace(changed, analyses=AnalysesCount(*summed))
    session.execute(_WRITE, {"upload": upload_id, "tally": _written(changed)})
    return changed


def begin_anew(session: Session, upload_id: str) -> None:
    """Restart the timing: from now on only new records count for the speed."""
    row = session.execute(_READ, {"upload": upload_id}).one_or_none()
    if row is not None:
        untimed = replace(read(row.tally), since=None, first=0, at=None)
        session.execute(_WRITE, {"upload": upload_id, "tally": _written(untimed)})


def mend(session: Session, upload_id: str) -> bool:
    """Correct an upload's counts where they differ from counting; return whether they did. Locks
    the upload's row."""
    row = session.execute(_READ, {"upload": upload_id}).one_or_none()
    if row is None:
        return False
    kept, recounted = read(row.tally), _counted(session, upload_id)
    mended = replace(
        kept, counts=recounted.counts, findings=recounted.findings, deleted=recounted.deleted,
        analyses=recounted.analyses,
    )  # fmt: skip
    if _written(mended) == _written(kept):
        return False
    there = select(col(Record.number)).where(col(Record.upload_id) == upload_id)
    numbers = set(session.execute(there).scalars())
    named = {
        word: [number for number in held if number in numbers] for word, held in kept.named.items()
    }
    failures = kept.failures if recounted.counts.get("failed") else {}
    mended = replace(mended, named=named, failures=failures)
    session.execute(_WRITE, {"upload": upload_id, "tally": _written(mended)})
    return True


def counted_of(
    session: Session, upload_id: str, which: ColumnElement[bool]
) -> tuple[int, UploadCounts]:
    """Return how many of an upload's records match, and their counts. The reasons of failures are
    unknown for single records, and left out."""
    number = select(func.count()).where(col(Record.upload_id) == upload_id, which)
    return session.execute(number).scalar_one(), UploadCounts(*_stand(session, upload_id, which))


def _after(tally: UploadCounts, outcomes: list[RecordOutcome], now: datetime) -> UploadCounts:
    counts, failures = Counter(tally.counts), Counter(tally.failures)
    named = {word: [*tally.named.get(word, ())] for word in GRAVE}
    findings = tally.findings
    for outcome in outcomes:
        if outcome.before is not None:
            counts[outcome.before] -= 1
            if outcome.before in named and outcome.number in named[outcome.before]:
                named[outcome.before].remove(outcome.number)
        if outcome.after is not None:
            counts[outcome.after] += 1
            if outcome.after in named and len(named[outcome.after]) < MOST_NAMED:
                named[outcome.after] = sorted({*named[outcome.after], outcome.number})
        if outcome.failure is not None:
            failures[outcome.failure] += 1
        findings += outcome.findings
    if not counts["failed"]:  # the reason of a failed record is not kept
        failures.clear()
    new = sum(1 for outcome in outcomes if outcome.before is None and outcome.after is not None)
    since, first = tally.since, tally.first
    if since is None and new:
        since, first = now, sum(counts[word] for word in SETTLED)
    at, deleted = (
        now if new else tally.at,
        tally.deleted + sum(outcome.deleted for outcome in outcomes),
    )
    return UploadCounts(
        counts, findings, failures, named, since, first, at, deleted, tally.analyses
    )


def _written(tally: UploadCounts) -> dict[str, Any]:
    return {
        "counts": {word: number for word, number in tally.counts.items() if number},
        "findings": tally.findings,
        "failures": dict(tally.failures),
        "named": {word: numbers for word, numbers in tally.named.items() if numbers},
        "since": tally.since and tally.since.isoformat(),
        "first": tally.first,
        "at": tally.at and tally.at.isoformat(),
        "deleted": tally.deleted,
        "analyses": list(tally.analyses),
    }


def _counted(session: Session, upload_id: str) -> UploadCounts:
    counts, findings = _stand(session, upload_id, true())
    came = session.execute(select(col(Upload.total)).where(col(Upload.id) == upload_id)).scalar()
    here = select(func.count()).where(col(Record.upload_id) == upload_id)
    deleted = 0 if came is None else max(0, came - session.execute(here).scalar_one())
    analyses = _analyses(session, upload_id)
    return UploadCounts(counts, findings, deleted=deleted, analyses=analyses)


def _analyses(session: Session, upload_id: str) -> AnalysesCount:
    statement = (
        select(col(Unanalysed.state), func.count().label("number"))
        .where(col(Unanalysed.upload_id) == upload_id)
        .group_by(col(Unanalysed.state))
    )
    found = Counter({row.state: row.number for row in session.execute(statement)})
    failed = found[AnalysisState.FAILED]
    return AnalysesCount(found.total() - failed, failed)


def _stand(
    session: Session, upload_id: str, which: ColumnElement[bool]
) -> tuple[Counter[str], int]:
    """Return the standings of the records that match, and the number of their findings."""
    judged = case((col(Record.state) == RecordState.JUDGED, col(Record.findings)), else_=0)
    statement = (
        select(col(Record.state), col(Record.standing), func.count(), func.sum(judged))
        .where(col(Record.upload_id) == upload_id, col(Record.state) != RecordState.WAITING, which)
        .group_by(col(Record.state), col(Record.standing))
    )
    counts: Counter[str] = Counter()
    findings = 0
    for state, standing, number, found in session.execute(statement):
        counts[key(state, standing) or "failed"] += number
        findings += int(found or 0)
    return counts, findings


def key(state: str, standing: str) -> str | None:
    """Return the key under which a record is counted; None while it waits."""
    if state == RecordState.WAITING:
        return None
    return str(standing) if state == RecordState.JUDGED else str(state)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
