"""The examination of a record: one run through the rules, every claim held against them.

Beside the rules goes a story (story.py) that believes what is claimed, so that what only follows
from an earlier mistake is tied to it and not counted again.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from functools import cached_property

from archive.events import ACTIONS, End, Event, Play, Score, Unread
from archive.notation.places import offset_of, tag_offset
from archive.record import Record
from archive.rules.claims import Claim, Fault
from archive.rules.kernel import Table, step
from archive.verdict import tags
from archive.verdict.costs import Dealt
from archive.verdict.effects import settle
from archive.verdict.findings import Effect, Finding, Question, Spot
from archive.verdict.story import Story

LOST_PLAYS = frozenset({"missing-play", "short-round", "short-deal"})
"""Found only when the record goes on: what was claimed since the last play rests on it already."""

CUT_SHORT = frozenset({"short-round", "short-deal"})

OWED_INSTEAD = {"not-followed": "not-trumped"}
"""Of two faults that one play is blamed for, the one that takes the other's place: whoever holds a
card of the suit led owes no trump."""

RESULT_KINDS = frozenset({"result", "winner"})
STATE_KINDS = frozenset({"leader", "trick-winner", "dealer", "hand-size", "trump-maker"})
"""Wrong claims after which the play goes another way than the rules have it."""

MISPLAYED = frozenset({"wrong-number-of-cards", "not-lowest", "led-not-met", "not-followed"})
"""Plays of other cards than should have been, after which a hand does not come out even."""


class Examination:
    """What one walk through a record finds.

    `held`, `claimed`, `unknown` count claims by kind: right, made at all, and not to be judged.
    `dealt` has the standing wherever cards were dealt anew.
    """

    def __init__(
        self, record: Record, open_table: Callable[[], Table], players: int = 0, start: int = 0
    ) -> None:
        """`players` is how many the record speaks of, where that is more than the game has. With
        `start` the walk begins at that event, and `open_table` gives the table as it is there."""
        self.record = record
        self.start = start
        self.table = open_table()
        self.players = players
        self.story = Story(open_table)
        self.findings: list[Finding] = []
        self.held: Counter[str] = Counter()
        self.claimed: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.ends: list[End] = []
        self.dealt: list[Dealt] = []
        self._displaced: Finding | None = None  # since when plays and hands are out of step
        self._short: Finding | None = None  # since when rounds are
        self._ended: Finding | None = None  # what first went on after the end
        self._misplayed: dict[int, Finding] = {}  # what is wrong with a seat's cards, in this deal

    def walk(self) -> Examination:
        """Examine the whole record."""
        self._walk_through()
        self.table.stop()
        for fault in self.table.faults:
            self._fault(fault, self.record.events[-1], None)
        self.findings += tags.findings(self.record, self.table, self.players, ended=bool(self.ends))
        self._hold_result_tag()
        if self.findings:
            claimed = self.claimed_result() or {}
            settle(self.findings, self.table, claimed, self.ends, self.story.open)
        return self

    def _walk_through(self) -> None:
        """Let the events happen one by one. This is `run`, and `_hold` for the claims that are
        most, in one loop: sound plays and standings pass by here without making any object."""
        table, story = self.table, self.story
        claimants, fresh_start = table.claimants, table.fresh_start
        plain_plays, plain_scores = table.plain_plays, table.plain_scores
        tallies = points = scores = 0
        events = self.record.events
        for at, event in enumerate(events[self.start :] if self.start else events, self.start):
            step(table, event, at)
            told = story.tell(event, at) if story.table is not None else None
            if table.faults:
                faults, table.faults = table.faults, []
                for fault in faults:
                    told = self._fault(fault, event, told)
                if faults[0].code == "doubled-play":
                    continue  # it never happened
            kind = type(event)
            if kind is Play and plain_plays:
                tally, scored = event.tally, event.points  # type: ignore[union-attr]
                if (
                    (tally is None or tally == table.tally)
                    and (scored is None or scored == table.earned)
                    and story.table is None
                ):
                    tallies += tally is not None
                    points += scored is not None
                else:
                    self._hold(event)
                continue
            if kind is fresh_start:
                ledger = table.ledger
                self.dealt.append(Dealt(at, len(ledger.lines), ledger.totals_by_seat.copy()))
                self._displaced = None
                self._misplayed.clear()
            if kind is Score and plain_scores and story.table is None:
                totals = event.totals  # type: ignore[union-attr]
                if totals == table.ledger.standing:
                    scores += len(totals)
                    continue
            if kind is Play or kind in claimants:
                self._hold(event)
        for counts in (self.held, self.claimed):
            counts["tally"] += tallies
            counts["points"] += points
            counts["score"] += scores

    # -- faults

    def _fault(self, fault: Fault, event: Event, told: set[str] | None) -> set[str] | None:
        """Enter a fault. `told` are those the story has at this event, None when there is no story;
        they are given back, because a fault may begin one."""
        if isinstance(event, Unread) and fault.code == "unknown-card":
            return told  # the reader has said it already
        if fault.code == "short-deal":
            fault = self._by_numbers(fault)
        if fault.code in OWED_INSTEAD and self._told_better(fault):
            return told
        finding = self._enter(fault)
        finding.follows = self._cause(fault, told)
        return told if finding.follows else self._first_of_its_kind(fault, finding, told)

    def _cause(self, fault: Fault, told: set[str] | None) -> Finding | None:
        """What a fault only follows from, None where it stands for itself."""
        code, short = fault.code, self._short
        if short and (code == "after-the-end" or code in self.table.out_of_step):
            return short
        if short and code == "wrong-turn" and not self._played_since(short):
            self._displaced = short  # a round line gone astray
            return short
        if code == "after-the-end" and self._ended:
            return self._ended  # that the game was over is said once
        if self._displaced and self._out_of_step(code, told):
            return self._displaced
        if code == "card-not-held" and fault.seat in self._misplayed:
            return self._misplayed[fault.seat].root
        if fault.severity != "error":
            return None
        opener = self.story.fault_opener(code, told)
        if opener or code in LOST_PLAYS or told is None or code in told:
            return opener
        return self.story.first_open  # right by what was believed

    def _by_numbers(self, fault: Fault) -> Fault:
        """A deal that ends too early, where the numbers of the plays skip, was played to its end:
        the rest of it is not written down."""
        at, events = self.table.at, self.record.events
        last = self._last_play_before(at)
        after: int | None = at if type(events[at]) in ACTIONS else self.first_play_after(at)
        if last < 0 or after is None:
            return fault
        before, number = (
            getattr(events[last], "number", None),
            getattr(events[after], "number", None),
        )
        if before is None or number is None or number <= before + 1:
            return fault
        return fault._replace(code="missing-play", clause=self.table.clauses["missing"],
                              expected=f"{before + 1}.", found=f"{number}.")  # fmt: skip

    def _first_of_its_kind(
        self, fault: Fault, finding: Finding, told: set[str] | None
    ) -> set[str] | None:
        """What a fault that stands for itself means for what comes after it."""
        table = self.table
        if fault.code in LOST_PLAYS:
            self._tie_claims_since_last_play(finding)
            if fault.code in CUT_SHORT:
                self._short = finding
        elif fault.code == "after-the-end":
            self._ended = finding
        elif fault.code in table.displacing:
            self._displaced = self._displaced or finding
            if fault.code in table.retold and finding.at == table.at:
                begun = self.story.retell(finding, self.record.events, table)
                return told if begun is None else begun
        return told

    def _enter(self, fault: Fault) -> Finding:
        """The finding that a fault makes."""
        table = self.table
        if table.in_step:
            self._displaced = None
        at = table.at if fault.at is None else fault.at
        offset = self._offset(fault.part, at)
        finding = Finding(
            fault.code, fault.severity, at, offset,
            table.ply if fault.ply is None else fault.ply,
            fault.clause, fault.seat, fault.expected, fault.found,
            known=bool(getattr(self.record.events[at], "mark", "")),
        )  # fmt: skip
        if fault.ply is not None and fault.severity == "error" and at != table.at:
            finding.places = [self._proof()]
        self.findings.append(finding)
        if fault.severity == "error" and fault.code in MISPLAYED and fault.seat is not None:
            self._misplayed.setdefault(fault.seat, finding)
        return finding

    def _proof(self) -> Spot:
        """Here, where a play before is proved wrong: by a play, or by a line that is none."""
        table = self.table
        place = self.record.place(self._offset("", table.at))
        return Spot(*place, table.ply if type(self.record.events[table.at]) in ACTIONS else None)

    def _told_better(self, fault: Fault) -> bool:
        """Whether the same play was blamed before for what it did not owe, as a card shown since
        tells: then it was this fault all along, and it is one."""
        weaker = OWED_INSTEAD[fault.code]
        for finding in self.findings if fault.at is not None else ():
            if finding.at == fault.at and finding.code == weaker and finding.severity == "error":
                finding.code, finding.clause = fault.code, fault.clause
                finding.expected, finding.places = fault.expected, [self._proof()]
                return True
        return False

    def _tie_claims_since_last_play(self, finding: Finding) -> None:
        """Plays were left out just before: standings and bonuses written since may count them."""
        at = self._last_play_before(self.table.at)
        for other in reversed(self.findings[:-1]):
            if other.at is None or other.at <= at:
                break
            if other.follows is None and other.severity == "error":
                other.follows = finding

    def _last_play_before(self, at: int) -> int:
        """The index of the last play before an event, -1 when there is none."""
        place = bisect_left(self._plays, at)
        return self._plays[place - 1] if place else -1

    def first_play_after(self, at: int) -> int | None:
        """The index of the next play behind an event, None when there is none."""
        place = bisect_right(self._plays, at)
        return self._plays[place] if place < len(self._plays) else None

    @cached_property
    def _plays(self) -> list[int]:
        return [at for at, event in enumerate(self.record.events) if type(event) in ACTIONS]

    def _played_since(self, finding: Finding) -> bool:
        return self._last_play_before(self.table.at) > (finding.at or 0)

    def _out_of_step(self, code: str, told: set[str] | None) -> bool:
        """Whether a fault is there only because plays and hands are out of step already."""
        if told is not None and code not in told:
            return True
        began_wrong = self._displaced is not None and self._displaced.code == "wrong-starter"
        return code in self.table.out_of_step or (code == "wrong-turn" and began_wrong)

    def _offset(self, part: str, at: int | None = None) -> int:
        at = self.table.at if at is None else at
        return offset_of(self.record.text, self.record.offsets[at], part)

    # -- claims

    def _hold(self, event: Event) -> None:
        """Hold every claim of an event against the rules, and where they differ, the story."""
        if self.story.table is None and (right := self.table.upheld(event)) is not None:
            kind, claims = right
            if claims:
                self.held[kind] += claims
                self.claimed[kind] += claims
            return
        if isinstance(event, End):
            self.ends.append(event)
        for claim in self.table.claims(event):
            kind, _, claimed, computed, _, part = claim
            if claimed is None:
                continue
            if part:  # not one that only follows from another in this event
                self.claimed[kind] += 1
            if computed is None or (kind in RESULT_KINDS and not self.table.over):
                self.unknown[kind] += 1
            elif claimed == computed:
                self.held[kind] += 1
                self.story.agree(claim)
            else:
                self._disagree(claim, self.story.told(claim, event))

    def _hold_result_tag(self) -> None:
        """The Result tag claims the same as `@end` does."""
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
                story = self.story.table
                told = story.ledger.total(seat) if story else computed
                at = tag_offset(self.record.text, "Result")
                self._disagree(claim, claim._replace(computed=told), at)

    def _disagree(self, claim: Claim, told: Claim, offset: int | None = None) -> None:
        """Enter a wrong claim. `told` is the same claim with what the story gives for it."""
        at = self.table.at if offset is None else None
        finding = Finding(
            f"wrong-{claim.kind}", "error", at,
            self._offset(claim.part) if offset is None else offset, self.table.ply,
            claim.clause, claim.seat, *claim.in_words(self.table.seats), effect=Effect(),
        )  # fmt: skip
        story = self.story
        believed = story.table is not None and told.computed in (claim.claimed, None)
        told_of = claim.kind == "bonus" and any(
            other.code == "wrong-bonus-to" for other in self._of_event(at)
        )
        finding.follows = story.opener(claim) if believed else None
        if finding.follows is None and (told_of or not believed):
            finding.follows = self._same_event(claim, at)
        displaced = self._displaced
        unsettled = displaced is not None and displaced.code in self.table.unsettling
        if finding.follows is None and (unsettled or claim.kind in STATE_KINDS):
            finding.follows = displaced
        root = finding.follows or finding
        if claim.kind in ("points", "bonus", "worth") or (
            claim.kind in ("score", "result") and finding.follows is None
        ):
            story.moves(root, claim.seat, claim.difference)
        if finding.follows is None or not believed:
            story.leave_open(root, claim)
        if not believed or told.computed is None:
            story.believe(told, self.table)
        if claim.kind in STATE_KINDS:
            self._displaced = displaced or root
        if not told_of:  # that says it all
            self.findings.append(finding)

    def _same_event(self, claim: Claim, at: int | None) -> Finding | None:
        """What is wrong with the event itself: a claim about it that is wrong too goes with that.
        So does a bonus written to the wrong player."""
        for finding in self._of_event(at):
            with_seat = claim.kind == "bonus" and finding.code == "wrong-bonus-to"
            if finding.severity == "error" and (finding.question == Question.LEGALITY or with_seat):
                return finding.root
        return None

    def _of_event(self, at: int | None) -> list[Finding]:
        """The findings about one event, which are the last ones so far."""
        same = itertools.takewhile(lambda finding: finding.at == at, reversed(self.findings))
        return [] if at is None else list(same)[::-1]

    def claimed_result(self) -> dict[int, int] | None:
        """Points by seat as the record claims them in the end: the Result tag, else `@end`."""
        totals = self.record.result or next((end.totals for end in self.ends if end.totals), None)
        return dict(totals) if totals else None
