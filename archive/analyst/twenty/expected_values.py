"""A round of Twenty by what each player could know: what every card could be expected to bring.

Players know their own hand, the cards turned up and all cards laid, and so, in a round's last
hands, the other's hand. Before that, the hands that the other may hold are gone through, each
played out with both hands known, and the value of what comes after them is its average.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from archive.analyst.comparison import Loss
from archive.analyst.twenty.belief import EVERY, Averages, Likely, Seen, averages, likely_hands
from archive.analyst.twenty.rest_of_round import SCALE, before_hands
from archive.analyst.twenty.rounds import HANDS as PAIRS
from archive.analyst.twenty.rounds import PAIR, Hindsight, Standing, bonus_ends
from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import HANDS, PLAYABLE, Choices
from archive.games.twenty.rules import HAND
from archive.games.twenty.rules import VALUES as OF_RANK

SAMPLES: Final = 100
"""About how many hands are drawn for one play, where there are too many to go through all."""
TIMES: Final = 3
"""How many times as many are drawn once a card of the player's hand was laid."""
ENOUGH: Final = 0.3
"""A standard error that is small enough, in points."""
MORE: Final = 3
"""How many times as many hands are drawn once more where the error is greater."""
HALVED: Final = 4
"""The fewest hands drawn of which halves are made."""
MANY: Final = 65521
"""A prime number close to the number of moments in all hands that are gone through."""
SCALED: Final = Choices(SCALE, last=False)
SCALED_LAST: Final = Choices(SCALE, last=True)


class PlayExpected(NamedTuple):
    """A play by what its player could know: by value of the cards that could be played, what the
    rest of the round is then expected to bring, in points; `errors` are the standard errors of the
    difference from the best of them, none where all hands were gone through."""

    standing: Standing
    worth: dict[int, float]
    errors: dict[int, float]
    apart: Loss | None = None
    """What the play gave away, where hands were drawn: the best card is found in other hands than
    those in which it is compared with the one played."""
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
    """A round by what could be known: `up` is what the cards turned up count, `seed` determines
    which hands are drawn. With `open_hands` both hands lie open."""

    def __init__(
        self, number: int, bonus: int, up: Sequence[int], seed: str,
        *, open_hands: bool = False, samples: int = SAMPLES,
    ) -> None:  # fmt: skip
        self.number, self.bonus, self.up, self.seed = number, bonus, up, seed
        self.open_hands = open_hands
        self.samples = samples
        self.pairs: tuple[int, PairsOfHands] | None = None
        """The number of the hands in play, and the results of all that they may be."""

    def expected(self, now: Standing, before: Sequence[Standing]) -> PlayExpected:
        """Return what each card can be expected to bring; `before` are the plays of the round so
        far. Of the other player's hand only its number of cards is used, unless it is known: it
        lies open, or all other cards were seen."""
        if self.open_hands or now.at // PAIR == PAIRS - 1:
            return self._over(now, Likely([now.theirs], [1.0], [1.0]))
        found = self._over(now, self._hands(now, before))
        if now.value in found.worth and found.error > ENOUGH:
            found = self._over(now, self._hands(now, before, MORE))
        return found

    def _over(self, now: Standing, hands: Likely) -> PlayExpected:
        """Return what each card can be expected to bring over the hands that the other may hold."""
        pairs = self._pairs(now.at // PAIR)
        rows = [pairs.each(now.mine, theirs, now.place) for theirs in hands.hands]
        return _expected(now, averages(rows, hands))

    def _pairs(self, number: int) -> PairsOfHands:
        """Return the plays of all hands that may be in play."""
        if self.pairs is None or self.pairs[0] != number:
            to_come = PAIRS - 1 - number
            if to_come:
                found = PairsOfHands(SCALED, before_hands(to_come, self.bonus), kept=MANY)
            else:
                found = PairsOfHands(SCALED_LAST, bonus_ends(self.bonus * SCALE))
            self.pairs = number, found
        return self.pairs[1]

    def _hands(self, now: Standing, before: Sequence[Standing], more: int = 1) -> Likely:
        """Return the hands that the other may hold, where `more` times as many are drawn."""
        number = now.at // PAIR
        theirs = [one for one in before[number * PAIR :] if one.seat != now.seat]
        seen = [
            Seen(one.place, one.value, tuple(later.value for later in theirs[at:]))
            for at, one in enumerate(theirs)
        ]
        worth = before_hands(PAIRS - number, self.bonus)
        size = len(HANDS[now.theirs])
        samples = more * self.samples * (TIMES if len(HANDS[now.mine]) < HAND else 1)
        unseen, due = self._unseen(now, before), self._chance(now) if size > EVERY else 0.0
        return likely_hands(unseen, size, seen, worth, samples, due)

    def _chance(self, now: Standing) -> float:
        """Return the random number for the hands drawn for a play."""
        return Random(f"{self.seed}/{self.number}/{now.at}").random()  # noqa: S311 - nothing secret

    def _unseen(self, now: Standing, before: Sequence[Standing]) -> list[int]:
        """Return by value how many cards the player on turn has not seen."""
        seen = [*self.up, *(one.value for one in before), *HANDS[now.mine]]
        return [max(0, many - seen.count(value)) for value, many in enumerate(IN_PACK)]


def plays_expected(
    solved: Hindsight, seed: str, *, open_hands: bool = False, samples: int = SAMPLES
) -> list[PlayExpected]:
    """Return the plays of a round by what could be known. With open hands everything still to come
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


def _expected(now: Standing, found: Averages) -> PlayExpected:
    """Return a play by the average results of its cards, in hundredths of a point."""
    values = PLAYABLE[now.mine]

    def best(of: Sequence[float]) -> int:
        return max(range(len(values)), key=lambda at: (of[at], values[at] == now.value, -at))

    worth = {value: each / SCALE for value, each in zip(values, found.whole, strict=True)}
    errors = {value: each / SCALE for value, each in zip(values, found.errors, strict=True)}
    if found.drawn < HALVED:
        return PlayExpected(now, worth, errors, None, max(worth.values()))
    one, other = found.one, found.other
    told = (one[best(other)] + other[best(one)]) / SCALE
    apart = None
    if now.value in values:
        made, whole = values.index(now.value), best(found.whole)
        lost = max(0.0, told - (one[made] + other[made]) / SCALE) / 2
        error = errors[now.value]
        apart = Loss(whole, lost, error) if whole != made else Loss(whole, 0.0, 0.0)
    return PlayExpected(now, worth, errors, apart, told / 2)
