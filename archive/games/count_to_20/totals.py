"""What one hand of Count to 20 can give: cards left cost 5, 10 or 20 each, and only one player can
be out of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.games.count_to_20.slips import LEFT, slips
from archive.rules.slips import Slip, Stretch
from archive.rules.totals import Ending, Impossible, SheetStep, TotalsGame

LOW, PACK, DEALT = 5, 380, 7
"""The cost of the cheapest card, the cost of all cards of the pack together, and the number of
cards dealt."""


USUAL_TARGETS = (100, 200)
"""7.1: How far the game goes, for two players and for more."""


class CountTo20Totals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "7.1"
    nothing_by = LEFT
    over_by = frozenset({"count-to-20/7.1"})
    wins = "fewest"

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        usual = USUAL_TARGETS[seats > 2]
        self.target = int(options.get("target", usual))
        self.is_usual = self.target == usual
        self.plays_on = options.get("tie") == "play-on"
        self.seats = seats

    def impossible(self, step: SheetStep) -> Impossible | None:
        """Return why no hand can give a step, None where one can or it is unknown."""
        deal, moved = step.deals[-1] if step.deals else 0, step.moved
        for seat, points in moved.items():
            if points < 0:
                return Impossible("less", "count-to-20/8.1", (seat,), (points,),
                                  step.after[seat], deal)  # fmt: skip
            if points % LOW:
                alone = deal if len(step.deals) == 1 else 0
                return Impossible("fives", "count-to-20/6.4", (seat,), (points,),
                                  step.after[seat], alone)  # fmt: skip
        if len(step.deals) != 1 or len(moved) < self.seats:
            return None
        none = [seat for seat, points in moved.items() if not points]
        if len(none) > 1:
            return Impossible("both-out", "count-to-20/6.1", none, deal=deal)
        most = PACK - (DEALT * LOW if none else 0)
        if sum(moved.values()) > most:
            return Impossible("pack", "count-to-20/1.2", [*moved], [*moved.values()],
                              sum(moved.values()), deal, most)  # fmt: skip
        return None

    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        """Yield the slips of this game that people may have made in a stretch."""
        return slips(stretch)

    def over(self, totals: Mapping[int, int]) -> bool:
        """7.1, 7.5: Return whether a player has reached the target, and no tie is played on."""
        lowest = [*totals.values()].count(min(totals.values()))
        return max(totals.values()) >= self.target and not (self.plays_on and lowest > 1)

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """7.3, 7.4: Return the players with the fewest points."""
        return [seat for seat, total in totals.items() if total == min(totals.values())]

    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """7.1, 7.5: Return how far the game goes, or who is level where a tie is played on. 7.2:
        The record may have taken it to go as far as with fewer players."""
        fewest, most = min(totals.values()), max(totals.values())
        if most >= self.target:
            level = [seat for seat, total in totals.items() if total == fewest]
            if len(level) > 1 and self.plays_on:
                return Ending("level", "count-to-20/7.5", totals, level, claimed, fewest)
            return None
        top = [seat for seat, total in totals.items() if total == most]
        reached = [other for other in USUAL_TARGETS if other <= most and self.is_usual]
        kind, clause = "below-target", "count-to-20/7.1"
        if reached and claimed:
            kind, clause = "other-target", "count-to-20/7.2"
        most_reached = max(reached, default=0)
        return Ending(kind, clause, totals, top, claimed, most, self.target, most_reached)

    def won_by(self, totals: Mapping[int, int], winners: Sequence[int]) -> str:
        """Return the clause by which these players have won."""
        return "count-to-20/7.4" if len(winners) > 1 else "count-to-20/7.3"


TOTALS = CountTo20Totals
