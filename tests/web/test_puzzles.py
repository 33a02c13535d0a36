"""Mistakes of a game as puzzles: choose a card, and see why."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from archive.analyst import Annotations, of_json
from archive.analyst.figures import mean_of
from archive.analyst.puzzles import in_order, level, puzzles
from archive.services import Visibility

from .conftest import Shelf


@pytest.fixture(scope="module")
def weighed(shelf: Shelf) -> str:
    """The illustrative game with every play weighed."""
    game = shelf.archive.game(shelf.game)
    assert game is not None
    shelf.archive.ask_for_annotations(game)
    shelf.archive.annotate(shelf.game)
    return shelf.game


def _said(shelf: Shelf, weighed: str) -> Annotations:
    game = shelf.archive.game(weighed)
    assert game is not None
    return of_json(shelf.archive.annotations(game).body or "")


def test_every_mistake_is_a_puzzle_with_a_right_answer(shelf: Shelf, weighed: str) -> None:
    said = _said(shelf, weighed)
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


def test_puzzles_of_all_public_games(client: FlaskClient, shelf: Shelf, weighed: str) -> None:
    """They are there from the easy to the hard ones, and only while their game is listed."""
    page = client.get("/puzzles").text
    said = _said(shelf, weighed)
    listed = re.findall(r'data-puzzle="(\d+)" data-game="([a-z0-9]+)"', page)
    assert {(int(ply), game) for ply, game in listed} == {
        (one.weighed.ply, weighed) for one in puzzles(said)
    }
    levels = re.findall(r"(easy|middling|hard), (\d+) ·", page)
    assert levels == sorted(
        levels, key=lambda one: (("easy", "middling", "hard").index(one[0]), int(one[1]))
    )
    hard = client.get("/puzzles?level=hard").text
    assert hard.count("data-puzzle=") == sum(level == "hard" for level, _ in levels)
    assert "No puzzle here yet." in client.get("/puzzles?game=twenty-two").text
    try:
        shelf.archive.keeping.show_record(weighed, Visibility.UNLISTED, by=None)
        assert "No puzzle here yet." in client.get("/puzzles").text
        assert shelf.archive.weighed_lately(0, 9) == []
    finally:
        shelf.archive.keeping.show_record(weighed, Visibility.PUBLIC, by=None)


def test_the_figures_of_a_player(client: FlaskClient, shelf: Shelf, weighed: str) -> None:
    story = _said(shelf, weighed).story
    assert story is not None
    both = [client.get(f"/api/v1/players/{id_}").json["figures"][0]  # type: ignore[index]
            for id_ in shelf.archive.search.seated(weighed).values()]  # fmt: skip
    assert [one["games"] for one in both] == [1, 1]
    assert [one["mistakes"]["value"] for one in both] == [story.mistakes[1], story.mistakes[2]]
    assert both[0]["by_play"]["value"] == pytest.approx(story.by_play, abs=0.05)
    assert both[1]["by_play"]["value"] == pytest.approx(-story.by_play, abs=0.05)
    assert both[0]["by_play"]["within"] is None  # one game does not tell
    player = next(iter(shelf.archive.search.seated(weighed).values()))
    assert "Won by play" in client.get(f"/p/{player}").text


def test_an_average_has_an_interval() -> None:
    assert mean_of([3.0]) == (3.0, None)
    mean = mean_of([1.0, 2.0, 3.0])
    assert mean.value == 2
    assert mean.within == pytest.approx(4.30 / 3**0.5)
    many = mean_of([0.0, 1.0] * 200)
    assert many.within == pytest.approx(1.96 * 0.5 / 20, rel=0.01)
