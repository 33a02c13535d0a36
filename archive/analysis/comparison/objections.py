"""The rules' objections to a sheet, by their place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from archive.analysis.comparison.sheet_entries import SheetEntry
from archive.notation.edits import Edit
from archive.scoring import Finding, Verdict


class Objections:
    """The errors of a verdict on a sheet, found by the entries that the sheet had before some edits
    of its text."""

    def __init__(self, verdict: Verdict, edits: Iterable[Edit] = ()) -> None:
        errors = [one for one in verdict.findings if one.severity == "error"]
        ordered = sorted(enumerate(errors), key=lambda one: one[1].offset)
        self._ordered = ordered
        self._offsets = [one.offset for _, one in ordered]
        in_order = sorted(edits)
        self._edited = [edit.offset for edit in in_order]
        grown = (len(edit.new) - len(edit.old) for edit in in_order)
        self._moved = list(accumulate(grown, initial=0))

    def at(self, entry: SheetEntry) -> Sequence[Finding]:
        """Return the errors in an entry, in the order in which they were found."""
        moved = self._moved[bisect_right(self._edited, entry.offset)]
        start = bisect_left(self._offsets, entry.offset + moved)
        end = bisect_left(self._offsets, entry.end + moved)
        return [one for _, one in sorted(self._ordered[start:end], key=lambda one: one[0])]

    def first(self, entries: Iterable[SheetEntry]) -> Finding | None:
        """Return the first error in any of these entries."""
        return next((one for entry in entries for one in self.at(entry)), None)
