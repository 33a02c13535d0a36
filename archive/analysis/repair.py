"""Repairs: the fewest changes that make a record sound, every tie of them, and what each makes of
the score. They are offered, never applied.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from archive.analysis.candidates import OTHER_RULES, Change, changes, rules_named_otherwise
from archive.analysis.edits import Edit, edited, patch
from archive.analysis.measure import errors_of
from archive.events import Deal, Round
from archive.notation import read, write
from archive.verdict import Verdict
from archive.verdict.contradictions import DEEP

MOST_CHANGES = 2
BUDGET = 400_000
"""Events judged in the search at most. A number, not a time: the answer must be the same on every
machine."""
MOST_REPAIRS = 20


class Repair(NamedTuple):
    """Changes that together make the record sound, and the points by seat and the winner that the
    record then has. Offsets are those of the text as it is."""

    changes: tuple[Change, ...]
    score: dict[int, int | None]
    winner: str | None

    @property
    def edits(self) -> list[Edit]:
        """Every edit, in the order of the text."""
        return sorted(edit for change in self.changes for edit in change)

    @property
    def names_rules(self) -> bool:
        """Whether it names other rules, and leaves the game as it is told."""
        return any(edit.what.startswith(OTHER_RULES) for edit in self.edits)

    def words(self, verdict: Verdict, line: int = 1) -> str:
        """The changes as a person would tell them; `line` is where the record begins in its
        file."""
        return "; ".join(_in_words(change, verdict, line) for change in self.changes)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        edits = self.edits
        places = [verdict.record.place(edit.offset) for edit in edits]
        return {
            "cost": len(self.changes),
            "edits": [
                {"line": place.line, "column": place.column, "old": edit.old, "new": edit.new}
                for edit, place in zip(edits, places, strict=True)
            ],
            "words": self.words(verdict),
            "score": {f"p{seat}": total for seat, total in self.score.items()},
            "winner": self.winner,
            "changes_winner": bool(verdict.winner and self.winner != verdict.winner),
        }

    def patch(self, verdict: Verdict, name: str = "record", line: int = 1) -> str:
        """The repair as a unified diff; `line` is where the record begins in the file `name`."""
        return patch(verdict.record, self.edits, name, line)


class Repairs(NamedTuple):
    """The cheapest repairs, all ties. `complete` is False where the search ended before its end, or
    found more than are listed: then there may be others, or cheaper ones than none."""

    found: list[Repair]
    complete: bool


class _Tried(NamedTuple):
    changes: tuple[Change, ...]
    verdict: Verdict


def repairs(verdict: Verdict, budget: int = BUDGET) -> Repairs:
    """The fewest changes that leave no error in the record. None for a record without errors, or
    one that cannot be read at all."""
    if not verdict.readable or verdict.first_divergence is None:
        return Repairs([], True)
    return _Search(budget).run(verdict)


class _Search:
    """One search, level by level: all single changes, then all pairs of those that helped."""

    def __init__(self, budget: int) -> None:
        self.left = budget
        self.deep = False  # whether a repair must be asked, too, if any deal fits it
        self.found: dict[str, Repair] = {}  # by what the record then says: two ways to say it are 1

    def run(self, verdict: Verdict) -> Repairs:
        first = verdict.findings[verdict.first_divergence or 0]
        self.deep = first.code in DEEP
        frontier = [_Tried((), verdict)]
        self._other_rules(frontier[0])
        for _ in range(MOST_CHANGES):
            onward: list[_Tried] = []
            for tried in frontier:
                for change in changes(tried.verdict):
                    if self.left <= 0:
                        return self._outcome(complete=False)
                    mended = self._judged(tried, change)
                    if mended is not None:
                        onward += self._enter(tried, change, mended)
            if self.found:
                return self._outcome(complete=True)
            frontier = onward
        return self._outcome(complete=not frontier)

    def _other_rules(self, untouched: _Tried) -> None:
        """Other rules named: one change, and one that is made with no other. Who takes a slip for
        one of two has changed the rules for nothing."""
        for change in rules_named_otherwise(untouched.verdict):
            if self.left > 0:  # they may change anything, so all of it is judged
                text = edited(untouched.verdict.record.text, change)
                self._enter(untouched, change, self._whole(text, untouched))

    def _outcome(self, *, complete: bool) -> Repairs:
        """Those of the fewest edits first, then in the order of the text."""
        found = sorted(self.found.values(), key=lambda one: (len(one.edits), one.edits))
        return Repairs(found[:MOST_REPAIRS], complete and len(found) <= MOST_REPAIRS)

    def _enter(self, tried: _Tried, change: Change, mended: Verdict) -> list[_Tried]:
        """Keep a repair, or what may become one with another change."""
        made = (*tried.changes, change)
        errors = errors_of(mended)
        if not errors.roots:
            repair = Repair(_placed(made), mended.score, mended.winner)
            self.found.setdefault(write(mended.record), repair)
            return []
        return [_Tried(made, mended)] if errors < errors_of(tried.verdict) else []

    def _judged(self, tried: _Tried, change: Change) -> Verdict | None:
        """The record with one change more, judged; None where the change cannot be made, or does
        not help even in the part of the record up to the end of the deal in trouble."""
        record = tried.verdict.record
        end = _end_of_trouble(tried.verdict, change)
        try:
            text = edited(record.text, change)
        except ValueError:
            return None
        if end < len(record.text):
            end += sum(len(edit.new) - len(edit.old) for edit in change if edit.offset < end)
            part = self._verdict(text[:end], tried)
            if part.examination is not None and _in_trouble(part, tried.verdict, end):
                return None
        return self._whole(text, tried)

    def _whole(self, text: str, tried: _Tried) -> Verdict:
        whole = self._verdict(text, tried)
        deep = self.deep and not errors_of(whole).roots
        return Verdict(whole.record, whole.asked) if deep else whole

    def _verdict(self, text: str, tried: _Tried) -> Verdict:
        record = read(text.encode("utf-8", "surrogateescape"), tried.verdict.record.number)
        self.left -= 1 + len(record.events)
        return Verdict(record, tried.verdict.asked, deep=False)


def _end_of_trouble(verdict: Verdict, change: Change) -> int:
    """Where the deal ends in which the first divergence and the change stand, in the text."""
    record, first = verdict.record, verdict.findings[verdict.first_divergence or 0]
    last = max([first.offset, change[0].offset, *(record.offset(p.line, p.column)
                for p in first.places)])  # fmt: skip
    starts = (
        offset
        for event, offset in zip(record.events, record.offsets, strict=True)
        if isinstance(event, Deal | Round) and offset > last
    )
    return next(starts, len(record.text))


def _in_trouble(part: Verdict, before: Verdict, end: int) -> bool:
    """Whether as much is wrong in this part of the record as was before."""
    was = sum(
        finding.severity == "error" and finding.follows is None and finding.offset < end
        for finding in before.findings
    )
    return errors_of(part).roots >= was


def _placed(made: tuple[Change, ...]) -> tuple[Change, ...]:
    """Changes made one after the other, each with the offsets of the first text."""
    placed: list[Change] = []
    for change in made:
        earlier = sorted(edit for one in placed for edit in one)
        placed.append(tuple(edit._replace(offset=_before(edit.offset, earlier)) for edit in change))
    return tuple(placed)


def _before(offset: int, earlier: list[Edit]) -> int:
    """Where in the text before these edits something stands that is at `offset` after them."""
    for edit in earlier:
        if edit.offset < offset:
            offset -= len(edit.new) - len(edit.old)
    return offset


def _in_words(change: Change, verdict: Verdict, line: int) -> str:
    """`line 65: 59 for 53, and what was carried from it in 4 places`."""
    lines = [verdict.record.place(edit.offset).line + line - 1 for edit in change]
    first = change[0]
    if len({edit.what for edit in change}) > 1:
        others = len(change) - 1
        where = "one place" if others == 1 else f"{others} places"
        return f"line {lines[0]}: {first.what}, and what was carried from it in {where}"
    unique = sorted(set(lines))
    word = "lines" if len(unique) > 1 else "line"
    return f"{word} {' and '.join(map(str, unique))}: {first.what}"
