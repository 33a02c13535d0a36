"""Five typical questions, each a page of 50 with facets, asked of us and of datasette in turns.

Of both it is measured how long an answer takes and how much of the processor it takes. The second
hardly depends on what else the machine does; what PostgreSQL does in a process of its own counts,
and is told apart.
"""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import text

from archive.config import Settings
from archive.services import Archive
from archive.services.sample_data import RARE
from archive.web.app import create_app

FACETS = ("game", "rules", "standing")
"""What datasette counts. We count years and, where nothing else is asked for, findings as well."""


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
    """Milliseconds by question: by the clock, of the processor here, and of it in the server."""

    def __init__(self, server: Callable[[], float] = lambda: 0.0) -> None:
        self.server = server
        self.taken: dict[str, list[float]] = {}
        self.processor: dict[str, list[float]] = {}
        self.there: dict[str, list[float]] = {}

    def of(self, title: str, work: Callable[[], object]) -> None:
        there = self.server()
        begun, used = time.perf_counter(), time.process_time()
        work()
        self.processor.setdefault(title, []).append((time.process_time() - used) * 1000)
        self.taken.setdefault(title, []).append((time.perf_counter() - begun) * 1000)
        self.there.setdefault(title, []).append(self.server() - there)

    def median(self, title: str) -> float:
        return statistics.median(self.taken[title])

    def most(self, title: str) -> float:
        """The 99th percentile, or the worst where there are too few for that."""
        ordered = sorted(self.taken[title])
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]

    def used(self, title: str) -> float:
        return statistics.median(self.processor[title])

    def served(self, title: str) -> float:
        return statistics.median(self.there[title])


def ask(archive: Archive, rounds: int, slow_rounds: int, beside: Archive) -> None:
    """Ask, and print what it took. datasette answers from `beside`, where it can read that."""
    client = create_app(archive.settings, archive).test_client()
    theirs = Timed()
    service, program, page = (Timed(_server(archive)) for _ in range(3))
    asked, same = questions(archive, random.Random(5)), questions(beside, random.Random(5))
    with _datasette(beside.settings) as datasette:
        for question in next(asked):  # what is compiled once is compiled now
            _get(client, "/games", question)
            _get(client, "/games.json", question)
        for question in next(same):
            if datasette is not None:
                datasette(question)
        gc.collect()
        gc.freeze()  # as the web server does, see archive/server/__main__.py
        for number in range(rounds):
            beside_it = {question.title: question for question in next(same)}
            for question in next(asked):
                title = question.title
                service.of(title, lambda q=question: archive.search.page(q.ours))
                program.of(title, lambda q=question: _get(client, "/games.json", q))
                page.of(title, lambda q=question: _get(client, "/games", q))
                if datasette is not None and number < slow_rounds:
                    theirs.of(title, lambda q=beside_it[title]: datasette(q))
    records = sum(archive.search.standings().values())
    also = f", datasette {min(slow_rounds, rounds)}" if theirs.taken else ""
    print(f"\n{records:,} records; {rounds} rounds{also}")
    print("ms: median and 99th percentile by the clock, and median of the processor")
    print(f"{'':18}{'service':>22}{'JSON':>22}{'page':>22}{'datasette':>24}   page / datasette")
    for title in service.taken:
        line = f"{title:18}"
        for one in (service, program, page):
            line += f"{one.median(title):8.1f}{one.most(title):7.0f}{one.used(title):7.1f}"
        if title in theirs.taken:
            line += f"{theirs.median(title):9.0f}{theirs.most(title):8.0f}{theirs.used(title):7.0f}"
            line += f"{page.median(title) / theirs.median(title):9.3f}"
            both = page.used(title) + page.served(title)
            line += f"{both / theirs.used(title):9.3f}"
        if any(page.there[title]):
            line += f"   of the server's besides, for a page: {page.served(title):.1f}"
        print(line)


def _server(archive: Archive) -> Callable[[], float]:
    """What the database's server has used of the processor for our connection, in milliseconds;
    SQLite has none. One thread asks, and so one connection is taken from the pool, the same one
    each time."""
    if archive.database.sqlite:
        return lambda: 0.0
    with archive.database.reading() as session:
        pid = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
    used = Path(f"/proc/{pid}/schedstat")
    return lambda: int(used.read_text().split()[0]) / 1e6


def _get(client: object, address: str, question: Question) -> None:
    answer = client.get(address, query_string=question.ours)  # type: ignore[attr-defined]
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

    def asked(question: Question) -> object:
        answer = loop.run_until_complete(
            serving.client.get(question.their_address(Path(path).stem))
        )
        assert answer.status_code == 200, answer.text[:300]
        return answer

    try:
        yield asked
    finally:
        loop.close()
