"""Taking records to judge, and keeping the results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import RecordState
from archive.core.judgements import Judgement, Piece
from archive.store import analyses, ids, search_index, sql, upload_counts
from archive.store.models import Record, Verdict
from archive.store.record_bytes import PLACE, RecordPlace, pieces
from archive.store.search_index import IndexRow
from archive.store.sql import put, update
from archive.store.upload_counts import RecordOutcome

GIVEN_UP: Final = (
    "Every attempt to judge this game broke off. "
    "The fault is the archive’s, not the sheet’s; what was uploaded is kept."
)
LOST_WORKER: Final = "worker"
# It becomes listed in the same statement, or every index of listed records would be written twice.
_JUDGED: Final = f"state = 'judged', note = NULL, shown = {search_index.OPEN}"
_VERDICT: Final = (
    "id", "record_id", "revision", "raw_hash", "rules", "engine", "created_at", "body",
)  # fmt: skip


# Asked for with every batch, so built once, and of tables: built of the models each time,
# SQLAlchemy takes ten times as long over such a statement as the database does.
_RECORDS: Final[Any] = Record.__table__  # type: ignore[attr-defined]
_IN_RANGE: Final = (
    _RECORDS.c.upload_id == bindparam("upload"),
    _RECORDS.c.number.between(bindparam("first"), bindparam("last")),
    _RECORDS.c.state == RecordState.WAITING,
)
_CLAIM: Final = (
    update(_RECORDS)
    .where(*_IN_RANGE, _RECORDS.c.attempts < bindparam("limit"))
    .values(attempts=_RECORDS.c.attempts + 1)
    .returning(*(_RECORDS.c[name] for name in RecordPlace._fields))
)
_LEFT: Final = select(_RECORDS.c.number).where(*_IN_RANGE).order_by(_RECORDS.c.number)


def claim(session: Session, upload_id: str, first: int, last: int, *, attempts: int) -> list[Piece]:
    """Return the waiting records of a range, with this attempt counted, and their bytes.

    Records that have been tried `attempts` times already are left out.
    """
    asked = {"upload": upload_id, "first": first, "last": last, "limit": attempts}
    return pieces(session, [RecordPlace(*row) for row in session.execute(_CLAIM, asked).all()])


def put_back(session: Session, record_ids: Sequence[str]) -> None:
    """Put back what was taken and not begun: the attempt does not count."""
    session.execute(
        update(Record)
        .where(col(Record.id).in_(record_ids), col(Record.attempts) > 0)
        .values(attempts=col(Record.attempts) - 1)
    )


def left(session: Session, upload_id: str, first: int, last: int) -> list[int]:
    """Return the numbers of a range's records that still wait."""
    asked = {"upload": upload_id, "first": first, "last": last}
    return list(session.execute(_LEFT, asked).scalars())


def give_up(session: Session, upload_id: str, number: int, now: datetime, due: datetime) -> None:
    """Give up a record that is still without a verdict after all its attempts."""
    found = session.execute(
        select(*PLACE).where(
            col(Record.upload_id) == upload_id,
            col(Record.number) == number,
            col(Record.state) == RecordState.WAITING,
        )
    ).one_or_none()
    if found is not None:
        lost = Judgement(found.id, note=GIVEN_UP, failure=LOST_WORKER, revision=found.revision)
        settle(session, [lost], now, due)


def settle(
    session: Session,
    judgements: Sequence[Judgement],
    now: datetime,
    due: datetime,
    *,
    job_id: str | None = None,
) -> None:
    """Keep the results of judging, once, however often they come, and ask for the analyses that are
    needed, which are overdue at `due`; those of a re-scoring's verdicts have its `job_id`.

    A verdict that is there already stays: judging the same bytes with the same engine again gives
    the same. A record that has a verdict is never marked as failed afterwards; one that was
    cancelled or deleted meanwhile stays so; for one that was corrected meanwhile the verdict is
    kept, but lists follow the correction.
    """
    if not judgements:
        return
    record_ids = sorted(found.record_id for found in judgements)
    with search_index.changing(session, record_ids, now) as change:
        before = change.before
        present = [found for found in judgements if found.record_id in before]
        taken = [found for found in present if _follows(before[found.record_id], found)]
        _note_judged(session, [found for found in taken if found.verdict_json is not None])
        for found in taken:
            if found.verdict_json is None:
                _mark_failed(session, found)
            elif found.entry is not None:
                change.entries[found.record_id] = found.entry
    _add_verdicts(session, present, now)
    places = {id_: (row.upload_id, row.number) for id_, row in before.items()}
    asked = analyses.ask_for(session, present, places, due, job_id)
    by_upload: dict[str, list[RecordOutcome]] = {upload_id: [] for upload_id in asked}
    for found in taken:
        row = before[found.record_id]
        by_upload.setdefault(row.upload_id, []).append(_outcome(row, found))
    for upload_id in sorted(by_upload):
        outcomes = by_upload[upload_id]
        upload_counts.note(session, upload_id, outcomes, now, asked.get(upload_id))


def _follows(row: IndexRow, found: Judgement) -> bool:
    """Return whether the record's row follows this judgement."""
    if row.revision != found.revision or row.state == RecordState.CANCELLED:
        return False
    unjudged = row.state in (RecordState.WAITING, RecordState.FAILED)
    return found.verdict_json is not None or unjudged


def _outcome(row: IndexRow, found: Judgement) -> RecordOutcome:
    if found.verdict_json is None:
        return RecordOutcome.of(row, "failed", failure=found.failure)
    return RecordOutcome.of(row, str(found.columns["standing"]), found.columns["findings"])


def _note_judged(session: Session, judged: Sequence[Judgement]) -> None:
    """Copy the columns that lists show from verdicts to the records' rows."""
    if judged:
        names = [*judged[0].columns]
        rows = [
            (found.record_id, found.engine, *(found.columns[name] for name in names))
            for found in judged
        ]
        sql.change(session, Record, ("id", "engine", *names), rows, _JUDGED)


def _mark_failed(session: Session, found: Judgement) -> None:
    failed = {"state": RecordState.FAILED, "note": found.note, "engine": found.engine or None}
    put(session, Record, found.record_id, **failed)


def _add_verdicts(session: Session, judgements: Sequence[Judgement], now: datetime) -> None:
    rows = [
        (
            ids.beside(found.record_id), found.record_id, found.revision,
            found.columns.get("raw_hash"), found.rules, found.engine, now, found.verdict_json,
        )
        for found in judgements
        if found.verdict_json is not None
    ]  # fmt: skip
    sql.write(
        session, Verdict, _VERDICT, rows,
        "ON CONFLICT (record_id, revision, rules, engine) DO NOTHING",
    )  # fmt: skip
