"""Cards of a record as positions number them, and hands as far as a record shows them."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.cards import CARDS, UNKNOWN, Card, WrittenHand
from archive.rules.pack import read_card

CODES: dict[Card, int] = {card: read_card(card.text) for card in CARDS.values()}
"""The numbers of cards in positions."""


class HandSeen:
    """The part of a hand that a record shows: the cards listed, by which event (-1 where none did),
    and those played from it."""

    __slots__ = ("at", "cards", "plays", "worked_out")

    def __init__(self, cards: Sequence[Card], at: int) -> None:
        self.cards = tuple(cards)
        self.at = at
        self.plays: list[tuple[Card, int]] = []
        self.worked_out = WrittenHand(self.cards, at)

    def hand(self) -> WrittenHand:
        """Return the hand as far as these show it, worked out when it is needed."""
        hand = self.worked_out
        for card, at in self.plays[len(hand.played) :]:
            hand.take(card, at)
        return hand

    def forget(self) -> None:
        """Take the cards listed for those of another hand."""
        self.cards = (UNKNOWN,) * len(self.cards)
        self.worked_out = WrittenHand(self.cards, self.at)

    def copy(self) -> HandSeen:
        """Return a copy that changes apart from this hand."""
        twin = HandSeen.__new__(HandSeen)
        twin.cards, twin.at, twin.plays = self.cards, self.at, self.plays.copy()
        twin.worked_out = self.worked_out.copy()
        return twin
