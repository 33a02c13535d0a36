"""The place in the uploaded sheet that a finding about the XXN made of it belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from archive.core.record import Record
from archive.importers.source import Spot
from archive.languages.language import Language
from archive.notation import read, write
from archive.notation.text_offsets import offset_of

Parts: TypeAlias = Mapping[str, Spot]
"""The places of those parts of an event that have one of their own: its tally, its points, a total
by its seat."""

WIDEST = 200
"""The most characters of a line that is quoted as a whole."""
AROUND = 40, 80
"""How many characters before and behind a place are quoted of a line that is longer."""
BETWEEN = " \t,;|&"
"""What stands between two plays of a line, and is no part of the first."""
KEPT = 20_000
"""The most characters of a line that is kept with the places in it."""


class Own(NamedTuple):
    """A place in the uploaded text: line and column from 1, the cell of a spreadsheet, and the text
    of the line or the cells of the row, of a long one what stands around the place."""

    line: int
    column: int
    cell: str | None
    text: str

    def as_dict(self) -> dict[str, Any]:
        """Return the place as JSON gives it."""
        return self._asdict()


def excerpt(line: str, column: int) -> str:
    """Return a line as it is quoted: of a long one only the words around a column, counted from 1,
    with … for what is left out."""
    if len(line) <= WIDEST:
        return line.strip()
    begins, ends = max(0, column - 1 - AROUND[0]), column - 1 + AROUND[1]
    shown = line[begins:ends]
    if begins and " " in shown[: AROUND[0]]:
        shown = shown.partition(" ")[2]
    if ends < len(line) and " " in shown:
        shown = shown.rpartition(" ")[0]
    return f"{'… ' if begins else ''}{shown.strip()}{' …' if ends < len(line) else ''}"


def lines_of(
    spots: Iterable[Spot], parts: Mapping[int, Parts], line_of: Callable[[Spot], str],
    more: Iterable[int],
) -> dict[int, str]:  # fmt: skip
    """Return the lines in which events and their parts stand, and `more` of a text, by number."""
    places = {number: Spot(number, 1) for number in more}
    places |= {spot.line: spot for of in parts.values() for spot in of.values()}
    places |= {spot.line: spot for spot in spots}
    return {number: line_of(places[number]).rstrip() for number in sorted(places)}


def as_kept(
    spots: Sequence[Spot], parts: Mapping[int, Parts], lines: Mapping[int, str]
) -> dict[str, Any]:
    """Return the way back as it is kept with an upload: the line, column and cell of each event,
    with those of its parts, and the lines of the sheet by number."""
    places: list[list[Any]] = [_bare(spot) for spot in spots]
    for number, of in parts.items():
        places[number].append({name: _bare(spot) for name, spot in of.items()})
    texts = {str(number): storable(line) for number, line in lines.items() if len(line) <= KEPT}
    return {"places": places, "lines": texts}


def _bare(spot: Spot) -> list[Any]:
    """Return a place without the name of its sheet, which may be a player's."""
    return [spot.line, spot.column, spot.cell.rpartition("!")[2] if spot.cell else None]


def storable(text: str) -> str:
    """Return a text with a question mark for each byte that is no text."""
    return text.encode("utf-8", "replace").decode()


class Origin:
    """The way back from places in a record's XXN to those in the sheet it was made from."""

    def __init__(
        self, record: Record, spots: Sequence[Spot], parts: Mapping[int, Parts],
        line_of: Callable[[Spot], str], lines: Iterable[int] = (),
    ) -> None:  # fmt: skip
        """`spots` has the place of each event, `parts` by its number those of its parts; `lines`
        are those of the sheet that belong to the record, if more do than have a place in them."""
        again = read(write(record).encode("utf-8", "surrogateescape"))
        self.record = again
        self.offsets = again.offsets
        self.spots = spots if len(spots) == len(again.offsets) else ()
        self.parts = parts
        self.line_of = line_of
        self._lines = lines

    @classmethod
    def kept(cls, record: Record, kept: Mapping[str, Any]) -> Origin:
        """Return the way back as it was kept with an upload (`as_kept`)."""
        texts = {int(number): text for number, text in kept["lines"].items()}
        spots = [Spot(*place[:3]) for place in kept["places"]]
        parts = {
            number: {name: Spot(*part) for name, part in place[3].items()}
            for number, place in enumerate(kept["places"])
            if len(place) > 3
        }
        return cls(record, spots, parts, lambda spot: texts.get(spot.line, ""), texts)

    @property
    def begins(self) -> int:
        """Return the line of the sheet on which the record begins."""
        return min((spot.line for spot in self.spots), default=1)

    def at(self, line: int | None, column: int | None) -> Own | None:
        """Return the place in the sheet for a line and a column of the XXN; None for something that
        stands in no line of the sheet, such as a tag."""
        if not line or not self.spots or line > len(self.record.lines):
            return None
        offset = self.record.offset(line, column or 1)
        index = bisect_right(self.offsets, offset) - 1
        if index < 0:
            return None
        event = self.spots[index]
        spot = self._part(index, offset) or event
        text = self.line_of(event if spot.line == event.line else spot)
        return Own(spot.line, spot.column, spot.cell, excerpt(text, spot.column))

    def lines(self) -> dict[int, str]:
        """Return the lines of the sheet that belong to the record, by number and in their order;
        empty where their words are not there to be shown."""
        lines = lines_of(self.spots, self.parts, self.line_of, self._lines)
        return lines if any(lines.values()) else {}

    def stretch(self, own: Own) -> tuple[int, int] | None:
        """Return from where to where something stands in its line of the sheet, in characters from
        0: up to what follows it there. None where nothing else was read from that line."""
        columns = self._columns.get(own.line, [])
        if own.cell or len(columns) < 2:
            return None
        behind = bisect_right(columns, own.column)
        ends = columns[behind] - 1 if behind < len(columns) else len(self._line(own.line))
        shown = self._line(own.line)[own.column - 1 : ends].rstrip(BETWEEN)
        return own.column - 1, own.column - 1 + len(shown)

    @cached_property
    def _columns(self) -> dict[int, list[int]]:
        """Return the columns at which something stands, by the line of the sheet."""
        parts = (spot for of in self.parts.values() for spot in of.values())
        columns = defaultdict[int, list[int]](list)
        for line, column in sorted({(spot.line, spot.column) for spot in (*self.spots, *parts)}):
            columns[line].append(column)
        return columns

    def _line(self, number: int) -> str:
        return self.line_of(Spot(number, 1))

    def _part(self, index: int, offset: int) -> Spot | None:
        """Return the place of the part of an event that begins at an offset, if it is known."""
        text, begins = self.record.text, self.offsets[index]
        for name, spot in self.parts.get(index, {}).items():
            if offset_of(text, begins, name) == offset > begins:
                return spot
        return None

    def named(self, line: int, column: int) -> tuple[str, str]:
        """Return how the sheet names a place of the XXN, `("line", "7")` or `("cell", "B4")`; a
        place that the sheet does not have is `("made", "3")`, a line of the XXN made of it."""
        own = self.at(line, column)
        if own is None:
            return "made", str(line)
        return ("cell", own.cell) if own.cell else ("line", str(own.line))

    def called(self, language: Language) -> Callable[[int, int, bool], str]:
        """Return a function that names places of the XXN by their place in the sheet, in a
        language; a place that the sheet does not have is named by the XXN's line."""

        def name(line: int, column: int, exact: bool) -> str:
            own = self.at(line, column)
            if own is None:
                return language.several(
                    "line {which} of the record made of it",
                    "lines {which} of the record made of it",
                    1,
                    which=line,
                )
            if own.cell:
                return language.say("cell {cell}", cell=own.cell)
            place = "line {line}, column {column}" if exact else "line {line}"
            return language.say(place, line=own.line, column=own.column)

        return name

    def of_findings(self, verdict: dict[str, Any]) -> list[dict[str, Any] | None]:
        """Return the place in the sheet of each finding of a verdict's JSON."""
        found = [self.at(one.get("line"), one.get("column")) for one in verdict["findings"]]
        return [own.as_dict() if own else None for own in found]
