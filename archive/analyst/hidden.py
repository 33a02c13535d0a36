"""Cards that a player cannot see, laid out by chance over the places where they may be.

What the others have shown says which cards cannot lie where. All layouts that this allows are alike
likely: from one that fits, cards are exchanged at random for as long as all still fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from archive.analyst.chance import shuffled
from archive.rules.hand import Hand

Faults = Callable[[list[int]], int]
"""Returns how much speaks against these cards at a place; 0 for what may be."""
RANK: Final = 15
"""Four bits, which say a card's rank."""
TRIES: Final = 4000
"""Exchanges tried in search of a first layout that fits."""
TIMES: Final = 2
"""Exchanges tried for each card between one layout and the next."""


def ranks_known(hands: Iterable[Hand]) -> bool:
    """Return whether every card of these hands is known by its rank."""
    return all(
        not (hand.unknown or hand.doubted) and all(card & RANK for card in hand.known)
        for hand in hands
    )


class HiddenCards:
    """The `unseen` cards over places of these `sizes`; what is left over lies apart. `faults` are
    by place what speaks against its cards, None where any will do."""

    def __init__(
        self, unseen: Sequence[int], sizes: Sequence[int], faults: Sequence[Faults | None],
        rng: Random,
    ) -> None:  # fmt: skip
        self.rng = rng
        self.faults = [*faults, None]
        cards = shuffled(unseen, rng)
        self.places: list[list[int]] = []
        for size in sizes:
            self.places.append(cards[:size])
            cards = cards[size:]
        self.places.append(cards)
        self.slots = [
            (place, at) for place, held in enumerate(self.places) for at in range(len(held))
        ]
        self.bound = any(faults)
        self.fits = not self.bound or self._settle()

    def drawn(self) -> list[list[int]]:
        """Return the cards by place in another layout that fits, what is left over last."""
        if not self.bound:
            cards = shuffled([card for held in self.places for card in held], self.rng)
            for held in self.places:
                held[:], cards = cards[: len(held)], cards[len(held) :]
        else:
            for _ in range(TIMES * len(self.slots)):
                self._exchange(0)
        return [held[:] for held in self.places]

    def _settle(self) -> bool:
        """Come to a layout that fits. Return whether one was found."""
        for _ in range(TRIES):
            if not self._all_faults():
                return True
            self._exchange(1)
        return not self._all_faults()

    def _all_faults(self) -> int:
        return sum(said(held) for said, held in zip(self.faults, self.places, strict=True) if said)

    def _exchange(self, allowed: int) -> None:
        """Exchange two cards, unless more speaks against the places then; `allowed` is whether
        anything may."""
        (one, at), (other, to) = (
            self.slots[int(self.rng.random() * len(self.slots))] for _ in range(2)
        )
        if one == other:
            return
        mine, theirs = self.places[one], self.places[other]
        pairs = ((self.faults[one], mine), (self.faults[other], theirs))
        judges = [(said, held) for said, held in pairs if said]
        before = sum(said(held) for said, held in judges) if allowed else 0
        mine[at], theirs[to] = theirs[to], mine[at]
        if judges and sum(said(held) for said, held in judges) > before:
            mine[at], theirs[to] = theirs[to], mine[at]
