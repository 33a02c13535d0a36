"""Queries on the keys under which programs hand in, so that trying again is harmless."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store.models import IdempotencyKey
from archive.store.upserts import insert_new


class Kept(NamedTuple):
    """What a key was used for."""

    fingerprint: str
    upload_id: str


def find(session: Session, owner: str, key: str) -> Kept | None:
    """What a key was used for, if it was."""
    statement = select(col(IdempotencyKey.fingerprint), col(IdempotencyKey.upload_id)).where(
        col(IdempotencyKey.owner) == owner, col(IdempotencyKey.key) == key
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Kept(*row)


def keep(
    session: Session, owner: str, key: str, fingerprint: str, upload_id: str, now: datetime
) -> bool:
    """Keep a key; False where somebody has just kept the same."""
    row = {
        "owner": owner,
        "key": key,
        "fingerprint": fingerprint,
        "upload_id": upload_id,
        "created_at": now,
    }
    return bool(insert_new(session, IdempotencyKey, [row], ["owner", "key"]))


def any_before(session: Session, moment: datetime) -> bool:
    """Whether there are keys older than this."""
    old = select(col(IdempotencyKey.key)).where(col(IdempotencyKey.created_at) < moment).limit(1)
    return session.execute(old).first() is not None


def forget(session: Session, before: datetime) -> None:
    """Forget keys older than this."""
    session.execute(delete(IdempotencyKey).where(col(IdempotencyKey.created_at) < before))
