"""How many there are of what is asked for, as the counts kept say it beforehand; while something is
being deleted, less what of it is counted still.
"""

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
    """What the counts say of a question. Each is read when it is wanted, and once: for a player's
    page it does not matter how many games there are of all."""

    def __init__(self, session: Session, filters: Filters, passing: Passing) -> None:
        self.session = session
        self.filters = filters
        self.passing = passing
        """What is on its way out, which the counts kept know nothing of yet."""
        self._kinds: dict[str, Sequence[Any]] = {}

    def kinds(self, scope: str) -> Sequence[Any]:
        """Return how many there are of each game, rules and standing in a scope."""
        if scope not in self._kinds:
            # some scopes have rows for all months together
            together = by_all_months(scope)
            which = f" AND month {'=' if together else '<>'} '{ALL_MONTHS}'"
            statement = self.read(scope, KINDS, months=not together) + which + GROUPED
            self._kinds[scope] = ask(self.session, statement, {"scope": scope})
        return self._kinds[scope]

    def of(self, scope: str) -> int:
        """Return how many there are in a scope."""
        return total(row.n for row in self.kinds(scope))

    @cached_property
    def all(self) -> int:
        """Return how many records are shown."""
        return self.of("")

    @cached_property
    def games(self) -> list[tuple[str, str]]:
        """Return game and standing of those that are of the game, rules and standing asked for."""
        found = {
            (row.game, row.standing): None
            for row in self.kinds("")
            if row.n > 0 and fits(row, self.filters, DIMENSIONS)
        }
        return [*found]

    def read(self, scope: str, statement: str, *, months: bool) -> str:
        """Return a statement about a scope's counts, with where they are to be read from."""
        going = self.passing.going
        return statement.format(counts=of_scope(scope, months=months) if going else KEPT)


def fits(row: Any, filters: Filters, names: Iterable[str]) -> bool:
    """Return whether a count is of the game, the rules or the standing that is asked for."""
    return all(getattr(filters, name) in ("", getattr(row, name)) for name in names)


def total(numbers: Iterable[Any]) -> int:
    """Return the sum of numbers; PostgreSQL's are of a type of their own."""
    return int(sum(numbers))


KEPT: Final = "facetcount"
"""Where counts are read from when nothing is on its way out."""
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
    """Return counts of `:scope`, by month or for all months together."""
    month = "substr(day, 1, 7)" if months else f"'{ALL_MONTHS}'"
    joined = _SOURCES[scope.partition(":")[0]]
    which = f"scope = :scope AND month {'<>' if months else '='} '{ALL_MONTHS}'"
    return _less(which, "CAST(:scope AS TEXT)", month, joined)


def of_findings() -> str:
    """Return counts of every finding, for all months together."""
    which = f"month = '{ALL_MONTHS}' AND scope LIKE 'finding:%'"
    joined = "JOIN finding ON finding.record_id = record.id"
    return _less(which, "'finding:' || code", f"'{ALL_MONTHS}'", joined)


def _less(which: str, scope: str, month: str, joined: str) -> str:
    going = _GOING.format(scope=scope, month=month, joined=joined, goes=GOES)
    return _LESS.format(which=which, going=going)
