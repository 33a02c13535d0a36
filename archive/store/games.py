"""Queries on games: taking records to judge, keeping their verdicts, showing them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import blobs, ids, listing
from archive.store.inserts import insert_new
from archive.store.rows import Document, Record, Verdict
from archive.store.types import RecordState
from archive.store.views import GameSummary, GameView, Judgement, Piece

GIVEN_UP = (
    "Every worker that took this record stopped before it had a verdict. "
    "The fault is the archive's, not the record's; its bytes are kept."
)

SUMMARY = [col(getattr(Record, name)) for name in GameSummary.__dataclass_fields__]


def claim(session: Session, upload_id: str, first: int, last: int, *, attempts: int) -> list[Piece]:
    """The waiting records of a range, with this attempt counted, and their bytes.

    Records that have been tried `attempts` times already are left out. The bytes are read as one
    stretch of each document, not as the whole of it and not record by record.
    """
    statement = (
        update(Record)
        .where(col(Record.upload_id) == upload_id, col(Record.number).between(first, last))
        .where(col(Record.state) == RecordState.WAITING, col(Record.attempts) < attempts)
        .values(attempts=col(Record.attempts) + 1)
        .returning(
            col(Record.number), col(Record.id), col(Record.document),
            col(Record.start), col(Record.end),
        )
        .execution_options(synchronize_session=False)
    )  # fmt: skip
    taken = sorted(session.execute(statement))
    pieces = []
    for document, rows in groupby(taken, key=lambda row: row.document):
        found = list(rows)
        begin, end = found[0].start, found[-1].end
        stretch = _bytes(session, upload_id, document, begin, end)
        pieces += [
            Piece(row.id, row.number, stretch[row.start - begin : row.end - begin]) for row in found
        ]
    return pieces


def left(session: Session, upload_id: str, first: int, last: int) -> list[int]:
    """The numbers of a range's records that still wait."""
    statement = (
        select(col(Record.number))
        .where(col(Record.upload_id) == upload_id, col(Record.number).between(first, last))
        .where(col(Record.state) == RecordState.WAITING)
        .order_by(col(Record.number))
    )
    return list(session.execute(statement).scalars())


def give_up(session: Session, upload_id: str, number: int) -> None:
    """Judge a record no more that is still without a verdict after all its attempts."""
    session.execute(
        update(Record)
        .where(col(Record.upload_id) == upload_id, col(Record.number) == number)
        .where(col(Record.state) == RecordState.WAITING)
        .values(state=RecordState.FAILED, note=GIVEN_UP)
    )


def settle(session: Session, judgements: Sequence[Judgement], now: datetime) -> int:
    """Keep what judging brought; how many verdicts were new.

    A verdict that is there already stays: judging the same bytes with the same engine again can
    only say the same again. A record that has a verdict is never marked as failed afterwards.
    """
    judged = [judgement for judgement in judgements if judgement.verdict_json is not None]
    for judgement in judgements:
        if judgement.verdict_json is None:
            session.execute(
                update(Record)
                .where(col(Record.id) == judgement.record_id)
                .where(col(Record.state) == RecordState.WAITING)
                .values(state=RecordState.FAILED, note=judgement.note)
            )
    if not judged:
        return 0
    rows = [
        {
            "id": found.record_id,
            "state": RecordState.JUDGED,
            "note": None,
            "engine": found.engine,
            **found.columns,
        }
        for found in judged
    ]
    with listing.changing(session, [row["id"] for row in rows], now) as change:
        session.execute(update(Record), rows)
        change.entries = {
            found.record_id: found.entry for found in judged if found.entry is not None
        }
    verdicts = [
        {
            "id": ids.fresh(),
            "record_id": found.record_id,
            "revision": 1,
            "raw_hash": found.columns.get("raw_hash"),
            "rules": found.rules,
            "engine": found.engine,
            "created_at": now,
            "body": found.verdict_json,
        }
        for found in judged
    ]
    return insert_new(session, Verdict, verdicts, ["record_id", "revision", "rules", "engine"])


def find(session: Session, game_id: str) -> GameView | None:
    """A game with its bytes and its latest verdict."""
    row = session.execute(
        select(*SUMMARY, col(Record.document), col(Record.start), col(Record.end)).where(
            col(Record.id) == game_id
        )
    ).one_or_none()
    if row is None:
        return None
    latest = session.execute(
        select(col(Verdict.body))
        .where(col(Verdict.record_id) == game_id)
        .order_by(col(Verdict.created_at).desc(), col(Verdict.id))
        .limit(1)
    ).scalar_one_or_none()
    read_as = session.execute(
        select(col(Document.reading)["title"].as_string()).where(
            col(Document.upload_id) == row.upload_id, col(Document.number) == row.document
        )
    )
    return GameView(
        **_fields(row),
        read_as=read_as.scalar_one_or_none(),
        data=_bytes(session, row.upload_id, row.document, row.start, row.end),
        verdict_json=latest,
    )


def recent(session: Session, limit: int) -> list[GameSummary]:
    """The games that everybody may find, the newest first."""
    statement = (
        select(*SUMMARY)
        .where(col(Record.shown).is_(True))
        .order_by(col(Record.created_at).desc(), col(Record.number))
        .limit(limit)
    )
    return [summary(row) for row in session.execute(statement)]


def counts(session: Session) -> dict[str, int]:
    """How many records stand how."""
    statement = select(col(Record.standing), func.count()).group_by(col(Record.standing))
    return {str(standing): number for standing, number in session.execute(statement)}


def summary(row: Any) -> GameSummary:
    """A row of SUMMARY's columns as the value that lists show."""
    return GameSummary(**_fields(row))


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in GameSummary.__dataclass_fields__}


def _bytes(session: Session, upload_id: str, document: int, start: int, end: int) -> bytes:
    """A stretch of one of an upload's documents."""
    text = select(col(Document.blob_id)).where(
        col(Document.upload_id) == upload_id, col(Document.number) == document
    )
    return blobs.read(session, session.execute(text).scalar_one(), start, end)
