"""The kept counts for the filters of a search; while something is being deleted, less what is
counted of it still."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from sqlalchemy.orm import Session

from archive.store.facet_counts import ALL_MONTHS, by_all_months
from archive.store.pending_removal import GOES, Passing
from archive.store.search.filters import Filters
from archive.store.sql import ask

KINDS: Final = "SELECT game, rules, standing, sum(records) AS n FROM {counts} WHERE scope = :scope"
GROUPED: Final = " GROUP BY game, rules, standing"
DIMENSIONS: Final = ("game", "rules", "standing")


class Kept:
    """The kept counts for a search. Each is read when it is needed, and once: for a player's page
    the number of all games does not matter."""

    def __init__(self, session: Session, filters: Filters, passing: Passing) -> None:
        self.session = session
        self.filters = filters
        self.passing = passing
        """What is being removed, which the kept counts still include."""
        self._kinds: dict[str, Sequence[Any]] = {}

    def kinds(self, scope: str) -> Sequence[Any]:
        """Return the number of each game, rules and standing in a scope."""
        if scope not in self._kinds:
            # some scopes have rows for all months together
            together = by_all_months(scope)
            which = f" AND month {'=' if together else '<>'} '{ALL_MONTHS}'"
            statement = self.read(scope, KINDS, months=not together) + which + GROUPED
            self._kinds[scope] = ask(self.session, statement, {"scope": scope})
        return self._kinds[scope]

    def of(self, scope: str) -> int:
        """Return the number in a scope."""
        return total(row.n for row in self.kinds(scope))

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

    def read(self, scope: str, statement: str, *, months: bool) -> str:
        """Return a statement about a scope's counts, with the table to read them from."""
        going = self.passing.going
        return statement.format(counts=of_scope(scope, months=months) if going else KEPT)


def fits(row: Any, filters: Filters, names: Iterable[str]) -> bool:
    """Return whether a count has the game, the rules or the standing of the filters."""
    return all(getattr(filters, name) in ("", getattr(row, name)) for name in names)


def total(numbers: Iterable[Any]) -> int:
    """Return the sum of numbers; PostgreSQL's are of a type of their own."""
    return int(sum(numbers))


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
