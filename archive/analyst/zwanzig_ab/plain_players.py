"""A deal of Zwanzig ab or Twenty down from the exchange on, among plain players.

They put away what is neither a trump nor an ace, lowest first. They stay in with the ace of trumps,
three trumps, or two with the king: among such players that brings more than it costs. They lead
their strongest card, take every trick as cheaply as they can and otherwise lay their lowest card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archive.analyst.number_types import i64, vec
from archive.analyst.zwanzig_ab.solver import CARDS, LENGTHS, SUIT, allowed, better, suit_of

MOST: Final = 3
"""The most cards that are exchanged."""
KING: Final = 0x40
ACE: Final = 0x80
ACES: Final = 0x80808080
OF_EACH_SUIT: Final = 0x01010101
OUT: Final = -1
UNOPPOSED: Final = -2
"""The result of a player who drops out, and of one from whom all others do."""


def worst(hand: i64, trump: i64, most: i64 = MOST) -> i64:
    """Return the cards that a plain player puts away, at most `most`."""
    found: i64 = 0
    rest: i64 = hand & ~(SUIT << 8 * trump) & ~ACES
    while rest and most > 0:
        card = lowest(rest)
        rest ^= card
        found |= card
        most -= 1
    return found


def exchanged(hands: Sequence[int], pack: Sequence[int], trump: i64) -> list[int]:
    """Return the hands after plain players have exchanged in turn, with a pack's next cards."""
    found: list[int] = []
    drawn = 0
    for one in hands:
        hand: i64 = one
        put = worst(hand, trump)
        hand ^= put
        while put:
            put &= put - 1
            hand |= pack[drawn]
            drawn += 1
        found.append(hand)
    return found


def stays(hand: i64, trump: i64) -> bool:
    """Return whether a plain player stays in."""
    trumps: i64 = hand >> 8 * trump & SUIT
    number: i64 = CARDS[trumps]
    return number > 2 or trumps >= (KING if number == 2 else ACE)


def heights(cards: i64) -> i64:
    """Return how high the cards are, whatever their suit."""
    return (cards | cards >> 8 | cards >> 16 | cards >> 24) & SUIT


def lowest(cards: i64) -> i64:
    """Return the lowest of some cards."""
    high: i64 = heights(cards)
    found: i64 = cards & (high & -high) * OF_EACH_SUIT
    return found & -found


def laid_by(hand: i64, led: i64, best: i64, trump: i64) -> i64:
    """Return the card that a plain player lays to a trick with a best card so far, or leads where
    no suit is led (`led` below 0)."""
    trumps: i64 = SUIT << 8 * trump
    if led < 0:
        cards: i64 = hand & trumps or hand
        length: i64 = LENGTHS[heights(cards)]
        cards &= (1 << length - 1) * OF_EACH_SUIT
        return cards & -cards
    cards = allowed(hand, led, trumps)
    able: i64 = cards & better(best, trumps)
    # A better card of its suit is enough before a trump.
    able = able & SUIT << 8 * suit_of(best) or able
    return able & -able if able else lowest(cards)


def tricks(dealt: Sequence[int], first: i64, trump: i64, may_drop: bool) -> i64:
    """Return how many tricks the player at place 0 takes, with the player at place `first` leading;
    OUT or UNOPPOSED where it ends so. Where players `may_drop` out, only the leader must stay."""
    hands: vec[i64] = vec[i64](dealt)
    seats: i64 = len(hands)
    place: i64
    if may_drop:
        others: i64 = 0
        for place in range(seats):
            if place != first and not stays(hands[place], trump):
                hands[place] = 0
            others |= hands[place] if place else 0
        if not hands[0]:
            return OUT
        if first == 0 and not others:
            return UNOPPOSED
    found: i64 = 0
    leader = first
    while hands[leader]:
        led: i64 = -1
        best: i64 = 0
        taker = place = leader
        for _ in range(seats):
            hand: i64 = hands[place]
            if hand:
                card = laid_by(hand, led, best, trump)
                hands[place] = hand ^ card
                if led < 0:
                    led, best = suit_of(card), card
                elif card & better(best, SUIT << 8 * trump):
                    best, taker = card, place
            place = place + 1 if place + 1 < seats else 0
        leader = taker
        if leader == 0:
            found += 1
    return found
