"""Queries on games: single ones, short lists, and other records of the same plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import analyses, pending_removal, privacy, upload_documents
from archive.store.models import Analysis, Document, Finding, Record, Unanalysed, Verdict
from archive.store.record_bytes import RecordPlace, pieces
from archive.store.row_views import GameSummary, GameView
from archive.store.sql import columns

SUMMARY = columns(Record, GameSummary)

# Put together once: see verdict_writer.py. Every page of a game asks them.
_RECORDS: Final[Any] = Record.__table__  # type: ignore[attr-defined]
_DOCUMENTS: Final[Any] = Document.__table__  # type: ignore[attr-defined]
_VERDICTS: Final[Any] = Verdict.__table__  # type: ignore[attr-defined]
_GAME: Final = select(
    *(_RECORDS.c[name] for name in (*GameSummary.__dataclass_fields__, *RecordPlace._fields[3:])),
    select(_DOCUMENTS.c.reading)
    .where(_DOCUMENTS.c.upload_id == _RECORDS.c.upload_id)
    .where(_DOCUMENTS.c.number == _RECORDS.c.document)
    .scalar_subquery().label("reading"),
).where(_RECORDS.c.id == bindparam("game"), pending_removal.stays())  # fmt: skip
_LATEST: Final = (
    select(_VERDICTS.c.body, analyses.BODY, analyses.STATE, analyses.NOTE)
    .outerjoin(Analysis, analyses.of_verdict(Analysis))
    .outerjoin(Unanalysed, analyses.of_verdict(Unanalysed))
    .where(_VERDICTS.c.record_id == bindparam("game"), _VERDICTS.c.revision == bindparam("shown"))
    .order_by(_VERDICTS.c.created_at.desc(), _VERDICTS.c.id)
    .limit(1)
)


def find(session: Session, game_id: str, revision: int | None = None) -> GameView | None:
    """Return a game with the bytes and the latest verdict of one revision, by default of the
    latest. None where there is no such game, or no such revision of it."""
    gone = pending_removal.leaving(session)
    row = session.execute(_GAME, {"game": game_id}).one_or_none()
    if row is None:
        return None
    shown = row.revision if revision is None else revision
    if not 1 <= shown <= row.revision:
        return None
    place = RecordPlace(row.id, row.number, row.upload_id, row.document, row.start, row.end, shown)
    (piece,) = pieces(session, [place])
    latest = session.execute(_LATEST, {"game": game_id, "shown": shown}).one_or_none()
    verdict, analysis, state, note = latest or (None, None, None, None)
    read = _read_as(session, row, shown)
    found = GameView(
        **_fields(row),
        read_as=read.get("title"),
        data=piece.data,
        verdict_json=analyses.verdict_with_analysis(verdict, analysis),
        analysis=analyses.analysis_state(analysis, state),
        analysis_note=note,
        revision=shown,
        revisions=row.revision,
        origin=read.get("origin"),
    )
    return privacy.rows_told(session, gone, [found])[0]


def _read_as(session: Session, row: Any, revision: int) -> Mapping[str, Any]:
    """Return how a revision of a record was read from the upload; empty where it was not."""
    if row.reading is None:
        return {}
    nth = row.number - upload_documents.first_record(session, row.upload_id, row.document)
    found = upload_documents.of_revision(row.reading, nth, revision)
    origins = (found.get("origins") or [])[nth : nth + 1]
    return {"title": found.get("title"), "origin": origins[0] if origins else None}


def recent(session: Session, limit: int = 20) -> list[GameSummary]:
    """Return the listed games, the newest first."""
    statement = (
        select(*SUMMARY)
        .where(col(Record.shown).is_(True), pending_removal.stays())
        .order_by(col(Record.created_at).desc(), col(Record.number))
        .limit(limit)
    )
    return summaries(session, statement)


def first_errors(session: Session, record_ids: Collection[str]) -> dict[str, str]:
    """Return the code of the first error that each of some records has, by their identifiers: of
    those at a play, where there are any."""
    found = session.execute(
        select(col(Finding.record_id), col(Finding.code))
        .where(col(Finding.record_id).in_(record_ids), col(Finding.severity) == "error")
        .order_by(
            col(Finding.ply).is_(None).desc(), col(Finding.ply).desc(), col(Finding.number).desc()
        )
    )
    return {row.record_id: row.code for row in found}


def summaries(session: Session, statement: Select[Any]) -> list[GameSummary]:
    """Return the rows of a statement of SUMMARY's columns, as the values that lists show."""
    gone = pending_removal.leaving(session)
    found = [GameSummary(**_fields(row)) for row in session.execute(statement)]
    return privacy.rows_told(session, gone, found)


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in GameSummary.__dataclass_fields__}


MOST_RELATED = 10


class RelatedRecord(NamedTuple):
    """A record of the same plays. Its players are left out: names may be kept anonymous."""

    id: str
    created_at: datetime
    same: bool
    """Whether all else in it is the same, too."""


def of_same_plays(session: Session, record_id: str, account_id: str | None) -> list[RelatedRecord]:
    """Return records with the same plays as one, that are listed or this account's; the latest
    first."""
    here = session.execute(
        select(col(Record.play_hash), col(Record.record_hash)).where(col(Record.id) == record_id)
    ).one_or_none()
    if here is None or here.play_hash is None:
        return []
    to_be_seen: ColumnElement[bool] = col(Record.shown).is_(True)
    if account_id is not None:
        to_be_seen = or_(to_be_seen, col(Record.owner_id) == account_id)
    statement = (
        select(col(Record.id), col(Record.created_at), col(Record.record_hash))
        .where(col(Record.play_hash) == here.play_hash, col(Record.id) != record_id, to_be_seen)
        .where(pending_removal.stays())
        .order_by(col(Record.created_at).desc(), col(Record.id))
        .limit(MOST_RELATED)
    )
    return [
        RelatedRecord(row.id, row.created_at, row.record_hash == here.record_hash)
        for row in session.execute(statement)
    ]
