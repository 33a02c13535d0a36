"""Numbers of a sheet by player, and those of players who each have a line of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from archive.importers.figures.marks import Mark
from archive.importers.figures.points import FIVE
from archive.importers.figures.sheet_lines import Marked
from archive.importers.which_game import TWENTY

ROUNDS = 2
Value: TypeAlias = int | None
"""A number; None for a player who is out of it."""
Kind: TypeAlias = Literal["", "tricks", "final", "so far", "sum", "start", "won", "bonus", "beside"]


class Way(NamedTuple):
    """The way in which numbers are written: which ones of a line they are, and whether they have
    signs, or stand beside arrows."""

    place: int = 0
    signed: bool = False
    moved: bool = False


class Vector(NamedTuple):
    """Numbers by player, and the way in which they are written. `kind` is what a word says that
    they are; `unit` is the number of the hand or round that begins with them, 0 where none
    does."""

    values: dict[str, Value]
    way: Way
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
    if sheet.game == TWENTY and count == 2 * ROUNDS + 1:  # a bonus behind each round
        rows = [row._replace(values=[*_with_bonuses(row.values[:-1]), row.values[-1]])
                for row in rows]  # fmt: skip
        count = ROUNDS + 1
    last: Kind = "final" if sheet.game == TWENTY and count == ROUNDS + 1 else ""
    last = "sum" if all(row.summed for row in rows) else last
    for place in range(count):
        kind: Kind = last if place == count - 1 else ""
        values = {row.name: row.values[place] for row in rows}
        yield Vector(values, Way(), kind, 0, "", rows[0].at)


def _with_bonuses(values: Sequence[Value]) -> Iterator[Value]:
    """Yield the points of each round with the bonus behind it."""
    for points, bonus in zip(values[::2], values[1::2], strict=True):
        yield (points or 0) + (bonus or 0)


def behind_names(marks: Sequence[Mark]) -> dict[str, int]:
    """Return the number that stands behind each name."""
    numbers: dict[str, int] = {}
    name = ""
    for mark in marks:
        if mark.kind == "name":
            name = mark.text
        elif mark.kind == "number" and name:
            numbers.setdefault(name, mark.number)
    return numbers


def are_signed(marks: Sequence[Mark]) -> bool:
    """Return whether numbers have signs; a minus sign alone may be that of a total below zero."""
    if any(one.signed and one.number > 0 for one in marks):
        return True
    return any(one.number < 0 for one in marks) and all(one.number <= 0 for one in marks)


def value_of(mark: Mark) -> Value:
    """Return the number of a mark; None for a player who is out of it."""
    return {"out": None, "dash": None, "five": FIVE}.get(mark.kind, mark.number)
