"""Numbers of a sheet by player, and those of players who each have a line of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from archive.importers.figures.points import TWENTY
from archive.importers.figures.sheet_lines import Marked

ROUNDS = 2
Value: TypeAlias = int | None
"""A number; None for a player who is out of it."""
Kind: TypeAlias = Literal["", "tricks", "final", "so far", "start", "won", "beside"]


class Vector(NamedTuple):
    """Numbers by player. `key` is the way they are written: which numbers of a line they are, and
    whether they have signs; `kind` is what a word says that they are. `unit` is the number of the
    hand or round that begins with them, 0 where none does."""

    values: dict[str, Value]
    key: tuple[int, bool]
    kind: Kind
    unit: int
    suit: str
    at: int


class Row(NamedTuple):
    """All numbers of one player; whether the last is their sum; and where."""

    name: str
    values: list[Value]
    summed: bool
    at: int


def is_table(rows: Sequence[Row], names: Sequence[str]) -> bool:
    """Return whether each player has a line with as many numbers as the others."""
    alike = len({len(row.values) for row in rows}) == 1
    return alike and len(rows) == len(names) == len({row.name for row in rows})


def columns_of(rows: Sequence[Row], sheet: Marked) -> Iterator[Vector]:
    """Yield the numbers that stand below each other."""
    count = len(rows[0].values)
    summed = all(row.summed for row in rows) or (sheet.game == TWENTY and count == ROUNDS + 1)
    for place in range(count):
        kind: Kind = "final" if summed and place == count - 1 else ""
        values = {row.name: row.values[place] for row in rows}
        yield Vector(values, (0, False), kind, 0, "", rows[0].at)
