"""Results that are kept for when they are needed again."""

from __future__ import annotations

from typing import Final

from archive.analyst.number_types import i64, vec

PLACES: Final = 16381
"""The most results that are kept, a newer one in the place of an older; it is prime."""
MISSING: Final = -1


class Kept:
    """Numbers kept by numbers, none of them negative."""

    __slots__ = ("found", "keys")

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([MISSING] * PLACES)
        self.found: vec[i64] = vec[i64]([0] * PLACES)

    def get(self, key: i64) -> i64:
        """Return the number kept for a key, MISSING where there is none."""
        at: i64 = key % PLACES
        return self.found[at] if self.keys[at] == key else MISSING

    def keep(self, key: i64, found: i64) -> None:
        """Keep a number for a key."""
        at: i64 = key % PLACES
        self.keys[at] = key
        self.found[at] = found
