"""Tags on records, and collections of them."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Final, TypedDict

from archive.core.archive_states import Visibility
from archive.core.errors import Refused
from archive.core.text import column_text
from archive.languages import marked
from archive.services.context import UseCases, reads
from archive.services.permissions import ANONYMOUS, Actor, Permission, Scope, may
from archive.store import access, audit, collections, ids
from archive.store.collections import CollectionView, TagView

__all__ = ["CollectionRefused", "CollectionView", "Collections", "TagView", "tag_of"]

LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
MOST_ITEMS: Final = 1000
MOST_COLLECTIONS: Final = 500
LONGEST_ABOUT: Final = 4000
_TAG: Final = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")


class Sight(TypedDict):
    """Whose private records an actor may see: those of one account, or all."""

    sees: str | None
    sees_all: bool


class CollectionRefused(Refused):
    """A tag or a collection that is not allowed; the text says why."""


def tag_of(text: str) -> str:
    """Return a tag as it is kept: small letters, words joined by hyphens. `Summer Cup` is
    `summer-cup`."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    tag = "-".join(folded.split())
    if not _TAG.fullmatch(tag) or len(tag) > LONGEST_TAG:
        raise CollectionRefused(
            marked("A tag is a word or a few, of letters and digits, %(most)s at most."),
            most=LONGEST_TAG,
        )
    return tag


class Collections(UseCases):
    """The use cases about tags and collections."""

    # Tags

    tags = reads(collections.tags)

    def tag(self, record_id: str, text: str, *, by: str | None) -> str:
        """Add a tag to a record; return the tag as it is kept."""
        tag = tag_of(text)
        with self.database.writing() as session:
            if len(collections.tags(session, record_id)) >= MOST_TAGS:
                raise CollectionRefused(marked("A game has at most %(most)s tags."), most=MOST_TAGS)
            found = access.record(session, record_id)
            new = collections.add_tag(session, record_id, tag, by, datetime.now(UTC))
            if new and found and found.owner_id != by:
                audit.note(session, "tagged", f"record:{record_id}", by, tag=tag)
        return tag

    def untag(self, record_id: str, tag: str, *, by: str | None) -> bool:
        """Remove a tag from a record; return whether it had it."""
        with self.database.writing() as session:
            found = access.record(session, record_id)
            gone = collections.remove_tag(session, record_id, tag, datetime.now(UTC))
            if gone and found and found.owner_id != by:
                kept = tag[:LONGEST_TAG]
                audit.note(session, "untagged", f"record:{record_id}", by, tag=kept)
        return gone

    # Collections

    def collection(self, collection_id: str, *, asking: Actor = ANONYMOUS) -> CollectionView | None:
        """Return a collection, without its records; it counts those that the actor may see."""
        with self.database.reading() as session:
            return collections.find(session, collection_id, **_sight(asking))

    def of(self, account_id: str, *, asking: Actor = ANONYMOUS) -> list[CollectionView]:
        """Return an account's collections, by title."""
        with self.database.reading() as session:
            return collections.of(session, account_id, **_sight(asking))

    items = reads(collections.items)

    def make(
        self,
        owner_id: str,
        title: str,
        about: str = "",
        visibility: Visibility = Visibility.UNLISTED,
    ) -> str:
        """Make a new, empty collection; return its identifier."""
        row = {
            "id": ids.fresh(), "owner_id": owner_id, "created_at": datetime.now(UTC),
            **_said(title, about, visibility),
        }  # fmt: skip
        with self.database.writing() as session:
            if len(collections.of(session, owner_id)) >= MOST_COLLECTIONS:
                raise CollectionRefused(
                    marked("An account has at most %(most)s collections."), most=MOST_COLLECTIONS
                )
            collections.add(session, row)
        return str(row["id"])

    def change(self, collection_id: str, title: str, about: str, visibility: Visibility) -> None:
        """Change a collection's title, description and visibility."""
        with self.database.writing() as session:
            collections.change(session, collection_id, **_said(title, about, visibility))

    def delete(self, collection_id: str, *, by: str | None) -> None:
        """Delete a collection; the records in it stay where they are."""
        with self.database.writing() as session:
            found = collections.find(session, collection_id)
            collections.remove(session, collection_id)
            if found and found.owner_id != by:
                audit.note(session, "collection-deleted", f"collection:{collection_id}", by)

    def put(self, collection_id: str, record_id: str) -> bool:
        """Add a record to a collection's end. Return False where it is in it already."""
        with self.database.writing() as session:
            if len(collections.order(session, collection_id)) >= MOST_ITEMS:
                raise CollectionRefused(
                    marked("A collection has at most %(most)s games."), most=MOST_ITEMS
                )
            return collections.add_item(session, collection_id, record_id)

    def take_out(self, collection_id: str, record_id: str) -> bool:
        """Remove a record from a collection; return whether it was in it."""
        with self.database.writing() as session:
            return collections.remove_item(session, collection_id, record_id)

    def move(self, collection_id: str, record_id: str, by: int) -> None:
        """Move a record up (a negative number) or down in a collection's order."""
        with self.database.writing() as session:
            order = collections.order(session, collection_id)
            if record_id not in order:
                return
            at = order.index(record_id)
            order.pop(at)
            order.insert(max(0, at + by), record_id)
            collections.set_order(session, collection_id, order)


def _sight(asking: Actor) -> Sight:
    """Return which records an actor may see, as `permissions.may` decides."""
    its = asking.account_id if asking.has(Scope.READ) else None
    return {"sees": its, "sees_all": may(asking, Permission.MODERATE)}


def _said(title: str, about: str, visibility: Visibility) -> dict[str, object]:
    title = " ".join((column_text(title) or "").split())
    about = (column_text(about, LONGEST_ABOUT) or "").strip()
    if not title:
        raise CollectionRefused(marked("A collection has a title."))
    return {"title": title, "about": about, "visibility": visibility}
