"""Queries for those who take along what is theirs."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import analyses, pending_deletion
from archive.store.models import Analysis, Record, Tag, Verdict


class OwnVerdict(NamedTuple):
    """A verdict on a record of one's own."""

    id: str
    record_id: str
    revision: int
    upload_id: str
    body: str


def verdicts(session: Session, account_id: str, after: str, limit: int) -> list[OwnVerdict]:
    """Verdicts on an account's records, some at a time; `after` is the last one seen."""
    statement: Any = (
        select(
            col(Verdict.id), col(Verdict.record_id), col(Verdict.revision), col(Record.upload_id),
            col(Verdict.body), analyses.BODY.label("analysis"),
        )
        .outerjoin(Analysis, analyses.of_verdict(Analysis))
        .join(Record, col(Record.id) == col(Verdict.record_id))
        .where(
            col(Record.owner_id) == account_id,
            col(Verdict.id) > after,
            pending_deletion.stays(),
        )
        .order_by(col(Verdict.id))
        .limit(limit)
    )  # fmt: skip
    return [
        OwnVerdict._make((*row[:-2], analyses.whole(row.body, row.analysis)))
        for row in session.execute(statement)
    ]


def tags_by(session: Session, account_id: str) -> list[dict[str, str]]:
    """The tags somebody has put to records."""
    statement = (
        select(col(Tag.record_id), col(Tag.tag))
        .where(col(Tag.added_by) == account_id)
        .order_by(col(Tag.record_id), col(Tag.tag))
    )
    return [{"record": record, "tag": tag} for record, tag in session.execute(statement)]
