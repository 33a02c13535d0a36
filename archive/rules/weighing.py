"""What is missing where a record may be torn, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from archive.core.events import (
    ACTIONS,
    Action,
    Event,
    Gap,
    Held,
    Play,
    Score,
)
from archive.rules.advance import step
from archive.rules.omissions import NO_OMISSIONS, WITHIN, Omission, Place
from archive.rules.supposing import PLAYS_A_STEP, WATCHING, Skip, Supposing
from archive.rules.table import Table
from archive.rules.wrongs import (
    FRESH,
    LOOKED_AT,
    NOTHING,
    OPENING,
    SEVERAL,
    SHOWING,
    SKIPPED,
    TELLING,
    TURNS,
    wrongs,
)

MOST_WEIGHED = 24
"""Of so many places it is tried what is missing there; of others only that something is."""
MOST_SUPPOSED = 60
"""So many plays are supposed one by one at most."""

MOST_LINES = 12
"""Among so many of the lines before a play it is tried where something is missing."""


class Weighing(Supposing):
    """A walk through a record in which, wherever it may be torn, it is tried what is missing there:
    nothing, so many plays, or an omission of which nothing is known."""

    def __init__(
        self, events: Sequence[Event], open_table: Callable[[], Table],
        skips: Mapping[int, Skip], *, turns: bool = False,
    ) -> None:  # fmt: skip
        """With `turns` it is also tried where a player acts out of turn."""
        super().__init__(events, open_table, skips)
        self.turns = turns
        self.weighed_at: set[Place] = set()

    def weighed(self) -> Mapping[Place, Omission]:
        """Return what is missing, by its place."""
        if self.skips and not self._wrong(self._start(), 0, {}, plain=True):
            self.skips = {}  # nothing is missing, only numbers are wrong
        table = self._start()
        kept, kept_at = table.copy(), 0  # before the last deal
        later = bool(self.skips) or any(type(one) is Gap for one in self.events)
        untold = not table.follows(1)
        for at, event in enumerate(self.events):
            if not later and (self.steps < 0 or len(self.weighed_at) > MOST_WEIGHED):
                break
            place = table.place
            if place not in self.weighed_at:
                if place[1] == 0 and place[0] in self.skips:
                    self._weigh_number(table, at)
                if isinstance(event, Gap) and table.gap_within and table.may_go_beyond(event):
                    self._weigh_gap(table, at)
            fresh = table.copy() if self.turns and type(event) in FRESH else None
            before, due = table.place, table.due
            step(table, event, self.places[at])
            wrong = wrongs(table, event) if self.turns else NOTHING
            table.faults = []
            weigh = wrong & LOOKED_AT and before not in self.weighed_at and self.steps >= 0
            if weigh:
                self.weighed_at.add(before)
            late = untold and wrong and type(event) not in OPENING and self._begins_late(at)
            untold = untold and type(event) not in TELLING
            if late or (weigh and self._weigh_turn(kept, kept_at, at, due, wrong)):
                table = kept.copy()
                for now in range(kept_at, at + 1):
                    step(table, self.events[now], self.places[now])
                    table.faults = []
            elif fresh:
                kept, kept_at = fresh, at
        found = {place: one for place, one in self.found.items() if place not in WATCHING}
        return found or NO_OMISSIONS

    # -- numbers that skip

    def _weigh_number(self, table: Table, at: int) -> None:
        """Find out what the number stands for that is not due behind the last one."""
        anchor, number, plays = table.place[0], *self.skips[table.place[0]]
        self.weighed_at.add(table.place)
        if len(self.weighed_at) > MOST_WEIGHED:
            self.found[table.place] = Omission(number)
            return
        if not self._wrong(table, at, {}, far=True, plain=True):
            return
        fit = self._that_fit(table, at)
        places = [*range(fit, max(0, fit - MOST_LINES), -1), 0]
        if plays <= MOST_SUPPOSED:
            for passed in places:
                omission = {(anchor, passed): Omission(number, plays)}
                if self._can_suppose(table, at, passed, plays) and not self._wrong(
                    table, at, omission
                ):
                    self.found.update(omission)
                    return
        fits = (some for some in self._stretches(table, at, number, places)
                if not self._wrong(table, at, some))  # fmt: skip
        self.found.update(next(fits, {(anchor, 0): Omission(number)}))

    def _stretches(
        self, table: Table, at: int, number: int, places: Sequence[int]
    ) -> Iterator[dict[Place, Omission]]:  # fmt: skip
        """Yield what may be missing of which nothing is known: one stretch, or several."""
        unknown = [Omission(number, some) for some in ((WITHIN, 0) if table.gap_within else (0,))]
        yield from ({(table.place[0], passed): one} for one in unknown for passed in places)
        apart, last = self._torn_apart(table, at, number)
        yield apart
        yield from ({**apart, last: one._replace(number=0)} for one in unknown)

    def _torn_apart(
        self, table: Table, at: int, number: int
    ) -> tuple[dict[Place, Omission], Place]:  # fmt: skip
        """Return what is missing where nothing is known of what came before the first line behind a
        number, nor before each that would else be wrong; and the place of the next number."""
        apart = {table.place: Omission(number)}
        table = self._twin(table, apart)
        for now in range(at, len(self.events)):
            event, place, twin = self.events[now], table.place, table.copy()
            self.steps -= 1
            step(table, event, self.places[now])
            if wrongs(table, event) and now > at:
                apart[place] = Omission(0)
                table = self._twin(twin, apart)
                step(table, event, self.places[now])
                table.faults = []
            if getattr(event, "number", None) and type(event) in ACTIONS:
                return apart, place
        return apart, table.place

    def _can_suppose(self, table: Table, at: int, passed: int, plays: int) -> bool:
        """Return whether so many plays can follow on what goes on from here."""
        self.steps -= plays // PLAYS_A_STEP
        table = self._twin(table, {})
        for now in range(at, at + passed):
            step(table, self.events[now], self.places[now])
        return table.leave_out(plays, "?")

    def _that_fit(self, table: Table, at: int) -> int:
        """Return how much goes on from what was played last, of all that stands before the next
        number."""
        table = self._twin(table, {})
        for now in range(at, len(self.events)):
            event = self.events[now]
            if getattr(event, "number", None) and type(event) in ACTIONS:
                return now - at
            step(table, event, self.places[now])
            if wrongs(table, event, gaps=True) or self._too_many(table):
                return now - at
        return len(self.events) - at

    # -- gaps that are told of

    def _weigh_gap(self, table: Table, at: int) -> None:
        """Find out whether an omission that is told of goes beyond the end of a hand."""
        self.weighed_at.add(table.place)
        beyond = {table.place: Omission(0)}
        if len(self.weighed_at) > MOST_WEIGHED or (
            self._wrong(table, at, {}) and not self._wrong(table, at, beyond)
        ):
            self.found.update(beyond)

    # -- actions out of turn

    def _weigh_turn(
        self, kept: Table, kept_at: int, at: int, due: int, wrong: frozenset[str]
    ) -> bool:
        """Find out whether plays are missing before an action that is out of turn, or before the
        lines in front of it; return whether they are. `due` is the number due before it."""
        event = self.events[at]
        self.steps -= 2 * (at - kept_at)
        if self.steps < 0:
            return False
        number = event.number if isinstance(event, Action) else None
        numbered = kept.follows(number or due)
        telling = wrong & (TURNS if numbered else SHOWING)
        if not (telling or (SKIPPED in wrong and not numbered)):
            return False
        if len(self.weighed_at) > MOST_WEIGHED:
            return False
        tables, before = self._before(kept, kept_at, at)
        several = len(wrong) > 1 or (type(event) in FRESH and tables[-1][0] < at)
        skipped = SKIPPED in wrong and several
        if not (telling or skipped):
            return False
        if not skipped and self._one_slip(before, at, wrong):
            return False
        for now, twin in reversed(tables):
            for plays in range(1, before.seats + 1):
                omission = {twin.place: Omission(0, plays)}
                if not self._wrong(twin, now, omission):
                    self.found.update(omission)
                    return True
        if numbered:
            return False
        for now, twin in reversed(tables):
            omission = {twin.place: Omission(0)}
            if not self._wrong(twin, now, omission):
                self.found.update(omission)
                return True
        return False

    def _before(self, kept: Table, kept_at: int, at: int) -> tuple[list[tuple[int, Table]], Table]:
        """Return the table before each of the lines in front of an action, or before a line each of
        those of its deal, as far as all is right up to there; and the table before it, which comes
        last where all is right, else first. And that one again."""
        table, tables, right = kept.copy(), list[tuple[int, Table]](), True
        first = max(kept_at, at - MOST_LINES)
        acts = type(self.events[at]) in ACTIONS
        while acts and any(type(one) in ACTIONS for one in self.events[first:at]):
            first += 1
        for now in range(kept_at, at):
            event = self.events[now]
            if right and (now >= first if acts else type(event) not in ACTIONS):
                tables.append((now, table.copy()))
            step(table, event, self.places[now])
            right = not wrongs(table, event) and right
        tables = tables[-MOST_LINES:]
        tables.insert(len(tables) if right else 0, (at, table.copy()))
        return tables, table

    def _begins_late(self, at: int) -> bool:
        """Find out whether the record begins later than the game does, by an event that is wrong
        and the first to tell where play stands; return whether it does."""
        late = {(1, 0): Omission(0)}
        if self._wrong(self._start(), 0, late, last=at):
            return False
        self.found.update(late)
        return True

    def _one_slip(self, table: Table, at: int, wrong: frozenset[str]) -> bool:
        """Return whether all is right behind an event if it alone is wrong. What has no number is
        not, where play goes on from a player out of turn or from a tally that was not due; nor
        is a line that is wrong about several hands."""
        event = self.events[at]
        code = next(iter(sorted(wrong & TURNS)), "")
        untold = isinstance(event, Action) and not event.number
        plain = event._replace(tally=None) if untold and isinstance(event, Play) else event
        several = SEVERAL in wrong or (code and untold)
        if not several and not self._wrong(table, at, {}, but=at, meant=plain):
            return "not-now" not in wrong or self._may_stand_wrong(at)
        meant = table.meant(event, code) if code else event
        if meant == event or self._wrong(table, at, {}, meant=meant):
            return False
        self.weighed_at.add((table.place[0], table.place[1] + 1))  # the next one may seem wrong
        return True

    def _may_stand_wrong(self, at: int) -> bool:
        """Return whether an event that is not due may only have been written in the wrong place:
        no action is, and a standing or a hand only where play goes on behind it before the next
        deal."""
        kind = type(self.events[at])
        if kind not in (Score, Held):
            return kind not in ACTIONS
        behind = (type(one) for one in self.events[at + 1 :])
        return next((one in ACTIONS for one in behind if one in ACTIONS | FRESH), False)
