"""The rest of a hand of Count to 20, and the possible values of unnamed cards.

A player who plays an unnamed card keeps one card less, and which one the hand does not show. The
cost of such a play is known only where every card it can have been costs the same. Suits play no
part here, so that a hand is the number of its cards of each rank.
"""

from archive.games.count_to_20.counting import OF_A_RANK, counts_with, penalty
from archive.rules.hand import ANY, Hand
from archive.rules.pack import KING


class Left:
    """The rest of a hand: the `ranks` that were in it and have not been seen to leave it, as cards
    without suits; how many of its cards are `unknown`; and how many have left it `unnamed`, so that
    of `ranks` as many may be gone."""

    __slots__ = ("ranks", "unknown", "unnamed")

    def __init__(self, hand: Hand) -> None:
        self.unnamed = self.unknown = 0
        self.ranks = [card & 15 for card in hand.known]
        if not (0 in self.ranks or hand.unknown or hand.doubted or hand.gone):
            return  # as most are
        number = [0] * (KING + 1)
        for card in hand.known + hand.doubted:
            number[card & 15] += 1
        unknown = hand.unknown + number[0]
        for card in hand.gone:
            if card & 15:
                number[card & 15] -= 1
            else:
                self.unnamed += 1
        self.ranks = []
        for rank in range(1, KING + 1):
            if number[rank] < 0:
                unknown += number[rank]  # these were among the unknown ones
            else:
                self.ranks += [rank] * number[rank]
        self.unknown = max(0, unknown)

    @property
    def sure(self) -> bool:
        """Return whether the ranks are exactly the cards held, beside the unknown ones."""
        return not self.unnamed and self.unknown < ANY // 2


def free_ranks(hand: Hand, cards: "list[int]") -> "list[int]":
    """Return by rank the number of cards that the unnamed ones of a set can be, besides the named
    ones."""
    left = Left(hand)
    free = OF_A_RANK[:]
    if not left.unknown:
        suits = {card >> 4 for card in cards if not card & 15}
        held = {card & 15 for card in hand.known + hand.doubted
                if 0 in suits or not card >> 4 or card >> 4 in suits}  # fmt: skip
        free = [left.ranks.count(rank) if rank in held else 0 for rank in range(KING + 1)]
    for card in cards:
        if card & 15:
            free[card & 15] = max(0, free[card & 15] - 1)
    return free


def fitting(others: "list[int]", free: "list[int]", due: int) -> "list[int]":
    """Return the ranks that an unnamed card can have, for it and the others to make the count
    due."""
    found = []
    for rank in range(1, KING + 1):
        if free[rank]:
            rest = free[:]
            rest[rank] -= 1
            if counts_with(others + [rank], rest) & due:
                found.append(rank)
    return found


class Named:
    """A set with unnamed cards, as far as the hand and the count due show which they are: its
    `cards`, their possible counts (`counts`), the `costs` of those that stay unnamed, 0 where
    unknown, and whether it is `open` that they make the count."""

    __slots__ = ("cards", "costs", "counts", "open")

    def __init__(self, hand: Hand, cards: "list[int]", due: int) -> None:
        free = free_ranks(hand, cards)
        self.cards = cards[:]
        self.counts = counts_with(cards, free)
        self.costs: list[int] = []
        self.open = False
        if not self.counts & due:
            return
        unknown = [at for at in range(len(cards)) if not cards[at] & 15]
        for at in unknown:
            ranks = fitting(self.cards[:at] + self.cards[at + 1 :], free, due)
            if len(ranks) == 1:
                self.cards[at] += ranks[0]
                continue
            costs = {penalty(rank) for rank in ranks}
            self.costs.append(costs.pop() if len(costs) == 1 else 0)
            every = len([1 for number in free if number])
            self.open = self.open or len(ranks) < every or len(unknown) > 1


def costs_left(hand: Hand, unnamed: "list[int]") -> "list[int] | None":
    """6.4 to 6.6: Return the cost of each card left in a hand; None where that is unknown.
    `unnamed` has the cost of each card that was played without a name, 0 where that is open."""
    held = len(hand)
    if not hand.gone and not hand.unknown and not hand.doubted:
        return [penalty(card) for card in hand.known]  # as most are
    if held <= 0:
        return []
    left = Left(hand)
    if left.unknown:
        return None
    costs = [penalty(rank) for rank in left.ranks]
    for cost in unnamed:
        if cost in costs:
            costs.remove(cost)
    if len(costs) == held:
        return costs
    return costs[:held] if len(set(costs)) == 1 else None
