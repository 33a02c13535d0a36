"""Cards that a player cannot see, laid out by chance over the places where they may be.

What the others have shown rules out some cards at some places. All layouts that fit are equally
likely, unless some of them are doubtful: from one that fits, cards are exchanged at random as long
as all still fits, and the less often the more doubtful the layout becomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, Protocol

from archive.analyst.number_types import i64, vec
from archive.analyst.random_numbers import shuffled, stays
from archive.rules.hand import Hand

Faults = Callable[[list[int]], int]
"""A function that returns how many cards at a place cannot be there; 0 where all may be."""


class Bounds:
    """The limits of the cards at a place: of the cards in the first number of a bound there may be
    no more than the second. A card is a bit."""

    __slots__ = ("among", "most")

    def __init__(self, bounds: Sequence[tuple[int, int]]) -> None:
        self.among: vec[i64] = vec[i64]([among for among, _ in bounds])
        self.most: vec[i64] = vec[i64]([most for _, most in bounds])

    def __call__(self, cards: list[int]) -> int:
        """Return how many cards are too many."""
        found: i64 = 0
        for at in range(len(self.most)):
            among: i64 = self.among[at]
            more: i64 = -self.most[at]
            for card in cards:
                if among & card:
                    more += 1
            if more > 0:
                found += more
        return found


class Doubts(Protocol):
    """The reasons that make cards at a place less likely, as far as they are known."""

    def doubts(self, ranks: list[int]) -> int:
        """Return how doubtful these cards are at the place."""

    def shift(self, ranks: list[int], rng: Random) -> int:
        """Assume other unknown things, by chance; return how doubtful these cards are then."""


Doubting = Callable[[], Doubts]
"""A function that returns the doubts about a place before anything is assumed."""
RANK: Final = 15
"""The four bits that hold a card's rank."""
TRIES: Final = 4000
"""The exchanges tried in search of a first layout that fits, none of which fits worse than before;
and then again, where some may, by chance."""
TIMES: Final = 2
"""The exchanges tried for each card between one layout and the next."""
AT_FIRST: Final = 10
"""How many times as many are tried before the first layout, where there are doubts."""


def ranks_known(hands: Iterable[Hand]) -> bool:
    """Return whether every card of these hands is known by its rank."""
    return all(
        not (hand.unknown or hand.doubted) and all(card & RANK for card in hand.known)
        for hand in hands
    )


class HiddenCards:
    """The `unseen` cards over places of these `sizes`, those left over apart. `faults` says by
    place which cards cannot be there, `doubting` which are less likely; None for none."""

    def __init__(
        self, unseen: Sequence[int], sizes: Sequence[int], faults: Sequence[Faults | None],
        rng: Random, doubting: Sequence[Doubting | None] = (),
    ) -> None:  # fmt: skip
        self.rng = rng
        self.faults = [*faults, None]
        self.doubts = {place: begun() for place, begun in enumerate(doubting) if begun}
        cards = shuffled(unseen, rng)
        self.places: list[list[int]] = []
        for size in sizes:
            self.places.append(cards[:size])
            cards = cards[size:]
        self.places.append(cards)
        self.slots = [place for place, held in enumerate(self.places) for _ in held]
        """The place of each card; the cards of a place stand together."""
        self.begins = [sum(map(len, self.places[:place])) for place in range(len(self.places))]
        self.doubted = [self._doubts(place) for place in range(len(self.places))]
        self.held = len(self.slots) - len(self.places[-1])
        self.bound = any(faults) or bool(self.doubts)
        self.fits = not self.bound or self._settle()
        if self.doubts and self.fits:
            self._exchange_held(AT_FIRST * TIMES)

    def drawn(self) -> list[list[int]]:
        """Return the cards by place in another layout that fits, the cards left over last."""
        if not self.bound:
            cards = shuffled([card for held in self.places for card in held], self.rng)
            for held in self.places:
                held[:], cards = cards[: len(held)], cards[len(held) :]
        elif self.doubts:
            self._exchange_held(TIMES)
        else:
            for _ in range(TIMES * len(self.slots)):
                self._exchange(False)
        return [held[:] for held in self.places]

    def _settle(self) -> bool:
        """Look for a layout that fits, and return whether one was found."""
        for tried in range(2 * TRIES):
            if not self._all_faults():
                return True
            self._exchange(True, worse=tried >= TRIES)
        return not self._all_faults()

    def _all_faults(self) -> int:
        return sum([self._against(place) for place in range(len(self.places))])

    def _exchange_held(self, times: int) -> None:
        """Exchange each card in the players' hands `times` times on average, and assume as often
        other things about the earlier turns."""
        for _ in range(times):
            for _ in range(self.held):
                self._exchange(False, self.held)
            for place, said in self.doubts.items():
                self.doubted[place] = said.shift(self.places[place], self.rng)

    def _exchange(self, allowed: bool, among: int = 0, worse: bool = False) -> None:
        """Exchange two cards, one of them `among` the first, unless fewer fit then; `allowed` says
        whether any exchange may stay, `worse` whether by chance one with which fewer fit."""
        first = int(self.rng.random() * (among or len(self.slots)))
        second = int(self.rng.random() * len(self.slots))
        one, other = self.slots[first], self.slots[second]
        if one == other:
            return
        at, to = first - self.begins[one], second - self.begins[other]
        mine, theirs = self.places[one], self.places[other]
        before = self._against(one) + self._against(other) if allowed else 0
        mine[at], theirs[to] = theirs[to], mine[at]
        more = self._against(one) + self._against(other) - before
        stuck = more > 0 and not (worse and stays(more, self.rng))
        if stuck or not self._likely(one, other):
            mine[at], theirs[to] = theirs[to], mine[at]

    def _against(self, place: int) -> int:
        """Return how many of the cards at a place cannot be there."""
        said = self.faults[place]
        return said(self.places[place]) if said else 0

    def _likely(self, one: int, other: int) -> bool:
        """Return whether an exchange stays, by chance where the layout is more doubtful."""
        if not self.doubts:
            return True
        mine, theirs = self._doubts(one), self._doubts(other)
        before = self.doubted[one] + self.doubted[other]
        if not stays(mine + theirs - before, self.rng):
            return False
        self.doubted[one], self.doubted[other] = mine, theirs
        return True

    def _doubts(self, place: int) -> int:
        """Return how doubtful the cards at a place are."""
        said = self.doubts.get(place)
        return said.doubts(self.places[place]) if said else 0
