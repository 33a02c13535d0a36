"""Deleting records and uploads, with everything that was made of them.

Rows are deleted in the order in which they refer to each other. Lists and counts follow by
themselves, inside `search_index.changing`. A large upload is deleted a few hundred records a
transaction, so that others get their turn; a job that is interrupted begins again and finds less to
do. Until it is done the upload is hidden (archive/store/pending_removal.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import analyses, search_index, sql, upload_counts, upload_transitions
from archive.store.models import (
    Account,
    Analysis,
    Annotation,
    Collection,
    CollectionItem,
    Difference,
    Document,
    IdempotencyKey,
    Job,
    Layer,
    Record,
    Report,
    Revision,
    Solved,
    Tag,
    Token,
    Unanalysed,
    Upload,
    Verdict,
)
from archive.store.sql import delete, update
from archive.store.upload_counts import RecordOutcome

BATCH_ROWS: Final = 200
"""Records deleted in one transaction."""


def records(session: Session, record_ids: Sequence[str], now: datetime) -> None:
    """Delete records: their verdicts, corrections, tags, reports, layers, places in collections,
    solved puzzles. The bytes stay in their upload, which is only ever deleted whole."""
    gone = sorted(set(record_ids))
    if not gone:
        return
    with search_index.changing(session, gone, now, alone=True):
        search_index.forget(session, gone)
        tables: list[Any] = [
            Analysis, Annotation, Unanalysed, Verdict, Revision, Report, CollectionItem, Difference,
            Layer, Solved,
        ]  # fmt: skip
        for table in tables:
            _delete(session, table, sql.among(session, table.record_id, gone))
        _delete(session, Record, sql.among(session, Record.id, gone))


def out_of_uploads(session: Session, record_ids: Sequence[str], now: datetime) -> None:
    """Delete single records of uploads that stay, and take them out of the uploads' counts."""
    theirs = select(col(Record.upload_id)).where(sql.among(session, Record.id, record_ids))
    asked = sorted(set(session.execute(theirs).scalars()))
    upload_counts.hold(session, *asked)
    rows = session.execute(
        select(
            col(Record.id), col(Record.upload_id), col(Record.number), col(Record.state),
            col(Record.standing), col(Record.findings),
        ).where(sql.among(session, Record.id, record_ids))
        .order_by(col(Record.id))
        .with_for_update()
    ).all()  # fmt: skip
    fewer = analyses.without(session, [row.id for row in rows])
    records(session, [row.id for row in rows], now)
    for upload_id in asked:
        outcomes = [
            RecordOutcome.of(row, deleted=True) for row in rows if row.upload_id == upload_id
        ]
        upload_counts.note(session, upload_id, outcomes, now, fewer.get(upload_id))
        upload_transitions.finish_if_settled(session, upload_id, now)


def some_of_upload(session: Session, upload_id: str, now: datetime) -> int:
    """Delete some of an upload's records; return how many. At 0 none are left."""
    statement = select(col(Record.id)).where(col(Record.upload_id) == upload_id).limit(BATCH_ROWS)
    found = list(session.execute(statement).scalars())
    records(session, found, now)
    return len(found)


def upload(session: Session, upload_id: str) -> list[str]:
    """Delete an upload without records; return the blobs to which nothing refers after that."""
    owned = select(col(Upload.blob_id)).where(col(Upload.id) == upload_id)
    made = select(col(Document.blob_id)).where(col(Document.upload_id) == upload_id)
    blobs = {*session.execute(owned).scalars(), *session.execute(made).scalars()}
    _delete(session, Document, col(Document.upload_id) == upload_id)
    _delete(session, IdempotencyKey, col(IdempotencyKey.upload_id) == upload_id)
    _delete(session, Upload, col(Upload.id) == upload_id)
    return sorted(blobs)


def disown_some(session: Session, account_id: str) -> int:
    """Remove the owner of an account's uploads, and of some of the records in them; return how many
    of these. At 0 none are left."""
    session.execute(update(Upload).where(col(Upload.owner_id) == account_id).values(owner_id=None))
    its = select(col(Record.id)).where(col(Record.owner_id) == account_id).limit(BATCH_ROWS)
    found = list(session.execute(its).scalars())
    these = sql.among(session, Record.id, found)
    session.execute(update(Record).where(these).values(owner_id=None))
    return len(found)


def account(session: Session, account_id: str) -> None:
    """Delete an account that owns no uploads any more. Its corrections, tags, reports and answers
    on others' things stay, without an author."""
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
    _delete(session, Layer, col(Layer.owner_id) == account_id)
    _delete(session, Solved, col(Solved.account_id) == account_id)
    _delete(session, Token, col(Token.account_id) == account_id)
    _delete(session, IdempotencyKey, col(IdempotencyKey.owner) == account_id)
    _delete(session, Account, col(Account.id) == account_id)


def _delete(session: Session, table: Any, where: Any) -> None:
    session.execute(delete(table).where(where))
