"""The number of records of each kind among those that match, for the filters of a search: from the
kept counts, or counted up to a limit where none are kept; while something is being deleted, less
what is counted of it still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from archive.store import pending_removal
from archive.store.facet_counts import ALL_MONTHS, by_all_months
from archive.store.pending_removal import GOES
from archive.store.search.filters import Filters
from archive.store.sql import Asked, ask, connection_of

Matches = Sequence[tuple[Any, ...]]
"""Matching records, each with its identifier, its key in the order, and its counted columns: game,
rules, standing, day; columns after these are not read. There may be a thousand, and nothing is made
of them."""
DIMENSIONS: Final = ("game", "rules", "standing")
YEAR: Final = 4
MONTH: Final = 7
"""The number of letters of a date up to its year and its month."""
_KINDS: Final = (
    "SELECT game, rules, standing, sum(records), NULL FROM {counts} WHERE scope = :scope"
)
_DATES: Final = """
SELECT NULL, NULL, NULL, sum(records), substr(month, 1, :length) FROM {counts}
WHERE scope = :scope
"""
_BOTH: Final = """
SELECT game, rules, standing, sum(records), substr(month, 1, :length) FROM {counts}
WHERE scope = :scope
"""
"""The counts by kind and by date at once, which PostgreSQL can group and SQLite cannot."""


class Count(NamedTuple):
    """The number of records of a game, its rules and a standing."""

    game: str
    rules: str
    standing: str
    n: int


class Kept:
    """The kept counts for a search. Each is read when it is needed, and once: for a player's page
    the number of all games does not matter."""

    def __init__(self, session: Asked, filters: Filters) -> None:
        self.session = session
        self.filters = filters
        self.removals = pending_removal.removals(session)
        """What is being removed, which the kept counts still include."""
        self._kinds: dict[str, list[Count]] = {}

    def kinds(self, scope: str) -> list[Count]:
        """Return the number of each game, rules and standing in a scope."""
        if scope == self.filters.scope and self.filters.counted and not self.filters.dated:
            return self.asked[0]
        if scope not in self._kinds:
            rows = ask(self.session, self._of_kinds(scope, Filters()), {"scope": scope})
            self._kinds[scope] = [Count._make((*kind, int(n))) for *kind, n, _ in rows]
        return self._kinds[scope]

    @cached_property
    def asked(self) -> tuple[list[Count], dict[str, int]]:
        """Return the same for the scope and the range of the filters; and the number of matching
        records by year, or by month where the range is within one year."""
        filters, year = self.filters, self.filters.year
        around = replace(filters, since=year, until=year) if year else filters
        narrowed = "".join(
            f" AND {name} = :{name}" for name in DIMENSIONS if getattr(filters, name)
        )
        months = _months(around, "first", "beyond")
        apart = by_all_months(filters.scope) or filters.dated or narrowed
        if apart or connection_of(self.session).dialect.name == "sqlite":
            dates = self.read(filters.scope, _DATES, months=True)
            kinds = self._of_kinds(filters.scope, filters)
            statement = f"{kinds} UNION ALL {dates}{months}{narrowed} GROUP BY 5"
        else:
            both = self.read(filters.scope, _BOTH, months=True)
            statement = f"{both}{months} GROUP BY GROUPING SETS ((1, 2, 3), (5))"
        rows = ask(
            self.session,
            statement,
            {
                "scope": filters.scope, "since": filters.since, "before": filters.before,
                "first": around.since, "beyond": around.before, "length": MONTH if year else YEAR,
                **{name: getattr(filters, name) for name in DIMENSIONS},
            },
        )  # fmt: skip
        counts = [Count._make((*kind, int(n))) for *kind, n, date in rows if date is None]
        return counts, {date: int(n) for *_, n, date in rows if date}

    def of(self, scope: str) -> int:
        """Return the number in a scope."""
        return sum(row.n for row in self.kinds(scope))

    @cached_property
    def all(self) -> int:
        """Return the number of listed records."""
        return self.of("")

    @cached_property
    def games(self) -> list[tuple[str, str]]:
        """Return game and standing of the counts that match the filters."""
        found = {
            (row.game, row.standing): None
            for row in self.kinds("")
            if row.n > 0 and fits(row, self.filters, DIMENSIONS)
        }
        return [*found]

    def _of_kinds(self, scope: str, within: Filters) -> str:
        # some scopes have rows for all months together
        together = by_all_months(scope) and not within.dated
        which = f" AND month = '{ALL_MONTHS}'" if together else _months(within, "since", "before")
        return f"{self.read(scope, _KINDS, months=not together)}{which} GROUP BY 1, 2, 3"

    def read(self, scope: str, statement: str, *, months: bool) -> str:
        """Return a statement about a scope's counts, with the table to read them from."""
        going = self.removals.going
        return statement.format(counts=of_scope(scope, months=months) if going else KEPT)


def _months(within: Filters, since: str, before: str) -> str:
    """Return the condition for the counts of the months of a range."""
    first = f" AND month >= :{since}" if within.since else ""
    last = f" AND month <> '' AND month < :{before}" if within.until else ""
    return f" AND month <> '{ALL_MONTHS}'{first}{last}"


def fits(row: Count, filters: Filters, names: Iterable[str]) -> bool:
    """Return whether a count has the game, the rules or the standing of the filters."""
    return all(getattr(filters, name) in ("", getattr(row, name)) for name in names)


KEPT: Final = "facetcount"
"""The table of counts when nothing is being removed."""
_SOURCES: Final = {
    "": "",
    "player": "JOIN seat ON seat.record_id = record.id AND seat.player_id = substr(:scope, 8)",
    "finding": "JOIN finding ON finding.record_id = record.id AND 'finding:' || code = :scope",
    "tag": "JOIN tag ON tag.record_id = record.id AND 'tag:' || tag.tag = :scope",
}
_GOING: Final = """
SELECT {scope}, coalesce(game, ''), coalesce(rules, ''), standing, {month},
    -count(DISTINCT record.id)
FROM record {joined} WHERE record.shown IS TRUE AND {goes} GROUP BY 1, 2, 3, 4, 5
"""
_LESS: Final = """(
SELECT scope, game, rules, standing, month, records FROM facetcount WHERE {which}
UNION ALL SELECT * FROM ({going}) AS going
) AS less"""


def of_scope(scope: str, *, months: bool) -> str:
    """Return the query for the counts of `:scope`, by month or for all months together."""
    month = "substr(day, 1, 7)" if months else f"'{ALL_MONTHS}'"
    joined = _SOURCES[scope.partition(":")[0]]
    which = f"scope = :scope AND month {'<>' if months else '='} '{ALL_MONTHS}'"
    return _less(which, "CAST(:scope AS TEXT)", month, joined)


def of_findings() -> str:
    """Return the query for the counts of every finding, for all months together."""
    which = f"month = '{ALL_MONTHS}' AND scope LIKE 'finding:%'"
    joined = "JOIN finding ON finding.record_id = record.id"
    return _less(which, "'finding:' || code", f"'{ALL_MONTHS}'", joined)


def _less(which: str, scope: str, month: str, joined: str) -> str:
    going = _GOING.format(scope=scope, month=month, joined=joined, goes=GOES)
    return _LESS.format(which=which, going=going)


MOST_COUNTED: Final = 1_000
"""The most records that are counted while a reader waits."""

_STANDINGS: Final = """
SELECT standing, sum(records) AS n FROM {counts}
WHERE scope = :scope AND month = '*' GROUP BY standing
"""
_CODES: Final = """
SELECT substr(scope, 9) AS code, sum(records) AS n FROM {counts}
WHERE month = '*' AND scope LIKE 'finding:%'
"""


@dataclass
class Facets:
    """The number of matching records, and the number for each value that could be chosen
    instead."""

    total: int = 0
    exact: bool = True
    """Whether all were counted; otherwise there are at least so many, in all and of each."""
    games: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    standings: dict[str, int] = field(default_factory=dict)
    dates: dict[str, int] = field(default_factory=dict)
    """By year, or by month within a chosen year; where the date is known so far."""
    findings: dict[str, int] = field(default_factory=dict)
    """By code; counted only where nothing but game, rules and verdict is chosen."""


def standings(session: Asked) -> dict[str, int]:
    """Return the number of listed records by standing."""
    there = Kept(session, Filters())
    statement = there.read("", _STANDINGS, months=False)
    return {standing: int(n) for standing, n in ask(session, statement, {"scope": ""})}


def facets(there: Kept) -> Facets:
    """Return the counts beside a list, where the kept counts have them (`Filters.counted`)."""
    filters = there.filters
    rows, dates = there.asked
    found = Facets()
    found.total = sum(row.n for row in rows if fits(row, filters, DIMENSIONS))
    found.games = _by(rows, "game", filters, ("standing",))
    found.rules = _by(rows, "rules", filters, ("game", "standing"))
    found.standings = _by(rows, "standing", filters, ("game", "rules"))
    found.dates = {day: n for day, n in sorted(dates.items(), reverse=True) if n > 0}
    if not filters.scope and not filters.dated:
        found.findings = _findings(there)
    return found


def _findings(there: Kept) -> dict[str, int]:
    filters = there.filters
    narrowed = "".join(f" AND {name} = :{name}" for name in DIMENSIONS if getattr(filters, name))
    rows = ask(
        there.session,
        _CODES.format(counts=of_findings() if there.removals.going else KEPT)
        + f"{narrowed} GROUP BY scope ORDER BY 2 DESC, 1",
        {name: getattr(filters, name) for name in DIMENSIONS},
    )
    return {code: int(n) for code, n in rows if n > 0}


def live(filters: Filters, matches: Matches) -> Facets:
    """Return the counts of the matches that were found, up to a limit, where none are kept."""
    found = Facets(total=min(len(matches), MOST_COUNTED), exact=len(matches) <= MOST_COUNTED)
    if matches:
        _, _, games, rules, standings, days, *_ = zip(*matches[:MOST_COUNTED], strict=True)
        found.games, found.rules, found.standings = _most(games), _most(rules), _most(standings)
        length = MONTH if filters.year else YEAR
        dates = _most([day[:length] for day in days])
        found.dates = dict(sorted(dates.items(), reverse=True))
    return found


def _most(values: Iterable[str | None]) -> dict[str, int]:
    return {value: number for value, number in Counter(values).most_common() if value}


def _by(
    rows: Iterable[Count], name: str, filters: Filters, others: Iterable[str]
) -> dict[str, int]:
    """Return the number for each value of one filter, with the other filters as they are."""
    asked = [one for one in others if getattr(filters, one)]  # mostly none
    found: Counter[str] = Counter()
    for row in rows:
        value = getattr(row, name)
        if value and (not asked or fits(row, filters, asked)):
            found[value] += row.n
    return {value: number for value, number in found.most_common() if number > 0}
