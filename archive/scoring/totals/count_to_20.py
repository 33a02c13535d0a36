"""What one hand of Count to 20 can give: cards left cost 5, 10 or 20 each, and only one player can
be out of cards."""

from __future__ import annotations

from collections.abc import Mapping

from archive.scoring.reasons.endings import target_of
from archive.scoring.slips import Impossible
from archive.scoring.totals.game import TotalsGame
from archive.scoring.totals.steps import Step

LOW, PACK, DEALT = 5, 380, 7
"""The cost of the cheapest card, the cost of all cards of the pack together, and the number of
cards dealt."""


class CountTo20Totals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "7.1"

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        named = ";".join([rule_set, *(f"{name}={value}" for name, value in options.items())])
        self.target = target_of(named, seats)
        self.plays_on = options.get("tie") == "play-on"
        self.seats = seats

    def impossible(self, step: Step) -> Impossible | None:
        """Return why no hand can give a step, None where one can or it is unknown."""
        deal, moved = step.deals[-1] if step.deals else 0, step.moved
        for seat, points in moved.items():
            if points % LOW:
                alone = deal if len(step.deals) == 1 else 0
                return Impossible("fives", "count-to-20/6.4", (seat,), (points,),
                                  step.after[seat], alone)  # fmt: skip
            if points < 0:
                return Impossible("less", "count-to-20/8.1", (seat,), (points,),
                                  step.after[seat], deal)  # fmt: skip
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

    def over(self, totals: Mapping[int, int]) -> bool:
        """7.1, 7.5: Return whether a player has reached the target, and no tie is played on."""
        lowest = [*totals.values()].count(min(totals.values()))
        return max(totals.values()) >= self.target and not (self.plays_on and lowest > 1)

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """7.3, 7.4: Return the players with the fewest points."""
        return [seat for seat, total in totals.items() if total == min(totals.values())]
