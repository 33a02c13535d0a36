"""A repair, and how it is told: the changes that make it, and what the record says with them."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple

from archive.analysis.candidates import names_rules
from archive.core.events import ACTIONS
from archive.notation.edits import Change, Edit, patch
from archive.scoring import Verdict
from archive.scoring.card_count import ply_of


class Repair(NamedTuple):
    """Changes that together make the record sound, and the points by seat and the winner that the
    record then has. Offsets are those of the text as it is; `edits` are those of all changes in the
    order of the text, one at each place."""

    changes: tuple[Change, ...]
    edits: list[Edit]
    score: dict[int, int | None]
    winner: str | None

    @property
    def names_rules(self) -> bool:
        """Whether it names other rules, and leaves the game as it is told."""
        return any(names_rules(change) for change in self.changes)

    def words(self, verdict: Verdict, line: int = 1) -> str:
        """The changes as a person would tell them; `line` is where the record begins in its
        file."""
        return "; ".join(_in_words(change, verdict, line) for change in self.changes)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        places = [verdict.record.place(edit.offset) for edit in self.edits]
        return {
            "cost": len(self.changes),
            "edits": [
                {"line": place.line, "column": place.column, "old": edit.old, "new": edit.new}
                for edit, place in zip(self.edits, places, strict=True)
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
    """The cheapest repairs, all ties. `complete` is True only where every single change of the
    kinds there are was tried in the deals of the fault, one or more of them mend it, and all those
    are listed. Nobody can try all pairs, so that of more than one change it is always False.
    `spent` says that the budget ended the search: with more of it there may be more to find.
    `taken` are the steps it took."""

    found: list[Repair]
    complete: bool
    spent: bool = False
    taken: int = 0


def _in_words(change: Change, verdict: Verdict, line: int) -> str:
    """`line 65: 59 for 53, and what was carried from it in 4 places`; of plays, which one it is,
    too: of the same cards there may be two in a line."""
    lines = [verdict.record.place(edit.offset).line + line - 1 for edit in change]
    first = change[0]
    if len({edit.what for edit in change}) > 1:
        others = len(change) - 1
        where = "one place" if others == 1 else f"{others} places"
        return (
            f"{_places('line', lines[:1])}: {first.what}, and what was carried from it in {where}"
        )
    plies = [ply for edit in change if edit.old and (ply := _ply(edit.offset, verdict))]
    which = f", {_places('ply', plies)}" if len(plies) == len(change) else ""
    return f"{_places('line', lines)}{which}: {first.what}"


def _places(kind: str, numbers: list[int]) -> str:
    several = sorted(set(numbers))
    plural = {"line": "lines", "ply": "plies"}[kind]
    return f"{plural if several[1:] else kind} {' and '.join(map(str, several))}"


def _ply(offset: int, verdict: Verdict) -> int | None:
    """The ply of the play that stands at a place in the text; None where none does."""
    record = verdict.record
    at = bisect_right(record.offsets, offset) - 1
    return ply_of(record, at) if at >= 0 and type(record.events[at]) in ACTIONS else None
