"""Tables of plays as text: CSV with commas, semicolons, tabs or bars between the cells, and the
tables of Markdown."""

from __future__ import annotations

from itertools import islice

from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.rows.card_columns import TRIED
from archive.importers.rows.cells import SEPARATORS, Row, rows
from archive.importers.rows.reader import Plays
from archive.importers.rows.tables import HEADER_WITHIN, header_at
from archive.importers.source import Source
from archive.importers.undeclared_ranks import inferred, ranks_of

LOOKED_AT = 1 << 16
"""The number of characters in which the header's row is looked for."""
LONGEST = 50_000
"""The most rows that are read of one table."""


def separator_of(text: str, ranks: Ranks) -> str | None:
    """Return the separator between the cells: the only one with which there is a header. A header
    with a player and a card goes before one that could be read as a column for each player."""
    start = text[:LOOKED_AT]
    able: dict[str, int] = {}
    for separator in SEPARATORS:
        if separator not in start:
            continue
        first = list(islice(rows(start, separator), HEADER_WITHIN + TRIED + 1))
        found = header_at(first, ranks)
        if found is not None:
            able[separator] = len(first[found].cells)
    if not able:
        return None
    widest = max(able.values())
    return next(separator for separator, width in able.items() if width == widest)


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    if data[:4] == b"PK\x03\x04" or (
        b"\0" in data[:64] and data[:2] not in (b"\xff\xfe", b"\xfe\xff")
    ):
        return False
    source = Source(data, options.encoding)
    ranks = Ranks.declared(options.ranks or inferred(source.text[:LOOKED_AT]))
    return separator_of(source.text, ranks) is not None


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = ranks_of(source, source.text, options.ranks)
    separator = separator_of(source.text, ranks) or ","
    table: list[Row] = list(islice(rows(source.text, separator), LONGEST + 1))
    if len(table) > LONGEST:
        source.report(table[-1].at, "long-sheet", f"at most {LONGEST} rows", "more")
        del table[-1]
    header = header_at(table, ranks)
    if header is None:
        at = table[0].at if table else 0
        source.report(at, "no-header", "a header with columns such as player and card",
                      "  ".join(table[0].texts) if table else "nothing")  # fmt: skip
        return Imported(IMPORTER.name, IMPORTER.title, [], source.diagnostics())
    plays = Plays(source, ranks)
    sheets = plays.read(table, header)
    title = f"a table of plays, separated by {SEPARATORS[separator]}"
    return Imported.of(IMPORTER, source, sheets, plays.layout.columns, title)


IMPORTER = Importer(
    "csv",
    "a table of plays (CSV)",
    _recognises,
    _read,
    behind=frozenset({"totals", "losing-cards"}),
)
