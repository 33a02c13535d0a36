"""A sixth game is a folder: laid beside the others it is judged, dealt, shown and told of, and no
line elsewhere is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).with_name("sixth") / "highest_card"
pytestmark = pytest.mark.skipif(
    any(ROOT.glob("*__mypyc.*")), reason="a game beside compiled ones is compiled with them"
)
COMMAND = "from archive.cli import main; raise SystemExit(main())"
SHOW = """
import sys
from pathlib import Path
from archive.config import Settings
from archive.services import Archive, Visibility
from archive.web import create_app

settings = Settings.from_environment({}, instance=Path(sys.argv[2]))
archive = Archive(settings)
archive.migrate()
upload = archive.uploads.hand_in(
    Path(sys.argv[1]).read_bytes(), filename="game.xxn", source="test", visibility=Visibility.PUBLIC
).upload_id
archive.judging.receive(upload)
game = archive.uploads.find(upload).games[0].id
client = create_app(settings, archive).test_client()
for page in (f"/g/{game}", f"/g/{game}/4", "/rules", "/rules/highest-card"):
    answer = client.get(page)
    print(answer.status_code, answer.text)
archive.close()
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """The archive with one more folder among its games."""
    root = tmp_path_factory.mktemp("sixth")
    games = root / "archive" / "games"
    games.mkdir(parents=True)
    for one in (ROOT / "archive").iterdir():
        if one.name != "games":
            (root / "archive" / one.name).symlink_to(one)
    for one in [*(ROOT / "archive" / "games").iterdir(), FOLDER]:
        (games / one.name).symlink_to(one)

    def call(*words: str, fails: bool = False) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=root, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(root)},
        )  # fmt: skip
        assert (done.returncode != 0) is fails, done.stderr
        return done.stdout

    return call


@pytest.fixture(scope="module")
def record(run: Callable[..., str]) -> str:
    """A game of it, made up."""
    return run("-c", COMMAND, "generate", "highest-card", "--seed", "3")


def test_it_is_among_the_games(run: Callable[..., str]) -> None:
    told = run("-c", COMMAND, "rules")
    assert "highest-card/house@1" in told
    page = run("-c", COMMAND, "rules", "highest-card")
    assert "A trick counts one point." in page


def test_it_is_dealt_and_judged(run: Callable[..., str], record: str, tmp_path: Path) -> None:
    (tmp_path / "sound.xxn").write_text(record)
    told = run("-c", COMMAND, "verify", str(tmp_path / "sound.xxn"))
    assert "Player 1 1, Player 2 0, Player 3 2: Player 3 wins" in told
    wrong = record.replace("2. p2", "2. p3", 1)
    (tmp_path / "wrong.xxn").write_text(wrong)
    said = run("-c", COMMAND, "verify", "--json", str(tmp_path / "wrong.xxn"), fails=True)
    (found,) = json.loads(said)["findings"][:1]
    assert (found["code"], found["clause"]) == ("wrong-turn", "highest-card/2.1")


@pytest.mark.broad
def test_its_pages_are_shown(run: Callable[..., str], record: str, tmp_path: Path) -> None:
    (tmp_path / "game.xxn").write_text(record)
    pages = run("-c", SHOW, str(tmp_path / "game.xxn"), str(tmp_path / "instance"))
    assert pages.count("200 <!") == 4
    assert "Cards laid last" in pages
    assert "A trick counts one point." in pages
