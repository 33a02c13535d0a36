"""The entries that two sheets have in common, the longest runs first, within a limit of steps."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate

from archive.core.budgets import PAIRS, Steps

WINDOW = 200
"""The number of entries from where the sheets part in which the longest run is sought, where
searching all of the rest would take too many steps."""


class CommonRuns(SequenceMatcher[Hashable]):
    """The runs that two sequences share. `difflib` looks for the longest in all that is left, which
    takes its time where the same few entries come again and again; where the steps do not suffice
    for that, it is the run with which the rest begins or ends, then the longest close by, and in
    the end none. `exact` is False when that has happened."""

    def __init__(self, a: Sequence[Hashable], b: Sequence[Hashable], steps: Steps) -> None:
        super().__init__(None, a, b, autojunk=False)
        self.one, self.other = a, b
        self.steps = steps
        self.exact = True
        times = (len(self.b2j.get(one, ())) + 1 for one in a)  # type: ignore[attr-defined]
        self._pairs = list(accumulate(times, initial=0))

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        """Return the longest run in these stretches, or one that is found with fewer steps."""
        ahi = len(self.one) if ahi is None else ahi
        bhi = len(self.other) if bhi is None else bhi
        if self._afford(self._pairs[ahi] - self._pairs[alo]):
            return super().find_longest_match(alo, ahi, blo, bhi)
        most, size = min(ahi - alo, bhi - blo), 0
        while size < most and self.one[alo + size] == self.other[blo + size]:
            size += 1
        if size:
            return Match(alo, blo, size)
        while size < most and self.one[ahi - size - 1] == self.other[bhi - size - 1]:
            size += 1
        if size:
            return Match(ahi - size, bhi - size, size)
        self.exact = False
        if not self._afford(WINDOW * WINDOW):
            return Match(alo, blo, 0)
        one = self.one[alo : min(ahi, alo + WINDOW)]
        other = self.other[blo : min(bhi, blo + WINDOW)]
        near = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
        return Match(alo + near.a, blo + near.b, near.size)

    def _afford(self, pairs: int) -> bool:
        steps = pairs // PAIRS + 1
        if steps > self.steps.left:
            return False
        self.steps.take(steps)
        return True
