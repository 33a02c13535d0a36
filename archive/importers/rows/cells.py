"""Text with separators as rows of cells, each with the place at which it begins.

Python's `csv` reads the same cells but cannot say where they stood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
RULE = re.compile(r"\s*:?-{2,}:?\s*|\s*:-+:?\s*|\s*-\s*")


class Cell(NamedTuple):
    """A cell's text, and the character at which it begins. `lacking` says why a cell that is not
    empty has no text."""

    text: str
    at: int
    lacking: str | None = None


class Row(NamedTuple):
    """A row; `odd` is the place and text of what follows a closing quotation mark, `apart` whether
    an empty row stands above."""

    cells: list[Cell]
    at: int
    odd: Cell | None = None
    apart: bool = False

    @property
    def texts(self) -> list[str]:
        """Return the texts of the cells."""
        return [cell.text for cell in self.cells]

    @property
    def filled(self) -> list[Cell]:
        """Return the cells that are not empty."""
        return [cell for cell in self.cells if cell.text or cell.lacking]


def rows(text: str, separator: str) -> Iterator[Row]:
    """Yield the rows of a text with LF line ends, without empty ones.

    A cell between quotation marks may hold separators and line ends, and two marks for one. Between
    bars, as in Markdown, there is none before the first bar of a line, and the rule under a header
    is left out.
    """
    at, apart = 0, False
    while at < len(text):
        start, odd = at, None
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else None]
        if separator != "|" and '"' not in line:  # as in nearly every line
            cells = []
            for bare in line.split(separator):
                cells.append(Cell(bare.strip(), at + len(bare) - len(bare.lstrip())))
                at += len(bare) + 1
        else:
            cells, odd, at = _cells(text, at, _cell(separator))
        if separator == "|" and len(cells) > 1:
            cells = _between_bars(cells)
            if cells and all(RULE.fullmatch(one.text) for one in cells):
                continue
        filled = odd is not None or any(one.text for one in cells)
        if filled:
            yield Row(cells, start, odd, apart)
        apart = not filled


@cache
def _cell(separator: str) -> re.Pattern[str]:
    mark = re.escape(separator)
    plain = r"(?:\\\||[^|\n])*+" if separator == "|" else rf"[^{mark}\n]*+"
    return re.compile(
        rf'[ ]*+"(?P<quoted>[^"]*+(?:""|[^"])*+)"(?P<odd>[^{mark}\n]*+)|(?P<bare>{plain})'
    )


def _cells(text: str, at: int, cell: re.Pattern[str]) -> tuple[list[Cell], Cell | None, int]:
    """Return the cells of the row that begins at a place, the first text behind a closing quote in
    it, and the place of the next row."""
    cells: list[Cell] = []
    odd = None
    while True:
        match = cell.match(text, at)
        assert match is not None  # the bare cell matches nothing at all
        if match["quoted"] is None:
            bare = match["bare"]
            cells.append(Cell(bare.strip(), at + len(bare) - len(bare.lstrip())))
        else:
            cells.append(Cell(match["quoted"].replace('""', '"').strip(), match.start("quoted")))
            if match["odd"].strip() and odd is None:
                odd = Cell(match["odd"].strip(), match.start("odd"))
        at = match.end() + 1  # after the separator or the line's end
        if match.end() >= len(text) or text[match.end()] == "\n":
            return cells, odd, at


def _between_bars(cells: list[Cell]) -> list[Cell]:
    """Return the cells of a row of Markdown, without those outside its first and last bar."""
    cells = [Cell(one.text.strip("*_` ").replace("\\|", "|"), one.at) for one in cells]
    if not cells[0].text:
        del cells[0]
    if cells and not cells[-1].text:
        del cells[-1]
    return cells
