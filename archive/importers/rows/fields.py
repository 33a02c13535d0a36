"""The cells of one row by their meaning, and the cells that could not be used."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.tables import TALLY, Layout
from archive.importers.source import Source

WHOLE = re.compile(r"([+-]?\d{1,9})(?:[.,]0+)?")
LABELLED = re.compile(
    r"(?:round|runde|hand|deal|blatt|trick|stich|no|nr)\.?[ \t]*(\d{1,4})\.?", re.IGNORECASE
)
LEFT = re.compile(
    r"(?:last|left|shown|rest|last cards?|cards? left|end|show(?:down)?|letzte(?: karten?)?|ende"
    r"|übrig)[ :.]*",
    re.IGNORECASE,
)
"""What stands in place of a trick’s number beside the cards that the players were left with."""
NUMBERED = re.compile(r"(\d{1,6})[.):]")
SCORED = re.compile(r"\+?[ ]?(-?\d{1,9})(?:[ ]?(?:points?|pts?\.?|Punkte?))?")
TALLIED = re.compile(r"=?[ ]?(\d{1,4})")
ALSO = {
    "round": LABELLED, "deal": LABELLED, "trick": LABELLED, "number": NUMBERED, "points": SCORED,
    "tally": TALLIED, "standing": TALLIED,
}  # fmt: skip
"""The other ways to write a number, by its meaning."""


@dataclass
class Fields:
    """The cells by their meaning; `unused` has the texts that are kept as comments, and their
    places."""

    source: Source
    cells: dict[str, Cell]
    unused: list[tuple[str, int]] = field(default_factory=list)

    def get(self, meaning: str) -> Cell | None:
        """Return the cell with a meaning; None where it is missing or empty."""
        return self.cells.get(meaning)

    def __contains__(self, meaning: str) -> bool:
        return meaning in self.cells

    def leave(self, meaning: str) -> None:
        """Keep a cell as a comment."""
        cell = self.cells[meaning]
        self.unused.append((f"{meaning}: {cell.text}", cell.at))

    @property
    def are_left(self) -> bool:
        """Return whether the card of the row is one that its player was left with."""
        return "trick" in self.cells and LEFT.fullmatch(self.cells["trick"].text) is not None

    def part_tally(self) -> None:
        """Split a tally from the points behind it, `20 +10` or `20 (10)`, where these have no
        column."""
        cell = self.cells.get("tally")
        both = TALLY.fullmatch(cell.text) if cell and "points" not in self.cells else None
        points = both and (both["more"] or both["inside"] or both["behind"])
        if cell and both and points:
            self.cells["tally"] = cell._replace(text=both[1])
            self.cells["points"] = cell._replace(text=points)

    def number(self, meaning: str) -> int | None:
        """Return the whole number in a cell; anything else is reported and kept."""
        cell = self.cells.get(meaning)
        if cell is None:
            return None
        match = WHOLE.fullmatch(cell.text)
        if match is None and meaning in ALSO:
            match = ALSO[meaning].fullmatch(cell.text)
        if match is None:
            expected = f"a whole number for the {meaning}"
            self.source.report(cell.at, "not-a-number", expected, cell.text)
            self.leave(meaning)
            return None
        return int(match[1])


def fields_of(row: Row, layout: Layout, source: Source) -> Fields:
    """Return the cells of a row that are in no player's own column; text in an unknown column, or
    in none, is kept."""
    found = Fields(source, {})
    for index, cell in enumerate(row.cells):
        header = layout.columns[index].header if index < len(layout.columns) else ""
        if cell.lacking:
            expected = f"a value for {header}" if header else "a value"
            source.report(cell.at, "no-value", expected, cell.lacking)
        if not cell.text:
            continue
        meaning = layout.meaning(index)
        if index >= len(layout.columns):
            expected = f"{len(layout.columns)} cells, as the header has"
            source.report(cell.at, "no-column", expected, cell.text)
            found.unused.append((cell.text, cell.at))
        elif meaning is None:
            place = layout.columns[index].place
            found.unused.append((f"{header or place}: {cell.text}", cell.at))
            if not header:
                source.report(cell.at, "no-header", "a header for this column", cell.text,
                              severity="warning")  # fmt: skip
        elif layout.owner(index) is None:
            before = found.cells.get(meaning)  # another card of the play, or what was done with it
            found.cells[meaning] = (
                before._replace(text=f"{before.text} {cell.text}") if before else cell
            )
    if row.odd is not None:
        source.report(row.odd.at, "after-quotes", "a separator or the line’s end", row.odd.text)
        found.unused.append((row.odd.text, row.odd.at))
    return found
