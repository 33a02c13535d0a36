"""The log of actions: only ever added to, which the database itself enforces.

Actions on another's things, or on accounts, are noted in the same transaction: there is no action
without its entry, and no entry without its action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import Account, Audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of the log."""

    id: int
    at: datetime
    actor_id: str | None
    actor: str | None
    """The actor's name; None where there is none, or the account is gone."""
    action: str
    subject: str
    detail: dict[str, Any] | None


def note(
    session: Session,
    action: str,
    subject: str,
    by: str | None = None,
    /,
    **detail: Any,
) -> None:
    """Add an entry. `subject` is a kind and an identifier: `record:k7…`, `account:9f…`."""
    row = {
        "at": datetime.now(UTC), "actor_id": by, "action": action, "subject": subject[:60],
        "detail": detail or None,
    }  # fmt: skip
    session.execute(insert(Audit).values(**row))


def entries(
    session: Session,
    *,
    action: str = "",
    actor_id: str = "",
    subject: str = "",
    before: int | None = None,
    limit: int = 100,
) -> list[AuditEntry]:
    """Return the latest matching entries, the newest first; `before` is the id to go on from."""
    statement = (
        select(Audit, col(Account.name))
        .outerjoin(Account, col(Account.id) == col(Audit.actor_id))
        .order_by(col(Audit.id).desc())
        .limit(limit)
    )
    if action:
        statement = statement.where(col(Audit.action) == action)
    if actor_id:
        statement = statement.where(col(Audit.actor_id) == actor_id)
    if subject:
        statement = statement.where(col(Audit.subject) == subject)
    if before is not None:
        statement = statement.where(col(Audit.id) < before)
    return [
        AuditEntry(row.id or 0, row.at, row.actor_id, name, row.action, row.subject, row.detail)
        for row, name in session.execute(statement)
    ]


def actions(session: Session) -> Sequence[str]:
    """Return the kinds of action in the log, for a filter."""
    statement = select(col(Audit.action)).distinct().order_by(col(Audit.action))
    return list(session.execute(statement).scalars())
