"""The budgets of all searches, in steps: the one place where they are written down.

A step is about the work of letting one play happen by the rules. Other work of a search is counted
in the same unit, by the prices below. They are numbers, not times: the answer must be the same on
every machine. A search whose steps are used up ends there, and its result says so
(docs/verdicts.md).
"""

from __future__ import annotations

from collections.abc import Callable

CHARACTERS = 10
"""Characters of a record's text that cost one step; a play has about so many."""
CLAUSES = 10
"""Clauses learned by the search for a deal that cost one step."""
LITERALS = 50
"""Literals of a deal model's clauses, as estimated before they are built, that cost one step."""
PROPAGATIONS = 50
"""Propagations of the SAT solver that cost one step."""
PAIRS = 200
"""Pairs of a card and a place for it that cost one step in a matching; also pairs of entries of two
sheets, when only equal ones are sought."""
CELLS = 3
"""Pairs of entries of two sheets, compared in all that they say, that cost one step."""
IN_FULL = 5
"""What a step costs in a record that is judged in full, against one that is only looked at."""
RECOGNISED = 8
"""Plays of a record that cost one step where it is only recognised as sound, or not."""
COPIED = 100
"""Events gone through at a table that cost one step when the table is copied."""
OVER_BUDGET = 50_000
"""The most that a search may take beyond its budget: work begun while steps are left is finished if
it takes no more."""

GAPS = 30_000
"""For a verdict, the search for missing plays. What is not found by then is not looked for, and the
record is taken as it stands."""
REPLAYED = 100_000
"""For a walk through a record, events replayed with another player in place of one out of turn."""
OTHER_CARDS = 2_000
"""For a verdict, events gone through with other cards in place of a wrong one."""
DEALS = 200_000
"""For a verdict, the search for a deal that fits what was left out, in all dealings together."""
READINGS = 200_000
"""For an analysis, the same record under other rules."""
REPAIRS = 40_000
"""For an analysis, the search for repairs."""
REPAIRS_IN_TURN = (1_000, 10_000, REPAIRS)
"""The budgets of a search for repairs, each tried when the one before found none. Of 49 kinds of
slips 43 have the same first repair in the first as in the last."""
REPAIRS_ASKED = 300_000
"""For `twenties repair`, the search for repairs, unless more is asked for."""
WITNESS = 75_000
"""For showing one deal that fits."""
REVISED = 20_000
"""For two revisions of a record, which of their lines are the same."""
ALIGNED = 200_000
"""For two sheets laid side by side, which entry of one stands for which of the other."""
COMPARED = 600_000
"""For two sheets laid side by side, whom the rules support where they differ."""

SEARCHES = (GAPS, DEALS, READINGS, REPAIRS)
RECORD = sum(most + OVER_BUDGET for most in SEARCHES)
"""The most that a verdict and its analysis take beyond reading the record and going through it
once, which takes as many steps as the record is long."""


class Spent(Exception):
    """The steps of a search are used up."""


class Steps:
    """The steps of one search: how many are `taken`, of at most `most`; and whether it was `spent`,
    so that something was left undone."""

    __slots__ = ("most", "spent", "taken")

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self.spent = False

    def copy(self) -> Steps:
        """Return a copy with the same steps taken."""
        twin = Steps(self.most)
        twin.taken, twin.spent = self.taken, self.spent
        return twin

    @property
    def left(self) -> int:
        """Return how many steps are left."""
        return max(0, self.most - self.taken)

    def take(self, steps: int = 1) -> None:
        """Count steps that are about to be taken. Raises `Spent` where none are left, or where they
        exceed both what is left and OVER_BUDGET: then they are not counted, and no later ones are
        allowed."""
        if self.spent or self.taken >= self.most or steps > max(self.left, OVER_BUDGET):
            self.spent = True
            self.widen()
            self.take(steps)
            return
        self.taken += steps

    def widen(self) -> None:
        """Raise `Spent`, as there are no more steps."""
        raise Spent


class WideningSteps(Steps):
    """The steps of a search that goes on with the next of some budgets until it has `enough`, which
    is told whether it did so before."""

    __slots__ = ("enough", "further", "widened")

    def __init__(self, budgets: tuple[int, ...], enough: Callable[[bool], bool]) -> None:
        super().__init__(budgets[0])
        self.further = budgets[1:]
        self.enough = enough
        self.widened = False

    def widen(self) -> None:
        """Go on with the next budget. Raises `Spent` after the last."""
        if not self.further or self.enough(self.widened):
            raise Spent
        self.most, self.spent, self.widened = self.further[0], False, True
        self.further = self.further[1:]


def reading_steps(events: int, characters: int) -> int:
    """Return the steps it takes to read a record of so many events and characters and replay it."""
    return max(events, characters // CHARACTERS) + 1
