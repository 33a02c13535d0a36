"""How people miscount plays and the bonus of Twenty: what would explain a wrong total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archive.rules.slips import Slip, Stretch

EXACT, FIVE, MORE = "twenty/4.1", "twenty/4.3", "twenty/4.4"
BONUS, TURNED_UP = "twenty/5.1", "twenty/2.2"
VALUES = {"A": 1, **{str(value): value for value in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
"""What cards add to a tally, by rank."""


def slips(stretch: Stretch) -> Iterator[Slip]:
    """Yield the slips that belong to this game."""
    for one in stretch.entries:
        told: dict[str, Any] = {
            "deal": one.deal,
            "seat": one.seat,
            "ply": one.ply,
            "right": one.points,
        }
        if one.clause == BONUS:
            other = 3 - one.seat
            yield Slip("bonus-forgotten", BONUS, {one.seat: -one.points}, 1, **told)
            yield Slip("bonus-twice", BONUS, {one.seat: one.points}, 1, **told)
            moves = {one.seat: -one.points, other: one.points}
            yield Slip("bonus-to-another", BONUS, moves, 1, other=other, **told)
            values = [VALUES.get(card.rank, 0) for card in stretch.left.get((one.deal, 0), ())]
            if len(values) == 2 and all(values):
                yield from (
                    Slip("bonus-value", TURNED_UP, {one.seat: wrong - one.points}, 1, wrong=wrong,
                         **told)
                    for wrong in {sum(values), abs(values[0] - values[1])} - {one.points}
                )  # fmt: skip
            yield Slip("bonus-to-another", BONUS, {other: one.points}, 1, other=other, **told)
        elif stretch.plays_told:
            continue  # the points of each play were written down, and are right
        elif one.clause == EXACT:
            for wrong in (20, 15):
                yield Slip("exact-value", EXACT, {one.seat: wrong - 10}, 1, wrong=wrong, **told)
        elif one.clause == FIVE:
            yield Slip("fifth-card-value", FIVE, {one.seat: -5}, 1, wrong=10, **told)
        elif one.clause == MORE:
            yield Slip("later-card-value", MORE, {one.seat: 15 - one.points}, 1, wrong=15, **told)
    for one in stretch.entries:
        if one.clause != BONUS:
            told = {"deal": one.deal, "seat": one.seat, "ply": one.ply, "right": one.points}
            other = 3 - one.seat
            moves = {one.seat: -one.points, other: one.points}
            yield Slip("play-to-another", one.clause, moves, 2, other=other, **told)
