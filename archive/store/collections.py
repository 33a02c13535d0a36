"""Queries on tags and collections."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import access, pending_removal, search_index
from archive.store.models import Account, Collection, CollectionItem, Record, Tag
from archive.store.records import SUMMARY, summaries
from archive.store.row_views import GameSummary
from archive.store.sql import changed, columns, delete, insert_new, one, put, update


@dataclass(frozen=True, slots=True)
class CollectionView:
    """A collection, without its records."""

    id: str
    owner_id: str
    title: str
    about: str
    visibility: str
    created_at: datetime
    owner: str
    records: int
    """The number of its records that the actor may see."""


@dataclass(frozen=True, slots=True)
class TagView:
    """A tag on a record."""

    tag: str
    added_by: str | None


def tags(session: Session, record_id: str) -> list[TagView]:
    """Return a record's tags, in alphabetical order."""
    statement = (
        select(*columns(Tag, TagView)).where(col(Tag.record_id) == record_id).order_by(col(Tag.tag))
    )
    return [TagView(*row) for row in session.execute(statement)]


def add_tag(session: Session, record_id: str, tag: str, by: str | None, now: datetime) -> bool:
    """Add a tag to a record. Return False where it has it already."""
    row = {
        "record_id": record_id, "tag": tag, "added_by": by, "added_at": now, "at": None,
        "shown": False,
    }  # fmt: skip
    with search_index.changing(session, [record_id], now):
        return bool(insert_new(session, Tag, [row], ["record_id", "tag"]))


def remove_tag(session: Session, record_id: str, tag: str, now: datetime) -> bool:
    """Remove a tag from a record. Return False where it lacks it."""
    statement = delete(Tag).where(col(Tag.record_id) == record_id, col(Tag.tag) == tag)
    with search_index.changing(session, [record_id], now):
        return changed(session, statement)


def add(session: Session, row: dict[str, Any]) -> None:
    """Keep a collection."""
    session.add(Collection(**row))


def find(
    session: Session, collection_id: str, *, sees: str | None = None, sees_all: bool = False
) -> CollectionView | None:
    """Return a collection; its count has the records that every reader with its address may see,
    those of the account that `sees`, or all."""
    its = col(Collection.id) == collection_id
    return one(session, CollectionView, _views(sees, sees_all).where(its))


def of(
    session: Session, account_id: str, *, sees: str | None = None, sees_all: bool = False
) -> list[CollectionView]:
    """Return an account's collections, by title."""
    statement = _views(sees, sees_all).where(col(Collection.owner_id) == account_id)
    ordered = statement.order_by(func.lower(col(Collection.title)), col(Collection.id))
    return [CollectionView(*row) for row in session.execute(ordered)]


def _views(sees: str | None, sees_all: bool) -> Any:
    counted = (
        select(func.count())
        .select_from(CollectionItem)
        .join(Record, col(Record.id) == col(CollectionItem.record_id))
        .where(col(CollectionItem.collection_id) == col(Collection.id), pending_removal.stays())
    )
    if not sees_all:
        counted = counted.where(or_(access.is_for_all(), col(Record.owner_id) == sees))
    records = counted.correlate(Collection).scalar_subquery()
    own = columns(Collection, [*CollectionView.__dataclass_fields__][:-2])
    return select(*own, col(Account.name), records).join(
        Account, col(Account.id) == col(Collection.owner_id)
    )


def change(session: Session, collection_id: str, **values: Any) -> None:
    """Change columns of a collection."""
    put(session, Collection, collection_id, **values)


def remove(session: Session, collection_id: str) -> None:
    """Delete a collection; the records in it stay."""
    session.execute(
        delete(CollectionItem).where(col(CollectionItem.collection_id) == collection_id)
    )
    session.execute(delete(Collection).where(col(Collection.id) == collection_id))


def items(session: Session, collection_id: str) -> list[GameSummary]:
    """Return the records of a collection, in its order."""
    statement = (
        select(*SUMMARY)
        .join(CollectionItem, col(CollectionItem.record_id) == col(Record.id))
        .where(col(CollectionItem.collection_id) == collection_id, pending_removal.stays())
        .order_by(col(CollectionItem.position), col(Record.id))
    )
    return summaries(session, statement)


def order(session: Session, collection_id: str) -> list[str]:
    """Return the identifiers of a collection's records, in its order."""
    statement = (
        select(col(CollectionItem.record_id))
        .where(col(CollectionItem.collection_id) == collection_id)
        .order_by(col(CollectionItem.position), col(CollectionItem.record_id))
        .with_for_update()
    )
    return list(session.execute(statement).scalars())


def add_item(session: Session, collection_id: str, record_id: str) -> bool:
    """Add a record to a collection's end. Return False where it is in it."""
    last = select(func.max(col(CollectionItem.position))).where(
        col(CollectionItem.collection_id) == collection_id
    )
    position = (session.execute(last).scalar_one() or 0) + 1
    row = {"collection_id": collection_id, "record_id": record_id, "position": position}
    return bool(insert_new(session, CollectionItem, [row], ["collection_id", "record_id"]))


def remove_item(session: Session, collection_id: str, record_id: str) -> bool:
    """Remove a record from a collection. Return False where it is not in it."""
    statement = (
        delete(CollectionItem)
        .where(col(CollectionItem.collection_id) == collection_id)
        .where(col(CollectionItem.record_id) == record_id)
    )
    return changed(session, statement)


def set_order(session: Session, collection_id: str, record_ids: list[str]) -> None:
    """Number the records of a collection in this order."""
    for position, record_id in enumerate(record_ids, start=1):
        session.execute(
            update(CollectionItem)
            .where(col(CollectionItem.collection_id) == collection_id)
            .where(col(CollectionItem.record_id) == record_id)
            .values(position=position)
        )
