"""What if, without script: a game left at any play and played on, at an address of its own."""

import re
from html import unescape
from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from archive.web.words import card_words

from .conftest import ROOT, SAMPLES, Judge, Shelf
from .people import submit
from .records import made_up

GAMES = [
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("count-to-20/stovel@1", 3),
    ("twenty-two/north-american@1", 3),
]  # fmt: skip


def said(page: str) -> str:
    """Return what a page says of what happened, as text."""
    found = re.search(r'<section class="said.*?</section>', page, re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", found[0])))


def ways(page: str) -> list[str]:
    """Return where the plays that are offered lead."""
    return [unescape(one) for one in re.findall(r'<a href="([^"]+)" data-line data-choice', page)]


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_a_game_is_played_on_by_links_alone(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    game = judged(made_up(rules, seats))
    page = client.get(f"/g/{game}/3?line=").text
    assert "What if" in said(page)
    assert "as played" in said(page)
    for plays in range(1, 6):
        address = ways(page)[-1]
        assert re.search(r"[?&]line=[^&]*", address)
        page = client.get(address).text
        assert page.count('<ol class="line-moves"') == 1
        moves = page[page.index('<ol class="line-moves"') :]
        assert moves[: moves.index("</ol>")].count("<li>") == plays
    assert f'href="/g/{game}/4" data-leave' in page


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_what_is_offered_lies_on_the_table_where_a_hand_ends_too(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    game = judged(made_up(rules, seats))
    steps = client.get(f"/api/v1/games/{game}/plies?limit=200").get_json()["plies"]
    ends = [one["ply"] - 1 for before, one in pairwise(steps) if before["deal"] != one["deal"]]
    seen = 0
    for ply in ends[:4]:
        page = client.get(f"/g/{game}/{ply}?line=").text
        table = page[page.index('<section class="felt') : page.index('<section class="said')]
        lies = {one.partition(",")[0] for one in re.findall(r'class="unseen">([^<]+)', table)}
        offered = re.findall(r'data-choice="([2-9TJQKA][cdhs]?)"', page)
        ticked = re.findall(r'name="card" value="(\w+)"', page)
        assert {card_words(one[0], one[1:]) for one in (*offered, *ticked)} <= lies
        assert set(re.findall(r'data-card="([^"]+)"', table)) >= set(offered)
        seen += len(offered) + len(ticked)
    assert seen


def test_the_rules_answer_a_play_that_they_forbid(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/30?line=9").text  # Albert has no nine
    assert "The rules do not let Albert play this." in said(page)
    assert "rule 3.2" in said(page)


def test_what_cannot_be_read_keeps_what_can(client: FlaskClient, shelf: Shelf) -> None:
    answer = client.get(f"/g/{shelf.game}/30?line=8.Zz.3")
    assert answer.status_code == 400
    assert "Play 2 of the line is “Zz”; it should be a card, such as 9h." in said(answer.text)
    assert "31 8" in said(answer.text)


def test_going_on_tells_who_would_win(client: FlaskClient, shelf: Shelf) -> None:
    answer = client.get(f"/g/{shelf.game}/48?line=&go=1")
    assert answer.status_code == 302
    assert "go=" not in answer.location
    assert re.search(r"line=(?:.\.)*.(?:&|$)", answer.location)
    told = said(client.get(answer.location).text)
    assert "The game: Bertha wins, 110–82." in told


def test_the_result_of_a_line_is_its_own(client: FlaskClient, judged: Judge) -> None:
    game = judged((SAMPLES / "twenty-disputed-sum.xxn").read_bytes())
    address = client.get(f"/g/{game}/95?line=4h&go=1").location
    told = said(client.get(address).text)
    assert "Ġorġa wins, 124–112." in told
    assert told.count("A draw, 113–113.") == 1  # that of the game, said to be the game's
    assert "The sheet has" not in told
    picture = client.get(address.replace("95?", "95/table.svg?")).text
    assert "113" not in picture


def test_for_one_player_the_others_go_on_as_in_the_game(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/30?line=&for=1").text
    answer = client.get(ways(page)[-1])
    assert answer.status_code == 302
    line = re.search(r"line=([^&]+)", answer.location)
    assert line[1].split(".")[1] == "4"  # as Bertha played


def test_seen_as_a_player_no_other_hand_is_offered(client: FlaskClient, judged: Judge) -> None:
    game = judged(made_up("zwanzig-ab/pagat@1", 4))
    page = client.get(f"/g/{game}/0?line=").text
    offered = re.findall(r'data-choice="(\w[^"]*)"', page)
    assert offered
    theirs = client.get(f"/g/{game}/0?line=&as=1").text  # it is not Anna's turn
    assert ways(theirs) == []
    assert 'name="card"' not in theirs
    assert "cards cannot be seen from here" in said(theirs)


def test_ticked_cards_become_a_play(client: FlaskClient, judged: Judge) -> None:
    game = judged(made_up("twenty-two/north-american@1", 3))
    page = client.get(f"/g/{game}/0?line=").text
    cards = re.findall(r'name="card" value="(\w+)"', page)
    answer = client.get(f"/g/{game}/0?line=&ticked=x&card={cards[0]}&card={cards[2]}")
    assert answer.status_code == 302
    assert f"line=x{cards[0]}{cards[2]}" in answer.location
    assert client.get(answer.location).status_code == 200


def test_where_the_cards_are_not_written_that_is_said(client: FlaskClient, judged: Judge) -> None:
    game = judged(b'[XXN "1.0"]\n[Game "twenty"]\n@round n=1 first=p1\n1. p1 9 2. p2 8\n*\n')
    assert "does not tell all the cards" in said(client.get(f"/g/{game}/2?line=").text)


def test_a_game_is_left_where_it_is_not_known_who_begins(
    client: FlaskClient, judged: Judge
) -> None:
    game = judged(b'[XXN "1.0"]\n[Game "twenty"]\n1. p1 9 2. p2 8\n*\n')
    assert client.get(f"/g/{game}/0?line=").status_code == 200


def test_a_line_goes_on_with_a_card_that_is_not_known(client: FlaskClient, judged: Judge) -> None:
    game = judged((ROOT / "fixtures/twenty-two/flawed/unknown-card.xxn").read_bytes())
    for line in ("Qd.%3F", "%3F%3F"):
        page = client.get(f"/g/{game}/6?line={line}")
        assert page.status_code == 200
        assert page.text.count('<ol class="line-moves"') == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [("Qd.%3F", "Cem plays an unknown card."), ("%3F%3F", "Björk leads two unknown cards.")],
)
def test_cards_that_are_not_known_are_told_in_words(
    client: FlaskClient, judged: Judge, line: str, told: str
) -> None:
    game = judged((ROOT / "fixtures/twenty-two/flawed/unknown-card.xxn").read_bytes())
    assert told in said(client.get(f"/g/{game}/6?line={line}").text)


def test_a_line_stands_in_place_of_a_play_by_a_seat_without_a_player(
    client: FlaskClient, judged: Judge
) -> None:
    game = judged(b'[XXN "1.0"]\n[Game "twenty"]\n\n1. p3 8=8/5\n2. p9 A\n')
    for ply in range(2):
        assert client.get(f"/g/{game}/{ply}?line=").status_code == 200


def test_variations_stand_in_the_play_list_and_are_walked_into(
    client: FlaskClient, judged: Judge
) -> None:
    text = made_up("twenty/farrugia@1", 2, 5).decode()
    sound = "(2. p2 5s=8 {safer <b>} 3. p1 8d=16)"
    game = judged(text.replace("2. p2 4h=7", f"2. p2 4h=7 {sound} (2. p2 9c=12)", 1).encode())
    page = client.get(f"/g/{game}/2").text
    first, second = re.findall(r'<p class="aside">.*?</p>', page, re.DOTALL)
    assert "safer &lt;b&gt;" in first
    assert "not allowed" in second
    links = [unescape(one) for one in re.findall(r'href="([^"]+)" data-line', first)]
    assert links == [f"/g/{game}/1?line=5s.8d&at=1", f"/g/{game}/1?line=5s.8d&at=2"]
    assert "the tally is 16" in said(client.get(links[1]).text)
    assert "rule 3.2" in said(client.get(f"/g/{game}/1?line=9c").text)


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_a_line_is_kept_as_a_variation_of_the_record(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    data = made_up(rules, seats)
    game = judged(data)
    page, address = client.get(f"/g/{game}/3?line=").text, ""
    for _ in range(4):
        address = ways(page)[-1]
        page = client.get(address).text
    keep = re.search(r'href="([^"]+)" download>Download the game with this line', page)
    answer = client.get(unescape(keep[1]))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{game}-4.xxn"'
    assert client.get(f"/g/{game}.xxn").data == data
    again = client.get(f"/g/{judged(answer.data)}/4").text
    aside = re.search(r'<p class="aside">.*?</p>', again, re.DOTALL)
    assert "not allowed" not in aside[0]
    line = re.search(r"line=([^&]+)", address)
    assert f"/3?line={line[1]}&amp;at=" in aside[0]


def test_a_line_without_a_place_in_the_record_is_not_kept(
    client: FlaskClient, shelf: Shelf
) -> None:
    answers = [
        client.get(f"/g/{shelf.game}/{where}")
        for where in ("30.xxn", "100.xxn?line=9", "30.xxn?line=Z")
    ]
    assert [one.status_code for one in answers] == [400, 400, 400]
    assert client.get(f"/g/{shelf.game}/30.xxn?lime=8").status_code == 422
    beyond = client.get(f"/g/{shelf.game}/101.xxn?line=9")
    assert beyond.status_code == 404
    assert "This game has 100 plays" in beyond.get_data(as_text=True)


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_programs_play_on_from_any_ply(
    client: FlaskClient, judged: Judge, rules: str, seats: int
) -> None:
    game = judged(made_up(rules, seats))
    line: list[str] = []
    for plays in range(30):
        asked = client.get(f"/api/v1/games/{game}/positions/5?line={'.'.join(line)}").get_json()
        assert len(asked["moves"]) == plays
        assert not any(one["broken"] for one in asked["moves"])
        if not asked["legal"]:
            assert asked["over"] or asked["stopped"]
            break
        awaited = [one["seat"] for one in asked["table"]["seats"] if one["awaited"]]
        assert awaited in ([asked["turn"]], [])
        line.append(asked["legal"][0]["play"])
    assert len(line) > 3


def test_a_program_is_told_what_is_wrong_with_its_line(client: FlaskClient, shelf: Shelf) -> None:
    there = f"/api/v1/games/{shelf.game}/positions"
    wrong = client.get(f"{there}/30?line=9").get_json()
    assert wrong["moves"][0]["broken"] == ["twenty/3.2"]
    refused = client.get(f"{there}/30?line=8.Zz")
    assert refused.status_code == 422
    assert "“Zz”" in refused.get_json()["detail"]
    assert client.get(f"{there}/999?line=8").status_code == 404


def over_the_cards(page: str) -> dict[str, str]:
    """Return what stands over the cards on the table, by card."""
    found = re.findall(r'data-card="(\w+)"((?:(?!</li>).)*?class="would.*?)</li>', page, re.DOTALL)
    return {card: re.findall(r'class="long">([^<]+)', said)[0] for card, said in found}


def test_the_last_cards_of_twenty_say_where_each_leads(client: FlaskClient, judged: Judge) -> None:
    game = judged((SAMPLES / "twenty-disputed-sum.xxn").read_bytes())
    page = client.get(f"/g/{game}/95?line=").text
    assert over_the_cards(page) == {"Kd": "draw", "5d": "wins by 19", "4h": "wins by 21"}
    assert "four of hearts, allowed here, wins by 21" in page
    assert "wins by 21" in said(page)
    further = client.get(f"/g/{game}/95?line=4h").text  # the other player is to choose now
    assert set(over_the_cards(further).values()) == {"loses by 21", "loses by 23"}
    assert not over_the_cards(client.get(f"/g/{game}/60?line=").text)  # hands are still to come


def test_a_play_that_was_weighed_says_what_each_card_gives_away(
    client: FlaskClient, shelf: Shelf
) -> None:
    address = f"/g/{shelf.game}/31?line="
    assert not over_the_cards(client.get(address).text)
    path = f"/g/{shelf.game}/annotations"
    submit(client, path, path)
    shelf.archive.annotating.annotate(shelf.game)
    found = over_the_cards(client.get(address).text)
    assert found.get("9") == "best"
    assert re.fullmatch(r"gives away \d+\.\d", found.popitem()[1])
    assert not over_the_cards(client.get(f"{address}9").text)  # the play after it was not weighed
