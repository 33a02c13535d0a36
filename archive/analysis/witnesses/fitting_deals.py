"""Deals of the pack that fit a record, one after the other: each the first that is left when the
rejected ones are excluded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import perm
from typing import Self

from pysat.formula import IDPool
from pysat.solvers import Solver

from archive.analysis.witnesses.implied_by_plays import Implied
from archive.analysis.witnesses.unknowns import Part, Spot
from archive.core.budgets import CLAUSES, LITERALS, Steps
from archive.core.cards import Card
from archive.deduction.encoding import Encoding, Filled, size_of
from archive.deduction.model import DealModel
from archive.deduction.solver import CONFLICTS, Fit, Question

WAYS = 3_000
"""The most ways to exchange cards that look alike that are excluded together; beyond that only one
way is excluded."""


class Deals:
    """All dealings of a record together, in one search within some steps; use it as a context.

    `fit` is how the last search ended: FITS, IMPOSSIBLE when nothing is left that fits, UNKNOWN
    when the budget ended first.
    """

    def __init__(
        self, puzzles: Sequence[DealModel], spots: Iterable[Spot], steps: Steps,
        conflicts: int = CONFLICTS,
    ) -> None:  # fmt: skip
        self.ids = IDPool()
        self.steps = steps
        self.conflicts = conflicts
        self.fit = Fit.UNKNOWN
        self.slots: list[Encoding] = []
        for number, puzzle in enumerate(puzzles):
            steps.take(size_of(puzzle, doubted=False) // LITERALS)
            self.slots.append(Encoding(puzzle, doubted=False, ids=self.ids, name=number))
        self._runs: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
        for spot in spots:
            self._runs[spot.run].append(spot.which)
        self._solver = Solver(name="minisat22")
        self._solver.append_formula([c for one in self.slots for c in one.clauses])
        self._fresh: list[list[int]] = []
        self._last: Sequence[int] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def next(self) -> list[list[Filled]] | None:
        """Return a deal that fits, by dealing and hand; None where `fit` says why."""
        self.steps.take(len(self._fresh) // CLAUSES)
        self._solver.append_formula(self._fresh)
        self._fresh = []
        found = Question(self._solver, self.steps, self.conflicts).ask([])
        self.fit = {True: Fit.FITS, False: Fit.IMPOSSIBLE, None: Fit.UNKNOWN}[found]
        if not found:
            return None
        self._last = self._solver.get_model() or ()
        return [slots.read(self._last) for slots in self.slots]

    def set_aside(self, cards: Iterable[tuple[Spot, Card]]) -> None:
        """Exclude from now on every deal that has these cards, each of which may be known in part,
        where they are; within a listed hand, or a play, in whatever order."""
        clause: list[int] = []
        for group in _grouped(cards):
            positions = self._positions(group[0][0])
            if perm(len(positions), len(group)) <= WAYS:
                clause.append(-self._in_some_order([card for _, card in group], group[0][0]))
            else:
                clause += [-self._is(spot, self._index(spot), card) for spot, card in group]
        self._fresh.append(clause)

    def learn(self, found: Implied) -> None:
        """Require that every deal found from now on with these cards obeys the denial of the
        play."""
        if found.denial is None:
            self.set_aside(found.cards.items())
            return
        denial = found.denial
        puzzle, number = next(
            (puzzle, number)
            for puzzle, slots in enumerate(self.slots)
            for number, (_, hand, _) in enumerate(slots.hands)
            if denial.at in hand.played_at
        )
        believed = int(self.ids.id(("denied", denial.at, denial.code, tuple(found.cards.items()))))
        cards = [-self._is(spot, spot.which, card) for spot, card in found.cards.items()]
        self._fresh.append([*cards, believed])
        slots = self.slots[puzzle]
        known = len(slots.clauses)
        slots.deny(number, denial, believed)
        self._fresh += slots.clauses[known:]

    # -- what is excluded

    def _in_some_order(self, cards: Sequence[Card], spot: Spot) -> int:
        """Return the literal that cards which look alike are in different places of a hand or a
        play."""
        known = ("among", spot.run, tuple(sorted(card.text for card in cards)))
        if known in self.ids.obj2id:
            return int(self.ids.obj2id[known])
        found = int(self.ids.id(known))
        for places in permutations(self._positions(spot), len(cards)):
            each = [self._is(spot, at, card) for at, card in zip(places, cards, strict=True)]
            self._fresh.append([*(-one for one in each), found])
        return found

    def _positions(self, spot: Spot) -> tuple[int, ...]:
        """Return the slots, or the plays, among which a card's place does not matter; a card left
        may be in any slot."""
        if spot.part is Part.LEFT:
            return tuple(range(len(self.slots[spot.puzzle].hands[spot.hand][1].listed)))
        return tuple(self._runs[spot.run])

    def _index(self, spot: Spot) -> int:
        """Return the slot or the play of a card; for a card left the slot that it was found in."""
        if spot.part is not Part.LEFT:
            return spot.which
        _, hand, own = self.slots[spot.puzzle].hands[spot.hand]
        true = set(self._last)
        away = {
            index
            for play in range(len(hand.played))
            for index in range(hand.reach_of(play))
            if self.slots[spot.puzzle].comes_from(spot.hand, play, index) in true
        }
        return [index for index in range(len(own)) if index not in away][spot.which]

    def _is(self, spot: Spot, index: int, card: Card) -> int:
        """Return the literal that the card in a slot, or of a play, is of a kind."""
        slots = self.slots[spot.puzzle]
        key = ("is", spot.puzzle, spot.hand, spot.part is Part.GONE, spot.part is Part.LEFT, index,
               card.text)  # fmt: skip
        if key in self.ids.obj2id:
            return int(self.ids.obj2id[key])
        found = int(self.ids.id(key))
        _, hand, own = slots.hands[spot.hand]
        if spot.part is Part.GONE:
            for slot in range(hand.reach_of(index)):
                place = slots.comes_from(spot.hand, index, slot)
                if place != -slots.certain:
                    self._if_of(slots, own[slot], card, [-place, found])
        elif spot.part is Part.LEFT:
            away = [
                slots.comes_from(spot.hand, play, index)
                for play in range(len(hand.played))
                if index < hand.reach_of(play)
            ]
            self._if_of(slots, own[index], card, [*away, found])
        else:
            self._if_of(slots, own[index], card, [found])
        return found

    def _if_of(self, slots: Encoding, slot: int, card: Card, then: list[int]) -> None:
        for kind in slots.open[slot]:
            if kind.could_be(card):
                self._fresh.append([-slots.holds(slot, kind), *then])


def _grouped(cards: Iterable[tuple[Spot, Card]]) -> Iterator[list[tuple[Spot, Card]]]:
    """Yield the cards of one hand, or of one play, together where one card could be both of them;
    else each by itself."""
    groups: list[list[tuple[Spot, Card]]] = []
    for spot, card in cards:
        own = [(spot, card)]
        for group in groups.copy():
            if any(spot.run == other.run and card.could_be(one) for other, one in group):
                groups.remove(group)
                own += group
        groups.append(own)
    yield from groups
