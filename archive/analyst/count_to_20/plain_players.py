"""A hand of Count to 20 played to its end by plain players. A player who can make the count does
so, with the cards that would cost most, and with a king only where there is no other way; a player
who can make 20 does so with all that would cost most.

Each player draws from a heap of the stock, so that a card drawn sooner or later by one is not
another's: two choices then differ by what they make, and less by the luck of the draw. As the stock
lies in any order, that is as likely as any.
"""

from __future__ import annotations

from collections.abc import Sequence

from archive.analyst.count_to_20.dearest_sets import dearest, dearest_last, dearest_up_to, needed
from archive.analyst.count_to_20.moments import DRAW, PASS
from archive.analyst.count_to_20.packed_hands import KINGS, cost_of
from archive.analyst.kept import MISSING, Kept
from archive.analyst.number_types import i64, vec
from archive.games.count_to_20.counting import AIM


class PlainPlayers:
    """Plain players. `turns` counts their turns."""

    __slots__ = ("kept", "turns")

    def __init__(self) -> None:
        self.kept = Kept()
        self.turns: i64 = 0

    def costs(
        self, dealt: Sequence[int], turn: i64, made: i64, passes: i64, drawn: i64,
        stock: Sequence[int],
    ) -> list[int]:  # fmt: skip
        """Return by place what is left costs when a hand is played on. Place 0 draws the first card
        of the stock, the next place the second, and so on round; a player whose heap is used up
        draws from the highest, the first of them."""
        hands: vec[i64] = vec[i64](dealt)
        cards: vec[i64] = vec[i64](stock)
        seats: i64 = len(hands)
        # The place in the stock where each heap now begins; one card of every heap lies from one to
        # the next.
        heaps: vec[i64] = vec[i64]([0] * seats)
        place: i64
        for place in range(seats):
            heaps[place] = place + (drawn - place + seats - 1) // seats * seats
        left: i64 = len(cards) - drawn
        before: i64 = turn - 1 if turn else seats - 1
        while made < AIM and passes < seats and hands[before]:
            hand: i64 = hands[turn]
            choice = self.choice(hand, made + 1, left > 0)
            if choice == DRAW:
                heap: i64 = turn if heaps[turn] < len(cards) else highest(heaps, len(cards))
                hands[turn] = hand + cards[heaps[heap]]
                heaps[heap] += seats
                left -= 1
                passes = 0
            elif choice == PASS:
                passes += 1
            else:
                hands[turn] = hand - choice
                made += 1
                passes = 0
            self.turns += 1
            before = turn
            turn = turn + 1 if turn + 1 < seats else 0
        return [cost_of(hand) for hand in hands]

    def choice(self, hand: i64, due: i64, stock: bool) -> i64:
        """Return what a player does who is to make a count, with or without a `stock`."""
        key: i64 = needed(hand, due) << 5 | due
        found = self.kept.get(key)
        if found == MISSING:
            found = made_of(hand, due)
            self.kept.keep(key, found)
        return found or (DRAW if stock else PASS)


def highest(heaps: vec[i64], size: i64) -> i64:
    """Return the place of the heap with most cards, of those that begin at these places."""
    seats: i64 = len(heaps)
    best: i64 = 0
    place: i64
    for place in range(1, seats):
        if (size - heaps[place] - 1) // seats > (size - heaps[best] - 1) // seats:
            best = place
    return best


def made_of(hand: i64, due: i64) -> i64:
    """Return the cards with which a plain player makes a count, 0 where none do."""
    if due == AIM:
        return dearest_last(hand)
    found = dearest(hand, due)
    if found or not hand >> KINGS:
        return found
    return (1 << KINGS) + dearest_up_to(hand, due - 1)
