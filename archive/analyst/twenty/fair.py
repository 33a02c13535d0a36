"""A round of Twenty by what each player could know: what every card could be expected to bring.

A player knows the own hand, the cards turned up and all that was laid, and so, in a round's last
hands, the other's hand. Before that the hands which the other may hold are gone through, each
played out with both hands known, and what comes after them is taken at its average.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul
from random import Random
from typing import Final, NamedTuple

from archive.analyst.comparison import Loss
from archive.analyst.twenty.any_hand import AgainstAny
from archive.analyst.twenty.belief import Likely, Seen, likely_hands
from archive.analyst.twenty.boundaries import SCALE, before_hands
from archive.analyst.twenty.hindsight import Hindsight
from archive.analyst.twenty.rounds import HANDS as PAIRS
from archive.analyst.twenty.rounds import PAIR, Standing, bonus_ends
from archive.analyst.twenty.states import CHOICES, HAND_BITS, HANDS, Choices
from archive.games.twenty.rules import HAND
from archive.games.twenty.rules import VALUES as OF_RANK

SAMPLES: Final = 100
"""Hands drawn for one play, about, where there are too many to go through all."""
TIMES: Final = 3
"""So many times as many where a card of the own hand was laid, and little is left to go through."""
HALVED: Final = 4
"""Of fewer hands drawn no halves are made."""
SCALED: Final = Choices(SCALE, last=False)
SCALED_LAST: Final = Choices(SCALE, last=True)


class PlayExpected(NamedTuple):
    """A play by what its player could know: by value of the cards that could be played what the
    rest of the round is then expected to bring, in points; `errors` are the standard errors of the
    difference from the best of them, none where all hands were gone through."""

    standing: Standing
    worth: dict[int, float]
    errors: dict[int, float]
    apart: Loss | None = None
    """What the play gave away, where hands were drawn: the best card is found in other hands than
    those in which it is held against the one played."""
    value: float = 0.0
    """What the rest of the round is expected to bring."""

    @property
    def best(self) -> int:
        """Return the value of the card that brings most."""
        return max(self.worth, key=lambda value: (self.worth[value], -value))

    @property
    def loss(self) -> float:
        """Return what the play could be expected to give away."""
        if self.apart is not None:
            return self.apart.loss
        return self.worth[self.best] - self.worth[self.standing.value]

    @property
    def error(self) -> float:
        """Return the standard error of the loss."""
        if self.apart is not None:
            return self.apart.error
        return self.errors[self.standing.value]


class Fair:
    """A round by what could be known: `up` is what the cards turned up count, `seed` says which
    hands are drawn. With `open_hands` both hands lie open."""

    def __init__(
        self, number: int, bonus: int, up: Sequence[int], seed: str,
        *, open_hands: bool = False, samples: int = SAMPLES,
    ) -> None:  # fmt: skip
        self.number, self.bonus, self.up, self.seed = number, bonus, up, seed
        self.open_hands = open_hands
        self.samples = samples
        self.hands: dict[int, tuple[int, AgainstAny]] = {}
        """By whose turn it is the number of the hands in play, and what was found of them."""

    def expected(self, now: Standing, before: Sequence[Standing]) -> PlayExpected:
        """Return what each card can be expected to bring; `before` are the plays of the round so
        far. Of the other player's hand no more is used than how many cards it has, unless it is
        known: it lies open, or all other cards were seen."""
        known = self.open_hands or now.at // PAIR == PAIRS - 1
        hands = [Likely(now.theirs, 1.0, 1.0)] if known else self._hands(now, before)
        others = [one.hand for one in hands]
        return _summed(now, hands, self._own(now).after_each(now.mine, others, now.place))

    def _own(self, now: Standing) -> AgainstAny:
        """Return the hand of the player on turn, against any."""
        number, turn = now.at // PAIR, now.at % 2
        if turn not in self.hands or self.hands[turn][0] != number:
            to_come = PAIRS - 1 - number
            ends = before_hands(to_come, self.bonus) if to_come else bonus_ends(self.bonus * SCALE)
            own = AgainstAny(SCALED if to_come else SCALED_LAST, ends, now.mine)
            self.hands[turn] = number, own
        return self.hands[turn][1]

    def _hands(self, now: Standing, before: Sequence[Standing]) -> list[Likely]:
        rng = Random(f"{self.seed}/{self.number}/{now.at}")  # noqa: S311 - nothing secret
        number = now.at // PAIR
        theirs = [one for one in before[number * PAIR :] if one.seat != now.seat]
        seen = [
            Seen(one.place, one.value, tuple(later.value for later in theirs[at:]))
            for at, one in enumerate(theirs)
        ]
        worth = before_hands(PAIRS - number, self.bonus)
        size = len(HANDS[now.theirs])
        samples = self.samples * (TIMES if len(HANDS[now.mine]) < HAND else 1)
        return likely_hands(self._unseen(now, before), size, seen, worth, samples, rng)

    def _unseen(self, now: Standing, before: Sequence[Standing]) -> list[int]:
        """Return by value how many cards the player on turn has not seen."""
        seen = [*self.up, *(one.value for one in before), *HANDS[now.mine]]
        return [max(0, many - seen.count(value)) for value, many in enumerate(IN_PACK)]


def plays_expected(
    solved: Hindsight, seed: str, *, open_hands: bool = False, samples: int = SAMPLES
) -> list[PlayExpected]:
    """Return the plays of a round by what could be known. With open hands all that is still to come
    in the second round was seen in the first."""
    played = solved.played
    if open_hands and played.number > 1:
        return [
            PlayExpected(one.standing, {value: float(one.worth[value]) for value in one.worth},
                         dict.fromkeys(one.worth, 0.0), None, max(one.worth.values()))
            for one in solved.plays
        ]  # fmt: skip
    fair = Fair(
        played.number, played.bonus, played.up, seed, open_hands=open_hands, samples=samples
    )
    moments = list(played.standings())
    return [fair.expected(now, moments[:at]) for at, now in enumerate(moments)]


IN_PACK: Final = [0] + [4 * OF_RANK.count(value) for value in range(1, max(OF_RANK) + 1)]
"""By value how many cards of it a pack has."""


def _summed(now: Standing, hands: Sequence[Likely], rows: Sequence[list[int]]) -> PlayExpected:
    """Return the averages of what was found for each hand."""
    values = [choice >> HAND_BITS for choice in CHOICES[now.mine]]
    total = sum([one.weight for one in hands])
    sure = [one.weight * (one.chance == 1) for one in hands]
    drawn = [at for at, one in enumerate(hands) if one.chance < 1]
    columns = [*zip(*rows, strict=True)]
    always = [sum(map(mul, sure, column)) for column in columns]
    one, other = ([sum([column[at] for at in drawn[half::2]]) for column in columns]
                  for half in (0, 1))  # fmt: skip
    sums = [*map(sum, zip(always, one, other, strict=True))]
    best = max(range(len(values)), key=lambda at: (sums[at], -values[at]))
    worth = {value: each / total / SCALE for value, each in zip(values, sums, strict=True)}
    chances = [hands[at].chance for at in drawn]
    errors = {}
    for value, column in zip(values, columns, strict=True):
        apart = [columns[best][at] - column[at] for at in drawn]
        errors[value] = error_in_order(apart, chances) / total / SCALE
    if len(drawn) < HALVED:
        return PlayExpected(now, worth, errors, None, max(worth.values()))
    halves = [
        [(each + part * len(drawn) / number) / total / SCALE
         for each, part in zip(always, parts, strict=True)]
        for parts, number in ((one, len(drawn[::2])), (other, len(drawn[1::2])))
    ]  # fmt: skip
    return _halved(now, worth, errors, halves)


def _halved(
    now: Standing, worth: dict[int, float], errors: dict[int, float], halves: list[list[float]]
) -> PlayExpected:
    """Return the play by what either half of the hands drawn tells: the best card of each is held
    against the one played by the other half."""
    values = [*worth]

    def best(of: Sequence[float]) -> int:
        return max(range(len(values)), key=lambda at: (of[at], values[at] == now.value, -at))

    one, other = halves
    told = one[best(other)], other[best(one)]
    found = None
    if now.value in values:
        made, whole = values.index(now.value), best([*worth.values()])
        lost = max(0.0, sum(told) - one[made] - other[made]) / 2 if whole != made else 0.0
        found = Loss(whole, lost, errors[now.value] if whole != made else 0.0)
    return PlayExpected(now, worth, errors, found, sum(told) / 2)


def error_in_order(apart: Sequence[float], chances: Sequence[float]) -> float:
    """Return the standard error of a sum over hands drawn at even steps, each by its chance: what
    neighbours differ by is chance, and what goes on from one to the next is not."""
    number = len(apart)
    if number < 2:
        return 0.0
    squares = 0.0
    for one, other, chance in zip(apart, apart[1:], chances, strict=False):
        squares += (one - other) * (one - other) * (1 - chance)
    return sqrt(squares / 2 * number / (number - 1))
