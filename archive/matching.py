"""Giving everybody a place of their own: which play can have been of which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matched(fits: Mapping[int, Sequence[int]]) -> dict[int, int] | None:
    """One way to give each its own of the slots that fit it: who has which, by slot. None where
    there is none. By augmenting paths (Kuhn 1955): a hand is small."""
    owner: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for slot in fits[one]:
            if slot not in tried:
                tried.add(slot)
                if slot not in owner or place(owner[slot], tried):
                    owner[slot] = one
                    return True
        return False

    return owner if all(place(one, set()) for one in fits) else None
