"""Judging a sheet of totals without plays, as far as possible: what a deal can give, sums that are
carried on, when the game is over and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from archive.core.events import DRAW, Deal, End, Event, Out, Round, Score
from archive.core.record import Record
from archive.games import Chosen
from archive.notation.locate import offset_of, tag_offset
from archive.scoring.finding_drafts import Draft
from archive.scoring.findings import Answer, Effect, Question
from archive.scoring.reasons import endings, explain
from archive.scoring.reasons.stretch import Stretch
from archive.scoring.slips import Ending, Impossible
from archive.scoring.totals import tricks
from archive.scoring.totals.count_to_20 import CountTo20
from archive.scoring.totals.game import TotalsGame
from archive.scoring.totals.steps import Step, ended, steps
from archive.scoring.totals.sums import WrongSum, wrong_sums, wrongly_carried
from archive.scoring.totals.twenty import Twenty
from archive.scoring.totals.twenty_two import TwentyTwo
from archive.scoring.totals.zwanzig_ab import ZwanzigAb

MOST_FAULTS = 100
"""The most impossible totals that are reported."""


GAMES: dict[str, type[TotalsGame]] = {
    "zwanzig-ab": ZwanzigAb,
    "count-to-20": CountTo20,
    "twenty-two": TwentyTwo,
    "twenty": Twenty,
}


class TotalsJudge:
    """The judgement of one sheet: its findings, the totals at its end, and the winners with
    them."""

    def __init__(self, record: Record, chosen: Chosen) -> None:
        options = chosen.rule_set.settled(chosen.options, chosen.seats)
        self.record = record
        self.name = chosen.game.name
        self.title = chosen.title
        self.clauses = chosen.rule_set.open(options, chosen.seats).clauses
        self.unit: type[Event] = Round if chosen.game.rounds else Deal
        self.game: TotalsGame = GAMES[self.name](chosen.rule_set.plain_title, options, chosen.seats)
        self.seats = chosen.seats
        self.players = record.players
        self.findings: list[Draft] = []
        self.totals: dict[int, int | None] = dict.fromkeys(range(1, self.seats + 1))
        self.over = False
        self.winners: list[int] = []
        self.standings = 0
        self.last_deal: tuple[int, Mapping[int, int]] = 0, {}
        self.alone = False  # whether the last line gives the points of the last deal alone
        self.refuted: dict[int, Draft] = {}  # totals of the last standing that tricks refute
        self.slips: set[int] = set()  # standings carried on wrong that nothing later goes on from
        self.walk = self._walk()
        self.findings += (
            self._wrong_sum(step, one, self.walk[-1])
            for step in self.walk
            for one in (*wrong_sums(step, self.players), *wrongly_carried(step))
        )
        self._outs()
        self._end()
        first = next(at for at, one in enumerate(record.events) if isinstance(one, Score))
        note = self._finding("totals-alone", first, None, severity="note")
        note.found = f"{self.standings} standings"
        self.findings.append(note)

    # -- the answers

    @property
    def known(self) -> dict[int, int] | None:
        """Return all totals at the end of the sheet; None where one of them is unknown."""
        totals = {seat: total for seat, total in self.totals.items() if total is not None}
        return totals if len(totals) == self.seats else None

    @property
    def end(self) -> End | None:
        """Return the sheet's line about the end of the game; None without one."""
        return ended(self.record)

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question: refuted, or that the plays would be needed."""
        errors = [one for one in self.findings if one.severity == "error"]
        if any(one.question is question for one in errors):
            return Answer.REFUTED
        claimed = self.record.result or (self.end and (self.end.totals or self.end.winners))
        if question is Question.RESULT and not claimed:
            return Answer.UNCLAIMED if self.over else Answer.UNFINISHED
        return Answer.UNDERDETERMINED

    # -- the walk

    def _walk(self) -> list[Step]:
        """Check every step against what a deal can give, and return them all."""
        opening, out_at = self.game.opening, self.game.out_at
        walk = list(steps(self.record, self.seats, opening, self.unit, out_at))
        carried: Step | None = None
        for step in walk:
            if carried is not None:
                step = self._from_before(step, carried)
            carried = step if any(wrongly_carried(step)) else None
            self.standings += 1
            moves = any(step.moved.values()) or step.deals
            if not self.over and self.game.over_before(step) and self.known:
                self.over, self.winners = True, self.game.winners(self.known)
            if self.over and moves:
                fault = self._finding("after-the-end", step.at, self.game.last_clause)
                fault.expected, fault.found = "no further deal", "another standing"
                won = [self.totals[one] or 0 for one in self.winners]
                fault.reason = Impossible(
                    "over", fault.clause or "", self.winners, won,
                    deal=step.deals[-1] if step.deals else 0,
                )  # fmt: skip
                self.findings.append(fault)
                return walk
            reason = None if carried else self.game.impossible(step)
            if reason is not None and (sums := list(wrong_sums(step, self.players))):
                due = {one.seat: one.due for one in sums}
                reason = self.game.impossible(step._replace(after={**step.after, **due}))
            if reason is not None and reason.kind == "less" and step is walk[-1]:
                step, reason = self._of_the_deal_alone(step, reason)
            self.refuted = {}
            if wrong := self._by_tricks(step):
                self.findings += wrong
                self.refuted = {one.seat: one for one in wrong if one.seat}
                step = step._replace(after=self._with_tricks(step, wrong))
            elif reason is not None and len(self.findings) < MOST_FAULTS:
                self.findings.append(self._impossible(step.at, reason))
            self.last_deal = (step.deals[-1] if step.deals else 0, step.moved)
            self.totals = {seat: step.after.get(seat) for seat in self.totals}
            if (known := self.known) is not None:
                self.over = self.game.over(known)
                self.winners = self.game.winners(known) if self.over else []
        return walk

    def _from_before(self, step: Step, carried: Step) -> Step:
        """Return a step behind totals that were carried on wrong, as one from those before where
        only that can be."""
        true = step._replace(before={**step.before, **carried.before})
        if self._can_be(step) or not self._can_be(true):
            return step
        self.slips.add(carried.at)
        return true

    def _can_be(self, step: Step) -> bool:
        return self.game.impossible(step) is None and not self._by_tricks(step)

    def _by_tricks(self, step: Step) -> list[Draft]:
        """Return what is wrong with a deal by the tricks counted in it: that they cannot be shared
        out so, or totals that are not what they score; nothing where none are counted."""
        game, told = self.game, tricks.counted(step, self.players)
        if not told or not isinstance(game, ZwanzigAb):
            return []
        if (reason := tricks.miscounted(told, step.deals[0])) is not None:
            return [self._impossible(step.at, reason)]
        step = step._replace(suit=game.suit_of(step.deals[0], step.suit))
        stretch = tricks.stretch_of(step, told, game.sweep, down=game.down)
        wrong = [self._wrong_total(step, stretch, seat) for seat in stretch.wrong]
        if wrong:
            explain(wrong, stretch, self.clauses["score"], lambda _: step.deals[0])
        return wrong

    def _wrong_total(self, step: Step, stretch: Stretch, seat: int) -> Draft:
        """Return what is wrong with a player's total by the tricks of its deal."""
        found = self._finding("wrong-score", step.at, self.clauses["score"], seat=seat)
        due = stretch.before[seat] + stretch.due(seat)
        found.expected, found.found = str(due), str(step.after[seat])
        found.effect = Effect({seat: due - step.after[seat]})
        return found

    @staticmethod
    def _with_tricks(step: Step, wrong: list[Draft]) -> dict[int, int]:
        """Return the totals behind a deal with those put right that its tricks show to be wrong."""
        due = {one.seat or 0: int(one.expected or 0) for one in wrong if one.code == "wrong-score"}
        return {**step.after, **due}

    def _of_the_deal_alone(self, step: Step, less: Impossible) -> tuple[Step, Impossible]:
        """Return the last step of a sheet, on which totals fall, with the sums of all points where
        it can only give those of the last deal."""
        sums = {seat: step.before[seat] + points for seat, points in step.after.items()
                if seat in step.before}  # fmt: skip
        added = step._replace(after=sums)
        fallen = [seat for seat, points in step.moved.items() if points < 0]
        whole = len(step.deals) == 1 and len(sums) == self.seats
        if not whole or self.game.impossible(added):
            return step, less
        told = less._replace(seats=(fallen[0], *sums), most=step.before[fallen[0]],
                             points=(step.moved[fallen[0]], *sums.values()),
                             total=step.after[fallen[0]])  # fmt: skip
        if len(fallen) == max(2, len([one for one in step.before.values() if one])):
            self.alone = True
            return added, told._replace(kind="alone")
        return step, told._replace(kind="perhaps-alone") if self.unit is Round else less

    def _outs(self) -> None:
        """Check the players who are said to be out against the standing before that line."""
        totals: dict[int, int] = {}
        for at, event in enumerate(self.record.events):
            if isinstance(event, Score):
                totals = dict(event.totals)
            elif isinstance(event, Out):
                due = self.game.out(totals)
                if due is None or all(seat in due or seat not in totals for seat in event.seats):
                    continue
                wrong = self._finding("wrong-elimination", at, "6.1")
                wrong.expected = _seats(due) if due else "nobody"
                wrong.found = _seats(event.seats)
                wrong.reason = endings.not_out(totals, event.seats)
                self.findings.append(wrong)

    def _impossible(self, at: int, reason: Impossible) -> Draft:
        one = len(reason.seats) == 1 or reason.kind.startswith(
            ("alone", "perhaps-alone", "sum", "carried")
        )
        seat = reason.seats[0] if one else None
        found = self._finding("impossible-total", at, reason.clause, seat=seat)
        found.reason = reason
        found.expected, found.found = "what a deal can give", reason.kind
        return found

    def _wrong_sum(self, step: Step, wrong: WrongSum, last: Step) -> Draft:
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
        return self._impossible(step.at, Impossible(
            kind, self.clauses["score"], seats, wrong.parts, wrong.told, deal, right))  # fmt: skip

    def _won_by(self, totals: Mapping[int, int]) -> list[int]:
        """Return the winners with such totals at the end of the sheet, empty where there are
        none."""
        at_end = self.end is not None and self.game.over_at_end()
        return self.game.winners(totals) if at_end or self.game.over(totals) else []

    def _finding(
        self, code: str, at: int | None, clause: str | None, *, seat: int | None = None,
        severity: str = "error",
    ) -> Draft:  # fmt: skip
        text = self.record.text
        if at is None:
            offset = tag_offset(text, "Result")
        else:
            offset = offset_of(text, self.record.offsets[at], f"p{seat}" if seat else "")
        cited = f"{self.name}/{clause}" if clause and "/" not in clause else clause
        return Draft(code, severity, at, offset, None, cited, seat, None, None)  # type: ignore[arg-type]

    # -- the end

    def _end(self) -> None:
        known, end = self.known, self.end
        at = next((at for at, one in enumerate(self.record.events) if one is end), None)
        if known is None:
            if end is not None and at is not None:
                self.findings += self._won_in_part(at, end)
            return
        if self.game.over_at_end() if end is not None else self._over_unsaid():
            self.over, self.winners = True, self.game.winners(known)
        elif end is None and not self.findings:
            self.findings += self._level(known)
        played_on = any(one.code == "after-the-end" for one in self.findings)
        told = end.totals if end and not played_on else ()
        for place, totals in ((at, told), (None, self.record.result or ())):
            self.findings += self._wrong_totals(place, dict(totals), known)
        if end is not None and at is not None and (end.winners or end.totals):
            self.findings += self._won(at, end, known)

    def _level(self, known: Mapping[int, int]) -> Iterator[Draft]:
        """Yield that there is no winner yet, where the last totals would end the game if not
        level."""
        reason = endings.not_over(self.name, known, (), self.title)
        if reason is not None and reason.kind == "level":
            yield self._early(self.walk[-1].at, reason, "no further deal")

    def _over_unsaid(self) -> bool:
        """Return whether the game is over with totals that are not refuted."""
        return self.game.over_unsaid() and not self.findings

    def _wrong_totals(
        self, at: int | None, told: Mapping[int, int], known: Mapping[int, int]
    ) -> list[Draft]:
        """Return the findings about totals of an end that are not those of the sheet. Where it
        gives the last deal's points in place of the sums, that is one mistake."""
        number, moved = self.last_deal
        if self.alone and told == moved:
            return []  # the end repeats the last line, which is reported already
        found = []
        for seat, total in told.items():
            again = seat in self.refuted and self.refuted[seat].found == str(total)
            if known.get(seat, total) != total and not again:
                found.append(wrong := self._finding("wrong-result", at, self.clauses["score"],
                                                    seat=seat))  # fmt: skip
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
        claimed = [*range(1, self.seats + 1)] if end.winners == DRAW else sorted(end.winners)
        if not self.over:
            reason = endings.not_over(self.name, known, end.winners, self.title)
            yield self._early(at, reason)
        elif claimed and self.winners and claimed != sorted(self.winners):
            wrong = self._finding("wrong-winner", at, self.game.ends_by(known))
            reason = endings.won(self.name, known, end.winners, self.winners)
            wrong.expected, wrong.found = _seats(self.winners), _seats(claimed)
            wrong.effect = Effect(winner="changes")
            if isinstance(reason, Ending):
                wrong.reason, wrong.clause = reason, reason.clause
            wrong.follows = next((one for one in self.findings if one.code == "after-the-end"),
                                 None)  # fmt: skip
            for root in list(self.refuted.values())[:1]:
                root.effect, wrong.follows = Effect(winner="changes"), root
            yield wrong

    def _won_in_part(self, at: int, end: End) -> Iterator[Draft]:
        """Check a win against the known totals, where others are unknown."""
        totals = {seat: total for seat, total in self.totals.items() if total is not None}
        reason = endings.not_low_enough(self.name, totals, end.winners)
        if reason is not None:
            yield self._early(at, reason)

    def _early(self, at: int, reason: Ending | None, found: str = "@end") -> Draft:
        due = "another deal" if self.unit is Deal else f"round {self.standings + 1}"
        early = self._finding("early-end", at, self.clauses["unfinished"], severity="note")
        early.expected, early.found = f"the record to go on: {due} is next", found
        if reason is not None:
            early.reason, early.clause = reason, reason.clause
        return early


def _seats(seats: Iterable[int]) -> str:
    return ",".join(f"p{seat}" for seat in seats)
