"""The numbers of a record's deals: whether they are known, where the lines of some do not tell them
and others may be missing in front."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.events import Action, Deal, Event, Round
from archive.rules.faults_and_claims import BEGINS_LATE, Fault
from archive.rules.gaps.signs_of_gaps import MISSING
from archive.rules.table import Table

OF_TRUMPS = "trumps named"
"""What is due where a gap is no more than the suit of trumps."""


class DealNumbers:
    """The deals of a record by round and number, as its table counts them, and which of these have
    another `unknown` number. It is known where the line of a deal tells it, and goes on to the next
    deal as long as no stretch is missing between the two."""

    def __init__(self) -> None:
        self._within = True  # a deal that begins without a line, in front of all that have one
        self._lacking = False  # something is missing in that deal
        self.unknown: set[tuple[int, int]] = set()
        self._seen: set[tuple[int, int]] = set()
        self._deal = (0, 0)
        self._known = True
        self._told = False  # by the line of the deal in play, or by a play of it
        self._torn = False  # a stretch of the deal in play is missing, and perhaps more
        self._of_round = False  # deals are counted from the line of their round on

    def take(self, event: Event, faults: Sequence[Fault], table: Table) -> None:
        """Take an event that has just happened at the table, with its faults."""
        deal = table.round, table.deal
        begins = isinstance(event, Deal | Round) or deal != self._deal
        if begins:
            self._begin(event, table)
        found = [one for one in faults if one.code in MISSING]
        self._lacking = self._within and (self._lacking or bool(found))
        if any(one.found == BEGINS_LATE for one in found) or (
            self._lacking and table.ledger.unknown
        ):
            self._lose_the_first()
        else:
            self._miss([one for one in found if one.expected != OF_TRUMPS], event, table, begins)
        if _tells(event, table):
            self._known, self._told, self._within = True, True, False
        self._deal = deal
        if deal[1]:
            self._seen.add(deal)
            self.unknown -= {deal} if self._told else set()
            self.unknown |= set() if self._known else {deal}

    def _begin(self, event: Event, table: Table) -> None:
        """Begin a deal, or a round, from whose line on deals are counted."""
        in_round = isinstance(event, Round)
        goes_on = self._known and not (self._torn and table.ledger.unknown)
        self._known = in_round or goes_on
        self._told = self._torn = False
        self._of_round = self._of_round or in_round
        self._within = self._within and not isinstance(event, Deal | Round)

    def _lose_the_first(self) -> None:
        """Take the first deal that is written to be any of the game, unless something tells which
        it is."""
        if not (self._told or self._of_round):
            self._known = False
            self.unknown |= self._seen

    def _miss(self, missing: Sequence[Fault], event: Event, table: Table, begins: bool) -> None:
        """Take what is missing before an event: whole deals, where a deal begins with it and play
        numbers do not tell how many, or a stretch of the deal in play, and perhaps more."""
        stretch = any(one.code == "gap" for one in missing)
        if begins and missing and (stretch or not table.plays_in_all):
            self._known = isinstance(event, Round)
        else:
            self._torn = self._torn or stretch


def _tells(event: Event, table: Table) -> bool:
    """Return whether an event tells the number of its deal: its line, the first play of all, or,
    where all games have as many plays, any play with a number."""
    if isinstance(event, Deal):
        return event.number is not None
    number = event.number if isinstance(event, Action) else None
    return number == 1 or (table.plays_in_all > 0 and bool(number))
