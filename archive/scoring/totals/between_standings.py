"""Standings with nothing but whole deals between them: these give what one has more than the other,
though it is not known how the first came about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from archive.core.events import Comment, Cut, Deal, End, Nag, Out, Round, Score
from archive.core.record import Record
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.gaps.signs_of_gaps import MISSING
from archive.rules.totals import SheetStep
from archive.scoring.prepared import Examined
from archive.scoring.totals.across_gaps import CERTAIN
from archive.scoring.totals.counted_winners import winners_by, wrong_winner
from archive.scoring.totals.sheet import Sheet, as_seats
from archive.scoring.whole_deals import WholeDeals
from archive.telling.finding_drafts import Draft
from archive.telling.findings import CLAIMS, Effect

LOSING = MISSING | {"unknown-card"}
"""Findings after which totals are not known any more."""
NUMBERS = frozenset({f"wrong-{kind}" for kind in CLAIMS})
MOST_OF_ROUND = 12
"""The most openings of one round that are looked at."""
BESIDE = (Comment, Cut, Nag, Out)
"""Events that may stand between a standing and the next deal."""


def findings(played: Examined, found: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the totals that are not those of the standing before with the points of the deals
    between, and where all of them are, that they are. Nothing is said of a standing where something
    else was found since the one before. Where the numbers of the deals do not tell that none is
    missing beside these, that may be what is wrong."""
    game = played.chosen.totals()
    if game is None or not played.examination.table.ledger.unknown:
        return
    sheet = Sheet(played.record, played.chosen, game)
    standings = _Standings(played, found, sheet.seats)
    counted = _CountedOn(sheet, over=played.examination.table.over)
    if len(standings.totals) < 2:
        yield from _points_alone(played, sheet, found)
    right: Mapping[int, int] = {}  # totals of the last standing, where it has others
    for before, at in pairwise(standings.totals):
        step, claimed = standings.step(before, at), standings.totals[at]
        right = _put_right(step, claimed, right) if step else {}
        if step is None or (right and standings.lack_plays(before, at)):
            right = {}
            yield from counted.over()
            continue
        if standings.are_unknown_before(at):
            counted.go_on(step, claimed, before, agrees=not right)
        if right:
            certain = wrong_for_certain(sheet, before, step, claimed)
            yield from _wrong_totals(sheet, step, claimed, right, certain=certain)
    yield from counted.over()


class _Standings:
    """The standings of a record that name every total, by their events, and what was found in the
    record."""

    def __init__(self, played: Examined, found: Sequence[Draft], seats: int) -> None:
        self._played, record = played, played.known
        self._entered = dict(played.examination.written)
        everyone = {*range(1, seats + 1)}
        self.totals = {
            at: dict(one.totals) for at, one in enumerate(record.events)
            if isinstance(one, Score | End) and at in self._entered
            and dict(one.totals).keys() == everyone
        }  # fmt: skip
        self._said = sorted(
            one.at for one in found if one.at is not None and not _is_in_front(one, record)
        )
        self._torn = sorted(
            one.at or 0 for one in found if one.code in MISSING and one.found != BEGINS_LATE
        )
        self._losing = sorted(one.at or 0 for one in found if one.code in LOSING)
        self._astray = len(record.events)
        if played.chosen.game.rounds:  # what is against the rules in a deal moves the others, too
            of_play = (one.at or 0 for one in found if _is_of_play(one))
            self._astray = min(of_play, default=self._astray)

    def step(self, before: int, at: int) -> SheetStep | None:
        """Return the step from one standing to what the deals up to the next one give; None where
        that is not known, or something else was found on the way."""
        deals = _whole_deals_between(self._played, before, at, self._losing)
        if not deals or self._astray < at or _any_between(self._said, before, at):
            return None
        lines = self._played.examination.table.ledger.lines
        due = dict(self.totals[before])
        for line in lines[self._entered[before] : self._entered[at]]:
            due[line.seat] += line.points
        return SheetStep(at, [one.number or 0 for one in deals], self.totals[before], due)

    def lack_plays(self, before: int, at: int) -> bool:
        """Return whether plays are missing between two standings."""
        return _any_between(self._torn, before, at)

    def are_unknown_before(self, at: int) -> bool:
        """Return whether the rules' own totals are not known any more before a standing."""
        return bool(self._losing) and at > self._losing[0]


def _any_between(places: Sequence[int], before: int, at: int) -> bool:
    return bisect_right(places, before) < bisect_right(places, at)


def _put_right(
    step: SheetStep, claimed: Mapping[int, int], right: Mapping[int, int]
) -> dict[int, int]:
    """Return the totals that are due where others are claimed. Those that go on from what was
    `right` in the standing before are no mistake."""
    goes_on = {**step.before, **right}
    return {
        seat: step.after[seat] for seat, total in claimed.items()
        if total not in (step.after[seat], goes_on[seat] + step.moved[seat])
    }  # fmt: skip


def wrong_for_certain(
    sheet: Sheet, before: int, step: SheetStep, claimed: Mapping[int, int]
) -> bool:
    """Return whether a standing with other totals than a step from the one `before` comes to is
    wrong in any case: no deal is missing between them, or none that is could give it. In games by
    rounds it is not known what deals can give."""
    if _none_is_missing(sheet.record, before, step.at):
        return True
    more = sheet.game.impossible(SheetStep(step.at, (), step.after, claimed))
    return more is not None and more.kind in CERTAIN and sheet.unit is not Round


def cannot_be_given(sheet: Sheet, step: SheetStep) -> bool:
    """Return whether no deals can give a step, so that the totals before it are wrong. In games by
    rounds that is not known."""
    return sheet.unit is not Round and sheet.game.impossible(step) is not None


def _wrong_totals(
    sheet: Sheet, step: SheetStep, claimed: Mapping[int, int], right: Mapping[int, int], *,
    certain: bool,
) -> Iterator[Draft]:  # fmt: skip
    """Yield the findings about totals that others are right for, or one note where a deal may be
    missing instead."""
    if cannot_be_given(sheet, step):
        return
    if not certain:
        yield _missing_or_wrong(sheet, step.at, step.after, claimed)
        return
    for seat in right:
        wrong = sheet.finding("wrong-score", step.at, sheet.clauses["score"], seat=seat)
        wrong.expected, wrong.found = str(step.after[seat]), str(claimed[seat])
        wrong.effect = Effect()
        yield wrong


class _CountedOn:
    """Standings one after the other that agree with the first of them, which cannot be checked.
    `over` is whether the game is over by its plays."""

    def __init__(self, sheet: Sheet, *, over: bool) -> None:
        self._sheet, self._is_over = sheet, over
        self._begin()

    def _begin(self) -> None:
        self._first: tuple[int, Mapping[int, int]] | None = None
        self._last: SheetStep | None = None

    def go_on(
        self, step: SheetStep, claimed: Mapping[int, int], before: int, *, agrees: bool
    ) -> None:
        """Take the next standing, with the step to what is due there from the one `before`: whether
        it `agrees` with that."""
        begins = self._first is None
        self._first = self._first or (before, step.before)
        agrees = agrees and (begins or self._last is not None)
        self._last = step._replace(after=claimed) if agrees else None

    def over(self) -> Iterator[Draft]:
        """Yield the note that all of them agree, and who has won by them; and begin with others."""
        if self._first and self._last:
            sheet, (at, first) = self._sheet, self._first
            told = sheet.finding("counted-on", at, sheet.clauses["score"], severity="note")
            told.found, told.expected = _written(first), _written(self._last.after)
            winners = winners_by(sheet, self._last, over=self._is_over)
            if winners:
                told.expected += f" win={as_seats(winners)}"
            yield told
            yield from wrong_winner(sheet, self._last.at, self._last.after, winners)
        self._begin()


def _points_alone(played: Examined, sheet: Sheet, found: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the note of what all deals give together, where they are told in full and nothing is
    wrong, but no two standings can be compared."""
    record = played.known
    start, end = next(iter(record.openings), 0), len(record.events)
    losing = [one.at or 0 for one in found if not _is_in_front(one, record)]
    wrong = any(one.severity == "error" for one in found)
    if wrong or max(losing, default=0) > start or not _whole_deals_between(played, -1, end, ()):
        return
    points = Counter(dict.fromkeys(range(1, sheet.seats + 1), 0))
    for line in played.examination.table.ledger.lines:
        points[line.seat] += line.points
    told = sheet.finding("counted-on", start, sheet.clauses["score"], severity="note")
    told.expected = _written(points)
    yield told


def _written(totals: Mapping[int, int]) -> str:
    return " ".join(f"p{seat}:{total}" for seat, total in totals.items())


def _is_of_play(finding: Draft) -> bool:
    """Return whether a finding is an error of play or of the lines: no wrong number, and nothing
    missing."""
    return finding.severity == "error" and finding.code not in NUMBERS | MISSING


def _is_in_front(finding: Draft, record: Record) -> bool:
    """Return whether a finding says no more than that something is missing before the first action
    of a deal."""
    if finding.code not in MISSING:
        return False
    at, acted = finding.at or 0, record.acted
    first = bisect_left(acted, record.deal_around(at).start)
    return first == len(acted) or acted[first] >= at


def _whole_deals_between(
    played: Examined, before: int, at: int, losing: Sequence[int]
) -> list[Deal]:
    """Return the lines of the deals between two standings, where nothing but deals that are told in
    full stands there; otherwise none. In games by rounds the points of a deal hang on the tally
    before it, so there all of the round must be told in full, up to the second standing, with
    nothing `losing` totals in it."""
    record, deals = played.known, WholeDeals(played.known, played.chosen)
    first, behind = (bisect_right(record.openings, one) for one in (before, at))
    openings = record.openings[first:behind]
    beside = record.events[before + 1 : next(iter(openings), at)]
    counted = _of_round(record, behind) if played.chosen.game.rounds else openings
    full = all(deals.is_told_in_full(record.deal_around(one)) for one in counted)
    told = {one: line for one in counted if isinstance(line := record.events[one], Deal)}
    if played.chosen.game.rounds:
        numbered = [line.number for line in told.values()] == [*range(1, len(told) + 1)]
        begun = next(iter(counted), at)
        nothing_lost = bisect_right(losing, begun) == bisect_right(losing, at)
        full = full and numbered and nothing_lost and set(openings) <= set(counted)
    whole = full and all(isinstance(one, BESIDE) for one in beside)
    return [line for one, line in told.items() if one > before] if whole else []


def _of_round(record: Record, behind: int) -> Sequence[int]:
    """Return the openings of the last round before an opening, from its line on; none without
    one, or in a round of more deals than any game has."""
    openings = record.openings[max(0, behind - MOST_OF_ROUND) : behind]
    begun = [n for n, at in enumerate(openings) if isinstance(record.events[at], Round)]
    return openings[begun[-1] :] if begun else []


def _none_is_missing(record: Record, before: int, at: int) -> bool:
    """Return whether the deals are numbered in turn from the one in front of a standing to the one
    behind another, which stand beside their lines."""
    first, behind = (bisect_right(record.openings, one) for one in (before, at))
    lines = [record.events[one] for one in record.openings[max(0, first - 1) : behind + 1]]
    numbers = [one.number for one in lines if isinstance(one, Deal)]
    beside = record.events[at + 1 : next(iter(record.openings[behind:]), len(record.events))]
    return (
        first > 0
        and behind < len(record.openings)
        and all(isinstance(one, BESIDE) for one in beside)
        and numbers == [*range(numbers[0] or 0, (numbers[0] or 0) + len(numbers))]
    )


def _missing_or_wrong(
    sheet: Sheet, at: int, due: Mapping[int, int], claimed: Mapping[int, int]
) -> Draft:
    """Return the note that a standing is wrong, or that a deal before it is not written."""
    told = sheet.finding("gap", at, sheet.clauses["score"], severity="note")
    told.expected, told.found = (f"@score {_written(one)}" for one in (due, claimed))
    return told
