"""A hand of Count to 20 between two turns, in the numbers of `packed_hands`."""

from __future__ import annotations

from typing import Final, NamedTuple

from archive.games.count_to_20.counting import AIM

DRAW: Final = 0
PASS: Final = -1
"""The choice of a pass, beside the sets of cards."""


class TableState(NamedTuple):
    """The table of a hand. Hands are by place round the table, from some player on; so is whose
    turn it is. `made` is the last count, `passes` the number of passes since, and `drawn` the
    number of cards drawn from the stock."""

    hands: tuple[int, ...]
    turn: int
    made: int
    passes: int
    drawn: int

    def after(self, choice: int, stock: list[int]) -> TableState:
        """Return the table after a set of cards, a draw or a pass."""
        hands = list(self.hands)
        turn = (self.turn + 1) % len(hands)
        if choice == PASS:
            return self._replace(turn=turn, passes=self.passes + 1)
        if choice == DRAW:
            hands[self.turn] += stock[self.drawn]
            return self._replace(hands=tuple(hands), turn=turn, passes=0, drawn=self.drawn + 1)
        hands[self.turn] -= choice
        return self._replace(hands=tuple(hands), turn=turn, passes=0, made=self.made + 1)

    @property
    def over(self) -> bool:
        """Return whether the hand has ended."""
        return self.made == AIM or self.passes == len(self.hands) or not all(self.hands)
