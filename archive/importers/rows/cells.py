"""Text with separators to rows of cells, each with the place at which it begins.

Python's `csv` reads the same cells but cannot say where they stood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


class Cell(NamedTuple):
    """A cell's text, and the character at which it begins."""

    text: str
    at: int


class Row(NamedTuple):
    """A row; `odd` is the place and text of what follows a closing quotation mark."""

    cells: list[Cell]
    at: int
    odd: Cell | None = None


def rows(text: str, separator: str) -> Iterator[Row]:
    """The rows of a text with LF line ends, those without anything in them left out.

    A cell between quotation marks may hold separators and line ends, and two marks for one.
    """
    mark = re.escape(separator)
    cell = re.compile(
        rf'[ ]*+"(?P<quoted>[^"]*+(?:""|[^"])*+)"(?P<odd>[^{mark}\n]*+)|(?P<bare>[^{mark}\n]*+)'
    )
    at = 0
    while at < len(text):
        start, cells, odd = at, [], None
        while True:
            match = cell.match(text, at)
            assert match is not None  # the bare cell matches nothing at all
            if match["quoted"] is None:
                bare = match["bare"]
                cells.append(Cell(bare.strip(), at + len(bare) - len(bare.lstrip())))
            else:
                cells.append(
                    Cell(match["quoted"].replace('""', '"').strip(), match.start("quoted"))
                )
                if match["odd"].strip() and odd is None:
                    odd = Cell(match["odd"].strip(), match.start("odd"))
            at = match.end()
            if at >= len(text) or text[at] == "\n":
                at += 1
                break
            at += 1  # the separator
        if any(one.text for one in cells) or odd:
            yield Row(cells, start, odd)
