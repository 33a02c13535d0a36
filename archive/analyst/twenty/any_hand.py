"""A hand of Twenty played out against every hand that the other may hold.

Most of what is found serves for many of these. It is kept in one long list of whole numbers, a row
of all places for every two hands, and not by hand as in solver.py: that takes a third less time
where thousands are gone through, and more where there are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from archive.analyst.twenty.states import CHOICES, HAND_BITS, HANDS, LEFT, PLACE_BITS, TO, Choices
from archive.games.twenty.rules import HAND

if TYPE_CHECKING:
    from mypy_extensions import i64

UNKNOWN: Final = 1 << 40
LEAST: Final = -(1 << 40)
PARTS: Final = 1 << HAND
"""So many hands can be left of one, at most."""
KEPT: Final = sum(len(hand) < 4 for hand in HANDS)
"""Hands below this number have three cards or fewer. With more left to the other the same moments
hardly come twice, and are not kept."""


class AgainstAny:
    """The plays of a player's hand, `first`, and of any other. `ends` are what it is worth to the
    player on turn when both are used up, by place."""

    __slots__ = ("blank", "choices", "moves", "numbers", "rows", "worth")

    def __init__(self, choices: Choices, ends: Sequence[int], first: int) -> None:
        self.moves = choices.moves
        parts = _parts(first)
        self.numbers = {hand: number for number, hand in enumerate(parts)}
        self.choices = [
            [choice - (choice & LEFT) + self.numbers[choice & LEFT] for choice in CHOICES[hand]]
            for hand in parts
        ]
        self.blank = [UNKNOWN] * len(self.moves[0])
        self.rows = [-1] * (PARTS * KEPT)
        self.rows[0] = 0
        self.worth = [*ends]

    def after_each(self, mine: int, others: Sequence[int], place: int) -> list[list[int]]:
        """Return by each hand that the other may hold, what every card that can be played is worth
        to the player on turn, who has what is left of the first hand."""
        choices = self.choices[self.numbers[mine]]
        found: list[list[int]] = []
        for theirs in others:
            row: list[int] = []
            for choice in choices:
                move = self.moves[choice >> HAND_BITS][place]
                left = self._value(False, choice & LEFT, theirs, move & TO)
                row.append((move >> PLACE_BITS) - left)
            found.append(row)
        return found

    def _value(self, turn: bool, mine: i64, theirs: i64, place: i64) -> i64:
        """Return by how much the player on turn will outscore the other; `turn` says whether that
        is the one with the first hand."""
        rows, worth, moves = self.rows, self.worth, self.moves
        if mine == 0 and theirs == 0:
            return worth[place]
        best: i64 = LEAST
        for choice in self.choices[mine] if turn else CHOICES[theirs]:
            code: i64 = choice
            move: i64 = moves[code >> HAND_BITS][place]
            to: i64 = move & TO
            left: i64 = code & LEFT if turn else mine
            right: i64 = theirs if turn else code & LEFT
            found: i64 = UNKNOWN
            if right >= KEPT:
                found = self._value(not turn, left, right, to)
            else:
                row: i64 = rows[right * PARTS + left]
                if row < 0:
                    row = len(worth)
                    rows[right * PARTS + left] = row
                    worth += self.blank
                else:
                    found = worth[row + to]
                if found == UNKNOWN:
                    found = self._value(not turn, left, right, to)
                    worth[row + to] = found
            found = (move >> PLACE_BITS) - found
            if found > best:
                best = found
        return best


def _parts(first: int) -> list[int]:
    """Return all that can be left of a hand, no cards at all before the rest."""
    found = {first}
    ahead = [first]
    while ahead:
        for choice in CHOICES[ahead.pop()]:
            if choice & LEFT not in found:
                found.add(choice & LEFT)
                ahead.append(choice & LEFT)
    return sorted(found)
