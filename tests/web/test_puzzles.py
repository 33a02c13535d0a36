"""Mistakes of a game as puzzles: choose a card, and see why."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from archive import analyse_record
from archive.analyst import Annotations, of_json
from archive.analyst.annotations import in_order, level, puzzles
from archive.analyst.player_figures import mean_of
from archive.core.cards import UNKNOWN
from archive.core.events import Draw
from archive.generator import generate
from archive.notation import write
from archive.services import Visibility
from archive.services.permissions import Role
from archive.web.presenters import puzzles as shown
from archive.web.presenters.boards import table_at
from archive.web.presenters.boards.seen_as import seen_as
from archive.web.presenters.replay_cache import opened as read_game
from tests.uploaded import game_of, judged_upload

from .conftest import Shelf
from .people import PASSWORD, sign_in, token_of
from .weighing import by_few

NAMES = {1: "Anna", 2: "Bernd", 3: "Clara", 4: "Dirk"}
SUITS = {
    ("trump-c", "clubs"), ("trump-d", "diamonds"), ("trump-h", "hearts"), ("trump-s", "spades")
}  # fmt: skip


@pytest.fixture(scope="module")
def weighed(shelf: Shelf) -> str:
    """The illustrative game with every play weighed."""
    game = game_of(shelf.archive, shelf.game)
    shelf.archive.annotating.ask_for(game)
    shelf.archive.annotating.annotate(shelf.game)
    return shelf.game


def _said(shelf: Shelf, weighed: str) -> Annotations:
    game = game_of(shelf.archive, weighed)
    return of_json(shelf.archive.annotating.find(game).body or "")


def test_every_mistake_is_a_puzzle_with_a_right_answer(shelf: Shelf, weighed: str) -> None:
    said = _said(shelf, weighed)
    found = puzzles(said)
    assert [one.weighed.ply for one in found] == [
        one.ply for one in said.plies if one.glyph in (2, 4, 6)
    ]
    for one in found:
        best, made = one.answer(one.weighed.best), one.answer(one.weighed.card)
        assert (best.good, best.loss) == (True, 0)
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
    german = client.get(f"/g/{weighed}/puzzles", headers={"Accept-Language": "de"}).text
    assert ">Zug 32, <bdi>Bertha</bdi>" in german
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
    german = client.get(f"{path}?choice=4", headers={"Accept-Language": "de"}).text
    assert re.search(r"<td>\d+,\d</td>", german)
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
    levels = re.findall(r"(easy|medium|hard), (\d+) ·", page)
    assert page.count("/table.svg") == len(listed)  # each with its table
    assert page.count("What would you play") == len(listed)
    assert levels == sorted(
        levels, key=lambda one: (("easy", "medium", "hard").index(one[0]), int(one[1]))
    )
    hard = client.get("/puzzles?level=hard").text
    assert hard.count("data-puzzle=") == sum(level == "hard" for level, _ in levels)
    assert "No puzzle here yet." in client.get("/puzzles?game=twenty-two").text
    try:
        shelf.archive.ownership.show_record(weighed, Visibility.UNLISTED, by=None)
        assert "No puzzle here yet." in client.get("/puzzles").text
        assert shelf.archive.annotating.weighed_lately(0, 9) == []
    finally:
        shelf.archive.ownership.show_record(weighed, Visibility.PUBLIC, by=None)


def test_puzzles_of_a_game_are_found_behind_those_of_others(
    client: FlaskClient, shelf: Shelf, weighed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many games of another kind were weighed since that they would fill the first page."""
    monkeypatch.setattr(analyse_record, "weigh", by_few)
    monkeypatch.setattr(shown, "GAMES_AT_ONCE", 1)
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    later = _weighed_too(shelf, data, Visibility.PUBLIC)
    try:
        page = client.get("/puzzles").text
        assert f'data-game="{later}"' in page
        assert f'data-game="{weighed}"' not in page
        assert 'href="/puzzles?game=twenty"' in page
        for path in ("/puzzles?game=twenty", "/puzzles?game=twenty&level=easy"):
            page = client.get(path).text
            assert f'data-game="{weighed}"' in page
            assert f'data-game="{later}"' not in page
        told = client.get("/api/v1/puzzles?game=twenty").get_json()
        assert {one["game_id"] for one in told["puzzles"]} == {weighed}
        assert told["next"] is None
        ids = shelf.archive.search.seated(weighed)
        own = client.get(f"/api/v1/puzzles?player={ids[2]}&game=zwanzig-ab").get_json()
        assert own["puzzles"] == []
    finally:
        shelf.archive.ownership.show_record(later, Visibility.UNLISTED, by=None)


def test_programs_find_and_solve_puzzles(client: FlaskClient, shelf: Shelf, weighed: str) -> None:
    every = client.get("/api/v1/puzzles").get_json()
    of_game = client.get(f"/api/v1/games/{weighed}/puzzles").get_json()
    assert every == {**of_game, "next": None}
    said = _said(shelf, weighed)
    assert {one["ply"] for one in every["puzzles"]} == {one.weighed.ply for one in puzzles(said)}
    hard = client.get("/api/v1/puzzles?level=hard&game=twenty").get_json()["puzzles"]
    assert hard == [one for one in every["puzzles"] if one["level"] == "hard"]
    ids = shelf.archive.search.seated(weighed)
    own = client.get(f"/api/v1/puzzles?player={ids[2]}").get_json()["puzzles"]
    seat = client.get(f"/api/v1/games/{weighed}/puzzles?seat=2").get_json()["puzzles"]
    assert own == seat == [one for one in every["puzzles"] if one["seat"] == "p2"]
    assert client.get("/api/v1/puzzles?player=nobody").status_code == 404

    path = f"/api/v1/games/{weighed}/puzzles/32"
    puzzle = client.get(path).get_json()
    assert {"4", "9"} <= {*puzzle["options"]}
    hands = {
        one["seat"]: {card["card"] for card in one["cards"] if card["lies"] == "held"}
        for one in puzzle["table"]["seats"]
    }
    assert "?" not in hands["p2"]
    assert hands["p1"] == {"?"}
    # the first play of a hand
    dealt = client.get(f"/api/v1/games/{weighed}/puzzles/91").get_json()
    (hand,) = [one["cards"] for one in dealt["table"]["seats"] if one["seat"] == "p2"]
    assert {card["card"].removesuffix("?") for card in hand} == {*dealt["options"]}
    assert {card["lies"] for card in hand} == {"held"}
    right = client.post(path, json={"choice": "9"}).get_json()
    assert (right["right"], right["best"], right["played"]) == (True, "9", "4")
    assert (right["line"][0]["seat"], right["solved"]) == ("p2", None)
    assert {one["choice"] for one in right["answers"]} == {*puzzle["options"]}
    wrong = client.post(path, json={"choice": "4"}).get_json()
    assert (wrong["right"], wrong["loss"] > 10) == (False, True)
    refused = client.post(path, json={"choice": "K"})
    assert refused.status_code == 422
    assert "4, " in refused.get_json()["detail"]
    assert client.get(f"/api/v1/games/{weighed}/puzzles/34").status_code == 404


def test_an_account_remembers_what_it_solved(
    client: FlaskClient, shelf: Shelf, weighed: str
) -> None:
    archive = shelf.archive
    anna = archive.accounts.create("Solver", PASSWORD, Role.MEMBER).id
    _, writes = archive.accounts.make_token(anna, "write", ["read", "write"])
    _, reads = archive.accounts.make_token(anna, "read", ["read"])
    path = f"/api/v1/games/{weighed}/puzzles/32"

    def solved(token: str) -> list[dict[str, object]]:
        headers = {"Authorization": f"Bearer {token}"}
        told = client.get("/api/v1/account/solved", headers=headers).get_json()["solved"]
        lists = client.get("/api/v1/puzzles", headers=headers).get_json()["puzzles"]
        marked = {(one["game_id"], one["ply"]) for one in lists if one["solved"]}
        assert marked <= {(one["game_id"], one["ply"]) for one in told}
        return told  # type: ignore[no-any-return]

    for token, choice in ((reads, "9"), (writes, "4")):  # may not write; is wrong
        client.post(path, json={"choice": choice}, headers={"Authorization": f"Bearer {token}"})
        assert solved(reads) == []
    for _ in range(2):
        answer = client.post(
            path, json={"choice": "9"}, headers={"Authorization": f"Bearer {writes}"}
        )
        assert answer.get_json()["solved"] is True
    assert solved(reads) == [{"game_id": weighed, "ply": 32}]

    browser = shelf.app.test_client()
    sign_in(browser, "Solver", PASSWORD)
    assert browser.get("/puzzles").text.count("data-solved>") == 1
    csrf = {"csrf_token": token_of(browser, path.removeprefix("/api/v1").replace("games", "g"))}
    brought = {"solved": f"{weighed}:44 gone:1 y {weighed}:-", **csrf}
    assert browser.post("/puzzles/solved", data=brought).status_code == 204
    assert [one["ply"] for one in solved(reads)] == [32, 44]
    many = {"solved": "x:1 " * 1001, **csrf}
    assert browser.post("/puzzles/solved", data=many).status_code == 413
    one = next(one for one in puzzles(_said(shelf, weighed)) if one.weighed.ply not in (32, 44))
    ply = one.weighed.ply
    for choice, known in ((one.weighed.card, False), (one.weighed.best, True)):
        told = browser.post(f"/g/{weighed}/puzzles/{ply}", data={"choice": choice, **csrf})
        assert ("Right." in browser.get(told.location).text) is known
        assert (ply in [one["ply"] for one in solved(reads)]) is known

    # It is among what the account takes along; another's private game is none of its business.
    parts = {one.name: b"".join(one.pieces) for one in archive.ownership.export(anna)}
    assert {"record": weighed, "ply": 32} in json.loads(parts["account.json"])["solved"]
    try:
        archive.ownership.show_record(weighed, Visibility.PRIVATE, by=None)
        assert archive.puzzles.solved(anna) == []
        archive.puzzles.solve(anna, [(weighed, 2)])
    finally:
        archive.ownership.show_record(weighed, Visibility.PUBLIC, by=None)
    assert (weighed, 2) not in archive.puzzles.solved(anna)


def test_the_figures_of_a_player(client: FlaskClient, shelf: Shelf, weighed: str) -> None:
    story = _said(shelf, weighed).story
    assert story is not None
    both = [client.get(f"/api/v1/players/{id_}").json["figures"][0]  # type: ignore[index]
            for id_ in shelf.archive.search.seated(weighed).values()]  # fmt: skip
    assert [one["games"] for one in both] == [1, 1]
    assert [one["mistakes"]["value"] for one in both] == [story.mistakes[1], story.mistakes[2]]
    winner, loser = both[story.winner - 1], both[2 - story.winner]
    assert winner["by_play"]["value"] == pytest.approx(story.by_play, abs=0.05)
    assert loser["by_play"]["value"] == pytest.approx(-story.by_play, abs=0.05)
    assert both[0]["by_play"]["within"] is None  # one game does not tell
    told = [one[name]["value"] for one in both for name in ("mistakes", "given_away", "by_play")]
    assert told == [round(value, 2) for value in told]
    player = next(iter(shelf.archive.search.seated(weighed).values()))
    assert "Won by play" in client.get(f"/p/{player}").text


def test_an_average_has_an_interval() -> None:
    assert mean_of([3.0]) == (3.0, None)
    mean = mean_of([1.0, 2.0, 3.0])
    assert mean.value == 2
    assert mean.within == pytest.approx(4.30 / 3**0.5)
    many = mean_of([0.0, 1.0] * 200)
    assert many.within == pytest.approx(1.96 * 0.5 / 20, rel=0.01)


def test_what_another_drew_is_not_told() -> None:
    opened = read_game(write(generate("count-to-20/stovel@1", 2, 1, {})).encode(), 1)
    assert opened.replay is not None
    draws = [one for one in opened.replay.steps if isinstance(one.action, Draw)]
    assert any(one.action.card != UNKNOWN for one in draws)
    for one in draws:
        shown = seen_as(table_at(opened.replay, one.ply, ["A", "B"]), 3 - one.seat)
        assert shown.step.action == one.action._replace(card=UNKNOWN)


def _weighed_too(shelf: Shelf, data: bytes, seen_by: Visibility) -> str:
    """Another game with every play weighed."""
    handed_in = judged_upload(shelf.archive, data, filename="game.xxn", visibility=seen_by)
    record_id = handed_in.games[0].id
    game = game_of(shelf.archive, record_id)
    shelf.archive.annotating.ask_for(game)
    shelf.archive.annotating.annotate(record_id)
    return record_id


def _open_cards(client: FlaskClient, path: str) -> list[str]:
    """The ranks of the cards that lie open in the picture of a puzzle."""
    return re.findall(r">(10|[2-9AJQK])</text><g", client.get(f"{path}/table.svg").text)


def test_trumps_that_were_named_are_puzzles(
    client: FlaskClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player sees two cards, and what a better suit leads to can be stepped through."""
    monkeypatch.setattr(analyse_record, "weigh", by_few)
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    record_id = _weighed_too(shelf, data, Visibility.UNLISTED)
    said = _said(shelf, record_id)
    one = next(one for one in said.trumps if one.glyph in (2, 4, 6))
    path = f"/g/{record_id}/puzzles/{-one.ply}"
    listed = client.get(f"/g/{record_id}/puzzles").text
    assert f'href="{path}"' in listed
    assert f"Trumps before play {one.ply}, <bdi>{NAMES[one.seat]}</bdi>" in listed
    assert len(_open_cards(client, path)) == 2
    dealt = re.findall(r'data-puzzle="(\d+)"(?:(?!</li>).)*Which cards would', listed, re.DOTALL)
    assert dealt
    for ply in dealt:  # its own deal lies there, and not the end of the one before
        assert len(_open_cards(client, f"/g/{record_id}/puzzles/{ply}")) == 5
    page = client.get(path).text
    assert "What would you name as trumps?" in page
    assert "Trumps not named yet" in page
    assert "not known" not in page
    assert "stock of 24 cards" in page
    offered = re.findall(r'name="choice" value="(trump-[cdhs])">(\w+)', page)
    assert set(offered) == SUITS
    right = client.get(f"{path}?choice={one.best}").text
    assert "Right." in right
    assert f'data-solves="{-one.ply}"' in right
    step = re.search(rf'href="(/g/{record_id}/{one.ply - 1}\?line=trump-[^"]+)"', right)
    table = client.get(step[1].replace("&amp;", "&"))
    assert table.status_code == 200
    assert "The line stops" not in table.text
    assert f"names {dict(SUITS)[one.best]} as trumps" in table.text
    told = client.get(f"/api/v1/games/{record_id}/puzzles/{-one.ply}").json
    assert (told["ply"], set(told["options"])) == (-one.ply, {suit for suit, _ in SUITS})
    hand = next(seat for seat in told["table"]["seats"] if seat["seat"] == f"p{one.seat}")
    known = [card for card in hand["cards"] if card["card"] != "?"]
    assert len(known) == 2


def test_pictures_of_puzzles_have_two_colours_by_choice(client: FlaskClient, shelf: Shelf) -> None:
    """By their address, so that any cache may keep them: the choice itself changes no picture."""
    record = Path(__file__).parents[2] / "fixtures/twenty/sound/whole-with-suits.xxn"
    page = f"/g/{_weighed_too(shelf, record.read_bytes(), Visibility.UNLISTED)}/puzzles"
    bare = re.findall(r'src="(/g/[^"]+/table\.svg)"', client.get(page).text)
    pictures = {one: client.get(one).text for one in bare}
    assert re.search("#1d5fa8|#23683f", "".join(pictures.values()))
    client.post("/suits", data={"to": "two"})
    chosen = re.findall(r'src="(/g/[^"]+/table\.svg[^"]*)"', client.get(page).text)
    assert chosen == [f"{one}?suits=two" for one in bare]
    for one in chosen:
        assert not re.search("#1d5fa8|#23683f", client.get(one).text)
    assert {one: client.get(one).text for one in bare} == pictures
