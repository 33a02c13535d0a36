"""How many there are of what is asked for, as the counts kept say it beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from sqlalchemy.orm import Session

from archive.store.deletion_filter import Passing
from archive.store.facet_counts import ALL_MONTHS, by_all_months
from archive.store.search import less_deleted
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
        """How many there are of each game, rules and standing in a scope."""
        if scope not in self._kinds:
            # some scopes have rows for all months together
            together = by_all_months(scope)
            which = f" AND month {'=' if together else '<>'} '{ALL_MONTHS}'"
            statement = self.read(scope, KINDS, months=not together) + which + GROUPED
            self._kinds[scope] = ask(self.session, statement, {"scope": scope})
        return self._kinds[scope]

    def of(self, scope: str) -> int:
        """How many there are in a scope."""
        return total(row.n for row in self.kinds(scope))

    @cached_property
    def all(self) -> int:
        """How many records are shown."""
        return self.of("")

    @cached_property
    def games(self) -> list[tuple[str, str]]:
        """Game and standing of those that are of the game, rules and standing asked for."""
        found = {
            (row.game, row.standing): None
            for row in self.kinds("")
            if row.n > 0 and fits(row, self.filters, DIMENSIONS)
        }
        return [*found]

    def read(self, scope: str, statement: str, *, months: bool) -> str:
        """A statement about a scope's counts, with where they are to be read from."""
        going = self.passing.going
        return statement.format(
            counts=less_deleted.of_scope(scope, months=months) if going else less_deleted.KEPT
        )


def fits(row: Any, filters: Filters, names: Iterable[str]) -> bool:
    """Whether a count is of the game, the rules or the standing that is asked for."""
    return all(getattr(filters, name) in ("", getattr(row, name)) for name in names)


def total(numbers: Iterable[Any]) -> int:
    """Numbers together; PostgreSQL's are of a type of their own."""
    return int(sum(numbers))
