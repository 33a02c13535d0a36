"""A hand of Count to 20 played to its end by plain players: who can make the count does so,
nearly always, with the cards that would cost most, sparing kings more often than not."""

from typing import Final

from archive.analyst.count_to_20.sets import KINGS, cost_of, dearest
from archive.analyst.count_to_20.stand import DRAW, PASS
from archive.analyst.packed import FOUR_BITS
from archive.games.count_to_20.counting import AIM

WAITS: Final = 0.05
SPARES: Final = 0.6
"""How often a player who could make the count draws, and keeps kings back where there is
another way."""


class PlainPlayers:
    """Players who choose by chance: at each turn after the first the same of the `chances`,
    whatever was played before. `turns` counts what they did."""

    __slots__ = ("chances", "memo", "turns")

    def __init__(self, chances: "list[float]") -> None:
        self.chances = chances
        self.memo: dict[int, list[int]] = {}
        self.turns = 0

    def meet(self, chances: "list[float]") -> None:
        """Meet other chances, in another deal."""
        self.chances = chances
        self.memo.clear()

    def dearest(self, hand: int, due: int) -> "list[int]":
        """Return what `sets.dearest` has, found once for each hand of a deal."""
        key = hand << 5 | due
        if key not in self.memo:
            self.memo[key] = dearest(hand, due)
        return self.memo[key]

    def costs(
        self, hands: "list[int]", turn: int, made: int, passes: int, drawn: int,
        stock: "list[int]",
    ) -> "list[int]":  # fmt: skip
        """Return by place what is left costs, when a hand is played on. The hands are used up."""
        seats = len(hands)
        first = self.turns
        while made < AIM and passes < seats and hands[turn - 1]:
            hand = hands[turn]
            choice = self.choice(hand, made + 1, drawn < len(stock), self.turns - first)
            if choice == DRAW:
                hands[turn] = hand + stock[drawn]
                drawn += 1
                passes = 0
            elif choice == PASS:
                passes += 1
            else:
                hands[turn] = hand - choice
                made += 1
                passes = 0
            self.turns += 1
            turn = turn + 1 if turn + 1 < seats else 0
        return [cost_of(hand) for hand in hands]

    def choice(self, hand: int, due: int, stock: bool, step: int) -> int:
        """Return what a player does who is to make a count, `step` turns on; `stock` is whether
        there is one."""
        at = 2 * step % len(self.chances)
        if stock and self.chances[at] < WAITS:
            return DRAW
        cards = self.dearest(hand, due)
        kings = hand >> KINGS & FOUR_BITS
        if cards[due] > 0 and (not kings or self.chances[at - 1] < SPARES):
            return cards[due]
        kings = min(kings, due)
        if kings:
            rest = max(range(due - kings + 1), key=lambda total: _cost(cards[total]))
            return (kings << KINGS) + max(0, cards[rest])
        return DRAW if stock else PASS


def _cost(cards: int) -> int:
    return cost_of(cards) if cards >= 0 else -1
