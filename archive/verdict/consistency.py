"""Whether any deal of the pack fits a record: cards left out, suits not noted, exchanges unknown.

One dealing (one use of the pack, from shuffle to shuffle) becomes a puzzle: every card that anybody
was dealt or drew is a slot to be filled from the pack, every card played must have been in one of
its owner's slots by then, and every play that its player may only make without certain cards limits
what is kept. Too many cards for too few places is found by counting (pigeonholes.py); for the rest
a SAT solver fills the slots or proves that it cannot be done. If it can, the filling is a witness;
if not, the lines that contradict each other are narrowed down to as few as will do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver

from archive.cards import Card, Hand
from archive.rules.denials import Denial
from archive.verdict.pigeonholes import crowded, items_of
from archive.verdict.puzzles import Puzzle, kinds_of

BUDGET = 2_000
"""Conflicts the solver may run into in one question. A number, not a time: the answer must be the
same on every machine."""


PROPAGATIONS = 1_000
"""Steps of reasoning for each conflict allowed, so that a few long ones cost no more."""

NARROWING = 100
"""Conflicts for each line that is tried to be spared."""


class Fit(StrEnum):
    """FITS: a deal is found. UNLAWFUL: the cards fit, but in no deal was every play allowed.
    IMPOSSIBLE: no deal fits at all. UNKNOWN: the budget ended before the search did."""

    FITS = "fits"
    UNLAWFUL = "unlawful"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class Filled(NamedTuple):
    """One hand of a witness: its cards in the order of its slots, and those it was played from."""

    seat: int
    cards: tuple[Card, ...]
    played: tuple[Card, ...]


class Solution(NamedTuple):
    """The answer to a puzzle. `witness` has every hand when a deal was found; `lines` the events
    that contradict each other when none can be."""

    fit: Fit
    witness: list[Filled]
    lines: list[int]


def solve(puzzle: Puzzle, budget: int = BUDGET) -> Solution:
    """Find a deal that fits, or as few lines as can soon be found that no deal fits."""
    kinds, of_a_kind = kinds_of(puzzle)
    for denials, fit in (([], Fit.IMPOSSIBLE), (puzzle.denials, Fit.UNLAWFUL)):
        items = items_of(puzzle.hands, puzzle.apart, denials, kinds)
        if lines := crowded(items, kinds, of_a_kind):
            return Solution(fit, [], lines)
    return _search(puzzle, budget)


def _search(puzzle: Puzzle, budget: int) -> Solution:
    model = _Model(puzzle)
    with Solver(name="minisat22", bootstrap_with=model.clauses) as solver:
        question = _Question(solver, budget)
        everything = [*model.selectors.values(), *model.honest.values()]
        found = question.ask(everything)
        if found is None:
            return Solution(Fit.UNKNOWN, [], [])
        if found:
            return Solution(Fit.FITS, model.read(solver.get_model() or []), [])
        bare = question.ask(list(model.selectors.values()))
        if bare is None:
            return Solution(Fit.UNKNOWN, [], [])
        core = question.narrowed(everything if bare else list(model.selectors.values()))
        return Solution(Fit.UNLAWFUL if bare else Fit.IMPOSSIBLE, [], model.lines(core))


class _Question:
    """A solver asked under assumptions, within a budget."""

    def __init__(self, solver: Solver, budget: int) -> None:
        self.solver = solver
        self.budget = budget

    def ask(self, assumptions: list[int], budget: int | None = None) -> bool | None:
        conflicts = self.budget if budget is None else budget
        self.solver.conf_budget(conflicts)
        self.solver.prop_budget(conflicts * PROPAGATIONS)
        answer: bool | None = self.solver.solve_limited(assumptions=assumptions)
        return answer

    def narrowed(self, assumptions: list[int]) -> list[int]:
        """The assumptions that contradict each other: the solver's own core first, then without
        each in turn. One that cannot soon be seen to be needless stays."""
        self.ask(assumptions)
        core = sorted(self.solver.get_core() or assumptions)
        for one in list(core):
            rest = [other for other in core if other != one]
            if self.ask(rest, NARROWING) is False:
                core = [one for one in rest if one in set(self.solver.get_core() or rest)]
        return core


class _Model:
    """The clauses of a puzzle.

    `selectors` has a variable for every event whose text limits the cards, `honest` one for every
    denial, by event: assumed true, it is believed.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.pack = puzzle.pack
        self.ids = IDPool()
        self.clauses: list[list[int]] = []
        self.selectors: dict[int, int] = {}
        self.honest: dict[int, int] = {}
        self.kinds, self.of_a_kind = kinds_of(puzzle)
        self.filled: defaultdict[Card, list[int]] = defaultdict(list)  # variables by kind
        self.slots: list[tuple[int, Hand, list[int]]] = []  # by hand: seat, hand, slot numbers
        self._count = 0
        for card, at in puzzle.apart:
            self._slot(card, at)
        for number, (seat, hand) in enumerate(puzzle.hands):
            slots = [self._slot(card, hand.source(index)) for index, card in enumerate(hand.listed)]
            self.slots.append((seat, hand, slots))
            self._plays(number, hand, slots)
            denials = [
                one
                for one in puzzle.denials
                if one.seat == seat and (not one.first or one.listed == hand.at)
            ]
            self._denials(number, hand, slots, denials)
        for variables in self.filled.values():
            if len(variables) > self.of_a_kind:
                self._at_most(self.of_a_kind, variables)

    # -- slots

    def _slot(self, written: Card, at: int) -> int:
        """A slot to be filled by one card of the pack, one that may be what is written."""
        slot = self._count
        self._count += 1
        variables = [self._holds(slot, kind) for kind in self.kinds]
        self.clauses.append(variables)
        self._at_most(1, variables)
        for kind, variable in zip(self.kinds, variables, strict=True):
            self.filled[kind].append(variable)
            if not kind.could_be(written):
                self.clauses.append([-self._believed(at), -variable])
        return slot

    def _holds(self, slot: int, kind: Card) -> int:
        return int(self.ids.id(("holds", slot, kind.text)))

    def _believed(self, at: int) -> int:
        return self.selectors.setdefault(at, int(self.ids.id(("event", at))))

    # -- plays

    def _plays(self, number: int, hand: Hand, slots: list[int]) -> None:
        """Every card played was in one of the slots there were by then, each slot used once."""
        used: defaultdict[int, list[int]] = defaultdict(list)
        for play, (card, at) in enumerate(zip(hand.played, hand.played_at, strict=True)):
            believed = self._believed(at)
            places = [self._from(number, play, index) for index in range(hand.reach_of(play))]
            self.clauses.append([-believed, *places])
            self._at_most(1, places)
            for index, place in enumerate(places):
                used[index].append(place)
                fitting = [
                    self._holds(slots[index], kind) for kind in self.kinds if kind.could_be(card)
                ]
                self.clauses.append([-believed, -place, *fitting])
        for places in used.values():
            self._at_most(1, places)

    def _from(self, number: int, play: int, index: int) -> int:
        return int(self.ids.id(("from", number, play, index)))

    # -- denials

    def _denials(
        self, number: int, hand: Hand, slots: list[int], denials: Iterable[Denial]
    ) -> None:
        """Of what is kept back at a play, or of the cards that a hand began with, fewer than so
        many are of the kind denied."""
        for denial in denials:
            gone = [play for play, at in enumerate(hand.played_at) if at <= denial.at]
            there = denial.first or hand.reach_of(max(gone, default=0))
            believed = self.honest.setdefault(denial.at, int(self.ids.id(("honest", denial.at))))
            kept_of_kind = []
            for index in range(there):
                kept = int(self.ids.id(("kept", number, denial.at, denial.code, index)))
                kept_of_kind.append(kept)
                away = [
                    self._from(number, play, index) for play in gone if index < hand.reach_of(play)
                ]
                for kind in self.kinds:
                    if denial.denied(kind):
                        self.clauses.append([-self._holds(slots[index], kind), *away, kept])
            for clause in self._bound(denial.limit - 1, kept_of_kind):
                self.clauses.append([-believed, *clause])

    def _at_most(self, most: int, variables: list[int]) -> None:
        self.clauses += self._bound(most, variables)

    def _bound(self, most: int, variables: list[int]) -> Iterator[list[int]]:
        if most <= 0:
            yield from ([-variable] for variable in variables)
        elif len(variables) > most:
            encoding = EncType.pairwise if most == 1 and len(variables) < 6 else EncType.seqcounter
            bound = CardEnc.atmost(variables, most, vpool=self.ids, encoding=encoding)
            yield from bound.clauses

    # -- answers

    def read(self, model: Sequence[int]) -> list[Filled]:
        """The deal that a solver found."""
        true = {variable for variable in model if variable > 0}
        found = []
        for number, (seat, hand, slots) in enumerate(self.slots):
            dealt = tuple(self._card(slot, true) for slot in slots)
            played = tuple(
                next(
                    dealt[index]
                    for index in range(hand.reach_of(play))
                    if self._from(number, play, index) in true
                )
                for play in range(len(hand.played))
            )
            found.append(Filled(seat, dealt, played))
        return found

    def _card(self, slot: int, true: set[int]) -> Card:
        return next(kind for kind in self.kinds if self._holds(slot, kind) in true)

    def lines(self, core: Iterable[int]) -> list[int]:
        """The events behind a set of assumptions."""
        chosen = set(core)
        named = (*self.selectors.items(), *self.honest.items())
        return sorted({at for at, variable in named if variable in chosen and at >= 0})
