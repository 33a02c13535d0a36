"""Queries on the puzzles that accounts have solved."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import access, pending_removal, sql
from archive.store.models import Record, Solved
from archive.store.sql import insert_new

Puzzle = tuple[str, int]
"""A record and the number of a play in it."""


def add(session: Session, account_id: str, puzzles: Iterable[Puzzle], now: datetime) -> None:
    """Note puzzles as solved, except those of records that the account cannot see."""
    asked = sorted(set(puzzles))
    these = sql.among(session, col(Record.id), sorted({id_ for id_, _ in asked}))
    found = session.execute(select(col(Record.id)).where(these, *_seen(account_id))).scalars()
    there = set(found)
    rows = [
        {"account_id": account_id, "record_id": id_, "ply": ply, "at": now}
        for id_, ply in asked if id_ in there
    ]  # fmt: skip
    insert_new(session, Solved, rows, ["account_id", "record_id", "ply"])


def of(
    session: Session, account_id: str, records: Collection[str] | None = None
) -> list[Puzzle]:  # fmt: skip
    """Return the puzzles that an account has solved, in these records or in all that it can see,
    the first one solved first."""
    statement = (
        select(col(Solved.record_id), col(Solved.ply))
        .join(Record, col(Record.id) == col(Solved.record_id))
        .where(col(Solved.account_id) == account_id, *_seen(account_id))
        .order_by(col(Solved.at), col(Solved.record_id), col(Solved.ply))
    )
    if records is not None:
        among = sql.among(session, col(Solved.record_id), sorted(set(records)))
        statement = statement.where(among)
    return [(id_, ply) for id_, ply in session.execute(statement)]


def _seen(account_id: str) -> list[Any]:
    own = col(Record.owner_id) == account_id
    return [or_(access.is_for_all(), own), pending_removal.stays()]
