"""A hand of Count to 20 between two turns, in the numbers of `sets`."""

from __future__ import annotations

from typing import Final, NamedTuple

from archive.games.count_to_20.counting import AIM

DRAW: Final = 0
PASS: Final = -1
"""What else can be done than play a set of cards."""


class TableState(NamedTuple):
    """Hands are by place round the table, from some player on; so is whose turn it is. The count
    `made` last, the passes since, and how many cards of the stock are drawn."""

    hands: tuple[int, ...]
    turn: int
    made: int
    passes: int
    drawn: int

    def after(self, choice: int, stock: list[int]) -> TableState:
        """Return how it stands after a set of cards, a draw or a pass."""
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
