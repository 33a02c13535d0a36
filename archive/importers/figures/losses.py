"""What the lines of a sheet of Twenty-Two tell of who lost: behind each player's name the card or
what it counts, or the totals below the players' names; and who is out, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import SheetLine
from archive.importers.ranks import COUNTS

LEAST, MOST = 2, 11
TOLD = frozenset({"name", "card", "number", "won", "out"})
"""What a sentence has that says more than the number of its hand."""


class Told(NamedTuple):
    """What a sheet tells of some players behind their names: cards and numbers, where, and the
    number of the hand; whether these players are said to be `out`, and that `before` their
    numbers, which then are no cards."""

    names: list[str]
    figures: list[Mark]
    at: int
    unit: int = 0
    totals: Mapping[str, int] = {}
    out: bool = False
    before: bool = False

    @property
    def number(self) -> int | None:
        """Return the number that is all it tells."""
        alone = [(mark.kind, mark.number) for mark in self.figures]
        return alone[0][1] if len(alone) == 1 and alone[0][0] == "number" else None


class Sentence(NamedTuple):
    """A sentence: what it tells of players; who has won; the number of its hand, and whether a word
    says that its numbers are totals, or it is a row below the players' names."""

    told: list[Told]
    winners: list[str]
    unit: int
    of_totals: bool
    row: bool
    at: int


def tells_totals(line: SheetLine) -> bool:
    """Return whether a row has more points than one card counts."""
    numbers = [one for one in line.marks if one.kind == "number"]
    return line.row and any(one.number > MOST for one in numbers)


def of_a_row(line: SheetLine, *, of_totals: bool) -> Sentence:
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
    out = len(below) == 1 and any(mark.kind == "out" for mark in line.marks)
    told = Told([*below], [*below.values(), *figures], line.at, out=out)
    if of_totals:
        totals = {name: mark.number for name, mark in below.items() if mark.kind == "number"}
        told = told._replace(figures=figures, totals=totals)
    unit = next((mark.number for mark in line.marks if mark.kind == "unit"), 0)
    return Sentence([told], [], unit, of_totals=False, row=True, at=line.at)


def sentences_in(
    line: SheetLine, names: Sequence[str], *, is_head: bool = False
) -> Iterator[Sentence]:
    """Yield the sentences of a line; a hand's number that stands alone is that of the next. One
    that heads the sheet may have other numbers besides those of players."""
    unit = 0
    for marks in _parts(line.marks):
        opens = {mark.kind for mark in marks if mark.kind in TOLD} <= {"name"}
        if opens and (unit or any(mark.kind == "unit" for mark in marks)):
            unit = next((mark.number for mark in marks if mark.kind == "unit"), unit)
            continue  # “Hand 2: Ann deals.”
        read = _Entries(line._replace(marks=marks), [] if is_head else names, unit)
        of_totals = any(mark.kind in ("final", "so far") for mark in marks)
        told = [one for one in read.told if one.names or not is_head]
        yield Sentence(told, read.winners, read.unit, of_totals, row=False, at=line.at)
        unit = 0
    if unit and not is_head:
        yield Sentence([], [], unit, of_totals=False, row=False, at=line.at)


def _parts(marks: Sequence[Mark]) -> Iterator[list[Mark]]:
    """Yield the marks of each sentence; one with numbers and no name goes on with the player of the
    one before: “Cy 2. That’s 23, so he’s out”."""
    part: list[Mark] = []
    ends = [at for at, mark in enumerate(marks) if mark.kind == "end"]
    start = 0
    for end in [*ends, len(marks)]:
        told = marks[start:end]
        start = end + 1
        kinds = {mark.kind for mark in told}
        goes_on = kinds & {"number", "out"} and not kinds & {"name", "card", "unit", "won"}
        if part and not (goes_on and _is_named(part)):
            yield part
            part = []
        part += told
    yield part


class _Entries:
    """What a sentence tells of each player, and who has won. `told` may have an entry without a
    name, whose figures are left over."""

    def __init__(self, line: SheetLine, names: Sequence[str], unit: int) -> None:
        self.told: list[Told] = []
        self.winners: list[str] = []
        self.unit = unit
        self._names = names
        self._now = Told([], [], line.at)
        self._joined = self._won = self._again = False
        dashes = sum(mark.kind == "dash" for mark in line.marks)
        self._sums_up = False  # behind all cards, where it is told what losing them comes to
        self.together = any(mark.kind == "together" for mark in line.marks)
        for at, mark in enumerate(line.marks):
            if mark.kind == "unit":
                if self._now.figures and _is_named(line.marks[at + 1 :]):
                    self._begin([], mark.at)
                self.unit = mark.number
            leads = (mark.kind == "arrow" and mark.text != "(") or (
                mark.kind == "dash" and dashes == 1
            )
            self._sums_up = self._sums_up or (leads and _is_named(line.marks[at + 1 : at + 2]))
            self._take(mark)
        self._end(line.at)
        self.told.sort(key=lambda entry: entry.at)
        if line.sender and len(self.told) == 1 and not self.told[0].names:
            self.told[0].names.append(line.sender)
        self.told = as_one(self.told) if self.together else self.told
        if self.together and [one.names for one in self.told] == [[]]:
            self.told = [self.told[0]._replace(names=[*names])]

    def _take(self, mark: Mark) -> None:
        """Take one mark of the sentence."""
        now = self._now
        if mark.kind == "name":
            self._name(mark)
        elif mark.kind == "card" or (
            mark.kind == "number" and (mark.number not in (-1, 1) or now.figures)
        ):
            least = value_of(now.figures[-1]) if self._again and now.figures else 0
            if least and (value_of(mark) < least or mark.kind == "card"):
                self._begin([*now.names], mark.at)  # “Pia 9, Pia 4”, and no total
            self._again = False
            self._now.figures.append(mark)
        elif mark.kind == "won":
            self._won = not now.names or bool(now.figures)
            self.winners += [] if self._won else now.names
            if self._won and self.together and not now.names:
                self.winners += self._names
        elif mark.kind == "out":
            names = now.names or ([*self._names] if self.together else [])
            self._now = now._replace(names=names, out=True, before=not now.figures)
        self._joined = (self._joined and mark.kind != "name") or mark.kind in ("and", "together")

    def _name(self, mark: Mark) -> None:
        """Take a player: the winner behind a word for that, one who lost too, or the next one."""
        now = self._now
        if now.before and not now.figures:
            self._begin([], mark.at)  # “Ann and Bo are out, Cy wins”
            now, self._joined = self._now, False
        if self._won:
            self.winners.append(mark.text)
            self._begin([mark.text], mark.at)
            self._won = False
        elif mark.text in now.names:
            self._again = True
        elif self._sums_up and (own := self._entry_of(mark.text)):
            self._begin([], mark.at)
            self.told.remove(own)
            self._now = own  # “Ann K, Bob 9 -> Ann 10”
        elif now.figures and not now.names and self.together:
            self._begin([mark.text], mark.at)
        elif bool(now.names) != bool(now.figures) and (self._joined or not now.names):
            now.names.append(mark.text)  # “Ann and Bo 10”, “3 for Bo”
        else:
            self._begin([mark.text], mark.at)

    def _entry_of(self, name: str) -> Told | None:
        """Return what is told of a player above, where other players stand behind it."""
        return next((one for one in self.told if one.names == [name] and one.figures), None)

    def _end(self, at: int) -> None:
        """End the sentence; who has won may stand in front of the word for it."""
        if self._won:
            self.winners += self._now.names
        self._begin([], at)

    def _begin(self, names: list[str], at: int) -> None:
        """Begin the next entry."""
        if self._now.figures or self._now.out:
            self.told.append(self._now._replace(unit=self.unit))
        self._now = Told(names, [], at)


def _is_named(marks: Sequence[Mark]) -> bool:
    """Return whether a player is named."""
    return any(mark.kind == "name" for mark in marks)


def as_one(told: Sequence[Told]) -> list[Told]:
    """Return one hand that several lost: “both with a ten: Ann 25, Bo 23”; the entries as they are
    where they are no such hand."""
    first, *others = told or [Told([], [], 0)]
    card = first.figures[:1]
    totals = {one.names[0]: one.figures[0].number for one in others if len(one.figures) == 1}
    if first.names or not card or len(totals) != len(others) or not others:
        return list(told)
    return [Told([*totals], card, others[0].at, first.unit, totals)]


def value_of(mark: Mark) -> int:
    """Return what a card counts, or the number that stands in its place."""
    return COUNTS.get(mark.text, mark.number)
