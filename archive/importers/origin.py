"""Where in what came stands what a finding in the XXN made of it is about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from archive.core.record import Record
from archive.importers.source import Spot
from archive.notation import read, write

WIDEST = 200
"""Characters of a line that are quoted."""


class Own(NamedTuple):
    """A place in what was handed in: line and column from 1, the cell of a spreadsheet, and the
    text of the line or the cells of the row."""

    line: int
    column: int
    cell: str | None
    text: str

    def as_dict(self) -> dict[str, Any]:
        return self._asdict()

    @property
    def where(self) -> str:
        """Its name in words: `line 7`, `cell B4`."""
        return f"cell {self.cell}" if self.cell else f"line {self.line}"


class Origin:
    """Leads from places in a record's XXN back to those in the sheet it was made from."""

    def __init__(
        self, record: Record, spots: Sequence[Spot], line_of: Callable[[Spot], str]
    ) -> None:
        again = read(write(record).encode("utf-8", "surrogateescape"))
        self.record = again
        self.offsets = again.offsets
        self.spots = spots if len(spots) == len(again.offsets) else ()
        self.line_of = line_of

    @classmethod
    def kept(cls, record: Record, spots: Sequence[Sequence[Any]]) -> Origin:
        """Return the way back as it was kept with an upload: of each event the line, column and
        cell, and the text of the line where that is told."""
        texts = {Spot(*spot[:3]): spot[3] for spot in spots if len(spot) > 3}
        return cls(record, [Spot(*spot[:3]) for spot in spots], lambda spot: texts.get(spot, ""))

    @property
    def begins(self) -> int:
        """The line of the sheet on which the record begins."""
        return min((spot.line for spot in self.spots), default=1)

    def at(self, line: int | None, column: int | None) -> Own | None:
        """The sheet's own place for a line and a column of the XXN; None for what stands in no
        line of the sheet, such as a tag."""
        if not line or not self.spots or line > len(self.record.lines):
            return None
        index = bisect_right(self.offsets, self.record.offset(line, column or 1)) - 1
        if index < 0:
            return None
        spot = self.spots[index]
        text = self.line_of(spot).strip()
        return Own(spot.line, spot.column, spot.cell, text[:WIDEST])

    def named(self, line: int, column: int) -> tuple[str, str]:
        """Return what a place of the XXN is called in the sheet, `("line", "7")` or `("cell",
        "B4")`; what stands nowhere in it is `("made", "3")`, a line of the XXN made of it."""
        own = self.at(line, column)
        if own is None:
            return "made", str(line)
        return ("cell", own.cell) if own.cell else ("line", str(own.line))

    def of_findings(self, verdict: dict[str, Any]) -> list[dict[str, Any] | None]:
        """Return the sheet's own place of each finding of a verdict's JSON."""
        found = [self.at(one.get("line"), one.get("column")) for one in verdict["findings"]]
        return [own.as_dict() if own else None for own in found]
