"""What fuzzing starts from: the fixtures, games of every table made up by chance, and score sheets
of other people's making."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random

from openpyxl import Workbook

from archive.core.events import Deal, Round
from archive.core.record import Record
from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.notation import write
from bench.mass import tables

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
LONGEST = 6_000  # bytes; of a longer record only the beginning is kept
OF_A_TABLE = 24  # tables of a game of which a record is made up, before any comes again


def records(rng: Random) -> list[bytes]:
    """Every fixture, and games of all kinds, sound and with a flaw, most of them cut short."""
    found = [path.read_bytes()[:LONGEST] for path in sorted(FIXTURES.glob("**/*.xxn"))]
    for game in GAMES:
        every = tables(game)
        for table in rng.sample(every, min(OF_A_TABLE, len(every))):
            record = table.play(rng.randrange(1 << 30)).record
            flaws = flaws_of(game, table.rules)
            spoilt = spoil(record, rng.choice(sorted(flaws)), rng) if rng.random() < 0.5 else None
            found.append(write(_begun(spoilt or record, rng)).encode())
    return found


def _begun(record: Record, rng: Random) -> Record:
    """The first deals of a game: short inputs are tried more often."""
    deals = [at for at, event in enumerate(record.events) if isinstance(event, Deal | Round)]
    if len(record.events) < 60 or len(deals) < 3 or rng.random() < 0.1:
        return record
    return Record(record.tags, record.events[: deals[rng.randint(1, min(3, len(deals) - 1))]])


def sheets() -> list[tuple[str, bytes]]:
    """Other people's score sheets, each with a file name."""
    folder = FIXTURES / "import"
    suffixes = (".csv", ".tsv", ".txt", ".md", ".json")
    paths = sorted(path for path in folder.glob("**/*") if path.suffix in suffixes)
    found = [(path.name, path.read_bytes()) for path in paths]
    found += [
        (f"{path.stem}.xlsx", spreadsheet(path.read_text("utf-8", "replace")))
        for path in sorted(folder.glob("**/*.csv"))
    ]
    return found


def spreadsheet(text: str) -> bytes:
    """A spreadsheet of the rows of a table."""
    book = Workbook()
    sheet = book.active
    for row in csv.reader(io.StringIO(text)):
        sheet.append([int(cell) if cell.isdecimal() and cell.isascii() else cell for cell in row])
    into = io.BytesIO()
    book.save(into)
    return into.getvalue()
