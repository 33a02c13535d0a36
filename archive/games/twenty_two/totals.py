"""What one hand of Twenty-Two can give: the value of one card to each of its losers, nothing to the
others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.games.twenty_two.slips import HIGHEST, slips
from archive.rules.slips import Slip, Stretch
from archive.rules.totals import Ending, Impossible, SheetStep, TotalsGame

OUT, LEAST, MOST = 22, 2, 11
COUNTS = {"A": 11, **{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
"""The value of a losing card, by its rank."""
OF_A_RANK = 4
OUT_BY, LAST_ONE = "twenty-two/6.1", "twenty-two/6.2"


class TwentyTwoTotals(TotalsGame):
    """The game as far as its totals matter."""

    last_clause = "6.2"
    out_at = OUT
    nothing_by = HIGHEST
    over_by = frozenset({"twenty-two/6.2"})

    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None:
        packs = 1 if seats <= 6 else (seats + 3) // 4
        self.of_a_rank = OF_A_RANK * int(options.get("packs", packs))
        self.lowest_wins = options.get("all-out") == "lowest"
        self.seats = seats
        self._before: dict[int, int] = {}

    def impossible(self, step: SheetStep) -> Impossible | None:
        """Return why no hand can give a step, None where one can or it is unknown."""
        deal, moved = step.deals[-1] if step.deals else 0, step.moved
        self._before = dict(step.before) if len(step.deals) == 1 else {}
        for seat, points in moved.items():
            kind, clause = "", ""
            rank = step.shown[seat].rank if points and seat in step.shown else ""
            if rank and COUNTS.get(rank, points) != points:
                return Impossible("card", "twenty-two/1.4", (seat,), (points,), points, deal,
                                  COUNTS[rank], rank)  # fmt: skip
            if points < 0:
                kind, clause = "less", "9.1"
            elif points and step.before[seat] >= OUT:
                kind, clause = "out", "2.7"
            elif len(step.deals) == 1 and points and not LEAST <= points <= MOST:
                kind, clause = "no-card", "1.4"
            if kind:
                return Impossible(kind, f"twenty-two/{clause}", (seat,), (points,),
                                  step.after[seat], deal)  # fmt: skip
        if len(step.deals) != 1 or len(moved) < self.seats:
            return None
        losers = {seat: points for seat, points in moved.items() if points}
        if not losers:
            return Impossible("no-loser", "twenty-two/5.2", deal=deal)
        if len(set(losers.values())) > 1:
            return Impossible("ranks", "twenty-two/5.2", [*losers], [*losers.values()], deal=deal)
        if len(losers) > self.of_a_rank:
            return Impossible("losers", "twenty-two/1.3", [*losers], [*losers.values()],
                              len(losers), deal, self.of_a_rank)  # fmt: skip
        return None

    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        """Yield the slips of this game that people may have made in a stretch."""
        return slips(stretch)

    def over(self, totals: Mapping[int, int]) -> bool:
        """6.2, 6.3: Return whether no more than one player is left."""
        return sum(total < OUT for total in totals.values()) < 2

    def moves_at_most(self, deals: Sequence[int], suit: str) -> int:
        """1.4: Return how many points one player can get in so many hands."""
        return MOST * len(deals)

    def may_win(self, before: Mapping[int, int], most: int) -> list[int]:
        """6.2, 6.3: Return the players who may be the last ones left, or go out last."""
        alive = {seat: total for seat, total in before.items() if total < OUT}
        stay = [seat for seat, total in alive.items() if total + most < OUT]
        return stay[:1] * (len(stay) == 1) if stay else [*alive]

    def out(self, totals: Mapping[int, int]) -> list[int]:
        """6.1: Return the players who are out with these totals."""
        return [seat for seat, total in totals.items() if total >= OUT]

    def ends_by(self, totals: Mapping[int, int]) -> str:
        """Return the clause by which the game is won: by the last one left, or by those who went
        out together."""
        if min(totals.values()) < OUT:
            return "6.2"
        return "6.4" if self.lowest_wins else "6.3"

    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """6.2 to 6.4: Return the player who is left, or those who went out together at last; empty
        where the sheet does not say who did."""
        left = [seat for seat, total in totals.items() if total < OUT]
        if left:
            return left
        last = [seat for seat in totals if self._before.get(seat, OUT) < OUT]
        if self.lowest_wins and last:
            best = min(totals[seat] for seat in last)
            return [seat for seat in last if totals[seat] == best]
        return last

    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """6.2: Return that several players are left."""
        left = [seat for seat, total in totals.items() if total < OUT]
        return Ending("still-in", LAST_ONE, totals, left, claimed, 0) if left[1:] else None

    def why_not_out(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """6.1: Return the players who have fewer points than that takes."""
        short = [seat for seat in claimed if totals.get(seat, OUT) < OUT]
        if not short:
            return None
        return Ending("not-out", OUT_BY, totals, short, claimed, totals[short[0]], OUT)

    def why_only_one(self, before: Mapping[int, int], able: Sequence[int], most: int) -> Ending:
        """6.2: Return that one player cannot be out by then."""
        return Ending("alone-left", LAST_ONE, before, able, able, before[able[0]], most)

    def why_not_within(
        self, before: Mapping[int, int], claimed: Sequence[int], able: Sequence[int], most: int
    ) -> Ending:
        """6.1, 6.2: Return that a claimed winner was out before, or who is not out by then."""
        seat = next(one for one in claimed if one not in able)
        if before[seat] >= OUT:
            return Ending("was-out", OUT_BY, before, [seat], claimed, before[seat], OUT)
        left = min((one for one in before if one != seat), key=before.__getitem__)
        return Ending("others-left", LAST_ONE, before, [left], [seat], before[left], most)


TOTALS = TwentyTwoTotals
