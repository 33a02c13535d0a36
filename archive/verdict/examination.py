"""The examination of a record: one run through the rules, every claim held against them.

When a claim is wrong, the question is what else follows from it. The examiner then keeps a second
table, the *story*: it believes every wrong claim and goes on by the same rules. A later claim that
is wrong too, but is what the story gives, only follows from the first; one that fits neither the
rules nor the story is a new mistake.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from functools import cached_property

from archive.events import Bonus, End, Event, Play, Round, Score, Unread, Up
from archive.notation.places import offset_of, tag_offset
from archive.record import Record
from archive.replay import run
from archive.rules.kernel import Claim, Fault, Table, step
from archive.verdict.effects import settle
from archive.verdict.findings import Effect, Finding, Question

CLAIMANTS = frozenset({Play, Up, Bonus, Score, End})
TALLY = "tally"

DISPLACING = frozenset({"wrong-turn", "dealt-early", "no-cards-left", "wrong-starter", "passed"})
OUT_OF_STEP = frozenset({"dealt-early", "no-cards-left", "short-round", "not-now"})
"""Once a play went to the wrong seat, hands run out at the wrong moment until the round is over."""

UNSETTLING = frozenset({"passed", "short-round"})
"""After these it is not clear what lies on the pile, until the next round begins."""

LEFT_OUT = frozenset({"missing-play", "short-round"})
"""Found only when the record goes on: what was claimed since the last play rests on it already."""

MOST_STORIES = 8  # retelling a record from its start is not done for every one of a thousand faults

RESULT_KINDS = frozenset({"result", "winner"})


class Examination:
    """What one walk through a record finds.

    `held`, `claimed`, `unknown` count claims by kind: right, made at all, and not to be judged.
    """

    def __init__(self, record: Record, open_table: Callable[[], Table]) -> None:
        self.record = record
        self.open_table = open_table
        self.table = open_table()
        self.story: Table | None = None
        self.findings: list[Finding] = []
        self.held: Counter[str] = Counter()
        self.claimed: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.ends: list[End] = []
        self._displaced: Finding | None = None  # since when plays and hands are out of step
        self._short: Finding | None = None  # since when rounds are
        self._stories = 0
        # first mistakes not yet put right, by what they moved: the tally, a seat's points
        self._open: dict[int | str, list[Finding]] = {}

    def walk(self) -> Examination:
        """Examine the whole record. Sound plays pass by here without making any object."""
        table = self.table
        tallies = points = 0
        for at, event, faults in run(self.record, table):
            told = self._tell(event, at) if self.story is not None else None
            if faults:
                for fault in faults:
                    told = self._fault(fault, event, told)
                if faults[0].code == "doubled-play":
                    continue  # it never happened
            kind = type(event)
            if kind is Round:
                self._displaced = None
            if self.story is None and kind is Play:
                tally, scored = event.tally, event.points  # type: ignore[union-attr]
                if (tally is None or tally == table.tally) and (
                    scored is None or scored == table.earned
                ):
                    tallies += tally is not None
                    points += scored is not None
                    continue
            if kind in CLAIMANTS:
                self._hold(event)
        for counts in (self.held, self.claimed):
            counts["tally"] += tallies
            counts["points"] += points
        self._check_deck_tag()
        self._hold_result_tag()
        settle(self.findings, self.table, self.claimed_result() or {}, self.ends, self._open)
        return self

    # -- faults

    def _fault(self, fault: Fault, event: Event, told: set[str] | None) -> set[str] | None:
        """Enter a fault. `told` are those the story has at this event, None when there is no story;
        they are given back, because a fault may begin one."""
        if isinstance(event, Unread) and fault.code == "unknown-card":
            return told  # the reader has said it already
        at = self.table.at if fault.at is None else fault.at
        finding = Finding(
            fault.code, fault.severity, at, self._offset(fault.part, at), self.table.ply,
            fault.clause, fault.seat, fault.expected, fault.found,
            known=isinstance(event, Play) and bool(event.mark),
        )  # fmt: skip
        self.findings.append(finding)
        if self._short and fault.code in ("after-the-end", *OUT_OF_STEP):
            finding.follows = self._short
        elif self._short and fault.code == "wrong-turn" and not self._played_since(self._short):
            finding.follows = self._displaced = self._short  # a round line gone astray
        elif self._displaced and self._out_of_step(fault.code, told):
            finding.follows = self._displaced
        elif fault.code in LEFT_OUT:
            self._tie_claims_since_last_play(finding)
            if fault.code == "short-round":
                self._short = finding
        elif fault.code in DISPLACING:
            self._displaced = self._displaced or finding
            if fault.code == "wrong-turn" and self._stories < MOST_STORIES:
                self._stories += 1
                return self._retell(finding)
        return told

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
        return [at for at, event in enumerate(self.record.events) if isinstance(event, Play)]

    def _played_since(self, finding: Finding) -> bool:
        return self._last_play_before(self.table.at) > (finding.at or 0)

    def _out_of_step(self, code: str, told: set[str] | None) -> bool:
        """Whether a fault is there only because plays and hands are out of step already."""
        if told is not None and code not in told:
            return True
        began_wrong = self._displaced is not None and self._displaced.code == "wrong-starter"
        return code in OUT_OF_STEP or (code == "wrong-turn" and began_wrong)

    def _retell(self, finding: Finding) -> set[str]:
        """Begin a story in which the player whose turn it was made this play; its faults there."""
        events = self.record.events
        story = self.open_table()
        for at in range(self.table.at):
            step(story, events[at], at)
        play = events[self.table.at]
        if isinstance(play, Play):
            play = play._replace(seat=story.turn or play.seat)
        story.faults = []
        self.story = story
        keys: list[int | str] = [TALLY, *self.table.ledger.totals()]
        for key in keys:
            self._open.setdefault(key, []).append(finding)
        return self._tell(play, self.table.at)

    def _tell(self, event: Event, at: int) -> set[str]:
        """Let the event happen in the story too; the faults it has there."""
        assert self.story is not None
        step(self.story, event, at)
        told = {fault.code for fault in self.story.faults}
        self.story.faults = []
        return told

    def _offset(self, part: str, at: int | None = None) -> int:
        at = self.table.at if at is None else at
        return offset_of(self.record.text, self.record.offsets[at], part)

    # -- claims

    def _hold(self, event: Event) -> None:
        """Hold every claim of an event against the rules, and where they differ, the story."""
        if isinstance(event, End):
            self.ends.append(event)
        for claim in self.table.claims(event):
            if claim.claimed is None:
                continue
            if claim.part:  # not one that only follows from another in this event
                self.claimed[claim.kind] += 1
            if claim.computed is None or (claim.kind in RESULT_KINDS and not self.table.over):
                self.unknown[claim.kind] += 1
            elif claim.claimed == claim.computed:
                self.held[claim.kind] += 1
                self._agree(claim)
            else:
                self._disagree(claim, self._as_told(claim, event))

    def _as_told(self, claim: Claim, event: Event) -> Claim:
        """The same claim with what the story gives for it; where the story sees no such claim, it
        has nothing against it.

        Asked anew for every claim: believing a tally may have changed what the play scores.
        """
        if self.story is None:
            return claim
        told = self.story.claims(event)
        same = (one for one in told if (one.kind, one.seat) == (claim.kind, claim.seat))
        return next(same, claim._replace(computed=claim.claimed))

    def _check_deck_tag(self) -> None:
        deck = self.record.tag("Deck")
        if deck not in (None, "?", "", self.table.deck):
            self.findings.append(
                Finding("wrong-pack", "error", None, tag_offset(self.record.text, "Deck"), None,
                        self.table.clauses["pack"], None, self.table.deck, deck)
            )  # fmt: skip

    def _hold_result_tag(self) -> None:
        """The Result tag claims the same as `@end` does."""
        tag = self.record.tag("Result")
        totals = self.record.result
        if totals and not self.table.over and not self.ends:
            self.findings.append(
                Finding("early-end", "note", None, len(self.record.text.rstrip()), self.table.ply,
                        self.table.clauses["unfinished"], None,
                        f"the record to go on: {self.table.missing()} is next", "nothing more")
            )  # fmt: skip
        at = tag_offset(self.record.text, "Result")
        if totals is None:
            if tag not in (None, "*", "?", ""):
                self.findings.append(
                    Finding("unreadable-result", "error", None, at, None, None, None,
                            "points by seat, such as p1:82 p2:110", tag)
                )  # fmt: skip
            return
        for seat, total in totals:
            self.claimed["result"] += 1
            computed = self.table.ledger.total(seat) if self.table.over else None
            claim = Claim("result", seat, total, computed, self.table.clauses["result"], "")
            if computed is None:
                self.unknown["result"] += 1
            elif computed == total:
                self.held["result"] += 1
            else:
                told = self.story.ledger.total(seat) if self.story else computed
                self._disagree(claim, claim._replace(computed=told), at)

    def _agree(self, claim: Claim) -> None:
        """A claim that is right puts the story right, where it went another way."""
        if self.story is None:
            return
        key = TALLY if claim.kind == "tally" else claim.seat
        if claim.kind in ("tally", "score", "result") and self._open.get(key or 0):
            self._open.pop(key or 0)
            if claim.kind == "tally":
                if self.story.tally != claim.claimed:
                    self.story.believe(claim)
            elif claim.seat is not None:
                told = self.story.ledger.total(claim.seat)
                self.story.believe(claim._replace(computed=told))

    def _disagree(self, claim: Claim, told: Claim, offset: int | None = None) -> None:
        """Enter a wrong claim. `told` is the same claim with what the story gives for it."""
        at = self.table.at if offset is None else None
        finding = Finding(
            f"wrong-{claim.kind}", "error", at,
            self._offset(claim.part) if offset is None else offset, self.table.ply,
            claim.clause, claim.seat, *_in_words(claim), effect=Effect(),
        )  # fmt: skip
        believed = self.story is not None and told.computed == claim.claimed
        finding.follows = self._opener(claim) if believed else self._same_event(claim, at)
        if finding.follows is None and self._displaced and self._displaced.code in UNSETTLING:
            finding.follows = self._displaced
        root = finding.follows or finding
        if claim.kind in ("points", "bonus") or (
            claim.kind in ("score", "result") and finding.follows is None
        ):
            self._moves(root, claim.seat, (claim.computed or 0) - (claim.claimed or 0))
        if finding.follows is None:
            key = claim.kind if claim.kind in (TALLY, "up") else claim.seat or 0
            self._open.setdefault(key, []).append(finding)
        if not believed:
            if self.story is None:
                self.story = self.table.copy()
            self.story.believe(told)
        told_of = any(other.code == "wrong-bonus-to" for other in self._of_event(at))
        if not (claim.kind == "bonus" and told_of):  # that says it all
            self.findings.append(finding)

    def _opener(self, claim: Claim) -> Finding | None:
        """The first mistake that the story believed and that nothing has put right since."""
        if claim.kind in ("bonus", "bonus-to"):
            openers = self._open.get("up") or self._open.get(claim.seat or 0) or []
        elif claim.kind == "winner":
            openers = [finding for found in self._open.values() for finding in found]
        else:
            key = TALLY if claim.kind == "tally" else claim.seat or 0
            openers = self._open.get(key) or self._open.get(TALLY) or []
        return openers[0] if openers else None

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

    def _moves(self, root: Finding, seat: int | None, points: int) -> None:
        """Book what a first mistake moved, and remember that it stands open for that seat."""
        if seat is None or root.effect is None:
            return
        root.effect.points[seat] = root.effect.points.get(seat, 0) + points
        still_open = self._open.setdefault(seat, [])
        if root not in still_open:
            still_open.append(root)

    def claimed_result(self) -> dict[int, int] | None:
        """Points by seat as the record claims them in the end: the Result tag, else `@end`."""
        totals = self.record.result or next((end.totals for end in self.ends if end.totals), None)
        return dict(totals) if totals else None


def _in_words(claim: Claim) -> tuple[str, str]:
    """Expected and found: a number, or a seat where the claim is about one."""
    if claim.kind not in ("winner", "bonus-to"):
        return str(claim.computed), str(claim.claimed)
    computed, claimed = (f"p{seat}" if seat else "draw" for seat in (claim.computed, claim.claimed))
    return computed, claimed
