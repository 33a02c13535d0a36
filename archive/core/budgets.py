"""How much any search may do for a record, in steps: the one place where it is written down.

A step is about what it takes to let one play happen by the rules. What a search does else is
counted in plays, too, by the prices below. Numbers, not times: the answer must be the same on every
machine. A search whose steps are used up ends there, and its result says so (docs/verdicts.md).
"""

from __future__ import annotations

from collections.abc import Callable

CHARACTERS = 10
"""Characters of a record's text that are one step; a play has about so many."""
CLAUSES = 10
"""Clauses learned by the search for a deal that are one step."""
LITERALS = 50
"""Literals of the clauses that a puzzle is made of, as they are reckoned before, that are one
step."""
PROPAGATIONS = 50
"""Steps of the solver's reasoning that are one step here."""
PAIRS = 200
"""Cards held against places to put them, when each is to have one, that are one step; so are as
many entries of one sheet held against those of another, when only the same ones are sought."""
CELLS = 3
"""Entries of two sheets held against each other, in all that they say, that are one step."""
IN_FULL = 5
"""What a step costs in a record that is judged in full, against one that is only looked at."""
COPIED = 100
"""Events gone through at a table of which a copy is made, that are one step."""
AT_ONCE = 50_000
"""What is begun with some steps left is brought to its end, if it takes no more than so many: so
much may a search take beyond its own."""

GAPS = 30_000
"""Of a verdict: where plays are missing. What is not found by then is not looked for: the record is
taken as it stands."""
RETOLD = 100_000
"""Of a walk through a record: events told again with another player in the place of one out of
turn."""
DEALS = 200_000
"""Of a verdict: the search for a deal that fits what was left out, in all dealings together."""
READINGS = 200_000
"""Of an analysis: the same record under other rules."""
REPAIRS = 40_000
"""Of an analysis: what would put the record right."""
REPAIRS_IN_TURN = (1_000, 10_000, REPAIRS)
"""A search for repairs that found none in so many steps goes on to the next. Of 49 kinds of slips
43 have the same first repair in the first as in the last."""
REPAIRS_ASKED = 300_000
"""Repairs where somebody asks for them with `twenties repair`, unless for more."""
WITNESS = 75_000
"""One deal that fits, to be shown."""
REVISED = 20_000
"""Two revisions of a record: which of their lines are the same."""
ALIGNED = 200_000
"""Two sheets laid side by side: which entry of one stands for which of the other."""
COMPARED = 600_000
"""Two sheets laid side by side: whom the rules support where they differ."""

SEARCHES = (GAPS, DEALS, READINGS, REPAIRS)
RECORD = sum(most + AT_ONCE for most in SEARCHES)
"""What a verdict and its analysis take at most beyond reading the record and going through it once,
which takes as many steps as the record is long."""


class Spent(Exception):
    """The steps of a search are used up."""


class Steps:
    """The steps of one search: how many it has `taken`, of how many at `most`; and whether it was
    `spent`, something having been left undone for want of them."""

    __slots__ = ("most", "spent", "taken")

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self.spent = False

    def copy(self) -> Steps:
        """Return as many steps, of which as many are taken."""
        twin = Steps(self.most)
        twin.taken, twin.spent = self.taken, self.spent
        return twin

    @property
    def left(self) -> int:
        """Return how many are left."""
        return max(0, self.most - self.taken)

    def take(self, steps: int = 1) -> None:
        """Count steps that are about to be taken. Raises `Spent` where none are left, or where they
        are more than are left and than may be taken at once: then they are not taken, nor are any
        later ones."""
        if self.spent or self.taken >= self.most or steps > max(self.left, AT_ONCE):
            self.spent = True
            self.widen()
            self.take(steps)
            return
        self.taken += steps

    def widen(self) -> None:
        """Go on with more steps. Raises `Spent`, as there are no more."""
        raise Spent


class WideningSteps(Steps):
    """The steps of a search that goes on with the next of some budgets until it has `enough`."""

    __slots__ = ("enough", "further")

    def __init__(self, budgets: tuple[int, ...], enough: Callable[[], bool]) -> None:
        super().__init__(budgets[0])
        self.further = budgets[1:]
        self.enough = enough

    def widen(self) -> None:
        """Go on with the next budget. Raises `Spent` after the last."""
        if not self.further or self.enough():
            raise Spent
        self.most, self.spent = self.further[0], False
        self.further = self.further[1:]


def reading_steps(events: int, characters: int) -> int:
    """Return the steps it takes to read so much text and let it happen."""
    return max(events, characters // CHARACTERS) + 1
