"""A record can be weighed as far as it is known to be allowed, as any other."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, partial
from typing import Final, NamedTuple

from archive.core.events import ACTIONS
from archive.core.record import Record
from archive.scoring import Answer, Verdict, verify
from archive.scoring.findings import Question

NOT_ALLOWED: Final = (Answer.REFUTED, Answer.UNDERDETERMINED)
MOST_PLAYS: Final = 10_000
"""Only records of so many plays, or fewer, are looked through for what is allowed of them."""
PLAYED_ON: Final = "after-the-end"


class AllowedPart(NamedTuple):
    """The verdict on the part of a record before the first thing that was against the rules, or is
    not known to have been allowed; whether the game was over with it, and whether it has all
    plays."""

    verdict: Verdict
    over: bool
    all_plays: bool


def allowed_part(verdict: Verdict) -> AllowedPart | None:
    """Return how far a record is known to be allowed; None where that is not even its first play.

    What is known of a play does not become less by what is left out after it, so the end of that
    part is looked for by halves.
    """
    record = verdict.record
    if not record.offsets:
        return None
    wrong = {
        one.at: one.code for one in reversed(verdict.findings)
        if one.severity == "error" and one.question is Question.LEGALITY and one.at is not None
    }  # fmt: skip
    first = min(wrong, default=len(record.events))
    plays = [at for at, event in enumerate(record.events) if type(event) in ACTIONS]
    if len(plays) > MOST_PLAYS:
        return None
    allowed_before = cache(partial(_allowed_before, record))
    if wrong and (before := allowed_before(first)):
        return AllowedPart(before, wrong[first] == PLAYED_ON, all(at < first for at in plays))
    ends = [at for at in plays if at < first][1:]
    known = bisect_left(ends, True, key=lambda at: allowed_before(at) is None)
    before = allowed_before(ends[known - 1]) if known else None
    return AllowedPart(before, over=False, all_plays=False) if before else None


def _allowed_before(record: Record, at: int) -> Verdict | None:
    """Return the verdict on a record without the event at a place and all after it, where that is
    allowed."""
    text = record.text[: record.offsets[at]]
    verdict = verify(text.encode("utf-8", "surrogateescape"), record.number)
    return None if verdict.answers.legality in NOT_ALLOWED else verdict
