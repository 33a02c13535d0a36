"""What judging anew has changed of a game: the verdict before and now, and what is between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from archive.services import Differing, GameSummary
from archive.web.presenters.listing import finding_words

QUESTIONS: Final = ("legality", "arithmetic", "result")


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A game of which a newer engine says something else."""

    record_id: str
    game: GameSummary | None
    """None where it is about to be deleted."""
    before: Mapping[str, Any]
    now: Mapping[str, Any]
    gone: list[str]
    """The findings that were made and are not any more, in words, with how many of each."""
    come: list[str]
    """Those that are new."""
    answers: list[str]
    """The questions that are answered otherwise."""


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
    """`Wrong score`, `Wrong points ×3`."""
    return [
        finding_words(code) + (f" ×{number}" if number > 1 else "")
        for code, number in sorted(codes.items())
    ]
