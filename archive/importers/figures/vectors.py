"""The numbers of a line, one a player: behind the players' names, or in the order in which the
sheet lists the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine

Value: TypeAlias = int | None
"""A number; None for a player who is out of it."""
Kind: TypeAlias = Literal["", "tricks", "final", "so far", "start", "won"]
KINDS: tuple[Kind, ...] = ("tricks", "final", "so far", "start")
COUNT = "count-to-20"
ALL_SCORE = frozenset({COUNT, "twenty"})
"""Games in which every player has a number of each hand."""
FIVE = 5


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


class Read(NamedTuple):
    """What the lines of a sheet give: the numbers, who is said to have won, and where."""

    vectors: list[Vector]
    winners: list[str]
    ended: int


def read_vectors(sheet: Marked) -> Read | None:
    """Return the numbers of all lines; None where one is left over."""
    vectors: list[Vector] = []
    winners: list[str] = []
    ended = 0
    for number, line in enumerate(sheet.lines):
        read = _Line(line, sheet)
        if not read.whole and number != sheet.head:
            return None
        if read.whole or number != sheet.head:
            vectors += read.vectors
        if read.winners:
            winners, ended = [*winners, *read.winners], line.at
    return Read(vectors, list(dict.fromkeys(winners)), ended)


class _Line:
    """The numbers of one line. `whole` is whether none of them is left over."""

    def __init__(self, line: SheetLine, sheet: Marked) -> None:
        self.names = sheet.names
        self.complete = sheet.game in ALL_SCORE
        self.vectors: list[Vector] = []
        self.winners: list[str] = []
        self.whole = True
        self._unit, self._suit = 0, ""
        for segment in _segments(line.marks, by_sentences=sheet.game != COUNT):
            self._read(segment)

    def _read(self, marks: Sequence[Mark]) -> None:
        """Read a part of the line."""
        kinds = [one.kind for one in marks]
        kind: Kind = next((one for one in KINDS if one in kinds), "")
        kind = "tricks" if "five" in kinds else kind
        self._unit = next((one.number for one in marks if one.kind == "unit"), self._unit)
        self._suit = next((one.text for one in marks if one.kind == "suit"), self._suit)
        named = [one for one in marks if one.kind == "name"]
        if "won" in kinds and kind != "tricks" and named:
            self._won(marks, named)
        elif named or any(one.kind in ("others", "together") for one in marks):
            self._named(marks, kind)
        else:
            self._in_order(marks, kind)

    def _won(self, marks: Sequence[Mark], named: Sequence[Mark]) -> None:
        """Take who won, and both totals of two players, the winner's first."""
        numbers = [one.number for one in marks if one.kind == "number"]
        self.winners.append(named[0].text)
        if len(self.names) == len(numbers) == 2:
            loser = next(name for name in self.names if name != named[0].text)
            values: dict[str, Value] = dict(zip((named[0].text, loser), numbers, strict=True))
            self._add(values, "final", marks[0].at, signed=False)
        elif len(numbers) == 1:
            self._add({named[0].text: numbers[0]}, "won", marks[0].at, signed=False)
        elif numbers:
            self.whole = False

    def _named(self, marks: Sequence[Mark], kind: Kind) -> None:
        """Take the numbers behind names; a name that comes again begins others."""
        columns: list[dict[str, list[Mark]]] = [{}]
        now: list[str] = []
        filled = True
        for mark in marks:
            if mark.kind in ("name", "others", "together"):
                now = [] if filled else now
                those = self._those(mark, columns[-1])
                if any(name in columns[-1] for name in those):
                    columns.append({})
                    now = []
                for name in those:
                    columns[-1].setdefault(name, [])
                now, filled = [*now, *those], False
            elif mark.kind in ("number", "out", "five"):
                if not now:
                    self.whole = self.whole and mark.kind != "number"
                    continue
                if mark.kind == "out" and filled:
                    continue  # beside a number
                for name in now:
                    columns[-1][name].append(mark)
                filled = True
            elif mark.kind == "card":
                self.whole = False
        told = [column for column in columns if any(column.values())]
        if len(told) > 1 and self.complete and any(len(one) < len(self.names) for one in told):
            self.whole = False
        for column in told:
            self._take(column, kind, marks[0].at)

    def _those(self, mark: Mark, column: dict[str, list[Mark]]) -> list[str]:
        if mark.kind == "name":
            return [mark.text]
        return [name for name in self.names if mark.kind == "together" or name not in column]

    def _take(self, column: dict[str, list[Mark]], kind: Kind, at: int) -> None:
        """Take the first number of every player, then the second, and so on."""
        told = {name: found for name, found in column.items() if found}
        most = max(map(len, told.values()), default=0)
        for place in range(most):
            marks = {name: found[place] for name, found in told.items() if place < len(found)}
            signed = any(one.signed for one in marks.values())
            self._add({name: _value(one) for name, one in marks.items()}, kind, at, signed=signed)

    def _in_order(self, marks: Sequence[Mark], kind: Kind) -> None:
        """Take numbers in the order of the players."""
        told = [one for one in marks if one.kind in ("number", "out", "five")]
        count, left = divmod(len(told), len(self.names))
        if left == 1 and told[0].kind == "number" and not self._unit and count:
            self._unit, left, told = told[0].number, 0, told[1:]
        if left or any(one.kind == "card" for one in marks):
            self.whole = self.whole and not any(one.kind in ("number", "card") for one in marks)
            return
        for place in range(count):
            those = told[place * len(self.names) :][: len(self.names)]
            values = dict(zip(self.names, map(_value, those), strict=True))
            signed = any(one.signed for one in those)
            self._add(values, kind, those[0].at, signed=signed, apart=not place)

    def _add(
        self, values: dict[str, Value], kind: Kind, at: int, *, signed: bool, apart: bool = True
    ) -> None:
        """Add numbers; those of a list in one place are all written the same way."""
        place = len(self.vectors) if apart else self.vectors[-1].key[0]
        self.vectors.append(Vector(values, (place, signed), kind, self._unit, self._suit, at))
        self._unit, self._suit = 0, ""


def _value(mark: Mark) -> Value:
    return {"out": None, "five": FIVE}.get(mark.kind, mark.number)


def _segments(marks: Sequence[Mark], *, by_sentences: bool) -> Iterator[list[Mark]]:
    """Yield the parts of a line: a sentence where a game is told `by_sentences`, and what stands
    behind an arrow or a bracket, where it is no single number."""
    part: list[Mark] = []
    for at, mark in enumerate(marks):
        behind = [one.kind for one in marks[at + 1 : at + 3]]
        apart = by_sentences or any(one.kind == "won" for one in marks[at:])
        if (mark.kind == "end" and apart) or (mark.kind == "arrow" and behind.count("number") > 1):
            yield part
            part = []
        elif mark.kind not in ("arrow", "end"):
            part.append(mark)
    yield part
