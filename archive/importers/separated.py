"""Tables of plays as text: CSV with commas, semicolons, tabs or bars between the cells."""

from __future__ import annotations

from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import SEPARATORS, rows
from archive.importers.rows.headers import is_header
from archive.importers.rows.reader import Plays, columns_of
from archive.importers.source import Source

HEADER = 4096
"""The header's row is looked for in so many characters."""


def separator_of(text: str) -> str | None:
    """What stands between the cells: the one separator with which the first row is a header."""
    start = text[:HEADER].lstrip("\n")
    able = [
        separator
        for separator in SEPARATORS
        if (first := next(rows(start, separator), None))
        and is_header([cell.text for cell in first.cells])
    ]
    return able[0] if len(able) == 1 else None


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    return (
        data[:4] != b"PK\x03\x04" and separator_of(Source(data, options.encoding).text) is not None
    )


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    separator = separator_of(source.text) or ","
    table = rows(source.text, separator)
    header = next(table, None)
    columns = columns_of(header, source.report) if header else ()
    plays = Plays(source, Ranks.declared(options.ranks), columns)
    records = plays.read(table)
    title = f"a table of plays, its cells parted by {SEPARATORS[separator]}"
    return Imported(IMPORTER.name, title, records, source.diagnostics(), columns)


IMPORTER = Importer("csv", "a table of plays (CSV)", _recognises, _read)
