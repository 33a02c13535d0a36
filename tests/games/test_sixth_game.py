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


def test_its_house_rules_are_those_of_its_folder(run: Callable[..., str], tmp_path: Path) -> None:
    """An ace takes a trick of this game, which it would not if it were low."""
    rules = "highest-card/house@1;aces=high"
    made = run("-c", COMMAND, "generate", "highest-card", "--rules", rules, "--seed", "3")
    (tmp_path / "high.xxn").write_text(made)
    assert "rules      highest-card/house@1;aces=high" in run(
        "-c", COMMAND, "verify", str(tmp_path / "high.xxn")
    )
    (tmp_path / "low.xxn").write_text(made.replace(";aces=high", ""))
    run("-c", COMMAND, "verify", str(tmp_path / "low.xxn"), fails=True)


@pytest.mark.broad
def test_its_pages_are_shown(run: Callable[..., str], record: str, tmp_path: Path) -> None:
    (tmp_path / "game.xxn").write_text(record)
    pages = run("-c", SHOW, str(tmp_path / "game.xxn"), str(tmp_path / "instance"))
    assert pages.count("200 <!") == 4
    assert "Cards laid last" in pages
    assert "A trick counts one point." in pages
    assert "The ace is the lowest card" in pages


def test_its_totals_are_judged_by_its_folder(run: Callable[..., str], tmp_path: Path) -> None:
    """A sheet without plays, by what the folder says of totals."""
    head = '[XXN "1.0"]\n[Game "highest-card"]\n[P1 "Ann"]\n[P2 "Ben"]\n\n'

    def findings(lines: str) -> dict[str, tuple[str, str]]:
        (tmp_path / "sheet.xxn").write_text(head + lines)
        body = json.loads(run("-c", COMMAND, "verify", "--json", str(tmp_path / "sheet.xxn"),
                              fails="win=p2" in lines))  # fmt: skip
        return {one["code"]: (one["clause"], one["sentence"]) for one in body["findings"]}

    clause, sentence = findings("@score p1:2 p2:3\n@end win=p2\n")["impossible-total"]
    assert clause == "highest-card/3.1"
    assert "Ann 2 and Ben 3 make 5" in sentence
    clause, sentence = findings("@score p1:2 p2:1\n@end win=p2\n")["wrong-winner"]
    assert (clause, sentence) == ("highest-card/3.2", "The most points win: Ann has 2, Ben 1.")
    clause, sentence = findings("@score p1:1 p2:0\n@end win=p1\n")["early-end"]
    assert (clause, sentence[:28]) == ("highest-card/3.2", "The game goes to 3 points, a")


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        ("3", ("The sheet seems to count twice the 1 point that Player 3 gets in hand 1: Player 3 "
              "ends with 2, not 3.")),
        ("9", "Player 3 takes two tricks: 0 + 2 = 2, not 9."),
        ("11", "An ace takes no more than one point: Player 3 ends with 2, not 11."),
    ],
)  # fmt: skip
def test_its_slips_and_words_are_those_of_its_folder_and_of_any_game(
    run: Callable[..., str], record: str, tmp_path: Path, claimed: str, sentence: str
) -> None:
    (tmp_path / "wrong.xxn").write_text(record.replace("p3:2 win", f"p3:{claimed} win"))
    said = run("-c", COMMAND, "verify", "--json", str(tmp_path / "wrong.xxn"), fails=True)
    (found,) = json.loads(said)["findings"]
    assert found["sentence"] == sentence


def test_a_hand_that_the_pack_cannot_have_is_told_in_its_own_words_and_common_ones(
    run: Callable[..., str], record: str, tmp_path: Path
) -> None:
    twice = record.replace("p2: 4h5h4c", "p2: 4h5hKc")
    (tmp_path / "wrong.xxn").write_text(twice)
    said = run("-c", COMMAND, "verify", "--json", str(tmp_path / "wrong.xxn"), fails=True)
    told = {one["code"]: one["sentence"] for one in json.loads(said)["findings"]}
    assert told["impossible-hand"] == (
        "Player 2 cannot have held K♣, listed in the deal: there would be two kings of clubs, and "
        "Player 2 plays 4♣ instead."
    )
    assert told["card-not-held"] == (
        "Player 2 plays the four of clubs at play 2 (hand 1) and was never dealt it."
    )
