"""Drafts of findings, until the whole record is examined.

Later lines of a record may tie a finding to an earlier one, or add to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from archive.core.diagnostics import Severity
from archive.core.record import Record
from archive.telling.findings import CODES, Effect, Finding, Question, Spot, Why


@dataclass(slots=True, eq=False)
class Draft:
    """A finding in the making; its fields are those of `Finding`."""

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
    follows: Draft | None = None
    places: tuple[Spot, ...] = ()
    known: bool = False
    fix: str | None = None
    opens: frozenset[Question] = frozenset()
    reason: Why | None = None
    sentence: str = ""

    @property
    def question(self) -> Question:
        """Return the question it bears on."""
        return CODES.get(self.code, Question.WRITING)

    @property
    def root(self) -> Draft:
        """Return the draft from which this one follows in the end; itself when it follows from
        none."""
        return self.follows.root if self.follows else self


class Copies:
    """Copies of drafts, each made once, so that copies follow from copies."""

    def __init__(self) -> None:
        self._made: dict[Draft, Draft] = {}

    def of(self, draft: Draft) -> Draft:
        """Return the copy of a draft."""
        made = self._made.get(draft)
        if made is None:
            made = self._made[draft] = replace(draft)
            made.follows = self.of_one(draft.follows)
        return made

    def of_one(self, draft: Draft | None) -> Draft | None:
        """Return the copy of a draft; None without one."""
        return None if draft is None else self.of(draft)

    def of_all(self, drafts: Iterable[Draft]) -> list[Draft]:
        """Return the copies of some drafts."""
        return [self.of(draft) for draft in drafts]


def finished(
    drafts: Iterable[Draft], record: Record, told: Callable[[Finding], str]
) -> list[Finding]:
    """Return the findings made from drafts, each with its place in the record's text. `told`
    returns the sentence of a finding that has none of its own."""
    made: dict[Draft, Finding] = {}
    return [_finish(draft, made, record, told) for draft in drafts]


def _finish(
    draft: Draft, made: dict[Draft, Finding], record: Record, told: Callable[[Finding], str]
) -> Finding:
    """Return the finding of a draft, made once."""
    if draft not in made:
        line, column = record.place(draft.offset)
        finding = Finding(
            draft.code, draft.severity, draft.at, draft.offset, line, column, draft.ply,
            draft.clause, draft.seat, draft.expected, draft.found, draft.effect,
            _finish(draft.follows, made, record, told) if draft.follows else None, draft.places,
            draft.known, draft.fix, draft.opens, draft.reason, draft.sentence,
        )  # fmt: skip
        sentence = draft.sentence or told(finding)
        made[draft] = replace(finding, sentence=sentence) if sentence else finding
    return made[draft]
