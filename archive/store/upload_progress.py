"""The progress of an upload, for its page, and the outcome for each of its records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import UploadState
from archive.store import access, analyses, upload_counts, upload_documents
from archive.store.models import Analysis, Document, Record, Upload, Verdict
from archive.store.records import SUMMARY, summaries
from archive.store.row_views import GameSummary, UploadView, withheld
from archive.store.sql import columns

_UPLOAD = columns(Upload, (
    "id", "filename", "source", "owner_id", "visibility", "state", "received_at", "ended_at",
    "size", "sha256", "total", "note",
))  # fmt: skip
GAMES_SHOWN = 60
LEFT_OUT_SHOWN = 200


def find(session: Session, upload_id: str, games: int = GAMES_SHOWN) -> UploadView | None:
    """Return an upload with the first `games` of its games; its bytes are not read."""
    row = session.execute(
        select(*_UPLOAD, col(Upload.tally)).where(
            col(Upload.id) == upload_id, col(Upload.deletion_id).is_(None)
        )
    ).one_or_none()
    if row is None:
        return None
    tally = upload_counts.read(row.tally)
    fields = {name: value for name, value in row._mapping.items() if name != "tally"}
    if row.total is not None:
        fields["total"] = row.total - tally.deleted
    readings = upload_documents.readings(session, upload_id)
    shown = _games(session, upload_id, limit=games) if games else []
    seen = {game.number for game in shown}
    worst = [number for number in tally.worst if number not in seen] if games > 1 else []
    if worst:
        shown += _games(session, upload_id, numbers=worst)
    return UploadView(
        **fields,
        reading=readings[0] if readings else None,
        judged=tally.settled - tally.counts.get("cancelled", 0),
        cancelled=tally.counts.get("cancelled", 0),
        games=shown,
        tally=tally,
        documents=upload_documents.count(session, upload_id),
        left_out=upload_documents.left_out(session, upload_id, LEFT_OUT_SHOWN),
    )


def for_all(session: Session, upload: UploadView) -> UploadView:
    """Return an upload for every reader with its address: where some of its records are kept back,
    these are in no count, and everything about the exact bytes is left out."""
    if not access.kept_back(session, upload.id):
        return upload
    total, tally = upload_counts.counted_of(session, upload.id, access.is_for_all())
    cancelled = tally.counts.get("cancelled", 0)
    return replace(
        withheld(upload),
        total=None if upload.total is None else total,
        judged=tally.settled - cancelled,
        cancelled=cancelled,
        tally=tally,
    )


def _games(
    session: Session,
    upload_id: str,
    *,
    limit: int | None = None,
    numbers: Sequence[int] | None = None,
) -> list[GameSummary]:
    statement = (
        select(*SUMMARY)
        .where(col(Record.upload_id) == upload_id)
        .order_by(col(Record.number))
        .limit(limit)
    )
    if numbers is not None:
        statement = statement.where(col(Record.number).in_(numbers))
    return summaries(session, statement)


def waiting(session: Session) -> int:
    """Return how many records are still to be judged, by their uploads' counts; an upload that is
    not split yet counts for nothing."""
    statement = select(col(Upload.total), col(Upload.tally)).where(
        col(Upload.state).in_((UploadState.QUEUED, UploadState.WORKING)),
        col(Upload.total).is_not(None),
    )
    found = [(row.total, upload_counts.read(row.tally)) for row in session.execute(statement)]
    return sum(max(0, total - tally.settled - tally.deleted) for total, tally in found)


class Result(NamedTuple):
    """The outcome for one record."""

    number: int
    id: str
    revision: int
    read: bool
    """Whether it was made from a sheet that is not XXN."""
    line: int
    file: str | None
    state: str
    standing: str
    findings: int
    note: str | None
    owner_id: str | None
    visibility: str
    hidden_at: datetime | None
    body: str | None
    """Its latest verdict, with its analysis where that is there."""


def results(session: Session, upload_id: str, after: int, limit: int) -> list[Result]:
    """Return the records after a number, in order, with their latest verdicts."""
    statement = (
        select(
            col(Record.number), col(Record.id), col(Record.revision),
            col(Document.reading).is_not(None), col(Record.line), col(Document.name),
            col(Record.state), col(Record.standing), col(Record.findings), col(Record.note),
            col(Record.owner_id), col(Record.visibility), col(Record.hidden_at),
            col(Verdict.body), analyses.BODY.label("analysis"),
        )
        .join(
            Document,
            and_(
                col(Document.upload_id) == col(Record.upload_id),
                col(Document.number) == col(Record.document),
            ),
        )
        .outerjoin(
            Verdict,
            and_(
                col(Verdict.record_id) == col(Record.id),
                col(Verdict.revision) == col(Record.revision),
                col(Verdict.rules) == func.coalesce(col(Record.rules), ""),
                col(Verdict.engine) == col(Record.engine),
            ),
        )
        .outerjoin(Analysis, analyses.of_verdict(Analysis))
        .where(col(Record.upload_id) == upload_id, col(Record.number) > after)
        .order_by(col(Record.number))
        .limit(limit)
    )  # fmt: skip
    return [
        Result._make((*row[:-2], analyses.verdict_with_analysis(row.body, row.analysis)))
        for row in session.execute(statement)
    ]
