"""How many records of each kind there are among those asked for: read from the counts kept, or
counted up to a limit where nobody keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.orm import Session

from archive.store.searching.asked import Filters
from archive.store.searching.plans import Question

MOST_COUNTED: Final = 1_000
"""So many are counted while somebody waits."""

_KINDS: Final = (
    "SELECT game, rules, standing, sum(records) AS n FROM facetcount WHERE scope = :scope"
)
_MONTHS: Final = """
SELECT substr(month, 1, :length) AS month, sum(records) AS n FROM facetcount
WHERE scope = :scope AND month <> '*'
"""
_CODES: Final = """
SELECT substr(scope, 9) AS code, sum(records) AS n FROM facetcount
WHERE month = '*' AND scope LIKE 'finding:%'
"""
_DIMENSIONS: Final = ("game", "rules", "standing")


@dataclass
class Facets:
    """How many there are in all, and of each value if one asked for it instead."""

    total: int = 0
    exact: bool = True
    """Whether that is all; otherwise there are at least so many, in all and of each."""
    games: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    standings: dict[str, int] = field(default_factory=dict)
    dates: dict[str, int] = field(default_factory=dict)
    """By year, or by month within a year that is asked for; where the date is known so far."""
    findings: dict[str, int] = field(default_factory=dict)
    """By code; counted only where nothing but game, rules and verdict is asked for."""


@dataclass
class Kept:
    """What the counts say beforehand: how many records there are, by game and standing, and of
    each scope that is asked for."""

    total: int
    games: list[tuple[str, str]]
    scopes: dict[str, int]


def kept(session: Session, filters: Filters) -> Kept:
    """How rare each of the things asked for is."""
    found = session.execute(
        text(_KINDS + " AND month = '*' GROUP BY game, rules, standing"), {"scope": ""}
    ).all()
    games = {
        (row.game, row.standing): None
        for row in found
        if row.n > 0 and _fits(row, filters, _DIMENSIONS)
    }
    summed = text("SELECT sum(records) FROM facetcount WHERE scope = :scope AND month <> '*'")
    scopes = {
        scope: int(session.execute(summed, {"scope": scope}).scalar_one() or 0)
        for scope in filters.scopes
    }
    return Kept(int(sum(row.n for row in found)), [*games], scopes)


def standings(session: Session) -> dict[str, int]:
    """How many of all that are shown stand how."""
    asked = text(
        "SELECT standing, sum(records) AS n FROM facetcount"
        " WHERE scope = '' AND month = '*' GROUP BY standing"
    )
    return {row.standing: int(row.n) for row in session.execute(asked)}


def facets(session: Session, filters: Filters, there: Kept) -> Facets:
    """The counts beside a list."""
    if not filters.counted:
        return _counted(session, filters, there)
    scope = next(iter(filters.scopes), "")
    values = {"scope": scope, "since": filters.since, "before": filters.before}
    dated = bool(filters.since or filters.until)
    together = not dated and (not scope or scope.startswith("finding:"))
    months = " AND month = '*'" if together else _range(filters)
    rows = session.execute(text(_KINDS + months + " GROUP BY game, rules, standing"), values).all()
    found = Facets()
    found.total = _sum(row.n for row in rows if _fits(row, filters, _DIMENSIONS))
    found.games = _by(rows, "game", filters, ("standing",))
    found.rules = _by(rows, "rules", filters, ("game", "standing"))
    found.standings = _by(rows, "standing", filters, ("game", "rules"))
    found.dates = _dates(session, filters, values)
    if not scope and not dated:
        found.findings = _findings(session, filters)
    return found


def _dates(session: Session, filters: Filters, values: Mapping[str, Any]) -> dict[str, int]:
    """Years; or months, where a year is asked for."""
    year = filters.since[:4]
    within = bool(year) and filters.until[:4] == year
    asked = replace(filters, since=year, until=year) if within else filters
    rows = session.execute(
        text(_MONTHS + _range(asked) + _narrowed(filters) + " GROUP BY 1 ORDER BY 1 DESC"),
        {
            **values, "length": 7 if within else 4, "since": asked.since, "before": asked.before,
            **{name: getattr(filters, name) for name in _DIMENSIONS},
        },
    )  # fmt: skip
    return {row.month: int(row.n) for row in rows if row.month and row.n > 0}


def _findings(session: Session, filters: Filters) -> dict[str, int]:
    rows = session.execute(
        text(_CODES + _narrowed(filters) + " GROUP BY scope ORDER BY 2 DESC, 1"),
        {name: getattr(filters, name) for name in _DIMENSIONS},
    )
    return {row.code: int(row.n) for row in rows if row.n > 0}


def _counted(session: Session, filters: Filters, there: Kept) -> Facets:
    """Live, up to a limit: of whichever match."""
    question = Question(session, filters, there.total, there.scopes, there.games)
    ids = question.some(MOST_COUNTED + 1)
    exact = len(ids) <= MOST_COUNTED
    found = Facets(total=min(len(ids), MOST_COUNTED), exact=exact)
    rows = question.kinds(ids[:MOST_COUNTED])
    for name, column in (("games", 0), ("rules", 1), ("standings", 2)):
        counted = Counter(row[column] for row in rows if row[column])
        setattr(found, name, dict(counted.most_common()))
    length = 7 if filters.since and filters.until[:4] == filters.since[:4] else 4
    years = Counter(row[3][:length] for row in rows if row[3])
    found.dates = dict(sorted(years.items(), reverse=True))
    return found


def _range(filters: Filters) -> str:
    since = " AND month <> '*' AND month >= :since" if filters.since else ""
    before = " AND month <> '' AND month <> '*' AND month < :before" if filters.until else ""
    return since + before or " AND month <> '*'"


def _narrowed(filters: Filters) -> str:
    return "".join(f" AND {name} = :{name}" for name in _DIMENSIONS if getattr(filters, name))


def _fits(row: Any, filters: Filters, names: Iterable[str]) -> bool:
    return all(getattr(filters, name) in ("", getattr(row, name)) for name in names)


def _by(rows: Iterable[Any], name: str, filters: Filters, others: Iterable[str]) -> dict[str, int]:
    """How many there would be of each value of one, with what is asked of the others."""
    found: Counter[str] = Counter()
    for row in rows:
        if getattr(row, name) and _fits(row, filters, others):
            found[getattr(row, name)] += int(row.n)
    return {value: number for value, number in found.most_common() if number > 0}


def _sum(numbers: Iterable[Any]) -> int:
    return int(sum(numbers))
