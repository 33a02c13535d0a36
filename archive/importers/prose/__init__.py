"""Score sheets of Twenty in prose: `Anna: 8 (8) Berta: A (9) Anna: 2 (11) Berta: 9 (20; 10 points)`
with hands, standings, the cards turned up, bonuses, and comments in between."""

from __future__ import annotations

import re

from archive.importers.imported import Imported, Importer, Options
from archive.importers.prose.names import PLAYED
from archive.importers.prose.reader import Sheets
from archive.importers.ranks import Ranks
from archive.importers.source import Source

FIRST_ROUND = re.compile(
    r"^[#*_ \t]*(?:round|runde)[ \t]+(?:1|one|i|eins)\b", re.IGNORECASE | re.MULTILINE
)
PLAYS = 2
"""So many plays with their tally make a text a score sheet."""


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    text = Source(data, options.encoding).text
    if "\0" in text:
        return False
    return sum(1 for _, _ in zip(range(PLAYS), PLAYED.finditer(text), strict=False)) == PLAYS


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = Ranks.declared(options.ranks)
    rounds = [match.start() for match in FIRST_ROUND.finditer(source.text)]
    starts = [0, *rounds[1:]]
    ends = [*starts[1:], len(source.text)]
    records = [
        Sheets(source, ranks, start, end).read() for start, end in zip(starts, ends, strict=True)
    ]
    return Imported(IMPORTER.name, IMPORTER.title, records, source.diagnostics())


IMPORTER = Importer("prose", "a score sheet of Twenty in prose", _recognises, _read)
