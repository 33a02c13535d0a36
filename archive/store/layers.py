"""Queries on layers: notes that people write about the plays of a record, with every version."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import Visibility
from archive.notation.notes import Note, of_json
from archive.store.models import Account, Layer, LayerVersion
from archive.store.sql import columns, delete, insert_new, put


@dataclass(frozen=True)
class LayerChange:
    """A version of a layer in its history."""

    number: int
    saved_at: datetime
    revision: int
    body: str

    @cached_property
    def notes(self) -> list[Note]:
        """Return its notes."""
        return of_json(json.loads(self.body))


@dataclass(frozen=True)
class LayerView(LayerChange):
    """A layer in one of its versions; usually the latest."""

    id: str
    game: str
    owner_id: str
    visibility: str
    created_at: datetime
    hidden_at: datetime | None
    latest: int
    owner: str


_LAYER = ("id", "record_id", "owner_id", "visibility", "created_at", "hidden_at", "latest")
_VERSION = columns(LayerVersion, LayerChange)


def _rows(
    session: Session, number: Any, *conditions: Any, latest: int | None = None
) -> list[LayerView]:
    """Return layers with a version each, the oldest first; or the `latest` last saved."""
    own: list[Any] = [*columns(Layer, _LAYER), col(Account.name)]
    statement = (
        select(*_VERSION, *own)
        .join(Account, col(Account.id) == col(Layer.owner_id))
        .join(LayerVersion, col(LayerVersion.layer_id) == col(Layer.id))
        .where(col(LayerVersion.number) == number, *conditions)
        .order_by(
            col(Layer.created_at) if latest is None else col(LayerVersion.saved_at).desc(),
            col(Layer.id),
        )
        .limit(latest)
    )
    return [LayerView(*row) for row in session.execute(statement)]


def of_record(
    session: Session, record_id: str, account_id: str | None, named: Collection[str], most: int
) -> list[LayerView]:
    """Return a record's layers, the oldest first: at most `most` public ones, an account's own, and
    those in `named`."""
    public = (
        select(col(Layer.id))
        .where(col(Layer.record_id) == record_id, col(Layer.visibility) == Visibility.PUBLIC)
        .where(col(Layer.hidden_at).is_(None))
        .order_by(col(Layer.created_at), col(Layer.id))
        .limit(most)
    )
    asked = or_(
        col(Layer.id).in_(public),
        col(Layer.owner_id) == account_id,
        col(Layer.id).in_(list(named)),
    )
    return _rows(session, col(Layer.latest), col(Layer.record_id) == record_id, asked)


def of_account(session: Session, account_id: str, after: str, most: int) -> list[LayerView]:
    """Return at most `most` of an account's layers after one."""
    statement = (
        select(col(Layer.id))
        .where(col(Layer.owner_id) == account_id, col(Layer.id) > after)
        .order_by(col(Layer.id))
        .limit(most)
    )
    found = list(session.execute(statement).scalars())
    rows = _rows(session, col(Layer.latest), col(Layer.id).in_(found))
    return sorted(rows, key=lambda row: row.id)


def latest_of(session: Session, account_id: str, most: int) -> list[LayerView]:
    """Return the layers of an account that were saved last."""
    return _rows(session, col(Layer.latest), col(Layer.owner_id) == account_id, latest=most)


def find(session: Session, layer_id: str, number: int | None = None) -> LayerView | None:
    """Return a layer with a version of it, the latest unless a number is given."""
    at = col(Layer.latest) if number is None else number
    return next(iter(_rows(session, at, col(Layer.id) == layer_id)), None)


def own(session: Session, record_id: str, account_id: str) -> LayerView | None:
    """Return an account's layer on a record, with its row locked so that no other change comes
    between."""
    statement = (
        select(col(Layer.id))
        .where(col(Layer.record_id) == record_id, col(Layer.owner_id) == account_id)
        .with_for_update()
    )
    found = session.execute(statement).scalar_one_or_none()
    return None if found is None else find(session, found)


def history(session: Session, layer_id: str) -> list[LayerChange]:
    """Return a layer's versions, the latest first."""
    statement = (
        select(*_VERSION)
        .where(col(LayerVersion.layer_id) == layer_id)
        .order_by(col(LayerVersion.number).desc())
    )
    return [LayerChange(*row) for row in session.execute(statement)]


def count(session: Session, account_id: str) -> int:
    """Return how many layers an account has."""
    statement = select(func.count()).where(col(Layer.owner_id) == account_id)
    return session.execute(statement).scalar_one()


def add(session: Session, row: dict[str, Any], version: LayerChange) -> bool:
    """Keep a new layer with its first version. Return False where the account has one on this
    record already."""
    new = {**row, "latest": version.number}
    if not insert_new(session, Layer, [new], ["record_id", "owner_id"]):
        return False
    _add_version(session, row["id"], version)
    return True


def save(session: Session, layer_id: str, version: LayerChange) -> None:
    """Keep another version of a layer as its latest."""
    _add_version(session, layer_id, version)
    change(session, layer_id, latest=version.number)


def _add_version(session: Session, layer_id: str, version: LayerChange) -> None:
    names = LayerChange.__dataclass_fields__
    said = {name: getattr(version, name) for name in names}
    session.add(LayerVersion(layer_id=layer_id, **said))
    session.flush()


def change(session: Session, layer_id: str, **values: Any) -> None:
    """Change columns of a layer."""
    put(session, Layer, layer_id, **values)


def remove(session: Session, layer_id: str) -> None:
    """Delete a layer with all its versions."""
    session.execute(delete(LayerVersion).where(col(LayerVersion.layer_id) == layer_id))
    session.execute(delete(Layer).where(col(Layer.id) == layer_id))
