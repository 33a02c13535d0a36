"""A round of Twenty by what each player could know: what every card could be expected to bring.

A player knows the own hand, the cards turned up and all that was laid, and so, in a round's last
hands, the other's hand. Before that the hands which the other may hold are gone through, each
played out with both hands known, and what comes after them is taken at its average.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Final, NamedTuple

from archive.analyst.twenty.belief import EVERY, Seen, likely_hands
from archive.analyst.twenty.boundaries import SCALE, before_hands
from archive.analyst.twenty.hindsight import Hindsight
from archive.analyst.twenty.rounds import HANDS as PAIRS
from archive.analyst.twenty.rounds import PAIR, RoundPlayed, Standing
from archive.analyst.twenty.solver import PairOfHands
from archive.analyst.twenty.states import HANDS, Choices
from archive.games.twenty.rules import VALUES as OF_RANK

SAMPLES: Final = 160
"""Hands drawn for one play, where there are too many to go through all."""
SCALED: Final = Choices(SCALE, last=False)


class PlayExpected(NamedTuple):
    """A play by what its player could know: by value of the cards that could be played what the
    rest of the round is then expected to bring, in points; `errors` are the standard errors of the
    difference from the best of them, none where all hands were gone through."""

    standing: Standing
    worth: dict[int, float]
    errors: dict[int, float]

    @property
    def best(self) -> int:
        """The value of the card that brings most."""
        return max(self.worth, key=lambda value: (self.worth[value], -value))

    @property
    def loss(self) -> float:
        """What the play could be expected to give away."""
        return self.worth[self.best] - self.worth[self.standing.value]

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return self.errors[self.standing.value]


class Fair:
    """A round by what could be known. With `open_hands` both hands lie open, and in the second
    round all that is still to come was seen in the first."""

    def __init__(
        self, solved: Hindsight, seed: str, *, open_hands: bool = False, samples: int = SAMPLES
    ) -> None:
        self.played: RoundPlayed = solved.played
        self.solved = solved
        self.seed = seed
        self.open_hands = open_hands
        self.samples = samples
        self.pairs = [self._averaged(number) for number in range(PAIRS - 1)]
        self.moments = list(self.played.standings())
        self.plays = [self._weighed(now) for now in self.moments]
        self.nodes = sum(len(pair.memo) for pair in self.pairs)

    def _averaged(self, number: int) -> PairOfHands:
        """Return the play of a pair of hands that ends in averages."""
        return PairOfHands(SCALED, before_hands(PAIRS - 1 - number, self.played.bonus))

    def _weighed(self, now: Standing) -> PlayExpected:
        number = now.at // PAIR
        all_known = number == PAIRS - 1 or (self.open_hands and self.played.number > 1)
        if all_known:
            known = self.solved.plays[now.at].worth
            worth = {value: float(known[value]) for value in known}
            return PlayExpected(now, worth, dict.fromkeys(known, 0.0))
        pair = self.pairs[number]
        hands = [(now.theirs, 1.0)] if self.open_hands else self._hands(now)
        rows = []
        choices = pair.choices.from_hand(now.mine)
        for theirs, weight in hands:
            row = [
                points[now.place] - pair.value(theirs, rest, after[now.place])
                for _, rest, after, points in choices
            ]
            rows.append((weight, row))
        sampled = not self.open_hands and len(HANDS[now.theirs]) > EVERY
        return _summed(now, [one[0] for one in choices], rows, sampled)

    def _hands(self, now: Standing) -> list[tuple[int, float]]:
        rng = Random(f"{self.seed}/{self.played.number}/{now.at}")  # noqa: S311 - nothing secret
        number = now.at // PAIR
        worth = before_hands(PAIRS - number, self.played.bonus)
        begin = number * PAIR + (now.at + 1) % 2
        seen = [
            Seen(self.moments[at].place, self.played.values[at],
                 tuple(self.played.values[at : now.at : 2]))
            for at in range(begin, now.at, 2)
        ]  # fmt: skip
        size = len(HANDS[now.theirs])
        return likely_hands(self._unseen(now), size, seen, worth, self.samples, rng)

    def _unseen(self, now: Standing) -> list[int]:
        """Return by value how many cards the player on turn has not seen."""
        seen = [*self.played.up, *self.played.values[: now.at], *HANDS[now.mine]]
        return [max(0, many - seen.count(value)) for value, many in enumerate(IN_PACK)]


IN_PACK: Final = [0] + [4 * OF_RANK.count(value) for value in range(1, max(OF_RANK) + 1)]
"""By value how many cards of it a pack has."""


def _summed(
    now: Standing, values: list[int], rows: list[tuple[float, list[int]]], sampled: bool
) -> PlayExpected:
    """Return the averages of what was found for each hand."""
    total = sum(weight for weight, _ in rows)
    means = [sum(weight * row[at] for weight, row in rows) / total for at in range(len(values))]
    best = max(range(len(values)), key=lambda at: (means[at], -values[at]))
    errors = {}
    for at, value in enumerate(values):
        apart = means[best] - means[at]
        squares = sum((weight * (row[best] - row[at] - apart)) ** 2 for weight, row in rows)
        errors[value] = sqrt(squares) / total / SCALE if sampled else 0.0
    worth = {value: mean / SCALE for value, mean in zip(values, means, strict=True)}
    return PlayExpected(now, worth, errors)
