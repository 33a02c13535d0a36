"""What the lines of a sheet of Twenty-Two tell of who lost: behind each player's name the card or
what it counts, or the totals below the players' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import SheetLine
from archive.importers.ranks import COUNTS

LEAST, MOST = 2, 11


class Told(NamedTuple):
    """What a sheet tells of some players behind their names: cards and numbers, and where."""

    names: list[str]
    figures: list[Mark]
    at: int
    totals: Mapping[str, int] = {}


def tells_totals(line: SheetLine) -> bool:
    """Return whether a row has more points than one card counts."""
    numbers = [one for one in line.marks if one.kind == "number"]
    return line.row and any(one.number > MOST for one in numbers)


def of_a_row(line: SheetLine, *, of_totals: bool) -> Told:
    """Return the hand that a row of a table tells: what stands below each player who lost it is the
    card, or the total after it."""
    figures: list[Mark] = []
    below: dict[str, Mark] = {}
    name = ""
    for mark in line.marks:
        if mark.kind == "name":
            name = mark.text
        elif name and name not in below and mark.kind in ("number", "card"):
            below[name] = mark
        elif mark.kind in ("number", "card"):
            figures.append(mark)
    if of_totals:
        totals = {name: mark.number for name, mark in below.items() if mark.kind == "number"}
        return Told([*below], figures, line.at, totals)
    return Told([*below], [*below.values(), *figures], line.at)


def standing_in(line: SheetLine, names: Sequence[str]) -> dict[str, int]:
    """Return the totals that a line gives of several players, if a word says that they are."""
    if not any(mark.kind in ("final", "so far") for mark in line.marks):
        return {}
    numbers: dict[str, int] = {}
    names_of: list[str] = []
    for mark in line.marks:
        if mark.kind == "name":
            names_of = [mark.text]
        elif mark.kind == "card" or (mark.kind == "number" and not names_of):
            return {}
        elif mark.kind == "number":
            numbers[names_of.pop()] = mark.number
    return numbers if len(numbers) > 1 and len(numbers) > len(names) // 2 else {}


class Entries:
    """What a line tells of each player, and who has won. `told` may have an entry without a name,
    whose figures are left over."""

    def __init__(self, line: SheetLine) -> None:
        self.told: list[Told] = []
        self.winners: list[str] = []
        self._now = Told([], [], line.at)
        self._joined = self._won = self._out = False
        self.together = any(mark.kind == "together" for mark in line.marks)
        for at, mark in enumerate(line.marks):
            if mark.kind == "unit" and self._now.figures and _is_named(line.marks[at + 1 :]):
                self._begin([], mark.at)
            self._take(mark)
        self._end(line.at)
        if line.sender and len(self.told) == 1 and not self.told[0].names:
            self.told[0].names.append(line.sender)

    def _take(self, mark: Mark) -> None:
        """Take one mark of the line."""
        now = self._now
        if mark.kind == "name":
            self._name(mark)
        elif mark.kind == "card" or (mark.kind == "number" and mark.number >= LEAST):
            now.figures.append(mark)
        elif mark.kind == "won":
            self._won = not now.names or bool(now.figures)
            self.winners += [] if self._won else now.names
        elif mark.kind == "out":
            self._out = not now.figures
        elif mark.kind == "end":
            self._end(mark.at)
        self._joined = (self._joined and mark.kind != "name") or mark.kind in (
            "and",
            "together",
        )

    def _name(self, mark: Mark) -> None:
        """Take a player: the winner behind a word for that, one who lost too, or the next one."""
        now = self._now
        if self._out and not now.figures:
            self._begin([], mark.at)  # “Ann and Bo are out, Cy wins”
            now, self._joined = self._now, False
        if self._won:
            self.winners.append(mark.text)
            self._begin([mark.text], mark.at)
            self._won = False
        elif mark.text in now.names:
            return
        elif now.figures and not now.names and self.together:
            self._begin([mark.text], mark.at)
        elif bool(now.names) != bool(now.figures) and (self._joined or not now.names):
            now.names.append(mark.text)  # “Ann and Bo 10”, “3 for Bo”
        else:
            self._begin([mark.text], mark.at)

    def _end(self, at: int) -> None:
        """End a sentence; who has won may stand in front of the word for it."""
        if self._won:
            self.winners += self._now.names
        self._begin([], at)
        self._won = False

    def _begin(self, names: list[str], at: int) -> None:
        """Begin the next entry."""
        if self._now.figures:
            self.told.append(self._now)
        self._now = Told(names, [], at)
        self._out = False


def _is_named(marks: Sequence[Mark]) -> bool:
    """Return whether a player is named before the sentence ends."""
    kinds = [mark.kind for mark in marks]
    return "name" in kinds[: kinds.index("end") if "end" in kinds else len(kinds)]


def as_one(told: Sequence[Told]) -> list[Told]:
    """Return one hand that several lost: “both with a ten: Ann 25, Bo 23”; the entries as they are
    where they are no such hand."""
    first, *others = told or [Told([], [], 0)]
    card = first.figures[:1]
    totals = {one.names[0]: one.figures[0].number for one in others if len(one.figures) == 1}
    if first.names or not card or len(totals) != len(others) or not others:
        return list(told)
    return [Told([*totals], card, others[0].at, totals)]


def all_with_one(told: Sequence[Told]) -> list[Told]:
    """Return one hand that several lost with the same card, “Arthur 9 and Cyril 9”; the entries as
    they are where the cards differ."""
    values = {COUNTS.get(mark.text, mark.number) for one in told for mark in one.figures}
    alone = all(len(one.figures) == 1 for one in told)
    if not alone or len(values) > 1:
        return list(told)
    return [Told([name for one in told for name in one.names], told[0].figures, told[0].at)]
