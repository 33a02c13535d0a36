"""Columns of a table with words beside the points, such as who dealt or who went out: they are
taken out before the table is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.importers.figures.columns import SEPARATOR

PAIR = 2
"""The cells of two players."""
REMARKS = re.compile(
    r"(?:notes?|comments?|remarks?|bemerkung(?:en)?|anmerkung(?:en)?|kommentare?|notiz(?:en)?"
    r"|(?:(?:who\s+)?(?:went|goes|is|was)\s+)?out|(?:wer\s+)?(?:(?:ist|war)\s+)?(?:raus|fertig)"
    r"|(?:who\s+)?(?:began|begins|started|starts)|(?:wer\s+)?(?:beginnt|begann)"
    r"|dealer|deals|geber(?:in)?|gibt|winner|sieger(?:in)?|date|datum|time|zeit)[.:]?",
    re.IGNORECASE,
)
"""The heading of a column with words beside the points, such as who went out."""
DIGIT = re.compile(r"\d")
BY_COMMAS = re.compile(r"[^,\n]*(?:,(?!\s)[^,\n]*){2,}")
"""A row with commas between its cells; in words a blank stands behind each."""
CELL = re.compile(r"(?:^|(?<=[|;\t]))[^|;\t]*")
BETWEEN_BLANKS = re.compile(r"\S+(?: \S+)*")
WORD = re.compile(r"\S+")
FRONT = 2
"""In a line with single blanks one of so many words in front may head such a column."""


def without_remarks(lines: Sequence[str]) -> list[str]:
    """Return the lines with blanks in columns of a table that have words beside the points, and
    with one kind of separator."""
    places: list[int] = []  # of such columns among cells with separators
    apart: list[Remarked] = []  # such columns between blanks
    told: list[str] = []
    for line in lines:
        line = line.replace(",", ";") if BY_COMMAS.fullmatch(line) else line
        if SEPARATOR.search(line):
            places = _headed_by_remarks(line) or places
            told.append(_without_cells(line, places))
        else:
            headed = _remarked(line)
            apart = headed or apart
            told.append(_without_words_in(line, apart, heads=bool(headed)))
    return told


def _headed_by_remarks(line: str) -> list[int]:
    """Return the places of such columns in a line of headings with separators; none in any other
    line, nor where it says who won, in that player's column."""
    cells = CELL.findall(line)
    heads = [at for at, cell in enumerate(cells) if REMARKS.fullmatch(cell.strip())]
    named = sum(any(map(str.isalpha, cell)) for cell in cells) - len(heads)
    whole = named > 1 and len(cells) - len(heads) > PAIR and not DIGIT.search(line)
    return heads if whole else []


def _without_cells(line: str, places: Sequence[int]) -> str:
    """Return a row without the cells at these places; of the last column the separator goes, too,
    where it is the row's last."""
    cells = [*CELL.finditer(line)]
    for at, cell in enumerate(cells):
        if at in places:
            last = at == places[-1] == len(cells) - 1 and len(cells) > PAIR
            line = _blanked(line, cell.start() - last, cell.end())
    return line


def _blanked(line: str, start: int, end: int) -> str:
    return line[:start] + " " * (end - start) + line[end:]


class Remarked(NamedTuple):
    """A column of words without a separator: where its heading begins and ends, or its place among
    the words of a line with single blanks."""

    start: int
    end: int
    place: int | None = None

    def has(self, cell: re.Match[str], place: int) -> bool:
        """Return whether a cell of a row stands in the column."""
        if self.place is not None:
            return place == self.place
        return cell.start() < self.end and self.start < cell.end()


def _remarked(line: str) -> list[Remarked]:
    """Return the columns with words that a line of headings without separators has; none in any
    other line."""
    cells = [*BETWEEN_BLANKS.finditer(line)]
    single = len(cells) == 1
    if single:
        cells = [*WORD.finditer(line)]
    heads = [
        Remarked(*cell.span(), place if single else None)
        for place, cell in enumerate(cells)
        if REMARKS.fullmatch(cell[0]) and (place < FRONT or not single)
    ]
    named = [cell[0] for cell in cells if cell[0][0].isupper()]
    return heads if len(named) > len(heads) + 1 and not DIGIT.search(line) else []


def _without_words_in(line: str, columns: Sequence[Remarked], *, heads: bool) -> str:
    """Return a row with numbers, or the line of `heads`, without the words in these columns."""
    if not (columns and (heads or DIGIT.search(line))):
        return line
    cells = BETWEEN_BLANKS if columns[0].place is None else WORD
    for place, cell in enumerate(cells.finditer(line)):
        if any(one.has(cell, place) for one in columns) and not DIGIT.search(cell[0]):
            line = _blanked(line, *cell.span())
    return line
