"""Search in a large archive: five typical questions, each a page of 50 with facets, and datasette.

    python -m bench.search                  a million made-up records, in a folder of its own
    python -m bench.search 100000           fewer
    python -m bench.search --instance DIR   an archive that is there already (DATABASE_URL counts)

Each question is asked with other values every time, of the service (rows and facets as plain
values) and of the application (the whole page). datasette gets the same table in the same run, with
the same facets, as many rows, and all the time it needs for them; it can only be asked where the
rows are in SQLite. All take turns, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from archive.config import Settings
from archive.service import Archive
from archive.service.sampling import RARE, load
from archive.web.app import create_app

FACETS = ("game", "rules", "standing")
ROUNDS = 40
SLOW_ROUNDS = 5
"""datasette is asked this often only: it takes its time."""


class Question:
    """What is asked of both: as our address has it, and as datasette's does."""

    def __init__(self, title: str, ours: dict[str, str], theirs: dict[str, str]) -> None:
        self.title = title
        self.ours = ours
        self.theirs = {"shown": "1", "_sort_desc": "created_at", "_size": "50", **theirs}

    def their_address(self, database: str) -> str:
        asked = [*self.theirs.items(), *(("_facet", one) for one in FACETS)]
        return f"/{database}/record?{urlencode(asked)}"


def questions(archive: Archive, rng: random.Random) -> Iterator[list[Question]]:
    """The five, with other values each time."""
    listed = archive.search.page({}).page
    games, codes = [*listed.facets.games], [*listed.facets.findings]
    players = sorted({who for batch in _some(archive) for who in batch})
    while True:
        game, verdict = rng.choice(games), rng.choice(("upheld", "flawed"))
        player, code, word = rng.choice(players), rng.choice(codes), rng.choice(RARE).split()[0]
        within = "id in (select record_id from {} where {} = '{}')"
        said = (
            "id in (select record_id from recordtext where id in (select rowid from"
            f" recordtext_words where recordtext_words match '{word}'))"
        )
        yield [
            Question("first page", {}, {}),
            Question("game and verdict", {"game": game, "verdict": verdict},
                     {"game": game, "standing": verdict}),
            Question("a player", {"player": player},
                     {"_where": within.format("seat", "player_id", player)}),
            Question("a finding", {"finding": code},
                     {"_where": within.format("finding", "code", code)}),
            Question("a word", {"q": word}, {"_where": said}),
        ]  # fmt: skip


def _some(archive: Archive) -> Iterator[set[str]]:
    """Players of a few hundred games from all over the archive."""
    for year in ("2020", "2023", "2025"):
        for order in ("newest", "highest", "findings"):
            page = archive.search.page({"from": year, "sort": order}).page
            yield {player for one in page.games for player in one.seats.values()}


class Timed:
    """Milliseconds by question."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}

    def of(self, title: str, work: Callable[[], object]) -> None:
        begun = time.perf_counter()
        work()
        self.taken.setdefault(title, []).append((time.perf_counter() - begun) * 1000)

    def median(self, title: str) -> float:
        return statistics.median(self.taken[title])

    def most(self, title: str) -> float:
        """The 99th percentile, or the worst where there are too few for that."""
        ordered = sorted(self.taken[title])
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def run(archive: Archive, rounds: int, slow_rounds: int) -> None:
    app = create_app(archive.settings, archive)
    client = app.test_client()
    service, page, theirs = Timed(), Timed(), Timed()
    asked = questions(archive, random.Random(5))
    for question in next(asked):  # what is compiled once is compiled now
        client.get("/games", query_string=question.ours)
    with _datasette(archive.settings) as datasette:
        for number in range(rounds):
            for question in next(asked):
                title = question.title
                service.of(title, lambda q=question: archive.search.page(q.ours))
                page.of(title, lambda q=question: _page(client, q))
                if datasette is not None and number < slow_rounds:
                    theirs.of(title, lambda q=question: datasette(q))
    records = sum(archive.search.standings().values())
    print(f"\n{records:,} records; milliseconds, median and 99th percentile of {rounds} each")
    print(f"{'':18}{'service':>16}{'whole page':>18}{'datasette':>18}   page / datasette")
    for title in service.taken:
        line = f"{title:18}{service.median(title):8.1f} {service.most(title):7.1f}"
        line += f"{page.median(title):10.1f} {page.most(title):7.1f}"
        if title in theirs.taken:
            line += f"{theirs.median(title):10.0f} {theirs.most(title):7.0f}"
            line += f"{page.median(title) / theirs.median(title):14.3f}"
        print(line)


def _page(client: object, question: Question) -> None:
    answer = client.get("/games", query_string=question.ours)  # type: ignore[attr-defined]
    assert answer.status_code == 200, answer.status


@contextmanager
def _datasette(settings: Settings) -> Iterator[Callable[[Question], object] | None]:
    """datasette in this process, without limits of time; None where it cannot read the rows."""
    if not settings.database_url.startswith("sqlite"):
        yield None
        return
    from datasette.app import Datasette

    path = settings.database_url.removeprefix("sqlite:///")
    limits = {
        "sql_time_limit_ms": 600_000, "facet_time_limit_ms": 600_000,
        "suggest_facets": False, "default_facet_size": 50, "num_sql_threads": 1,
    }  # fmt: skip
    serving = Datasette([path], settings=limits)
    loop = asyncio.new_event_loop()

    def ask(question: Question) -> object:
        answer = loop.run_until_complete(
            serving.client.get(question.their_address(Path(path).stem))
        )
        assert answer.status_code == 200, answer.text[:300]
        return answer

    try:
        yield ask
    finally:
        loop.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("records", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--instance", help="an archive that is there already")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--slow-rounds", type=int, default=SLOW_ROUNDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="twenties-search-") as folder:
        archive = Archive(Settings.from_environment(instance=given.instance or folder))
        try:
            if given.instance is None:
                archive.migrate()
                begun = time.perf_counter()
                load(archive.database, given.records, seed=7)
                taken = time.perf_counter() - begun
                print(f"{given.records:,} records loaded in {taken:,.0f} s")
            run(archive, given.rounds, given.slow_rounds)
        finally:
            archive.close()


if __name__ == "__main__":
    main()
