"""The counts that facets show: kept up with every change, checked and rebuilt on demand.

A listed record counts in several scopes: among all, for each of its players, for each code of its
findings, for each of its tags. In each it counts by game, rule set, standing and month; for all and
for findings, whose months are many, also under `*` for all months together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    CompoundSelect,
    Select,
    String,
    distinct,
    func,
    insert,
    literal,
    select,
    text,
    type_coerce,
    union_all,
)
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import sql
from archive.store.models import FacetCount, Finding, Record, Seat, Tag
from archive.store.sql import delete

# One of PostgreSQL's advisory locks: shared by transactions that change what is counted, held alone
# by those that merge players or rebuild the counts.
_LOCK: Final = 20_2020_02
ALL_MONTHS: Final = "*"
COLUMNS: Final = ("scope", "game", "rules", "standing", "month", "records")
_ADD: Final = (
    "ON CONFLICT (scope, game, rules, standing, month)"
    " DO UPDATE SET records = facetcount.records + excluded.records"
)


class Kind(NamedTuple):
    """The properties by which a record is counted."""

    scope: str
    game: str
    rules: str
    standing: str
    month: str


def shared(session: Session) -> None:
    """Keep other transactions from merging players or rebuilding counts until this one ends.
    SQLite's writers are alone in any case."""
    if session.get_bind().dialect.name != "sqlite":
        session.execute(text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": _LOCK})


def alone(session: Session) -> None:
    """Keep other transactions from changing what is counted until this one ends. Ask for this
    first: a transaction that already shares the lock may wait for another that does, and both for
    ever."""
    if session.get_bind().dialect.name != "sqlite":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def kinds(scopes: Iterable[str], game: str, rules: str, standing: str, day: str) -> list[Kind]:
    """Return all kinds that one listed record counts as."""
    found = []
    for scope in scopes:
        found.append(Kind(scope, game, rules, standing, day[:7]))
        if by_all_months(scope):
            found.append(Kind(scope, game, rules, standing, ALL_MONTHS))
    return found


def by_all_months(scope: str) -> bool:
    """Return whether a scope is also counted for all months together."""
    return not scope or scope.startswith("finding:")


def add(session: Session, changes: Mapping[Kind, int]) -> None:
    """Add the changes, in one order everywhere, so that no two writers wait for each other."""
    rows = sorted((*kind, number) for kind, number in changes.items() if number)
    sql.write(session, FacetCount, COLUMNS, rows, _ADD)


def rebuild(session: Session, scopes: Sequence[str] | None = None) -> int:
    """Rebuild the counts of all or some scopes; return the number of rows. It needs the lock for
    itself."""
    alone(session)
    counted = _counted(scopes)
    old = delete(FacetCount)
    if scopes is not None:
        old = old.where(col(FacetCount.scope).in_(scopes))
    session.execute(old)
    session.execute(insert(FacetCount).from_select(COLUMNS, counted))
    kept = select(func.count()).select_from(FacetCount)
    if scopes is not None:
        kept = kept.where(col(FacetCount.scope).in_(scopes))
    return int(session.execute(kept).scalar_one())


class Wrong(NamedTuple):
    """A kept count that differs from counting."""

    kind: Kind
    kept: int
    counted: int


def wrong(session: Session, limit: int = 100) -> list[Wrong]:
    """Return the first kept counts that differ from counting; one statement, so that it sees one
    state of the database while others write."""
    counted = _counted(None).subquery()
    names = [*COLUMNS[:-1]]
    zero = literal(0)
    kept = select(*sql.columns(FacetCount, COLUMNS), zero.label("counted"))
    recounted = select(*(counted.c[name] for name in names), zero, counted.c.records)
    both = union_all(kept, recounted).subquery()
    sums = func.sum(both.c.records), func.sum(both.c.counted)
    statement = (
        select(*(both.c[name] for name in names), *sums)
        .group_by(*(both.c[name] for name in names))
        .having(sums[0] != sums[1])
        .limit(limit)
    )
    return [Wrong(Kind(*row[:5]), int(row[5]), int(row[6])) for row in session.execute(statement)]


def changed(before: Iterable[Kind], after: Iterable[Kind]) -> Counter[Kind]:
    """Return the difference between two sets of kinds."""
    difference = Counter(after)
    difference.subtract(Counter(before))
    return difference


_SOURCES: Final[dict[str, tuple[Any, str] | None]] = {
    "": None,
    "player": (Seat, "player_id"),
    "finding": (Finding, "code"),
    "tag": (Tag, "tag"),
}
"""The table and column behind each kind of scope."""


def _counted(scopes: Sequence[str] | None) -> CompoundSelect[Any]:
    """Return the query for every count there should be, from the records themselves; of some scopes
    or of all."""
    parts = []
    for kind, source in _SOURCES.items():
        asked = None
        if scopes is not None:
            cut = [scope.partition(":") for scope in scopes]
            asked = [value for word, _, value in cut if word == kind]
            if not asked:
                continue
        parts.append(_grouped(kind, source, asked, together=False))
        if by_all_months(f"{kind}:" if kind else ""):
            parts.append(_grouped(kind, source, asked, together=True))
    return union_all(*parts)


def _grouped(
    kind: str, source: tuple[Any, str] | None, asked: list[str] | None, *, together: bool
) -> Select[Any]:
    month: Any = literal(ALL_MONTHS) if together else func.substr(col(Record.day), 1, 7)
    scope: Any = literal(kind)
    if source is not None:
        table, name = source
        scope = literal(f"{kind}:") + col(getattr(table, name))
    columns: list[Any] = [
        type_coerce(scope, String).label("scope"),
        func.coalesce(col(Record.game), "").label("game"),
        func.coalesce(col(Record.rules), "").label("rules"),
        type_coerce(col(Record.standing), String).label("standing"),
        type_coerce(month, String).label("month"),
    ]
    records = func.count(distinct(col(Record.id))).label("records")
    statement: Select[Any] = select(*columns, records).where(col(Record.shown).is_(True))
    if source is not None:
        statement = statement.join(table, col(table.record_id) == col(Record.id))
        if asked is not None:
            statement = statement.where(col(getattr(table, name)).in_(asked))
    return statement.group_by(*columns)
