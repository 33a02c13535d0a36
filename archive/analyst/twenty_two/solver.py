"""A deal of Twenty-Two with all cards known: whether a player can be sure not to keep a losing
card, and what it costs otherwise.

All others play against that player, as one. What each of them does before a trick does not matter
any more at the next, so a moment between two tricks is the hands and who leads.
"""

from typing import Final

from archive.analyst.twenty_two.moments import TableState
from archive.analyst.twenty_two.packed_hands import WORTH, follows, highest_of, leads, takes

MOST: Final = 11
"""What the dearest card costs."""


class Keeping:
    """The tricks of a deal for the player at place 0. `meets` says whether leads must be met,
    `budget` how many moments are looked at; beyond that the answer is not known (`spent`)."""

    __slots__ = ("budget", "meets", "memo", "nodes", "seats")

    def __init__(self, seats: int, meets: bool, budget: int) -> None:
        self.seats, self.meets, self.budget = seats, meets, budget
        self.nodes = 0
        self.memo: dict[tuple[int, ...], tuple[int, int]] = {}

    @property
    def spent(self) -> bool:
        """Return whether the budget was not enough."""
        return self.nodes > self.budget

    def sure(self, stand: TableState) -> int:
        """Return the least that the player can be sure to pay."""
        return self.trick(list(stand.hands), *stand.trick, stand.size, 0, MOST + 1)

    def cost(self, hands: "list[int]", size: int, leader: int, low: int, high: int) -> int:
        """Return the least that the player can be sure to pay when each hand has `size` cards left.
        A cost of `low` or less, or of `high` or more, need only be known to be that."""
        if size == 1:
            own = highest_of(hands[0])
            for place in range(1, self.seats):
                if highest_of(hands[place]) > own:
                    return 0
            return WORTH[own]
        key = (leader, *hands)
        least, most = self.memo.get(key, (0, MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        found = self.trick(hands, leader, 0, 0, 0, 0, leader, size, low, high)
        if found <= low:
            most = found
        elif found >= high:
            least = found
        else:
            least = most = found
        if not self.spent:
            self.memo[key] = (least, most)
        return found

    def trick(
        self, hands: "list[int]", turn: int, laid: int, number: int, led: int, best: int,
        taker: int, size: int, low: int, high: int,
    ) -> int:  # fmt: skip
        """Return the same in a trick: the player on turn, how many have laid, how many cards were
        led and which, the best so far and its player, and the cards of each hand before it."""
        if laid == self.seats:
            return self.cost(hands, size - number, taker, low, high)
        self.nodes += 1
        if self.nodes > self.budget:
            return low
        hand = hands[turn]
        following = turn + 1 if turn + 1 < self.seats else 0
        mine = turn == 0
        found = MOST + 1 if mine else -1
        choices = follows(hand, number, led, best, self.meets) if laid else leads(hand, size)
        for cards in choices:
            hands[turn] = hand - cards
            if laid == 0:
                count = cards >> 4 * highest_of(cards)
                value = self.trick(hands, following, 1, count, cards, cards, turn, size, low, high)
            elif takes(cards, led, best, self.meets):
                value = self.trick(
                    hands, following, laid + 1, number, led, cards, turn, size, low, high
                )
            else:
                value = self.trick(
                    hands, following, laid + 1, number, led, best, taker, size, low, high
                )
            if mine:
                if value < found:
                    found = value
                    high = min(high, found)
            elif value > found:
                found = value
                low = max(low, found)
            if low >= high:
                break
        hands[turn] = hand
        return found
