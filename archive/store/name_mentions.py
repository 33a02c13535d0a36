"""Names of players in people's own words: in tags, and in titles of collections.

These are about more than one record, and a word that is a name may be only a word: a moderator who
sees them chooses which to change.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.notation.redaction import said_without
from archive.store import collections, search_index
from archive.store.models import Alias, CollectionItem, Seat, Tag
from archive.store.models import Collection as Gathering
from archive.store.sql import delete, insert_new, put

BATCH_ROWS = 300
"""Records whose tags are changed together."""


@dataclass(frozen=True, slots=True)
class TagNaming:
    """A tag with a name of a player in it, and the number of the player's games that have it."""

    tag: str
    games: int


@dataclass(frozen=True, slots=True)
class TitleNaming:
    """A collection with a game of a player and a name of theirs."""

    id: str
    title: str
    owner: str


def names(session: Session, player_id: str) -> list[str]:
    """Return a player's names, as they were first written."""
    statement = select(col(Alias.name)).where(col(Alias.player_id) == player_id)
    return sorted(session.execute(statement).scalars())


def tags(session: Session, player_id: str, called: Sequence[str]) -> list[TagNaming]:
    """Return tags on a player's games that have one of these names in them."""
    statement = (
        select(col(Tag.tag), func.count(func.distinct(col(Tag.record_id))))
        .join(Seat, col(Seat.record_id) == col(Tag.record_id))
        .where(col(Seat.player_id) == player_id)
        .group_by(col(Tag.tag))
        .order_by(col(Tag.tag))
    )
    return [
        TagNaming(tag, games)
        for tag, games in session.execute(statement)
        if tag_without(tag, called, "") != tag
    ]


def titles(session: Session, player_id: str, called: Sequence[str]) -> list[TitleNaming]:
    """Return collections with a player's games in them whose words have one of these names."""
    its = (
        select(col(CollectionItem.collection_id))
        .join(Seat, col(Seat.record_id) == col(CollectionItem.record_id))
        .where(col(Seat.player_id) == player_id)
    )
    statement = (
        select(col(Gathering.id)).where(col(Gathering.id).in_(its)).order_by(col(Gathering.id))
    )
    found = []
    for id_ in session.execute(statement).scalars():
        view = collections.find(session, id_)
        if view is not None and any(
            _without(said, called, "") != said for said in (view.title, view.about)
        ):
            found.append(TitleNaming(view.id, view.title, view.owner))
    return found


def mask(
    session: Session,
    player_id: str,
    called: Sequence[str],
    instead: str,
    *,
    of_tags: Collection[str],
    of_titles: Collection[str],
    now: datetime,
) -> tuple[int, int]:
    """Put another name in place of these in the chosen tags and collections; return how many of
    each were changed."""
    chosen = [one.tag for one in tags(session, player_id, called) if one.tag in of_tags]
    for tag in chosen:
        sat = select(col(Seat.record_id)).where(col(Seat.player_id) == player_id)
        its = select(col(Tag.record_id)).where(col(Tag.tag) == tag, col(Tag.record_id).in_(sat))
        record_ids = sorted(session.execute(its).scalars())
        for at in range(0, len(record_ids), BATCH_ROWS):
            _retag(session, record_ids[at : at + BATCH_ROWS], tag, called, instead, now)
    named = [one for one in titles(session, player_id, called) if one.id in of_titles]
    for one in named:
        view = collections.find(session, one.id)
        if view is not None:
            said = {"title": _without(view.title, called, instead),
                    "about": _without(view.about, called, instead)}  # fmt: skip
            put(session, Gathering, one.id, **said)
    return len(chosen), len(named)


def tag_without(tag: str, called: Sequence[str], instead: str) -> str:
    """Return a tag without a player's name: `anna-schmidt-cup` as `player-7k2mq-cup`. In tags names
    are written in small letters, with hyphens between words."""
    words = tag.replace("-", " ")
    small = [name.casefold().replace("-", " ") for name in called]
    said = _without(words, small, instead)
    return tag if said == words else "-".join(said.casefold().split())


def _without(text: str, called: Sequence[str], instead: str) -> str:
    return said_without(text, [(name, instead) for name in called])


def _retag(
    session: Session, record_ids: Sequence[str], tag: str, called: Sequence[str], instead: str,
    now: datetime,
) -> None:  # fmt: skip
    with search_index.changing(session, record_ids, now):
        gone = (
            delete(Tag)
            .where(col(Tag.tag) == tag, col(Tag.record_id).in_(record_ids))
            .returning(col(Tag.record_id), col(Tag.added_by), col(Tag.added_at))
        )
        rows = [
            {"record_id": record_id, "tag": tag_without(tag, called, instead)[:40],
             "added_by": by, "added_at": at, "at": None, "shown": False}
            for record_id, by, at in session.execute(gone)
        ]  # fmt: skip
        insert_new(session, Tag, rows, ["record_id", "tag"])
