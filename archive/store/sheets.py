"""Records of the same plays: perhaps one game that two people wrote down."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.games import SUMMARY, summary
from archive.store.rows import Record
from archive.store.views import GameSummary

MOST = 10


def others(session: Session, record_id: str, account_id: str | None) -> list[GameSummary]:
    """Records with the same plays as one, that are listed or this account's; the latest first."""
    same = select(col(Record.play_hash)).where(col(Record.id) == record_id).scalar_subquery()
    to_be_seen: ColumnElement[bool] = col(Record.shown).is_(True)
    if account_id is not None:
        to_be_seen = or_(to_be_seen, col(Record.owner_id) == account_id)
    statement = (
        select(*SUMMARY)
        .where(col(Record.play_hash) == same, col(Record.id) != record_id, to_be_seen)
        .order_by(col(Record.created_at).desc(), col(Record.id))
        .limit(MOST)
    )
    return [summary(row) for row in session.execute(statement)]
