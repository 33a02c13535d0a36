"""Deleting records and uploads, with everything that was made of them.

Rows go in the order in which they refer to each other. What lists and counts say follows by itself,
inside `listing.changing`. A large upload goes some hundred records a transaction, so that others
get their turn; whoever is interrupted begins again and finds less to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import listing
from archive.store.rows import (
    Account,
    Blob,
    Chunk,
    Collection,
    CollectionItem,
    Difference,
    Document,
    IdempotencyKey,
    Job,
    Record,
    Report,
    Revision,
    Tag,
    Token,
    Upload,
    Verdict,
)
from archive.store.types import UploadState, Visibility

AT_ONCE: Final = 300
"""Records deleted in one transaction."""


def records(session: Session, record_ids: Sequence[str], now: datetime) -> None:
    """Delete records: their verdicts, corrections, tags, reports, places in collections. The bytes
    stay in their upload, which is only ever deleted whole."""
    gone = sorted(set(record_ids))
    if not gone:
        return
    with listing.changing(session, gone, now, alone=True):
        listing.forget(session, gone)
        for table in (Verdict, Revision, Report, CollectionItem, Difference):
            _delete(session, table, col(_any(table).record_id).in_(gone))
        _delete(session, Record, col(Record.id).in_(gone))


def stop_upload(session: Session, upload_id: str, now: datetime) -> bool:
    """Let no worker go on with an upload that is about to be deleted, and nobody see it meanwhile.
    False where there is none such."""
    statement = (
        update(Upload)
        .where(col(Upload.id) == upload_id)
        .values(state=UploadState.CANCELLED, ended_at=now, visibility=Visibility.PRIVATE)
        .returning(col(Upload.id))
    )
    return session.execute(statement).first() is not None


def some_of_upload(session: Session, upload_id: str, now: datetime) -> int:
    """Delete some of an upload's records; how many. None are left when it was nothing."""
    statement = select(col(Record.id)).where(col(Record.upload_id) == upload_id).limit(AT_ONCE)
    found = list(session.execute(statement).scalars())
    records(session, found, now)
    return len(found)


def upload(session: Session, upload_id: str) -> bool:
    """Delete an upload and its bytes. False where there still are records of it."""
    owned = select(col(Upload.blob_id)).where(col(Upload.id) == upload_id)
    lock = owned.with_for_update()  # nobody adds records meanwhile
    if session.execute(lock).first() is None:
        return True
    left = select(col(Record.id)).where(col(Record.upload_id) == upload_id).limit(1)
    if session.execute(left).first() is not None:
        return False
    made = select(col(Document.blob_id)).where(col(Document.upload_id) == upload_id)
    blobs = {*session.execute(owned).scalars(), *session.execute(made).scalars()}
    _delete(session, Document, col(Document.upload_id) == upload_id)
    _delete(session, IdempotencyKey, col(IdempotencyKey.upload_id) == upload_id)
    _delete(session, Upload, col(Upload.id) == upload_id)
    _delete(session, Chunk, col(Chunk.blob_id).in_(blobs))
    _delete(session, Blob, col(Blob.id).in_(blobs))
    return True


def disown(session: Session, account_id: str) -> None:
    """Let an account's uploads, and the records in them, belong to nobody."""
    for table in (Upload, Record):
        owner = col(_any(table).owner_id)
        session.execute(update(table).where(owner == account_id).values(owner_id=None))


def account(session: Session, account_id: str) -> None:
    """Delete an account that owns no uploads any more. What it said on others' things stays, and is
    nobody's: corrections, tags, reports and their answers."""
    said: list[tuple[Any, str]] = [
        (Tag, "added_by"), (Report, "reporter_id"), (Report, "settled_by"),
        (Revision, "author_id"), (Job, "owner_id"),
    ]  # fmt: skip
    for table, name in said:
        theirs = col(getattr(table, name)) == account_id
        session.execute(update(table).where(theirs).values({name: None}))
    own = select(col(Collection.id)).where(col(Collection.owner_id) == account_id)
    _delete(session, CollectionItem, col(CollectionItem.collection_id).in_(own))
    _delete(session, Collection, col(Collection.owner_id) == account_id)
    _delete(session, Token, col(Token.account_id) == account_id)
    _delete(session, IdempotencyKey, col(IdempotencyKey.owner) == account_id)
    _delete(session, Account, col(Account.id) == account_id)


def _delete(session: Session, table: Any, where: Any) -> None:
    session.execute(delete(table).where(where).execution_options(synchronize_session=False))


def _any(table: Any) -> Any:
    return table
