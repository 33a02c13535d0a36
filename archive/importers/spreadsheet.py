"""Tables of plays in a spreadsheet (.xlsx). Every sheet with a header of plays is read; lines and
columns in what is reported are rows and columns of the sheet, and the path names the cell."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from archive.diagnostics import Diagnostic, Severity
from archive.importers.imported import Column, Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.headers import is_header, place_of
from archive.importers.rows.reader import Plays, columns_of
from archive.importers.source import MOST_DIAGNOSTICS, Source, capped, short

WIDEST = 200
LONGEST = 50_000
LARGEST_UNPACKED = 1 << 26


class Sheets(Source):
    """Like a text, but the place of a cell is its row and column."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.name = ""
        self.faults: list[Diagnostic] = []

    def report(
        self, at: int, code: str, expected: str, found: str, *,
        severity: Severity = "error", fix: str | None = None,
    ) -> None:  # fmt: skip
        row, column = divmod(at, WIDEST)
        cell = f"{self.name}!{place_of(column)}{row + 1}"
        self.faults.append(
            Diagnostic(code, severity, row + 1, column + 1, 0, expected, short(found), fix, cell)
        )

    def diagnostics(self) -> list[Diagnostic]:
        return capped(self.faults[: MOST_DIAGNOSTICS + 1], len(self.faults))


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
            return "xl/workbook.xml" in packed.namelist() and unpacked <= LARGEST_UNPACKED
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def _read(data: bytes, options: Options) -> Imported:
    source = Sheets()
    ranks = Ranks.declared(options.ranks)
    records, mapping = [], []
    for name, table in _tables(data, source):
        source.name = name
        header = next(table, None)
        if header is None:
            continue
        if not is_header([cell.text for cell in header.cells]):
            source.report(header.at, "no-header", "a header with columns such as player and card",
                          " ".join(cell.text for cell in header.cells))  # fmt: skip
            continue
        columns = columns_of(header, source.report)
        records += Plays(source, ranks, columns).read(table)
        mapping += [Column(f"{name}!{place}", said, meaning) for place, said, meaning in columns]
    return Imported(IMPORTER.name, IMPORTER.title, records, source.diagnostics(), tuple(mapping))


def _tables(data: bytes, source: Sheets) -> Iterator[tuple[str, Iterator[Row]]]:
    """The sheets by name. What cannot be opened is reported, and what was read stays."""
    from openpyxl import load_workbook  # takes a while to import, and few need it

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            yield sheet.title, _rows(sheet, source)
    except Exception as error:  # openpyxl raises whatever its parts raise
        source.report(0, "unreadable-spreadsheet", "a spreadsheet (.xlsx)", type(error).__name__)


def _rows(sheet: Any, source: Sheets) -> Iterator[Row]:
    for number, values in enumerate(sheet.iter_rows(max_col=WIDEST, values_only=True)):
        if number == LONGEST:
            source.report(number * WIDEST, "long-sheet", f"at most {LONGEST} rows", "more")
            return
        at = number * WIDEST
        cells = [Cell(_text(value), at + column) for column, value in enumerate(values)]
        while cells and not cells[-1].text:
            cells.pop()
        if cells:
            yield Row(cells, at)


def _text(value: object) -> str:
    """A cell as it reads: a whole number without its decimals, a moment as its date."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    date = getattr(value, "date", None)
    return str(date()) if callable(date) else str(value).strip()


IMPORTER = Importer("xlsx", "a spreadsheet of plays", _recognises, _read)
