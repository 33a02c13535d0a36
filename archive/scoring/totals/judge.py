"""Judging a sheet of totals without plays, as far as possible: what a deal can give, sums that are
carried on, when the game is over and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from archive.core.events import End, Out, Score, Totals
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.games import Chosen
from archive.rules.totals import Impossible, SheetStep, TotalsGame
from archive.scoring.tag_checks import too_many_players
from archive.scoring.totals.at_the_end import AtTheEnd
from archive.scoring.totals.check_steps import StepCheck
from archive.scoring.totals.sheet import Sheet, as_seats
from archive.scoring.totals.sums import WrongSum, wrong_sums, wrongly_carried
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Answer, Question


class TotalsJudge:
    """The judgement of one sheet: its findings, the totals at its end, and the winners with them;
    and whether a standing is only possible with deals that are not written."""

    def __init__(
        self, record: Record, chosen: Chosen, game: TotalsGame, *, supposing: bool = True
    ) -> None:
        """Judge a record; `supposing` is whether deals may be missing that no number shows."""
        self.sheet = sheet = Sheet(record, chosen, game)
        walk = StepCheck(sheet, supposing=supposing)
        self.seats, self.game, self.end = sheet.seats, sheet.game, sheet.end
        self.walk, self.totals, self.standings = walk.steps, walk.totals, walk.standings
        self.slips = walk.slips
        self.findings: list[Draft] = [
            *too_many_players(record, chosen.players, sheet.seats, sheet.clauses["players"]),
            *walk.findings,
            *(
                self._wrong_sum(step, one, walk.steps[-1])
                for step in walk.steps
                for one in (*wrong_sums(step, sheet.players), *wrongly_carried(step))
            ),
            *_not_out(sheet),
        ]
        at_the_end = AtTheEnd(sheet, walk, self.findings)
        self.over, self.winners = at_the_end.over, at_the_end.winners
        self.supposes_more = walk.supposes_more
        first = walk.steps[0].at if walk.steps else 0
        note = sheet.finding("totals-alone", first, None, severity="note")
        note.found = Phrase("{n} standings", n=self.standings)
        self.findings += [*at_the_end.findings, note]

    # -- the answers

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question: refuted, or that the plays would be needed."""
        errors = [one for one in self.findings if one.severity == "error"]
        if any(one.question is question for one in errors):
            return Answer.REFUTED
        claimed = self.sheet.record.result or (self.end and (self.end.totals or self.end.winners))
        if question is Question.RESULT and not claimed:
            return Answer.UNCLAIMED if self.over else Answer.UNFINISHED
        return Answer.UNDERDETERMINED

    # -- sums

    def _wrong_sum(self, step: SheetStep, wrong: WrongSum, last: SheetStep) -> Draft:
        """Return the finding about a sum, with the player's total at the end when it is corrected
        and all that follows carried on from it."""
        deal, total = step.deals[-1] if step.deals else 0, last.after.get(wrong.seat)
        kind, right, won = "sum", wrong.due, list[int]()
        if last.at > step.at and total is not None:
            kind, right = "sum-carried", total - wrong.told + wrong.due
        if step.carried_to:
            kind, deal = "carried-only" if step.at in self.slips else "carried", step.carried_to
        if kind != "carried-only" and total is not None and len(last.after) == self.seats:
            mended = {**last.after, wrong.seat: total - wrong.told + wrong.due}
            before, won = self._won_by(last.after), self._won_by(mended)
            if won != before:
                kind = f"{kind}-{'changes' if won else 'open'}"
        seats = (wrong.seat, *won) if kind.endswith("changes") else (wrong.seat,)
        return self.sheet.impossible(step.at, Impossible(
            kind, self.sheet.clauses["score"], seats, wrong.parts, wrong.told, deal, right,
        ))  # fmt: skip

    def _won_by(self, totals: Mapping[int, int]) -> list[int]:
        """Return the winners with such totals at the end of the sheet, empty where there are
        none."""
        at_end = self.end is not None and self.game.over_at_end()
        return self.game.winners(totals) if at_end or self.game.over(totals) else []


def _not_out(sheet: Sheet) -> Iterator[Draft]:
    """Yield players who are said to be out and are not by the standing before that line."""
    totals: dict[int, int] = {}
    behind = _told_behind(sheet)
    for at, event in enumerate(sheet.record.events):
        if isinstance(event, Score):
            totals = dict(event.totals)
        elif isinstance(event, Out):
            due = sheet.game.out(totals)
            if due is None or all(seat in due or seat not in totals for seat in event.seats):
                continue
            later = sheet.game.out({**totals, **dict(behind[at])}) or ()
            if all(seat in later for seat in event.seats):
                continue  # the standing to which the line belongs is missing
            reason = sheet.game.why_not_out(totals, event.seats)
            wrong = sheet.finding("wrong-elimination", at, reason and reason.clause)
            wrong.expected = as_seats(due) if due else Phrase("nobody")
            wrong.found, wrong.reason = as_seats(event.seats), reason
            yield wrong


def _told_behind(sheet: Sheet) -> list[Totals]:
    """Return for every event the totals that are told next behind it."""
    told, found = sheet.record.result or (), list[Totals]()
    for event in reversed(sheet.record.events):
        if isinstance(event, Score | End) and event.totals:
            told = event.totals
        found.append(told)
    return found[::-1]
