"""A hand of Count to 20 played to its end by plain players: who can make the count does so, with
the cards that would cost most, and with a king only where there is no other way; who can make 20
does so with all that would cost most.

Each player draws from a heap of the stock, so that a card drawn sooner or later by one is not
another's: two choices are then told apart by what they make, and less by the luck of the draw. As
the stock lies in any order, that is as likely as any.
"""

from typing import Final

from archive.analyst.count_to_20.sets import KINGS, cost_of, dearest, last_set
from archive.analyst.count_to_20.table_state import DRAW, PASS
from archive.games.count_to_20.counting import AIM

KEPT: Final = 20_000
"""Hands for which is kept what players do; then all are forgotten."""


class PlainPlayers:
    """Plain players. `turns` counts what they did."""

    __slots__ = ("memo", "turns")

    def __init__(self) -> None:
        self.memo: dict[int, int] = {}
        self.turns = 0

    def costs(
        self, hands: "list[int]", turn: int, made: int, passes: int, drawn: int,
        stock: "list[int]",
    ) -> "list[int]":  # fmt: skip
        """Return by place what is left costs, when a hand is played on. The hands are used up.
        Place 0 draws the first card of the stock, the next place the second, and so on round."""
        seats = len(hands)
        heaps = []
        for place in range(seats):
            gone = (drawn - place + seats - 1) // seats
            heap = stock[place + gone * seats :: seats]
            heap.reverse()
            heaps.append(heap)
        left = len(stock) - drawn
        while made < AIM and passes < seats and hands[turn - 1]:
            choice = self.choice(hands[turn], made + 1, left > 0)
            if choice == DRAW:
                heap = heaps[turn] or max(heaps, key=len)
                hands[turn] += heap.pop()
                left -= 1
                passes = 0
            elif choice == PASS:
                passes += 1
            else:
                hands[turn] -= choice
                made += 1
                passes = 0
            self.turns += 1
            turn = turn + 1 if turn + 1 < seats else 0
        return [cost_of(hand) for hand in hands]

    def choice(self, hand: int, due: int, stock: bool) -> int:
        """Return what a player does who is to make a count; `stock` is whether there is one."""
        key = hand << 5 | due
        found = self.memo.get(key, 0)
        if not found:
            if len(self.memo) >= KEPT:
                self.memo.clear()
            found = made_of(hand, due) or PASS
            self.memo[key] = found
        return DRAW if found == PASS and stock else found


def made_of(hand: int, due: int) -> int:
    """Return the cards with which a plain player makes a count, 0 where none do."""
    if due == AIM:
        return last_set(hand)
    cards = dearest(hand, due)
    if cards[due] > 0:
        return cards[due]
    if not hand >> KINGS:
        return 0
    rest = max(cards[:due], key=_cost)
    return (1 << KINGS) + rest


def _cost(cards: int) -> int:
    return cost_of(cards) if cards >= 0 else -1
