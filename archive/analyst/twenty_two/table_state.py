"""A deal of Twenty-Two between two plays, in the numbers of `packed_hands`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archive.analyst.twenty_two.packed_hands import highest_of, takes
from archive.games.twenty_two.ranking import height
from archive.games.twenty_two.rules import TwentyTwo

LOWEST = 2
"""How high the lowest card is, the two."""


class TableState(NamedTuple):
    """The table of a deal. Hands are by place round the table, from some player on; so are the
    player on turn and the one who has the trick so far, or leads (`taker`). `laid` players have
    laid `number` cards each, `led` and `best` are the first and the best of them; each hand had
    `size` cards before the trick."""

    hands: tuple[int, ...]
    turn: int
    laid: int
    number: int
    led: int
    best: int
    taker: int
    size: int
    meets: bool

    @property
    def trick(self) -> tuple[int, int, int, int, int, int]:
        """Return the trick in the form that the solver and the plain players take."""
        return self.turn, self.laid, self.number, self.led, self.best, self.taker

    def after(self, cards: int) -> TableState:
        """Return the table after the player on turn has laid cards. A full trick is left lying."""
        hands = list(self.hands)
        hands[self.turn] -= cards
        wins = not self.laid or takes(cards, self.led, self.best, self.meets)
        return self._replace(
            hands=tuple(hands), turn=(self.turn + 1) % len(hands), laid=self.laid + 1,
            number=self.number or cards >> 4 * highest_of(cards), led=self.led or cards,
            best=cards if wins else self.best, taker=self.turn if wins else self.taker,
        )  # fmt: skip


def packed(cards: Sequence[int]) -> int:
    """Return cards as one whole number."""
    return sum(1 << 4 * (height(card) - LOWEST) for card in cards)


def best_of(position: TwentyTwo) -> int:
    """Return the best cards of a trick so far; all of its cards must be known."""
    return sum(1 << 4 * (high - LOWEST) for high in position.best[0])


def state_of(position: TwentyTwo, first: int) -> TableState:
    """Return the table before a play or an exchange, hands from the seat `first` on."""
    at = position.order.index(first)
    seats = [*position.order[at:], *position.order[:at]]
    trick = position.trick if position.due == "lay" else []
    leads = position.turn if position.due == "lay" else position.order[0]
    return TableState(
        tuple(packed(position.hands[seat].known) for seat in seats),
        seats.index(position.turn if position.due == "lay" else leads),
        len(trick), len(trick[0]) if trick else 0,
        packed(trick[0]) if trick else 0, best_of(position) if trick else 0,
        seats.index(position.taking[0] if trick else leads),
        len(position.hands[position.turn]), position.meets,
    )  # fmt: skip
