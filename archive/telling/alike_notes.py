"""Notes that say the same of one place after another, as of every hand of a sheet of losing cards:
the first of them is told, the others are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

ALIKE = frozenset({"counted-on", "gap", "unknown-card"})
"""Notes on what is not written down, which one cause may bring by the dozen."""
FEWEST = 3
"""The fewest notes of a kind of which only the first is told."""


class Noted(Protocol):
    """A finding, as far as it matters here."""

    @property
    def code(self) -> str:
        """Return what kind of finding it is."""

    @property
    def severity(self) -> str:
        """Return how grave it is."""

    @property
    def follows(self) -> Any:
        """Return the finding that it only follows from; None for one that stands for itself."""


def alike(findings: Sequence[Noted]) -> dict[int, list[int]]:
    """Return the places of the notes that are like an earlier one, by the place of that one."""
    found: dict[str, list[int]] = {}
    for at, one in enumerate(findings):
        if one.code in ALIKE and one.severity == "note" and one.follows is None:
            found.setdefault(one.code, []).append(at)
    return {first: more for first, *more in found.values() if len(more) >= FEWEST - 1}
