"""The numbers of a sheet, one a player: those of its lines in their order, or of its columns where
each player has a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archive.importers.figures.number_lists import Vector, columns_of, is_table
from archive.importers.figures.numbers_in_line import NumbersInLine, numbers_in
from archive.importers.figures.points import FIVE
from archive.importers.figures.sheet_lines import Marked
from archive.importers.which_game import ZWANZIG


class Read(NamedTuple):
    """What the lines of a sheet give: the numbers, who is said to have won, and where; and whether
    no number is left over in the whole sheet."""

    vectors: list[Vector]
    winners: list[str]
    ended: int
    whole: bool


def read_vectors(sheet: Marked) -> Read | None:
    """Return the numbers of all lines; None where one is left over."""
    read = [numbers_in(line, sheet) for line in sheet.lines]
    told = [at for at, one in enumerate(read) if one.whole and one.vectors]
    told = [at for at in told if at != sheet.head] or told
    apart = [
        line
        for at, line in enumerate(sheet.lines)
        if at != sheet.head and told and not told[0] <= at <= told[-1] and not read[at].whole
    ]
    told_of_a_hand = any(mark.kind == "unit" for line in apart for mark in line.marks)
    if not told or told_of_a_hand or not all(one.whole for one in read[told[0] : told[-1]]):
        return None
    winners = [name for one in read for name in one.winners]
    ended = max((line.at for line, one in zip(sheet.lines, read, strict=True) if one.winners),
                default=0)  # fmt: skip
    rows = [one.row for one in read if one.row]
    ends: list[Vector] = []
    if sheet.head not in told and not _begins_the_game(sheet, told, read):
        ends = _totals_of_all(read[sheet.head], sheet)
        read[sheet.head] = read[sheet.head]._replace(vectors=[])
    vectors = [vector for one in read if one.whole for vector in one.vectors] + ends
    if is_table(rows, sheet.names):
        beside = [vector for one in read if one.whole and not one.row for vector in one.vectors]
        vectors = [*columns_of(rows, sheet), *beside]
    whole = all(one.whole for at, one in enumerate(read) if at != sheet.head)
    vectors = _with_all_tricks(vectors) if sheet.game == ZWANZIG else _with_owners(vectors)
    return Read(vectors, list(dict.fromkeys(winners)), ended, whole)


def _with_all_tricks(vectors: Sequence[Vector]) -> list[Vector]:
    """Return the numbers with those of all players that come to five taken for tricks, where other
    deals of the sheet count tricks."""
    counted = any(one.kind == "tricks" for one in vectors)
    return [
        one._replace(kind="tricks") if counted and not one.kind and _come_to_five(one) else one
        for one in vectors
    ]


def _with_owners(vectors: Sequence[Vector]) -> list[Vector]:
    """Return the numbers with each bonus once, where it goes to a player: what it is worth may
    stand above that, beside the cards turned up."""
    told: list[Vector] = []
    for one in vectors:
        above = next((at for at in range(len(told) - 1, -1, -1) if told[at].kind == "bonus"), None)
        worth = told[above].values.get("") if above is not None else None
        own = {worth if number is None else number for number in one.values.values()}
        if one.kind == "bonus" and "" not in one.values and above is not None and own == {worth}:
            del told[above]
            one = one._replace(values=dict.fromkeys(one.values, worth))
        if one.kind != "bonus" or None not in one.values.values():
            told.append(one)
    return told


def _come_to_five(one: Vector) -> bool:
    """Return whether numbers may be the five tricks, shared out."""
    won = [number or 0 for number in one.values.values()]
    return sum(won) == FIVE and min(won) >= 0


def _totals_of_all(head: NumbersInLine, sheet: Marked) -> list[Vector]:
    """Return the totals at the end that the line names which names the game: “Twenty, final score
    Ann 212, Ben 198”."""
    told = [one for one in head.vectors if one.kind == "final"]
    whole = head.whole and len(told) == len(head.vectors) == 1
    return told if whole and told[0].values.keys() == {*sheet.names} else []


def _begins_the_game(sheet: Marked, told: Sequence[int], read: Sequence[NumbersInLine]) -> bool:
    """Return whether the first hand stands in the line that names the game: the second one is below
    it, and no first."""
    own = [one.unit for one in read[sheet.head].vectors]
    others = [one.unit for at in told for one in read[at].vectors if one.unit]
    return read[sheet.head].whole and own == [1] and others[:1] == [2]
