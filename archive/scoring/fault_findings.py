"""The faults of a record as findings: each entered where it happened, and tied to the earlier one
that it only follows from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from archive.core.events import ACTIONS, Event, Unread
from archive.core.record import Record
from archive.notation.text_offsets import offset_of
from archive.rules.faults_and_claims import Fault
from archive.rules.table import Table
from archive.scoring.card_count import ply_of
from archive.scoring.shadow_replay import ShadowReplay
from archive.telling.finding_drafts import Copies, Draft
from archive.telling.findings import Spot

LOST_PLAYS = frozenset({"missing-play", "short-round", "short-deal"})
"""Faults found only when the record goes on: claims since the last play rest on them already."""

CUT_SHORT = frozenset({"short-round", "short-deal"})

ASTRAY = frozenset({"wrong-turn", "card-not-held"})
"""Faults of the first play behind the line of a round or a hand gone astray."""

NOT_KNOWN = frozenset({"unknown-card", "unproved", "gap"})
"""Findings about cards and plays that are not written down."""

OWED_INSTEAD = {"not-followed": "not-trumped"}
"""For two faults of one play, the one that replaces the other: a player with a card of the suit led
need not trump."""

MISPLAYED = frozenset({"wrong-number-of-cards", "not-lowest", "led-not-met", "not-followed"})
"""Plays of other cards than due, after which a hand does not come out even."""


class FaultFindings:
    """The faults that the rules report during a walk through a record, as findings."""

    def __init__(self, record: Record, table: Table, shadow: ShadowReplay) -> None:
        self.record = record
        self.table = table
        self.shadow = shadow
        self.findings: list[Draft] = []
        self._sought: tuple[tuple[int, str], int] = (-1, ""), 0  # the last place asked for
        self._displaced: Draft | None = None  # since when plays and hands are out of step
        self._short: Draft | None = None  # since when rounds are
        self._ended: Draft | None = None  # what first went on after the end
        self._by_event: dict[int, list[Draft]] = {}  # faults of plays
        self._misplayed: dict[int, Draft] = {}  # faults of a seat's cards, in this deal

    def copy_into(self, twin: FaultFindings, copies: Copies) -> None:
        """Copy all findings so far to another walk."""
        twin.findings = copies.of_all(self.findings)
        twin._displaced = copies.of_one(self._displaced)
        twin._short = copies.of_one(self._short)
        twin._ended = copies.of_one(self._ended)
        twin._by_event = {at: copies.of_all(found) for at, found in self._by_event.items()}
        twin._misplayed = {seat: copies.of(one) for seat, one in self._misplayed.items()}

    def _fault(self, fault: Fault, event: Event, at: int) -> None:
        """Enter a fault of an event; `at` is its index, or the number of events at their end."""
        about = event if fault.at is None else self.record.events[fault.at]
        if isinstance(about, Unread) and fault.code in NOT_KNOWN:
            return  # the reader has reported it already
        if fault.code in OWED_INSTEAD and self._told_better(fault):
            return
        finding = self._enter(fault)
        finding.follows = self._cause(fault, at)
        if finding.follows is None:
            self._first_of_its_kind(fault, finding)

    def _cause(self, fault: Fault, at: int) -> Draft | None:
        """Return the finding that a fault only follows from, None where it stands for itself."""
        code, short = fault.code, self._short
        if code == "doubled-play" and (one := self._doubled_before()):
            return one  # a line that is written twice is one mistake
        if short and (code == "after-the-end" or code in self.table.out_of_step):
            return short
        if short and code in ASTRAY and not self._played_since(short):
            self._displaced = short
            return short
        if code == "after-the-end" and self._ended:
            return self._ended  # that the game was over is reported once
        if self._displaced and self._out_of_step(code, at):
            return self._displaced
        if code == "card-not-held" and fault.seat in self._misplayed:
            return self._misplayed[fault.seat].root
        if fault.severity != "error" or self._is_wrong_whatever_was_assumed(code, at):
            return None
        opener = self.shadow.wrong_count
        return opener if opener or code in LOST_PLAYS else self.shadow.first_uncorrected

    def _is_wrong_whatever_was_assumed(self, code: str, at: int) -> bool:
        """Return whether an event has a fault by the shadow replay, too, if there is one."""
        told = self.shadow.faults_at(at)
        return told is None or code in told

    def _doubled_before(self) -> Draft | None:
        """Return the first of the plays right before this one that are there twice, too."""
        before = self.findings[-2] if len(self.findings) > 1 else None
        if before is None or before.at != self.table.at - 1 or before.code != "doubled-play":
            return None
        return before.root

    def _first_of_its_kind(self, fault: Fault, finding: Draft) -> None:
        """Note the consequences of a fault that stands for itself for what comes after it."""
        table = self.table
        if fault.code in LOST_PLAYS:
            self._tie_claims_since_last_play(finding)
            if fault.code in CUT_SHORT:
                self._short = finding
        elif fault.code == "after-the-end":
            self._ended = finding
        elif fault.code in table.displacing:
            self._displaced = self._displaced or finding
            if fault.code in table.meant_otherwise and finding.at == table.at:
                self.shadow.replay_as_meant(finding, table)

    def _enter(self, fault: Fault) -> Draft:
        """Return the finding that a fault makes."""
        table = self.table
        if table.in_step:
            self._displaced = None
        at = table.at if fault.at is None else fault.at
        offset = self._offset(fault.part, at)
        finding = Draft(
            fault.code, fault.severity, at, offset,
            table.ply if fault.ply is None else fault.ply,
            fault.clause, fault.seat, fault.expected, fault.found,
            known=bool(getattr(self.record.events[at], "mark", "")),
        )  # fmt: skip
        if fault.ply is not None and fault.severity == "error" and at != table.at:
            finding.places = (self._proof(),)
        if fault.shown:
            finding.places = tuple(
                Spot(*self.record.place(self._offset("", one)), ply_of(self.record, one) or None)
                for one in sorted(fault.shown)
            )
        self.findings.append(finding)
        self._by_event.setdefault(at, []).append(finding)
        if fault.severity == "error" and fault.code in MISPLAYED and fault.seat is not None:
            self._misplayed.setdefault(fault.seat, finding)
        return finding

    def _proof(self) -> Spot:
        """Return the present place, which proves a play before it wrong."""
        table = self.table
        place = self.record.place(self._offset("", table.at))
        return Spot(*place, table.ply if type(self.record.events[table.at]) in ACTIONS else None)

    def _told_better(self, fault: Fault) -> bool:
        """Return whether a card shown since proves that the same play, blamed before for another
        fault, had this fault all along; then it is one."""
        weaker = OWED_INSTEAD[fault.code]
        for finding in self._by_event.get(fault.at, ()) if fault.at is not None else ():
            if finding.code == weaker and finding.severity == "error":
                finding.code, finding.clause = fault.code, fault.clause
                finding.expected, finding.places = fault.expected, (self._proof(),)
                return True
        return False

    def _tie_claims_since_last_play(self, finding: Draft) -> None:
        """Tie claims to plays that were left out just before: standings and bonuses written since
        may count them."""
        at = self._last_play_before(self.table.at)
        for other in reversed(self.findings[:-1]):
            if other.at is None or other.at <= at:
                break
            if other.follows is None and other.severity == "error":
                other.follows = finding

    def _last_play_before(self, at: int) -> int:
        """Return the index of the last play before an event, -1 when there is none."""
        place = bisect_left(self.record.acted, at)
        return self.record.acted[place - 1] if place else -1

    def first_play_after(self, at: int) -> int | None:
        """Return the index of the next play after an event, None when there is none."""
        place = bisect_right(self.record.acted, at)
        return self.record.acted[place] if place < len(self.record.acted) else None

    def _played_since(self, finding: Draft) -> bool:
        return self._last_play_before(self.table.at) > (finding.at or 0)

    def _out_of_step(self, code: str, at: int) -> bool:
        """Return whether a fault is there only because plays and hands are out of step already."""
        began_wrong = self._displaced is not None and self._displaced.code == "wrong-starter"
        if code in self.table.out_of_step or (code == "wrong-turn" and began_wrong):
            return True
        return not self._is_wrong_whatever_was_assumed(code, at)

    def _offset(self, part: str, at: int | None = None) -> int:
        where = self.table.at if at is None else at, part
        if where != self._sought[0]:  # one play may have a thousand faults
            found = offset_of(self.record.text, self.record.event_offset(where[0]), part)
            self._sought = where, found
        return self._sought[1]
