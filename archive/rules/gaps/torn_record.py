"""A record with supposed gaps, and what would be wrong with it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, takewhile
from typing import Any, NamedTuple

from archive.core.budgets import GAPS
from archive.core.events import (
    ACTIONS,
    Action,
    Cut,
    Deal,
    End,
    Event,
    Held,
    Round,
    Totals,
    Trick,
    Unread,
    numbers_of,
)
from archive.rules.advance import advance
from archive.rules.faults_and_claims import cards_too_many
from archive.rules.gaps.signs_of_gaps import (
    BEGUN,
    CARDS,
    MISSING,
    NOTHING,
    OPENING,
    OVERFULL,
    STANDING,
    STANDINGS,
    TOTALS,
    of_claims,
    wrongs,
)
from archive.rules.omissions import Omission, Place, happens
from archive.rules.table import Table

MOST_TRIED = 24
"""The most places at which it is tried what is missing; at others it is only known that something
is."""
MOST_LINES = 12
"""The most lines before a play among which it is tried where something is missing."""
LATEST = 2
"""The deals that are searched for cards that occur too often."""
STEPS_EACH, STEPS_MORE = 6, 3000
"""The events that are tried in all: a number for each there is, and a number more; in a record that
is longer than any game no more than the budget of `GAPS`."""
SEATS_A_STEP, PLAYS_A_STEP = 8, 2
"""The seats, and the supposed plays, that cost a step when a table is copied."""

WATCHING: Mapping[Place, Omission] = {(0, 0): Omission(0)}
"""No omission, for a table that is to keep count of its place all the same."""


class Skip(NamedTuple):
    """A number that is not due, and how many plays it leaves out."""

    number: int
    plays: int


class LatestDeal(NamedTuple):
    """The deal in which a walk has come to an event: the table before it, and its first event."""

    table: Table
    start: int

    def table_at(self, torn: TornRecord, at: int) -> Table:
        """Return the table before an event of the deal."""
        table = self.table.copy()
        for now in range(self.start, at):
            torn.happen(table, now)
        table.faults = []
        return table


class TornRecord:
    """A record with gaps that were `found` so far, the places that were `tried` for it, and the
    `steps` left to find more."""

    def __init__(
        self, events: Sequence[Event], open_table: Callable[[], Table], skips: Mapping[int, Skip],
        result: Totals | None = None, *, first_whole: bool = False,
    ) -> None:  # fmt: skip
        happened = [(at, one) for at, one in enumerate(events) if happens(one)]
        self.events = [one for _, one in happened]
        self.places = [at for at, _ in happened]
        self.open = open_table
        self.skips = skips
        self.claimed = result
        self.found: dict[Place, Omission] = dict(WATCHING)
        self.tried: set[Place] = set()
        numbers = numbers_of(self.events)
        self.numbered = bool(numbers) and all(numbers)
        first, second = (*numbers[:2], None, None)[:2]
        acts = [at for at, one in enumerate(self.events) if type(one) in ACTIONS]
        unread = Unread in map(type, self.events[: acts[0]] if acts else ())
        self.begins_late = bool(first and first > 1 and second == first + 1 and not unread)
        opening = next((one for one in self.events if isinstance(one, Deal | Round)), None)
        self.begins_with_first = opening is not None and opening.number == 1
        self.first_whole = first_whole
        self.unnumbered = acts[-1] + 1 if acts else 0  # the events behind the last number
        self.over = 0  # how many cards were too many when they were last counted
        self.hands_over = 0  # and how many behind the last hand that was listed
        self.tears = 0  # how often something is missing behind the first line
        self.slip = -1  # the last event that was out of turn with nothing missing before it
        self.steps = self.most = min(GAPS, STEPS_MORE + STEPS_EACH * len(self.events))

    @property
    def taken(self) -> int:
        """Return how many events were tried."""
        return self.most - max(0, self.steps)

    @property
    def too_torn(self) -> bool:
        """Return whether so many places were tried that nothing is tried at others any more."""
        return len(self.tried) > MOST_TRIED

    @property
    def is_torn(self) -> bool:
        """Return whether it was found that something is missing."""
        return self.tears > 0 or self.found.keys() != WATCHING.keys()

    def begin_trying(self, place: Place) -> bool:
        """Note that a place is tried; return whether it is still to be tried what is missing."""
        self.tried.add(place)
        return not self.too_torn

    def lost(self, place: Place) -> bool:
        """Return whether an unknown stretch was found to be missing at a place."""
        return place in self.found and self.found[place].plays <= 0

    def start(self) -> Table:
        """Return a table at the beginning, with what was found so far."""
        table = self.open()
        table.omissions = self.found
        return table

    def twin(self, table: Table, supposed: Mapping[Place, Omission]) -> Table:
        """Return a copy of a table with something supposed to be missing."""
        plays = sum(max(0, one.plays) for one in supposed.values())
        self.steps -= table.seats // SEATS_A_STEP + plays // PLAYS_A_STEP
        twin = table.copy()
        twin.omissions = {**self.found, **supposed}
        return twin

    def happen(self, table: Table, now: int) -> Event:
        """Let the event of this number happen to a table; return it."""
        event = self.events[now]
        advance(table, event, self.places[now])
        return event

    def wrong(self, table: Table, start: int, supposed: Mapping[Place, Omission],
              **how: Any) -> bool:  # fmt: skip
        """Return whether anything is wrong from here on with something supposed, as `first_wrong`
        looks for it."""
        return self.first_wrong(table, start, supposed, **how) is not None

    def first_wrong(
        self, table: Table, start: int, supposed: Mapping[Place, Omission], *, far: bool = False,
        plain: bool = False, but: int = -1, meant: Event | None = None, last: int = -1,
    ) -> int | None:  # fmt: skip
        """Return the first event that is wrong from here on with something supposed: up to the next
        number skipped and the end of the deal, `far` to that number, `plain` with all numbers taken
        for wrong to the end. Nothing behind the event `last` counts, nor what is wrong with the
        event `but`; `meant` stands for the first, and then nothing at all may be missing."""
        if self.steps < 0:
            return start
        table, acted = self.twin(table, supposed), False
        for now in range(start, len(self.events)):
            event = self.events[now] if meant is None or now > start else meant
            at_number = table.place[1] == 0 and table.place[0] in self.skips
            if acted and at_number and (far or not plain):
                return now if self.too_many(table) > 0 else None
            self.steps -= 1
            if self.steps < 0:
                return start
            advance(table, event, self.places[now])
            if wrongs(table, event, gaps=plain or meant is not None) and now != but:
                return now
            if now == last or (acted and not (far or plain) and type(event) is table.fresh_start):
                return now if self.too_many(table) > 0 else None
            if acted and type(event) is Cut and self.too_many(table) > 0:
                return now  # of the deal in front of it, which may be the last but two by the end
            acted = acted or type(event) in ACTIONS
        table.stop()
        wrong = wrongs(table, None) or self.too_many(table) > 0 or self.ends_apart(table)
        return len(self.events) if wrong else None

    def ends_apart(self, table: Table) -> bool:
        """Return whether the game is over at the record's end with other totals of several players
        than its result."""
        if not (table.over and self.claimed):
            return False
        return STANDINGS in of_claims(table, End(self.claimed, ()))

    def too_few(self, table: Table, at: int) -> bool:
        """Return whether an event just past gives a player fewer points than the plays do, where
        points are only added: no plays left out explain that."""
        event = self.events[at]
        counts = table.only_adds and type(event) in STANDING
        return counts and any(
            claim.kind in TOTALS and claim.difference > 0 for claim in table.claims(event)
        )

    def wrongs(self, table: Table, at: int) -> frozenset[str]:
        """Return what is wrong with an event just past; also, where the table says that plays are
        missing behind the play or the hand before it, that there is more of a card than the pack
        has; where a number follows no other behind a hand, that this will be so; and where plays
        are not numbered, that it is so of several cards from here on, or of any with a last hand
        where a result is told."""
        event = self.events[at]
        torn = at > 0 and type(self.events[at - 1]) in BEGUN
        torn = torn and any(one.code in MISSING for one in table.faults)
        wrong = wrongs(table, event)
        numbered = self.numbered and at < self.unnumbered
        unplayed = type(event) is Held and self._lacks_plays(table, at)
        if torn or unplayed or (type(event) in CARDS and not numbered):
            before, self.over = self.over, self.too_many(table)
            alone = unplayed and (self.claimed or self._lacks_hands(table, at))
            few = int(not (self.is_torn or alone))  # one alone may be a slip
            several = self.over > before and self._too_many_behind(table, at) > few
            wrong |= {OVERFULL} if several or (torn and self.over) else NOTHING
        if isinstance(event, Held):
            self.hands_over = self.too_many(table)
        elif isinstance(event, Action) and self._is_apart_from_hands(table, at, event.number):
            wrong |= {OVERFULL} if self._too_many_behind(table, at) else NOTHING
        return wrong

    def _lacks_plays(self, table: Table, at: int) -> bool:
        """Return whether the first plays behind a hand are missing: none is behind it, or one whose
        number follows no other."""
        if at >= self.unnumbered:
            return True
        behind = (one for one in self.events[at:] if isinstance(one, Action))
        number = next(behind).number
        return number is not None and not table.follows(number)

    def _lacks_hands(self, table: Table, at: int) -> bool:
        """Return whether the hands around a hand are not those of all players, and no line of a
        deal is in front of them."""
        before = list(takewhile(_is_hand, reversed(self.events[:at])))
        around = chain(before, takewhile(_is_hand, self.events[at:]))
        some = len({one.seat for one in around if isinstance(one, Held)}) < table.seats
        above = self.events[: at - len(before)]
        return some and not (above and type(above[-1]) in OPENING)

    def _is_apart_from_hands(self, table: Table, at: int, number: int | None) -> bool:
        """Return whether an event is a play behind nothing but hands, and perhaps its trick's line,
        that no line of a deal is in front of, and that fit the pack; and its number follows no
        other."""
        between = {Held, Trick}
        hands = list(takewhile(lambda one: type(one) in between, reversed(self.events[:at])))
        if not (number and Held in map(type, hands)) or table.follows(number) or self.hands_over:
            return False
        before = at - len(hands) - 1
        return before < 0 or type(self.events[before]) not in OPENING

    def _too_many_behind(self, table: Table, at: int) -> int:
        """Return how many cards are too many at the end of the deal that goes on behind an
        event."""
        table = self.twin(table, {})
        for now in range(at + 1, len(self.events)):
            if type(self.events[now]) in OPENING or self.steps < 0:
                break
            self.steps -= 1
            self.happen(table, now)
        return self.too_many(table)

    def too_many(self, table: Table) -> int:
        """Return how many cards too many were seen in the last deals."""
        return max(map(cards_too_many, table.dealings(LATEST)), default=0)


def _is_hand(event: Event) -> bool:
    return isinstance(event, Held)
