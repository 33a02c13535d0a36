"""What the verdicts on a player's latest games charge to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import pending_removal
from archive.store.models import Finding, Record, Seat, Verdict

LATEST: Final = 60
"""Games with faults that are looked through."""


@dataclass(frozen=True, slots=True)
class Faulted:
    """A shown game with faults: where the player sat, and the verdict's JSON."""

    seat: int
    verdict: str


def faulted(session: Session, player_id: str) -> list[Faulted]:
    """Return a player's latest shown games in which faults were found, the latest first."""
    faulty = (
        select(col(Finding.record_id))
        .where(col(Finding.record_id) == col(Seat.record_id), col(Finding.severity) == "error")
        .exists()
    )
    newest = (
        select(col(Verdict.body))
        .where(col(Verdict.record_id) == col(Record.id))
        .where(col(Verdict.revision) == col(Record.revision))
        .order_by(col(Verdict.created_at).desc(), col(Verdict.id))
        .limit(1)
        .correlate(Record)
        .scalar_subquery()
    )
    statement = (
        select(func.min(col(Seat.seat)), newest)
        .select_from(Seat)
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.player_id) == player_id, col(Seat.shown).is_(True))
        .where(pending_removal.stays(), faulty)
        .group_by(col(Record.id), col(Record.revision), col(Seat.at))
        .order_by(col(Seat.at).desc(), col(Record.id))
        .limit(LATEST)
    )
    return [Faulted(seat, body) for seat, body in session.execute(statement) if body]
