"""Findings about what the reader could not read, beside those by the rules, and the answers that it
leaves open."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from archive.core.diagnostics import Diagnostic
from archive.core.events import ACTIONS
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.notation.unreadable_lines import Unreadable
from archive.scoring.examiner import Examination
from archive.scoring.fault_findings import CUT_SHORT
from archive.telling import not_a_game
from archive.telling.finding_drafts import Draft
from archive.telling.findings import IMPOSSIBLE, Question

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
    told = _told(findings, record, examination) | _counted(pieces, record)
    own = _found(record, record.diagnostics, told)
    return [*findings, *own, *with_open_questions(pieces, [*own, *findings], record)]


def _found(record: Record, faults: Sequence[Diagnostic], told: AbstractSet[int]) -> list[Draft]:
    """Return the reader's faults as findings, by their place, without numbers out of order at
    places of which more is `told`."""
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


def _counted(pieces: Sequence[Unreadable], record: Record) -> AbstractSet[int]:
    """Return the places of numbers that follow the one with which an unreadable piece in front of
    them begins."""
    texts = [(one.start, record.text[one.start : one.end].rstrip()) for one in pieces]
    ended = {start + len(text): text for start, text in texts}
    found = set()
    for fault in record.diagnostics:
        if fault.code == "misnumbered-play":
            at = end = record.offset(fault.line, fault.column)
            while end and record.text[end - 1].isspace():
                end -= 1
            next_due = f"{int(fault.expected.removesuffix('.')) + 1}."
            if ended.get(end, "").startswith(fault.expected) and fault.found == next_due:
                found.add(at)
    return found


TELLING = frozenset({"unreadable-result"})
"""Findings by the rules about unreadable text, beside the reader's."""


def hangs_on_who(finding: Draft) -> bool:
    """Return whether a finding may be none, if another player played."""
    return finding.severity == "error" and finding.code not in IMPOSSIBLE


def wrong_in_both(found: Sequence[Draft], otherwise: Iterable[Draft]) -> list[Draft]:
    """Return, of the findings about plays whose player could not be read, those that hold with any
    player in that place. `otherwise` is what is found where the number of plays is unknown. Cards
    that were seen are counted in either case."""
    there = {(finding.code, finding.at) for finding in otherwise}
    kept = {one for one in found if not hangs_on_who(one) or (one.code, one.at) in there}
    for one in found:
        if one.follows is not None and one.follows not in kept:
            one.follows = None
    return [one for one in found if one in kept]


def with_open_questions(
    pieces: Sequence[Unreadable], findings: Iterable[Draft], record: Record
) -> Iterator[Draft]:
    """Yield the reader's findings with the questions that depend on them. A line with an unknown
    word, which the reader keeps without a fault, gets a finding here."""
    for finding in findings:
        if finding.code in TELLING:
            finding.opens = frozenset({Question.RESULT})
    mine = [one for one in findings if one.at is None and one.severity == "error"]
    mine.sort(key=_offset)
    for piece in pieces:
        first = bisect_left(mine, piece.start, key=_offset)
        told = mine[first : bisect_left(mine, piece.end, key=_offset)]
        bears = frozenset(map(Question, piece.bears))
        for one in told:
            one.opens |= bears
        if not told:
            text = record.text[piece.start : piece.end].strip()
            yield Draft("unknown-line", "error", None, piece.start, None, None, None,
                          Phrase("a line that is known here"), text, opens=bears)  # fmt: skip


def _offset(finding: Draft) -> int:
    return finding.offset
