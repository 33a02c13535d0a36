"""Sums that stand beside the totals of a sheet, `Mia: 25 + 30 = 65`, added up wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core.sums import sum_in
from archive.scoring.totals.steps import Step


class WrongSum(NamedTuple):
    """A sum that is added up wrong: whose total it gives, its parts, what they come to and what
    they are said to come to."""

    seat: int
    parts: Sequence[int]
    due: int
    told: int


def wrong_sums(step: Step, players: Sequence[str]) -> Iterator[WrongSum]:
    """Yield the sums beside a standing that are added up wrong and that it has taken over."""
    for one in filter(None, map(sum_in, step.beside)):
        seat = players.index(one.name) + 1 if one.name in players else 0
        if sum(one.parts) != one.total == step.after.get(seat):
            yield WrongSum(seat, one.parts, sum(one.parts), one.total)
