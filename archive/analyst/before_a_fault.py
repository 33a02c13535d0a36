"""What comes before the first play against the rules can be weighed as in any other game."""

from __future__ import annotations

from bisect import bisect_right

from archive.analyst.twenty import game as twenty
from archive.core.events import Deal, Round
from archive.scoring import Answer, Verdict, verify
from archive.scoring.findings import Question

NOT_ALLOWED = (Answer.REFUTED, Answer.UNDERDETERMINED)


def before_a_fault(verdict: Verdict) -> Verdict | None:
    """Return the verdict on all whole deals, in Twenty whole rounds, before the first thing that
    was against the rules. None where there are none, or not all in them is known to be allowed."""
    record = verdict.record
    faults = [
        one.at for one in verdict.findings
        if one.severity == "error" and one.question is Question.LEGALITY and one.at is not None
    ]  # fmt: skip
    part = Round if record.game == twenty.GAME else Deal
    begins = [at for at in record.openings if isinstance(record.events[at], part)]
    whole = bisect_right(begins, min(faults, default=0)) - 1
    if whole < 1 or not record.offsets:
        return None
    text = record.text[: record.offsets[begins[whole]]]
    before = verify(text.encode("utf-8", "surrogateescape"), record.number)
    return None if before.answers.legality in NOT_ALLOWED else before
