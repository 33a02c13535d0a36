"""The pack, what beats what, and which card one that was not fully named may have been."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import TypeAlias

from archive.core.cards import CARDS, PACKS, SUITS, Card, Hand
from archive.rules.holdings import all_slots

PACK = PACKS["32"]
HAND = 5
STRENGTH = {rank: place for place, rank in enumerate("789TJQKA")}
"""Clause 2.1. A rank that the pack does not have is weaker than any."""

Laying: TypeAlias = "tuple[int, AbstractSet[Card]]"
"""A seat, and the cards that the one it laid to a trick may have been."""


ONLY = {seat: frozenset({seat}) for seat in range(5)}
"""Who has won a trick, where that is certain: one seat."""


@cache
def readings(card: Card) -> frozenset[Card]:
    """The very cards of the pack that a record may mean by this one; itself where it is none."""
    ranks = PACK.ranks if card.rank == "?" else card.rank
    suits = card.suit or SUITS
    return frozenset(CARDS[rank + suit] for rank in ranks for suit in suits)


EXACT = frozenset(card for card in CARDS.values() if card.suit and card.rank != "?")


def is_exact(card: Card) -> bool:
    return bool(card.suit) and card.rank != "?"


def suits_of(cards: AbstractSet[Card]) -> frozenset[str]:
    return _suits_of(frozenset(cards))


@lru_cache(maxsize=1 << 14)
def _suits_of(cards: frozenset[Card]) -> frozenset[str]:
    return frozenset(card.suit for card in cards)


@cache
def strength(card: Card, led: str, trump: str) -> int:
    """Clause 6.6: what a card counts for in a trick; a discard wins nothing."""
    place = STRENGTH.get(card.rank, -1)
    return 20 + place if card.suit == trump else 10 + place if card.suit == led else -1


@lru_cache(maxsize=1 << 14)
def _span(cards: frozenset[Card], led: str, trump: str, *, leads: bool) -> tuple[int, int]:
    """The least and the most that one of these cards counts for; who leads has one of the suit."""
    worth = [strength(card, led, trump) for card in cards if not leads or card.suit == led]
    return min(worth), max(worth)


def takers(trick: Sequence[Laying], trumps: Iterable[str]) -> frozenset[int]:
    """Who may have won a trick, with each of these suits as trumps: one seat where every card that
    matters is known. The leader's card comes first."""
    return _takers(tuple((seat, frozenset(cards)) for seat, cards in trick), frozenset(trumps))


@lru_cache(maxsize=1 << 12)
def _takers(
    trick: tuple[tuple[int, frozenset[Card]], ...], trumps: frozenset[str]
) -> frozenset[int]:
    found: set[int] = set()
    for trump in trumps:
        for led in suits_of(trick[0][1]):
            spans = [(*_span(trick[0][1], led, trump, leads=True), trick[0][0])]
            for seat, cards in trick[1:]:
                spans.append((*_span(cards, led, trump, leads=False), seat))
            # whoever can be above the least that every other card counts for
            floors = sorted((low for low, _, _ in spans), reverse=True)
            for low, high, seat in spans:
                others = floors[1] if low == floors[0] and len(floors) > 1 else floors[0]
                if len(floors) == 1 or high > others:
                    found.add(seat)
    return frozenset(found)


def played_readings(hand: Hand, elsewhere: AbstractSet[Card]) -> dict[int, frozenset[Card]]:
    """For each play of a hand that was not fully named the very cards it may have been, by the
    event that played it. `elsewhere` are cards certainly seen in other hands.

    A hand is a puzzle: a play is a listed card only if all its other plays can be other ones.
    """
    own = {card for card in hand.played if is_exact(card)}
    found, every = {}, all_slots(hand)
    for index, (card, at) in enumerate(zip(hand.played, hand.played_at, strict=True)):
        if is_exact(card):
            continue
        may = readings(card)
        if not hand.foreign:
            may &= frozenset().union(*(readings(hand.listed[slot]) for slot in every[index]))
        found[at] = (may - own - elsewhere) or readings(card)
    return found
