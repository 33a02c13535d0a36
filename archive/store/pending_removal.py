"""What is on its way out: uploads that a deletion has taken, and names that are told no more.

From the moment that it is asked for, nobody sees such an upload or any record of it, whatever
address they are asked for by, and no list tells such a name; the rows themselves follow some
hundred at a time, which for a large upload, or somebody who played much, takes a while.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Boolean, ColumnElement, delete, literal_column, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.states import UploadState, Visibility
from archive.store.models import IdempotencyKey, Upload
from archive.store.sql import ask

_UPLOADS: Final = "(SELECT id FROM upload WHERE deletion_id IS NOT NULL)"
STAYS: Final = f"record.upload_id NOT IN {_UPLOADS}"
"""Of which records the upload is not on its way out, for statements of plain SQL."""
GOES: Final = f"record.upload_id IN {_UPLOADS}"
"""Of which it is."""

ANONYMISE: Final = "anonymise"
"""Of the jobs that take a player's names out of rows; `asked` has the `player`, and the `name` that
stands in place of theirs."""
_LEAVING: Final = f"""
SELECT asked ->> 'player' FROM job WHERE state IN ('queued', 'working') AND kind = '{ANONYMISE}'
"""  # noqa: S608


def stays() -> ColumnElement[bool]:
    """Return the same for statements of SQLAlchemy's."""
    return literal_column(STAYS, Boolean)


def uploads(session: Session) -> set[str]:
    """Return all uploads that are on their way out: none, or a few."""
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
    """They are nobody's from now on: the same bytes may be uploaded again, and are then new. No
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
    """Return an upload that this deletion has still to do with."""
    statement = select(col(Upload.id)).where(col(Upload.deletion_id) == job_id)
    return session.execute(statement.order_by(col(Upload.id)).limit(1)).scalar_one_or_none()


def leaving(session: Session) -> list[str]:
    """Return players who are anonymous and whose names stand in rows still: nobody, but for a
    while. To be asked before the rows are read: between the two it may have come to its end."""
    return [row[0] for row in ask(session, _LEAVING, {})]


_PASSING: Final = f"""
SELECT '' WHERE EXISTS (SELECT 1 FROM upload WHERE deletion_id IS NOT NULL)
UNION ALL {_LEAVING}
"""  # noqa: S608


class Passing(NamedTuple):
    """What every list has to look out for, in one question for both."""

    going: bool
    """Whether a deletion has taken an upload (archive/store/pending_removal.py)."""
    leaving: list[str]
    """Players whose names are not told any more (archive/store/privacy.py)."""


NOTHING: Final = Passing(going=False, leaving=[])


def passing(session: Session) -> Passing:
    """Return what is on its way out. To be asked before the rows are read."""
    found = [row[0] for row in ask(session, _PASSING, {})]
    return Passing("" in found, [player for player in found if player])
