"""A table at which a position plays what a record says.

The position has the rules and nothing else; the record's lines, its numbers and its claims are the
table's. What the position objects to becomes a fault, in words that each game's table has for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from archive.core.cards import CARDS, Card, Hand
from archive.rules.pack import read_card
from archive.rules.position import Position
from archive.rules.table import Table

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


class Following(Table):
    """A table that lets a position play. What is missing of a record it knows beforehand."""

    looks_ahead = True
    changing: ClassVar[tuple[str, ...]] = ("position",)
    position: Position

    def __init__(self, position: Position) -> None:
        super().__init__(position.seats)
        self.position = position

    def objections(self) -> list[str]:
        """Return the codes of what the position has objected to since the last time, and forget
        what it left open."""
        position = self.position
        found = [code for _, _, code, _ in position.objections]
        position.objections, position.open = [], []
        return found

    def resume(self, number: int) -> None:
        """Where play stands has been settled too."""
