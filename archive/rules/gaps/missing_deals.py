"""Whole deals that are missing: by the number of the next one; or without numbers, where another
player deals than was next, and the totals behind do not go on from those before."""

from __future__ import annotations

from typing import NamedTuple

from archive.core.events import Deal, End, Event
from archive.core.phrase import Phrase, cards_in_number
from archive.rules.gaps.signs_of_gaps import (
    LOOKED_AT,
    PLAYED_ON,
    RESULT,
    SHORT,
    SKIPPED,
    STANDING,
    STANDINGS,
    SUMS,
    TOTALS,
    of_claims,
)
from archive.rules.gaps.torn_record import LatestDeal, TornRecord
from archive.rules.omissions import (
    DEAL_BY_CARDS,
    DEAL_BY_DEALER,
    DEAL_BY_NUMBER,
    PERHAPS_THIS_ONE,
    Omission,
    Place,
)
from archive.rules.table import Table

OF_TOTALS = SUMS | {"wrong-elimination", PLAYED_ON, *(f"wrong-{kind}" for kind in RESULT)}
"""Findings that deals explain which are missing anywhere before them."""


class OutOfTurn(NamedTuple):
    """A deal other than was `due`, by its dealer or the number of cards: the table before it, and
    whether all was right up to there."""

    deal: LatestDeal
    due: Phrase
    sound: bool

    @property
    def place(self) -> Place:
        """Return the place of its line."""
        return self.deal.table.place


class MissingDeals:
    """The deals other than were due since the last standing that fits, in front of which others may
    be missing: no number of a deal or a play tells that none is."""

    def __init__(self, torn: TornRecord) -> None:
        self._torn = torn
        self.doubtful: list[OutOfTurn] = []

    def take(self, table: Table, event: Event, before: LatestDeal, wrong: frozenset[str],
             *, sound: bool) -> None:  # fmt: skip
        """Take an event that has just happened, with what is wrong with it; `before` is the table
        before the line of a deal. `sound` is whether all was right up to there."""
        if isinstance(event, Deal):
            due = _due_instead(table, event)
            untold = event.number is None and not before.table.nothing_missing
            # any player may deal the first hand of a game, but its size is known
            if due and untold and (before.table.deal or due.template == DEAL_BY_CARDS):
                self.doubtful.append(OutOfTurn(before, due, sound))
        elif type(event) in STANDING and self.doubtful and not wrong:
            told = [one for one in table.claims(event) if one.computed is not None]
            if told and all(one.claimed == one.computed for one in told if one.kind in TOTALS):
                self.doubtful = []

    def explain(self, wrong: frozenset[str], last: int) -> OutOfTurn | None:
        """Find out whether deals are missing in front of the doubtful ones, by an event that is
        wrong about totals, or otherwise where plays are missing; return the first of these where
        they are."""
        of_totals = bool(wrong & OF_TOTALS)
        if not self.doubtful or not (of_totals or wrong & LOOKED_AT):
            return None
        doubtful = self.doubtful
        first = self._suppose(last, sure=STANDINGS in wrong)
        if not (first or of_totals):
            self.doubtful = doubtful
        return first

    def explain_end(self, table: Table) -> None:
        """Find out whether deals are missing in front of the doubtful ones where no standing behind
        them tells: only a result may, of a game that is over."""
        if not self.doubtful:
            return
        claimed = self._torn.claimed if table.over else None
        wrong = frozenset(of_claims(table, End(claimed, ()))) if claimed else frozenset()
        if not claimed or wrong:
            self._suppose(len(self._torn.events), sure=STANDINGS in wrong)

    def _suppose(self, last: int, *, sure: bool) -> OutOfTurn | None:
        """Suppose deals to be missing in front of all doubtful ones, which are right themselves
        where that is `sure`; return the first of these where nothing is wrong then."""
        torn, (first, *_) = self._torn, self.doubtful
        missing = {
            one.place: Omission(0, due=one.due if sure else Phrase(PERHAPS_THIS_ONE, deal=one.due))
            for one in self.doubtful
        }
        self.doubtful = []
        if torn.wrong(first.deal.table, first.deal.start, missing, last=last):
            return None
        torn.found.update(missing)
        return first


def deals_skipped(torn: TornRecord, at: int, wrong: frozenset[str], table: Table) -> str:
    """Return what was due in place of the line of a deal that skips the numbers of others behind
    one that is over; empty where an event is none. `table` is the one before it."""
    event = torn.events[at]
    skips = SKIPPED in wrong and wrong.isdisjoint(SHORT) and table.fresh_start is Deal
    if not (skips and isinstance(event, Deal) and event.number and table.deal):
        return ""
    due = table.deal + 1
    return Phrase(DEAL_BY_NUMBER, n=due) if event.number > due else ""


def _due_instead(table: Table, event: Deal) -> Phrase | None:
    """Return what was due in place of a deal just begun, by its dealer or else by the number of
    cards; None where it is as it was due."""
    due = {
        one.kind: one.computed for one in table.claims(event)
        if None not in (one.claimed, one.computed) and one.claimed != one.computed
    }  # fmt: skip
    if "dealer" in due:
        return Phrase(DEAL_BY_DEALER, seat=f"p{due['dealer']}")
    if "hand-size" not in due:
        return None
    return Phrase(DEAL_BY_CARDS, cards=cards_in_number(int(due["hand-size"] or 0)))
