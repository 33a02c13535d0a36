"""The tricks of a deal with all cards known: how many one player can be sure of.

All others play against that player, as one. What they win among them does not matter, so a moment
between two tricks is the cards that are left, each with the player who was dealt it, and who leads.
A card is a bit, eight to a suit, the higher the stronger; a hand is the sum of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archive.analyst.number_types import i64
from archive.games.zwanzig_ab.rules import TRICKS

SUIT: Final = 0xFF
CARDS: Final = bytes(cards.bit_count() for cards in range(SUIT + 1))
"""How many cards of a suit a number holds."""
LENGTHS: Final = bytes(cards.bit_length() for cards in range(SUIT + 1))
"""How high the highest card of a suit is, from 1 up."""
WHOLE: Final = 0xFFFFFFFF
BELOW_1: Final = 0x7F7F7F7F
BELOW_2: Final = 0x3F3F3F3F
BELOW_4: Final = 0x0F0F0F0F
"""The cards that have one, two or four above them in their suit."""
MOST: Final = TRICKS + 1


class Tricks:
    """The tricks of a deal. `hands` are by place at the table, only of those who have stayed in;
    the tricks counted are those of the player at place 0. `trump` is the suit, from 0."""

    __slots__ = ("first_trump", "hands", "known", "mine", "seats", "trumps")

    def __init__(self, hands: Sequence[int], trump: int) -> None:
        self.hands = [*hands]
        self.seats = len(hands)
        self.mine: i64 = hands[0]
        self.first_trump: i64 = 8 * trump
        self.trumps: i64 = SUIT << 8 * trump
        self.known: dict[int, int] = {}

    def sure(self, left: i64, leader: i64, tricks: i64, low: i64, high: i64) -> i64:
        """Return how many of the `tricks` to come the player is sure of; `left` are the cards in
        all hands. Of numbers not between `low` and `high` no more need be known."""
        if tricks == 1:
            return self.last(left, leader)
        trumps: i64 = left >> self.first_trump & SUIT
        mine: i64 = self.mine >> self.first_trump & trumps
        # Trumps above all others' are tricks, whenever they are laid.
        least: i64 = CARDS[mine >> LENGTHS[trumps ^ mine]]
        if least >= high:
            return least
        most: i64 = tricks - self._lost(trumps ^ mine, LENGTHS[mine])
        if most <= low or most == least:
            return most
        key = left << 3 | leader
        was: i64 = self.known.get(key, -1)
        if was >= 0:
            least = max(least, was // MOST)
            most = min(most, was % MOST)
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        low, high = max(low, least), min(high, most)
        found: i64 = self.rest(left, leader, 0, -1, 0, leader, tricks, low, high)
        if found <= low:
            most = found
        elif found >= high:
            least = found
        else:
            least = most = found
        self.known[key] = least * MOST + most
        return found

    def _lost(self, trumps: i64, above: i64) -> i64:
        """Return how many tricks one of the others alone is sure of, with `trumps` of theirs that
        are higher than the player's highest."""
        found: i64 = 0
        for place in range(1, self.seats):
            hand: i64 = self.hands[place]
            sure: i64 = CARDS[(hand >> self.first_trump & trumps) >> above]
            found = max(found, sure)
        return found

    def last(self, left: i64, leader: i64) -> i64:
        """Return whether the player takes the last trick, in which there is no choice."""
        hands, turn, taker = self.hands, leader, leader
        best: i64 = hands[leader] & left
        for _ in range(1, self.seats):
            turn = turn + 1 if turn + 1 < self.seats else 0
            hand: i64 = hands[turn]
            if hand & left & better(best, self.trumps):
                best, taker = hand & left, turn
        return 1 if taker == 0 else 0

    def rest(
        self, left: i64, turn: i64, laid: i64, led: i64, best: i64, taker: i64, tricks: i64,
        low: i64, high: i64,
    ) -> i64:  # fmt: skip
        """Return the same in a trick, that trick counted: the player on turn, how many cards are
        laid, the suit led, below 0 before there is one, and the best card with its place."""
        mine = turn == 0
        if laid == self.seats:
            won: i64 = 1 if taker == 0 else 0
            if tricks == 1:
                return won
            return won + self.sure(left, taker, tricks - 1, low - won, high - won)
        hand: i64 = self.hands[turn]
        hand &= left
        able: i64 = unlike(hand, left ^ hand | best, allowed(hand, led, self.trumps))
        losing: i64 = 0
        if laid:
            losing = able
            able &= better(best, self.trumps)
            losing ^= able
        following: i64 = turn + 1 if turn + 1 < self.seats else 0
        found: i64 = -1 if mine else MOST
        while able or losing:
            value: i64
            if able:
                card: i64 = able & -able
                able ^= card
                suit: i64 = led if laid else suit_of(card)
                value = self.rest(left ^ card, following, laid + 1, suit, card, turn, tricks,
                                  low, high)  # fmt: skip
            else:
                card = losing & -losing
                losing ^= card
                value = self.rest(left ^ card, following, laid + 1, led, best, taker, tricks,
                                  low, high)  # fmt: skip
            if mine:
                if value > found:
                    found = value
                    low = max(low, found)
            elif value < found:
                found = value
                high = min(high, found)
            if low >= high:
                break
        return found


def better(best: i64, trumps: i64) -> i64:
    """Return the cards that beat, or are, the best so far."""
    above: i64 = -best & SUIT << 8 * suit_of(best)
    return above if best & trumps else above | trumps


def suit_of(card: i64) -> i64:
    """Return a card's suit, from 0."""
    return 0 if card < 1 << 8 else 1 if card < 1 << 16 else 2 if card < 1 << 24 else 3


def allowed(hand: i64, led: i64, trumps: i64) -> i64:
    """Return the cards of a hand that may be laid: of the suit led, else trumps, else any."""
    if led < 0:
        return hand
    return hand & SUIT << 8 * led or hand & trumps or hand


def unlike(hand: i64, others: i64, among: i64) -> i64:
    """Return cards of a hand `among` some, of which no two are equal in effect: of the cards of a
    run, between which no card of the others lies, the highest is taken."""
    free: i64 = others ^ WHOLE
    reached: i64 = hand | free & (hand >> 1 & BELOW_1)
    free &= free >> 1 & BELOW_1
    reached |= free & (reached >> 2 & BELOW_2)
    free &= free >> 2 & BELOW_2
    reached |= free & (reached >> 4 & BELOW_4)
    return among & ~(reached >> 1 & BELOW_1)
