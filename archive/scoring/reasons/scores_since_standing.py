"""The scores by the rules between two standings of a record, beside the record's own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from archive.core.cards import Card
from archive.core.events import End, Event, Keep, Play, Round, Score, Show, Trump, Up
from archive.core.ledger import Line
from archive.core.record import Record
from archive.rules.slips import Entry, Stretch
from archive.rules.totals import TotalsGame
from archive.scoring.cost_of_wrong_plays import DealStart

MOST_LINES = 60
"""The longest stretch that is explained: in longer ones something would fit by chance."""


@dataclass(frozen=True)
class Standings:
    """The standings of a record, by their events, each with the ledger's length when it was
    written. `game` is what its game says of totals, `sum_clause` the clause about what a standing
    adds up."""

    record: Record
    lines: Sequence[Line]
    written: Sequence[tuple[int, int]]
    dealt: Sequence[DealStart]
    totals: Mapping[int, int | None]
    game: TotalsGame
    sum_clause: str

    def together(self, at: int | None, claimed: Mapping[int, int]) -> list[dict[int, int]]:
        """Return a record's claims at the event `at`, or in the Result tag where it is None,
        separately for players whose standing before was written at different places."""
        _, since, _ = self._before(at)
        found: dict[int, dict[int, int]] = {}
        for seat, total in claimed.items():
            found.setdefault(since.get(seat, 0), {})[seat] = total
        return list(found.values())

    def stretch(self, at: int | None, claimed: Mapping[int, int]) -> Stretch | None:
        """Return the stretch that the event `at` ends, or that the Result tag does where it is
        None. None where the record does not show what happened in it."""
        known = self._known(at)
        if not known or (at is not None and known[-1][0] != at):
            return None
        ending = known[-1][1]
        before, since, first = self._before(at)
        concerned = [seat for seat in claimed if seat in since]
        if not concerned or None in before.values():
            return None
        start = min(since[seat] for seat in concerned)
        if any(since[seat] != start for seat in concerned) or ending - start > MOST_LINES:
            return None
        entries = [
            Entry(self._deal(number), line.seat, line.points, line.clause, line.ply)
            for number, line in enumerate(self.lines[start:ending], start)
        ]
        deals = sorted({entry.deal for entry in entries})
        return Stretch(
            entries, before, claimed, deals, len(self.totals),
            self._opening(next(iter(before), 0)), first.issuperset(concerned),
            self._trumps, self._left, self._plays_told, *self._last_deal(at),
        )  # fmt: skip

    def _known(self, at: int | None) -> list[tuple[int, int]]:
        return [(one, count) for one, count in self.written if at is None or one <= at]

    def _before(self, at: int | None) -> tuple[dict[int, int], dict[int, int], set[int]]:
        """Return the totals of every seat by the standing before, the ledger's length there, and
        the seats for which no standing was written before."""
        before = {seat: self._opening(seat) for seat in self.totals}
        since, first = dict.fromkeys(before, 0), set(before)
        known = self._known(at)
        for one, count in known if at is None else known[:-1]:
            event = self.record.events[one]
            if isinstance(event, Score | End):
                for seat, total in event.totals:
                    if seat in before:  # a record may name seats that the game does not have
                        before[seat], since[seat] = total, count
                        first.discard(seat)
        return before, since, first

    def _last_deal(self, at: int | None) -> tuple[int, dict[int, int]]:
        """Return the number of the last deal before the event `at`, and all totals when it
        began."""
        begun = [one for one in self.dealt if at is None or one.at < at]
        return len(begun), {seat: begun[-1].totals[seat] for seat in self.totals} if begun else {}

    def total(self, seat: int, at: int | None) -> int | None:
        """Return the sum of a seat's lines up to a standing."""
        ending = next((count for one, count in self.written if one == at), len(self.lines))
        opening = self._opening(seat)
        return opening + sum(one.points for one in self.lines[:ending] if one.seat == seat)

    def _opening(self, seat: int) -> int:
        return self.dealt[0].totals[seat] if self.dealt and not self.dealt[0].lines else 0

    def _deal(self, number: int) -> int:
        """Return the number of the deal, from 1, in which a line was entered."""
        return max(bisect_right(self._dealt_lines, number), 1)

    def _deal_at(self, at: int) -> int:
        return max(bisect_right(self._dealt_at, at), 1)

    @cached_property
    def _dealt_lines(self) -> list[int]:
        return [one.lines for one in self.dealt]

    @cached_property
    def _dealt_at(self) -> list[int]:
        return [one.at for one in self.dealt]

    @cached_property
    def _trumps(self) -> dict[int, str]:
        return {
            self._deal_at(at): event.suit
            for at, event in enumerate(self.record.events)
            if isinstance(event, Trump) and event.suit
        }

    @cached_property
    def _plays_told(self) -> bool:
        return any(isinstance(one, Play) and one.points is not None for one in self.record.events)

    @cached_property
    def _left(self) -> dict[tuple[int, int], Sequence[Card]]:
        found: dict[tuple[int, int], Sequence[Card]] = {}
        for at, event in enumerate(self.record.events):
            if isinstance(event, Up):
                found[self._deal_at(at), 0] = event.cards
            elif isinstance(event, Show):
                deal = self._deal_at(at)
                found |= {(deal, seat): cards for seat, cards in event.shown}
            elif isinstance(event, Keep):
                deal = self._deal_at(at)
                found |= {(deal, one.seat): (one.card,) for one in event.kept}
        return found


def number_of(record: Record, dealt: Sequence[DealStart], deal: int) -> int:
    """Return the number that a record gives to its nth deal or round, else n."""
    event: Event | None = record.events[dealt[deal - 1].at] if deal <= len(dealt) else None
    return getattr(event, "number", None) or deal if not isinstance(event, Round) else deal
