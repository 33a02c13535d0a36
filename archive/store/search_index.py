"""The columns and counts that lists and search use, kept in step with the records by one function.

Lists, search and their counts show records that are public, judged and not hidden. Whether one is
listed (`shown`) stands in its row and is copied to its seats, findings and tags; the number of each
kind stands in FacetCount. A use case that judges a record, shows or hides it, tags it, gives a seat
another player or deletes it does so inside `changing`, which puts all of that right at the end of
its block, in the same transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.judgements import SearchEntry
from archive.core.text import name_key
from archive.store import facet_counts, players, privacy, sql, text_index
from archive.store.facet_counts import Kind
from archive.store.models import Finding, RecordText, Seat, Tag
from archive.store.sql import delete
from archive.store.text_index import Counted

BATCH_ROWS: Final = 500
"""Records read in one statement."""

OPEN: Final = "(visibility = 'public' AND hidden_at IS NULL)"
"""The condition that a record is listed once it is judged."""
_SHOWN: Final = f"({OPEN} AND state = 'judged')"
_READ: Final = """
SELECT id, shown, game, rules, standing, day, created_at, state <> 'waiting' OR engine IS NOT NULL,
    upload_id, number, state, revision, findings
FROM record WHERE id AMONG ORDER BY id
"""
_SHOW: Final = f"UPDATE record SET shown = NOT shown WHERE id AMONG AND shown <> {_SHOWN}"  # noqa: S608
_ANONYMOUS: Final = """
SELECT DISTINCT record_id FROM seat JOIN player ON player.id = player_id
WHERE record_id AMONG AND anonymised_at IS NOT NULL
"""
_PLAYERS: Final = "SELECT record_id, 'player:' || player_id FROM seat WHERE record_id AMONG"
_CODES: Final = "SELECT record_id, 'finding:' || code FROM finding WHERE record_id AMONG"
_TAGS: Final = "SELECT record_id, 'tag:' || tag FROM tag WHERE record_id AMONG"
_FOLLOW: Final = """
UPDATE {table} SET at = record.created_at, shown = record.shown FROM record
WHERE record_id AMONG AND record.id = record_id
AND ({table}.at IS NULL OR {table}.shown <> record.shown)
"""
_COPIES: Final = [_FOLLOW.format(table=table) for table in ("seat", "finding")]
_TAGGED: Final = _FOLLOW.format(table="tag")


class IndexRow(NamedTuple):
    """The columns of a record that its counts depend on, and those for its upload's counts."""

    id: str
    shown: bool
    game: str | None
    rules: str | None
    standing: str
    day: str
    at: Any
    """When it was uploaded, as the driver has it."""
    known: bool
    """Whether search may have an entry for it already."""
    upload_id: str
    number: int
    state: str
    revision: int
    findings: int


class Change:
    """The changes of a block, beside what it writes itself."""

    def __init__(self, before: Mapping[str, IndexRow]) -> None:
        self.before = before
        """The records as they were before, by their identifiers."""
        self.entries: dict[str, SearchEntry] = {}
        """The new search entries of the records that were judged."""


@contextmanager
def changing(
    session: Session, record_ids: Iterable[str], now: datetime, *, alone: bool = False
) -> Iterator[Change]:
    """Change the listed columns of these records inside the block, and only there.

    The records are locked, in one order everywhere, and their counted columns are read before and
    after; only the difference is added to the counts, so that they stay exact while others write. A
    transaction that locks an upload too locks that first. `shown` is set here, from visibility,
    state and `hidden_at`. A deletion is a change like any other: `forget` in the block, and
    `alone`, which keeps other transactions from giving seats to players meanwhile.
    """
    (facet_counts.alone if alone else facet_counts.shared)(session)
    asked = sorted(set(record_ids))
    before = _rows(session, asked, lock=True)
    old = _kinds(session, before)
    change = Change(before)
    yield change
    session.flush()
    for some in _some(asked):
        sql.run(session, _SHOW, some)
    after = _rows(session, asked)
    judged = {id_: entry for id_, entry in sorted(change.entries.items()) if id_ in after}
    said = _keep(session, judged, before, after, now)
    for some in _some([*judged]):
        if masked := sql.run(session, _ANONYMOUS, some):
            privacy.apply(session, [record_id for (record_id,) in masked])
    turned = [row.id for row in after.values() if row.shown != before[row.id].shown]
    for some in _some([id_ for id_ in turned if id_ not in judged]):
        for copy in _COPIES:
            sql.run(session, copy, some)
    for some in _some([id_ for id_ in {*judged, *turned} if before[id_].known]):
        text_index.follow(session, some)
    for some in _some([*after]):
        sql.run(session, _TAGGED, some)
    facet_counts.add(session, facet_counts.changed(old, _kinds(session, after, said)))


def forget(session: Session, record_ids: Sequence[str]) -> int:
    """Remove seats, findings, tags and words of records, and players who sit nowhere else; return
    how many of those. Inside `changing(…, alone=True)`; the records themselves are deleted after
    this."""
    players_there: set[str] = set()
    for some in _some(sorted(record_ids)):
        seats = (
            delete(Seat)
            .where(sql.among(session, Seat.record_id, some))
            .returning(col(Seat.player_id))
        )
        players_there.update(session.execute(seats).scalars())
        for table in (Finding, Tag, RecordText):
            session.execute(delete(table).where(sql.among(session, table.record_id, some)))
    return players.sweep(session, players_there)


def _rows(
    session: Session, record_ids: Sequence[str], *, lock: bool = False
) -> dict[str, IndexRow]:
    """Return records by their identifiers, in order. SQLite's writers need no locks: there is one
    at a time."""
    read = _READ
    if lock and session.get_bind().dialect.name != "sqlite":
        read += " FOR UPDATE"
    return {
        row[0]: IndexRow(*row) for some in _some(record_ids) for row in sql.run(session, read, some)
    }


def _kinds(
    session: Session, rows: Mapping[str, IndexRow], said: Mapping[str, set[str]] | None = None
) -> Counter[Kind]:
    """Return the kinds that the listed ones of these records count as; `said` are scopes that are
    known already."""
    said = said or {}
    scopes = {row.id: {"", *said.get(row.id, ())} for row in rows.values() if row.shown}
    unsaid = [id_ for id_ in scopes if id_ not in said]
    for asked, statement in ((unsaid, _PLAYERS), (unsaid, _CODES), ([*scopes], _TAGS)):
        for some in _some(asked):
            for record_id, scope in sql.run(session, statement, some):
                scopes[record_id].add(scope)
    counted: Counter[Kind] = Counter()
    for record_id, its in scopes.items():
        row = rows[record_id]
        for kind in facet_counts.kinds(its, row.game or "", row.rules or "", row.standing, row.day):
            counted[kind] += 1
    return counted


def _keep(
    session: Session,
    entries: Mapping[str, SearchEntry],
    before: Mapping[str, IndexRow],
    rows: Mapping[str, IndexRow],
    now: datetime,
) -> dict[str, set[str]]:
    """Replace the search entries of records; return the scopes they count in."""
    if not entries:
        return {}
    for some in _some([id_ for id_ in entries if before[id_].known]):
        for table in (Finding, Seat):
            session.execute(delete(table).where(sql.among(session, table.record_id, some)))
    names = {sat.name for entry in entries.values() for sat in entry.seats}
    players_by_key = players.known(session, sorted(names), now)
    who = {name: players_by_key.get(name_key(name)) for name in names}
    seats, findings = [], []
    said: dict[str, set[str]] = {}
    for record_id, entry in entries.items():
        at, shown = rows[record_id].at, rows[record_id].shown
        sat = [(who[sat.name], sat) for sat in entry.seats if who[sat.name] is not None]
        seats += [
            (record_id, one.seat, player, one.points, one.won, at, shown) for player, one in sat
        ]
        findings += [
            (record_id, number, *found, at, shown)
            for number, found in enumerate(entry.findings, start=1)
        ]
        said[record_id] = {
            *(f"player:{player}" for player, _ in sat),
            *(f"finding:{found.code}" for found in entry.findings),
        }
    sql.write(
        session, Seat,
        ("record_id", "seat", "player_id", "points", "won", "at", "shown"), seats,
    )  # fmt: skip
    sql.write(
        session, Finding,
        ("record_id", "number", "code", "severity", "clause", "ply", "at", "shown"), findings,
    )  # fmt: skip
    counted = {
        row.id: Counted(row.game, row.rules, row.standing, row.day, row.at, row.shown)
        for row in map(rows.__getitem__, entries)
    }
    text_index.keep(session, {id_: entry.text for id_, entry in entries.items()}, counted)
    return said


def _some(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(ids), BATCH_ROWS):
        yield ids[at : at + BATCH_ROWS]
