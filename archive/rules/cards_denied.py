"""Denials: what a play implies about the cards its player keeps back.

A player who discards on a suit that is led denies holding it; one who plays "the lowest cards"
denies holding lower ones. The denial is compared with the hand as far as it is known, and with
every card the player shows later: a revoke may be proved three tricks after it was made. A denial
that no card ever tests is left open, and then the play's legality is not proved either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from archive.core.cards import CARDS, Card

Denied: TypeAlias = Callable[[Card], bool | None]
"""Whether a card is of the kind denied; None where the record names too little of it to say."""


@dataclass(slots=True, eq=False)
class Denial:
    """One play's denial: of the cards kept back, fewer than `limit` are of a kind.

    `at` and `ply` are those of the play, `code`, `clause`, `expected` and `found` what is to be
    reported when it proves false. `later` are the cards shown since.

    With `first` it is no play but a choice, and is about the first `first` cards of the hand listed
    by event `listed`.
    """

    at: int
    ply: int
    seat: int
    code: str
    clause: str
    expected: str
    found: str
    denied: Denied
    limit: int = 1
    first: int = 0
    listed: int = -1
    later: list[Card] = field(default_factory=list)

    def copy(self) -> Denial:
        """Return a copy that changes apart from this denial."""
        return Denial(
            self.at, self.ply, self.seat, self.code, self.clause, self.expected, self.found,
            self.denied, self.limit, self.first, self.listed, self.later.copy(),
        )  # fmt: skip

    def refuted(self, left: Iterable[Card]) -> bool:
        """Return whether the cards shown since, and those certainly still held, prove it false."""
        return certain_and_possible(self.denied, (*self.later, *left))[0] >= self.limit

    def proved(self, left: Iterable[Card]) -> bool:
        """Return whether it is certainly true, whatever the unknown cards may be."""
        return certain_and_possible(self.denied, (*self.later, *left))[1] < self.limit


def certain_and_possible(denied: Denied, left: Iterable[Card]) -> tuple[int, int]:
    """Return how many cards are certainly of the kind denied, and how many may be."""
    answers = list(map(denied, left))
    certain = answers.count(True)
    return certain, certain + answers.count(None)


def kind_of(kind: Callable[[Card], bool | None]) -> Denied:
    """Return a kind of cards as a look-up, asked once of every card there is."""
    return {card: kind(card) for card in CARDS.values()}.__getitem__
