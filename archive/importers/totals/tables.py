"""Tables of totals: a header with the players, and a row for each deal with a total for each of
them, between separators or set apart by blanks. A column may have the trumps of each deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.importers.ranks import SUIT_WORDS
from archive.importers.totals.words import LAST, NUMBER, START, UNIT

UNITS = re.compile(rf"(?:{UNIT}|#)(?:\s+(?:no\.?|nr\.?))?", re.IGNORECASE)
TRUMPS = re.compile(r"trumps?|trumpf|suit|farbe", re.IGNORECASE)
"""The heading of a column with the trumps of each deal."""
NUMBERED = re.compile(rf"(?:(?:{UNIT}|#)\s*)?(\d{{1,4}})[.:]?", re.IGNORECASE)
SPACED = re.compile(
    rf"(?P<head>(?:{UNIT}|#)?\s*\d{{1,4}}[.:]?|{START}|{LAST})[:.]?\s+"
    rf"(?P<rest>{NUMBER}(?:\s+{NUMBER})+)",
    re.IGNORECASE,
)
"""A row of a table whose columns are set apart by blanks."""
RULE = re.compile(r"[\s|:\-]+")
"""The rule between a header and its rows."""
LONE_NAME = re.compile(r"[^\W\d_][^\W_]*\.?")
EMPTY_CELL = re.compile(r"[ \t]*\|[ \t]*\|")
"""The beginning of a table's line whose first cell is empty."""
LONGEST_LINE = 1_000
"""The longest line that may be a standing."""


class Row(NamedTuple):
    """A row of a table: its heading, the number in that, each player's total, and trumps where the
    row names them."""

    head: str
    number: int | None
    points: tuple[tuple[str, int], ...]
    suit: str


def headed(line: str, below: Sequence[str]) -> list[str] | None:
    """Return the heading of the column of deals and the columns behind it, where a line heads a
    table of totals: one of the next rows has a value for each."""
    if len(line) > LONGEST_LINE:
        return None
    first, *rest = cells_of(line)
    if EMPTY_CELL.match(line):
        first, rest = "#", [first, *rest]
    if len(rest) < 2 or not UNITS.fullmatch(first) or not all(map(_is_name, rest)):
        return None
    for row in below:
        values = cells_of(row[:LONGEST_LINE])[1:]
        if len(values) == len(rest) and all(map(_may_stand_below, rest, values)):
            return [first, *rest]
    return None


def headed_with_blanks(line: str, below: Sequence[str]) -> list[str] | None:
    """Return the same for a table whose columns are set apart by blanks, where the first row below
    has a number for each name."""
    words = line.split()
    names = words[1:] if words and UNITS.fullmatch(words[0]) else words
    if len(line) > LONGEST_LINE or len(names) < 2 or not all(map(LONE_NAME.fullmatch, names)):
        return None
    first = next((row for row in below if row.strip()), "")
    unit = UNITS.match(first.strip())
    found = _numbers(first, len(names))
    return [words[0] if names != words else unit[0] if unit else "", *names] if found else None


def with_commas(line: str, names: Sequence[str]) -> str:
    """Return a row of numbers set apart by blanks, one for each of the `names`, as a row with
    commas; nothing where the line is none."""
    values = _numbers(line, len(names)) if names else None
    return ", ".join(values) if values else ""


def row_of(words: str, columns: Sequence[str]) -> Row | None:
    """Return a row of a table with these columns behind its first; None where it is none."""
    first, *rest = cells_of(words)
    if not columns or len(rest) != len(columns) or not all(map(_may_stand_below, columns, rest)):
        return None
    told = list(zip(columns, rest, strict=True))
    points = tuple((name, number_of(one)) for name, one in told if not TRUMPS.fullmatch(name))
    suits = [SUIT_WORDS[one.casefold()] for name, one in told if TRUMPS.fullmatch(name) and one]
    number = NUMBERED.fullmatch(first)
    return Row(first, int(number[1]) if number else None, points, "".join(suits[:1]))


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [one.strip(' \t*_"') for one in re.split(r"[,;\t|]", line.strip(" \t|"))]


def number_of(text: str) -> int:
    """Return the number that a text is, with either minus sign."""
    return int(text.replace("−", "-"))


def _may_stand_below(header: str, value: str) -> bool:
    """Return whether a column of a table of totals may have such a value: the suit of trumps or a
    total."""
    if TRUMPS.fullmatch(header):
        return not value or value.casefold() in SUIT_WORDS
    return re.fullmatch(NUMBER, value) is not None


def _numbers(line: str, count: int) -> list[str] | None:
    """Return the heading of a row and its numbers, which are this many and set apart by blanks."""
    row = SPACED.fullmatch(line.strip()) if len(line) <= LONGEST_LINE else None
    values = row["rest"].split() if row else []
    return [row["head"], *values] if row and len(values) == count else None


def _is_name(text: str) -> bool:
    return bool(text) and not re.search(r"\d", text)
