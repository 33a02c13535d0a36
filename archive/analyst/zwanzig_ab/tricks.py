"""The moment before a card is laid: what each card makes sure of, with all cards known and by what
the player could know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from archive.analyst.zwanzig_ab.dealing import drawn
from archive.analyst.zwanzig_ab.solver import Tricks, allowed, suit_of, unlike

WHOLE_PACK = [1 << at for at in range(32)]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a deal: `hands` by place round the table, from the player on turn, of those who
    have stayed in; `trick` what was laid to this trick, `won` the player's tricks so far."""

    hands: tuple[int, ...]
    trick: tuple[int, ...]
    trump: int
    won: int
    gone: int
    """The cards that no hand can hold, as the player knows: laid, or put away by that player."""
    barred: tuple[int, ...]
    """By place the suits that each is known to be without, as cards."""

    @property
    def legal(self) -> int:
        """Return the cards that may be laid."""
        led = suit_of(self.trick[0]) if self.trick else -1
        return allowed(self.hands[0], led, self.trump)

    @property
    def apart(self) -> list[int]:
        """Return cards that may be laid, one of each kind that make no difference to the trick."""
        seen = self.gone | self.hands[0]
        others = sum(card for card in WHOLE_PACK if not card & seen)
        return unlike(self.legal, others | sum(self.trick))

    def sure(self, card: int, hands: Sequence[int], solver: Tricks) -> int:
        """Return how many tricks the player is sure of in all after laying a card, the hands being
        these."""
        led, best, taker = -1, 0, 0
        seats = len(self.hands)
        for number, laid in enumerate((*self.trick, card)):
            if number == 0:
                led = suit_of(laid)
            if number == 0 or solver.beats(laid, best):
                best, taker = laid, (number - len(self.trick)) % seats
        left = [hands[0] ^ card, *hands[1:]]
        laid_cards = len(self.trick) + 1
        rest = solver.rest(left, 1 % seats, laid_cards, led, best, taker, 0, 5)
        return self.won + rest

    def like(self, card: int) -> int:
        """Return the card of `apart` that comes to the same as this one."""
        fits = [one for one in self.apart if suit_of(one) == suit_of(card) and one >= card]
        return min(fits)


def in_hindsight(now: Moment) -> dict[int, int]:
    """Return by card of `apart` how many tricks the player is sure of."""
    solver = Tricks(len(now.hands), 0, now.trump)
    return {card: now.sure(card, now.hands, solver) for card in now.apart}


def fairly(now: Moment, samples: int, rng: Random) -> list[dict[int, int]]:
    """Return the same for each of so many deals that the player may have been in."""
    seen = now.gone | now.hands[0]
    unseen = [card for card in WHOLE_PACK if not card & seen]
    sizes = [hand.bit_count() for hand in now.hands[1:]]
    found = []
    for _ in range(samples):
        others = drawn(unseen, sizes, now.barred[1:], rng)
        if others is not None:
            solver = Tricks(len(now.hands), 0, now.trump)
            hands = [now.hands[0], *others]
            found.append({card: now.sure(card, hands, solver) for card in now.apart})
    return found


def average(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (len(values) - 1) / len(values))
