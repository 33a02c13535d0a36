"""Findings: what is wrong with a record, one value a disagreement, and the closed list of codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from archive.diagnostics import Severity


class Question(StrEnum):
    """What a finding bears on. Writing bears on none of the three answers."""

    LEGALITY = "legality"
    ARITHMETIC = "arithmetic"
    RESULT = "result"
    WRITING = "writing"


class Answer(StrEnum):
    """What can be said to one of the three questions.

    UNCLAIMED: the record makes no claim that could be held against the rules. UNFINISHED: the
    record stops before the game is over and claims no result.
    """

    UPHELD = "upheld"
    REFUTED = "refuted"
    UNDERDETERMINED = "underdetermined"
    IMPOSSIBLE = "impossible"
    UNFINISHED = "unfinished"
    UNCLAIMED = "unclaimed"


CODES: dict[str, Question] = {
    # legality
    "wrong-turn": Question.LEGALITY,
    "passed": Question.LEGALITY,
    "card-not-held": Question.LEGALITY,
    "wrong-number-of-cards": Question.LEGALITY,
    "dealt-early": Question.LEGALITY,
    "no-cards-left": Question.LEGALITY,
    "short-round": Question.LEGALITY,
    "after-the-end": Question.LEGALITY,
    "not-now": Question.LEGALITY,
    "not-swapped": Question.LEGALITY,
    "no-such-seat": Question.LEGALITY,
    "foreign-line": Question.LEGALITY,
    "wrong-pack": Question.LEGALITY,
    "impossible-hand": Question.LEGALITY,
    "too-many-of-a-card": Question.LEGALITY,
    # arithmetic
    "wrong-tally": Question.ARITHMETIC,
    "wrong-points": Question.ARITHMETIC,
    "wrong-up": Question.ARITHMETIC,
    "wrong-bonus": Question.ARITHMETIC,
    "wrong-bonus-to": Question.ARITHMETIC,
    "wrong-score": Question.ARITHMETIC,
    # result
    "wrong-result": Question.RESULT,
    "wrong-winner": Question.RESULT,
    # plays left out or written twice
    "missing-play": Question.WRITING,
    "doubled-play": Question.WRITING,
    # what cannot be known
    "gap": Question.WRITING,
    "unknown-card": Question.WRITING,
    "unknown-bonus": Question.WRITING,
    "early-end": Question.WRITING,
    "too-many-findings": Question.WRITING,
    # how it is written
    "misnumbered-line": Question.WRITING,
    "wrong-starter": Question.WRITING,
    "unknown-rules": Question.WRITING,
    "unreadable-result": Question.WRITING,
}
"""Every code that judging gives, with the question it bears on. Reading adds its own, all of them
about the writing (docs/notation.md)."""

IMPOSSIBLE = frozenset({"impossible-hand", "too-many-of-a-card"})


class Spot(NamedTuple):
    """A place in the record: line and column from 1, and the ply it belongs to, if any."""

    line: int
    column: int
    ply: int | None


@dataclass(slots=True)
class Effect:
    """What a finding changes: `points` that move and `result` that moves with them, by seat, both
    as what the rules give minus what was written; `winner` is `same`, `changes`, or None when the
    record claims none."""

    points: dict[int, int] = field(default_factory=dict)
    result: dict[int, int] = field(default_factory=dict)
    winner: str | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            "points": {f"p{seat}": moved for seat, moved in sorted(self.points.items())},
            "result": {f"p{seat}": moved for seat, moved in sorted(self.result.items())},
            "winner": self.winner,
        }


@dataclass(slots=True, eq=False)
class Finding:
    """One disagreement between a record and the rules, or one fault of its writing.

    `at` is the index of the event it is about, None for a tag or the text itself. `follows` is the
    finding this one only follows from. `places` are further places that prove it. `fix` is text
    that would do in its place, where there is an obvious one. `known` says that the writer marked
    the fault. `expected` and `found` are short texts, `sentence` says all of it in plain words.
    """

    code: str
    severity: Severity
    at: int | None
    offset: int
    ply: int | None
    clause: str | None
    seat: int | None
    expected: str | None
    found: str | None
    effect: Effect | None = None
    follows: Finding | None = None
    places: list[Spot] = field(default_factory=list)
    known: bool = False
    fix: str | None = None
    line: int = 0
    column: int = 0
    sentence: str = ""

    @property
    def question(self) -> Question:
        return CODES.get(self.code, Question.WRITING)

    @property
    def root(self) -> Finding:
        """The finding this one follows from in the end; itself when it follows from none."""
        return self.follows.root if self.follows else self
