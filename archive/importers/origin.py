"""The place in the uploaded sheet that a finding about the XXN made of it belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
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
"""The number of characters of a line that are quoted."""


class Own(NamedTuple):
    """A place in the uploaded text: line and column from 1, the cell of a spreadsheet, and the text
    of the line or the cells of the row."""

    line: int
    column: int
    cell: str | None
    text: str

    def as_dict(self) -> dict[str, Any]:
        """Return the place as JSON gives it."""
        return self._asdict()


class Origin:
    """The way back from places in a record's XXN to those in the sheet it was made from."""

    def __init__(
        self, record: Record, spots: Sequence[Spot], parts: Mapping[int, Parts],
        line_of: Callable[[Spot], str],
    ) -> None:  # fmt: skip
        """`spots` has the place of each event, `parts` by its number those of its parts."""
        again = read(write(record).encode("utf-8", "surrogateescape"))
        self.record = again
        self.offsets = again.offsets
        self.spots = spots if len(spots) == len(again.offsets) else ()
        self.parts = parts
        self.line_of = line_of

    @classmethod
    def kept(cls, record: Record, spots: Sequence[Sequence[Any]]) -> Origin:
        """Return the way back as it was kept with an upload: for each event the line, column and
        cell, and where they were kept the text of the line and the places of its parts, with
        the text of theirs where that is another line."""
        texts = {Spot(*spot[:3]): spot[3] for spot in spots if len(spot) > 3}
        of_parts = {number: spot[4] for number, spot in enumerate(spots) if len(spot) > 4}
        apart = (place for of in of_parts.values() for place in of.values() if len(place) > 3)
        texts |= {Spot(*place[:3]): place[3] for place in apart}
        parts = {
            number: {name: Spot(*place[:3]) for name, place in of.items()}
            for number, of in of_parts.items()
        }
        places = [Spot(*spot[:3]) for spot in spots]
        return cls(record, places, parts, lambda spot: texts.get(spot, ""))

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
        text = self.line_of(event if spot.line == event.line else spot).strip()
        return Own(spot.line, spot.column, spot.cell, text[:WIDEST])

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
