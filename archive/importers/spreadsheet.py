"""Sheets in a spreadsheet (.xlsx). Every sheet with a table of plays, or with a game in words, is
read; lines and columns in reports are rows and columns of the sheet, and the path names the
cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from archive.importers import evening, figures, prose, totals
from archive.importers.imported import Column, Imported, Importer, Options
from archive.importers.players_like_cards import shown_in, with_their_names
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.headers import place_of
from archive.importers.rows.reader import Plays
from archive.importers.rows.tables import header_at
from archive.importers.source import Source, Spot, plain
from archive.importers.totals import LONGEST as LONGEST_SHEET
from archive.importers.totals import lines_of
from archive.importers.totals.only_totals import are_totals
from archive.importers.undeclared_ranks import ranks_of
from archive.importers.unused import nearest
from archive.importers.workbook.package import Unreadable, claims_to_be
from archive.importers.workbook.parts import Book, Place

WIDEST = 200
"""The number of columns that are read; anything further to the right is reported."""
LONGEST = 50_000
"""The most rows that are read of one sheet."""
BARS = " | "
ROWS = 1 << 44
"""More rows than any sheet can name: the place of a cell counts sheets, rows and columns."""


class Sheets(Source):
    """The cells of a spreadsheet, as a source whose places are sheets, rows and columns."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.names: list[str] = []
        self.texts: dict[tuple[str, int], str] = {}

    def at(self, row: int, column: int) -> int:
        """Return the place of a cell of the sheet that is being read."""
        return ((len(self.names) - 1) * ROWS + row) * WIDEST + column

    def place(self, at: int) -> tuple[int, int]:
        """Return the row of a place, counted through all sheets, and its column."""
        return divmod(max(at, 0), WIDEST)

    def byte(self, at: int) -> int:
        """Return 0: a cell is no stretch of the bytes."""
        return 0

    def spot(self, at: int) -> Spot:
        """Return a place as its row, its column and the name of its cell."""
        rest, column = self.place(at)
        sheet, row = divmod(rest, ROWS)
        name = self.names[sheet] if sheet < len(self.names) else ""
        return Spot(row + 1, column + 1, f"{name}!{place_of(column)}{row + 1}")

    @property
    def last_line(self) -> int:
        """Return 0: a spreadsheet has rows, each of its own sheet."""
        return 0

    def line_of(self, spot: Spot) -> str:
        """Return the cells of the row of a place as one text."""
        name = (spot.cell or "").rpartition("!")[0]
        return self.texts.get((name, spot.line), "")

    def inside(self, at: int, offset: int) -> int:
        """Return the place itself, because a cell is the smallest place."""
        return at


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    return claims_to_be(data, filename)


def _read(data: bytes, options: Options) -> Imported:
    source = Sheets()
    sheets: list[RecordDraft] = []
    mapping: list[Column] = []
    renamed = False
    try:
        book = Book(data)
        for place in book.sheets:
            source.names.append(place.name)
            own = _rows(book, place, source)
            rows = _with_names_shown(own)
            renamed = renamed or rows is not own
            cards, _ = _as_text(rows[:LONGEST_SHEET], BARS)
            ranks = ranks_of(source, cards, options.ranks, source.at(0, 0))
            for table in _games(rows, ranks):
                _game(source, ranks, table, sheets, mapping)
    except Unreadable as unreadable:
        source.names = source.names or [""]
        source.report(source.at(0, 0), "unreadable-spreadsheet", str(unreadable),
                      "nothing that could be read")  # fmt: skip
    found = Imported.of(IMPORTER, source, sheets, tuple(mapping))
    return with_their_names(found) if renamed else found


def _with_names_shown(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows with another word in place of a player’s name that readers would misread."""
    text, _ = _as_text(rows, BARS)
    shown, at = shown_in(text), 0
    if shown == text:
        return rows
    told: list[Row] = []
    for row in rows:
        cells: list[Cell] = []
        for cell in row.filled:
            end = at + len(cell.text)
            changed = shown[at:end] != text[at:end]
            cells.append(cell._replace(text=shown[at:end]) if changed else cell)
            at = end + len(BARS)
        told.append(row._replace(cells=cells))
        at += 1 - (len(BARS) if cells else 0)
    return told


def _games(table: Sequence[Row], ranks: Ranks) -> list[Sequence[Row]]:
    """Return the rows of each game of a sheet. A game begins with its totals or its header; rows
    that have neither belong to the game above."""
    text, _ = _as_text(table, BARS)
    first_rows = [text.count("\n", 0, start) for start, _ in evening.starts_of(text)]
    found: list[Sequence[Row]] = []
    for start, end in pairwise([0, *first_rows, len(table)]):
        rows = table[start:end]
        if found and not (_has_totals(rows) or header_at(rows, ranks) is not None):
            found[-1] = [*found[-1], *rows]
        else:
            found.append(rows)
    return found


def _has_totals(table: Sequence[Row]) -> bool:
    text, _ = _as_text(table[:LONGEST_SHEET], BARS)
    return are_totals(list(lines_of(text))) or len(figures.ways_to_read(text)) == 1


def _game(
    source: Sheets,
    ranks: Ranks,
    table: Sequence[Row],
    sheets: list[RecordDraft],
    mapping: list[Column],
) -> None:
    """Read one game: totals, a table of plays or lines of words; report it where there is none."""
    if not table:
        return
    told = _totals(source, ranks, table)
    if told:
        sheets += told
        return
    header = header_at(table, ranks)
    if header is not None:
        plays = Plays(source, ranks)
        sheets += plays.read(table, header)
        name = source.names[-1]
        mapping += [
            Column(f"{name}!{place}", said, meaning)
            for place, said, meaning in plays.layout.columns
        ]
        return
    text, where = _as_text(table)
    noted = source.noted()
    game = prose.read_game(source, ranks, text, where)
    if game.played >= prose.PLAYS:
        sheets.append(game)
        return
    source.forget_since(noted)
    if told := figures.sheets_of(source, *_as_text(table[:LONGEST_SHEET], BARS)):
        sheets += told
        return
    row = _nearest(table)
    source.report(row.filled[0].at, "no-header", "a header with columns such as player and card",
                  "  ".join(cell.text for cell in row.filled))  # fmt: skip


def _nearest(table: Sequence[Row]) -> Row:
    """Return the row that looks most like a game where there is none: the first of a table, of
    words alone the line with a play."""
    wide = next((row for row in table if len(row.filled) > 1), None)
    return wide or table[nearest([row.filled[0].text for row in table])]


def _totals(source: Sheets, ranks: Ranks, table: Sequence[Row]) -> list[RecordDraft]:
    """Return the games of a sheet that gives only totals; none of any other sheet."""
    text, where = _as_text(table[:LONGEST_SHEET], BARS)
    lines = [line._replace(at=where(line.at)) for line in lines_of(text)]
    return totals.sheets_of(source, ranks, lines) if are_totals(lines) else []


def _as_text(table: Sequence[Row], between: str = "  ") -> tuple[str, Callable[[int], int]]:
    """Return the rows as lines, and a function that gives the place of the cell in which a
    character of them stands. With bars between the cells each row is one line."""
    lines, starts, places, at = [], [], [], 0
    for row in table:
        texts = []
        for cell in row.filled:
            starts.append(at)
            places.append(cell.at)
            texts.append(cell.text.replace("\n", " ") if between == BARS else cell.text)
            at += len(cell.text) + len(between)
        lines.append(between.join(texts))
        at += 1 - (len(between) if texts else 0)

    def where(index: int) -> int:
        return places[max(0, bisect_right(starts, index) - 1)]

    return "\n".join(lines), where


def _rows(book: Book, place: Place, source: Sheets) -> list[Row]:
    """Return the rows of a sheet with something in them. Row numbers may be of any size."""
    found: list[Row] = []
    cells: dict[int, Cell] = {}
    here: int | None = None
    wide = False
    above = 0  # the last row with something in it
    for cell in book.read(place):
        if cell.row != here:
            if cells:
                found.append(_row(cells, source, here or 0, above))
                above = here or 0
            if len(found) >= LONGEST:
                at = source.at(cell.row, 0)
                source.report(at, "long-sheet", f"at most {LONGEST} rows", "more")
                return found
            here, cells = cell.row, {}
        if cell.column >= WIDEST:
            if not wide:
                far = f"{cell.text or cell.lacking} (in {place_of(cell.column)}{cell.row + 1})"
                source.report(source.at(cell.row, WIDEST - 1), "wide-sheet",
                              f"at most {WIDEST} columns; what stands further right was not read",
                              far)  # fmt: skip
            wide = True
            continue
        if cell.lacking and cell.column not in cells:
            at = source.at(cell.row, cell.column)
            cells[cell.column] = Cell("", at, cell.lacking)
        else:
            cells[cell.column] = Cell(plain(cell.text).strip(), source.at(cell.row, cell.column))
    if cells:
        found.append(_row(cells, source, here or 0, above))
    return found


def _row(cells: dict[int, Cell], source: Sheets, number: int, above: int) -> Row:
    filled = [
        cells.get(column) or Cell("", source.at(number, column)) for column in range(max(cells) + 1)
    ]
    source.texts[source.names[-1], number + 1] = "  ".join(
        cell.text or cell.lacking or "" for cell in cells.values()
    )
    return Row(filled, source.at(number, 0), apart=number > above + 1)


IMPORTER = Importer("xlsx", "a spreadsheet", _recognises, _read)
