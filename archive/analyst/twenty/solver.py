"""Two hands of Twenty played out with all cards known: what the player on turn can win by.

Both hands are used up before new ones are dealt, so a pair of hands is a game of its own, joined to
the next by the tally that is left (a place, states.py). Who scored last matters only for the bonus,
and only in a round's last hands: any five plays in a row have one that scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from archive.analyst.twenty.states import CHOICES, HAND_BITS, LEFT, PLACE_BITS, TO, Choices

if TYPE_CHECKING:
    from mypy_extensions import i64

LEAST: Final = -(1 << 40)


class PairOfHands:
    """The plays of two hands. `ends` are what it is worth to the player on turn when both are used
    up, by place; where that is not known, it is asked of the `following` pair, which has a `first`
    and a `second` hand and is begun by the same player."""

    __slots__ = ("ends", "first", "following", "known", "moves", "second")

    def __init__(
        self, choices: Choices, ends: Sequence[int], first: int = 0, second: int = 0,
        following: PairOfHands | None = None,
    ) -> None:  # fmt: skip
        self.moves = choices.moves
        self.ends = ends
        self.first, self.second = first, second
        self.following = following
        self.known: dict[int, int] = {}

    def value(self, mine: i64, theirs: i64, place: i64) -> i64:
        """Return by how much the player on turn, who holds `mine`, will outscore the other."""
        if mine == 0:
            return self._at_end(place)
        known, moves = self.known, self.moves
        below = theirs << HAND_BITS
        best: i64 = LEAST
        for choice in CHOICES[mine]:
            code: i64 = choice
            move: i64 = moves[code >> HAND_BITS][place]
            left: i64 = code & LEFT
            to: i64 = move & TO
            key = (below | left) << PLACE_BITS | to
            found: i64
            was = known.get(key)
            if was is None:
                found = self.value(theirs, left, to)
                known[key] = found
            else:
                found = was
            found = (move >> PLACE_BITS) - found
            if found > best:
                best = found
        return best

    def _at_end(self, place: i64) -> i64:
        """Return what the rest of the round is worth once both hands are used up."""
        following = self.following
        if following is None:
            return self.ends[place]
        return following.value(following.first, following.second, place)
