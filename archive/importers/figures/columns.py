"""Columns of a table: which player a number of a row is of, where cells are empty, and which
numbers only count the rows. Columns with words beside the points, such as who dealt or who went
out, are taken out before the table is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from archive.importers.figures.marks import Kind, Mark

SEPARATOR = re.compile(r"[|;\t]")
FEWEST = 3
"""The fewest rows that are counted."""
BESIDE = 2
"""How many characters beside a name a number may stand."""
REMARKED = frozenset({"five", "together", "out", "card", "suit", "name", "unit"})
CELLS = frozenset({"number", "card"})
WORDS = REMARKED - {"card", "unit"} | {"arrow"}
"""What stands behind the cells of a row."""
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


class Column(NamedTuple):
    """A column: its player, none where it has bonuses; where its heading begins and ends, or its
    place among the cells."""

    name: str
    start: int
    end: int


def numbered(lines: Sequence[list[Mark]], starts: Sequence[int]) -> None:
    """Take numbers in front of lines for those of hands, where they count the lines."""
    first = [
        (marks, marks[0].number)
        for marks, start in zip(lines, starts, strict=True)
        if len(marks) > 1 and marks[0].kind == "number" and marks[0].at == start
    ]
    if len(first) > FEWEST and _is_above_numbers(first[0][0], first[1][0]):
        del first[0]
    counted = [number for _, number in first]
    if len(counted) >= FEWEST and counted == list(range(1, len(counted) + 1)):
        for marks, _ in first:
            marks[0] = marks[0]._replace(kind="unit")


def _is_above_numbers(above: Sequence[Mark], below: Sequence[Mark]) -> bool:
    """Return whether a row, such as that of the beginning, lacks the number that the row below it
    has in front."""
    cells, own = ([one.kind == "number" for one in marks] for marks in (above, below))
    return (
        all(cells) and below[0].number == 1 and all(own[: len(cells) + 1]) and len(own) > len(cells)
    )


def without_brackets(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks of a line without brackets that have none between them."""
    told: list[Mark] = []
    for mark in marks:
        if mark.kind == "close" and told and told[-1].text == "(":
            del told[-1]
        else:
            told.append(mark)
    return told


def without_remark(marks: list[Mark], players: int) -> list[Mark]:
    """Return the marks of a row without a remark behind an arrow or in brackets, or one that names
    a card behind the row's number, where the row has a number of each player without it."""
    told = 0
    bare = marks[:1] != [] and marks[0].kind == "unit" and all(one.kind != "name" for one in marks)
    for place, mark in enumerate(marks):
        opens = mark.kind == "arrow" and mark.text != "="
        named = mark.kind == "card" or mark.in_words
        if (opens or (named and bare)) and told == players:
            behind = marks[place:]
            few = sum(one.kind == "number" for one in behind) < 2 and not _is_a_total(behind)
            remark = few and any(one.kind in REMARKED or one.in_words for one in behind)
            return (
                [*marks[:place], *(one for one in behind if one.kind == "won")] if remark else marks
            )
        told += mark.kind == "number"
    return marks


def _is_a_total(marks: Sequence[Mark]) -> bool:
    """Return whether an arrow leads to a player and a number, “-> Ann 19”."""
    return [mark.kind for mark in marks[:3]] == ["arrow", "name", "number"] and marks[0].text != "("


class Table:
    """The columns of a table; none where its names do not head any."""

    def __init__(self, header: str, marks: Sequence[Mark], at: int) -> None:
        self.separator = found[0] if (found := SEPARATOR.search(header)) else ""
        self.columns: list[Column] = []
        for mark in marks:
            start, end = mark.at - at, mark.end - at
            if self.separator:
                start = end = header.count(self.separator, 0, start)
            name = mark.text if mark.kind == "name" else ""
            self.columns.append(Column(name, start, end))
        self.has_bonuses = any(not one.name for one in self.columns)

    def named(self, line: str, marks: Sequence[Mark], at: int) -> list[Mark]:
        """Return the marks of a row, each number in a column behind its player; as they are where
        one belongs to no single column."""
        named: list[Mark] = []
        words, last = False, ""
        for mark in marks:
            if mark.kind == "dash":
                continue
            owner = self._owner(line, mark.at - at, mark.end - at) if mark.kind in CELLS else []
            words = words or mark.kind in WORDS
            if not (owner or named) and mark.kind == "number" and self.has_bonuses:
                named.append(mark._replace(kind="unit"))  # in front of all columns
                continue
            if len(owner) > 1 or (not owner and mark.kind == "number" and not words):
                return list(marks)
            if owner and owner[0] and owner[0] == last:
                named.append(mark)  # a total behind the points
            elif owner:
                kind: Kind = "name" if owner[0] else "bonus"
                named += [Mark(kind, owner[0], 0, mark.at, mark.at), mark]
                last = owner[0]
            else:
                named.append(mark)
        return named

    def _owner(self, line: str, start: int, end: int) -> list[str]:
        """Return the players in whose columns a cell may stand."""
        if self.separator:
            cell = line.count(self.separator, 0, start)
            return [one.name for one in self.columns if one.start == cell]
        return [
            one.name for one in self.columns
            if start < one.end + BESIDE and one.start - BESIDE < end
        ]  # fmt: skip


def _cells(kinds: Sequence[str]) -> int:
    """Return how many numbers a row has in front of its words."""
    first = next((at for at, kind in enumerate(kinds) if kind in CELLS), len(kinds))
    behind = (at for at, kind in enumerate(kinds) if kind in WORDS and at > first)
    return kinds[: next(behind, len(kinds))].count("number")


def is_header(marks: Sequence[Mark], players: int) -> bool:
    """Return whether a line has all players, each once, and nothing else but bonuses."""
    heads = [one for one in marks if one.kind != "bonus"]
    names = [one.text for one in heads if one.kind == "name"]
    return len(heads) == len(names) == len({*names}) == players


def in_columns(
    texts: Sequence[str], lines: Sequence[list[Mark]], starts: Sequence[int], players: int
) -> Iterator[tuple[list[Mark], bool]]:
    """Yield the marks of each line, and whether it is a row whose numbers were given their players
    by a header above it."""
    table: Table | None = None
    for text, marks, at in zip(texts, lines, starts, strict=True):
        if is_header(marks, players):
            table = Table(text, marks, at)
            yield marks, False
            continue
        kinds = [one.kind for one in marks]
        told = [one for one in marks if one.kind in CELLS]
        if table is None or "name" in kinds or not told or _cells(kinds) == players:
            table = None if "name" in kinds else table
            yield marks, False
            continue
        row = table.named(text, marks, at)
        yield row, row != marks


def without_remarks(lines: Sequence[str]) -> list[str]:
    """Return the lines with blanks in columns of a table that have words beside the points, and
    with one kind of separator."""
    places: list[int] = []  # of such columns among cells with separators
    apart: list[WordColumn] = []  # such columns between blanks
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


class WordColumn(NamedTuple):
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


def _remarked(line: str) -> list[WordColumn]:
    """Return the columns with words that a line of headings without separators has; none in any
    other line."""
    cells = [*BETWEEN_BLANKS.finditer(line)]
    single = len(cells) == 1
    if single:
        cells = [*WORD.finditer(line)]
    heads = [
        WordColumn(*cell.span(), place if single else None)
        for place, cell in enumerate(cells)
        if REMARKS.fullmatch(cell[0]) and (place < FRONT or not single)
    ]
    named = [cell[0] for cell in cells if cell[0][0].isupper()]
    return heads if len(named) > len(heads) + 1 and not DIGIT.search(line) else []


def _without_words_in(line: str, columns: Sequence[WordColumn], *, heads: bool) -> str:
    """Return a row with numbers, or the line of `heads`, without the words in these columns."""
    if not (columns and (heads or DIGIT.search(line))):
        return line
    cells = BETWEEN_BLANKS if columns[0].place is None else WORD
    for place, cell in enumerate(cells.finditer(line)):
        if any(one.has(cell, place) for one in columns) and not DIGIT.search(cell[0]):
            line = _blanked(line, *cell.span())
    return line
