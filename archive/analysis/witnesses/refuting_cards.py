"""The cards of a deal that refute it: of all cards that it fills in, as few as make something
wrong.

A deal that fits the cards may still not fit the record: by it another would have won a trick, a set
would not make its count, a player would have other points. Which of its cards do that is found by
removing cards again. What is left out of a record makes nothing wrong, so if something is wrong
with some cards filled in and all others left out, it is wrong in every deal that has these cards:
all of them are excluded at once.

Most of it can be judged within one deal, from its shuffle to the next; there the standing before is
taken to be as claimed, for in a deal that fits it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from archive.analysis.witnesses.unknowns import Assignment, Blank, Blanks, Part
from archive.core.budgets import COPIED, PAIRS, Steps
from archive.core.cards import CARDS, RANKS, SUITS, UNKNOWN, Card
from archive.core.events import ACTIONS, Event, Score
from archive.core.record import Record
from archive.rules.advance import advance
from archive.rules.table import Table
from archive.scoring import Verdict, card_count
from archive.scoring.examiner import Examination
from archive.telling.finding_drafts import Draft

Reason: TypeAlias = dict[Blank, Card]
"""Cards that cannot all be right, each as far as it matters."""

MOST_KEPT = 64
"""The most tables of a stretch that are kept."""
MOST_WITH = 3
"""The most cards of a reason for which other wrong cards in their places are sought."""


class Judge:
    """Judges a record with some of the cards it leaves out filled in. Every event that is gone
    through is one of the `steps`; when they are used up, it raises `Spent`."""

    def __init__(self, verdict: Verdict, blanks: Blanks, steps: Steps) -> None:
        self.record = verdict.record
        self.blanks = blanks
        self.steps = steps
        assert verdict.foresight is not None  # there are plays
        self.open = verdict.foresight.open
        actions = (at for at, event in enumerate(blanks.events) if type(event) in ACTIONS)
        self.by_ply = dict(enumerate(actions, 1))
        self.whole = Stretch(self, self.open, range(len(blanks.events)))
        left = {blank: UNKNOWN for blank in blanks.all if blank.part is Part.LEFT}
        if left and self.whole.wrong(left):
            blanks.forget_left()

    def told(self, cards: Assignment, where: range) -> list[tuple[int, Event]]:
        """Return the events there with these cards filled in; going through them takes steps."""
        events = self.blanks.told(cards, where)
        self.steps.take(len(events))
        return events

    def events_of(self, finding: Draft) -> list[int]:
        """Return the event of a finding, and those that prove it; none where it stands in a tag."""
        if finding.at is None:
            return []
        plies = (place.ply for place in finding.places)
        return [finding.at, *(self.by_ply[ply] for ply in plies if ply in self.by_ply)]

    def deals(self) -> list[Stretch]:
        """Return the stretch of each dealing, from a table at which all before it was left out."""
        numbers = {blank.dealing for blank in self.blanks.all}
        where = {number: self.blanks.around(number) for number in sorted(numbers)}
        tables: dict[int, Table] = {}
        table, standing = self.open(), None
        starts = {one.start for one in where.values()}
        self.steps.take(len(self.blanks.events))
        for at, event in enumerate(self.blanks.events):
            if at in starts:
                self.steps.take(at // COPIED)
                tables[at] = _with_standing(table, standing)
            advance(table, event, at)
            table.faults = []
            standing = event if isinstance(event, Score) else standing
        return [Stretch(self, tables[one.start].copy, one, number) for number, one in where.items()]


class Stretch:
    """Some consecutive events of a record, by themselves. `number` is the dealing whose cards are
    filled in, None for those of all."""

    def __init__(
        self, judge: Judge, open_table: Callable[[], Table], where: range, number: int | None = None
    ) -> None:
        self.judge = judge
        self.open_table = open_table
        self.where = where
        self.number = number
        self.clear: Assignment | None = None
        self._known: dict[int, Counter[tuple[str, int | None]]] = {}
        self._tables: list[Table] = []
        self.sound = not self._known_until(where.stop)

    def wrong(self, cards: Assignment, until: int | None = None) -> list[Draft]:
        """Return what is wrong with these cards alone, in the order of the record, without
        consequences unless there is nothing else; up to the event `until`, if given."""
        stop = self.where.stop if until is None else until + 1
        start = min((blank.at for blank in cards), default=self.where.start)
        known = self._known_until(stop)
        seen: Counter[tuple[str, int | None]] = Counter()
        new = []
        for finding in self._errors(cards, range(start, stop)):
            seen[finding.code, finding.at] += 1
            if seen[finding.code, finding.at] > known[finding.code, finding.at]:
                new.append(finding)
        return [finding for finding in new if finding.follows is None] or new

    def _known_until(self, stop: int) -> Counter[tuple[str, int | None]]:
        """Return what is wrong in the events before that one though no card is filled in."""
        if stop not in self._known:
            errors = self._errors({}, range(self.where.start, stop))
            self._known[stop] = Counter((finding.code, finding.at) for finding in errors)
        return self._known[stop]

    def table_at(self, at: int) -> Table:
        """Return the table before an event, or after the last, with no cards filled in up to there;
        it is the caller's to change. Some are kept, so that any event is near one."""
        start, steps = self.where.start, self.judge.steps
        every = len(self.where) // MOST_KEPT + 1
        if not self._tables:
            table = self.open_table()
            self._tables = [table.copy()]
            for number in self.where:
                self._happen(table, number)
                if (number + 1 - start) % every == 0:
                    steps.take(number // COPIED)
                    self._tables.append(table.copy())
        near = (at - start) // every
        steps.take(at // COPIED)
        table = self._tables[near].copy()
        for number in range(start + near * every, at):
            self._happen(table, number)
        return table

    def _happen(self, table: Table, number: int) -> None:
        self.judge.steps.take()
        advance(table, self.judge.blanks.events[number], number)
        table.faults = []

    def _errors(self, cards: Assignment, where: range) -> list[Draft]:
        judge, start, open_table = self.judge, self.where.start, self.open_table
        if cards and self.sound and start < where.start < where.stop:
            start, open_table = where.start, self.table_at(where.start).copy
        judge.steps.take(start // PAIRS)
        events = judge.told(cards, range(start, where.stop))
        numbers = [*range(start), *(at for at, _ in events)]
        all_ = [*judge.blanks.events[:start], *(event for _, event in events)]
        record = Record(
            judge.record.tags, all_, text=judge.record.text, raw=judge.record.raw,
            find_offsets=lambda: [judge.record.offsets[at] for at in numbers],
        )  # fmt: skip
        examination = Examination(record, open_table, len(judge.record.players), start).walk()
        counts = [card_count.count(dealing) for dealing in examination.table.dealings()]
        found = examination.findings
        found = [*found, *card_count.findings(counts, record, found)]
        for finding in found:
            if finding.at is not None:
                finding.at = numbers[finding.at]
        return sorted(
            (finding for finding in found if finding.severity == "error"),
            key=lambda finding: -1 if finding.at is None else finding.at,
        )


def _with_standing(table: Table, standing: Score | None) -> Table:
    """Return the table with the last claimed points, where they are not known."""
    table = table.copy()
    table.forget_dealt()
    for seat, total in standing.totals if standing else ():
        if seat in table.ledger.unknown:
            table.ledger.correct(seat, total - table.ledger.totals_by_seat[seat])
            table.ledger.unknown.discard(seat)
    return table


def reasons(stretch: Stretch, cards: Mapping[Blank, Card]) -> Iterator[Reason]:
    """Yield the reasons why these cards cannot all be right, no card in two of them except those
    that are like the one before in all cards but one."""
    rest = {s: card for s, card in cards.items() if stretch.number in (None, s.dealing)}
    if rest == stretch.clear:
        return
    whole = rest
    while found := stretch.wrong(rest):
        shown = stretch.judge.events_of(found[0])
        until = max(shown, default=None)
        if until is None or not stretch.wrong(rest, until):  # it takes the end to see it
            until = None
        fewest = _fewest(stretch, rest, shown, until)
        reason = told_less(fewest, partial(stretch.wrong, until=until))
        yield reason
        yield from _alike(stretch, reason, until)
        if not reason:
            return
        rest = {blank: card for blank, card in rest.items() if blank not in reason}
    if rest is whole:
        stretch.clear = whole


def _fewest(stretch: Stretch, cards: Assignment, shown: Sequence[int], until: int | None) -> Reason:
    """Return as few of the cards as are wrong together, sought first at the events that prove the
    fault, then from the fault backwards."""
    at = shown[0] if shown else -1
    ordered = sorted(
        cards, key=lambda blank: (blank.at not in shown, blank.at > at, abs(at - blank.at), blank)
    )
    enough = 1
    while enough < len(ordered) and not stretch.wrong(
        {s: cards[s] for s in ordered[:enough]}, until
    ):
        enough *= 2

    def needed(before: list[Blank], told: bool, among: list[Blank]) -> list[Blank]:
        """Return those of `among` that are needed besides those before (QuickXplain)."""
        if told and stretch.wrong({blank: cards[blank] for blank in before}, until):
            return []
        if len(among) == 1:
            return among
        one, other = among[: len(among) // 2], among[len(among) // 2 :]
        second = needed([*before, *one], True, other)
        first = needed([*before, *second], bool(second), one)
        return [*first, *second]

    return {blank: cards[blank] for blank in needed([], False, ordered[:enough])}


def told_less(reason: Reason, still: Callable[[Reason], object]) -> Reason:
    """Return the same cards by their ranks alone, or by their suits, where that `still` holds."""
    for blank, card in list(reason.items()):
        less = (CARDS[card.rank + blank.written.suit], CARDS[blank.written.rank + card.suit])
        for one in less:
            if one not in (card, blank.written) and still({**reason, blank: one}):
                reason = {**reason, blank: one}
                break
    return reason


def _alike(stretch: Stretch, reason: Reason, until: int | None) -> Iterator[Reason]:
    """Yield other reasons of this kind: one card of it another, all others the same."""
    if len(reason) > MOST_WITH:
        return
    for blank, card in list(reason.items())[: MOST_WITH - len(reason) + 1]:
        for other in others_for(blank, card):
            if stretch.wrong({**reason, blank: other}, until):
                yield {**reason, blank: other}


def others_for(blank: Blank, card: Card) -> list[Card]:
    """Return the cards that are known as far as this one, and that could stand in its place."""
    if card.rank != "?" and card.suit and blank.written.rank == "?":
        return []
    ranks = RANKS if card.rank != blank.written.rank else card.rank
    suits = list(SUITS) if card.suit != blank.written.suit else [card.suit]
    return [one for rank in ranks for suit in suits if (one := CARDS[rank + suit]) is not card]
