"""The progress of an upload, in words and honest numbers; and the changes that a re-scoring made to
a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from archive.services import Differing, GameSummary, UploadView
from archive.web.language import _, marked, ngettext
from archive.web.presenters.listing import finding_words

UNFINISHED: Final = ("queued", "working")
FAILURES: Final[dict[str, Callable[[int], str]]] = {
    "time": lambda num: ngettext(
        "%(num)s game took longer than a game may.",
        "%(num)s games took longer than a game may.", num,
    ),
    "memory": lambda num: ngettext(
        "%(num)s game needed more memory than a game may.",
        "%(num)s games needed more memory than a game may.", num,
    ),
    "fault": lambda num: ngettext(
        "%(num)s game met a fault of the archive.",
        "%(num)s games met a fault of the archive.", num,
    ),
    "worker": lambda num: ngettext(
        "Every attempt to judge %(num)s game broke off.",
        "Every attempt to judge %(num)s games broke off.", num,
    ),
}  # fmt: skip
ENOUGH: Final = 100
"""Records that must have been judged since the first, before the remaining time is estimated."""
SILENCE: Final = 20.0
"""Seconds without a verdict after which the pace so far no longer counts."""

AWAY: Final = marked(
    "The queue is away. This upload is safe, and will be judged when the queue is back."
)
QUIET: Final = marked(
    "No verdict has come for a while: the workers are busy with something else, or are being "
    "started again. Nothing is lost; what is overdue is queued again by itself."
)


@dataclass(frozen=True, slots=True)
class Progress:
    """The parts of an upload's page that change while it is judged."""

    state: str
    settled: bool
    total: int | None
    judged: int
    cancelled: int
    findings: int
    standings: dict[str, int]
    left: int | None
    """The remaining seconds, where the pace so far allows an estimate."""
    left_words: str
    notice: str
    """What is in the way, if anything is."""
    analyses: int
    """Flawed records that still wait for their analysis."""
    analyses_words: str
    over: bool
    """Whether nothing will change by itself any more."""


def progress_of(upload: UploadView, *, queue_is_there: bool = True) -> Progress:
    """Return an upload's progress at this moment."""
    moment, tally = datetime.now(UTC), upload.tally
    unfinished = upload.state in UNFINISHED
    left = _left(upload, moment) if unfinished else None
    notice = ""
    if unfinished and not queue_is_there:
        notice = _(AWAY)
    elif unfinished and (moment - (tally.at or upload.received_at)).total_seconds() > SILENCE:
        notice = _(QUIET)
    return Progress(
        state=upload.state,
        settled=not unfinished,
        total=upload.total,
        judged=upload.judged,
        cancelled=upload.cancelled,
        findings=tally.findings,
        standings={word: number for word, number in tally.counts.items() if number},
        left=left,
        left_words="" if left is None else _words(left),
        notice=notice,
        analyses=tally.analyses.waiting,
        analyses_words=_being_analysed(tally.analyses.waiting),
        over=not unfinished and not tally.analyses.waiting,
    )


def _being_analysed(number: int) -> str:
    """Return the number of flawed records that wait for their analysis, in words; empty for
    none."""
    if not number:
        return ""
    return ngettext(
        "What would put it right is still being worked out for %(num)s flawed game.",
        "What would put them right is still being worked out for %(num)s flawed games.",
        number,
    )


def _left(upload: UploadView, now: datetime) -> int | None:
    """Return the seconds until the rest is judged, at the pace since the first batch. None while
    the number of records, or the pace, is unknown."""
    tally = upload.tally
    if upload.total is None or tally.since is None or tally.at is None:
        return None
    judged = tally.settled - tally.first
    seconds = (tally.at - tally.since).total_seconds()
    if judged < ENOUGH or seconds < 1 or (now - tally.at).total_seconds() > SILENCE:
        return None
    return max(1, round((upload.total - tally.settled) * seconds / judged))


def left_at_this_pace(done: int, total: int | None, since: datetime) -> str:
    """Return how long the rest of a job takes, in words; empty while too little of it is done."""
    seconds = (datetime.now(UTC) - since).total_seconds()
    if total is None or done < ENOUGH or done >= total or seconds < 1:
        return ""
    return _words(max(1, round((total - done) * seconds / done)))


def _words(seconds: int) -> str:
    if seconds < 10:
        return _("a few seconds left")
    if seconds < 90:
        return _("about %(number)s seconds left", number=round(seconds, -1))
    if seconds < 5400:
        return _("about %(number)s minutes left", number=round(seconds / 60))
    return _("about %(number)s hours left", number=round(seconds / 3600))


QUESTIONS: Final = ("legality", "arithmetic", "result")


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A game on which a newer engine's verdict differs."""

    record_id: str
    game: GameSummary | None
    """None where it is about to be deleted."""
    before: Mapping[str, Any]
    now: Mapping[str, Any]
    gone: list[str]
    """The findings that are no longer made, in words, with how many of each."""
    come: list[str]
    """Those that are new."""
    answers: list[str]
    """The questions with another answer."""


def rejudged(one: Differing, game: GameSummary | None) -> Rejudged:
    """Return a difference, ready to be shown."""
    before, now = Counter(one.before.get("codes", ())), Counter(one.after.get("codes", ()))
    both_answered = one.before.get("answers") and one.after.get("answers")
    answers = [
        question
        for question in QUESTIONS
        if both_answered and one.before["answers"][question] != one.after["answers"][question]
    ]
    return Rejudged(
        record_id=one.record_id,
        game=game,
        before=one.before,
        now=one.after,
        gone=_counted(before - now) if "codes" in one.after else [],
        come=_counted(now - before) if "codes" in one.before else [],
        answers=answers,
    )


def _counted(codes: Counter[str]) -> list[str]:
    """Return findings with their numbers: `Wrong score`, `Wrong points ×3`."""
    return [
        finding_words(code) + (f" ×{number}" if number > 1 else "")
        for code, number in sorted(codes.items())
    ]
