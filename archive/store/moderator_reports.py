"""Queries on reports to the moderators about records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from archive.core.archive_states import ReportState
from archive.store import pending_removal, privacy
from archive.store.models import Account, Record, Report
from archive.store.sql import columns, update


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as a moderator reads it."""

    id: str
    record_id: str
    reason: str
    text: str
    created_at: datetime
    state: str
    settled_at: datetime | None
    answer: str
    players: list[str]
    hidden_at: datetime | None
    """Since when the record is hidden."""
    reporter: str | None
    """The reporter's name; None where the visitor had not signed in, or the account is gone."""
    settled_by: str | None


def add(session: Session, row: dict[str, Any]) -> None:
    """Keep a report."""
    session.add(Report(**row))


def same_open(session: Session, record_id: str, reporter_id: str) -> bool:
    """Return whether an earlier report of this account on the same record is still open."""
    statement = select(col(Report.id)).where(
        col(Report.record_id) == record_id,
        col(Report.reporter_id) == reporter_id,
        col(Report.state) == ReportState.OPEN,
    )
    return session.execute(statement).first() is not None


def reports(
    session: Session,
    *,
    state: str = "",
    report_id: str = "",
    record_id: str = "",
    reporter_id: str = "",
    limit: int = 100,
) -> list[ReportView]:
    """Return reports: the open ones the oldest first, as they are to be settled; others the newest
    first."""
    reporter, settler = aliased(Account), aliased(Account)
    own = ("id", "record_id", "reason", "text", "created_at", "state", "settled_at", "answer")
    names: list[Any] = [account.name for account in (reporter, settler)]
    statement = (
        select(*columns(Report, own), *columns(Record, ("players", "hidden_at")), *names)
        .join(Record, col(Record.id) == col(Report.record_id))
        .outerjoin(reporter, col(reporter.id) == col(Report.reporter_id))
        .outerjoin(settler, col(settler.id) == col(Report.settled_by))
        .limit(limit)
    )  # fmt: skip
    order = col(Report.created_at)
    statement = statement.order_by(order if state == ReportState.OPEN else order.desc())
    for column, value in (
        (Report.state, state), (Report.id, report_id), (Report.record_id, record_id),
        (Report.reporter_id, reporter_id),
    ):  # fmt: skip
        if value:
            statement = statement.where(col(column) == value)
    gone = pending_removal.leaving(session)
    found = [ReportView(*row) for row in session.execute(statement)]
    sat = {report.record_id: report.players for report in found}
    told = privacy.players_told(session, gone, sat)
    return [replace(report, players=told[report.record_id]) for report in found]


def settle(
    session: Session, report_id: str, state: ReportState, by: str | None, answer: str, now: datetime
) -> str | None:
    """Close an open report; return the record it is about, or None where there is no such
    report."""
    statement = (
        update(Report)
        .where(col(Report.id) == report_id, col(Report.state) == ReportState.OPEN)
        .values(state=state, settled_by=by, settled_at=now, answer=answer)
        .returning(col(Report.record_id))
    )
    found: str | None = session.execute(statement).scalar_one_or_none()
    return found


def open_count(session: Session) -> int:
    """Return the number of open reports."""
    statement = select(func.count()).where(col(Report.state) == ReportState.OPEN)
    return session.execute(statement).scalar_one()
