"""Bipartite matching: which play can have been of which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matching(fits: Mapping[int, Sequence[int]]) -> dict[int, int] | None:
    """Return a slot for each key of `fits` among the slots that fit it, as `{slot: key}`; None
    where there is none. By augmenting paths (Kuhn 1955): a hand is small."""
    owner: dict[int, int] = {}
    return owner if all(find_place(one, fits, owner) for one in fits) else None


def find_place(one: int, fits: Mapping[int, Sequence[int]], owner: dict[int, int]) -> bool:
    """Give `one` a slot that fits it and enter that in `owner`, moving other owners where needed.
    Return whether there was one."""
    tried: set[int] = set()

    def place(one: int) -> bool:
        for slot in fits[one]:
            if slot not in tried:
                tried.add(slot)
                if slot not in owner or place(owner[slot]):
                    owner[slot] = one
                    return True
        return False

    return place(one)
