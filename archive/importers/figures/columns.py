"""Numbers below the players' names: which player a number of a row is of, where cells are empty,
and which numbers only count the rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from archive.importers.figures.marks import Kind, Mark

SEPARATOR = re.compile(r"[|;\t]")
FEWEST = 3
"""The fewest rows that are counted."""
BESIDE = 2
"""How many characters beside a name a number may stand."""
REMARKED = frozenset({"five", "together", "out", "card", "suit", "name", "unit"})
CELLS = frozenset({"number", "card"})
WORDS = REMARKED - {"card", "unit"} | {"arrow"}
"""What stands behind the cells of a row."""


class Column(NamedTuple):
    """A column: its player, none where it has bonuses; where its heading begins and ends, or its
    place among the cells."""

    name: str
    start: int
    end: int


def numbered(lines: Sequence[list[Mark]], starts: Sequence[int]) -> None:
    """Take numbers in front of lines for those of hands, where they count the lines."""
    first = [
        (marks, marks[0].number)
        for marks, start in zip(lines, starts, strict=True)
        if len(marks) > 1 and marks[0].kind == "number" and marks[0].at == start
    ]
    if len(first) > FEWEST and _is_above_numbers(first[0][0], first[1][0]):
        del first[0]
    counted = [number for _, number in first]
    if len(counted) >= FEWEST and counted == list(range(1, len(counted) + 1)):
        for marks, _ in first:
            marks[0] = marks[0]._replace(kind="unit")


def _is_above_numbers(above: Sequence[Mark], below: Sequence[Mark]) -> bool:
    """Return whether a row, such as that of the beginning, lacks the number that the row below it
    has in front."""
    cells, own = ([one.kind == "number" for one in marks] for marks in (above, below))
    return (
        all(cells) and below[0].number == 1 and all(own[: len(cells) + 1]) and len(own) > len(cells)
    )


def without_brackets(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks of a line without brackets that have none between them."""
    told: list[Mark] = []
    for mark in marks:
        if mark.kind == "close" and told and told[-1].text == "(":
            del told[-1]
        else:
            told.append(mark)
    return told


def without_remark(marks: list[Mark], players: int) -> list[Mark]:
    """Return the marks of a row without a remark behind an arrow or in brackets, or one that names
    a card behind the row's number, where the row has a number of each player without it."""
    told = 0
    bare = marks[:1] != [] and marks[0].kind == "unit" and all(one.kind != "name" for one in marks)
    for place, mark in enumerate(marks):
        opens = mark.kind == "arrow" and mark.text != "="
        named = mark.kind == "card" or mark.in_words
        if (opens or (named and bare)) and told == players:
            behind = marks[place:]
            few = sum(one.kind == "number" for one in behind) < 2 and not _is_a_total(behind)
            remark = few and any(one.kind in REMARKED or one.in_words for one in behind)
            return (
                [*marks[:place], *(one for one in behind if one.kind == "won")] if remark else marks
            )
        told += mark.kind == "number"
    return marks


def _is_a_total(marks: Sequence[Mark]) -> bool:
    """Return whether an arrow leads to a player and a number, “-> Ann 19”."""
    return [mark.kind for mark in marks[:3]] == ["arrow", "name", "number"] and marks[0].text != "("


class Table:
    """The columns of a table; none where its names do not head any."""

    def __init__(self, header: str, marks: Sequence[Mark], at: int) -> None:
        self.separator = found[0] if (found := SEPARATOR.search(header)) else ""
        self.columns: list[Column] = []
        for mark in marks:
            start, end = mark.at - at, mark.end - at
            if self.separator:
                start = end = header.count(self.separator, 0, start)
            name = mark.text if mark.kind == "name" else ""
            self.columns.append(Column(name, start, end))
        self.has_bonuses = any(not one.name for one in self.columns)

    def named(self, line: str, marks: Sequence[Mark], at: int) -> list[Mark]:
        """Return the marks of a row, each number in a column behind its player; as they are where
        one belongs to no single column."""
        named: list[Mark] = []
        words = False
        for mark in marks:
            if mark.kind == "dash":
                continue
            owner = self._owner(line, mark.at - at, mark.end - at) if mark.kind in CELLS else []
            words = words or mark.kind in WORDS
            if not (owner or named) and mark.kind == "number" and self.has_bonuses:
                named.append(mark._replace(kind="unit"))  # in front of all columns
                continue
            if len(owner) > 1 or (not owner and mark.kind == "number" and not words):
                return list(marks)
            if owner:
                kind: Kind = "name" if owner[0] else "bonus"
                named += [Mark(kind, owner[0], 0, mark.at, mark.at), mark]
            else:
                named.append(mark)
        return named

    def _owner(self, line: str, start: int, end: int) -> list[str]:
        """Return the players in whose columns a cell may stand."""
        if self.separator:
            cell = line.count(self.separator, 0, start)
            return [one.name for one in self.columns if one.start == cell]
        return [
            one.name for one in self.columns
            if start < one.end + BESIDE and one.start - BESIDE < end
        ]  # fmt: skip


def _cells(kinds: Sequence[str]) -> int:
    """Return how many numbers a row has in front of its words."""
    first = next((at for at, kind in enumerate(kinds) if kind in CELLS), len(kinds))
    behind = (at for at, kind in enumerate(kinds) if kind in WORDS and at > first)
    return kinds[: next(behind, len(kinds))].count("number")


def is_header(marks: Sequence[Mark], players: int) -> bool:
    """Return whether a line has all players, each once, and nothing else but bonuses."""
    heads = [one for one in marks if one.kind != "bonus"]
    names = [one.text for one in heads if one.kind == "name"]
    return len(heads) == len(names) == len({*names}) == players


def in_columns(
    texts: Sequence[str], lines: Sequence[list[Mark]], starts: Sequence[int], players: int
) -> Iterator[tuple[list[Mark], bool]]:
    """Yield the marks of each line, and whether it is a row whose numbers were given their players
    by a header above it."""
    table: Table | None = None
    for text, marks, at in zip(texts, lines, starts, strict=True):
        if is_header(marks, players):
            table = Table(text, marks, at)
            yield marks, False
            continue
        kinds = [one.kind for one in marks]
        told = [one for one in marks if one.kind in CELLS]
        if table is None or "name" in kinds or not told or _cells(kinds) == players:
            table = None if "name" in kinds else table
            yield marks, False
            continue
        row = table.named(text, marks, at)
        yield row, row != marks
