"""Single changes that could put a sheet of totals right: another winner, a sum added up as it
should be, two players' totals exchanged, a number with a slip of the pen, what was there before
added. Whether one does is found out by judging the sheet with it, as for any other record; totals
that no deal gives either are left out before."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from archive.analysis.repairs.claim_changes import NUMBER
from archive.analysis.repairs.fault import Fault, name_of, other_players
from archive.analysis.repairs.slips_of_the_pen import (
    one_sign_otherwise,
    slip_of_the_pen,
    written_by_a_slip,
)
from archive.core.events import Comment, End
from archive.core.numbers_in_comments import Sum, sum_in
from archive.notation.edits import Change, Edit
from archive.notation.lexer import TOKEN
from archive.notation.text_offsets import offset_of
from archive.scoring import Verdict
from archive.scoring.totals.judge import TotalsJudge

BEFORE_ADDED, CARRIED = "what was there before added", "carried"
"""The words for changes of more than one total."""


def changes_of_totals(
    verdict: Verdict, sheet: TotalsJudge, enough: Callable[[], bool]
) -> Iterator[Change]:
    """Yield changes that may correct the first finding about a sheet, the likeliest first. A number
    that no slip of the pen explains is sought only where there is not `enough` without."""
    about = _Sheet(verdict, sheet)
    yield from about.likely()
    if not enough():
        yield from about.numbers(one_sign_otherwise)


class _Sheet(Fault):
    """The totals of a sheet, standing by standing, and the changes of them."""

    def __init__(self, verdict: Verdict, sheet: TotalsJudge) -> None:
        super().__init__(verdict)
        self.sheet, self.rows = sheet, sheet.walk
        self.last = len(self.rows) - 1
        place = len(self.events) if self.at is None else self.at
        self.row = next((row for row, one in enumerate(self.rows) if one.at >= place), self.last)

    def likely(self) -> Iterator[Change]:
        """Yield what the finding itself suggests, and slips of the pen."""
        at, due, seat = self.at, self.finding.expected or "", self.finding.seat
        match self.code:
            case "wrong-winner" if at is not None:
                yield self._seats_otherwise(self._place(at, "win"), due)
            case "wrong-elimination" if at is not None:
                yield self._seats_otherwise(self._place(at, "seat"), due)
            case "wrong-result":
                yield from self._another_end()
            case "wrong-score" if seat:
                yield from self._shifted(self.row, {seat: int(due)})
        yield from self._sums()
        yield from self._before_added()
        for row in self._near():
            yield from self._exchanged(row)
        yield from self.numbers(written_by_a_slip)

    def numbers(self, otherwise: Callable[[int], Iterable[int]]) -> Iterator[Change]:
        """Yield each total near the fault otherwise, alone and with all carried from it."""
        for row in self._near():
            for seat, total in self.rows[row].after.items():
                if self._sum(row, seat)[0] or self._sum(row + 1, seat)[0]:
                    continue  # the sum beside it has the same number
                for other in dict.fromkeys(otherwise(total)):
                    yield from self._shifted(row, {seat: other})

    def _near(self) -> Iterator[int]:
        """Yield the standing of the fault, and the one before."""
        return iter(range(self.row, max(self.row - 2, -1), -1))

    # -- who won, who is out, the end

    def _seats_otherwise(self, offset: int, due: str) -> Change:
        """Return other seats in a line of the end or of players out; no line for no players."""
        written = re.compile(r"[\w,]+").match(self.text, offset)
        found = written[0] if written else ""
        line = TOKEN.match(self.text, self.text.rfind("\n", 0, offset) + 1)
        words = other_players(due, found, self.players)
        if due == "nobody" and line:
            return (Edit(line.start(), line[0].rstrip(), "", words),)
        return (Edit(offset, found, due, words),)

    def _another_end(self) -> Iterator[Change]:
        """Yield an end with the last totals, with two exchanged, and the totals as it has them."""
        group = [one for one in self.verdict.findings if one.root is self.finding and one.seat]
        due = {one.seat or 0: int(one.expected or 0) for one in group}
        claimed = {one.seat or 0: int(one.found or 0) for one in group}
        yield self._written(self.at, due, BEFORE_ADDED if len(due) > 1 else "")
        yield from self._shifted(self.last, claimed)
        end = self.sheet.end
        told = dict(end.totals if end and self.at is not None else self.record.result or ())
        for one, other in combinations(told, 2):
            if told[one] != told[other]:
                words = f"{_number(told[one])} and {_number(told[other])} exchanged"
                swapped = {one: told[other], other: told[one]}
                yield self._written(self.at, swapped, words)

    # -- sums

    def _sums(self) -> Iterator[Change]:
        """Yield a wrong sum added up again, and with another of its terms."""
        for row in self._near():
            for seat, total in self.rows[row].after.items():
                one, places = self._sum(row, seat)
                due = sum(one.parts) if one else total
                if one is None or one.total == due or one.total != total:
                    continue
                yield from self._shifted(row, {seat: due})
                for place in places[1:-1]:
                    other = str(int(place[0]) + (total - due) * self._sign(place))
                    if slip_of_the_pen(place[0], other):
                        yield (Edit(place.start(), place[0], other, f"{other} for {place[0]}"),)

    def _sign(self, place: re.Match[str]) -> int:
        """Return the sign of a term: the one that stands before it."""
        return -1 if self.text[: place.start()].endswith("− ") else 1

    def _sum(self, row: int, seat: int) -> tuple[Sum | None, Sequence[re.Match[str]]]:
        """Return the sum beside a player's total and the places of its numbers, those of the terms
        and that of the total; None where there is none."""
        if not row < len(self.rows):
            return None, ()
        first = self.rows[row - 1].at + 1 if row else 0
        for at in range(first, self.rows[row].at):
            event = self.events[at]
            one = sum_in(event.text) if isinstance(event, Comment) else None
            if isinstance(event, Comment) and one and one.name == name_of(seat, self.players):
                start = self.text.index(event.text, self.record.offsets[at])
                numbers = NUMBER.finditer(self.text, start + len(one.name), start + len(event.text))
                return one, list(numbers)
        return None, ()

    def _carried(self, row: int, seat: int, by: int, *, on: bool) -> Iterator[Edit]:
        """Yield a sum's total moved, and its first term where it goes on from a moved total."""
        one, places = self._sum(row, seat)
        if one is not None and one.total == self.rows[row].after.get(seat):
            for place in (places[0], places[-1]) if on else (places[-1],):
                yield Edit(place.start(), place[0], str(int(place[0]) + by), "")

    def _before_added(self) -> Iterator[Change]:
        """Yield the last totals with what was before, where they may be of the last deal alone."""
        step = self.rows[self.row]
        sums = {seat: step.before[seat] + total for seat, total in step.after.items()
                if step.before.get(seat)}  # fmt: skip
        alone = not (self.finding.found or "").startswith("sum")
        if self.code == "impossible-total" and alone and self.row == self.last and sums:
            yield self._written(step.at, sums, BEFORE_ADDED, repeated=True)

    # -- totals

    def _exchanged(self, row: int) -> Iterator[Change]:
        """Yield the totals of two players exchanged in a standing, and in all from there on; and
        those of one player in it and the next or the one before."""
        after = self.rows[row].after
        for one, other in combinations(after, 2):
            swapped = {one: after[other], other: after[one]}
            added_up = self._sum(row, one)[0] or self._sum(row, other)[0]
            if not added_up and after[one] != after[other] and self._can_be(row, swapped):
                words = f"{_number(after[one])} and {_number(after[other])} exchanged"
                yield self._written(self.rows[row].at, swapped, words, repeated=row == self.last,
                                    end_first=True)  # fmt: skip
        for seat, total in after.items() if row < self.last else ():
            later = self.rows[row + 1].after.get(seat, total)
            if later != total and self._can_be(row, {seat: later}, {seat: total}):
                words = f"{_number(total)} and {_number(later)} exchanged"
                at, then = self.rows[row].at, self.rows[row + 1].at
                yield (
                    *self._written(at, {seat: later}, words),
                    *self._written(then, {seat: total}, words, repeated=row + 1 == self.last),
                )

    def _shifted(self, row: int, totals: Mapping[int, int]) -> Iterator[Change]:
        """Yield other totals in a standing, and the same with what was carried from them."""
        step = self.rows[row]
        totals = {seat: total for seat, total in totals.items() if step.after.get(seat) != total}
        words = " ".join(self._has(seat, total, step.after[seat]) for seat, total in totals.items())
        by = {seat: total - step.after[seat] for seat, total in totals.items()}
        own = [edit for seat in by for edit in self._carried(row, seat, by[seat], on=False)]
        if self._can_be(row, totals):
            yield (*self._written(step.at, totals, words, repeated=row == self.last), *own)
        if row < self.last and self._can_be(row, totals, carried=True):
            edits = [*self._written(step.at, totals, words), *own]
            for later, one in enumerate(self.rows[row + 1 :], row + 1):
                then = {seat: one.after[seat] + by[seat] for seat in by if seat in one.after}
                edits += self._written(one.at, then, CARRIED, repeated=later == self.last)
                edits += (
                    edit for seat in then for edit in self._carried(later, seat, by[seat], on=True)
                )
            yield tuple(edits)

    def _can_be(
        self, row: int, totals: Mapping[int, int], then: Mapping[int, int] | None = None, *,
        carried: bool = False,
    ) -> bool:  # fmt: skip
        """Return whether deals can give a standing with other totals, and the next one after it,
        with the totals `then` or moved with it."""
        game, step = copy.copy(self.sheet.game), self.rows[row]
        after = {**step.after, **totals}
        if game.impossible(step._replace(after=after)):
            return False
        if row == self.last:
            return True
        step = self.rows[row + 1]
        by = {seat: total - step.before.get(seat, total) for seat, total in totals.items()}
        moved = {seat: total + by.get(seat, 0) * carried for seat, total in step.after.items()}
        before = {seat: after.get(seat, total) for seat, total in step.before.items()}
        return not game.impossible(step._replace(before=before, after={**moved, **(then or {})}))

    # -- edits

    def _written(
        self, at: int | None, totals: Mapping[int, int], words: str, *, repeated: bool = False,
        end_first: bool = False,
    ) -> Change:  # fmt: skip
        """Return edits that write totals in a line, and, where they are `repeated` at the end,
        there; these have no words of their own."""
        edits: list[Edit] = []
        again: list[Edit] = []
        for seat, total in totals.items():
            found = NUMBER.match(self.text, self._total(at, seat))
            if found is None:
                continue
            what = words or self._has(seat, total, int(found[0]))
            edits.append(Edit(found.start(), found[0], str(total), what))
            places = self._repeated(seat, found[0]) if repeated else ()
            again += (Edit(place, found[0], str(total), "") for place in places)
        return (*again, *edits) if end_first else (*edits, *again)

    def _repeated(self, seat: int, total: str) -> Iterator[int]:
        """Yield the places at the end where the last total of a player stands again."""
        after = range(self.rows[self.last].at + 1, len(self.events))
        ends = [at for at in after if isinstance(self.events[at], End)]
        for at in (*ends, *([None] if self.record.result else [])):
            found = NUMBER.match(self.text, place := self._total(at, seat))
            if found and found[0] == total:
                yield place

    def _total(self, at: int | None, seat: int) -> int:
        """Return the place of a player's total in an event, or in the Result tag."""
        if at is not None:
            return self._place(at, f"p{seat}")
        tag = self.record.tag_offset("Result")
        return self.text.find(f"p{seat}:", tag) + len(f"p{seat}:")

    def _place(self, at: int, part: str) -> int:
        return offset_of(self.text, self.record.offsets[at], part)

    def _has(self, seat: int, total: int, found: int) -> str:
        return f"{name_of(seat, self.players)} has {_number(total)}, not {_number(found)}"


def _number(number: int) -> str:
    return str(number).replace("-", "−")
