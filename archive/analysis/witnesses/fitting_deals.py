"""Deals of the pack that fit a record, each the first left when rejected ones are excluded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import perm
from typing import Self

from pysat.formula import IDPool
from pysat.solvers import Solver

from archive.analysis.witnesses.implied_by_plays import Implied
from archive.analysis.witnesses.unknowns import Blank, Part
from archive.core.budgets import CLAUSES, LITERALS, Steps
from archive.core.cards import Card
from archive.deduction.encoding import Encoding, Filled, size_of
from archive.deduction.model import DealModel
from archive.deduction.solver import CONFLICTS, Fit, LimitedSolver

WAYS = 3_000
"""The most ways to exchange cards that look alike which are excluded together."""


class Deals:
    """All dealings of a record together, in one search within some steps; use it as a context.

    `fit` is how the last search ended: FITS, IMPOSSIBLE when nothing is left that fits, UNKNOWN
    when the budget ended first.
    """

    def __init__(
        self, models: Sequence[DealModel], blanks: Iterable[Blank], steps: Steps,
        conflicts: int = CONFLICTS,
    ) -> None:  # fmt: skip
        self.ids = IDPool()
        self.steps = steps
        self.conflicts = conflicts
        self.fit = Fit.UNKNOWN
        self.encodings: list[Encoding] = []
        for number, model in enumerate(models):
            steps.take(size_of(model, doubted=False) // LITERALS)
            self.encodings.append(Encoding(model, doubted=False, ids=self.ids, name=number))
        self._runs: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
        for blank in blanks:
            self._runs[blank.run].append(blank.which)
        self._solver = Solver(name="minisat22")
        self._solver.append_formula([c for one in self.encodings for c in one.clauses])
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
        found = LimitedSolver(self._solver, self.steps, self.conflicts).ask([])
        self.fit = {True: Fit.FITS, False: Fit.IMPOSSIBLE, None: Fit.UNKNOWN}[found]
        if not found:
            return None
        self._last = self._solver.get_model() or ()
        return [encoding.read(self._last) for encoding in self.encodings]

    def set_aside(self, cards: Iterable[tuple[Blank, Card]]) -> None:
        """Exclude from now on every deal that has these cards, each of which may be known in part,
        where they are; within a listed hand, or a play, in whatever order."""
        clause: list[int] = []
        for group in _grouped(cards):
            positions = self._positions(group[0][0])
            if perm(len(positions), len(group)) <= WAYS:
                clause.append(-self._in_some_order([card for _, card in group], group[0][0]))
            else:
                clause += [-self._is(blank, self._index(blank), card) for blank, card in group]
        self._fresh.append(clause)

    def learn(self, found: Implied) -> None:
        """Require that every deal found from now on with these cards obeys the denial."""
        if found.denial is None:
            self.set_aside(found.cards.items())
            return
        denial = found.denial
        dealing, number = next(
            (dealing, number)
            for dealing, encoding in enumerate(self.encodings)
            for number, (_, hand, _) in enumerate(encoding.hands)
            if denial.at in hand.played_at
        )
        believed = int(self.ids.id(("denied", denial.at, denial.code, tuple(found.cards.items()))))
        cards = [-self._is(blank, blank.which, card) for blank, card in found.cards.items()]
        self._fresh.append([*cards, believed])
        encoding = self.encodings[dealing]
        known = len(encoding.clauses)
        encoding.deny(number, denial, believed)
        self._fresh += encoding.clauses[known:]

    # -- what is excluded

    def _in_some_order(self, cards: Sequence[Card], blank: Blank) -> int:
        """Return the literal that cards which look alike are in different places."""
        known = ("among", blank.run, tuple(sorted(card.text for card in cards)))
        if known in self.ids.obj2id:
            return int(self.ids.obj2id[known])
        found = int(self.ids.id(known))
        for places in permutations(self._positions(blank), len(cards)):
            each = [self._is(blank, at, card) for at, card in zip(places, cards, strict=True)]
            self._fresh.append([*(-one for one in each), found])
        return found

    def _positions(self, blank: Blank) -> tuple[int, ...]:
        """Return the slots or plays among which a card's place does not matter."""
        if blank.part is Part.LEFT:
            return tuple(range(len(self.encodings[blank.dealing].hands[blank.hand][1].listed)))
        return tuple(self._runs[blank.run])

    def _index(self, blank: Blank) -> int:
        """Return the slot or the play of a card; for a card left the slot that it was found in."""
        if blank.part is not Part.LEFT:
            return blank.which
        _, hand, own = self.encodings[blank.dealing].hands[blank.hand]
        true = set(self._last)
        away = {
            index
            for play in range(len(hand.played))
            for index in range(hand.reach_of(play))
            if self.encodings[blank.dealing].comes_from(blank.hand, play, index) in true
        }
        return [index for index in range(len(own)) if index not in away][blank.which]

    def _is(self, blank: Blank, index: int, card: Card) -> int:
        """Return the literal that the card in a slot, or of a play, is of a kind."""
        encoding = self.encodings[blank.dealing]
        gone, left = blank.part is Part.GONE, blank.part is Part.LEFT
        key = ("is", blank.dealing, blank.hand, gone, left, index, card.text)
        if key in self.ids.obj2id:
            return int(self.ids.obj2id[key])
        found = int(self.ids.id(key))
        _, hand, own = encoding.hands[blank.hand]
        if gone:
            for slot in range(hand.reach_of(index)):
                place = encoding.comes_from(blank.hand, index, slot)
                if place != -encoding.certain:
                    self._if_of(encoding, own[slot], card, [-place, found])
        elif left:
            away = [
                encoding.comes_from(blank.hand, play, index)
                for play in range(len(hand.played))
                if index < hand.reach_of(play)
            ]
            self._if_of(encoding, own[index], card, [*away, found])
        else:
            self._if_of(encoding, own[index], card, [found])
        return found

    def _if_of(self, encoding: Encoding, slot: int, card: Card, then: list[int]) -> None:
        for kind in encoding.open[slot]:
            if kind.could_be(card):
                self._fresh.append([-encoding.holds(slot, kind), *then])


def _grouped(cards: Iterable[tuple[Blank, Card]]) -> Iterator[list[tuple[Blank, Card]]]:
    """Yield the cards of a hand or a play together where one could be both, else each alone."""
    groups: list[list[tuple[Blank, Card]]] = []
    for blank, card in cards:
        own = [(blank, card)]
        for group in groups.copy():
            if any(blank.run == other.run and card.could_be(one) for other, one in group):
                groups.remove(group)
                own += group
        groups.append(own)
    yield from groups
