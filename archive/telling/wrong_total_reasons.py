"""Likely mistakes of a record whose totals are not those of the rules, or are impossible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from archive.rules.slips import Slip


class Total(NamedTuple):
    """A player's total by the rules and in the record."""

    seat: int
    due: int
    found: int


class ListedWrong(NamedTuple):
    """The reason why a hand is listed wrong and not played wrong: the `tally` that the play makes
    with its card, and only with it, as the record has it."""

    tally: int


class Reason(NamedTuple):
    """The reason why totals differ. `slip` is the likely mistake, None where that is unknown.
    `deal` is the number of the last deal before them, 0 where there is none, `numbers` has the
    record's own numbers of deals by their places. `scored` are the player's scores by the rules
    since the standing before, from `before` on; None where they are too many for a sentence."""

    slip: Slip | None
    totals: Sequence[Total]
    deal: int
    numbers: Mapping[int, int]
    before: int | None = None
    scored: Sequence[tuple[str, int, int, int]] = ()
    cards: Mapping[int, str] = {}
    either: tuple[Slip, Slip] | None = None
    """Two slips that explain it equally well, where there is no better one."""
    summed: tuple[int, int] | None = None
    """The number of the player's scores, and their sum, where they are too many to name."""

    def number(self, deal: int) -> int:
        """Return the number that the record gives to a deal."""
        return self.numbers.get(deal, deal)


def explaining(slips: Iterable[Slip], wrong: Mapping[int, int]) -> list[Slip]:
    """Return the slips that together explain the errors, as far as there is exactly one for each:
    those that explain more players first, then those more easily made."""
    fitting = [one for one in slips if _fits(one, wrong)]
    left = dict(wrong)
    found: list[Slip] = []
    while left:
        able = [one for one in fitting if _seats(one) <= left.keys()]
        if not able:
            break
        best = min(_order(one) for one in able)
        first = [one for one in able if _order(one) == best]
        same = [one for one in first if _seats(one) & _seats(first[0])]
        if len({tuple(one)[:2] + tuple(one)[3:] for one in same}) == 1:
            found.append(same[0])
        for seat in {seat for one in same for seat in _seats(one)}:
            del left[seat]
    return found


def equal_explanations(slips: Iterable[Slip], seat: int, points: int) -> tuple[Slip, Slip] | None:
    """Return the two slips that explain one player's wrong total equally well; None where one is
    more easily made, or more than two are as easily."""
    fitting = [one for one in slips if _seats(one) == {seat} and _fits(one, {seat: points})]
    rank = min((one.rank for one in fitting), default=0)
    told = {tuple(one)[:2] + tuple(one)[3:]: one for one in fitting if one.rank == rank}
    if len(told) != 2:
        return None
    one, other = told.values()
    return one, other


def _seats(slip: Slip) -> set[int]:
    return {seat for seat, points in slip.moves.items() if points}


def _fits(slip: Slip, wrong: Mapping[int, int]) -> bool:
    seats = _seats(slip)
    return bool(seats) and all(wrong.get(seat) == slip.moves[seat] for seat in seats)


def _order(slip: Slip) -> tuple[int, int]:
    return -len(_seats(slip)), slip.rank
