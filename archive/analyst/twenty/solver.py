"""Two hands of Twenty played out with all cards known: what the player on turn can win by.

Both hands are used up before new ones are dealt, so a pair of hands is a game of its own, joined to
the next by the tally that is left (a place, states.py). Who scored last matters only for the bonus,
and only in a round's last hands: any five plays in a row have one that scores.

What was found is kept in one long list of whole numbers, a row of all places for every two hands.
Of a hand that is not told the same moments with many cards hardly come twice and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from archive.analyst.twenty.states import CHOICES, HAND_BITS, HANDS, LEFT, PLACE_BITS, TO, Choices
from archive.games.twenty.rules import HAND

if TYPE_CHECKING:
    from mypy_extensions import i64

UNKNOWN: Final = 1 << 40
LEAST: Final = -(1 << 40)
PARTS: Final = 1 << HAND
"""So many hands can be left of one, at most."""
MANY: Final = 4
"""Of moments in which a hand that is not told has so many cards nothing is kept."""


class Holding:
    """Hands and all that can be left of them, numbered from no cards at all. `choices` are by
    number what can be played, as CHOICES has it, with the number of the hand left."""

    __slots__ = ("choices", "numbers")

    def __init__(self, hands: Iterable[int]) -> None:
        found: set[int] = set()
        ahead = list(hands)
        while ahead:
            hand = ahead.pop()
            if hand not in found:
                found.add(hand)
                ahead += [choice & LEFT for choice in CHOICES[hand]]
        self.numbers = {hand: number for number, hand in enumerate(sorted(found))}
        self.choices = [
            [choice - (choice & LEFT) + self.numbers[choice & LEFT] for choice in CHOICES[hand]]
            for hand in self.numbers
        ]


ANY: Final = Holding(range(len(HANDS)))
FEWER: Final = sum(len(hand) < MANY for hand in HANDS)
"""The number of the first hand that has many cards."""


class PairOfHands:
    """The plays of a player's hand and another's, of which none need be told. `ends` are what it
    is worth to the player on turn when both are used up, by place; where that is not known, it is
    asked of the `following` pair, which the same player begins."""

    __slots__ = (
        "blank", "first", "following", "kept", "mine", "moves", "places", "rows", "second",
        "theirs", "worth",
    )  # fmt: skip

    def __init__(
        self, choices: Choices, ends: Sequence[int], first: int, second: int | None = None,
        following: PairOfHands | None = None,
    ) -> None:  # fmt: skip
        self.moves = choices.moves
        self.places: i64 = len(self.moves[0])
        self.first, self.second = first, second or 0
        self.mine = Holding([first])
        self.theirs = ANY if second is None else Holding([second])
        self.following = following
        self.blank = [UNKNOWN] * self.places
        self.kept: i64 = FEWER if second is None else len(self.theirs.choices)
        self.rows = [-1] * (PARTS * self.kept)
        self.rows[0] = 0
        self.worth = [*ends] or [*self.blank]

    def value(self, mine: int, theirs: int, place: int, turn: bool = True) -> int:
        """Return by how much the player on turn will outscore the other. `turn` says whether that
        is the one whose hand was told; of two hands always the same one is on turn."""
        return self._value(turn, self.mine.numbers[mine], self.theirs.numbers[theirs], place)

    def after_each(self, mine: int, others: Sequence[int], place: int) -> list[list[int]]:
        """Return by each hand that the other may hold, what every card that can be played is worth
        to the player on turn, whose hand was told."""
        numbers = self.theirs.numbers
        choices = self.mine.choices[self.mine.numbers[mine]]
        found: list[list[int]] = []
        for hand in others:
            theirs = numbers[hand]
            row: list[int] = []
            for choice in choices:
                move = self.moves[choice >> HAND_BITS][place]
                left = self._value(False, choice & LEFT, theirs, move & TO)
                row.append((move >> PLACE_BITS) - left)
            found.append(row)
        return found

    def _value(self, turn: bool, mine: i64, theirs: i64, place: i64) -> i64:
        if mine == 0 and theirs == 0:
            return self._at_end(place)
        rows, worth, moves = self.rows, self.worth, self.moves
        best: i64 = LEAST
        for choice in self.mine.choices[mine] if turn else self.theirs.choices[theirs]:
            code: i64 = choice
            rest: i64 = code & LEFT
            move: i64 = moves[code >> HAND_BITS][place]
            to: i64 = move & TO
            left: i64 = rest if turn else mine
            right: i64 = theirs if turn else rest
            found: i64 = UNKNOWN
            if right >= self.kept:
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

    def _at_end(self, place: i64) -> i64:
        """Return what the rest of the round is worth once both hands are used up."""
        following = self.following
        if following is None:
            return self.worth[place]
        return following.value(following.first, following.second, place)
