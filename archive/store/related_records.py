"""Records of the same plays: perhaps one game that two people wrote down."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import pending_deletion
from archive.store.models import Record

MOST = 10


class RelatedRecord(NamedTuple):
    """A record of the same plays. Who played is not told here: names may be kept anonymous."""

    id: str
    created_at: datetime
    same: bool
    """Whether all else that it says is the same, too."""


def others(session: Session, record_id: str, account_id: str | None) -> list[RelatedRecord]:
    """Records with the same plays as one, that are listed or this account's; the latest first."""
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
        .where(pending_deletion.stays())
        .order_by(col(Record.created_at).desc(), col(Record.id))
        .limit(MOST)
    )
    return [
        RelatedRecord(row.id, row.created_at, row.record_hash == here.record_hash)
        for row in session.execute(statement)
    ]
