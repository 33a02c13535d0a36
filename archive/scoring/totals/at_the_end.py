"""The end of a sheet of totals: whether the game is over, who has won, the totals that its end
gives, and a game that was ended too early."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.core.events import DRAW, Deal, End
from archive.core.phrase import Phrase, to_go_on
from archive.rules.totals import Ending, Impossible
from archive.scoring.totals.check_steps import StepCheck
from archive.scoring.totals.sheet import Sheet, as_seats
from archive.scoring.totals.sheet_steps import begun_behind
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect


class AtTheEnd:
    """What is found at the end of a sheet, `before` being what was found until then; and whether
    the game is over there, with its winners."""

    def __init__(self, sheet: Sheet, walk: StepCheck, before: Sequence[Draft]) -> None:
        self.sheet, self.walk = sheet, walk
        self.before = before
        self.findings: list[Draft] = []
        self.over, self.winners = walk.over, walk.winners
        self._end()

    def _end(self) -> None:
        """Check the line about the end and the result in a tag, as far as the totals are known."""
        known, end = self.walk.known, self.sheet.end
        at = next((at for at, one in enumerate(self.sheet.record.events) if one is end), None)
        if known is None:
            if end is not None and at is not None:
                self.findings += self._won_in_part(at, end)
            return
        played_on = any(one.code == "after-the-end" for one in self.before)
        told = end.totals if end and not played_on else ()
        result = dict(self.sheet.record.result or ())
        if not told and self.walk.goes_on(known, {**known, **result}):
            return  # the sheet breaks off before the game's end
        if self.sheet.game.over_at_end() if end is not None else self._over_unsaid():
            self.over, self.winners = True, self.sheet.game.winners(known)
        elif end is None and not self.before:
            self.findings += self._level(known)
        for place, totals in ((at, dict(told)), (None, result)):
            self.findings += self._wrong_totals(place, totals, known)
        if end is not None and at is not None and (end.winners or end.totals):
            self.findings += self._won(at, end, known)

    def _level(self, known: Mapping[int, int]) -> Iterator[Draft]:
        """Yield that there is no winner yet, where the last totals would end the game if not
        level."""
        reason = self.sheet.game.why_not_over(known, ())
        if reason is not None and reason.kind == "level":
            yield self._early(self.walk.steps[-1].at, reason, Phrase("no further deal"))

    def _over_unsaid(self) -> bool:
        """Return whether the game is over with totals that are not refuted."""
        return self.sheet.game.over_unsaid() and not self.before

    def _wrong_totals(
        self, at: int | None, told: Mapping[int, int], known: Mapping[int, int]
    ) -> list[Draft]:
        """Return the findings about totals of an end that are not those of the sheet. Where it
        gives the last deal's points in place of the sums, that is one mistake."""
        number, moved = self.walk.last_deal
        if self.walk.alone and told == moved:
            return []  # the end repeats the last line, which is reported already
        found = []
        for seat, total in told.items():
            again = seat in self.walk.refuted and self.walk.refuted[seat].found == str(total)
            if known.get(seat, total) != total and not again:
                clause = self.sheet.clauses["score"]
                found.append(wrong := self.sheet.finding("wrong-result", at, clause, seat=seat))
                due = known[seat]
                wrong.expected, wrong.found = str(due), str(total)
                wrong.effect = Effect({seat: due - total}, {seat: due - total})
                wrong.reason = Impossible("end", wrong.clause or "", (seat,), (due,), total)
        if found[1:] and number > 1 and told == moved:
            found[0].reason = Impossible("end-alone", found[0].clause or "", [*known],
                                         [*known.values()], deal=number)  # fmt: skip
            for other in found[1:]:
                other.follows = found[0]
        return found

    def _won(self, at: int, end: End, known: Mapping[int, int]) -> Iterator[Draft]:
        """Yield that the game goes on, or that others have won than the end says."""
        claimed = self._claimed(end)
        if not self.over:
            reason = self.sheet.game.why_not_over(known, end.winners)
            yield self._early(at, reason)
        elif claimed and self.winners and claimed != sorted(self.winners):
            wrong = self.sheet.finding("wrong-winner", at, self.sheet.game.ends_by(known))
            reason = self.sheet.game.why_won(known, end.winners, self.winners)
            wrong.expected, wrong.found = as_seats(self.winners), as_seats(claimed)
            wrong.effect = Effect(winner="changes")
            if isinstance(reason, Ending):
                wrong.reason, wrong.clause = reason, reason.clause
            wrong.follows = next((one for one in self.before if one.code == "after-the-end"),
                                 None)  # fmt: skip
            for root in list(self.walk.refuted.values())[:1]:
                root.effect, wrong.follows = Effect(winner="changes"), root
            yield wrong

    def _won_in_part(self, at: int, end: End) -> Iterator[Draft]:
        """Check a win against the known totals, where others are unknown."""
        if (bounds := self._bounds()) is not None:
            before, most = bounds
            yield from self._won_within(at, end, before, most)
            return
        totals = {seat: total for seat, total in self.walk.totals.items() if total is not None}
        reason = self.sheet.game.why_not_won(totals, end.winners)
        if reason is not None:
            yield self._early(at, reason)

    def _bounds(self) -> tuple[Mapping[int, int], int] | None:
        """Return the totals before deals without any that come last, and how many points these can
        move one player at most; None where that is unknown."""
        if not self.walk.steps:
            return None
        last = self.walk.steps[-1]
        behind = begun_behind(self.sheet.record, last, self.sheet.unit)
        if behind is None or self.before or len(last.after) < self.sheet.seats:
            return None
        deals = range((last.deals[-1] if last.deals else 0) + 1, behind.deals[-1] + 1)
        most = self.sheet.game.moves_at_most(deals, behind.suit)
        return (last.after, most) if most else None

    def _won_within(
        self, at: int, end: End, before: Mapping[int, int], most: int
    ) -> Iterator[Draft]:
        """Check a win by the totals before the last deals, of which none are written, and by what
        these can give at most."""
        able = self.sheet.game.may_win(before, most)
        claimed = self._claimed(end)
        if not claimed or (len(able) > 1 and {*claimed} <= {*able}):
            return
        if claimed == able:
            self.over, self.winners = True, able
            told = self.sheet.finding("certain-winner", at, None, severity="note")
            told.reason = self.sheet.game.why_only_one(before, able, most)
        else:
            told = self.sheet.finding("wrong-winner", at, None)
            told.expected = as_seats(able) if len(able) == 1 else Phrase("nobody")
            told.found = as_seats(claimed)
            told.reason = self.sheet.game.why_not_within(before, claimed, able, most)
        told.clause = told.reason.clause
        yield told

    def _claimed(self, end: End) -> list[int]:
        """Return the players of the game whom a line calls winners."""
        there = range(1, self.sheet.seats + 1)
        return [one for one in there if end.winners == DRAW or one in end.winners]

    def _early(self, at: int, reason: Ending | None, found: str = "@end") -> Draft:
        """Return that another deal is due."""
        due = (
            Phrase("another deal")
            if self.sheet.unit is Deal
            else Phrase("round {n}", n=self.walk.standings + 1)
        )
        clause = self.sheet.clauses["unfinished"]
        early = self.sheet.finding("early-end", at, clause, severity="note")
        early.expected, early.found = to_go_on(due), found
        if reason is not None:
            early.reason, early.clause = reason, reason.clause
        return early
