"""The numbers of a line, one a player: behind the players' names, or in the order in which the
sheet lists the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.importers.figures import segments
from archive.importers.figures.marks import Mark
from archive.importers.figures.number_lists import (
    Kind,
    Row,
    Value,
    Vector,
    Way,
    are_signed,
    behind_names,
    value_of,
)
from archive.importers.figures.points import FIVE
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.which_game import COUNT_TO_20, TWENTY, ZWANZIG

KINDS: tuple[Kind, ...] = ("bonus", "tricks", "final", "so far", "start")
ALL_SCORE = frozenset({COUNT_TO_20, TWENTY})
"""Games in which every player has a number of each hand."""
WITHOUT_CARDS = frozenset({TWENTY, ZWANZIG})
"""Games in whose sheets of points a card is only told beside."""
PAIR = 2
WHO = frozenset({"name", "others", "together"})
ANY = ("number", "dash", "out", "five")


class NumbersInLine(NamedTuple):
    """The numbers of one line, who is said there to have won, whether no number is left over, and
    the row of one player that the line may be."""

    vectors: list[Vector]
    winners: list[str]
    whole: bool
    row: Row | None


def numbers_in(line: SheetLine, sheet: Marked) -> NumbersInLine:
    """Return the numbers of a line."""
    read = _Line(line, sheet)
    return NumbersInLine(read.vectors, read.winners, read.whole, read.row)


class _Line:
    """A line while its marks are read."""

    def __init__(self, line: SheetLine, sheet: Marked) -> None:
        self.names = sheet.names
        self._line = line
        self.complete = sheet.game in ALL_SCORE
        self.vectors: list[Vector] = []
        self.winners: list[str] = []
        self.whole = True
        self.row: Row | None = None
        self.game = sheet.game
        self._unit, self._suit = 0, ""
        self._moves = segments.has_arrows(line.marks)
        marks = line.marks
        if sheet.game == COUNT_TO_20:
            self.whole = segments.cards_cost_their_points(marks)
            marks = segments.with_points_alone(marks)
        if sheet.game == ZWANZIG:
            marks = segments.with_all_tricks(marks)
        marks = self._with_names_first(self._one_by_the_other(marks))
        if segments.is_a_sum(marks):
            marks = []
        for segment in segments.parts_of(
            marks, len(self.names), by_sentences=sheet.game != COUNT_TO_20
        ):
            if not (self.winners and not any(one.kind in WHO for one in segment)):
                self._read(segment)  # else a remark behind who won
        self._look_for_row(line)

    def _look_for_row(self, line: SheetLine) -> None:
        """Take the line for a row of one player's numbers, if it has no other player and several
        numbers."""
        named = [one.text for one in line.marks if one.kind == "name"]
        told = [
            one for one, below in pairwise([*line.marks, Mark("end", "", 0, 0, 0)])
            if one.kind == "number" or (one.kind == "dash" and below.kind in ("number", "dash"))
        ]  # fmt: skip
        if len(named) == 1 and len(told) > 1 and not self.winners and not self._moves:
            equals = [one.at for one in line.marks if one.text == "=" or one.kind == "final"]
            summed = len(equals) == 1 and told[-2].end <= equals[0] < told[-1].at
            self.row = Row(named[0], [one.number for one in told], summed, line.at)
            if any(one.kind == "dash" for one in told):  # it has empty cells
                self.whole, self.vectors = True, self.vectors[:1]

    def _read(self, marks: Sequence[Mark]) -> None:
        """Read a part of the line."""
        kinds = [one.kind for one in marks]
        kind: Kind = next((one for one in KINDS if one in kinds), "")
        if kind == "final" and segments.heads_hands(marks):
            kind = ""  # “Result: hand 1 …”
        kind = "tricks" if "five" in kinds else kind
        if kind in ("final", "so far") and segments.tells_a_hand_before(marks, kind):
            kind = ""  # of what stands behind the word alone
        if kind == "bonus" and self.game == TWENTY:
            self._bonus(marks)
            return
        self._unit = next((one.number for one in marks if one.kind == "unit"), self._unit)
        self._suit = next((one.text for one in marks if one.kind == "suit"), self._suit)
        named = [one for one in marks if one.kind == "name"]
        first = next((at for at, one in enumerate(marks) if one.kind in WHO), len(marks))
        lead = [one for one in marks[:first] if one.kind in ("number", "dash")]
        fits = len(lead) - len(self.names) in (0, 1)
        if fits and first < len(marks) and ("won" not in kinds or len(lead) > PAIR):
            own = marks[first].text if self._is_for(marks[first]) else ""
            self._in_order(marks[:first], "" if kind == "tricks" else kind, own)
            marks = [one for one in marks[first:] if one.kind != "five"]
            kinds = [one.kind for one in marks]
            if "number" not in kinds and "won" not in kinds:
                return
        if "won" in kinds and kind != "tricks" and named:
            self._won(marks, named)
        elif named or any(one.kind in ("others", "together") for one in marks):
            self._named(marks, kind)
        else:
            self._in_order(marks, kind)

    def _bonus(self, marks: Sequence[Mark]) -> None:
        """Take the points of a bonus, and who gets it, where that is told."""
        names = {one.text for one in marks if one.kind == "name"}
        told = [one for one in marks if one.kind == "number"]
        numbers = [one.number for one in told]
        values: Mapping[str, Value] = behind_names(marks)
        if not numbers and len(names) == 1:
            values = dict.fromkeys(names)  # what it is worth stands above
        if len(numbers) == 1 and len(names) < PAIR:
            values = dict.fromkeys(names or [""], numbers[0])
        elif not names and len(numbers) == len(self.names):
            values = dict(zip(self.names, numbers, strict=True))
        self.whole = self.whole and len(values) == max(len(numbers), len(names) == 1)
        if values:
            self._add({**values}, "bonus", marks[0].at, signed=are_signed(told))

    def _won(self, marks: Sequence[Mark], named: Sequence[Mark]) -> None:
        """Take who won, and both totals of two players, the winner's first."""
        numbers = [one.number for one in marks if one.kind == "number"]
        word = next(at for at, one in enumerate(marks) if one.kind == "won")
        before = [one for one in marks[:word] if one.kind == "name"]
        winner = before[-1] if before else named[0]
        self.winners.append(winner.text)
        own_numbers = behind_names(marks)
        if len(numbers) == len(own_numbers) == len(self.names):
            self._add({**own_numbers}, "final", marks[0].at, signed=False)
        elif len(self.names) == PAIR and len(numbers) in (PAIR, PAIR + 1):
            high, low = sorted(numbers[:PAIR], reverse=True)
            own, other = (high, low) if self.game == TWENTY else (low, high)
            values: dict[str, Value] = dict.fromkeys(self.names, other)
            self._add(values | {winner.text: own}, "final", marks[0].at, signed=False)
            self.whole = self.whole and [abs(high - low)] == (numbers[PAIR:] or [abs(high - low)])
        elif len(numbers) == 1:
            number = next(at for at, one in enumerate(marks) if one.kind == "number")
            above = [one for one in marks[:number] if one.kind == "name"]
            whose = above[-1] if above and number < word else winner
            if self.game == COUNT_TO_20 and self._unit and above[-1:] not in ([], [winner]):
                cost = {winner.text: 0, above[-1].text: numbers[0]}  # “Ann won, Bo had 45”
                self._add({**cost}, "", marks[0].at, signed=False)
                self.winners.pop()
            else:
                self._add({whose.text: numbers[0]}, "won", marks[0].at, signed=False)
        elif numbers:
            self.whole = False

    def _named(self, marks: Sequence[Mark], kind: Kind) -> None:
        """Take the numbers behind names; a name that comes again begins others."""
        columns: list[dict[str, list[Mark]]] = [{}]
        now: list[str] = []
        filled, again = True, False
        for mark in marks:
            if mark.kind == "name" and now == [mark.text]:
                again = filled
            elif mark.kind in WHO:
                again = False
                now = [] if filled else now
                those = self._those(mark, columns[-1])
                if any(columns[-1].get(name) for name in those):
                    columns.append({})
                    now = []
                columns[-1] |= {name: columns[-1].get(name, []) for name in those}
                now, filled = [*now, *those], False
            elif mark.kind == "end":
                now = []
            elif mark.kind in ("number", "five") or (mark.kind == "out" and not filled):
                self.whole = self.whole and bool(now or mark.kind != "number")
                for name in now:
                    if mark.number not in [one.number for one in columns[-1][name]]:
                        columns[-1][name].append(mark)  # not one that is said again
                        self.whole = self.whole and not again
                filled = True
            elif mark.kind == "card" and self.game not in WITHOUT_CARDS:
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
            if self._moves:  # who has no total behind an arrow keeps that before
                marks = {name: found[min(place, len(found) - 1)] for name, found in told.items()}
            kind = "beside" if len(marks) < len(told) else kind  # a total, behind some points
            values = {name: value_of(one) for name, one in marks.items()}
            self._add(values, kind, at, signed=are_signed([*marks.values()]))

    def _with_names_first(self, marks: Sequence[Mark]) -> list[Mark]:
        """Return the marks with each number behind the player for whom it is told, as in “48 for
        Mia”, where the line has no other of that player's."""
        told = [*marks]
        for at, (one, other) in enumerate(pairwise(marks)):
            apart = at == 0 or told[at - 1].kind in ("and", "close")
            again = any(before.text == other.text for before in told[:at])
            if one.kind == "number" and apart and not again and self._is_for(other):
                told[at : at + 2] = [other, one]
        return told

    def _one_by_the_other(self, marks: Sequence[Mark]) -> Sequence[Mark]:
        """Return the marks with each number of two players behind its player, “Ann 38 : 51 Ben”."""
        told = [one for one in marks if one.kind not in ("close", "dash", "and", "end")]
        kinds = [one.kind for one in told]
        if kinds[-4:] != ["name", "number", "number", "name"] or "name" in kinds[:-4]:
            return marks
        return [*told[:-2], told[-1], told[-2]] if told[-4].text != told[-1].text else marks

    def _is_for(self, mark: Mark) -> bool:
        """Return whether a word says that what stands in front is for a player: “for Ann”."""
        before = self._line.text[: mark.at - self._line.at].rstrip().casefold()
        return mark.kind == "name" and before.endswith((" for", " für"))

    def _in_order(self, marks: Sequence[Mark], kind: Kind, own: str = "") -> None:
        """Take numbers in the order of the players, or the first as the `own` one of a player."""
        if any(one.kind == "card" for one in marks) and self.game not in WITHOUT_CARDS:
            self.whole = False
            return
        for kinds in (("number", "dash"), ("number",), ("number", "out", "five"), ANY):
            told = [one for one in marks if one.kind in kinds]
            count, left = divmod(len(told), len(self.names))
            if count and left == 1 and told[0].kind == "number" and not self._unit:
                self._unit, left, told = told[0].number, 0, told[1:]
            if count and not left:
                break
        else:
            self.whole = self.whole and not any(one.kind == "number" for one in marks)
            return
        if count == PAIR and _by_turns(told):
            told = [*told[::2], *told[1::2]]
        names = sorted(self.names, key=lambda name: name != own)
        for place in range(count):
            those = told[place * len(names) :][: len(names)]
            values = dict(zip(names, map(value_of, those), strict=True))
            signed = are_signed(those)
            self._add(values, kind, those[0].at, signed=signed, apart=not place)

    def _add(
        self, values: dict[str, Value], kind: Kind, at: int, *, signed: bool, apart: bool = True
    ) -> None:
        """Add numbers; those of a list in one place are all written the same way. What a remark
        says again of some players is no more."""
        told = self.vectors[-1].values.items() if self.vectors else {}.items()
        if len(values) < len(self.names) and values.items() <= told:
            return
        if not kind and self.game == ZWANZIG and self._are_tricks(values):
            kind = "tricks"
        place = len(self.vectors) if apart else self.vectors[-1].way.place
        way = Way(place, signed, self._moves)
        self.vectors.append(Vector(values, way, kind, self._unit, self._suit, at))
        self._unit, self._suit = 0, ""

    def _are_tricks(self, values: Mapping[str, Value]) -> bool:
        """Return whether numbers are the five tricks, shared out among some of the players."""
        won = [one for one in values.values() if one is not None]
        return len(won) < len(self.names) and sum(won) == FIVE and min(won) >= 0


def _by_turns(marks: Sequence[Mark]) -> bool:
    """Return whether each player has a change with a sign and the total behind it: “-2 18, +5 25”;
    a change of nothing has no sign."""
    changes, totals = marks[::2], marks[1::2]
    able = all(one.signed or not one.number for one in changes)
    return able and any(one.signed for one in changes) and not any(one.signed for one in totals)
