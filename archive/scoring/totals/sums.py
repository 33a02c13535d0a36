"""Wrong sums beside the totals of a sheet, `Mia: 25 + 30 = 65`, and totals with which it goes on
though those before were others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core.numbers_in_comments import sum_in
from archive.rules.totals import SheetStep


class WrongSum(NamedTuple):
    """A wrong sum: whose total it gives, its parts, their right sum and the stated one."""

    seat: int
    parts: Sequence[int]
    due: int
    told: int


def wrong_sums(step: SheetStep, players: Sequence[str]) -> Iterator[WrongSum]:
    """Yield the wrong sums beside a standing that it has taken over."""
    for one in filter(None, map(sum_in, step.beside)):
        seat = players.index(one.name) + 1 if one.name in players else 0
        if sum(one.parts) != one.total == step.after.get(seat):
            yield WrongSum(seat, one.parts, sum(one.parts), one.total)


def wrongly_carried(step: SheetStep) -> Iterator[WrongSum]:
    """Yield the totals with which a sheet goes on to the next deal, where they are not those behind
    the deal before: each as the sum of one part."""
    for seat, by in step.moved.items() if step.carried_to else ():
        if by:
            before = step.before[seat]
            yield WrongSum(seat, (before,), before, step.after[seat])
