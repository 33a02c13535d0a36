"""A deal of Twenty-Two played to its end by plain players, who choose by chance among the few plays
that any player would consider.

Before a lead they consider any rank but their lowest; when they follow, the cheapest and the
dearest cards that would win, and their lowest. With two cards left they lay the higher one whenever
it wins, and lead it.
"""

from typing import Final

from archive.analyst.packed_cards import FOUR_BITS
from archive.analyst.twenty_two.moments import TableState
from archive.analyst.twenty_two.packed_hands import (
    WORTH,
    equal_or_beat,
    high_cards,
    highest_of,
    low_cards,
    lowest_of,
    of_one_rank,
)

CHEAPEST: Final = 0.5
DEAREST: Final = 0.8
"""How often a player wins with the cheapest cards, and with the cheapest or the dearest."""
SEATS: Final = 10
"""The most players."""
SEVERAL: Final = 0.5
"""How often all cards of a rank are led, and not one of them."""


class PlainPlayers:
    """Players who choose by chance: a player with a given number of cards meets the same of the
    `chances` whatever was played before. `meets` says whether leads must be met."""

    __slots__ = ("chances", "meets", "steps")

    def __init__(self, meets: bool, chances: "list[float]") -> None:
        self.meets, self.chances = meets, chances
        self.steps = 0

    def chance(self, turn: int, size: int, number: int) -> float:
        """Return the first or second chance that a player with `size` cards meets."""
        return self.chances[(2 * (SEATS * size + turn) + number) % len(self.chances)]

    def cost(
        self, hands: "list[int]", turn: int, laid: int, number: int, led: int, best: int,
        taker: int, size: int,
    ) -> int:  # fmt: skip
        """Return what the player at place 0 pays when a deal is played on from the middle of a
        trick (as in `Keeping.trick`). The hands are used up."""
        seats = len(hands)
        while size > 1:
            while laid < seats:
                hand = hands[turn]
                if laid == 0:
                    cards = self.lead(hand, turn, size)
                    number = cards >> 4 * highest_of(cards)
                    led = best = cards
                    taker = turn
                else:
                    cards = self.follow(hand, turn, number, led, best, size)
                    if self.takes(cards, number, led, best):
                        best, taker = cards, turn
                hands[turn] = hand - cards
                self.steps += 1
                laid += 1
                turn = turn + 1 if turn + 1 < seats else 0
            size -= number
            turn, laid = taker, 0
        own = highest_of(hands[0])
        for hand in hands:
            if highest_of(hand) > own:
                return 0
        return WORTH[own]

    def choice(self, stand: TableState) -> int:
        """Return what the player on turn plays."""
        hand = stand.hands[stand.turn]
        if not stand.laid:
            return self.lead(hand, stand.turn, stand.size)
        return self.follow(hand, stand.turn, stand.number, stand.led, stand.best, stand.size)

    def takes(self, cards: int, number: int, led: int, best: int) -> bool:
        """Return whether cards win the trick so far."""
        if number == 1:
            return highest_of(cards) >= highest_of(best)
        if self.meets and not of_one_rank(cards):
            return False
        return equal_or_beat(cards, best)

    def lead(self, hand: int, turn: int, size: int) -> int:
        """Return what a player leads."""
        high = highest_of(hand)
        if size == 2:
            return 1 << 4 * high
        low = lowest_of(hand)
        ranks = []
        rest = hand
        while rest:
            rank = highest_of(rest)
            rest &= (1 << 4 * rank) - 1
            if rank != low:
                ranks.append(rank)
        rank = ranks[int(self.chance(turn, size, 0) * len(ranks))] if ranks else low
        most = min(hand >> 4 * rank & FOUR_BITS, size - 1)
        if most > 1 and self.chance(turn, size, 1) < SEVERAL:
            return most << 4 * rank
        return 1 << 4 * rank

    def follow(self, hand: int, turn: int, number: int, led: int, best: int, size: int) -> int:
        """Return what a player plays to a trick."""
        due = led if self.meets else best
        cheap, dear = cheapest(hand, number, due), 0
        low = low_cards(hand, number)
        if cheap == 0:
            return low
        dear = 1 << 4 * highest_of(hand) if number == 1 else high_cards(hand, number)
        if size - number == 1:
            return dear
        chance = self.chance(turn, size, 0)
        if self.meets:
            return cheap if chance < CHEAPEST else dear
        return cheap if chance < CHEAPEST else dear if chance < DEAREST else low


def chances_met(size: int) -> int:
    """Return how many chances players meet from `size` cards on: two with every number."""
    return 2 * SEATS * (size + 1)


def cheapest(hand: int, number: int, due: int) -> int:
    """Return the cheapest `number` cards of a hand that equal or beat others; 0 where none do."""
    found = 0
    if number == 1:
        hand &= -1 << 4 * lowest_of(due)
        return 1 << 4 * lowest_of(hand) if hand else 0
    for _ in range(number):
        rank = lowest_of(due)
        due -= 1 << 4 * rank
        able = hand & (-1 << 4 * rank)
        if not able:
            return 0
        taken = 1 << 4 * lowest_of(able)
        found += taken
        hand -= taken
    return found
