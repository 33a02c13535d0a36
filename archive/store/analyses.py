"""Queries on analyses: which verdicts still need one, and what was found; and verdicts as they are
shown, each with its analysis, or the state of that.

Both tables have the key of the verdict that they belong to. A waiting analysis has a row in one of
them, which is removed when the result is added to the other: so it is made once, however often it
is asked for. How many of an upload wait stands in the upload's row (upload_counts.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import AnalysisState
from archive.core.judgements import AnalysisMade, Judgement, Piece
from archive.scoring.serialize import with_analysis
from archive.store import sql, upload_counts, work_rows
from archive.store.models import Analysis, Record, Unanalysed, Verdict
from archive.store.record_bytes import PLACE, RecordPlace, pieces
from archive.store.sql import delete, insert_new
from archive.store.upload_counts import AnalysesCount

KEY: Final = ("record_id", "revision", "rules", "engine")
"""The columns that identify a verdict and its analysis."""
_ASKED: Final = (*KEY, "upload_id", "number", "state", "attempts", "due_at", "job_id")


class WantedAnalysis(NamedTuple):
    """An analysis to be made: its upload and record."""

    upload_id: str
    number: int
    attempts: int


class Claimed(NamedTuple):
    """An analysis that a worker has taken."""

    piece: Piece
    rules: str


# Asking for them


def ask_for(
    session: Session, judgements: Sequence[Judgement], numbers: dict[str, tuple[str, int]],
    due: datetime, job_id: str | None,
) -> dict[str, AnalysesCount]:  # fmt: skip
    """Ask for the analyses of these judgements, each once; `numbers` are each record's upload and
    place in it. What waited for an older engine's verdict is dropped. Return by upload how many
    more wait."""
    wanted = [found for found in judgements if found.asks_for_analysis]
    steps: dict[str, AnalysesCount] = {}
    _drop_older(session, judgements, steps)
    if not wanted:
        return steps
    known = _known(session, [found.record_id for found in wanted])
    fresh = {_key(found): found for found in wanted if _key(found) not in known}
    rows = [
        (*key, *numbers[key[0]], AnalysisState.WAITING.value, 0, due, job_id)
        for key in sorted(fresh)
    ]
    sql.write(session, Unanalysed, _ASKED, rows)
    for record_id, *_ in fresh:
        _step(steps, numbers[record_id][0], waiting=1)
    return steps


def _key(found: Judgement) -> tuple[str, int, str, str]:
    return (found.record_id, found.revision, found.rules, found.engine)


def _known(session: Session, record_ids: Sequence[str]) -> set[tuple[str, int, str, str]]:
    """Return the keys of analyses of these records that are made, or to be made."""
    found: set[tuple[str, int, str, str]] = set()
    for table in (Analysis, Unanalysed):
        asked = select(*sql.columns(table, KEY))
        asked = asked.where(sql.among(session, table.record_id, record_ids))
        found |= {tuple(row) for row in session.execute(asked)}
    return found


def _drop_older(
    session: Session, judgements: Sequence[Judgement], steps: dict[str, AnalysesCount]
) -> None:
    engines = {found.engine for found in judgements if found.verdict_json is not None}
    if not engines:
        return
    judged = [found.record_id for found in judgements if found.verdict_json is not None]
    theirs = sql.among(session, Unanalysed.record_id, judged)
    _drop(session, and_(theirs, col(Unanalysed.engine).not_in(engines)), steps)


def _drop(session: Session, which: ColumnElement[bool], steps: dict[str, AnalysesCount]) -> int:
    """Drop waiting analyses; return how many they were."""
    gone = (
        delete(Unanalysed).where(which).returning(col(Unanalysed.upload_id), col(Unanalysed.state))
    )
    dropped = session.execute(gone).all()
    for upload_id, state in dropped:
        failed = int(state == AnalysisState.FAILED)
        _step(steps, upload_id, waiting=failed - 1, failed=-failed)
    return len(dropped)


def _step(
    steps: dict[str, AnalysesCount], upload_id: str, *, waiting: int = 0, failed: int = 0
) -> None:
    before = steps.get(upload_id, AnalysesCount())
    steps[upload_id] = AnalysesCount(before.waiting + waiting, before.failed + failed)


# Making them


def claim(
    session: Session, upload_id: str, first: int, last: int, engine: str, *, attempts: int,
    due: datetime,
) -> list[Claimed]:  # fmt: skip
    """Take the analyses of a range that wait for this engine, with this attempt counted. Those that
    were begun `attempts` times already are left out, and so are those of another worker, until the
    sweeper finds that one lost."""
    taken = work_rows.take(
        session, Unanalysed, *_in_range(upload_id, first, last), col(Unanalysed.engine) == engine,
        col(Unanalysed.attempts) < attempts, due=due, back=("record_id", "revision", "rules"),
    )  # fmt: skip
    found: list[Claimed] = []
    for revision in sorted({row.revision for row in taken}):  # each has other bytes
        rules = {row.record_id: row.rules for row in taken if row.revision == revision}
        found += [Claimed(piece, rules[piece.id]) for piece in _pieces(session, [*rules], revision)]
    return sorted(found, key=lambda one: one.piece.number)


def put_off(
    session: Session, upload_id: str, first: int, last: int, engine: str, due: datetime
) -> None:
    """Note when what was taken of a range may be taken for lost."""
    upload_counts.hold(session, upload_id)  # as who settles or deletes them does
    its = _in_range(upload_id, first, last)
    work_rows.put_off(session, Unanalysed, *its, col(Unanalysed.engine) == engine, due=due)


def _pieces(session: Session, record_ids: Sequence[str], revision: int) -> list[Piece]:
    asked = select(*PLACE).where(sql.among(session, Record.id, record_ids))
    places = [RecordPlace(*row)._replace(revision=revision) for row in session.execute(asked)]
    return pieces(session, places)


def settle(session: Session, upload_id: str, made: Sequence[AnalysisMade], now: datetime) -> None:
    """Keep the results, once, however often they come, and note what was given up."""
    steps: dict[str, AnalysesCount] = {}
    upload_counts.hold(session, upload_id)
    # In the order in which a deletion locks them, or each would wait for the other.
    theirs = sql.among(session, Record.id, [found.record_id for found in made])
    session.execute(
        select(col(Record.id))
        .where(theirs)
        .order_by(col(Record.id))
        .with_for_update(read=True, key_share=True)
    ).all()
    for found in sorted(made, key=lambda one: one.record_id):
        of_it = _is([getattr(found, name) for name in KEY])
        if found.body is None:
            _give_up(session, of_it, found.note or "", steps)
            continue
        if _drop(session, of_it, steps):
            row = {name: getattr(found, name) for name in KEY}
            insert_new(session, Analysis, [{**row, "created_at": now, "body": found.body}], [*KEY])
    note(session, steps, now)


def _give_up(
    session: Session, of_it: ColumnElement[bool], why: str, steps: dict[str, AnalysesCount]
) -> None:
    for (upload_id,) in work_rows.give_up(session, Unanalysed, of_it, why=why, back=["upload_id"]):
        _step(steps, upload_id, waiting=-1, failed=1)


def give_up_alone(
    session: Session, upload_id: str, number: int, attempts: int, now: datetime
) -> None:
    """Give up the analysis of a record that still waits after this many attempts."""
    steps: dict[str, AnalysesCount] = {}
    tried = and_(
        *_in_range(upload_id, number, number),
        col(Unanalysed.state) == AnalysisState.WAITING,
        col(Unanalysed.attempts) >= attempts,
    )
    _give_up(session, tried, work_rows.GIVEN_UP, steps)
    note(session, steps, now)


def put_back(session: Session, claimed: Sequence[Claimed], engine: str) -> None:
    """Put back what was taken and not begun: the attempt does not count."""
    for one in claimed:
        its = _is((one.piece.id, one.piece.revision, one.rules, engine))
        work_rows.put_back(session, Unanalysed, its)


def retry(session: Session, upload_id: str, due: datetime, now: datetime) -> list[WantedAnalysis]:
    """Let the analyses of an upload that were given up wait once more; return them."""
    its = col(Unanalysed.upload_id) == upload_id
    again = work_rows.retry(session, Unanalysed, its, due=due, back=["number"])
    numbers = sorted(number for (number,) in again)
    step = AnalysesCount(waiting=len(numbers), failed=-len(numbers))
    note(session, {upload_id: step} if numbers else {}, now)
    return [WantedAnalysis(upload_id, number, 0) for number in numbers]


def without(session: Session, record_ids: Sequence[str]) -> dict[str, AnalysesCount]:
    """Drop the waiting analyses of these records, which are about to be deleted. Return by upload
    how many they were."""
    steps: dict[str, AnalysesCount] = {}
    _drop(session, sql.among(session, Unanalysed.record_id, record_ids), steps)
    return steps


def claim_overdue(
    session: Session, engine: str, *, now: datetime, due: datetime, ahead: datetime, limit: int,
    later: str | None,
) -> list[WantedAnalysis]:  # fmt: skip
    """Return analyses that have waited too long, or whose worker is lost, in the order of uploads
    and records. Those of the re-scoring `later` are left until it has its verdicts."""
    which = [col(Unanalysed.engine) == engine]
    if later is not None:
        job = col(Unanalysed.job_id)
        which.append(or_(job.is_(None), job != later))
    found = work_rows.find_lost(
        session, Unanalysed, *which, now=now, due=due, ahead=ahead, limit=limit,
        back=WantedAnalysis._fields,
    )  # fmt: skip
    return sorted(WantedAnalysis(*row) for row in found)


def _is(key: Sequence[Any]) -> ColumnElement[bool]:
    """Return the condition that a row is the one with this key."""
    pairs = zip(KEY, key, strict=True)
    return and_(*(col(getattr(Unanalysed, name)) == value for name, value in pairs))


def _in_range(upload_id: str, first: int, last: int) -> tuple[ColumnElement[bool], ...]:
    number = col(Unanalysed.number)
    return (col(Unanalysed.upload_id) == upload_id, number.between(first, last))


def note(session: Session, steps: dict[str, AnalysesCount], now: datetime) -> None:
    """Count what has become of analyses in the uploads' rows."""
    for upload_id in sorted(steps):
        upload_counts.note(session, upload_id, (), now, steps[upload_id])


STATE: Final = col(Unanalysed.state)
NOTE: Final = col(Unanalysed.note)
BODY: Final = col(Analysis.body)


def of_verdict(table: Any) -> ColumnElement[bool]:
    """Return the condition that a row of either table belongs to a verdict."""
    return and_(*(col(getattr(table, name)) == col(getattr(Verdict, name)) for name in KEY))


def verdict_with_analysis(verdict: str | None, analysis: str | None) -> str | None:
    """Return a verdict's JSON with its analysis in the place that it leaves for it."""
    return verdict if verdict is None or analysis is None else with_analysis(verdict, analysis)


def analysis_state(analysis: str | None, state: str | None) -> str:
    """Return the state of a verdict's analysis for its readers: none, waiting, done or failed."""
    if state is not None:
        return "failed" if state == AnalysisState.FAILED else "waiting"
    return "none" if analysis is None else "done"
