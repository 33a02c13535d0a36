"""Uploads that are being deleted, and names that are being removed.

From the moment of the request no reader sees such an upload or any record of it, at whatever
address, and no list shows such a name; the rows themselves follow a few hundred at a time, which
for a large upload, or a player of many games, takes a while.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Boolean, ColumnElement, literal_column, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import UploadState, Visibility
from archive.store.models import IdempotencyKey, Upload
from archive.store.sql import Asked, ask, delete, update

_UPLOADS: Final = "(SELECT id FROM upload WHERE deletion_id IS NOT NULL)"
STAYS: Final = f"record.upload_id NOT IN {_UPLOADS}"
"""The condition that a record's upload is not being deleted, for statements of plain SQL."""
GOES: Final = f"record.upload_id IN {_UPLOADS}"
"""The opposite condition."""

ANONYMISE: Final = "anonymise"
"""The kind of the jobs that remove a player's names from rows; `asked` has the `player`, and the
`name` that stands in place of theirs."""
_LEAVING: Final = f"""
SELECT asked ->> 'player' FROM job WHERE state IN ('queued', 'working') AND kind = '{ANONYMISE}'
"""  # noqa: S608


def stays() -> ColumnElement[bool]:
    """Return the condition STAYS for statements of SQLAlchemy."""
    return literal_column(STAYS, Boolean)


def uploads(session: Session) -> set[str]:
    """Return all uploads that are being deleted: none, or a few."""
    taken = select(col(Upload.id)).where(col(Upload.deletion_id).is_not(None))
    return set(session.execute(taken).scalars())


def take(session: Session, job_id: str, upload_id: str, now: datetime) -> bool:
    """Give an upload to a deletion. Return False where there is no such upload, or another deletion
    has it."""
    return bool(_take(session, job_id, col(Upload.id) == upload_id, now))


def take_all_of(session: Session, job_id: str, account_id: str, now: datetime, *,
                private_only: bool) -> list[str]:  # fmt: skip
    """Give an account's uploads to a deletion, all of them or those that no other account could
    see; return them."""
    theirs = col(Upload.owner_id) == account_id
    if private_only:
        theirs &= col(Upload.visibility) == Visibility.PRIVATE
    return _take(session, job_id, theirs, now)


def _take(session: Session, job_id: str, which: ColumnElement[bool], now: datetime) -> list[str]:
    """Give uploads to a deletion. They have no owner from now on: the same bytes may be uploaded
    again, and are then new. No worker goes on with them, and no key under which they came leads to
    them."""
    statement = (
        update(Upload)
        .where(which, col(Upload.deletion_id).is_(None))
        .values(
            deletion_id=job_id, owner_id=None, visibility=Visibility.PRIVATE,
            state=UploadState.CANCELLED, ended_at=now,
        )
        .returning(col(Upload.id))
    )  # fmt: skip
    taken = sorted(session.execute(statement).scalars())
    its = select(col(Upload.id)).where(col(Upload.deletion_id) == job_id)
    session.execute(delete(IdempotencyKey).where(col(IdempotencyKey.upload_id).in_(its)))
    return taken


def next_of(session: Session, job_id: str) -> str | None:
    """Return an upload that this deletion still has to delete."""
    statement = select(col(Upload.id)).where(col(Upload.deletion_id) == job_id)
    return session.execute(statement.order_by(col(Upload.id)).limit(1)).scalar_one_or_none()


def leaving(session: Asked) -> list[str]:
    """Return anonymous players whose names are still in rows: mostly none. Ask before the rows are
    read: between the two the job may finish."""
    return [row[0] for row in ask(session, _LEAVING, {})]


_REMOVALS: Final = f"""
SELECT '' WHERE EXISTS (SELECT 1 FROM upload WHERE deletion_id IS NOT NULL)
UNION ALL {_LEAVING}
"""  # noqa: S608


class Removals(NamedTuple):
    """Everything that lists have to leave out, asked in one query."""

    going: bool
    """Whether a deletion has taken an upload (archive/store/pending_removal.py)."""
    leaving: list[str]
    """Players whose names are no longer shown (archive/store/privacy.py)."""


def removals(session: Asked) -> Removals:
    """Return what is being removed. Ask before the rows are read."""
    found = [row[0] for row in ask(session, _REMOVALS, {})]
    return Removals("" in found, [player for player in found if player])
