"""A dealer, which gives a position its cards, from packs shuffled by chance or in a given order."""

from collections.abc import Callable

from archive.rules.position import Position

Shuffle = Callable[[list[int]], None]


class Dealer:
    """A dealer with packs that `shuffle` has put into order. A copy deals the same cards."""

    __slots__ = ("shuffle", "stock")

    def __init__(self, shuffle: Shuffle) -> None:
        self.shuffle = shuffle
        self.stock: list[int] = []

    def deal(self, position: Position) -> None:
        """Give the position cards for as long as it awaits any."""
        while position.wanted:
            if position.fresh:
                self.stock = position.pack()
                self.shuffle(self.stock)
            cards, self.stock = self.stock[: position.wanted], self.stock[position.wanted :]
            seat = (position.turn,) if position.turn else ()
            position.play((position.due, *seat, cards))

    def copy(self) -> "Dealer":
        """Return a dealer with the same cards in the same order."""
        twin = Dealer(self.shuffle)
        twin.stock = self.stock
        return twin


def perft(position: Position, dealer: Dealer, depth: int) -> int:
    """Return the number of ways in which players can act `depth` times from here, with the cards
    that the dealer has: what chess programs check their move generators by."""
    dealer.deal(position)
    if not depth or position.over:
        return 1
    actions = position.legal()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = position.copy()
        after.play(action)
        count += perft(after, dealer.copy(), depth - 1)
    return count
