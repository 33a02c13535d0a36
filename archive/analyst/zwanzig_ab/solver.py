"""The tricks of a deal with all cards known: how many one player can be sure of.

All others play against that player, as one. What they win among them does not matter, so a moment
between two tricks is the hands and who leads. A card is a bit, eight to a suit, the higher the
stronger; a hand is the sum of its cards.
"""

from typing import Final

SUIT: Final = 0xFF


class Tricks:
    """The tricks of a deal. `hands` are by place at the table, those alone who have stayed in;
    `player` is the place of the one whose tricks are counted, `trump` the suit, from 0."""

    __slots__ = ("memo", "player", "seats", "trump")

    def __init__(self, seats: int, player: int, trump: int) -> None:
        self.seats, self.player, self.trump = seats, player, trump
        self.memo: dict[tuple[int, ...], int] = {}

    def sure(self, hands: "list[int]", leader: int) -> int:
        """Return how many more tricks the player is sure of, whatever the others do."""
        if hands[leader] == 0:
            return 0
        key = (leader, *hands)
        found = self.memo.get(key, -1)
        if found < 0:
            most = hands[leader].bit_count()
            found = self.rest(hands, leader, 0, -1, 0, leader, 0, most)
            self.memo[key] = found
        return found

    def rest(
        self, hands: "list[int]", turn: int, laid: int, led: int, best: int, taker: int,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """Return the same in the middle of a trick: who is on turn, how many cards are laid, the
        suit led, and the best card with its place. Only whether it is `low` or less, or `high` or
        more, need be right beyond these."""
        if laid == self.seats:
            return (taker == self.player) + self.sure(hands, taker)
        hand = hands[turn]
        following = turn + 1 if turn + 1 < self.seats else 0
        mine = turn == self.player
        found = -1 if mine else 99
        for card in self.choices(hands, turn, led, best):
            hands[turn] = hand ^ card
            wins = laid == 0 or self.beats(card, best)
            if laid == 0:
                led = suit_of(card)
            value = self.rest(
                hands, following, laid + 1, led, card if wins else best, turn if wins else taker,
                low, high,
            )  # fmt: skip
            if mine:
                if value > found:
                    found = value
                    low = max(low, found)
            elif value < found:
                found = value
                high = min(high, found)
            if low >= high:
                break
        hands[turn] = hand
        return found

    def beats(self, card: int, best: int) -> bool:
        """Return whether a card beats the best so far."""
        suit, other = suit_of(card), suit_of(best)
        return card > best if suit == other else suit == self.trump

    def choices(self, hands: "list[int]", turn: int, led: int, best: int) -> "list[int]":
        """Return the cards that may be laid, strongest first, one of each run with no other
        player's card between."""
        own = allowed(hands[turn], led, self.trump)
        others = best
        for place in range(self.seats):
            if place != turn:
                others |= hands[place]
        return unlike(own, others)


def suit_of(card: int) -> int:
    """Return a card's suit, from 0."""
    return (card.bit_length() - 1) >> 3


def allowed(hand: int, led: int, trump: int) -> int:
    """Return the cards of a hand that may be laid: of the suit led, else trumps, else any."""
    if led < 0:
        return hand
    return hand & (SUIT << 8 * led) or hand & (SUIT << 8 * trump) or hand


def unlike(own: int, others: int) -> "list[int]":
    """Return cards, the strongest of a suit first, of which no two stand for each other: between
    the cards of a run lies none of the others' cards."""
    found = []
    for suit in (0, 1, 2, 3):
        mine, theirs = own >> 8 * suit & SUIT, others >> 8 * suit & SUIT
        run = False
        for height in (7, 6, 5, 4, 3, 2, 1, 0):
            bit = 1 << height
            if mine & bit:
                if not run:
                    found.append(bit << 8 * suit)
                run = True
            elif theirs & bit:
                run = False
    return found
