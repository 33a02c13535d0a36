"""Whether any deal of the pack fits a record with cards left out, suits not noted, or exchanges
unknown.

One dealing (one use of the pack, from shuffle to shuffle) becomes a model: every card dealt or
drawn is a slot to be filled from the pack, every card played must have been in one of its owner's
slots by then, and every play that its player may only make without certain cards limits what is
kept. Too many cards for too few places is found by counting (counting.py); for the rest a SAT
solver fills the slots or proves that it cannot be done. If it can, the filling is a witness; if
not, the lines that contradict each other are narrowed down to as few as will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from archive.core.budgets import DEALS, LITERALS, PROPAGATIONS, Spent, Steps
from archive.deduction.counting_proof import crowded, items_of
from archive.deduction.encoding import Encoding, Filled, size_of
from archive.deduction.model import DealModel, kinds_of

if TYPE_CHECKING:
    from pysat.solvers import Solver

CONFLICTS = 2_000
"""Conflicts the solver may run into in one limited."""

OF_A_CONFLICT = 1_000
"""Steps of reasoning for each conflict allowed, so that a few long ones cost no more."""

NARROWING = 100
"""Conflicts spent on each line that is tried to be left out."""


class Fit(StrEnum):
    """Whether a deal fits. FITS: a deal is found. UNLAWFUL: the cards fit, but in no deal was every
    play allowed. IMPOSSIBLE: no deal fits at all. UNKNOWN: the budget ended before the search
    did."""

    FITS = "fits"
    UNLAWFUL = "unlawful"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class Solution(NamedTuple):
    """The answer to a model. `witness` has every hand when a deal was found; `lines` the events
    that contradict each other when there is none."""

    fit: Fit
    witness: Sequence[Filled] = ()
    lines: Sequence[int] = ()


def solve(model: DealModel, steps: Steps | None = None, conflicts: int = CONFLICTS) -> Solution:
    """Return a deal that fits, or as few lines as can soon be found that no deal fits. `steps` are
    shared by all models of a record."""
    try:
        return _solved(model, Steps(DEALS) if steps is None else steps, conflicts)
    except Spent:
        return Solution(Fit.UNKNOWN)


def _solved(model: DealModel, steps: Steps, conflicts: int) -> Solution:
    steps.take()
    kinds, of_a_kind = kinds_of(model)
    for denials, fit in (([], Fit.IMPOSSIBLE), (model.denials, Fit.UNLAWFUL)):
        items = items_of(model.hands, model.apart, denials, kinds)
        if lines := crowded(items, kinds, of_a_kind, steps):
            return Solution(fit, lines=lines)
    return _search(model, steps, conflicts)


def _search(model: DealModel, steps: Steps, conflicts: int) -> Solution:
    """Return a deal that makes every line true, which is quickly found where there is one; else the
    lines that cannot be true together."""
    steps.take(size_of(model, doubted=False) // LITERALS)
    encoding = Encoding(model, doubted=False)
    with solver_of(encoding.clauses) as solver:
        found = LimitedSolver(solver, steps, conflicts).ask([])
        if found is None:
            return Solution(Fit.UNKNOWN)
        if found:
            return Solution(Fit.FITS, encoding.read(solver.get_model() or []))
    return _contradicting(model, steps, conflicts)


def _contradicting(model: DealModel, steps: Steps, conflicts: int) -> Solution:
    steps.take(size_of(model, doubted=True) // LITERALS)
    encoding = Encoding(model, doubted=True)
    with solver_of(encoding.clauses) as solver:
        limited = LimitedSolver(solver, steps, conflicts)
        everything = [*encoding.selectors.values(), *encoding.honest.values()]
        found = limited.ask(everything)
        if found is None:
            return Solution(Fit.UNKNOWN)
        if found:
            return Solution(Fit.FITS, encoding.read(solver.get_model() or []))
        bare = limited.ask(list(encoding.selectors.values()))
        if bare is None:
            return Solution(Fit.UNKNOWN)
        core = limited.narrowed(everything if bare else list(encoding.selectors.values()))
        return Solution(Fit.UNLAWFUL if bare else Fit.IMPOSSIBLE, lines=encoding.lines(core))


def solver_of(clauses: list[list[int]]) -> Solver:
    """Return a solver with these clauses."""
    from pysat.solvers import Solver  # most records need none, and it takes long to load

    return Solver(name="minisat22", bootstrap_with=clauses)


class LimitedSolver:
    """A solver asked under assumptions, within limits of conflicts a question and steps."""

    def __init__(self, solver: Solver, steps: Steps, conflicts: int) -> None:
        self.solver = solver
        self.steps = steps
        self.conflicts = conflicts

    def ask(self, assumptions: list[int], conflicts: int | None = None) -> bool | None:
        """Return whether the clauses can be satisfied, None where that could not be found out.
        Raises `Spent` where no steps are left."""
        self.steps.take()
        most = self.conflicts if conflicts is None else conflicts
        self.solver.conf_budget(most)
        self.solver.prop_budget(max(1, min(most * OF_A_CONFLICT, self.steps.left * PROPAGATIONS)))
        before = self._reasoned()
        answer: bool | None = self.solver.solve_limited(assumptions=assumptions)
        self.steps.taken += (self._reasoned() - before) // PROPAGATIONS
        if answer is None and not self.steps.left:
            self.steps.spent = True
        return answer

    def _reasoned(self) -> int:
        return int(self.solver.accum_stats()["propagations"])

    def narrowed(self, assumptions: list[int]) -> list[int]:
        """Return the assumptions that contradict each other: the solver's own core first, then
        without each in turn. One that cannot soon be shown to be needless stays."""
        self.ask(assumptions)
        core = sorted(self.solver.get_core() or assumptions)
        for one in list(core):
            rest = [other for other in core if other != one]
            if self.ask(rest, NARROWING) is False:
                core = [one for one in rest if one in set(self.solver.get_core() or rest)]
        return core
