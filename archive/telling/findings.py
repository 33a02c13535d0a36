"""Findings: errors of a record, one value each, and the closed list of codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from archive.core.diagnostics import Severity
from archive.rules.slips import Slip
from archive.rules.totals import Ending, Impossible
from archive.telling.certain_result import CertainResult
from archive.telling.wrong_total_reasons import ListedWrong, Reason

Why: TypeAlias = Reason | Ending | Slip | Impossible | CertainResult | ListedWrong
"""Reasons why something differs from what the rules give."""


class Question(StrEnum):
    """The question that a finding bears on. Writing bears on none of the three."""

    LEGALITY = "legality"
    ARITHMETIC = "arithmetic"
    RESULT = "result"
    WRITING = "writing"


class Answer(StrEnum):
    """The possible answers to the three questions.

    UNCLAIMED: the record makes no claim that could be compared with the rules. UNFINISHED: the
    record stops before the game is over and claims no result.
    """

    UPHELD = "upheld"
    REFUTED = "refuted"
    UNDERDETERMINED = "underdetermined"
    IMPOSSIBLE = "impossible"
    UNFINISHED = "unfinished"
    UNCLAIMED = "unclaimed"


CLAIMS: dict[str, Question] = {
    "tally": Question.ARITHMETIC,
    "count": Question.ARITHMETIC,
    "king": Question.ARITHMETIC,
    "pair": Question.ARITHMETIC,
    "points": Question.ARITHMETIC,
    "up": Question.ARITHMETIC,
    "bonus-to": Question.ARITHMETIC,
    "bonus": Question.ARITHMETIC,
    "loser": Question.ARITHMETIC,
    "kept-card": Question.ARITHMETIC,
    "worth": Question.ARITHMETIC,
    "score": Question.ARITHMETIC,
    "dealer": Question.LEGALITY,
    "hand-size": Question.LEGALITY,
    "trump-maker": Question.LEGALITY,
    "leader": Question.LEGALITY,
    "trick-winner": Question.LEGALITY,
    "elimination": Question.RESULT,
    "result": Question.RESULT,
    "winner": Question.RESULT,
}
"""The claims of a record, with the question of each; a wrong claim is found as `wrong-…`."""

_LEGALITY = (
    # turns, seats and lines
    "wrong-turn", "passed", "no-such-seat", "wrong-player-count", "foreign-line", "foreign-claim",
    "not-now", "after-the-end", "short-round", "short-deal",
    # cards and hands
    "card-not-held", "wrong-number-of-cards", "dealt-early", "no-cards-left", "dealt-in",
    "not-dealt-in", "not-swapped", "wrong-pack", "impossible-hand", "too-many-of-a-card",
    "not-turned-up", "no-deal-fits", "no-lawful-deal",
    # exchange, trumps and tricks
    "exchanged-too-many", "uneven-exchange", "may-not-drop-out", "wrong-trump", "mixed-lead",
    "kept-no-card", "not-followed", "not-trumped", "not-lowest", "led-not-met",
    # the count
    "count-not-made", "empty-stock", "could-make-count",
)  # fmt: skip

_ARITHMETIC = (
    "impossible-sum",  # points that no cards left can give
    "impossible-total",  # what no deal can give, on a sheet without plays or after a gap
)

_WRITING = (
    # plays left out or written twice
    "missing-play", "doubled-play",
    # unknown cards and plays
    "totals-alone",
    "gap", "unknown-card", "unknown-bonus", "unproved", "undecided-deal", "told-later",
    "unwritten-exchange", "certain-winner", "counted-on",
    "early-end", "too-many-findings",
    # the writing
    "misnumbered-line", "wrong-starter", "unknown-rules", "unknown-line", "unreadable-result",
)  # fmt: skip

CODES: dict[str, Question] = {
    **dict.fromkeys(_LEGALITY, Question.LEGALITY),
    **dict.fromkeys(_ARITHMETIC, Question.ARITHMETIC),
    **{f"wrong-{kind}": question for kind, question in CLAIMS.items()},
    **dict.fromkeys(_WRITING, Question.WRITING),
}
"""Every code of judging, with its question. Reading adds its own, all of them about the writing
(docs/notation.md)."""

UNPROVED = frozenset(
    {"totals-alone", "gap", "missing-play", "unproved", "undecided-deal", "unwritten-exchange"}
)
"""Findings that leave open whether all was allowed."""

IMPOSSIBLE = frozenset({"impossible-hand", "too-many-of-a-card", "not-turned-up", "no-deal-fits"})


class Answers(NamedTuple):
    """Was every event allowed; is every claimed number right; is the claimed outcome right."""

    legality: Answer
    arithmetic: Answer
    result: Answer


class Spot(NamedTuple):
    """A place in the record: line and column from 1, and the ply it belongs to, if any."""

    line: int
    column: int
    ply: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a finding changes: `points` that move and `result` that moves with them, by seat, both
    as what the rules give minus what was written; `winner` is `same`, `changes`, or None when the
    record claims none.

    For a play against the rules that is unknown (cost_of_wrong_plays.py): `rests` has the points by
    seat that were scored after it in the same deal, and `winner` is `same` where that is so
    whatever the deal would have given, else None. `words` has all of it.
    """

    points: Mapping[int, int] = field(default_factory=dict)
    result: Mapping[int, int] = field(default_factory=dict)
    winner: str | None = None
    rests: Mapping[int, int] = field(default_factory=dict)
    words: str | None = None

    def moving(self, seat: int, points: int) -> Effect:
        """Return the effect with `points` more moving for a seat."""
        return replace(self, points={**self.points, seat: self.points.get(seat, 0) + points})

    def as_dict(self) -> dict[str, Any]:
        """Return it as verdicts publish it (docs/verdicts.md)."""
        return {
            "points": {f"p{seat}": moved for seat, moved in sorted(self.points.items())},
            "result": {f"p{seat}": moved for seat, moved in sorted(self.result.items())},
            "winner": self.winner,
            "rests": {f"p{seat}": scored for seat, scored in sorted(self.rests.items())},
            "words": self.words,
        }


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """One disagreement between a record and the rules, or one fault of its writing.

    `at` is the index of the event it is about, None for a tag or the text itself; `line` and
    `column` are from 1. `follows` is the finding this one only follows from. `places` are further
    places that prove it. `fix` is text that would do in its place, where there is an obvious one.
    `known` means that the writer marked the fault. `opens` are the questions that depend on what
    could not be read. `expected` and `found` are short texts, `sentence` has all of it in plain
    words (empty in a verdict without sentences), and `reason` why a total differs.
    """

    code: str
    severity: Severity
    at: int | None
    offset: int
    line: int
    column: int
    ply: int | None
    clause: str | None
    seat: int | None
    expected: str | None
    found: str | None
    effect: Effect | None
    follows: Finding | None
    places: tuple[Spot, ...]
    known: bool
    fix: str | None
    opens: frozenset[Question]
    reason: Why | None
    sentence: str

    @property
    def question(self) -> Question:
        """Return the question it bears on."""
        return CODES.get(self.code, Question.WRITING)

    @property
    def root(self) -> Finding:
        """Return the finding from which this one follows in the end; itself when it follows from
        none."""
        return self.follows.root if self.follows else self
