"""Totals counted on from the last standing that is written, where it is not known how that came
about: what a sheet that begins in the middle of a game still tells."""

from __future__ import annotations

from bisect import bisect_right

from archive.core.events import ACTIONS, Deal, Event, Gap, Round, Score
from archive.rules.table import Table
from archive.scoring.prepared import Playable
from archive.scoring.whole_deals import WholeDeals


class CountingOn:
    """Totals counted on by deals that are told in full, one event after the other. In games by
    rounds that is done from the beginning of a round on, as the points of a deal there hang on the
    tally before it."""

    def __init__(self, shown: Playable) -> None:
        self._record, self._seats = shown.known, shown.chosen.seats
        self._whole = WholeDeals(shown.known, shown.chosen)
        self._rounds = shown.chosen.game.rounds
        self._openings = frozenset(shown.known.openings)
        self._begin({})

    def _begin(self, ahead: dict[int, int]) -> None:
        """Count on from a standing that has so much more by seat than the rules give; from none
        where that is empty."""
        self._ahead = ahead
        self._deals: list[range] = []  # since then, as far as it is not known whether they are full
        self._played = False  # since then
        self._number: int | None = (
            None  # of the last deal since then, 0 before the first of a round
        )
        self._in_turn = True  # they are numbered in turn: none is missing between them

    def take(self, at: int, event: Event, table: Table) -> None:
        """Take an event that has just happened at the table."""
        if at in self._openings:
            if isinstance(event, Round):
                self._number = 0
            else:
                number = (event.number if isinstance(event, Deal) else None) or 0
                begins = self._number is None and not self._rounds and number > 0
                self._in_turn = self._in_turn and (begins or self._number == number - 1)
                self._number = number
            self._deals.append(self._record.deal_around(at))
        elif isinstance(event, Gap):
            self._begin({})
        elif isinstance(event, Score) and len(dict(event.totals)) == self._seats:
            if self._stands_between_deals(at) and not (self.totals(table) and self._in_turn):
                said, of_rules = dict(event.totals), table.ledger.totals_by_seat
                self._begin({seat: said[seat] - of_rules[seat] for seat in sorted(said)})
        elif type(event) in ACTIONS:
            self._played = True

    def totals(self, table: Table) -> dict[int, int | None] | None:
        """Return the totals by now, where the rules' own are not known and all deals played since
        the standing are told in full; otherwise None."""
        if not (self._ahead and self._played and table.ledger.unknown):
            return None
        if self._rounds and not self._in_turn:
            return None
        if not all(map(self._whole.is_told_in_full, self._deals)):
            self._begin({})
            return None
        self._deals = []
        of_rules = table.ledger.totals_by_seat
        return {seat: of_rules[seat] + ahead for seat, ahead in self._ahead.items()}

    def _stands_between_deals(self, at: int) -> bool:
        openings, events = self._record.openings, self._record.events
        behind = next(iter(openings[bisect_right(openings, at) :]), len(events))
        return ACTIONS.isdisjoint(map(type, events[at + 1 : behind]))
