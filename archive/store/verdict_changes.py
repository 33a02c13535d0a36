"""Queries on what judging anew has changed, for somebody who wants to see it at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import bulk, pending_deletion
from archive.store.models import Difference, Record
from archive.store.records import SUMMARY, summaries
from archive.store.views import GameSummary


@dataclass(frozen=True, slots=True)
class Change:
    """How many records stood so, and stand so now; None where there was or is no verdict."""

    before: str | None
    after: str | None
    number: int


def changes(session: Session, job_id: str) -> list[Change]:
    """How a job's differences part by what stood and what stands, the most frequent first."""
    before: Any = col(Difference.before)["standing"].as_string()
    after: Any = col(Difference.after)["standing"].as_string()
    found = (
        select(before.label("before"), after.label("after"))
        .where(col(Difference.job_id) == job_id)
        .subquery()
    )
    number = func.count()
    statement = (
        select(found.c.before, found.c.after, number)
        .group_by(found.c.before, found.c.after)
        .order_by(number.desc(), found.c.before, found.c.after)
    )
    return [Change(*row) for row in session.execute(statement)]


def games(session: Session, ids: Sequence[str]) -> dict[str, GameSummary]:
    """These games as lists show them, by their identifiers; without those that go."""
    statement = select(*SUMMARY).where(
        bulk.among(session, col(Record.id), ids), pending_deletion.stays()
    )
    return {found.id: found for found in summaries(session, statement)}
