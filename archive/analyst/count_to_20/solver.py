"""The last turns of a hand of Count to 20 with all cards known, the stock in its order.

The value of a hand for a player is by how much more the others are left with, on average. With more
than two players all others play against that player, as one.
"""

from typing import Final

from archive.analyst.count_to_20.dearest_sets import dearest_last
from archive.analyst.count_to_20.moments import DRAW, TableState
from archive.analyst.count_to_20.packed_hands import cost_of, sets_for
from archive.games.count_to_20.counting import AIM

WIDE: Final = 1024
"""A number greater than the cost of all cards of the pack."""
LEAST: Final = -(1 << 40)
MOST: Final = 1 << 40


class LastTurns:
    """A hand seen by the player at place 0. The `stock` is in its order as far as that is known,
    and has `size` cards; with `may_pass`, a player who can make the count need not do so once it is
    empty. `budget` is how many moments are looked at; beyond that, or where the order of the stock
    is not known, the answer is not known either (`open`)."""

    __slots__ = ("budget", "may_pass", "memo", "nodes", "open", "seats", "sets", "size", "stock")

    def __init__(
        self, seats: int, stock: "list[int]", size: int, may_pass: bool, budget: int
    ) -> None:
        self.seats, self.stock, self.size = seats, stock, size
        self.may_pass, self.budget = may_pass, budget
        self.nodes = 0
        self.open = False
        self.memo: dict[tuple[int, ...], tuple[int, int]] = {}
        self.sets: dict[tuple[int, int], list[int]] = {}

    def each(self, stand: TableState, choices: "list[int]") -> "dict[int, int]":
        """Return what the player can be sure of after each choice of the player on turn, in the
        form of `at_end`; nothing where that is not known."""
        found: dict[int, int] = {}
        for choice in choices:
            if choice == DRAW and not self.stock:
                self.open = True
            if self.open:
                return {}
            hands, turn, made, passes, drawn = stand.after(choice, self.stock)
            found[choice] = self.worth(list(hands), turn, made, passes, drawn, LEAST, MOST)
        return {} if self.open else found

    def at_end(self, hands: "list[int]") -> int:
        """Return the value of a finished hand for the player, and the player's score, as one
        number: the first times `WIDE` plus the second."""
        own = cost_of(hands[0])
        found = -own * (self.seats - 1)
        for place in range(1, self.seats):
            found += cost_of(hands[place])
        return found * WIDE + own

    def sets_of(self, hand: int, due: int) -> "list[int]":
        """Return the sets of a hand that make a count. Making 20 ends the hand, so for 20 only the
        set that costs most is needed."""
        key = (hand, due)
        if key not in self.sets:
            if due == AIM:
                last = dearest_last(hand)
                self.sets[key] = [last] if last else []
            else:
                self.sets[key] = sets_for(hand, due)
        return self.sets[key]

    def worth(
        self, hands: "list[int]", turn: int, made: int, passes: int, drawn: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Return what the player can be sure of, in the form of `at_end`. A value of `low` or less,
        or of `high` or more, need only be known to be that."""
        self.nodes += 1
        before = turn - 1 if turn else self.seats - 1
        if made == AIM or passes == self.seats or hands[before] == 0:
            return self.at_end(hands)
        key = (turn, made, passes, drawn, *hands)
        least, most = self.memo.get(key, (LEAST, MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        if self.nodes > self.budget:
            self.open = True
            return low
        found = self.best(hands, turn, made, passes, drawn, max(low, least), min(high, most))
        if not self.open:
            if found <= low:
                self.memo[key] = (least, found)
            elif found >= high:
                self.memo[key] = (found, most)
            else:
                self.memo[key] = (found, found)
        return found

    def best(
        self, hands: "list[int]", turn: int, made: int, passes: int, drawn: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Return the best of all choices, for the player or for the others."""
        hand, mine = hands[turn], turn == 0
        following = turn + 1 if turn + 1 < self.seats else 0
        found = LEAST if mine else MOST
        choices = self.sets_of(hand, made + 1)
        for chosen in choices:
            hands[turn] = hand - chosen
            value = self.worth(hands, following, made + 1, 0, drawn, low, high)
            if mine:
                found = max(found, value)
                low = max(low, found)
            else:
                found = min(found, value)
                high = min(high, found)
            if low >= high:
                hands[turn] = hand
                return found
        hands[turn] = hand
        if drawn < self.size:
            if drawn >= len(self.stock):
                self.open = True
                return low
            hands[turn] = hand + self.stock[drawn]
            value = self.worth(hands, following, made, 0, drawn + 1, low, high)
        elif self.may_pass or not choices:
            value = self.worth(hands, following, made, passes + 1, drawn, low, high)
        else:
            return found
        hands[turn] = hand
        return max(found, value) if mine else min(found, value)
