"""What Twenty can give between two standings: points are only added, and fifty cards can score
much, but not without limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.games.twenty.slips import slips
from archive.rules.slips import Slip, Stretch
from archive.rules.totals import Ending, Impossible, SheetStep, TotalsGame

MOST = 1500
"""A bound on what a round gives to both players together. Ten cards can stay below 20 and score
945; what is left of the pack has no more than two longer tallies in it, and reaches 20 no more than
sixteen times."""

LEAST = 16
"""A bound on what a round gives to both players together. Its fifty cards are worth 320 at least,
of which 19 may be left at the end; the rest is swept in tallies of 20, which score 10, or of 21 and
more, which score 1 and more, so 15 at least; and the bonus is 1 at least."""
ROUNDS = 2
"""The rounds of a game."""


class TwentyTotals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "1.1"
    nothing_by = "twenty/4.7"
    over_by = frozenset({"twenty/1.1", "twenty/3.4"})

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        self.rounds = 0

    def impossible(self, step: SheetStep) -> Impossible | None:
        """Return why no play can give a step, None where it can or it is unknown."""
        number, moved = step.deals[-1] if step.deals else 0, step.moved
        self.rounds = max(number, self.rounds)
        for seat, points in moved.items():
            if points < 0:
                return Impossible(
                    "less", "twenty/6.1", (seat,), (points,), step.after[seat], number
                )
        if len(moved) == 2 and sum(moved.values()) > MOST * max(len(step.deals), 1):
            return Impossible("too-much", "twenty/4.4", [*moved], [*moved.values()],
                              sum(moved.values()), number, MOST)  # fmt: skip
        least = LEAST * (len(step.deals) or ROUNDS)
        if self.whole and len(moved) == 2 and sum(moved.values()) < least:
            return Impossible("too-little", "twenty/5.1", [*moved], [*moved.values()],
                              sum(moved.values()), number, least)  # fmt: skip
        return None

    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        """Yield the slips of this game that people may have made in a stretch."""
        return slips(stretch)

    def over(self, totals: Mapping[int, int]) -> bool:
        """Return False: a sheet does not show how far its last round was played."""
        return False

    def goes_on(self, before: Mapping[int, int], after: Mapping[int, int]) -> bool:
        """1.1: Return whether more was played from totals to those of the end, and not written
        down: each player has more. Of one alone a slip of the pen is more likely."""
        return all(after.get(seat, total) > total for seat, total in before.items())

    def over_before(self, step: SheetStep) -> bool:
        """1.1: Return whether a step is of a third round."""
        return bool(step.deals) and step.deals[0] > ROUNDS

    def over_at_end(self) -> bool:
        """Return whether both rounds were played, or the sheet does not count them."""
        return self.rounds in (0, ROUNDS)

    def over_unsaid(self) -> bool:
        """1.1: Return whether the sheet has the totals after both rounds."""
        return self.rounds == ROUNDS

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """1.3: Return the player with more points."""
        return [seat for seat, total in totals.items() if total == max(totals.values())]

    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """1.1: Return that two rounds make a game."""
        fewest = min(totals.values())
        level = [seat for seat, total in totals.items() if total == fewest]
        return Ending("two-rounds", "twenty/1.1", totals, level, claimed, fewest)

    def won_by(self, totals: Mapping[int, int], winners: Sequence[int]) -> str:
        """Return the clause by which these players have won."""
        return "twenty/1.3"


TOTALS = TwentyTotals
