"""Mistakes of a game as puzzles: choose a card, and see why."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from archive.analyst import of_json
from archive.analyst.puzzles import in_order, level, puzzles

from .conftest import Shelf


@pytest.fixture(scope="module")
def weighed(shelf: Shelf) -> str:
    """The illustrative game with every play weighed."""
    game = shelf.archive.game(shelf.game)
    assert game is not None
    shelf.archive.ask_for_annotations(game)
    shelf.archive.annotate(shelf.game)
    return shelf.game


def test_every_mistake_is_a_puzzle_with_a_right_answer(shelf: Shelf, weighed: str) -> None:
    game = shelf.archive.game(weighed)
    assert game is not None
    said = of_json(shelf.archive.annotations(game).body or "")
    found = puzzles(said)
    assert [one.weighed.ply for one in found] == [
        one.ply for one in said.plies if one.glyph in (2, 4, 6)
    ]
    for one in found:
        best, made = one.answer(one.weighed.best), one.answer(one.weighed.card)
        assert best is not None
        assert (best.good, best.loss) == (True, 0)
        assert made is not None
        assert not made.good
        assert 0 < one.share < 1
        assert [answer.choice for answer in one.answers] == sorted(
            answer.choice for answer in one.answers
        )
    assert {one.weighed.seat for one in puzzles(said, 2)} == {2}
    levels = [level(said.game, one) for one in in_order(found, said.game)]
    assert levels == sorted(levels, key=("easy", "middling", "hard").index)


def test_a_puzzle_is_solved_without_script(client: FlaskClient, weighed: str) -> None:
    page = client.get(f"/g/{weighed}/puzzles").text
    assert f'href="/g/{weighed}/puzzles/32"' in page
    path = f"/g/{weighed}/puzzles/32"
    page = client.get(path).text
    assert "Bertha" in page
    assert "Better was" not in page
    assert "data-solves" not in page
    choices = re.findall(r'name="choice" value="([^"]+)"', page)
    assert {"4", "9"} <= set(choices)
    right = client.get(f"{path}?choice=9").text
    assert "Right." in right
    assert 'data-solves="32"' in right
    assert "Better was" in right
    wrong = client.get(f"{path}?choice=4").text
    assert "That gives away" in wrong
    assert "data-solves" not in wrong
    assert "your choice" in wrong
    assert "That could not be chosen here" in client.get(f"{path}?choice=K").text
    assert client.get(f"/g/{weighed}/puzzles/34").location == f"/g/{weighed}/puzzles"


def test_nothing_is_seen_that_the_player_could_not(client: FlaskClient, weighed: str) -> None:
    """The table is that of the player's own side before the play."""
    table = client.get(f"/g/{weighed}/puzzles/32").text
    seen = client.get(f"/g/{weighed}/31?as=2").text

    def felt(page: str) -> str:
        return page[page.index('<section class="felt') : page.index("</section>")]

    assert felt(table) == felt(seen)
