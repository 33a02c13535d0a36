"""Two hands of Twenty played out with all cards known: what the player on turn can win by.

Both hands are used up before new ones are dealt, so a pair of hands is a game of its own, joined to
the next by the tally that is left (a place, states.py). Who scored last matters only for the bonus,
and only in a round's last hands: any five plays in a row have one that scores.
"""

from typing import Final

from archive.analyst.twenty.states import Choices

LEAST: Final = -(1 << 40)


class PairOfHands:
    """The plays of two hands. `ends` are what it is worth to the player on turn when both are used
    up, by place; where that is not known, it is asked of the `following` pair."""

    __slots__ = ("choices", "ends", "first", "following", "memo", "nodes", "second")

    def __init__(
        self, choices: Choices, ends: "list[int]", first: int = 0, second: int = 0,
        following: "PairOfHands | None" = None,
    ) -> None:  # fmt: skip
        self.choices = choices
        self.ends = ends
        self.first, self.second = first, second
        self.following = following
        self.memo: dict[int, int] = {}
        self.nodes = 0

    def value(self, mine: int, theirs: int, place: int) -> int:
        """Return by how much the player on turn, who holds `mine`, will outscore the other."""
        key = (mine << 12 | theirs) << 9 | place
        memo = self.memo
        if key in memo:
            return memo[key]
        if mine == 0:
            best = self.at_end(place)
        else:
            best = LEAST
            below = theirs << 12
            for _, rest, after, points in self.choices.of[mine] or self.choices.from_hand(mine):
                to = after[place]
                found = memo.get((below | rest) << 9 | to, LEAST)
                if found == LEAST:
                    found = self.value(theirs, rest, to)
                found = points[place] - found
                if found > best:
                    best = found
        memo[key] = best
        return best

    def at_end(self, place: int) -> int:
        """Return what the rest of the round is worth once both hands are used up."""
        following = self.following
        if following is None:
            return self.ends[place]
        return following.value(following.first, following.second, place)
