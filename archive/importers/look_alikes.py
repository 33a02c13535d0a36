"""Letters that stand for figures where a sheet was photographed and read by a machine: `2O` and
`l5` in a cell of a table, or in brackets behind a card."""

from __future__ import annotations

import re
from collections.abc import Iterator

FIGURES = str.maketrans("OoIl", "0011")
CELL = re.compile(
    r"(?:(?<=[|;\t(=])|^)[ ]*+(?P<number>(?=[OoIl]*\d)[\dOoIl]{2,4})(?=[ ]*+(?:[|;\t)]|$))",
    re.MULTILINE,
)
"""A number alone between separators or in brackets, with a figure in it and perhaps letters."""
BETWEEN = re.compile(r"[|;\t()]")
INITIAL = re.compile(
    r"(?:(?<=[|;\t(])|^)[ ]*+[A-HJ-Za-hjkm-z]\d{1,2}[ ]*+(?=[|;\t)]|$)", re.MULTILINE
)
"""A player's initial with a card in a cell, as in `O8`: no number begins with 0. Another may be an
`I`."""


def figures_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the place of each number that has letters in place of figures, the number as it is
    written, and with figures. It is as long with these."""
    if not BETWEEN.search(text) or INITIAL.search(text):
        return
    for found in CELL.finditer(text):
        written = found["number"]
        if not written.isdecimal():
            yield found.start("number"), written, written.translate(FIGURES)


def with_figures(text: str) -> str:
    """Return a text of the same length with figures in these numbers."""
    pieces, end = [], 0
    for at, written, meant in figures_in(text):
        pieces += [text[end:at], meant]
        end = at + len(written)
    return "".join([*pieces, text[end:]])
