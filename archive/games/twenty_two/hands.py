"""Hands of which nobody knows how many cards they had: clause 9.3."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Card, Hand

ANY_SIZE = 52
"""As many cards are supposed in a hand of unknown size, so that it never runs out."""


def hand_of_any_size() -> tuple[Card, ...]:
    return (UNKNOWN,) * ANY_SIZE


def as_dealt(hand: Hand) -> Hand:
    """Return the hand as the census takes it: one of unknown size had as many cards as were seen to
    leave it. Three of fifty-two cards each would be more than any pack has."""
    if hand.at >= 0 or hand.listed[:ANY_SIZE] != hand_of_any_size():
        return hand
    taken = len(hand.listed) - ANY_SIZE
    over = ANY_SIZE - max(len(hand.played) - taken, len(hand.reach))
    if over <= 0:
        return hand
    twin = hand.copy()
    twin.listed = hand.listed[over:]
    twin.drawn = tuple((at, first - over) for at, first in hand.drawn)
    twin.reach = tuple(reach - over for reach in hand.reach)
    twin.left = twin.left[over:] if twin.left[:over] == [UNKNOWN] * over else twin.left
    return twin
