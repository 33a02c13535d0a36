"""A game of Count to 20, weighed: sets played, cards drawn, passes.

A choice is worth by how much the others are left with more than the player, on average, when the
hand is over. In the last turns that is what the player can be sure of; before that it is what plain
players come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from archive.analyst.annotations import PlyWeighed
from archive.analyst.chance import shuffled
from archive.analyst.comparison import Compared, Loss, Worth, compared
from archive.analyst.count_to_20.lines import line
from archive.analyst.count_to_20.moments import Moment, moments, packed
from archive.analyst.count_to_20.playing import PlainPlayers
from archive.analyst.count_to_20.solver import WIDE, LastTurns
from archive.analyst.count_to_20.stand import Stand
from archive.analyst.hidden import HiddenCards
from archive.analyst.spending import first_within, tries
from archive.analyst.telling import AVERAGE, EXACT, SURE, Chosen, forced, not_weighed, told
from archive.core.record import Record
from archive.games.count_to_20.counting import AIM

GAME: Final = "count-to-20"
SAMPLES: Final = 96
"""Deals drawn for one choice, at most."""
LEAST: Final = 16
"""Deals drawn for one choice, at least."""
TURNS: Final = 300_000
"""Turns taken in the hands that are played out for a game, unless the least number of deals takes
more."""
MOST_TURNS: Final = 900_000
"""Turns taken in them at most: of a game that takes more, the first hands are weighed."""
LATE: Final = 14
"""The count from which on it is tried what players can be sure of in deals drawn."""
KNOWN: Final = 1_000
"""Moments looked at for one choice with the cards as they lay."""
DRAWN: Final = 4_000
"""The same in all deals drawn for it, where the player can be sure of something; the first deal
tells whether it is enough."""


class _Budget(NamedTuple):
    """What may be spent on a choice: deals drawn at most, turns taken in those that are played
    out."""

    samples: int
    turns: int


class _Open(Exception):
    """There was more to look at in a deal than the budget allows."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_TURNS
) -> list[PlyWeighed]:
    """Return the turns of a record, all of them allowed, weighed as far as all cards are named and
    the least that is played out takes no more than so many turns."""
    found, share = first_within(moments(record), lambda one: LEAST * _turns(one), most)
    budget = _Budget(samples, TURNS // share)
    return [_weighed(one, seed, budget) for one in found]


def _turns(now: Moment) -> int:
    """Return how many turns are taken, as nearly as can be told, when each choice is played out."""
    return tries(len(now.choices), LEAST) * 2 * (AIM - now.stand.made)


def _weighed(now: Moment, seed: str, budget: _Budget) -> PlyWeighed:
    chosen = Chosen(now.ply, now.seat, now.done, now.position.totals[now.seat])
    if len(now.choices) == 1:
        return forced(chosen)
    rng = Random(f"{seed}/{now.ply}")  # noqa: S311 - nothing secret
    hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, rng)
    if not hidden.fits:
        return not_weighed(chosen)
    known = _known(now)
    how, found = _fair(now, hidden, budget, known)
    others = len(now.sizes) - 1
    points = {choice: value // WIDE / others for choice, value in known.items()} if known else None
    one = told(GAME, chosen, now.made, now.choices, found, how, points)
    if not one.glyph:
        return one
    return replace(one, line=line(now, found.choices[found.found.best], DRAWN // LEAST))


def _known(now: Moment) -> dict[int, int]:
    """Return what each choice is worth with all cards known; nothing where that is too much to look
    at or hangs on cards that were never drawn."""
    stock = [packed([card]) for card in now.known]
    solver = LastTurns(len(now.sizes), stock, now.stock, now.position.may_pass, KNOWN)
    return solver.each(now.stand, list(now.choices))


def _fair(
    now: Moment, hidden: HiddenCards, budget: _Budget, known: dict[int, int]
) -> tuple[str, Compared[int]]:
    """Return how the choices were weighed by what the player could know, and what came of it."""
    choices, layouts = list(now.choices), _Layouts(now, hidden)
    if known and len(now.sizes) == 2 and not now.stock:
        worth = [float(known[one] // WIDE) for one in choices]
        best = max(range(len(choices)), key=lambda at: (worth[at], choices[at] == now.made, -at))
        lost = worth[best] - worth[choices.index(now.made)]
        points = [float(known[one] % WIDE) for one in choices]
        return EXACT, Compared(choices, worth, points, Loss(best, lost, 0.0))
    if now.stand.made >= LATE:
        try:
            layouts.sure(choices)
            deals = min(budget.samples, max(LEAST, DRAWN // layouts.nodes))
            return SURE, compared(choices, now.made, layouts.sure, deals)
        except _Open:
            pass
    deals = min(budget.samples, max(LEAST, budget.turns // _turns(now)))
    return AVERAGE, compared(choices, now.made, layouts.played_out, deals)


class _Layouts:
    """Deals drawn, and what choices come to in them."""

    def __init__(self, now: Moment, hidden: HiddenCards) -> None:
        self.now, self.hidden = now, hidden
        self.nodes = 1
        self.players = PlainPlayers(hidden.rng)
        self.others = len(now.sizes) - 1

    def sure(self, choices: Sequence[int]) -> list[Worth]:
        """Return what the player can be sure of. Raises _Open."""
        stand, stock = self._drawn()
        solver = LastTurns(
            len(stand.hands), stock, len(stock), self.now.position.may_pass, DRAWN // LEAST
        )
        found = solver.each(stand, list(choices))
        if not found:
            raise _Open
        self.nodes = max(1, solver.nodes)
        return [(found[one] // WIDE / self.others, found[one] % WIDE) for one in choices]

    def played_out(self, choices: Sequence[int]) -> list[Worth]:
        """Return what it comes to among plain players."""
        stand, stock = self._drawn()
        found: list[Worth] = []
        for choice in choices:
            hands, turn, made, passes, drawn = stand.after(choice, stock)
            own, *theirs = self.players.costs(list(hands), turn, made, passes, drawn, stock)
            found.append((sum(theirs) / self.others - own, own))
        return found

    def _drawn(self) -> tuple[Stand, list[int]]:
        """Return how it stands in a deal drawn, and the stock in its order."""
        *others, rest = ([1 << 4 * (rank - 1) for rank in one] for one in self.hidden.drawn())
        stand = self.now.stand
        hands = (stand.hands[0], *map(sum, others))
        return stand._replace(hands=hands), shuffled(rest, self.hidden.rng)
