"""What keeping a record costs, beyond judging it: finding it, claiming it, and putting its verdict
where pages and search look for it.

    python -m bench.keeping [--records 10000] [--database postgresql://…]

The games of bench.load are judged first, outside the archive. Then their file is handed in, split,
and kept batch by batch as a worker does it, with those judgements, in this one process and without
a queue: all the processor time taken is that of splitting and keeping. On PostgreSQL it is this
side's time alone; the server's is not in it.

On SQLite the floor stands beside it: the same rows, read from the tables when all is done, put by
the driver alone into an empty database of the same shape, in as many transactions.
"""

from __future__ import annotations

import argparse
import gc
import os
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from archive.config import Settings
from archive.core.judgements import Judgement, Piece
from archive.judge_record import judge
from archive.notation import split
from archive.services import Archive, Visibility
from archive.services.unpacking import ROWS_AT_ONCE
from archive.store import facet_counts
from bench.load.house import WORKERS
from bench.load.made_up import records

BEFORE: Final = ("blob", "chunk", "upload", "document", "player", "alias")
FOUND: Final = (
    "id", "upload_id", "document", "owner_id", "visibility", "created_at", "number", "start", "end",
    "line", "revision",
)  # fmt: skip
"""What a record's row says when it is found; judging brings the rest."""
WAITING: Final = {
    "state": "waiting", "standing": "waiting", "shown": 0, "attempts": 0, "day": "",
    "players": "[]", "findings": 0,
}  # fmt: skip
OF_RECORD: Final = ("seat", "finding", "recordtext", "verdict")
ADDED: Final = (
    "ON CONFLICT (scope, game, rules, standing, month)"
    " DO UPDATE SET records = facetcount.records + excluded.records"
)


class Queue:
    """Remembers the ranges it is asked to have judged."""

    def __init__(self) -> None:
        self.spans: list[tuple[Any, ...]] = []

    def receive(self, _upload_id: str) -> bool:
        return True

    def judge(self, *span: Any) -> bool:
        self.spans.append(span)
        return True

    def analyse(self, *_span: Any, soon: bool) -> bool:
        return True

    def presses(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to close."""


def judged(data: bytes) -> dict[bytes, Judgement]:
    """What judging each record brings, by its bytes."""
    pieces = [
        Piece("", number, data[one.start : one.end]) for number, one in enumerate(split(data), 1)
    ]
    with get_context("spawn").Pool(WORKERS) as pool:
        found = pool.map(_judged, pieces, 100)
    return {piece.data: one for piece, one in zip(pieces, found, strict=True)}


def _judged(piece: Piece) -> Judgement:
    return judge(piece, 60.0)


class Taken(NamedTuple):
    """Processor seconds."""

    splitting: float
    keeping: float


def kept(settings: Settings, data: bytes, judgements: dict[bytes, Judgement]) -> Taken:
    """Hand in, split and keep, as the archive does."""
    archive = Archive(
        settings,
        judge_with=lambda piece, _: replace(judgements[piece.data], record_id=piece.id),
    )
    archive.migrate()
    queue = archive.context.queue = Queue()  # type: ignore[assignment]
    upload_id = archive.uploads.hand_in(
        data, filename="all.xxn", source="bench", visibility=Visibility.PUBLIC
    ).upload_id
    gc.collect()
    begun = time.process_time()
    archive.judging.receive(upload_id)
    between = time.process_time()
    for span in queue.spans:
        archive.judging.judge(*span)
    ended = time.process_time()
    view = archive.uploads.find(upload_id)
    assert view is not None
    assert (view.state, view.judged) == ("done", len(judgements))
    archive.close()
    return Taken(between - begun, ended - between)


def floor(settings: Settings, empty: Settings) -> Taken:
    """The same rows put into an empty database by SQLite's driver alone, those that judging finds
    there already beforehand."""
    archive = Archive(empty)
    archive.migrate()
    to: Any = archive.database.engine.raw_connection().driver_connection
    kept = sqlite3.connect(settings.database_url.partition("///")[2])
    to.execute("BEGIN")
    for table in BEFORE:
        _put(to, table, *_read(kept, table))
    to.execute("COMMIT")
    names, found = _read(kept, "record", "ORDER BY number")
    rows = [dict(zip(names, row, strict=True)) for row in found]
    waiting = [(*(row[name] for name in FOUND), *WAITING.values()) for row in rows]
    batches = [Batch(kept, part) for part in _parts(rows, settings.batch)]
    brought = [name for name in names if name not in FOUND]
    told = ", ".join(f"{name} = ?" for name in brought)
    begun = time.process_time()
    for part in _parts(waiting, ROWS_AT_ONCE):
        to.execute("BEGIN IMMEDIATE")
        _put(to, "record", (*FOUND, *WAITING), part)
        to.execute("COMMIT")
    between = time.process_time()
    for batch in batches:
        to.execute("BEGIN IMMEDIATE")
        to.execute("UPDATE record SET attempts = 1 WHERE upload_id = ? AND number BETWEEN ? AND ?",
                   batch.span)  # fmt: skip
        to.execute("COMMIT")
        to.execute("BEGIN IMMEDIATE")
        values = [(*(row[name] for name in brought), row["id"]) for row in batch.records]
        to.executemany(f"UPDATE record SET {told} WHERE id = ?", values)
        for table, (columns, of_table) in batch.tables.items():
            _put(to, table, columns, of_table)
        _put(to, "facetcount", facet_counts.COLUMNS, batch.counted, ADDED)
        to.execute("COMMIT")
    archive.close()
    return Taken(between - begun, time.process_time() - between)


class Batch:
    """Records, and all the rows that judging them has brought."""

    def __init__(self, kept: sqlite3.Connection, records: Sequence[dict[str, Any]]) -> None:
        self.records = records
        self.span = (records[0]["upload_id"], records[0]["number"], records[-1]["number"])
        ids = ", ".join(f"'{row['id']}'" for row in records)
        self.tables = {
            table: _read(kept, table, f"WHERE record_id IN ({ids})") for table in OF_RECORD
        }
        scopes = {row["id"]: {""} for row in records}
        for table, column in (("seat", "player_id"), ("finding", "code")):
            names, rows = self.tables[table]
            word, at = column.removesuffix("_id").replace("code", "finding"), names.index(column)
            for row in rows:
                scopes[row[names.index("record_id")]].add(f"{word}:{row[at]}")
        counted = Counter(
            kind
            for row in records
            for kind in facet_counts.kinds(
                scopes[row["id"]], row["game"], row["rules"], row["standing"], row["day"]
            )
        )
        self.counted = sorted((*kind, number) for kind, number in counted.items())


def _read(
    kept: sqlite3.Connection, table: str, which: str = ""
) -> tuple[list[str], list[tuple[Any, ...]]]:
    found = kept.execute(f"SELECT * FROM {table} {which}")
    return [column[0] for column in found.description], found.fetchall()


def _put(
    to: sqlite3.Connection, table: str, names: Sequence[str], rows: Sequence[Any], more: str = ""
) -> None:
    columns = ", ".join(f'"{name}"' for name in names)
    given = ", ".join("?" * len(names))
    to.executemany(f"INSERT INTO {table} ({columns}) VALUES ({given}) {more}", rows)


def _parts(rows: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for at in range(0, len(rows), size):
        yield rows[at : at + size]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    data = records(asked.records)
    judgements = judged(data)
    gc.collect()
    gc.freeze()  # what was judged beforehand is not the archive's to look through
    with tempfile.TemporaryDirectory(prefix="twenties-keeping-") as name:
        settings, empty = (
            Settings.from_environment({"TWENTIES_INSTANCE": f"{name}/{each}", **more})
            for each, more in (
                ("kept", {"DATABASE_URL": asked.database} if asked.database else {}),
                ("floor", {}),
            )
        )
        _print("kept", kept(settings, data, judgements), asked.records)
        if not asked.database:
            _print("floor", floor(settings, empty), asked.records)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"load average {load}")


def _print(name: str, taken: Taken, number: int) -> None:
    split_, keep, both = (seconds / number * 1000 for seconds in (*taken, sum(taken)))
    print(
        f"{name:8}{both:7.3f} ms of processor a record: splitting {split_:.3f}, keeping {keep:.3f}"
    )


if __name__ == "__main__":
    main()
