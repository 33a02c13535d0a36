"""What is listed, kept in step with the records: the one door for everything that changes it.

Lists, search and their counts show records that are public, judged and not hidden. Whether one is
shown stands in its row and is copied to its seats, findings and tags; how many there are of each
kind stands in FacetCount. Whoever judges a record, shows or hides it, tags it, gives a seat another
player or deletes it does so inside `changing`, which puts all of that right at the end of its
block, in the same transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import anonymous, bulk, counts, players, texts
from archive.store.counts import Kind
from archive.store.entries import Entry
from archive.store.rows import Finding, Record, RecordText, Seat, Tag
from archive.store.types import RecordState, Visibility

AT_ONCE: Final = 500
"""Records asked for in one statement."""

_SHOWN: Final = and_(
    col(Record.visibility) == Visibility.PUBLIC,
    col(Record.state) == RecordState.JUDGED,
    col(Record.hidden_at).is_(None),
)


class Row(NamedTuple):
    """What of a record its counts rest on."""

    id: str
    shown: bool
    game: str | None
    rules: str | None
    standing: str
    day: str
    created_at: datetime


_ROW: Final = [col(getattr(Record, name)) for name in Row._fields]


class Change:
    """What a block brings, beside what it writes itself."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        """What search is to know of records from now on, for those that were judged."""


@contextmanager
def changing(
    session: Session, record_ids: Iterable[str], now: datetime, *, alone: bool = False
) -> Iterator[Change]:
    """Change what is listed of these records inside the block, and only there.

    The records are locked, in one order everywhere, and what they count as is read before and
    after; only the difference is added to the counts, so that they stay exact whoever else writes.
    A transaction that locks an upload too locks that first. `shown` is set here, from visibility,
    state and `hidden_at`. A deletion is a change like any other: `forget` in the block, and
    `alone`, which keeps everybody else from giving seats to players meanwhile.
    """
    (counts.alone if alone else counts.shared)(session)
    asked = sorted(set(record_ids))
    before = _rows(session, asked, lock=True)
    old = _kinds(session, before)
    change = Change()
    yield change
    _set_shown(session, asked)
    after = _rows(session, asked)
    judged = {id_: entry for id_, entry in change.entries.items() if id_ in after}
    _keep(session, judged, after, now)
    anonymous.apply(session, [*judged])
    turned = [row.id for row in after.values() if row.shown != before[row.id].shown]
    _follow(session, [id_ for id_ in turned if id_ not in judged], after)
    _follow_tags(session, [*after])
    counts.add(session, counts.changed(old, _kinds(session, after)))


def forget(session: Session, record_ids: Sequence[str]) -> int:
    """Take seats, findings, tags and words of records away, and players who sit nowhere else;
    how many of those. Inside `changing(…, alone=True)`; the records themselves go after this."""
    players_there: set[str] = set()
    for some in _some(sorted(record_ids)):
        seats = delete(Seat).where(col(Seat.record_id).in_(some)).returning(col(Seat.player_id))
        players_there.update(session.execute(seats).scalars())
        for table in (Finding, Tag, RecordText):
            session.execute(delete(table).where(col(table.record_id).in_(some)))
    return players.sweep(session, players_there)


def _rows(session: Session, record_ids: Sequence[str], *, lock: bool = False) -> dict[str, Row]:
    found = {}
    for some in _some(record_ids):
        statement = select(*_ROW).where(col(Record.id).in_(some)).order_by(col(Record.id))
        if lock:
            statement = statement.with_for_update()
        found.update({row.id: Row(*row) for row in session.execute(statement)})
    return found


def _kinds(session: Session, rows: Mapping[str, Row]) -> Counter[Kind]:
    """What the shown ones of these records count as."""
    scopes: dict[str, set[str]] = {row.id: {""} for row in rows.values() if row.shown}
    for some in _some([*scopes]):
        for table, name, prefix in (
            (Seat, "player_id", "player:"), (Finding, "code", "finding:"), (Tag, "tag", "tag:"),
        ):  # fmt: skip
            value = col(getattr(table, name))
            held = select(col(table.record_id), value).where(col(table.record_id).in_(some))
            for record_id, word in session.execute(held):
                scopes[record_id].add(prefix + word)
    counted: Counter[Kind] = Counter()
    for record_id, its in scopes.items():
        row = rows[record_id]
        counted.update(
            counts.kinds(its, row.game or "", row.rules or "", str(row.standing), row.day)
        )
    return counted


def _set_shown(session: Session, record_ids: Sequence[str]) -> None:
    for some in _some(record_ids):
        session.execute(
            update(Record)
            .where(col(Record.id).in_(some), col(Record.shown) != _SHOWN)
            .values(shown=_SHOWN)
            .execution_options(synchronize_session=False)
        )


def _keep(
    session: Session, entries: Mapping[str, Entry], rows: Mapping[str, Row], now: datetime
) -> None:
    """Write what search knows of records, in place of what it knew."""
    if not entries:
        return
    ordered = sorted(entries.items())
    for some in _some([*dict(ordered)]):
        for table in (Finding, Seat):
            session.execute(delete(table).where(col(table.record_id).in_(some)))
    named = players.known(session, (sat.name for _, entry in ordered for sat in entry.seats), now)
    keys = {sat.name: players.key(sat.name) for _, entry in ordered for sat in entry.seats}
    seats, findings = [], []
    for record_id, entry in ordered:
        at, shown = rows[record_id].created_at, rows[record_id].shown
        seats += [
            (record_id, sat.seat, named[keys[sat.name]], sat.points, sat.won, at, shown)
            for sat in entry.seats
            if keys[sat.name]
        ]
        findings += [
            (record_id, number, *found, at, shown)
            for number, found in enumerate(entry.findings, start=1)
        ]
    bulk.write(
        session, Seat,
        ("record_id", "seat", "player_id", "points", "won", "at", "shown"), seats,
    )  # fmt: skip
    bulk.write(
        session, Finding,
        ("record_id", "number", "code", "severity", "clause", "ply", "at", "shown"), findings,
    )  # fmt: skip
    texts.keep(session, {record_id: entry.text for record_id, entry in ordered})


def _follow(session: Session, record_ids: Sequence[str], rows: Mapping[str, Row]) -> None:
    """Seats and findings of records that are shown from now on, or no more."""
    for shown in (True, False):
        for some in _some([id_ for id_ in record_ids if rows[id_].shown is shown]):
            for table in (Seat, Finding):
                session.execute(
                    update(table)
                    .where(col(table.record_id).in_(some))
                    .values(shown=shown)
                    .execution_options(synchronize_session=False)
                )


def _follow_tags(session: Session, record_ids: Sequence[str]) -> None:
    """The same for tags, of which the block may have put new ones."""
    about = select(col(Record.shown)).where(col(Record.id) == col(Tag.record_id)).scalar_subquery()
    at = select(col(Record.created_at)).where(col(Record.id) == col(Tag.record_id))
    for some in _some(record_ids):
        session.execute(
            update(Tag)
            .where(col(Tag.record_id).in_(some))
            .where(or_(col(Tag.at).is_(None), col(Tag.shown) != about))
            .values(shown=about, at=at.scalar_subquery())
            .execution_options(synchronize_session=False)
        )


def _some(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(ids), AT_ONCE):
        yield ids[at : at + AT_ONCE]
