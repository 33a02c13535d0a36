"""Cards of a record as positions know them, and hands as far as a record shows them."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.cards import CARDS, Card, Hand
from archive.rules.pack import read_card

CODES: dict[Card, int] = {card: read_card(card.text) for card in CARDS.values()}
"""Cards as positions know them."""


class HandSeen:
    """What a record shows of a hand: the cards listed, by which event (-1 where none did), and
    those played from it."""

    __slots__ = ("at", "cards", "plays", "worked_out")

    def __init__(self, cards: Sequence[Card], at: int) -> None:
        self.cards = tuple(cards)
        self.at = at
        self.plays: list[tuple[Card, int]] = []
        self.worked_out = Hand(self.cards, at)

    def hand(self) -> Hand:
        """Return the hand as far as these tell it, worked out when it is asked for."""
        hand = self.worked_out
        for card, at in self.plays[len(hand.played) :]:
            hand.take(card, at)
        return hand

    def copy(self) -> HandSeen:
        twin = HandSeen.__new__(HandSeen)
        twin.cards, twin.at, twin.plays = self.cards, self.at, self.plays.copy()
        twin.worked_out = self.worked_out.copy()
        return twin
