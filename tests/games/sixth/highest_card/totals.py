"""What a game of Highest card can give: three tricks, a point each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.rules.slips import Slip, Stretch
from archive.rules.totals import Ending, Impossible, SheetStep, TotalsGame

TRICKS = 3
A_TRICK, OVER = "highest-card/3.1", "highest-card/3.2"


class HighestCardTotals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "3.2"
    nothing_by = A_TRICK
    over_by = frozenset({OVER})

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        self.seats = seats

    def impossible(self, step: SheetStep) -> Impossible | None:
        points = [*step.moved.values()]
        if len(points) < self.seats or sum(points) <= TRICKS:
            return None
        return Impossible("too-much", A_TRICK, [*step.moved], points, sum(points), 1, TRICKS)

    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        for one in stretch.entries:
            other = {one.seat: 10 - one.points}
            yield Slip("ace-as-ten", one.clause, other, 1, one.deal, one.seat)

    def over(self, totals: Mapping[int, int]) -> bool:
        return sum(totals.values()) == TRICKS

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        return [seat for seat, total in totals.items() if total == max(totals.values())]

    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        top = self.winners(totals)
        return Ending("below-target", OVER, totals, top, claimed, totals[top[0]], TRICKS)

    def won_by(self, totals: Mapping[int, int], winners: Sequence[int]) -> str:
        return OVER


TOTALS = HighestCardTotals
