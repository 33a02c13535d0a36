"""What the API says beside its answers: who may read them elsewhere, the next page, how often one
may ask, on which condition something is changed, and what is wrong with a token."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from flask_limiter import RequestLimit
from werkzeug.http import parse_dict_header
from werkzeug.test import TestResponse

from archive.web import create_app

from .conftest import Shelf
from .people import PASSWORD, House, basic

API = "/api/v1"
ELSEWHERE = {"Origin": "https://elsewhere.example"}


def next_of(answer: TestResponse) -> str | None:
    """The address of the next page, as the header names it."""
    links = [one.partition(">; rel=") for one in answer.headers.getlist("Link")]
    return next((address[1:] for address, _, rel in links if rel == '"next"'), None)


# -- other sites


@pytest.mark.parametrize("path", ["/games", "/counts", "/games/nothing", "/openapi.json"])
def test_a_page_elsewhere_may_read_what_everyone_may(client: FlaskClient, path: str) -> None:
    answer = client.get(API + path, headers=ELSEWHERE)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_browser_may_ask_first_with_an_etag(client: FlaskClient) -> None:
    asked = {"Access-Control-Request-Method": "GET"}
    asked["Access-Control-Request-Headers"] = "if-none-match"
    answer = client.options(f"{API}/games", headers={**ELSEWHERE, **asked})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "If-None-Match" in answer.headers["Access-Control-Allow-Headers"]
    assert "Authorization" not in answer.headers["Access-Control-Allow-Headers"]


def test_a_page_elsewhere_changes_nothing_and_reads_no_page(shelf: Shelf) -> None:
    client = shelf.app.test_client()
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "POST"}
    for answer in (
        client.options(f"{API}/uploads", headers=asked),
        client.post(f"{API}/verify", data=b"", content_type="text/plain", headers=ELSEWHERE),
        client.get(f"/g/{shelf.game}", headers=ELSEWHERE),
    ):
        assert "Access-Control-Allow-Origin" not in answer.headers


# -- pages of lists


def test_a_list_names_its_next_page(house: House) -> None:
    client = house.client("owner's token to read")
    seen: list[str] = []
    address: str | None = f"{API}/games?mine=true&limit=2"
    while address:
        answer = client.get(address)
        seen += [game["id"] for game in answer.get_json()["games"]]
        address = next_of(answer)
        assert address == answer.get_json()["next"]
    assert sorted(seen) == sorted(thing.game for thing in house.things.values())


def test_plies_and_lines_go_on_where_a_stretch_ends(client: FlaskClient, shelf: Shelf) -> None:
    for part, many, number in (("plies", "plies", "ply"), ("source", "lines", "number")):
        whole = client.get(f"{API}/games/{shelf.game}/{part}").get_json()
        assert next_of(client.get(f"{API}/games/{shelf.game}/{part}")) is None
        address: str | None = f"{API}/games/{shelf.game}/{part}?limit=40&revision=1"
        seen = []
        while address:
            answer = client.get(address)
            seen += [one[number] for one in answer.get_json()[many]]
            address = next_of(answer)
        assert seen == [one[number] for one in whole[many]]


def test_players_and_the_log_name_their_next_page(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.client("nobody").get(f"{API}/players?limit=1")
    assert next_of(first) == first.get_json()["next"] is not None
    monkeypatch.setattr("archive.web.api.moderation_and_jobs.LINES", 1)
    admin = house.client("admin")
    lines = admin.get(f"{API}/log?subject=account:{house.ids['member']}")
    newest, cursor = lines.get_json()["entries"][0]["id"], lines.get_json()["cursor"]
    assert cursor == newest
    following = next_of(lines)
    assert following
    assert admin.get(following).get_json()["entries"][0]["id"] < newest


# -- how often


@pytest.mark.usefixtures("within_a_minute")
def test_what_is_limited_says_how_often_still(shelf: Shelf) -> None:
    settings = replace(shelf.archive.settings, check_rate=2)
    client = create_app(settings, shelf.archive).test_client()
    answers = [client.get(f"{API}/generate/twenty") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert {one.headers["RateLimit-Limit"] for one in answers} == {"2"}
    assert [one.headers["RateLimit-Remaining"] for one in answers] == ["1", "0", "0"]
    assert all(0 <= int(one.headers["RateLimit-Reset"]) <= 60 for one in answers)
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert "RateLimit-Limit" not in client.get("/").headers


@pytest.mark.usefixtures("within_a_minute")
def test_reads_are_counted_together_and_say_how_often_still(shelf: Shelf) -> None:
    settings = replace(shelf.archive.settings, read_rate=3)
    client = create_app(settings, shelf.archive).test_client()
    away = {"REMOTE_ADDR": "198.51.100.7"}
    asked = ("games", "counts", "games?limit=1", "games")
    answers = [client.get(f"{API}/{one}", environ_overrides=away) for one in asked]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert {one.headers["RateLimit-Limit"] for one in answers} == {"3"}
    assert [one.headers["RateLimit-Remaining"] for one in answers] == ["2", "1", "0", "0"]
    assert "RateLimit-Remaining" in answers[0].headers["Access-Control-Expose-Headers"]
    at_home = client.get(f"{API}/games")
    assert (at_home.status_code, at_home.headers["RateLimit-Limit"]) == (200, "30")


def test_an_answer_comes_where_the_server_that_counts_has_gone(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_limit: RequestLimit) -> None:
        raise ConnectionError

    monkeypatch.setattr(RequestLimit, "window", property(gone))
    answer = client.get(f"{API}/generate/twenty")
    assert answer.status_code == 200
    assert "RateLimit-Limit" not in answer.headers


def test_of_two_who_find_that_server_gone_at_once_both_are_answered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (limiter,) = client.application.extensions["limiter"]

    def gone(*_: object, **__: object) -> bool:
        limiter._storage_dead = True  # as the other found while this one waited
        raise ConnectionError

    monkeypatch.setattr(type(limiter.limiter), "hit", gone)
    assert client.get(f"{API}/generate/twenty").status_code == 200


# -- on which condition


def test_a_change_is_made_only_to_what_was_read(house: House, record: bytes) -> None:
    owner = house.client("owner's token to write")
    made = owner.post(f"{API}/collections", json={"title": "Evenings"})
    where = made.headers["Location"]
    etag = owner.get(where).headers["ETag"]
    for other in ('"0123"', f"W/{etag}", "what was read", '"0123'):
        assert owner.delete(where, headers={"If-Match": other}).status_code == 412, other
    assert owner.delete(where, headers={"If-Match": etag}).status_code == 204


def test_what_cannot_be_read_has_no_etag_to_name(house: House) -> None:
    owner, game = house.client("owner's token to write"), house.things["public"].game
    match = {"If-Match": '"0123"'}
    refused = owner.put(f"{API}/games/{game}/tags/cup", headers=match)
    assert (refused.status_code, refused.mimetype) == (412, "application/problem+json")
    assert "no ETag" in refused.get_json()["detail"]
    assert "cup" not in owner.get(f"{API}/games/{game}/tags").text


def test_what_is_made_says_where_it_is(house: House) -> None:
    client, game = house.client("nobody"), house.things["public"].game
    said = {"name": "Klara", "password": PASSWORD}
    assert client.post(f"{API}/account", json=said).headers["Location"] == f"{API}/account"
    wanted = {"name": "script", "scopes": ["read"]}
    token = client.post(f"{API}/account/tokens", json=wanted, headers=basic("owner"))
    revoked = client.delete(token.headers["Location"], headers=basic("owner"))
    assert revoked.status_code == 204
    report = client.post(f"{API}/games/{game}/reports", json={"reason": "names"})
    moderator = house.client("moderator's token to moderate")
    assert moderator.get(report.headers["Location"]).get_json()["id"] == report.get_json()["id"]
    upload = house.things["public"].upload
    owner = house.client("owner's token to write")
    for deed in ("resume", "retry"):
        assert owner.post(f"{API}/uploads/{upload}/{deed}").status_code == 409


# -- what is wrong with a token


def challenge(answer: TestResponse) -> tuple[str, dict[str, str | None]]:
    scheme, _, said = answer.headers["WWW-Authenticate"].partition(" ")
    assert re.fullmatch(r'\w+="[^"]*"(, \w+="[^"]*")*', said)
    return scheme, parse_dict_header(said)


def test_a_stranger_is_asked_for_a_token(house: House) -> None:
    answer = house.client("nobody").get(f"{API}/collections")
    assert (answer.status_code, *challenge(answer)) == (401, "Bearer", {"realm": "twenties"})


def test_a_worthless_token_is_called_so(house: House) -> None:
    bearer = {"Authorization": "Bearer none"}
    answer = house.client("nobody").get(f"{API}/account", headers=bearer)
    said = {"realm": "twenties", "error": "invalid_token"}
    assert (answer.status_code, *challenge(answer)) == (401, "Bearer", said)


def test_the_scope_that_is_missing_is_named(house: House) -> None:
    reader, game = house.client("owner's token to read"), house.things["public"].game
    answer = reader.put(f"{API}/games/{game}/tags/cup")
    said = {"realm": "twenties", "error": "insufficient_scope", "scope": "write"}
    assert (answer.status_code, *challenge(answer)) == (403, "Bearer", said)
    assert "“write”" in answer.get_json()["detail"]
    beyond = reader.get(f"{API}/log")
    assert beyond.status_code == 403
    assert "WWW-Authenticate" not in beyond.headers


def test_where_a_password_is_wanted_it_is_asked_for(house: House) -> None:
    answer = house.client("nobody").get(f"{API}/account/tokens")
    assert answer.status_code == 401
    assert challenge(answer)[0] == "Basic"
    assert house.client("owner's token to write").get(f"{API}/account/tokens").status_code == 403


def test_a_header_without_a_token_is_told_so(house: House, record: bytes) -> None:
    """As a script sends it whose variable is empty; nothing is uploaded that would be no one's."""
    client = house.client("nobody")
    for said, told in (
        ("Bearer ", "no token"),
        ("Bearer", "no token"),
        ("Token x", "no token"),
        ("Basic eDp5", "Name and password"),
    ):
        headers = {"Authorization": said, "Content-Type": "application/x-xxn"}
        answer = client.post(f"{API}/uploads", data=record, headers=headers)
        assert answer.status_code == 401
        assert told in answer.get_json()["detail"], said
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
