"""A game of Twenty-Two, weighed: what was laid and what was put away.

A choice is worth what its player does not pay for a losing card. Late in a deal that is what the
player can be sure of, all others playing against that player as one; before that it is what plain
players come to on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from archive.analyst.annotations import PlyWeighed
from archive.analyst.comparison import Compared, Worth, compared
from archive.analyst.hidden import HiddenCards
from archive.analyst.packed import number_of
from archive.analyst.spending import first_within, tries
from archive.analyst.telling import AVERAGE, SURE, Chosen, forced, not_weighed, told
from archive.analyst.twenty_two.lines import line
from archive.analyst.twenty_two.moments import Moment, moments
from archive.analyst.twenty_two.playing import PlainPlayers
from archive.analyst.twenty_two.solver import Keeping
from archive.analyst.twenty_two.stand import Stand
from archive.core.record import Record

GAME: Final = "twenty-two"
SAMPLES: Final = 96
"""Deals drawn for one choice, at most."""
LEAST: Final = 24
"""Deals drawn for one choice, at least."""
STEPS: Final = 1_200_000
"""Cards laid in the deals that are played out for a game, unless the least number of deals takes
more."""
MOST_STEPS: Final = 2_400_000
"""Cards laid in them at most: of a game that takes more, the first deals are weighed."""
NODES: Final = 300_000
"""Moments looked at in a game to tell what players can be sure of, shared out over its choices: one
third with the cards as they lay, the rest in deals drawn."""


class _Budget(NamedTuple):
    """What may be spent on a choice: deals drawn at most, cards laid in those that are played out,
    moments looked at with the cards as they lay, and in each of those drawn."""

    samples: int
    steps: int
    known: int
    drawn: int


class _Spent(Exception):
    """There was more to look at in a deal than the budget allows."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_STEPS
) -> list[PlyWeighed]:
    """Return the plays and exchanges of a record, all of them allowed, weighed as far as all cards
    are named and the least that is played out takes no more than so many cards laid."""
    found, share = first_within(moments(record), lambda one: LEAST * _steps(one), most)
    budget = _Budget(samples, STEPS // share, NODES // share // 3, NODES // share * 2 // 3)
    return [_weighed(one, seed, budget) for one in found]


def _steps(now: Moment) -> int:
    """Return how many cards are laid, as nearly as can be told, when each choice is played out."""
    return tries(len(now.choices), LEAST) * len(now.sizes) * max(1, now.stand.size - 1)


def _weighed(now: Moment, seed: str, budget: _Budget) -> PlyWeighed:
    chosen = Chosen(now.ply, now.seat, now.done, now.position.totals[now.seat])
    if len(now.choices) == 1:
        return forced(chosen)
    rng = Random(f"{seed}/{now.ply}")  # noqa: S311 - nothing secret
    hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, rng)
    if not hidden.fits:
        return not_weighed(chosen)
    known, nodes = _known(now, budget.known)
    how, found = _fair(now, hidden, budget, nodes)
    one = told(GAME, chosen, now.made, now.choices, found, how, known)
    if not one.glyph:
        return one
    return replace(one, line=line(now, found.choices[found.found.best], budget.drawn))


def _known(now: Moment, budget: int) -> tuple[dict[int, int] | None, int]:
    """Return what each choice is worth with all cards known, None where that is too much to look
    at or the pack's order plays a part, and how many moments were looked at."""
    if now.is_exchange:
        return None, budget
    solver = Keeping(len(now.sizes), now.stand.meets, budget)
    found = {cards: -solver.sure(now.stand.after(cards)) for cards in now.choices}
    return (None if solver.spent else found), solver.nodes


def _fair(
    now: Moment, hidden: HiddenCards, budget: _Budget, nodes: int
) -> tuple[str, Compared[int]]:
    """Return how the choices were weighed by what the player could know, and what came of it.
    `nodes` is what it took with the cards as they lay."""
    choices, layout = list(now.choices), _Layouts(now, hidden, budget)
    if nodes * LEAST <= budget.drawn:
        deals = min(budget.samples, budget.drawn // max(1, nodes))
        try:
            return SURE, compared(choices, now.made, layout.sure, deals)
        except _Spent:
            pass
    deals = min(budget.samples, max(LEAST, budget.steps // _steps(now)))
    return AVERAGE, compared(choices, now.made, layout.played_out, deals)


class _Layouts:
    """Deals drawn, and what choices come to in them."""

    def __init__(self, now: Moment, hidden: HiddenCards, budget: _Budget) -> None:
        self.now, self.hidden, self.budget = now, hidden, budget
        self.players = PlainPlayers(now.stand.meets, hidden.rng)

    def sure(self, choices: Sequence[int]) -> list[Worth]:
        """Return what the player can be sure of. Raises _Spent."""
        stand, _ = self._drawn()
        solver = Keeping(len(stand.hands), stand.meets, self.budget.drawn)
        costs = [solver.sure(stand.after(cards)) for cards in choices]
        if solver.spent:
            raise _Spent
        return [(-cost, cost) for cost in costs]

    def played_out(self, choices: Sequence[int]) -> list[Worth]:
        """Return what it comes to among plain players."""
        stand, rest = self._drawn()
        found: list[Worth] = []
        for cards in choices:
            if self.now.is_exchange:
                own, *others = stand.hands
                own += sum(rest[: number_of(cards)]) - cards
                after = stand._replace(hands=(own, *others))
            else:
                after = stand.after(cards)
            cost = self.players.cost(list(after.hands), *after.trick, after.size)
            found.append((-cost, cost))
        return found

    def _drawn(self) -> tuple[Stand, list[int]]:
        """Return how it stands in a deal drawn, and the cards that are in no hand."""
        *others, rest = self.hidden.drawn()
        stand = self.now.stand
        return stand._replace(hands=(stand.hands[0], *map(sum, others))), rest
