"""Records judged within a limit of steps, and their errors counted, to compare two texts."""

from __future__ import annotations

from typing import Final, NamedTuple

from archive.core.budgets import DEALS, IN_FULL, Steps, reading_steps
from archive.core.record import Record
from archive.scoring import Answer, Finding, Verdict
from archive.scoring.full_examination import How, judge
from archive.scoring.verify_record import recognised

WITHOUT_WORDS: Final = How(in_words=False)


class Errors(NamedTuple):
    """The number of errors, for comparing: errors that follow from no other, then all errors, then
    how much of the record is left unproved."""

    roots: int
    all: int
    missing: int


def length_of(record: Record) -> int:
    """Return the steps it takes to read a record and go through it."""
    return reading_steps(len(record.events), len(record.text))


def judged_within(
    steps: Steps, record: Record, asked: str | None, how: How = WITHOUT_WORDS
) -> Verdict:
    """Return the verdict on a record, as `judge` gives it. Raises `Spent` where there are too few
    steps for it, or too few to find out whether any deal fits."""
    steps.take(IN_FULL * length_of(record))
    if asked is None and (sound := recognised(record, how.language)):
        return sound
    while True:
        judged = judge(record, asked, how._replace(deals=min(DEALS, steps.left)))
        taken = sum(judged.taken.values())
        steps.taken += taken
        if not judged.steps.spent or judged.steps.most == DEALS:
            return judged
        steps.widen()  # with more of them the verdict might differ
        steps.taken -= taken


def roots_of(verdict: Verdict) -> list[Finding]:
    """Return the errors of a verdict that follow from no other."""
    return [one for one in verdict.findings if one.severity == "error" and one.follows is None]


def errors_of(verdict: Verdict) -> Errors:
    """Return the errors of a verdict, counted."""
    errors = [finding for finding in verdict.findings if finding.severity == "error"]
    missing = sum(_plays_missing(f) for f in errors if f.code == "missing-play")
    return Errors(len(roots_of(verdict)), len(errors), missing)


def supposes_more(judged: Verdict, before: Verdict) -> bool:
    """Return whether there is nothing to object to only because a stretch of the record is taken to
    be missing, as it need not be by the verdict `before`."""
    return judged.leaves_stretches_out and not before.leaves_stretches_out


def doubts_of(verdict: Verdict) -> int:
    """Return the number of answers that stay open because something was not written down."""
    return sum(answer is Answer.UNDERDETERMINED for answer in verdict.answers)


def _plays_missing(finding: Finding) -> int:
    due, found = ((text or "").partition(".")[0] for text in (finding.expected, finding.found))
    return int(found) - int(due) if due.isdigit() and found.isdigit() else 1
