"""Hands of Twenty played out with all cards known: by how much the player on turn can win.

Both hands are used up before new ones are dealt, so a pair of hands is a game of its own, joined to
the next by the tally that is left (a place, states.py). Who scored last matters only for the bonus,
and only in a round's last hands: any five plays in a row have one that scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archive.analyst.number_types import i64, vec
from archive.analyst.twenty.states import (
    CODES,
    HAND_BITS,
    LAST_CARD,
    LEFT,
    PLACE_BITS,
    TO,
    WIDTH,
    Choices,
)

LEAST: Final = -(1 << 40)
UNKNOWN: Final = 1 << 40
FEW: Final = 4093
"""A prime number greater than the number of moments of one pair of hands."""


class PairsOfHands:
    """The plays of any two hands. `ends` is by place their value for the player on turn when both
    are used up; where that is not known, it is taken from the `following` pairs, in which the same
    player begins with the hand `first`, the other with `second`. At most `kept` moments are
    remembered, one in the place of another."""

    __slots__ = ("codes", "ends", "first", "following", "kept", "keys", "moves", "second", "worth")

    def __init__(
        self, choices: Choices, ends: Sequence[int], first: int = 0, second: int = 0,
        following: PairsOfHands | None = None, kept: int = FEW,
    ) -> None:  # fmt: skip
        self.codes = CODES
        self.moves = choices.moves
        self.ends: vec[i64] = vec[i64](ends or [UNKNOWN] * WIDTH)
        self.first: i64 = first
        self.second: i64 = second
        self.following = following
        self.kept: i64 = kept
        self.keys: vec[i64] = vec[i64]([0] * kept)
        self.worth: vec[i64] = vec[i64]([0] * kept)

    def value(self, mine: i64, theirs: i64, place: i64) -> i64:
        """Return by how much the player on turn, who holds `mine`, will outscore the other."""
        if mine == 0:
            return self._at_end(place)
        keys, moves = self.keys, self.moves
        best: i64 = LEAST
        for code in self.codes[mine]:
            move: i64 = moves[(code >> HAND_BITS) + place]
            to, left = move & TO, code & LEFT
            worth: i64
            if theirs > LAST_CARD:
                key: i64 = (theirs << HAND_BITS | left) << PLACE_BITS | to
                slot: i64 = key % self.kept
                if keys[slot] == key:
                    worth = self.worth[slot]
                else:
                    worth = self.value(theirs, left, to)
                    keys[slot] = key
                    self.worth[slot] = worth
            elif theirs == 0:
                worth = self._at_end(to)
            else:
                then: i64 = moves[theirs * WIDTH + to]
                worth = then >> PLACE_BITS
                if left == 0:
                    worth -= self._at_end(then & TO)
                else:
                    then = moves[left * WIDTH + (then & TO)]
                    worth += self._at_end(then & TO) - (then >> PLACE_BITS)
            worth = (move >> PLACE_BITS) - worth
            if worth > best:
                best = worth
        return best

    def each(self, mine: i64, theirs: i64, place: i64) -> list[int]:
        """Return the same for each card that can be played, the lowest first."""
        found: list[int] = []
        for code in self.codes[mine]:
            move: i64 = self.moves[(code >> HAND_BITS) + place]
            found.append((move >> PLACE_BITS) - self.value(theirs, code & LEFT, move & TO))
        return found

    def _at_end(self, place: i64) -> i64:
        """Return the value of the rest of the round once both hands are used up."""
        found: i64 = self.ends[place]
        following = self.following
        if found == UNKNOWN and following is not None:
            found = following.value(following.first, following.second, place)
            self.ends[place] = found
        return found
