"""The part of a game that is weighed: as many of its first moments as the budget is enough for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from archive.analyst.comparison import FEW, FIRST


class HasChoices(Protocol):
    """A moment at which a player could choose."""

    @property
    def choices(self) -> dict[int, str]:
        """Return the choices, and how each is written."""


M = TypeVar("M", bound=HasChoices)


def first_within(moments: Iterable[M], cost: Callable[[M], int], most: int) -> tuple[list[M], int]:
    """Return the first moments that together cost no more than `most`, where those with one choice
    cost nothing; and the number of choices, at least one, among which the rest of the budget is
    shared."""
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
    """Return how many choices are played out in each deal when `least` deals are drawn: of many
    choices, all in the first deals and the best of them in the others."""
    return min(choices, FEW) + (2 * first * choices // least if choices > FEW else 0)
