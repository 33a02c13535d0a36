"""The number of records of each kind among those that match: from the kept counts, or counted up to
a limit where none are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from archive.store import pending_removal
from archive.store.search import kept_counts
from archive.store.search.filters import Filters
from archive.store.search.kept_counts import DIMENSIONS, MONTH, YEAR, Count, Kept, fits
from archive.store.search.query import Matches
from archive.store.sql import Asked, ask

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
    there = Kept(session, Filters(), pending_removal.passing(session))
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
        _CODES.format(counts=kept_counts.of_findings() if there.passing.going else kept_counts.KEPT)
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
