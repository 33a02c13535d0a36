"""The end of a deal, what it scores, and what was left out: sections 7, 8 and 10 of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archive.core.events import Action, Exchange, Stay
from archive.games.zwanzig_ab.cards import ONLY
from archive.games.zwanzig_ab.choices import NOT_KNOWN
from archive.games.zwanzig_ab.clauses import FIVE_TRICKS, NOT_WRITTEN
from archive.games.zwanzig_ab.hindsight import Hindsight
from archive.games.zwanzig_ab.plays import Plays
from archive.games.zwanzig_ab.scores import (
    PENALTY,
    Points,
    for_tricks,
    in_hearts,
    without_a_contest,
)
from archive.games.zwanzig_ab.table import FREE_DEALS


class Endings(Plays):
    """The rules about what a deal comes to."""

    __slots__ = ()

    def finish_deal(self, found: str) -> None:
        """Clauses 6.7 and 10.3. A card or two left out of the last trick are supposed; a deal that
        lacks more was never played to its end."""
        self.early = None
        self.close_choices(found)
        if self.phase in ("", "gap", "void"):
            return
        if 0 < self.lacking <= 2 and self.due:
            self.leave_out(self.lacking, found)
            return
        if self.unplayed or not self.nothing_missing:
            self.leave_page_out()
            return
        self.fault("short-deal", FIVE_TRICKS, f"{self.size} tricks", f"{len(self.won)}")
        self.leave_exchange(found)
        if self.phase == "stay":
            self.enter("tricks")
        self.settle()
        self.due = 0

    @property
    def unplayed(self) -> bool:
        """Whether nothing of this deal's play is written down, or nothing after the exchange in a
        deal of which all others may have dropped out."""
        if self.phase not in ("deal", "exchange", "stay", "tricks") or self.stays:
            return False
        if self.trick or self.won or (self.phase == "exchange" and self.exchanges):
            return False
        return not self.exchanges or not self.all_stay

    def leave_page_out(self) -> None:
        """Clause 10.5: the deal was played, on a page that is not here; what it scored is not
        known."""
        self.fault("gap", NOT_WRITTEN, "everything written down", "no play of a deal",
                   severity="note")  # fmt: skip
        self.forget_totals()
        self.due = 0
        self.denials, self.undecided = {}, set()
        self.enter("")

    def settle(self) -> None:
        """Section 7: what is certain is scored; a total that hangs on what is not known is lost."""
        Hindsight(self).judge()
        self.close_denials()
        for seat in sorted(self.playing):
            sums = {tuple(self._points(seat, trump)) for trump in self.trumps}
            if len(sums) != 1 or not self._certain(seat):
                self.ledger.lose(seat)
                continue
            for points, clause in sums.pop():
                self.score(seat, points, clause)
        self._see_whether_over()
        self.undecided = set()
        self.enter("")

    def _certain(self, seat: int) -> bool:
        """Whether it is known how many tricks this seat has won."""
        if self.playing == [self.maker]:
            return True
        played = self.takers[: self.size]
        return len(played) == self.size and all(seat not in may or len(may) == 1 for may in played)

    def _points(self, seat: int, trump: str) -> list[Points]:
        if self.playing == [self.maker]:
            lines = [without_a_contest()]
        else:
            won = self.takers.count(ONLY[seat])
            lines = [for_tricks(won, self.size, self.options)]
        return lines + [in_hearts(line) for line in lines if trump == "h"]

    def _see_whether_over(self) -> None:
        """Clauses 8.1 and 8.2, and for 3.3 whether anybody has reached zero."""
        known = self.ledger.known_totals()
        totals = self.ledger.totals() if known is None else known
        lowest = [total for total in totals.values() if total is not None]
        if self.number is None or self.number <= FREE_DEALS:
            if lowest and min(lowest) <= 0:
                self.reached = True
            elif known is None and not self.reached:
                self.reached = None
        if known is not None:
            best = min(known.values())
            self.is_over = best <= 0 and len(self.winners_of(known)) == 1

    def stop(self) -> None:
        """A deal that the record breaks off leaves open what only its later cards can show."""
        if self.phase == "deal":
            self.close_dealing()
        if self.phase == "tricks":
            Hindsight(self).judge()
            self.close_denials()

    # -- what a deal may come to

    def deal_gives(self, trump: str | None) -> tuple[int, int]:
        """Clauses 7.1 to 7.6: a sweep at best, no trick at worst, twice that in hearts."""
        times = 1 if trump in ("c", "d", "s") else 2
        return -self.options.sweep * times, PENALTY * times

    def wins_whatever(self, ranges: Sequence[Mapping[int, tuple[int, int]]]) -> int:
        """Clause 9.1: whoever is alone lowest at or below zero, if nobody was there before."""
        *before, last = ranges
        if any(low <= 0 for standing in before for low, _ in standing.values()):
            return 0
        for seat, (_, high) in last.items():
            if high <= 0 and all(high < low for other, (low, _) in last.items() if other != seat):
                return seat
        return 0

    # -- what was left out

    def stand_in(self, seat: int) -> Action:
        if self.phase in ("deal", "exchange"):
            return Exchange(None, seat, (), None)
        if self.phase == "stay":
            return Stay(None, seat, True, NOT_KNOWN)
        return super().stand_in(seat or self.leader or self.order[0])
