"""The table of games: what can be looked for, what nobody may see, and what is given along."""

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from archive.config import Settings
from archive.generator import generate
from archive.notation import read, split, write
from archive.notation.hashes import Hashes, hashes
from archive.services import Archive, Visibility
from archive.web import create_app
from archive.web.presenters.exports import cell_text
from tests.empty import empty_archive
from tests.uploaded import judged_upload

RULES = ("twenty/farrugia@1", "count-to-20/stovel@1")
NAMED = '[P1 "=HYPERLINK(1)"]'


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Six games that are listed, one of them with a formula for a name; one that is not."""
    folder = tmp_path_factory.mktemp("games") / "instance"
    archive = empty_archive(Settings.from_environment({}, instance=folder))
    texts = [write(generate(RULES[seed % 2], 2, seed, {})) for seed in range(6)]
    texts[0] = re.sub(r'\[P1 "[^"]*"\]', NAMED, texts[0])
    texts[1] = texts[1].replace('[Site "?"]', '[Site "Gozo"]').replace("????.??.??", "2026.02.03")
    unlisted = write(generate(RULES[0], 2, 99, {}))
    for text, seen in (("".join(texts), Visibility.PUBLIC), (unlisted, Visibility.UNLISTED)):
        judged_upload(archive, text.encode(), filename="g.xxn", visibility=seen)
    yield archive
    archive.close()


@pytest.fixture
def client(archive: Archive) -> FlaskClient:
    return create_app(archive.settings, archive).test_client()


def test_games_that_are_listed_are_shown_with_how_many_there_are(client: FlaskClient) -> None:
    page = client.get("/games")
    assert page.status_code == 200
    assert "6 games" in page.text
    assert page.text.count("<tr>") == 7
    assert "farrugia@1</a>" not in page.text
    facets = client.get("/games.json").json["facets"]
    assert facets["games"] == {"twenty": 3, "count-to-20": 3}
    assert facets["total"] == 6


def test_a_facet_is_a_link_and_what_is_asked_for_can_be_taken_back(client: FlaskClient) -> None:
    page = client.get("/games?game=twenty&q=chance")
    assert "3 games" in page.text
    assert 'href="/games?q=chance"' in page.text
    assert 'href="/games?game=twenty"' in page.text
    assert 'type="hidden" name="game" value="twenty"' in page.text


def test_a_player_asked_for_is_a_way_to_their_page(client: FlaskClient) -> None:
    page = client.get("/games?player=%3Dhyperlink(1)").text
    (address,) = set(re.findall(r'href="(/p/\w+)"', page))
    assert "=HYPERLINK(1)" in client.get(address).text
    for asked in ("player=nobody", "player=%3Dhyperlink(1)&min=9999"):  # nor is it told who is here
        assert 'href="/p/' not in client.get(f"/games?{asked}").text


@pytest.mark.parametrize(
    ("asked", "number"),
    [("q=gozo", 1), ("q=goz*", 1), ("from=2026-02&to=2026-02", 1), ("to=2025", 0),
     ("verdict=upheld", 6), ("player=%3Dhyperlink(1)", 1), ("player=nobody", 0), ("min=9999", 0),
     ("rules=twenty%2Ffarrugia@1", 3), ("finding=wrong-score", 0), ("tag=club", 0),
     ("clause=twenty%2F4.1", 0), ("q=+%0A", 6), ("player=%C2%A0", 6),
     ("q=&from=&min=&mine=&sort=&verdict=upheld", 6)],
)  # fmt: skip
def test_games_can_be_looked_for(client: FlaskClient, asked: str, number: int) -> None:
    found = client.get(f"/games.json?{asked}").json
    assert len(found["games"]) == found["facets"]["total"] == number


@pytest.mark.parametrize(
    "asked",
    ["sort=luck", "verdict=maybe", "from=yesterday", "to=2026-13", "from=2026-02-31",
     "min=many", "cursor=abc", "player=%00", "player=Anna%00", "vs=%1F", "q=%00", "q=%21%21",
     "q=*", "game=%0B", "tag=%7F", "rules=a%C2%85"],
)  # fmt: skip
def test_what_cannot_be_meant_is_said(client: FlaskClient, asked: str) -> None:
    page = client.get(f"/games?{asked}")
    assert page.status_code == 400
    assert "Standings of these games" not in page.text
    problem, same = client.get(f"/games.json?{asked}"), client.get(f"/api/v1/games?{asked}")
    assert problem.status_code == same.status_code == 422
    assert problem.json["detail"].endswith(".")
    assert problem.json["errors"] == same.json["errors"]
    assert client.get(f"/games/export.csv?{asked}").status_code == (
        422 if asked.startswith("cursor") else 400
    )


def test_a_question_that_is_refused_stands_in_the_form_still(client: FlaskClient) -> None:
    page = client.get("/games?from=yesterday&q=chance&player=An%00na&verdict=upheld").text
    assert "In “player” there is a character that cannot be seen, ⟨U+0000⟩." in page
    assert re.search(r'name="player" value="Anna"[^>]* aria-invalid="true"', page)
    assert 'name="q" value="chance"' in page
    assert 'name="from" value="yesterday"' in page
    assert page.count("aria-invalid") == 1


@pytest.mark.parametrize("tag", ["%00", "%20", "nobody-said-that"])
def test_of_no_tag_is_nothing(client: FlaskClient, tag: str) -> None:
    assert client.get(f"/tag/{tag}").status_code == 404
    assert client.get(f"/tag/{tag}.json").status_code == 404


def test_one_s_own_games_want_one_to_sign_in(client: FlaskClient) -> None:
    assert client.get("/games?mine=1").status_code == 303
    assert client.get("/games.json?mine=1").status_code == 401


def test_players_and_what_they_did(client: FlaskClient) -> None:
    games = client.get("/games.json?sort=highest").json["games"]
    one, other = games[0]["player_ids"]["p1"], games[0]["player_ids"]["p2"]
    page = client.get(f"/p/{one}")
    assert page.status_code == 200
    results = client.get(f"/p/{one}.json").json["results"]
    assert sum(result["played"] for result in results) == len(
        client.get(f"/games.json?player={one}").json["games"]
    )
    both = client.get(f"/p/{one}/{other}.json").json
    assert both["page"]["games"]
    assert all(meeting["one"] + meeting["other"] <= meeting["played"]
               for meeting in both["meetings"])  # fmt: skip
    assert client.get(f"/p/{one}/{other}").status_code == 200
    assert client.get(f"/p/{one}/{one}").status_code == 404
    assert client.get("/p/nobody9999").status_code == 404


def test_players_are_listed_found_and_linked(client: FlaskClient) -> None:
    games = client.get("/games.json?sort=highest").json["games"]
    one, other = games[0]["player_ids"]["p1"], games[0]["player_ids"]["p2"]
    name = games[0]["players"][0]
    everyone = client.get("/players").text
    assert f'href="/p/{one}"' in everyone
    found = client.get("/players", query_string={"q": name[:3].upper()}).text
    assert f'href="/p/{one}"' in found
    assert "No player with such a name" in client.get("/players?q=%25%5F").text
    page = client.get(f"/p/{one}").text
    assert f'href="/p/{one}/{other}"' in page
    assert f'href="/p/{one}"' in client.get(f"/g/{games[0]['id']}").text
    behind = client.get(f"/players?after={one}").text
    assert f'href="/p/{one}"' not in behind


def test_programs_look_for_players(client: FlaskClient) -> None:
    everyone = client.get("/api/v1/players").json
    names = [one["name"] for one in everyone["players"]]
    assert len(names) > 2
    assert everyone["next"] is None
    first = client.get("/api/v1/players?limit=1").json
    assert [one["name"] for one in first["players"]] == names[:1]
    assert [one["name"] for one in client.get(first["next"]).json["players"]] == names[1:2]
    said = names[1][:3].upper()
    found = client.get("/players.json", query_string={"q": said}).json["players"]
    assert names[1] in [one["name"] for one in found]
    assert found == client.get("/api/v1/players", query_string={"q": said}).json["players"]
    assert all(client.get(f"/api/v1/players/{one['id']}").status_code == 200 for one in found)
    assert client.get("/api/v1/players?limit=0").status_code == 422
    assert client.get("/players.json?qq=A").status_code == 422


@pytest.mark.parametrize("path", ["/games/export.ndjson", "/api/v1/exports/csv"])
def test_exports_leave_threads_for_pages(archive: Archive, client: FlaskClient, path: str) -> None:
    """However slowly they are read, a quarter of the server's threads at most."""
    exports = client.application.extensions["held"]["exports"]
    places = archive.settings.threads // 4
    for number in range(places):
        assert exports.take(f"192.0.2.{number}")
    refused = client.get(path)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert client.get("/games").status_code == 200
    exports.give_back("192.0.2.0")
    for _ in range(2):  # each lets go when it has been read
        assert client.get(path, buffered=True).status_code == 200
    assert exports.take("192.0.2.0")
    assert not exports.take("192.0.2.0")


def test_exported_records_are_the_same_when_they_are_read_again(
    client: FlaskClient, archive: Archive
) -> None:
    given = client.get("/games/export.xxn")
    assert given.headers["Content-Disposition"].startswith('attachment; filename="games-')
    data = given.data
    read_again = {hashes(read(data[part.start : part.end], part.number)) for part in split(data)}
    games = client.get("/games.json").json["games"]
    verdicts = (archive.games.find(game["id"]) for game in games)
    stored = {
        Hashes(*(game.verdict["record"][kind] for kind in ("raw", "record", "play")))
        for game in verdicts
        if game and game.verdict
    }
    assert read_again == stored
    assert len(stored) == 6


def test_lines_for_programs_and_for_spreadsheets(client: FlaskClient) -> None:
    lines = client.get("/games/export.ndjson?game=twenty").text.splitlines()
    assert {json.loads(line)["game"] for line in lines} == {"twenty"}
    assert len(lines) == 3
    rows = list(csv.DictReader(io.StringIO(client.get("/games/export.csv").text)))
    assert len(rows) == 6
    assert next(row["players"] for row in rows if "HYPERLINK" in row["players"]).startswith("'=")
    assert client.get("/games/export.csv?sort=luck").status_code == 400
    assert client.get("/games/export.pdf").status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\t=1", " =1", "\r=1"])
def test_no_text_is_a_formula(text: str) -> None:
    assert cell_text(text).startswith("'")


@pytest.mark.parametrize("text", ["Anna", "", "1-2", "A=B"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert cell_text(text) == text


def test_pages_go_on_behind_the_last_game(
    client: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = archive.search.page
    monkeypatch.setattr(archive.search, "page", lambda *a, **k: asked(*a, **{**k, "size": 2}))
    seen, address = [], "/games.json?sort=findings"
    while address:
        page = client.get(address).json
        seen += [game["id"] for game in page["games"]]
        address = page["next"]
    assert len(seen) == len(set(seen)) == 6
