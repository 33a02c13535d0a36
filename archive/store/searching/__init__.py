"""Search: which records match, how many of each kind there are, and what a list shows of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select, text
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import bulk
from archive.store.rows import Record, Seat
from archive.store.searching import facets as counted
from archive.store.searching.asked import (
    NEWEST,
    ORDERS,
    BadCursor,
    Filters,
    Place,
    cursor,
    placed,
)
from archive.store.searching.facets import Facets, standings
from archive.store.searching.plans import Question
from archive.store.views import GameSummary

__all__ = [
    "NEWEST", "ORDERS", "SIZE", "BadCursor", "Facets", "Filters", "Listed", "Page", "Place",
    "cursor", "decided", "listed", "page", "placed", "places", "standings",
]  # fmt: skip

SIZE: Final = 50

_SUMMARY: Final = [col(getattr(Record, name)) for name in GameSummary.__dataclass_fields__]


@dataclass(frozen=True, slots=True)
class Listed:
    """A record in a list, and who its players are."""

    game: GameSummary
    highest: int | None
    seats: dict[int, str]
    """The player in each seat, by its number; nobody where no name is written down."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, and the facets beside it."""

    games: list[Listed]
    facets: Facets
    more: str
    """The cursor of the next page; empty on the last."""


def page(
    session: Session, filters: Filters, order: str = NEWEST, after: str = "", size: int = SIZE
) -> Page:
    """So many records that match, in an order, and how many there are. Raises BadCursor."""
    place = placed(filters, order, after) if after else None
    there = counted.kept(session, filters)
    question = Question(session, filters, there.total, there.scopes, there.games)
    found = question.found(ORDERS[order], place, size + 1)
    more = cursor(filters, order, found[size - 1]) if len(found) > size else ""
    games = listed(session, [one.id for one in found[:size]])
    return Page(games, counted.facets(session, filters, there), more)


def places(
    session: Session, filters: Filters, order: str, after: Place | None, size: int
) -> list[Place]:
    """The next places of a list, for those who read all of it."""
    there = counted.kept(session, filters)
    question = Question(session, filters, there.total, there.scopes, there.games)
    return question.found(ORDERS[order], after, size)


def listed(session: Session, ids: Sequence[str]) -> list[Listed]:
    """What a list shows of these records, in this order; those that are gone are left out."""
    among = bulk.among(session, col(Record.id), ids)
    rows = {
        row.id: row for row in session.execute(select(*_SUMMARY, col(Record.highest)).where(among))
    }
    seats = _seats(session, [*rows])
    names = GameSummary.__dataclass_fields__
    return [
        Listed(
            GameSummary(**{name: getattr(row, name) for name in names}),
            row.highest,
            seats.get(id_, {}),
        )
        for id_ in ids
        if (row := rows.get(id_)) is not None
    ]


def decided(session: Session, clauses: Sequence[str]) -> set[str]:
    """Those of these clauses that a finding in a shown record rests on."""
    if session.get_bind().dialect.name == "sqlite":
        each, true, asked = (
            "SELECT value AS clause FROM json_each(:asked)",
            "1",
            json.dumps(clauses),
        )
    else:
        each, true = "SELECT unnest(CAST(:asked AS text[])) AS clause", "true"
        asked = [*clauses]  # type: ignore[assignment]
    found = session.execute(
        text(
            f"SELECT asked.clause FROM ({each}) AS asked WHERE EXISTS (SELECT 1 FROM finding"  # noqa: S608
            f" WHERE finding.clause = asked.clause AND finding.shown IS {true})"
        ),
        {"asked": asked},
    )
    return set(found.scalars())


def _seats(session: Session, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    among = bulk.among(session, col(Seat.record_id), ids)
    seats: Iterator[Any] = iter(
        session.execute(
            select(col(Seat.record_id), col(Seat.seat), col(Seat.player_id)).where(among)
        )
    )
    for record_id, seat, player_id in seats:
        found.setdefault(record_id, {})[seat] = player_id
    return found
