"""Bipartite matching: which play can have been of which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matching(fits: Mapping[int, Sequence[int]]) -> dict[int, int] | None:
    """Return a slot for each key of `fits` among the slots that fit it, as `{slot: key}`; None
    where there is none. By augmenting paths (Kuhn 1955): a hand is small."""
    owner: dict[int, int] = {}
    return owner if all(find_place(one, fits, owner) for one in fits) else None


def find_place(
    one: int, fits: Mapping[int, Sequence[int]], owner: dict[int, int],
    tried: set[int] | None = None,
) -> bool:  # fmt: skip
    """Give `one` a slot that fits it, and was not `tried`, and enter that in `owner`, moving other
    owners where needed. Return whether there was one."""
    tried = set() if tried is None else tried
    for slot in fits[one]:
        if slot not in tried:
            tried.add(slot)
            if slot not in owner or find_place(owner[slot], fits, owner, tried):
                owner[slot] = one
                return True
    return False
