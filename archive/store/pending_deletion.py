"""What is on its way out: uploads that a deletion has taken.

From that moment on nobody sees them or any record of them, whatever address they are asked for by;
the rows themselves go some hundred at a time, which for a large upload takes a while.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, ColumnElement, delete, literal_column, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import IdempotencyKey, Upload
from archive.store.types import UploadState, Visibility

_UPLOADS: Final = "(SELECT id FROM upload WHERE deletion_id IS NOT NULL)"
STAYS: Final = f"record.upload_id NOT IN {_UPLOADS}"
"""Of which records the upload is not on its way out, for statements of plain SQL."""
GOES: Final = f"record.upload_id IN {_UPLOADS}"
"""Of which it is."""


def stays() -> ColumnElement[bool]:
    """The same for statements of SQLAlchemy's."""
    return literal_column(STAYS, Boolean)


def uploads(session: Session) -> set[str]:
    """All uploads that are on their way out: none, or a few."""
    taken = select(col(Upload.id)).where(col(Upload.deletion_id).is_not(None))
    return set(session.execute(taken).scalars())


def take(session: Session, job_id: str, upload_id: str, now: datetime) -> bool:
    """Let a deletion have an upload. False where there is none such, or another has it."""
    return bool(_take(session, job_id, col(Upload.id) == upload_id, now))


def take_all_of(session: Session, job_id: str, account_id: str, now: datetime, *,
                private_only: bool) -> list[str]:  # fmt: skip
    """Let a deletion have an account's uploads, all of them or those nobody else could see."""
    theirs = col(Upload.owner_id) == account_id
    if private_only:
        theirs &= col(Upload.visibility) == Visibility.PRIVATE
    return _take(session, job_id, theirs, now)


def _take(session: Session, job_id: str, which: ColumnElement[bool], now: datetime) -> list[str]:
    """They are nobody's from now on: the same bytes may be handed in again, and are then new. No
    worker goes on with them, and no key under which they came leads to them."""
    statement = (
        update(Upload)
        .where(which, col(Upload.deletion_id).is_(None))
        .values(
            deletion_id=job_id, owner_id=None, visibility=Visibility.PRIVATE,
            state=UploadState.CANCELLED, ended_at=now,
        )
        .returning(col(Upload.id))
        .execution_options(synchronize_session=False)
    )  # fmt: skip
    taken = sorted(session.execute(statement).scalars())
    its = select(col(Upload.id)).where(col(Upload.deletion_id) == job_id)
    session.execute(
        delete(IdempotencyKey)
        .where(col(IdempotencyKey.upload_id).in_(its))
        .execution_options(synchronize_session=False)
    )
    return taken


def next_of(session: Session, job_id: str) -> str | None:
    """An upload that this deletion has still to do with."""
    statement = select(col(Upload.id)).where(col(Upload.deletion_id) == job_id)
    return session.execute(statement.order_by(col(Upload.id)).limit(1)).scalar_one_or_none()
