"""Highest card, clause by clause; the numbers are those of its rulebook page."""

from archive.rules.hand import Hand
from archive.rules.position import Action, Position

HAND = TRICKS = 3
ACE, KING = 1, 13


class HighestCard(Position):
    """A game of Highest card. Actions: `deal(seat, cards)` and `lay(seat, card)`."""

    __slots__ = ("ace", "hands", "trick", "tricks")

    def __init__(self, seats: int, *, aces_high: bool = False) -> None:
        Position.__init__(self, seats)
        self.ace = KING + 1 if aces_high else 1
        self.hands = [Hand() for _ in range(seats + 1)]
        self.trick: list[tuple[int, int]] = []
        self.tricks = 0
        self.await_action("deal", 1, HAND, fresh=True)

    def deal(self, seat: int, cards: list[int]) -> None:
        """1.1: Three cards each."""
        self.require(len(cards) == HAND, seat, "wrong-number-of-cards", "1.1")
        self.hands[seat] = Hand(cards)
        if seat < self.seats:
            self.await_action("deal", seat + 1, HAND)
        else:
            self.await_action("lay", 1)

    def lay(self, seat: int, card: int) -> None:
        """2.1: By turns, a card from the own hand. 2.2: The highest rank takes the trick."""
        self.require_due("lay", seat, "2.1")
        self.require(self.hands[seat].take(card), seat, "card-not-held", "2.1")
        self.ply += 1
        self.trick.append((seat, card))
        self.turn = seat % self.seats + 1
        if len(self.trick) == self.seats:
            taker = max(self.trick, key=lambda laid: self.height(laid[1]))[0]
            self.score(taker, 1, "3.1")
            self.trick, self.tricks, self.turn = [], self.tricks + 1, taker
            if self.tricks == TRICKS:
                self.await_action("")

    def height(self, card: int) -> int:
        """2.2, 2.3: The height of a card."""
        rank = card & 15
        return self.ace if rank == ACE else rank

    def legal(self) -> list[Action]:
        if self.due != "lay":
            return []
        return [("lay", self.turn, card) for card in self.hands[self.turn].known]

    def winners(self) -> list[int]:
        best = max(self.totals[1:])
        seats = range(1, self.seats + 1)
        return [seat for seat in seats if self.over and self.totals[seat] == best]

    def copy(self) -> "HighestCard":
        twin = HighestCard(self.seats, aces_high=self.ace > KING)
        self.copy_onto(twin)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.trick, twin.tricks = self.trick[:], self.tricks
        return twin
