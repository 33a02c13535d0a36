"""How much is wrong with a record, so that two texts of it can be compared."""

from __future__ import annotations

from typing import NamedTuple

from archive.scoring import Answer, Finding, Verdict


class Errors(NamedTuple):
    """How much is wrong, to be compared: errors that follow from no other, then all errors, then
    how much of the record is left unproved."""

    roots: int
    all: int
    missing: int


def errors_of(verdict: Verdict) -> Errors:
    errors = [finding for finding in verdict.findings if finding.severity == "error"]
    missing = sum(_plays_missing(f) for f in errors if f.code == "missing-play")
    return Errors(sum(f.follows is None for f in errors), len(errors), missing)


def doubts_of(verdict: Verdict) -> int:
    """How many answers stay open for want of something that was not written down."""
    return sum(answer is Answer.UNDERDETERMINED for answer in verdict.answers)


def _plays_missing(finding: Finding) -> int:
    due, found = ((text or "").partition(".")[0] for text in (finding.expected, finding.found))
    return int(found) - int(due) if due.isdigit() and found.isdigit() else 1
