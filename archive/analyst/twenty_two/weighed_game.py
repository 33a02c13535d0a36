"""A game of Twenty-Two, weighed: cards laid and cards put away.

The value of a choice is what its player does not pay for a losing card. Late in a deal it is what
the player can be sure of, all others playing against that player as one; before that it is the
average among plain players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.comparison import Compared, Trial, Worth, compared, first_within, tries
from archive.analyst.glyphs import marked
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import AVERAGE, SURE, line_from, weighed
from archive.analyst.packed_cards import number_of
from archive.analyst.random_numbers import MIDDLING, chances
from archive.analyst.twenty_two.moments import (
    KeepMoment,
    TableState,
    greedy,
    is_exchange,
    moments,
    packed,
    state_of,
)
from archive.analyst.twenty_two.plain_players import PlainPlayers, chances_met
from archive.analyst.twenty_two.solver import Keeping
from archive.core.record import Record
from archive.games.twenty_two.rules import TwentyTwo
from archive.rules.position import Action


def line(now: KeepMoment, cards: int, budget: int) -> list[Move]:
    """Return the line that a choice leads to. As soon as no more than `budget` moments have to be
    looked at, the player keeps what is sure and all others play against that; until then all are
    plain players. The result of an exchange depends on the pack."""
    if is_exchange(now):
        return [Move(now.seat, now.choices[cards], 0, 0)]
    action = next(one for one in now.position.legal() if packed(one[2]) == cards)
    return line_from(now, action, partial(_next, now.seat, budget), now.choices[cards])


def _next(seat: int, budget: int, position: TwentyTwo) -> Action | None:
    """Return what the player on turn plays in a line for that seat."""
    if position.due != "lay":
        return None
    stand = state_of(position, seat)
    choices = {packed(one[2]): one for one in position.legal()}
    if len(choices) > 1:
        solver = Keeping(len(stand.hands), stand.meets, budget)
        costs = {cards: solver.sure(stand.after(cards)) for cards in choices}
        if not solver.spent:
            sign = 1 if stand.turn == 0 else -1  # the others choose what costs the player most
            return choices[min(costs, key=lambda cards: (sign * costs[cards], -cards))]
    return choices[PlainPlayers(stand.meets, MIDDLING).choice(stand)]


GAME: Final = "twenty-two"
SAMPLES: Final = 48
"""The most deals drawn for one choice at the first look."""
LEAST: Final = 12
"""The fewest deals drawn for one choice at the first look."""
STEPS: Final = 600_000
"""The cards laid in deals played out for a game, unless the least number takes more."""
MOST_STEPS: Final = 1_200_000
"""The most cards laid in them: of a game that takes more, the first choices are weighed."""
NODES: Final = 300_000
"""The moments looked at in a game for what players can be sure of, shared among its choices: one
third with the cards as they lay, the rest in deals drawn."""


IN_A_GAME: Final = 100
"""About how many choices a game has."""


class Budget(NamedTuple):
    """The budget of a choice: the most deals drawn, cards laid in those that are played out,
    moments looked at with the cards as they lay, and in each of those drawn."""

    samples: int
    steps: int
    known: int
    drawn: int


class _Spent(Exception):
    """The budget was not enough for a deal."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_STEPS
) -> list[PlyWeighed]:
    """Return the plays and exchanges of a record, all of them allowed, weighed as far as all cards
    are named and the least that is played out takes no more than `most` cards laid."""
    found, share = first_within(moments(record), lambda one: LEAST * _steps(one), most)
    budget = Budget(samples, STEPS // share, NODES // share // 3, NODES // share * 2 // 3)
    return [weighed(GAME, one, seed, partial(Choosing, one, budget)) for one in found]


def weighed_alone(now: KeepMoment, seed: str, samples: int) -> PlyWeighed:
    """Return one choice, weighed by itself, as a computer player weighs it."""
    budget = Budget(samples, STEPS, 1, NODES // IN_A_GAME)
    return weighed(GAME, now, seed, partial(Choosing, now, budget))


def _steps(now: KeepMoment) -> int:
    """Return about how many cards are laid when each choice is played out."""
    return tries(len(now.choices), LEAST) * len(now.sizes) * max(1, now.stand.size - 1)


class Choosing:
    """A choice, the deals that can be drawn for it, and its budget."""

    def __init__(self, now: KeepMoment, budget: Budget, hidden: HiddenCards) -> None:
        self.now, self.hidden, self.budget = now, hidden, budget
        self.nodes = budget.known
        self.players = PlainPlayers(now.stand.meets, [])

    def known(self) -> dict[int, float] | None:
        """Return the value of each choice with all cards known; None where that takes too many
        moments or the pack's order plays a part."""
        now = self.now
        if is_exchange(now):
            return None
        solver = Keeping(len(now.sizes), now.stand.meets, self.budget.known)
        found: dict[int, float] = {
            cards: -solver.sure(now.stand.after(cards)) for cards in now.choices
        }
        self.nodes = solver.nodes
        return None if solver.spent else found

    def fair(self) -> tuple[str, Compared[int]]:
        """Return how the choices were weighed by what the player could know, and the result."""
        budget = self.budget
        if not is_exchange(self.now) and 2 * self.nodes * LEAST <= budget.drawn:
            try:
                deals = min(budget.samples, budget.drawn // max(1, 2 * self.nodes))
                return SURE, self._compared(self.sure, deals)
            except _Spent:
                pass
        deals = min(budget.samples, max(LEAST, budget.steps // _steps(self.now)))
        return AVERAGE, self._compared(self.played_out, deals)

    def line(self, choice: int) -> list[Move]:
        """Return the line of play that a choice leads to."""
        return line(self.now, choice, self.budget.drawn)

    def _compared(self, trial: Trial[int], deals: int) -> Compared[int]:
        now, hard = self.now, self.now.made != greedy(self.now)
        return compared(list(now.choices), now.made, trial, deals, marked(GAME), hard=hard)

    def sure(self, choices: Sequence[int]) -> list[Worth]:
        """Return what is sure after each choice in a deal drawn. Raises _Spent."""
        stand, _ = self._drawn()
        solver = Keeping(len(stand.hands), stand.meets, self.budget.drawn)
        costs = [solver.sure(stand.after(cards)) for cards in choices]
        if solver.spent:
            raise _Spent
        return [(-cost, cost) for cost in costs]

    def played_out(self, choices: Sequence[int]) -> list[Worth]:
        """Return the result of each choice among plain players in a deal drawn."""
        stand, rest = self._drawn()
        self.players.chances = chances(self.hidden.rng, chances_met(stand.size))
        found: list[Worth] = []
        for cards in choices:
            if is_exchange(self.now):
                own, *others = stand.hands
                own += sum(rest[: number_of(cards)]) - cards
                after = stand._replace(hands=(own, *others))
            else:
                after = stand.after(cards)
            cost = self.players.cost(list(after.hands), *after.trick, after.size)
            found.append((-cost, cost))
        return found

    def _drawn(self) -> tuple[TableState, list[int]]:
        """Return the table in a deal drawn, and the cards that are in no hand."""
        *others, rest = self.hidden.drawn()
        stand = self.now.stand
        return stand._replace(hands=(stand.hands[0], *map(sum, others))), rest
