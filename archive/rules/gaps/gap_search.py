"""What is missing where a record may be torn, found by trying."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from archive.core.events import ACTIONS, Deal, Event, Gap, Show, Totals
from archive.rules.gaps.further_gaps import look_again
from archive.rules.gaps.missing_deals import MissingDeals
from archive.rules.gaps.out_of_turn import Doubt, try_charge, try_turn
from archive.rules.gaps.signs_of_gaps import (
    BEGUN,
    ENDING,
    FRESH,
    KEEPING,
    LOOKED_AT,
    MISSING,
    OPENING,
    SKIPPED,
    STANDING,
    STANDINGS,
    TELLING,
    begins_within,
)
from archive.rules.gaps.skipped_numbers import try_number
from archive.rules.gaps.torn_record import WATCHING, LatestDeal, Skip, TornRecord
from archive.rules.gaps.unplayed_deals import lacks_last_plays, may_be_later_hand, unplayed
from archive.rules.omissions import NO_OMISSIONS, Omission, Place
from archive.rules.table import Table

NOWHERE = range(0)


def omissions_in(
    events: Sequence[Event], open_table: Callable[[], Table], skips: Mapping[int, Skip],
    result: Totals | None = None, *, doubtful: range = NOWHERE, first_whole: bool = False,
) -> tuple[Mapping[Place, Omission], int]:  # fmt: skip
    """Return the omissions of a record by place, and the steps it took to find them. Where
    events are `doubtful` it is also tried what no number shows; nothing is wrong at the others.
    `result` is what its tag claims; `first_whole` is whether nothing can be missing within the
    first deal that is written."""
    torn = TornRecord(events, open_table, skips, result, first_whole=first_whole)
    plain = torn.skips and not torn.begins_late
    if plain and not torn.wrong(torn.start(), 0, {}, plain=True):
        torn.skips = {}  # nothing is missing, only numbers are wrong
    GapSearch(torn).walk(doubtful)
    if doubtful and torn.is_torn:
        look_again(torn)
    found = {place: one for place, one in torn.found.items() if place not in WATCHING}
    return found or NO_OMISSIONS, torn.taken


class GapSearch:
    """A walk through a record that tries, wherever it may be torn, what is missing there: nothing,
    a number of plays, or an unknown stretch.

    `table` is where it has come to, and `deal` the deal there. Of this deal `charged` is the first
    event that is wrong with nothing missing before it, 0 for none; `begun` is whether its hands or
    plays are written, `torn_deal` whether it shows by itself that it is torn. Of the record it is
    known whether nothing was wrong that plays left out do not explain: up to the last action
    (`sound`), and since (`right`); and whether no line has shown yet where play stands (`untold`),
    or the score (`unscored`). `lines` are the kinds of lines between deals, and `told` is the
    number of the deal when a line or an action last told it.
    """

    def __init__(self, torn: TornRecord) -> None:
        self.torn = torn
        self.table = torn.start()
        self.deal = LatestDeal(self.table.copy(), 0)
        self.charged = 0
        self.begun, self.torn_deal = False, begins_within(torn.events)
        self.sound = self.right = True
        self.untold = self.unscored = not self.table.follows(1)
        self.lines = {Deal, Show}.intersection(map(type, torn.events))
        self.told = 0
        self.missing_deals = MissingDeals(torn)

    def walk(self, doubtful: range) -> None:
        """Walk to the end of the record, or as far as anything may be missing. Where events are
        `doubtful`, also try places where neither a number nor a gap shows that something is."""
        torn = self.torn
        if torn.skips or any(type(one) is Gap for one in torn.events):
            for at in range(len(torn.events)):
                self._try_told(at)
                self._go_on(at) if doubtful else self._go_past(at)
            self.missing_deals.explain_end(self.table)
            return
        first, last = (bisect_left(torn.places, at) for at in (doubtful.start, doubtful.stop))
        self._go_to(first)
        for at in range(first, len(torn.events)):
            looked_for = at < last or torn.is_torn or self.missing_deals.doubtful
            if torn.steps < 0 or torn.too_torn or not looked_for:
                break
            self._go_on(at)
        self.missing_deals.explain_end(self.table)

    def _go_to(self, first: int) -> None:
        """Go past the events before the first doubtful one."""
        events = self.torn.events[:first]
        fresh = [at for at, event in enumerate(events) if type(event) in FRESH][-1:]
        for at in range(first):
            if at in fresh:
                self.deal = LatestDeal(self.table.copy(), at)
            self._go_past(at)
        kinds = [type(event) for event in events]
        self.begun = not BEGUN.isdisjoint(kinds[self.deal.start :])
        self.torn_deal = self.torn_deal and not fresh
        self.untold = self.untold and TELLING.isdisjoint(kinds)
        self.unscored = self.unscored and STANDING.isdisjoint(kinds)

    def _go_past(self, at: int) -> None:
        self._happen(at)
        self.table.faults = []

    def _happen(self, at: int) -> None:
        """Let an event happen. The first action of a deal, with a line missing in front of it that
        other deals have, shows that the record is torn."""
        kind, told = type(self.torn.happen(self.table, at)), self.told
        if kind not in FRESH and kind not in ACTIONS:
            return
        self.told = self.table.deal
        if kind in ACTIONS and 0 < told < self.told and self.table.fresh_start is Deal:
            above = (type(self.torn.events[now]) for now in range(at - 1, -1, -1))
            self.torn.tears += not self.lines <= set(takewhile(_is_line, above))

    def _try_told(self, at: int) -> None:
        """Find out what is missing where a number or a gap shows that something is."""
        torn, table, event = self.torn, self.table, self.torn.events[at]
        if table.place in torn.tried:
            return
        number, passed = table.place
        if passed == 0 and number in torn.skips:
            try_number(torn, table, at)
        if isinstance(event, Gap) and table.gap_within and table.may_go_beyond(event):
            _try_gap(torn, table, at)

    def _go_on(self, at: int) -> None:
        """Go past an event; where it is wrong, find out whether something is missing before it."""
        torn, table, event = self.torn, self.table, self.torn.events[at]
        fresh = table.copy() if type(event) in FRESH else None
        place, due = table.place, table.due
        self._happen(at)
        said = {one.code for one in table.faults}
        wrong = torn.wrongs(table, at)
        few = wrong and torn.too_few(table, at)
        table.faults = []
        numbered = table.follows(due)
        before = LatestDeal(fresh, at) if fresh else self.deal
        self.missing_deals.take(table, event, before, wrong, sound=self.sound and self.right)
        if type(event) in ACTIONS:
            self.sound, self.right = self.sound and self.right, True
        if wrong and not (self.charged or numbered or few or wrong & LOOKED_AT):
            self.charged = at
        self.begun = (self.begun and not fresh) or type(event) in BEGUN
        breaks_off = self.begun and "gap" in said and type(event) is not Gap
        torn.tears += breaks_off or wrong == {SKIPPED}
        self.torn_deal = self.torn_deal or breaks_off or torn.lost(place)
        explained = bool(wrong or said) and not few and self._is_explained(
            at, place, due, wrong, torn_here=bool(said & MISSING)
        )  # fmt: skip
        self.untold = self.untold and type(event) not in TELLING
        self.unscored = self.unscored and type(event) not in STANDING
        self.right = explained or (self.right and wrong <= {SKIPPED})
        if SKIPPED in wrong and not (self.charged or numbered):
            self.charged = at
        self.torn_deal = SKIPPED in wrong or (self.torn_deal and not fresh)
        if explained:
            self.charged = 0
            self._tell_again(at)
        elif fresh:
            self.deal, self.charged = LatestDeal(fresh, at), 0

    def _is_explained(
        self, at: int, place: Place, due: int, wrong: frozenset[str], *, torn_here: bool
    ) -> bool:
        """Find out whether plays are missing before an event at a place, or before what was wrong
        earlier in its deal; return whether they are."""
        torn, table, events = self.torn, self.table, self.torn.events
        torn_deal = bool(wrong) and (
            self.torn_deal or unplayed(events, at) or may_be_later_hand(events, at, table)
            or lacks_last_plays(events, at, table, torn.claimed)
        )  # fmt: skip
        later = wrong & ENDING or (wrong & KEEPING and _keeps_another(events, at))
        if torn_deal and later:
            wrong |= {STANDINGS}
        if wrong and (self._begins_late(at, wrong) or self._deals_are_missing(at, wrong)):
            return True
        looked_at = wrong & LOOKED_AT or (
            STANDINGS in wrong and self.sound and (torn_deal or not table.over)
        )
        try_here = looked_at and place not in torn.tried and torn.steps >= 0
        if try_here:
            torn.tried.add(place)
        apart = torn_here or wrong & LOOKED_AT or (STANDINGS in wrong and self.charged < at)
        again = self.charged and apart and torn.steps >= 0
        if again and try_charge(torn, self.deal, self.charged):
            return True
        return bool(try_here) and try_turn(torn, Doubt(at, due, wrong, self.deal, torn_deal))

    def _begins_late(self, at: int, wrong: frozenset[str]) -> bool:
        """Find out whether the record begins later than the game does, by a wrong event that is the
        first to show where play stands, or the score; return whether it does."""
        first = self.untold and type(self.torn.events[at]) not in OPENING
        late = {(1, 0): Omission(0)}
        if not (first or (self.unscored and STANDINGS in wrong)) or self.torn.wrong(
            self.torn.start(), 0, late, last=at
        ):
            return False
        self.torn.found.update(late)
        self.deal = LatestDeal(self.torn.start(), 0)
        return True

    def _deals_are_missing(self, at: int, wrong: frozenset[str]) -> bool:
        """Find out whether deals are missing that explain a wrong event; return whether they
        are."""
        first = self.missing_deals.explain(wrong, at)
        if first is None:
            return False
        self.sound = first.sound
        table = self.torn.twin(first.deal.table, {})
        for now in range(first.deal.start, at):
            if type(self.torn.events[now]) in FRESH:
                self.deal = LatestDeal(table.copy(), now)
            self.torn.happen(table, now)
            table.faults = []
        return True

    def _tell_again(self, at: int) -> None:
        """Replay up to an event, with what was found to be missing since the table that was
        kept."""
        self.table, self.torn_deal = self.deal.table.copy(), False
        for now in range(self.deal.start, at + 1):
            self.torn_deal = self.torn_deal or self.torn.lost(self.table.place)
            self.torn.happen(self.table, now)
            self.table.faults = []


def _try_gap(torn: TornRecord, table: Table, at: int) -> None:
    """Find out whether a written gap goes beyond the end of a hand."""
    beyond = {table.place: Omission(0)}
    if not torn.begin_trying(table.place) or (
        torn.wrong(table, at, {}) and not torn.wrong(table, at, beyond)
    ):
        torn.found.update(beyond)


def _is_line(kind: type) -> bool:
    return kind not in ACTIONS


def _keeps_another(events: Sequence[Event], at: int) -> bool:
    """Return whether a line says that a player keeps another card than was shown last."""
    shows = (one for one in reversed(events[:at]) if isinstance(one, Show))
    shown = dict(next(shows, Show(())).shown)
    kept = getattr(events[at], "kept", ())
    return any(one.card not in shown.get(one.seat, ()) for one in kept)
