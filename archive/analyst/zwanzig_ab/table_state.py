"""The tricks of a deal of Zwanzig ab or Twenty down before a card is laid, in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from archive.analyst.zwanzig_ab.solver import SUIT, Tricks, allowed, better, suit_of, unlike
from archive.games.zwanzig_ab.rules import ZwanzigAb
from archive.games.zwanzig_ab.trick_takers import HEIGHTS, ONE
from archive.rules.hand import Hand

LOWEST: Final = 7
"""How high the lowest card of a suit is, the seven."""
WHOLE_PACK: Final = [1 << at for at in range(32)]


class TableState(NamedTuple):
    """The table of a deal. Hands are by place round the table, from some player on, of those who
    have stayed in; so are the player on turn and the `first` to lay a card to this trick. `trick`
    is what was laid to it, `won` the tricks that the player at place 0 has so far."""

    hands: tuple[int, ...]
    turn: int
    trick: tuple[int, ...]
    first: int
    trump: int
    won: int

    def apart(self, unseen: Sequence[int]) -> list[int]:
        """Return cards that the player on turn may lay, one of each kind that makes no difference
        to the trick for a player who has not seen some cards."""
        hand, led = self.hands[self.turn], suit_of(self.trick[0]) if self.trick else -1
        legal = allowed(hand, led, SUIT << 8 * self.trump)
        found = unlike(hand, sum(unseen) | sum(self.trick), legal)
        return [card for card in WHOLE_PACK if card & found]

    def solver(self) -> Tricks:
        """Return the solver of the tricks for the player at place 0."""
        return Tricks(self.hands, self.trump)

    def sure(self, solver: Tricks) -> int:
        """Return how many tricks that player is sure of in all before a trick is begun."""
        tricks = self.hands[self.first].bit_count()
        return self.won + solver.sure(sum(self.hands), self.first, tricks, 0, tricks)

    def sure_after(self, card: int, solver: Tricks) -> int:
        """Return how many tricks that player is sure of in all after a card of the player on
        turn."""
        trick, seats = (*self.trick, card), len(self.hands)
        tricks = self.hands[self.turn].bit_count()
        best, taker = 0, 0
        for number, laid in enumerate(trick):
            if number == 0 or laid & better(best, solver.trumps):
                best, taker = laid, (self.first + number) % seats
        return self.won + solver.rest(
            sum(self.hands) ^ card, (self.turn + 1) % seats, len(trick), suit_of(trick[0]), best,
            taker, tricks, 0, tricks,
        )  # fmt: skip


def like(card: int, apart: Sequence[int]) -> int:
    """Return the card among those that stand apart which has the same effect as another."""
    return min(one for one in apart if suit_of(one) == suit_of(card) and one >= card)


def bit_of(card: int) -> int:
    """Return a card as a bit: eight to a suit, the higher the stronger."""
    return 1 << 8 * ((card >> 4) - 1) + HEIGHTS[card & 15] - LOWEST


def bits_of(hand: Hand) -> list[int]:
    """Return the cards of a hand that are named, rank and suit."""
    return [bit_of(card) for card in hand.known if card >> 4 and card & 15]


def seats_from(position: ZwanzigAb, first: int) -> list[int]:
    """Return the seats that have stayed in, clockwise from one on."""
    order = sorted(position.staying)
    at = order.index(first)
    return [*order[at:], *order[:at]]


def state_of(position: ZwanzigAb, own: int) -> TableState:
    """Return the table, hands from a seat on: before a card is laid, or before the tricks."""
    seats, trick = seats_from(position, own), position.trick
    turn = position.turn if position.due == "lay" else position.maker
    return TableState(
        tuple(sum(bits_of(position.hands[seat])) for seat in seats), seats.index(turn),
        tuple(bit_of(card) for _, card in trick), seats.index(trick[0][0] if trick else turn),
        position.trump - 1, position.takers.count(ONE[own]),
    )  # fmt: skip
