"""A game of Count to 20, weighed: sets played, cards drawn, passes.

The value of a choice is by how much more the others are left with than the player, on average, when
the hand is over. In the last turns it is what the player can be sure of; before that it is the
average result among plain players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.comparison import (
    FIRST,
    LOOKS,
    Compared,
    Loss,
    Trial,
    Worth,
    compared,
    first_within,
    only_good,
    tries,
)
from archive.analyst.count_to_20.moments import (
    CountMoment,
    TableState,
    choice_of,
    moments,
    packed,
    state_of,
)
from archive.analyst.count_to_20.packed_hands import KINGS, cost_of
from archive.analyst.count_to_20.plain_players import PlainPlayers
from archive.analyst.count_to_20.solver import WIDE, LastTurns
from archive.analyst.glyphs import marked
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import AVERAGE, EXACT, SURE, line_from, weighed
from archive.analyst.random_numbers import shuffled
from archive.core.record import Record
from archive.games.count_to_20.counting import AIM
from archive.games.count_to_20.rules import CountTo20
from archive.rules.position import Action

PLAIN: Final = PlainPlayers()


def line(now: CountMoment, choice: int, budget: int) -> list[Move]:
    """Return the line that a choice leads to: among plain players, and as soon as no more than
    `budget` moments have to be looked at, against the player, who keeps what is sure. It ends with
    the hand, or before a draw of an unknown card."""
    action = next(one for one in now.position.legal() if choice_of(one) == choice)
    following = partial(_next, now.seat, list(now.known), budget)
    return line_from(now, action, following, now.choices[choice])


def _next(seat: int, stock: list[int], budget: int, position: CountTo20) -> Action | None:
    """Return what the player on turn does in a line for that seat, once a card is drawn."""
    if position.wanted and stock:
        position.play(("take", position.turn, [stock.pop(0)]))
    if position.due != "turn":
        return None
    stand = state_of(position, seat)
    choices = {choice_of(one): one for one in position.legal()}
    if len(choices) == 1:
        return next(iter(choices.values()))
    units = [packed([card]) for card in stock]
    solver = LastTurns(len(stand.hands), units, position.stock, position.may_pass, budget)
    found = solver.each(stand, list(choices))
    if found:
        worst = 1 if stand.turn else -1
        return choices[min(found, key=lambda choice: (worst * found[choice], -choice))]
    return choices[PLAIN.choice(stand.hands[stand.turn], stand.made + 1, position.stock > 0)]


GAME: Final = "count-to-20"
SAMPLES: Final = 96
"""The most deals drawn for one choice at the first look."""
LEAST: Final = 8
"""The fewest deals drawn for one choice at the first look."""
TRIED: Final = (24, 12, 8, 6, 4)
"""The numbers of deals in which each of many choices may be tried: the first with which the whole
game is within the budget, or the last. Chance plays a great part in this game."""
TURNS: Final = 200_000
"""The turns taken in hands played out for a game, unless the least number takes more."""
MOST_TURNS: Final = 900_000
"""The most turns before a second look; of a game that takes more the first are weighed."""
LATE: Final = 14
"""The count from which on deals drawn are solved for what players can be sure of."""
KNOWN: Final = 1_000
"""The most moments looked at for one choice with the cards as they lay."""
DRAWN: Final = 2_000
"""The most moments looked at in all deals drawn for a choice, where the player can be sure of
something; the first deal shows whether it is enough."""


class _Budget(NamedTuple):
    """The budget of a choice: the most deals drawn, the turns taken in those that are played out,
    and in how many of these each choice is tried where there are many."""

    samples: int
    turns: int
    tried: int


class _Open(Exception):
    """The budget was not enough for a deal."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_TURNS
) -> list[PlyWeighed]:
    """Return the turns of a record, all of them allowed, weighed as far as all cards are named and
    the least that is played out takes no more than `most` turns."""
    found = list(moments(record))
    tried = next(
        (one for one in TRIED if sum(_least(now, one) for now in found) <= most), TRIED[-1]
    )
    found, share = first_within(found, lambda one: _least(one, tried), most)
    budget = _Budget(samples, TURNS // share, tried)
    return [weighed(GAME, one, seed, partial(_Turn, one, budget)) for one in found]


def weighed_alone(now: CountMoment, seed: str, samples: int) -> PlyWeighed:
    """Return one turn, weighed by itself, as a computer player weighs it."""
    return weighed(GAME, now, seed, partial(_Turn, now, _Budget(samples, TURNS, TRIED[0])))


def _turns(now: CountMoment, tried: int) -> int:
    """Return about how many turns are taken when each choice is played out."""
    return tries(len(now.choices), LEAST, tried) * 2 * (AIM - now.stand.made)


def _least(now: CountMoment, tried: int) -> int:
    """Return about how many turns the fewest deals take; none where there is no choice."""
    return LEAST * _turns(now, tried) if len(now.choices) > 1 else 0


class _Turn:
    """A turn, the deals that can be drawn for it, and its budget."""

    def __init__(self, now: CountMoment, budget: _Budget, hidden: HiddenCards) -> None:
        self.now, self.hidden, self.budget = now, hidden, budget
        self.others = len(now.sizes) - 1
        self.nodes = 1
        self.players = PlainPlayers()
        self.sure_of: dict[int, int] = {}

    def known(self) -> dict[int, float] | None:
        """Return the value of each choice with all cards known; None where that takes too many
        moments or depends on cards that were never drawn."""
        now, position = self.now, self.now.position
        stock = [packed([card]) for card in now.known]
        solver = LastTurns(len(now.sizes), stock, position.stock, position.may_pass, KNOWN)
        self.sure_of = solver.each(now.stand, list(now.choices))
        return {one: sure // WIDE / self.others for one, sure in self.sure_of.items()} or None

    def fair(self) -> tuple[str, Compared[int]]:
        """Return how the choices were weighed by what the player could know, and the result."""
        now, budget = self.now, self.budget
        if self.sure_of and self.others == 1 and not now.position.stock:
            return EXACT, self._exact()
        if now.stand.made >= LATE:
            try:
                self.sure(list(now.choices))
                deals = min(budget.samples, max(LEAST, DRAWN // self.nodes))
                return SURE, self._compared(self.sure, deals)
            except _Open:
                pass
        turns = _turns(now, budget.tried) * self.others  # a hand to draw costs about as much
        deals = min(budget.samples, max(LEAST, budget.turns // turns))
        return AVERAGE, self._compared(self.played_out, deals, budget.tried)

    def line(self, choice: int) -> list[Move]:
        """Return the line of play that a choice leads to."""
        return line(self.now, choice, DRAWN // LEAST)

    def _compared(self, trial: Trial[int], deals: int, first: int = FIRST) -> Compared[int]:
        now, marks = self.now, marked(GAME)
        looks = LOOKS[: 2 if self.others == 1 else 1]
        return compared(
            list(now.choices), now.made, trial, deals, marks, first, hard=self._hard(), looks=looks
        )

    def _hard(self) -> bool:
        """Return whether the choice made was hard to find: a plain player does not lay as many
        kings, or not cards that cost as much."""
        now, hand = self.now, self.now.stand.hands[0]
        plain = self.players.choice(hand, now.stand.made + 1, now.position.stock > 0)
        if min(plain, now.made) <= 0:
            return plain != now.made
        return (plain >> KINGS, cost_of(plain)) != (now.made >> KINGS, cost_of(now.made))

    def _exact(self) -> Compared[int]:
        """Return the choices compared where the player, who counted, knows the other hand."""
        choices, made = list(self.now.choices), self.now.made
        worth = [float(self.sure_of[one] // WIDE) for one in choices]
        best = max(range(len(choices)), key=lambda at: (worth[at], choices[at] == made, -at))
        points = [float(self.sure_of[one] % WIDE) for one in choices]
        lost = worth[best] - worth[choices.index(made)]
        behind = [Loss(best, max(worth) - one, 0.0) for at, one in enumerate(worth) if at != best]
        only = lost == 0 and self._hard() and only_good(behind, marked(GAME))
        return Compared(choices, worth, points, Loss(best, lost, 0.0), only)

    def sure(self, choices: Sequence[int]) -> list[Worth]:
        """Return what the player can be sure of after each choice in a deal drawn. Raises _Open."""
        stand, stock = self._drawn()
        may_pass = self.now.position.may_pass
        solver = LastTurns(len(stand.hands), stock, len(stock), may_pass, DRAWN // LEAST)
        found = solver.each(stand, list(choices))
        if not found:
            raise _Open
        self.nodes = max(1, solver.nodes)
        return [(found[one] // WIDE / self.others, found[one] % WIDE) for one in choices]

    def played_out(self, choices: Sequence[int]) -> list[Worth]:
        """Return the result of each choice among plain players in a deal drawn."""
        stand, stock = self._drawn()
        found: list[Worth] = []
        for choice in choices:
            hands, turn, made, passes, drawn = stand.after(choice, stock)
            own, *theirs = self.players.costs(list(hands), turn, made, passes, drawn, stock)
            found.append((sum(theirs) / self.others - own, own))
        return found

    def _drawn(self) -> tuple[TableState, list[int]]:
        """Return the table in a deal drawn, and the stock in its order."""
        *others, rest = ([1 << 4 * (rank - 1) for rank in one] for one in self.hidden.drawn())
        stand = self.now.stand
        hands = (stand.hands[0], *map(sum, others))
        if self.hidden.bound:  # otherwise all cards were shuffled together
            rest = shuffled(rest, self.hidden.rng)
        return stand._replace(hands=hands), rest
