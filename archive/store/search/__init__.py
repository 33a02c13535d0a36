"""Search: which records match, how many of each kind there are, and what a list shows of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from sqlalchemy import text

from archive.core.text import name_key
from archive.store import privacy, sql
from archive.store.pending_removal import STAYS, Removals, removals
from archive.store.row_views import GameRow, GameSummary
from archive.store.search import kept_counts as counted
from archive.store.search.filters import NEWEST, ORDERS, BadCursor, Filters, PageEnd, cursor, placed
from archive.store.search.kept_counts import MOST_COUNTED, Facets, Kept, standings
from archive.store.search.query import Question
from archive.store.sql import Asked, connection_of, json_of_texts, moments_of

__all__ = [
    "NEWEST", "ORDERS", "SIZE", "BadCursor", "Event", "Facets", "Filters", "Page", "PageEnd",
    "Whole", "cursor", "decided", "events", "listed", "page", "placed", "places", "plays",
    "standings", "table",
]  # fmt: skip

SIZE: Final = 50
Shown = TypeVar("Shown")

_JSON: Final = ("players", "answers", "score", "claimed")
_WHOLE: Final = [*GameSummary.__dataclass_fields__]
_MOMENTS: Final = [_WHOLE.index(name) for name in ("created_at", "hidden_at")]
_SEATS: Final = "SELECT record_id, seat, player_id FROM seat WHERE record_id AMONG"


def _select(names: Sequence[str]) -> str:
    """Return the statement that reads these columns of records."""
    # JSON as text, all of which is read at once; PostgreSQL's driver would read each by itself
    read = [f"CAST({name} AS TEXT)" if name in _JSON else name for name in names]
    return f"SELECT {', '.join(read)} FROM record WHERE id AMONG AND {STAYS}"  # noqa: S608


_ROWS: Final = _select([*GameRow._fields[:-1], "hidden_at IS NOT NULL"])
_SUMMARIES: Final = _select([*_WHOLE, "highest"])


class Whole(NamedTuple):
    """A record with all that lists for programs have, and its players."""

    game: GameSummary
    highest: int | None
    seats: dict[int, str]
    """The player in each seat, by its number; none where no name is written down."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Shown]):
    """A page of a list, and the facets beside it."""

    games: list[Shown]
    facets: Facets
    more: str
    """The cursor of the next page; empty on the last."""


def page(
    session: Asked, filters: Filters, order: str = NEWEST, after: str = "", size: int = SIZE
) -> Page[Whole]:
    """Return a page of the records that match, and how many there are. Raises BadCursor."""
    return _page(session, filters, order, after, size, _whole)


def table(
    session: Asked, filters: Filters, order: str = NEWEST, after: str = "", size: int = SIZE
) -> Page[GameRow]:
    """Return the same page with the columns of a table. Raises BadCursor."""
    return _page(session, filters, order, after, size, _rows)


def _page(
    session: Asked, filters: Filters, order: str, after: str, size: int,
    read: Callable[[Asked, Sequence[str], Removals], list[Shown]],
) -> Page[Shown]:  # fmt: skip
    place = placed(filters, order, after) if after else None
    there = Kept(session, filters)
    question = Question(there, size + 1)
    few = None if filters.counted else question.few(ORDERS[order], MOST_COUNTED)
    if few is not None and place is None:
        found = [PageEnd(key, id_) for id_, key, *_ in few[: size + 1]]
    else:
        found = question.found(ORDERS[order], place, size + 1)
    if filters.counted:
        facets = counted.facets(there)
    else:
        facets = counted.live(filters, question.some(MOST_COUNTED + 1) if few is None else few)
    more = cursor(filters, order, found[size - 1]) if len(found) > size else ""
    games = read(session, [one.id for one in found[:size]], there.removals)
    return Page(games, facets, more)


def places(
    session: Asked, filters: Filters, order: str, after: PageEnd | None, size: int
) -> list[PageEnd]:
    """Return the next places of a list, for those who read all of it."""
    question = Question(Kept(session, filters), size)
    return question.found(ORDERS[order], after, size)


def listed(session: Asked, ids: Sequence[str]) -> list[Whole]:
    """Return these records as lists show them, in this order; those that are gone, or being
    deleted, are left out."""
    return _whole(session, ids, removals(session))


def _whole(session: Asked, ids: Sequence[str], left_out: Removals) -> list[Whole]:
    moment = moments_of(session)
    read = _read(session, ids, _SUMMARIES, _WHOLE)
    for row in read:
        for at in _MOMENTS:
            row[at] = moment(row[at])
    rows = [GameSummary(*row[:-1]) for row in read]
    seats: dict[str, dict[int, str]] = {game.id: {} for game in rows}
    if seats:
        for record_id, seat, player_id in sql.run(session, _SEATS, [*seats]):
            seats[record_id][seat] = player_id
    games = privacy.rows_told(session, left_out.leaving, rows)
    return [Whole(game, row[-1], seats[game.id]) for game, row in zip(games, read, strict=True)]


def _rows(session: Asked, ids: Sequence[str], left_out: Removals) -> list[GameRow]:
    read = _read(session, ids, _ROWS, GameRow._fields)
    return privacy.rows_told(session, left_out.leaving, [*map(GameRow._make, read)])


def _read(
    session: Asked, ids: Sequence[str], statement: str, names: Sequence[str]
) -> list[list[Any]]:
    """Return the columns of each record that is there, with its JSON converted."""
    if not ids:
        return []
    rows = {row[0]: [*row] for row in sql.run(session, statement, ids)}
    there = [rows[id_] for id_ in ids if id_ in rows]
    texts = [at for at, name in enumerate(names) if name in _JSON]
    read = iter(json_of_texts([row[at] for row in there for at in texts]))
    for row in there:
        for at in texts:
            row[at] = next(read)
    return there


@dataclass(frozen=True, slots=True)
class Event:
    """An event at which listed games were played."""

    name: str
    games: int
    first: str
    """The first of its days as far as dates are known, and the last; empty where none is."""
    last: str


def events(session: Asked, names: Sequence[str]) -> list[Event]:
    """Return how many games were played at these events and when, those of which there are any;
    each under the name it is asked for by."""
    called = {name_key(name): name for name in names}
    sqlite = connection_of(session).dialect.name == "sqlite"
    found = sql.run(
        session,
        "SELECT event_key, count(*), min(NULLIF(day, '')), max(day) FROM record"  # noqa: S608
        f" WHERE event_key AMONG AND shown IS {'1' if sqlite else 'true'} AND {STAYS}"
        " GROUP BY event_key",
        [*called],
    )
    return [Event(called[key], games, first or "", last) for key, games, first, last in found]


def plays(session: Asked, ids: Sequence[str]) -> dict[str, str | None]:
    """Return by record the hash of its plays; records with the same one are sheets of one game."""
    return dict(sql.run(session, "SELECT id, play_hash FROM record WHERE id AMONG", ids))


def decided(session: Asked, clauses: Sequence[str]) -> set[str]:
    """Return those of these clauses that decided a finding in a listed record."""
    if connection_of(session).dialect.name == "sqlite":
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
