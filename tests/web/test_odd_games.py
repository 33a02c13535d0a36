"""Every page about a game answers, whatever is wrong with its record."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from .conftest import ROOT, Judge

LARGEST = 30_000
EVERY = 90
"""One record in so many is tried in each run of the tests, and all of them by `make odd`."""
RECORDS = [
    pytest.param(path, id=str(path.relative_to(ROOT / "fixtures")),
                 marks=[pytest.mark.broad] if at % EVERY else [])
    for at, path in enumerate(sorted((ROOT / "fixtures").rglob("*.xxn")))
    if path.stat().st_size < LARGEST
]  # fmt: skip
WORDS = ["?", "??", "9h", "K", "x-", "x9s7d", "in", "out", "pass", "d5", "AsAh", "3", "h", "2+K:1"]
"""What may be typed for a play of what if, of all games."""
OF_A_GAME = ["", "/verify", "/source", "/print", "/revisions", "/notes", "/0"]
OF_THE_API = ["", "/verdict", "/plies", "/analysis", "/scoresheet", "/positions/0"]
OF_A_PLY = ["", ".svg", "?as=1", "?seat=2", "?fragment=3", "?line=", "?line=&go=1",
            "?line=&for=1&go=1"]  # fmt: skip
PLIES = 3


@pytest.mark.parametrize("path", RECORDS)
def test_no_page_about_a_game_breaks(client: FlaskClient, judged: Judge, path: Path) -> None:
    game = judged(path.read_bytes())
    for address in addresses(client, game, Random(path.name)):
        assert client.get(address).status_code < 500, address


def addresses(client: FlaskClient, game: str, rng: Random) -> Iterator[str]:
    """Yield the pages about a game, some of its plies, and lines of what if from them."""
    yield from (f"/g/{game}{page}" for page in OF_A_GAME)
    yield from (f"/api/v1/games/{game}{page}" for page in OF_THE_API)
    told = client.get(f"/api/v1/games/{game}/plies?limit=1000").get_json() or {}
    last = max((one["ply"] for one in told.get("plies", [])), default=0)
    for ply in {0, last, *(rng.randint(0, last) for _ in range(PLIES))}:
        yield from (f"/g/{game}/{ply}{page}" for page in OF_A_PLY)
        line = quote(".".join(rng.choices(WORDS, k=rng.randint(1, 3))))
        yield f"/g/{game}/{ply}?line={line}"
        yield f"/api/v1/games/{game}/positions/{ply}?line={line}"
        page = client.get(f"/g/{game}/{ply}?line=").text
        ways = re.findall(r'<a href="([^"]+)" data-line data-choice', page)
        yield from map(unescape, ways[:1])
