"""A game of Zwanzig ab or Twenty down, weighed: cards put away and laid, and the choice to stay in.

The value of a card is what its player can be sure of when all others play against that player as
one. That is less than can be hoped for, because the others have aims of their own. The value of an
exchange is its result among plain players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.comparison import Compared, Trial, Worth, compared
from archive.analyst.glyphs import GOOD, marked
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import AVERAGE, SURE, weighed
from archive.analyst.zwanzig_ab.lines import line, plain_choice, plain_line
from archive.analyst.zwanzig_ab.moments import TableState, TrickMoment, moments, packed
from archive.analyst.zwanzig_ab.plain_players import MOST, OUT, UNOPPOSED, tricks, worst
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import ALONE, LOST, TRICKS, ZwanzigAb
from archive.rules.hand import NO
from archive.rules.pack import HEARTS

GAME: Final = "zwanzig-ab"
SAMPLES: Final = 16
"""The most deals drawn for one choice at the first look."""
LEAST: Final = 4
"""The fewest deals drawn for one choice at the first look."""
MOST_DEALS: Final = 60
"""The most deals of a game that are weighed; hardly any game has more."""
IN_A_GAME: Final = 150
"""The deals drawn at the first look for the choices of one kind in all deals of a game together: a
long game has fewer for each."""
PLAYED_OUT: Final = 3
"""How many times as many deals are drawn for an exchange: they are played out and not solved."""


def weigh(
    record: Record, seed: str, samples: int = SAMPLES, most: int = MOST_DEALS
) -> list[PlyWeighed]:
    """Return the plays of a record weighed, while all cards are named, in `most` deals."""
    found = [one for one in moments(record) if one.position.deals <= most]
    deals = found[-1].position.deals if found else 1
    samples = min(samples, max(LEAST, IN_A_GAME // deals))
    return [weighed_alone(one, seed, samples) for one in found]


def weighed_alone(now: TrickMoment, seed: str, samples: int) -> PlyWeighed:
    """Return one choice, weighed by itself, as a computer player weighs it."""
    kind = Exchanging if now.position.due == "put_away" else _Choice
    one = weighed(GAME, now, seed, partial(kind, now, samples))
    if now.done != "in" or one.glyph == GOOD:
        return one
    # Staying in is valued at the least that it makes sure of, so it is never a mistake.
    return replace(one, best="in", hindsight=0, fair=0.0, error=0.0, glyph=0, luck="")


def points(position: ZwanzigAb, won: int) -> int:
    """Return the points for some tricks, OUT or UNOPPOSED; those that go down are good."""
    special = {OUT: 0, UNOPPOSED: ALONE, 0: -LOST, TRICKS: position.sweep}
    return special.get(won, won) * (2 if position.trump == HEARTS else 1)


def _compared(now: TrickMoment, trial: Trial[int], deals: int) -> Compared[int]:
    hard = is_hard(now)
    return compared(list(now.choices), now.made, trial, deals, marked(GAME), hard=hard)


def is_hard(now: TrickMoment) -> bool:
    """Return whether a choice is hard to find: a plain player chooses another. What dropping out is
    better than is not known, but for the least that it is worth."""
    if now.made == 0 and now.position.due == "stay":
        return False
    return now.made != plain_choice(now)


class _Choice:
    """A card to be laid, or a choice to stay in, and the number of deals drawn for it."""

    def __init__(self, now: TrickMoment, samples: int, hidden: HiddenCards) -> None:
        self.now, self.samples, self.hidden = now, samples, hidden

    def known(self) -> dict[int, float]:
        """Return what each choice makes sure of with all cards known."""
        return self._sure(self.now.stand, list(self.now.choices))

    def fair(self) -> tuple[str, Compared[int]]:
        """Return the results of the choices in deals drawn."""
        return SURE, _compared(self.now, self.drawn, self.samples)

    def line(self, choice: int) -> list[Move]:
        """Return the line that a choice leads to, nothing where the player stayed in."""
        return [] if self.now.done == "in" else line(self.now, choice)

    def drawn(self, choices: Sequence[int]) -> list[Worth]:
        """Return what each choice makes sure of in a deal drawn."""
        stand = self.now.stand
        hands = (stand.hands[0], *map(sum, self.hidden.drawn()[:-1]))
        found = self._sure(stand._replace(hands=hands), choices)
        return [(found[one], -found[one]) for one in choices]

    def _sure(self, stand: TableState, choices: Sequence[int]) -> dict[int, float]:
        solver, position = stand.solver(), self.now.position
        if position.due == "stay":
            return {1: points(position, stand.sure(solver)), 0: 0}
        return {card: points(position, stand.sure_after(card, solver)) for card in choices}


class Exchanging:
    """Cards to be put away; which cards come for them is not known, so there is no hindsight."""

    def __init__(self, now: TrickMoment, samples: int, hidden: HiddenCards) -> None:
        self.now, self.hidden = now, hidden
        self.samples = PLAYED_OUT * samples
        self.may_drop = now.position.may_drop_out != NO
        self.points = {won: points(now.position, won) for won in range(UNOPPOSED, TRICKS + 1)}

    def known(self) -> None:
        """Return None: the value of an exchange as the cards lay is not known."""

    def fair(self) -> tuple[str, Compared[int]]:
        """Return the results of the exchanges in deals drawn."""
        return AVERAGE, _compared(self.now, self.drawn, self.samples)

    def line(self, choice: int) -> list[Move]:
        """Return the line that an exchange leads to among plain players, as the cards lay."""
        position = self.now.position
        action = next(one for one in position.legal() if packed(one[2]) == choice)
        return plain_line(self.now, action)

    def drawn(self, choices: Sequence[int]) -> list[Worth]:
        """Return the result of each exchange in a deal drawn, if all exchange plainly."""
        stand = self.now.stand
        *held, pack = self.hidden.drawn()
        others = []
        for at, hand in enumerate(map(sum, held), 1):
            put: int = worst(hand, stand.trump)
            others.append(hand - put + sum(pack[MOST * at :][: put.bit_count()]))
        found: list[Worth] = []
        for away in choices:
            own = stand.hands[0] - away + sum(pack[: away.bit_count()])
            won = tricks([own, *others], stand.first, stand.trump, self.may_drop)
            off = float(self.points[won])
            found.append((off, -off))
        return found
