"""How many records of each kind there are among those asked for: read from the counts kept, or
counted up to a limit where nobody keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy.orm import Session

from archive.store.counts import ALL_MONTHS, by_all_months
from archive.store.going import anything
from archive.store.searching import less
from archive.store.searching.asked import Filters
from archive.store.searching.plans import Matches
from archive.store.statements import ask

MOST_COUNTED: Final = 1_000
"""So many are counted while somebody waits."""

_KINDS: Final = "SELECT game, rules, standing, sum(records) AS n FROM {counts} WHERE scope = :scope"
_GROUPED: Final = " GROUP BY game, rules, standing"
_STANDINGS: Final = """
SELECT standing, sum(records) AS n FROM {counts}
WHERE scope = :scope AND month = '*' GROUP BY standing
"""
_MONTHS: Final = """
SELECT substr(month, 1, :length) AS month, sum(records) AS n FROM {counts}
WHERE scope = :scope AND month <> '*'
"""
_CODES: Final = """
SELECT substr(scope, 9) AS code, sum(records) AS n FROM {counts}
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
    """What the counts say beforehand."""

    total: int
    """How many records are shown."""
    games: list[tuple[str, str]]
    """Game and standing of those that are of the game, rules and standing asked for."""
    kinds: dict[str, Sequence[Any]]
    """How many there are of each game, rules and standing: of all, and of each scope asked for."""
    going: bool
    """Whether anything is on its way out, which the counts kept know nothing of yet."""

    @property
    def scopes(self) -> dict[str, int]:
        """How many there are of each scope."""
        return {scope: _sum(row.n for row in rows) for scope, rows in self.kinds.items()}


def kept(session: Session, filters: Filters, *, going: bool) -> Kept:
    """How rare each of the things asked for is."""
    kinds = {
        scope: ask(
            session,
            _from(scope, _KINDS, going=going, months=not by_all_months(scope))
            + _together(scope) + _GROUPED,
            {"scope": scope},
        )
        for scope in ("", *filters.scopes)
    }  # fmt: skip
    games = {
        (row.game, row.standing): None
        for row in kinds[""]
        if row.n > 0 and _fits(row, filters, _DIMENSIONS)
    }
    return Kept(_sum(row.n for row in kinds[""]), [*games], kinds, going)


def standings(session: Session) -> dict[str, int]:
    """How many of all that are shown stand how."""
    statement = _from("", _STANDINGS, going=anything(session), months=False)
    return {row.standing: int(row.n) for row in ask(session, statement, {"scope": ""})}


def facets(session: Session, filters: Filters, there: Kept) -> Facets:
    """The counts beside a list, where those that are kept say it (`Filters.counted`)."""
    scope = next(iter(filters.scopes), "")
    values = {"scope": scope, "since": filters.since, "before": filters.before}
    dated = bool(filters.since or filters.until)
    ranged = _from(scope, _KINDS, going=there.going, months=True) + _range(filters) + _GROUPED
    rows = ask(session, ranged, values) if dated else there.kinds[scope]
    found = Facets()
    found.total = _sum(row.n for row in rows if _fits(row, filters, _DIMENSIONS))
    found.games = _by(rows, "game", filters, ("standing",))
    found.rules = _by(rows, "rules", filters, ("game", "standing"))
    found.standings = _by(rows, "standing", filters, ("game", "rules"))
    found.dates = _dates(session, filters, scope, values, going=there.going)
    if not scope and not dated:
        found.findings = _findings(session, filters, going=there.going)
    return found


def _dates(
    session: Session, filters: Filters, scope: str, values: Mapping[str, Any], *, going: bool
) -> dict[str, int]:
    """Years; or months, where a year is asked for."""
    year = filters.since[:4]
    within = bool(year) and filters.until[:4] == year
    asked = replace(filters, since=year, until=year) if within else filters
    rows = ask(
        session,
        _from(scope, _MONTHS, going=going, months=True)
        + _range(asked) + _narrowed(filters) + " GROUP BY 1 ORDER BY 1 DESC",
        {
            **values, "length": 7 if within else 4, "since": asked.since, "before": asked.before,
            **{name: getattr(filters, name) for name in _DIMENSIONS},
        },
    )  # fmt: skip
    return {row.month: int(row.n) for row in rows if row.month and row.n > 0}


def _findings(session: Session, filters: Filters, *, going: bool) -> dict[str, int]:
    rows = ask(
        session,
        _CODES.format(counts=less.of_findings() if going else less.KEPT)
        + _narrowed(filters)
        + " GROUP BY scope ORDER BY 2 DESC, 1",
        {name: getattr(filters, name) for name in _DIMENSIONS},
    )
    return {row.code: int(row.n) for row in rows if row.n > 0}


def live(filters: Filters, matches: Matches) -> Facets:
    """The counts of those that were found, up to a limit: nobody keeps them."""
    found = Facets(total=min(len(matches), MOST_COUNTED), exact=len(matches) <= MOST_COUNTED)
    if matches:
        _, _, games, rules, standings, days = zip(*matches[:MOST_COUNTED], strict=True)
        found.games, found.rules, found.standings = _most(games), _most(rules), _most(standings)
        length = 7 if filters.since and filters.until[:4] == filters.since[:4] else 4
        dates = _most(day[:length] for day in days)
        found.dates = dict(sorted(dates.items(), reverse=True))
    return found


def _most(values: Iterable[str | None]) -> dict[str, int]:
    return {value: number for value, number in Counter(values).most_common() if value}


def _from(scope: str, statement: str, *, going: bool, months: bool) -> str:
    """A statement about a scope's counts, with where they are read from."""
    counts = less.of_scope(scope, months=months) if going else less.KEPT
    return statement.format(counts=counts)


def _together(scope: str) -> str:
    """The rows of a scope that say how many of each kind there are: some scopes have them for all
    months together."""
    return f" AND month {'=' if by_all_months(scope) else '<>'} '{ALL_MONTHS}'"


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
