"""Search: which records match, how many of each kind there are, and what a list shows of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import text
from sqlalchemy.orm import Session

from archive.core.text import name_key
from archive.store import privacy, sql
from archive.store.pending_removal import STAYS, Passing
from archive.store.pending_removal import passing as passing_now
from archive.store.row_views import GameRow, GameSummary
from archive.store.search import facets as counted
from archive.store.search.facets import MOST_COUNTED, Facets, standings
from archive.store.search.filters import NEWEST, ORDERS, BadCursor, Filters, Place, cursor, placed
from archive.store.search.kept_counts import Kept
from archive.store.search.query import Question
from archive.store.sql import json_of_texts, reading

__all__ = [
    "NEWEST", "ORDERS", "SIZE", "BadCursor", "Event", "Facets", "Filters", "Listed", "Page",
    "Place", "Whole", "cursor", "decided", "events", "listed", "page", "placed", "places", "plays",
    "standings",
]  # fmt: skip

SIZE: Final = 50

_MOMENTS: Final = ("created_at", "hidden_at")
_JSON: Final = ("players", "answers", "score", "claimed")
Shown = TypeVar("Shown", bound=GameRow)


class _Columns(Generic[Shown]):
    """The columns that are read of each record for a list."""

    def __init__(self, kind: type[Shown]) -> None:
        names = tuple(kind.__dataclass_fields__)
        self.kind = kind
        self.moments = [at for at, name in enumerate(names) if name in _MOMENTS]
        self.json = [at for at, name in enumerate(names) if name in _JSON]
        # as text, which is read for all rows at once; PostgreSQL's driver would read each by itself
        read = [f"CAST({name} AS TEXT)" if name in _JSON else name for name in names]
        self.statement = (
            f"SELECT {', '.join((*read, 'highest'))} FROM record WHERE id AMONG AND {STAYS}"  # noqa: S608
        )


_TABLE: Final = _Columns(GameRow)
_WHOLE: Final = _Columns(GameSummary)
_SEATS: Final = "SELECT record_id, seat, player_id FROM seat WHERE record_id AMONG"


@dataclass(frozen=True, slots=True)
class Listed:
    """A record in a list, with its players."""

    game: GameRow
    highest: int | None
    seats: dict[int, str]
    """The player in each seat, by its number; none where no name is written down."""


@dataclass(frozen=True, slots=True)
class Whole(Listed):
    """A record in a list, with all that lists for programs have."""

    game: GameSummary


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, and the facets beside it."""

    games: Sequence[Listed]
    facets: Facets
    more: str
    """The cursor of the next page; empty on the last."""


def page(
    session: Session, filters: Filters, order: str = NEWEST, after: str = "", size: int = SIZE,
    *, seated: bool = True,
) -> Page:  # fmt: skip
    """Return a page of the records that match, and how many there are: with `seated`, whole and
    with the identifiers of their players, otherwise as a table shows them. Raises BadCursor."""
    place = placed(filters, order, after) if after else None
    there = Kept(session, filters, passing_now(session))
    question = Question(there, size + 1)
    few = None if filters.counted else question.few(ORDERS[order], MOST_COUNTED)
    if few is not None and place is None:
        found = [Place(key, id_) for id_, key, *_ in few[: size + 1]]
    else:
        found = question.found(ORDERS[order], place, size + 1)
    if filters.counted:
        facets = counted.facets(there)
    else:
        facets = counted.live(filters, question.some(MOST_COUNTED + 1) if few is None else few)
    more = cursor(filters, order, found[size - 1]) if len(found) > size else ""
    ids = [one.id for one in found[:size]]
    games = _whole(session, ids, there.passing) if seated else _rows(session, ids, there.passing)
    return Page(games, facets, more)


def places(
    session: Session, filters: Filters, order: str, after: Place | None, size: int
) -> list[Place]:
    """Return the next places of a list, for those who read all of it."""
    question = Question(Kept(session, filters, passing_now(session)), size)
    return question.found(ORDERS[order], after, size)


def listed(session: Session, ids: Sequence[str]) -> list[Whole]:
    """Return these records as lists show them, in this order; those that are gone, or being
    deleted, are left out."""
    return _whole(session, ids, passing_now(session))


def _whole(session: Session, ids: Sequence[str], passing: Passing) -> list[Whole]:
    found = _read(session, ids, passing, _WHOLE)
    seats: dict[str, dict[int, str]] = {game.id: {} for game, _ in found}
    if seats:
        for record_id, seat, player_id in sql.run(session, _SEATS, [*seats]).all():
            seats[record_id][seat] = player_id
    return [Whole(game, highest, seats[game.id]) for game, highest in found]


def _rows(session: Session, ids: Sequence[str], passing: Passing) -> list[Listed]:
    return [Listed(game, highest, {}) for game, highest in _read(session, ids, passing, _TABLE)]


def _read(
    session: Session, ids: Sequence[str], passing: Passing, columns: _Columns[Shown]
) -> list[tuple[Shown, int | None]]:
    """Return each record without the names that are being removed, and its highest score."""
    rows = {row[0]: row for row in sql.run(session, columns.statement, ids).all()} if ids else {}
    moment, _ = reading(session)
    there = [[*rows[id_]] for id_ in ids if id_ in rows]
    read = iter(json_of_texts([row[at] for row in there for at in columns.json]))
    for row in there:
        for at in columns.moments:
            row[at] = moment(row[at])
        for at in columns.json:
            row[at] = next(read)
    games = privacy.rows_told(session, passing.leaving, [columns.kind(*row[:-1]) for row in there])
    return [(game, row[-1]) for game, row in zip(games, there, strict=True)]


@dataclass(frozen=True, slots=True)
class Event:
    """An event at which listed games were played."""

    name: str
    games: int
    first: str
    """The first of its days as far as dates are known, and the last; empty where none is."""
    last: str


def events(session: Session, names: Sequence[str]) -> list[Event]:
    """Return how many games were played at these events and when, those of which there are any;
    each under the name it is asked for by."""
    called = {name_key(name): name for name in names}
    sqlite = session.get_bind().dialect.name == "sqlite"
    found = sql.run(
        session,
        "SELECT event_key, count(*), min(NULLIF(day, '')), max(day) FROM record"  # noqa: S608
        f" WHERE event_key AMONG AND shown IS {'1' if sqlite else 'true'} AND {STAYS}"
        " GROUP BY event_key",
        [*called],
    )
    return [Event(called[key], games, first or "", last) for key, games, first, last in found.all()]


def plays(session: Session, ids: Sequence[str]) -> dict[str, str | None]:
    """Return by record the hash of its plays; records with the same one are sheets of one game."""
    found = sql.run(session, "SELECT id, play_hash FROM record WHERE id AMONG", ids)
    return dict(found.all())


def decided(session: Session, clauses: Sequence[str]) -> set[str]:
    """Return those of these clauses that decided a finding in a listed record."""
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
            f" WHERE finding.clause = asked.clause AND finding.shown IS {true}"
            f" AND EXISTS (SELECT 1 FROM record WHERE record.id = finding.record_id AND {STAYS}))"
        ),
        {"asked": asked},
    )
    return set(found.scalars())
