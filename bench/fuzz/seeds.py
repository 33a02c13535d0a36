"""What fuzzing starts from: the fixtures, games of every table made up by chance, and score sheets
of other people's making."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from openpyxl import Workbook

from archive.core.events import Deal, Round
from archive.core.record import Record
from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.notation import read, write
from archive.notation.json_source import write_json
from bench.mass import tables
from tests.scoring.totals_sheets import made, readings, sheet_of

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
LONGEST = 6_000  # bytes; of a longer record only the beginning is kept
OF_A_TABLE = 24  # tables of a game of which a record is made up, before any comes again
OF_TOTALS = 20  # sheets of totals without plays
OF_JSON = 25  # records as JSON
OF_PACKED = 4  # packed files of either kind


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
    for rules, seats, options in rng.sample([*readings()], OF_TOTALS):
        game = made(rules, seats, options, rng.randrange(1 << 30))
        found.append(write(sheet_of(game, trumps=rng.random() < 0.5)).encode())
    return found


def _begun(record: Record, rng: Random) -> Record:
    """The first deals of a game: short inputs are tried more often."""
    deals = [at for at, event in enumerate(record.events) if isinstance(event, Deal | Round)]
    if len(record.events) < 60 or len(deals) < 3 or rng.random() < 0.1:
        return record
    return Record(record.tags, record.events[: deals[rng.randint(1, min(3, len(deals) - 1))]])


def sheets(rng: Random) -> list[tuple[str, bytes]]:
    """Other people's score sheets, records as JSON, and packed files, each with a file name."""
    folder = FIXTURES / "import"
    suffixes = (".csv", ".tsv", ".txt", ".md", ".json")
    paths = sorted(path for path in folder.glob("**/*") if path.suffix in suffixes)
    found = [(path.name, path.read_bytes()) for path in paths]
    found += [
        (f"{path.stem}.xlsx", spreadsheet(path.read_text("utf-8", "replace")))
        for path in sorted(folder.glob("**/*.csv"))
    ]
    texts = [path.read_bytes()[:LONGEST] for path in sorted(FIXTURES.glob("**/*.xxn"))]
    for at, text in enumerate(rng.sample(texts, OF_JSON)):
        found.append((f"{at}.json", write_json(read(text)).encode()))
    for at in range(OF_PACKED):
        chosen = [*rng.sample(found, 3), (f"{at}.xxn", rng.choice(texts))]
        found.append((f"{at}.zip", packed(chosen, rng)))
        found.append((f"{at}.gz", gzip.compress(rng.choice(texts))))
    return found


def packed(files: Sequence[tuple[str, bytes]], rng: Random) -> bytes:
    """A zip of files, each stored as it is or compressed."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        for name, data in files:
            made.writestr(name, data, rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    return into.getvalue()


def spreadsheet(text: str) -> bytes:
    """A spreadsheet of the rows of a table."""
    book = Workbook()
    sheet = book.active
    for row in csv.reader(io.StringIO(text)):
        sheet.append([int(cell) if cell.isdecimal() and cell.isascii() else cell for cell in row])
    into = io.BytesIO()
    book.save(into)
    return into.getvalue()
