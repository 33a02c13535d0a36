"""What was found once, kept for when it is asked for again."""

from __future__ import annotations

from typing import Final

from archive.analyst.whole_numbers import i64, vec

PLACES: Final = 16381
"""So many things are kept at most, a newer one in the place of an older; it is prime."""
MISSING: Final = -1


class Kept:
    """Whole numbers by whole numbers, none of them below nothing."""

    __slots__ = ("found", "keys")

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([MISSING] * PLACES)
        self.found: vec[i64] = vec[i64]([0] * PLACES)

    def get(self, key: i64) -> i64:
        """Return what is kept, MISSING where that is nothing."""
        at: i64 = key % PLACES
        return self.found[at] if self.keys[at] == key else MISSING

    def keep(self, key: i64, found: i64) -> None:
        """Keep what was found."""
        at: i64 = key % PLACES
        self.keys[at] = key
        self.found[at] = found
