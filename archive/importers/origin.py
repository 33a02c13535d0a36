"""Where in what came stands what a finding in the XXN made of it is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from archive.core.record import Record
from archive.importers.source import Spot
from archive.notation import read, write

LINES = re.compile(r"(^|; )lines? (\d+(?: and \d+)*)(?=[,:])", re.ASCII)
"""The places with which the words of each change of a repair begin."""
NUMBER = re.compile(r"\d+", re.ASCII)
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
        """The way back as it was kept with an upload: lines, columns and cells, without their
        text."""
        return cls(record, [Spot(*spot) for spot in spots], lambda _: "")

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

    def named(self, line: int, column: int) -> str | None:
        """Return the sheet's own place in words, `line 7` or `cell B4`."""
        own = self.at(line, column)
        if own is None:
            return None
        return f"cell {own.cell}" if own.cell else f"line {own.line}"

    def in_words(self, repair: Mapping[str, Any]) -> str:
        """Return the words of a repair, as a verdict's JSON has it, with the sheet's own places in
        place of the lines of the XXN."""
        places: dict[str, dict[str, None]] = {}
        for edit in repair["edits"]:
            own = self.named(edit["line"], edit["column"])
            named = own or f"line {edit['line']} of the XXN"
            places.setdefault(str(edit["line"]), {})[named] = None

        def told(lines: re.Match[str]) -> str:
            found = dict.fromkeys(
                one for line in NUMBER.findall(lines[2])
                for one in places.get(line, {f"line {line} of the XXN": None})
            )  # fmt: skip
            return lines[1] + " and ".join(found)

        words: str = repair["words"]
        return LINES.sub(told, words)

    def of_findings(self, verdict: dict[str, Any]) -> list[dict[str, Any] | None]:
        """The sheet's own place of each finding of a verdict's JSON."""
        found = [self.at(one.get("line"), one.get("column")) for one in verdict["findings"]]
        return [own.as_dict() if own else None for own in found]
