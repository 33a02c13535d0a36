"""A deal of Zwanzig ab or Twenty down from the exchange on, among plain players.

They put away what is neither a trump nor an ace, lowest first. They stay in with the ace of trumps,
three trumps, or two with the king: among such players that brings more than it costs. They lead
their strongest card, take every trick as cheaply as they can and otherwise lay their lowest card.
"""

from typing import Final

from archive.analyst.zwanzig_ab.solver import SUIT, allowed, suit_of

MOST: Final = 3
"""So many cards are exchanged at most."""
KING: Final = 0x40
ACE: Final = 0x80
ACES: Final = 0x80808080
OUT: Final = -1
UNOPPOSED: Final = -2
"""What a player comes to who drops out, and one from whom all others do."""


def worst(hand: int, trump: int, most: int = MOST) -> int:
    """Return the cards that a plain player puts away, so many at most."""
    found, number = 0, 0
    rest = hand & ~(SUIT << 8 * trump) & ~ACES
    while rest and number < most:
        card = lowest(rest)
        rest ^= card
        found |= card
        number += 1
    return found


def exchanged(hands: "list[int]", pack: "list[int]", trump: int) -> "list[int]":
    """Return the hands after plain players have exchanged, one after the other, with the next cards
    of a pack."""
    found, drawn = [], 0
    for hand in hands:
        put = worst(hand, trump)
        number = put.bit_count()
        found.append(hand - put + sum(pack[drawn : drawn + number]))
        drawn += number
    return found


def stays(hand: int, trump: int) -> bool:
    """Return whether a plain player stays in."""
    trumps = hand >> 8 * trump & SUIT
    return trumps.bit_count() > 2 or trumps >= (KING if trumps.bit_count() == 2 else ACE)


def lowest(cards: int) -> int:
    """Return the lowest of some cards."""
    for height in (0, 1, 2, 3, 4, 5, 6, 7):
        found = cards & (0x01010101 << height)
        if found:
            return found & -found
    return 0


def laid_by(hand: int, led: int, best: int, trump: int) -> int:
    """Return the card that a plain player lays to a trick with a best card so far, or leads where
    no suit is led (`led` below 0)."""
    if led < 0:
        trumps = hand >> 8 * trump & SUIT
        if trumps:
            return 1 << 8 * trump + trumps.bit_length() - 1
        for height in (7, 6, 5, 4, 3, 2, 1, 0):
            found = hand & (0x01010101 << height)
            if found:
                return found & -found
    cards = allowed(hand, led, trump)
    suit = suit_of(best)
    able = cards & (SUIT << 8 * suit) & -best
    if suit != trump:
        able = able or cards & (SUIT << 8 * trump)
    if able:
        return able & -able
    return lowest(cards)


def tricks(hands: "list[int]", first: int, trump: int, may_drop: bool) -> int:
    """Return how many tricks the player at place 0 takes, the one at place `first` leading; OUT or
    UNOPPOSED where that is how it ends. Where players `may_drop` out, only the one who leads must
    stay. The hands are used up."""
    seats = len(hands)
    if may_drop:
        for place in range(seats):
            if place != first and not stays(hands[place], trump):
                hands[place] = 0
        if not hands[0]:
            return OUT
        if first == 0 and sum(hands) == hands[0]:
            return UNOPPOSED
    found, leader = 0, first
    while hands[leader]:
        led, best, taker = -1, 0, leader
        for step in range(seats):
            place = leader + step if leader + step < seats else leader + step - seats
            hand = hands[place]
            if not hand:
                continue
            card = laid_by(hand, led, best, trump)
            hands[place] = hand ^ card
            if led < 0:
                led = suit_of(card)
                best = card
            elif card > best if suit_of(card) == suit_of(best) else suit_of(card) == trump:
                best, taker = card, place
        leader = taker
        found += leader == 0
    return found
