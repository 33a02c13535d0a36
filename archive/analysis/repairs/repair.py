"""A repair, and its words: the changes that make it, and the score with them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from archive.analysis.repairs.candidates import names_rules
from archive.analysis.repairs.words import in_words, lines_from
from archive.core.events import ACTIONS
from archive.notation.edits import Change, Edit
from archive.notation.patches import patch
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
        """Return whether it names other rules, and leaves the game as it is written."""
        return any(names_rules(change) for change in self.changes)

    def told(self, verdict: Verdict) -> list[dict[str, Any]]:
        """Return the changes with their places, as `repairs.words` takes them."""
        return [_told(change, verdict) for change in self.changes]

    def words(self, verdict: Verdict, line: int = 1) -> str:
        """Return the changes in a player's words; the record begins on `line` of its file."""
        return in_words(self.told(verdict), lines_from(line), verdict.language)

    def as_dict(self, verdict: Verdict) -> dict[str, Any]:
        """Return the repair as plain values, keys in their published order."""
        places = [verdict.record.place(edit.offset) for edit in self.edits]
        changes = self.told(verdict)
        return {
            "cost": len(self.changes),
            "edits": [
                {"line": place.line, "column": place.column, "old": edit.old, "new": edit.new}
                for edit, place in zip(self.edits, places, strict=True)
            ],
            "changes": changes,
            "words": in_words(changes, language=verdict.language),
            "score": {f"p{seat}": total for seat, total in self.score.items()},
            "winner": self.winner,
            "changes_winner": bool(verdict.winner and self.winner != verdict.winner),
        }

    def patch(self, verdict: Verdict, name: str = "record", line: int = 1) -> str:
        """Return the repair as a unified diff; the record begins on `line` of the file `name`."""
        return patch(verdict.record, self.edits, name, line)


class Repairs(NamedTuple):
    """The cheapest repairs, all ties. `complete` is True only where every single change of the
    known kinds was tried in the deals of the fault, one or more of them correct it, and all those
    are listed. Trying all pairs is impossible, so that for more than one change it is always False.
    `spent` means that the budget ended the search: with more of it there may be more to find.
    `taken` are the steps it took."""

    found: list[Repair]
    complete: bool
    spent: bool = False
    taken: int = 0


def _told(change: Change, verdict: Verdict) -> dict[str, Any]:
    """Return a change in words, with its place, its plays, and the number of further places that
    change with it. What only stands once more, at the end of a sheet, is not told."""
    told = [edit for edit in change if edit.what]
    places = [verdict.record.place(edit.offset) for edit in told]
    swapped = are_exchanged(told)
    own = 2 if swapped else 1
    carries = len({edit.what for edit in told[own - 1 :]}) > 1
    plies = [ply for edit in told if edit.old and (ply := _ply(edit.offset, verdict))]
    plays = len(plies) == len(told) and not carries
    return {
        "what": f"{told[0].old} and {told[0].new} exchanged" if swapped else told[0].what,
        "places": [{"line": place.line, "column": place.column} for place in places],
        "plies": sorted(set(plies)) if plays else [],
        "carried": len(told) - own if carries else 0,
    }


def are_exchanged(told: Sequence[Edit]) -> bool:
    """Return whether a change begins with two numbers that each take the place of the other."""
    if len(told) < 2 or "exchanged" in told[0].what:
        return False
    one, other = told[:2]
    return one.old.lstrip("-").isdigit() and (one.old, one.new) == (other.new, other.old)


def _ply(offset: int, verdict: Verdict) -> int | None:
    """Return the ply of the play at a place in the text; None where there is none."""
    record = verdict.record
    at = bisect_right(record.offsets, offset) - 1
    return ply_of(record, at) if at >= 0 and type(record.events[at]) in ACTIONS else None
