"""The examination of a record: one run through the rules, with every claim compared with them.

Beside the rules goes a shadow replay (shadow_replay.py) that takes every claim for right, so that
what only follows from an earlier mistake is tied to it and not counted again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

from archive.core.events import End, Event, Out, Play, Score
from archive.core.record import Record
from archive.rules.advance import advance
from archive.rules.faults_and_claims import Claim, Dealing, cards_too_many
from archive.rules.gaps.signs_of_gaps import MISSING, OF_HANDS, OVERFULL, SEVERAL, SKIPPED
from archive.rules.table import Table
from archive.scoring import tag_checks
from archive.scoring.cost_of_wrong_plays import DealStart
from archive.scoring.effect_on_points import settle
from archive.scoring.fault_findings import FaultFindings
from archive.scoring.shadow_replay import ShadowReplay
from archive.telling.finding_drafts import Copies, Draft
from archive.telling.findings import Effect, Question

RESULT_KINDS = frozenset({"result", "winner"})
TOTAL_KINDS = frozenset({"score", "result"})
TORN_AT = MISSING | {SKIPPED}
"""Findings that show where something is missing."""
STATE_KINDS = frozenset({"leader", "trick-winner", "dealer", "hand-size", "trump-maker"})
"""Wrong claims after which the play continues differently from the rules."""


class Examination(FaultFindings):
    """The findings of one walk through a record.

    `held`, `claimed`, `unknown` count claims by kind: right, made at all, and impossible to judge.
    `dealings` are the uses of the pack, at the end.
    `faulty` are the first and the last event at which there was anything to find.
    `dealt` has the standing wherever new cards were dealt; `written` the standings of the record,
    and where it calls players out, each with the number of lines that the ledger had there.
    """

    def __init__(
        self, record: Record, open_table: Callable[[], Table], players: int = 0, start: int = 0
    ) -> None:
        """Prepare a walk. `players` is how many the record names, where that is more than the game
        has. With `start` the walk begins at that event, and `open_table` gives the table as it is
        there."""
        shadow = ShadowReplay(record.events, open_table, start)
        super().__init__(record, open_table(), shadow)
        self.start = start
        self._next = start  # the event that is examined next
        self.players = players
        self.held: Counter[str] = Counter()
        self.claimed: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self._totals: dict[int | None, tuple[int, int, Draft]] = {}  # the last wrong ones, by seat
        self.faulty: tuple[int, int] | None = None
        self.ends: list[End] = []
        self.dealings: Sequence[Dealing] = ()
        self.dealt: list[DealStart] = []
        self.written: list[tuple[int, int]] = []

    def walk(self) -> Examination:
        """Examine the whole record, or the rest of it."""
        self.walk_to(len(self.record.events))
        self.table.stop()
        for fault in self.table.faults:
            self._fault(fault, self.record.events[-1], len(self.record.events))
        self.dealings = list(self.table.dealings())
        self.findings += tag_checks.findings(
            self.record, self.table, self.players, ended=bool(self.ends)
        )
        self._hold_result_tag()
        if self.findings:
            claimed = self.claimed_result() or {}
            settle(self.findings, self.table, claimed, self.ends, self.shadow.open)
        return self

    @property
    def wrong(self) -> frozenset[str]:
        """Return the codes of all errors; empty where there are none. After missing plays or lines
        a card may be of another hand than it is taken for, if there are too many of it."""
        wrong = [one for one in self.findings if one.severity != "note"]
        errors = any(one.severity == "error" for one in wrong)
        codes = frozenset(one.code for one in wrong) if errors else frozenset()
        torn = any(one.code in TORN_AT for one in self.findings)
        open_result = self.record.result and not self.table.over
        few = int(not (torn or open_result or not self.record.acted))
        if any(cards_too_many(one) > few for one in self.dealings):
            codes |= {OVERFULL}
        shown = Counter((one.code, one.at) for one in wrong if one.code in OF_HANDS)
        if max(shown.values(), default=0) > 1:
            codes |= {SEVERAL}
        return codes

    @property
    def doubtful(self) -> range:
        """Return the events from the first to the last at which there was anything to find; all
        where more of a card was seen than the pack has, as no single event may show."""
        if self.faulty is None or any(map(cards_too_many, self.dealings)):
            return range(len(self.record.events))
        first, last = self.faulty
        return range(first, last + 1)

    def apart(self, record: Record) -> Examination:
        """Return an examination that goes on from here with another record, which is the same up to
        here."""
        table, copies = self.table, Copies()
        twin = Examination(record, table.copy, self.players, self.start)
        self.copy_into(twin, copies)
        twin.shadow = self.shadow.apart(record.events, copies)
        twin._next, twin.faulty = self._next, self.faulty
        for counts, own in zip(twin._counts, self._counts, strict=True):
            counts.update(own)
        twin._totals = {
            seat: (at, less, copies.of(one)) for seat, (at, less, one) in self._totals.items()
        }
        twin.ends, twin.dealt = self.ends.copy(), self.dealt.copy()
        twin.written = self.written.copy()
        return twin

    @property
    def _counts(self) -> tuple[Counter[str], ...]:
        return self.held, self.claimed, self.unknown

    def walk_to(self, until: int) -> Examination:
        """Let the events before `until` happen one by one, and compare their claims with the rules.
        Right claims of plays and standings, the most frequent ones, are counted here and not by
        `_hold`: so no object is made for them."""
        table, shadow = self.table, self.shadow
        claimants, fresh_start = table.claimants, table.fresh_start
        plain_plays = table.plain_plays
        milestones = {fresh_start, Score, End, Out}
        tallies = points = 0
        right: Counter[str] = Counter()
        events = self.record.events
        begun, self._next = self._next, max(self._next, until)
        going = events if (begun, until) == (0, len(events)) else events[begun:until]
        for at, event in enumerate(going, begun):
            advance(table, event, at)
            if (table.faults or self._ended) and not self._enters(event, at):
                continue
            kind = type(event)
            if kind is Play and plain_plays:
                tally, scored = event.tally, event.points  # type: ignore[union-attr]
                if (
                    (tally is None or tally == table.tally)
                    and (scored is None or scored == table.earned)
                    and not (shadow.open and shadow.may_correct("tally"))
                ):
                    tallies += tally is not None
                    points += scored is not None
                else:
                    self._hold(event)
                continue
            if kind in milestones:
                self._remember(kind is fresh_start, at)
            if kind is Play or kind in claimants:
                upheld = table.upheld(event)
                if upheld is None or (shadow.open and shadow.may_correct(upheld[0])):
                    self._hold(event)
                elif upheld[1]:
                    right[upheld[0]] += upheld[1]
        right.update(tally=tallies, points=points)
        self.held.update(right)
        self.claimed.update(right)
        return self

    def _enters(self, event: Event, at: int) -> bool:
        """Enter the faults of an event; return whether it counts, with what is written beside it:
        not where it never happened, or happened after the end of the game."""
        self._note_faulty()
        faults, self.table.faults = self.table.faults, []
        for fault in faults:
            self._fault(fault, event, at)
        if faults and faults[0].code == "doubled-play":
            return False
        return self._ended is None or isinstance(event, End) or not self.table.over

    def _note_faulty(self) -> None:
        at = self.table.at
        self.faulty = (self.faulty or (at, at))[0], at

    def _remember(self, dealt: bool, at: int) -> None:
        """Remember the ledger's length where cards were dealt, or a standing was written."""
        ledger = self.table.ledger
        if dealt:
            self.dealt.append(DealStart(at, len(ledger.lines), ledger.totals_by_seat.copy()))
            self._displaced = None
            self._misplayed.clear()
        else:
            self.written.append((at, len(ledger.lines)))

    def _hold(self, event: Event) -> None:
        """Compare every claim of an event with the rules, and where they differ, with the shadow
        replay."""
        if isinstance(event, End):
            self.ends.append(event)
        for claim in self.table.claims(event):
            kind, _, claimed, computed, _, part = claim
            if claimed is None:
                continue
            if part:  # not one that only follows from another in this event
                self.claimed[kind] += 1
            if kind in RESULT_KINDS and not self.table.over:
                claim = self._claim_too_soon(claim)
                computed = claim.computed
            if computed is None:
                self.unknown[kind] += 1
            elif claimed == computed:
                self.held[kind] += 1
                self.shadow.correct(claim, self.table.at)
            else:
                self._disagree(claim, self.shadow.same_claim(claim, self.table.at))

    def _claim_too_soon(self, claim: Claim) -> Claim:
        """Return a result claimed while the game is not over. Where play goes on after it, the
        game has not been won yet, and the points are those of the standing; else the rest may be on
        another page."""
        if not self.table.nothing_missing or self.table.ledger.unknown:
            return claim._replace(computed=None)
        return claim._replace(computed=0) if claim.kind == "winner" else claim

    def _hold_result_tag(self) -> None:
        """Compare the Result tag, which claims the same as `@end` does."""
        over = self.table.over
        for seat, total in self.record.result or ():
            self.claimed["result"] += 1
            computed = self.table.ledger.total(seat) if over else None
            if computed is None:
                self.unknown["result"] += 1
            elif computed == total:
                self.held["result"] += 1
            else:
                claim = Claim("result", seat, total, computed, self.table.clauses["result"], "")
                shadow = self.shadow.table_after(len(self.record.events) - 1)
                told = shadow.ledger.total(seat) if shadow else computed
                at = self.record.tag_offset("Result")
                self._disagree(claim, claim._replace(computed=told), at)

    def _disagree(self, claim: Claim, told: Claim, offset: int | None = None) -> None:
        """Enter a wrong claim. `told` is the same claim by the shadow replay."""
        at = self.table.at if offset is None else None
        self._note_faulty()
        finding = Draft(
            f"wrong-{claim.kind}", "error", at,
            self._offset(claim.part) if offset is None else offset, self.table.ply,
            claim.clause, claim.seat, *claim.in_words(self.table.seats), effect=Effect(),
        )  # fmt: skip
        shadow = self.shadow
        believed = shadow.begun and told.computed in (claim.claimed, None)
        told_of = claim.kind == "bonus" and any(
            other.code == "wrong-bonus-to" for other in self._of_event(at)
        )
        finding.follows = self._mistake_behind(claim, at, believed=believed, told_of=told_of)
        if claim.kind == "score":
            self._totals[claim.seat] = self.table.at, claim.difference, finding
        root = finding.follows or finding
        if claim.kind in ("points", "bonus", "worth") or (
            claim.kind in ("score", "result") and finding.follows is None
        ):
            shadow.note_points(root, claim.seat, claim.difference)
        if finding.follows is None or not believed:
            shadow.leave_open(root, claim)
        if not believed or told.computed is None:
            shadow.assume(told, self.table)
        if claim.kind in STATE_KINDS:
            self._displaced = self._displaced or root
        if not told_of:  # that covers it
            self.findings.append(finding)

    def _mistake_behind(
        self, claim: Claim, at: int | None, *, believed: bool, told_of: bool
    ) -> Draft | None:
        """Return the mistake from which a wrong claim follows; None where it is one of its own.
        `believed` is whether it is right by what was assumed, `told_of` whether its event has been
        reported for it."""
        found = self.shadow.mistake_behind(claim) if believed else None
        if found is None and (told_of or not believed):
            found = self._same_event(claim, at)
        displaced = self._displaced
        unsettled = displaced is not None and displaced.code in self.table.unsettling
        if found is None and (unsettled or claim.kind in STATE_KINDS):
            found = displaced
        if found is None and claim.kind in TOTAL_KINDS:
            found = self._carried_from(claim)
        return found

    def _carried_from(self, claim: Claim) -> Draft | None:
        """Return the mistake in the standing before, where a player's total was as far from the
        right one: it was carried on."""
        at, difference, finding = self._totals.get(claim.seat, (-1, 0, None))
        if finding is None or difference != claim.difference:
            return None
        before = itertools.islice(reversed(self.written), 1, None)
        behind = itertools.takewhile(lambda one: one[0] > at, before)
        corrected = any(isinstance(self.record.events[now], Score) for now, _ in behind)
        return None if corrected else finding.root

    def _same_event(self, claim: Claim, at: int | None) -> Draft | None:
        """Return the error of the event itself, from which a wrong claim about it follows; so does
        a bonus written to the wrong player."""
        for finding in self._of_event(at):
            if finding.code == "not-now" and claim.kind in RESULT_KINDS:
                continue  # a second end says how the game ended as much as the first
            with_seat = claim.kind == "bonus" and finding.code == "wrong-bonus-to"
            if finding.severity == "error" and (finding.question == Question.LEGALITY or with_seat):
                return finding.root
        return None

    def _of_event(self, at: int | None) -> list[Draft]:
        """Return the findings about one event, which are the last ones so far."""
        same = itertools.takewhile(lambda finding: finding.at == at, reversed(self.findings))
        return [] if at is None else list(same)[::-1]

    def claimed_result(self) -> dict[int, int] | None:
        """Return points by seat as the record claims them in the end: from the Result tag, else
        from `@end`."""
        totals = self.record.result or next((end.totals for end in self.ends if end.totals), None)
        return dict(totals) if totals else None
