"""The faults that the reader found in a record, beside those by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from archive.core.diagnostics import Diagnostic
from archive.core.events import ACTIONS
from archive.core.record import Record
from archive.notation.unreadable_lines import Unreadable
from archive.scoring import not_a_game, unread
from archive.scoring.examiner import Examination
from archive.scoring.fault_findings import CUT_SHORT
from archive.scoring.finding_drafts import Draft

SAID_BY_RULES = frozenset({"missing-play", "doubled-play", "gap"})
"""Findings by the rules about a number out of order: a play is missing there, or written twice."""


def with_reader_faults(
    findings: Sequence[Draft],
    record: Record,
    pieces: Sequence[Unreadable],
    examination: Examination | None,
) -> list[Draft]:
    """Return findings with those of the reader added; `pieces` could not be read. Text that is no
    game in any form gets one finding, in place of one for every word."""
    left = not_a_game.faults_of(record)
    if left is not None:
        return [*findings, not_a_game.finding(record), *_found(record, left, frozenset())]
    own = _found(record, record.diagnostics, _told(findings, record, examination))
    return [*findings, *own, *unread.with_open_questions(pieces, [*own, *findings], record)]


def _found(record: Record, faults: Sequence[Diagnostic], told: AbstractSet[int]) -> list[Draft]:
    """Return the reader's faults as findings, by their place, without numbers out of order about
    which the rules have more (`told`)."""
    placed = [(record.offset(fault.line, fault.column), fault) for fault in faults]
    return [
        Draft(fault.code, fault.severity, None, at, None, None, None, fault.expected, fault.found,
                fix=fault.fix)
        for at, fault in placed
        if fault.code != "misnumbered-play" or at not in told
    ]  # fmt: skip


def _told(
    findings: Sequence[Draft], record: Record, examination: Examination | None
) -> AbstractSet[int]:
    """Return the places where the rules have more about a number out of order."""
    told = {one.offset for one in findings if one.code in SAID_BY_RULES}
    for finding in findings:
        if finding.at is None or examination is None:
            continue
        acted = type(record.events[finding.at]) in ACTIONS
        missing = finding.code in ("missing-play", "gap") and not acted
        if finding.code in CUT_SHORT or missing:
            after = examination.first_play_after(finding.at)
            told |= {record.offsets[after]} if after is not None else set()
    return told
