"""The totals of a sheet from one standing to the next: what a deal can give, by its tricks where
they are counted, and whether the game was over before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from copy import copy
from operator import attrgetter

from archive.core.events import Round
from archive.core.phrase import Phrase
from archive.rules.slips import Stretch
from archive.rules.totals import WHAT_A_DEAL_GIVES, Impossible, SheetStep
from archive.scoring.reasons.wrong_totals import explain
from archive.scoring.totals.sheet import Sheet
from archive.scoring.totals.sheet_steps import begun_behind, number_behind, steps
from archive.scoring.totals.sums import wrong_sums, wrongly_carried
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect

MOST_FAULTS = 100
"""The most impossible totals that are reported."""
MOST_BETWEEN = 100
"""The most deals between two standings of which fewer are tried."""
MOVED_BY_ONE_DEAL = -20, 400
"""Bounds on how far a deal of any game moves one player."""


class StepCheck:
    """The walk over a sheet: its steps, what is found on them, and the totals behind the last, with
    the winners where the game is over by then."""

    def __init__(self, sheet: Sheet, *, supposing: bool = True) -> None:
        self.sheet = sheet
        self.supposing = supposing
        self.supposes_more = False
        self.findings: list[Draft] = []
        self.totals: dict[int, int | None] = dict.fromkeys(range(1, sheet.seats + 1))
        self.over = False
        self.winners: list[int] = []
        self.standings = 0
        self.last_deal: tuple[int, Mapping[int, int]] = 0, {}
        self.alone = False  # whether the last line gives the points of the last deal alone
        self.refuted: dict[int, Draft] = {}  # totals of the last standing that tricks refute
        self.slips: set[int] = set()  # standings carried on wrong that nothing later goes on from
        self.steps = self._checked()

    @property
    def known(self) -> dict[int, int] | None:
        """Return all totals at the end of the sheet; None where one of them is unknown."""
        return self.sheet.all_known(self.totals)

    def goes_on(self, before: Mapping[int, int], after: Mapping[int, int]) -> bool:
        """Return whether more was played from totals to those of the end, and not written down."""
        alone = sum(before.get(seat) != total for seat, total in after.items()) == 1
        if alone and not self.supposing:
            return False
        goes_on = self.sheet.game.goes_on(before, after)
        self.supposes_more |= goes_on and alone
        return goes_on

    def _checked(self) -> list[SheetStep]:
        """Check every step against what a deal can give, and return them all."""
        opening, out_at = self.sheet.game.opening, self.sheet.game.out_at
        walk = list(steps(
            self.sheet.record, self.sheet.seats, opening, self.sheet.unit, out_at,
            self.goes_on, self._made_by_tricks,
        ))  # fmt: skip
        carried = doubted = None
        mended: dict[int, int] = {}
        for place, step in enumerate(walk):
            told, _ = self.last_deal
            step = step._replace(deals=[deal for deal in step.deals if deal > told])
            self.sheet.game.whole = self._is_whole(walk, place)
            if carried is not None:
                step = self._from_before(step, carried)
            if mended and not self._can_be(step):
                true = step._replace(before={**step.before, **mended})
                step = true if self._can_be(true) else step
            carried = step if any(wrongly_carried(step)) else None
            self.standings += not step.by_tricks
            moves = any(step.moved.values()) or step.deals
            if not self.over and self.sheet.game.over_before(step) and self.known:
                self.over, self.winners = True, self.sheet.game.winners(self.known)
            if self.over and moves:
                self.findings.append(self._played_on(step))
                return walk
            reason = None if carried else self.sheet.game.impossible(step)
            if reason is not None:
                step, reason = self._as_meant(step, reason, walk)
            if reason is not None and doubted and self._can_be_of_both(doubted, step):
                reason = None
            doubted = step if reason is not None else None
            step, reason = self._supposed(step, reason, walk)
            self.refuted, mended = {}, {}
            if wrong := self._by_tricks(step):
                self.findings += wrong
                self.refuted = {one.seat: one for one in wrong if one.seat}
                step = step._replace(after=self._with_tricks(step, wrong))
                mended = {seat: step.after[seat] for seat in self.refuted if seat in step.after}
            elif reason is not None and len(self.findings) < MOST_FAULTS:
                self.findings.append(self.sheet.impossible(step.at, reason))
            self.last_deal = (step.deals[-1] if step.deals else 0, step.moved)
            self.totals = {seat: step.after.get(seat) for seat in self.totals}
            if (known := self.known) is not None:
                sure = reason is None or place + 1 == len(walk)  # else the total is a slip
                self.over = sure and self.sheet.game.over(known)
                self.winners = self.sheet.game.winners(known) if self.over else []
        if walk:
            self._carry_on(walk[-1])
        return walk

    def _as_meant(
        self, step: SheetStep, reason: Impossible, walk: Sequence[SheetStep]
    ) -> tuple[SheetStep, Impossible | None]:
        """Return a step that cannot be for a `reason` as it is meant where it can be otherwise, and
        why that cannot be either; None where it can."""
        impossible = self.sheet.game.impossible
        if meant := self._of_later_deal(step) or self._behind_later_deal(step, walk):
            return meant, None
        still: Impossible | None = reason
        if len(walk) == 1 and self._ends_with(step):
            step = step._replace(deals=())  # of the whole game, behind the line of one deal
            still = impossible(step)
        if still is not None and (sums := list(wrong_sums(step, self.sheet.players))):
            due = {one.seat: one.due for one in sums}
            still = impossible(step._replace(after={**step.after, **due}))
        if still is not None and still.kind == "less" and step.at == walk[-1].at:
            return self._of_the_deal_alone(step, still)
        return step, still

    def _of_later_deal(self, step: SheetStep) -> SheetStep | None:
        """Return a step whose standing may be that of a later deal, as the number of the next one
        tells that deals are missing between; None where it cannot be that either."""
        number = number_behind(self.sheet.record, step.at, self.sheet.unit)
        if not step.deals or number is None or number - 1 <= step.deals[-1]:
            return None
        longer = step._replace(deals=range(step.deals[0], number), suit="", shown={})
        return longer if self._can_be(longer) else None

    def _supposed(
        self, step: SheetStep, reason: Impossible | None, walk: Sequence[SheetStep]
    ) -> tuple[SheetStep, Impossible | None]:
        """Return a step with the reason why it cannot be; without one where its standing may be
        that of a later deal, which is noted as a gap."""
        if reason is None or not self.supposing:
            return step, reason
        if not self._may_be_of_later_deal(step, reason, walk):
            return step, reason
        told = self.sheet.finding("gap", step.at, reason.clause, severity="note")
        told.expected, told.found = WHAT_A_DEAL_GIVES, reason.kind
        told.reason = reason
        if reason.kind != "too-little":
            told.reason = reason._replace(kind="later", deal=step.deals[-1])
        self.findings.append(told)
        self.supposes_more = True
        return step._replace(deals=()), None

    def _may_be_of_later_deal(
        self, step: SheetStep, reason: Impossible, walk: Sequence[SheetStep]
    ) -> bool:
        """Return whether a standing that cannot be for a `reason` may be that of a later deal than
        the one in front of it: of a round whose end it does not say it is, or the last of the
        sheet, where further deals can give it and one total alone that is wrong explains it
        neither."""
        if reason.kind == "too-little":
            return dict(self.sheet.end.totals if self.sheet.end else ()) != step.after
        sheet, game = self.sheet, copy(self.sheet.game)
        last = step.at == walk[-1].at and step.deals and not step.shown
        beside = game.tricks_beside(step, sheet.players)
        if not last or beside or begun_behind(sheet.record, step, sheet.unit):
            return False
        if game.impossible(step._replace(deals=(), suit="")):
            return False
        others = (
            {**step.after, seat: total + off}
            for seat, total in step.before.items() for off in range(*MOVED_BY_ONE_DEAL)
        )  # fmt: skip
        return len(step.deals) > 1 or not any(
            game.impossible(step._replace(after=one)) is None for one in others
        )

    def _ends_with(self, step: SheetStep) -> bool:
        """Return whether the sheet says that the game has ended, and so does a standing."""
        known, sheet = self.sheet.all_known(dict(step.after)), self.sheet
        ended = sheet.end is not None or sheet.record.result
        return bool(ended) and known is not None and sheet.game.over(known)

    def _behind_later_deal(self, step: SheetStep, walk: Sequence[SheetStep]) -> SheetStep | None:
        """Return a step of several deals, of some of which no line is written, as one of fewer: the
        standing before it may be that of a later deal than the one in front of it; None where it
        cannot be that either, or where too many deals lie between."""
        place = bisect_left(walk, step.at, key=attrgetter("at"))
        if not place or len(step.deals) > MOST_BETWEEN:
            return None
        between = self.sheet.record.events[walk[place - 1].at + 1 : step.at]
        written = sum(type(one) is self.sheet.unit for one in between)
        fewer = (step._replace(deals=step.deals[n:]) for n in range(1, len(step.deals)))
        can_be = (one for one in fewer if len(one.deals) >= written and self._can_be(one))
        return next(can_be, None)

    def _is_whole(self, walk: Sequence[SheetStep], place: int) -> bool:
        """Return whether the deals of a step were played to their end: the next begins another, or
        the sheet ends there."""
        if place + 1 < len(walk):
            return bool(walk[place].deals and walk[place + 1].deals)
        return self.sheet.end is not None and (place == 0 or bool(walk[place].deals))

    def _played_on(self, step: SheetStep) -> Draft:
        """Return that a deal was played after the end."""
        fault = self.sheet.finding("after-the-end", step.at, self.sheet.game.last_clause)
        fault.expected, fault.found = Phrase("no further deal"), Phrase("another standing")
        won = [self.totals[one] or 0 for one in self.winners]
        fault.reason = Impossible(
            "over", fault.clause or "", self.winners, won, deal=step.deals[-1] if step.deals else 0,
        )  # fmt: skip
        return fault

    def _carry_on(self, last: SheetStep) -> None:
        """Take the totals behind deals that have none written: what the tricks counted in a single
        one make them where its trumps are told, otherwise unknown."""
        step = begun_behind(self.sheet.record, last, self.sheet.unit)
        if step is None:
            return
        game = self.sheet.game
        told = game.tricks_beside(step, self.sheet.players)
        if self.over:
            self.findings += [self._played_on(step)] if told else []
            return
        due: dict[int, int] = {}
        scored = game.by_tricks(step, told) if told else None
        if isinstance(scored, Impossible):
            self.findings.append(self.sheet.impossible(step.at, scored))
        elif scored is not None and scored.trumps:
            due = {seat: scored.due(seat) for seat in told}
        out_at = game.out_at
        self.totals = {
            seat: total if total is None or (out_at is not None and total >= out_at)
            else total + due[seat] if seat in due else None
            for seat, total in self.totals.items()
        }  # fmt: skip
        if (known := self.known) is not None and game.over(known):
            self.over, self.winners = True, game.winners(known)

    def _made_by_tricks(self, step: SheetStep) -> Mapping[int, int]:
        """Return the totals that the tricks of a deal make, where its trumps are told; none where
        they cannot be shared out so."""
        game = self.sheet.game
        told = game.tricks_beside(step, self.sheet.players)
        scored = game.by_tricks(step, told) if told else None
        if scored is None or isinstance(scored, Impossible) or not scored.trumps:
            return {}
        return {seat: total + scored.due(seat) for seat, total in step.before.items()}

    def _from_before(self, step: SheetStep, carried: SheetStep) -> SheetStep:
        """Return a step behind totals that were carried on wrong, as one from those before where
        only that can be."""
        true = step._replace(before={**step.before, **carried.before})
        if self._can_be(step) or not self._can_be(true):
            return step
        self.slips.add(carried.at)
        return true

    def _can_be_of_both(self, doubted: SheetStep, step: SheetStep) -> bool:
        """Return whether the deal of a step, and the one before it whose totals cannot be, can give
        the totals together: then only those between them are wrong."""
        both = [*doubted.deals, *step.deals]
        return bool(doubted.deals and step.deals) and not self.sheet.game.impossible(
            step._replace(before=doubted.before, deals=both, suit="", shown={})
        )

    def _can_be(self, step: SheetStep) -> bool:
        return self.sheet.game.impossible(step) is None and not self._by_tricks(step)

    def _by_tricks(self, step: SheetStep) -> list[Draft]:
        """Return what is wrong with a deal by the tricks counted in it: that they cannot be shared
        out so, or totals that are not what they score; nothing where none are counted."""
        game = self.sheet.game
        told = game.tricks_beside(step, self.sheet.players)
        scored = game.by_tricks(step, told) if told else None
        if scored is None:
            return []
        if isinstance(scored, Impossible):
            return [self.sheet.impossible(step.at, scored)]
        wrong = [self._wrong_total(step, scored, seat) for seat in scored.wrong]
        if wrong:
            explain(wrong, scored, game, self.sheet.clauses["score"], lambda _: step.deals[0])
        return wrong

    def _wrong_total(self, step: SheetStep, stretch: Stretch, seat: int) -> Draft:
        """Return what is wrong with a player's total by the tricks of its deal."""
        found = self.sheet.finding("wrong-score", step.at, self.sheet.clauses["score"], seat=seat)
        due = stretch.before[seat] + stretch.due(seat)
        found.expected, found.found = str(due), str(step.after[seat])
        found.effect = Effect({seat: due - step.after[seat]})
        return found

    @staticmethod
    def _with_tricks(step: SheetStep, wrong: list[Draft]) -> dict[int, int]:
        """Return the totals behind a deal with those put right that its tricks show to be wrong."""
        due = {one.seat or 0: int(one.expected or 0) for one in wrong if one.code == "wrong-score"}
        return {**step.after, **due}

    def _of_the_deal_alone(self, step: SheetStep, less: Impossible) -> tuple[SheetStep, Impossible]:
        """Return the last step of a sheet, on which totals fall, with the sums of all points where
        it can only give those of the last deal."""
        sums = {seat: step.before[seat] + points for seat, points in step.after.items()
                if seat in step.before}  # fmt: skip
        added = step._replace(after=sums)
        fallen = [seat for seat, points in step.moved.items() if points < 0]
        whole = len(step.deals) == 1 and len(sums) == self.sheet.seats
        if not whole or self.sheet.game.impossible(added):
            return step, less
        told = less._replace(seats=(fallen[0], *sums), most=step.before[fallen[0]],
                             points=(step.moved[fallen[0]], *sums.values()),
                             total=step.after[fallen[0]])  # fmt: skip
        if len(fallen) == max(2, len([one for one in step.before.values() if one])):
            self.alone = True
            return added, told._replace(kind="alone")
        return step, told._replace(kind="perhaps-alone") if self.sheet.unit is Round else less
