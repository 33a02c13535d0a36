"""How much of a game is weighed: as many of its first moments as the budget is enough for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from archive.analyst.comparison import FEW, FIRST


class HasChoices(Protocol):
    """A moment at which something could be chosen."""

    @property
    def choices(self) -> dict[int, str]:
        """Return what could be, and how it is written."""


M = TypeVar("M", bound=HasChoices)


def first_within(moments: Iterable[M], cost: Callable[[M], int], most: int) -> tuple[list[M], int]:
    """Return the first moments that cost no more than `most` together, those with one choice
    nothing; and over how many choices the rest of the budget is shared out, one at least."""
    found, spent, choices = [], 0, 0
    for one in moments:
        if len(one.choices) > 1:
            spent += cost(one)
            choices += 1
        if spent > most:
            break
        found.append(one)
    return found, max(1, choices)


def tries(choices: int, least: int, first: int = FIRST) -> int:
    """Return how many choices are played out in each deal, `least` deals being drawn: of many, all
    in the first deals and the best of them in the others."""
    return min(choices, FEW) + (2 * first * choices // least if choices > FEW else 0)
