"""The API with a token: one's own things, what may be changed on which condition, moderation."""

import io
import json
import zipfile
from typing import Any

import pytest
from flask.testing import FlaskClient

from .people import PASSWORD, House, basic

TO_WRITE = "owner's token to write"


@pytest.fixture
def owner(house: House) -> FlaskClient:
    return house.client(TO_WRITE)


def test_who_is_asking(house: House, owner: FlaskClient) -> None:
    me = owner.get("/api/v1/account").get_json()
    assert (me["name"], me["role"], me["scopes"]) == ("owner", "member", ["read", "write"])
    nobody = house.client("nobody").get("/api/v1/account")
    assert nobody.status_code == 401
    assert "Bearer" in nobody.headers["WWW-Authenticate"]
    bad = house.client("nobody").get("/api/v1/account", headers={"Authorization": "Bearer none"})
    assert (bad.status_code, bad.mimetype) == (401, "application/problem+json")


def test_a_token_to_hand_in_is_told_what_became_of_it(house: House) -> None:
    """Even where it may read nothing; and of nothing, nothing becomes."""
    _, token = house.archive.accounts.make_token(house.ids["owner"], "in", ["upload"])
    bearer = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
    client, where = house.client("nobody"), "/api/v1/uploads?visibility=private"
    answer = client.post(where, data=b"a sheet", headers=bearer)
    assert (answer.status_code, answer.get_json()["visibility"]) == (202, "private")
    assert client.get(answer.headers["Location"], headers=bearer).status_code == 404
    assert client.post(where, data=b"", headers=bearer).status_code == 422


def test_nothing_is_taken_in_as_nobodys_from_who_says_who_they_are(
    house: House, record: bytes
) -> None:
    """Name and password are not listened to there, so that it would not be theirs."""
    client = house.client("nobody")
    headers = {**basic("owner"), "Content-Type": "text/plain"}
    refused = client.post("/api/v1/uploads", data=record, headers=headers)
    assert (refused.status_code, refused.mimetype) == (401, "application/problem+json")
    assert "Send a token" in refused.get_json()["detail"]
    assert "Bearer" in refused.headers["WWW-Authenticate"]


def test_an_account_a_token_and_their_end(house: House) -> None:
    client = house.client("nobody")
    made = client.post("/api/v1/account", json={"name": "Berta", "password": PASSWORD})
    assert made.status_code == 201
    assert "password" not in made.text
    again = client.post("/api/v1/account", json={"name": "BERTA", "password": PASSWORD})
    assert again.status_code == 422

    wanted = {"name": "script", "scopes": ["read", "upload"]}
    refused = client.post("/api/v1/account/tokens", json=wanted, headers=basic("Berta", "wrong"))
    assert refused.status_code == 401
    made = client.post("/api/v1/account/tokens", json=wanted, headers=basic("Berta"))
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    bearer = {"Authorization": f"Bearer {made.get_json()['token']}"}
    assert client.get("/api/v1/account", headers=bearer).get_json()["name"] == "Berta"
    more = client.post("/api/v1/account/tokens", json=wanted, headers=bearer)
    assert more.status_code == 403, "a token makes no tokens"

    listed = client.get("/api/v1/account/tokens", headers=basic("Berta"))
    assert made.get_json()["token"] not in listed.text
    gone = f"/api/v1/account/tokens/{made.get_json()['id']}"
    assert client.delete(gone, headers=basic("Berta")).status_code == 204
    assert client.get("/api/v1/account", headers=bearer).status_code == 401

    other = {"new": "another long password"}
    assert (
        client.put("/api/v1/account/password", json=other, headers=basic("Berta")).status_code
        == 204
    )
    assert client.get("/api/v1/account/tokens", headers=basic("Berta")).status_code == 401
    ended = client.delete("/api/v1/account", headers=basic("Berta", other["new"]))
    assert ended.status_code == 202
    house.archive.deletion.go_on(ended.get_json()["id"])
    assert client.get(ended.headers["Location"]).get_json()["state"] == "done"
    assert house.archive.accounts.named("Berta") is None


def test_what_is_wrong_is_pointed_at(house: House) -> None:
    said = {"name": "x" * 61, "scopes": ["read", "fly"], "extra/key": 1}
    answer = house.client("nobody").post(
        "/api/v1/account/tokens", json=said, headers=basic("owner")
    )
    assert answer.status_code == 422
    problem = answer.get_json(force=True)
    assert {one["pointer"] for one in problem["errors"]} == {"#/name", "#/scopes/1", "#/extra~1key"}
    assert {one["in"] for one in problem["errors"]} == {"body"}
    assert problem["request_id"] == answer.headers["X-Request-ID"]


def test_a_change_is_made_only_if_nothing_has_changed(house: House, owner: FlaskClient) -> None:
    path = f"/api/v1/games/{house.things['unlisted'].game}"
    read = owner.get(path)
    assert owner.get(path, headers={"If-None-Match": read.headers["ETag"]}).status_code == 304
    match = {"If-Match": read.headers["ETag"]}
    changed = owner.patch(path, json={"visibility": "public"}, headers=match)
    assert (changed.status_code, changed.get_json()["visibility"]) == (200, "public")
    late = owner.patch(path, json={"visibility": "private"}, headers=match)
    assert (late.status_code, late.mimetype) == (412, "application/problem+json")
    assert owner.delete(path, headers=match).status_code == 412
    assert owner.get(path).get_json()["visibility"] == "public"
    assert owner.patch(path, json={"visibility": "unlisted"}).status_code == 200


def test_what_a_token_is_told_no_cache_keeps(house: House, owner: FlaskClient) -> None:
    path = f"/api/v1/games/{house.things['private'].game}"
    answer = owner.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert {"Authorization", "Cookie"} <= answer.vary
    assert house.client("nobody").get(path).status_code == 404


def test_tags_and_collections(house: House, owner: FlaskClient) -> None:
    game = house.things["public"].game
    tags = owner.put(f"/api/v1/games/{game}/tags/Summer Cup").get_json()["tags"]
    assert [one["tag"] for one in tags] == ["summer-cup"]
    made = owner.post("/api/v1/collections", json={"title": "Evenings", "visibility": "public"})
    assert made.status_code == 201
    where = made.headers["Location"]
    for thing in ("private", "public"):
        put = owner.put(f"{where}/games/{house.things[thing].game}")
        assert put.status_code == 204
    assert owner.put(f"{where}/games/{game}?move=-1").status_code == 204
    seen = [one["id"] for one in owner.get(where).get_json()["games"]]
    assert seen == [game, house.things["private"].game]
    others = house.client("nobody").get(where).get_json()
    assert [one["id"] for one in others["games"]] == [game]
    assert house.client("nobody").delete(where).status_code == 401
    assert owner.delete(f"{where}/games/{game}").status_code == 204
    assert owner.delete(where).status_code == 204
    assert owner.get(where).status_code == 404


def test_a_correction_is_another_revision(house: House, owner: FlaskClient) -> None:
    game = house.things["unlisted"].game
    path = f"/api/v1/games/{game}"
    before = owner.get(f"{path}/record")
    kind = {"Content-Type": "application/x-xxn", "If-Match": before.headers["ETag"]}
    better = before.data.replace(b"A short one", b"A better one")
    sent = owner.post(f"{path}/revisions?comment=The+name", data=better, headers=kind)
    assert (sent.status_code, sent.headers["Location"]) == (202, path)
    late = owner.post(f"{path}/revisions", data=better + b"\n", headers=kind)
    assert late.status_code == 412
    told = owner.get(f"{path}/revisions").get_json()["revisions"]
    assert [(one["number"], one["comment"]) for one in told] == [(1, ""), (2, "The name")]
    assert owner.get(f"{path}/revisions/1").data == before.data
    assert owner.get(f"{path}/revisions/2").data == better
    assert owner.get(f"{path}/revisions/3").status_code == 404


def test_a_report_is_settled(house: House, owner: FlaskClient) -> None:
    path = f"/api/v1/games/{house.things['public'].game}"
    made = house.client("nobody").post(f"{path}/reports", json={"reason": "names"})
    assert made.status_code == 201
    assert owner.get("/api/v1/reports").status_code == 403
    moderator = house.client("moderator's token to moderate")
    reports = moderator.get("/api/v1/reports").get_json()["reports"]
    assert made.get_json()["id"] in [one["id"] for one in reports]
    said = {"state": "upheld", "answer": "It is hidden.", "hide": True}
    where = f"/api/v1/reports/{made.get_json()['id']}/settlement"
    assert moderator.put(where, json=said).get_json()["state"] == "upheld"
    assert house.client("nobody").get(path).status_code == 404
    assert moderator.delete(f"{path}/hidden").status_code == 204
    assert house.client("nobody").get(path).status_code == 200


def test_all_of_ones_own_can_be_taken_along(owner: FlaskClient) -> None:
    uploads = owner.get("/api/v1/account/uploads").get_json()
    assert len(uploads["uploads"]) >= 3
    assert uploads["cursor"] is None
    export = owner.get("/api/v1/account/export")
    assert export.mimetype == "application/zip"
    assert zipfile.ZipFile(io.BytesIO(export.data)).testzip() is None


@pytest.mark.parametrize("kind", ["text/plain", "application/x-ndjson"])
def test_verdicts_come_a_line_each(house: House, record: bytes, kind: str) -> None:
    client = house.client("nobody")
    house.app.extensions["checks"].seconds = 60.0  # a busy machine is no fault
    sent: Any = record * 2
    if kind == "application/x-ndjson":
        path = f"/api/v1/games/{house.things['public'].game}/record.json"
        sent = (json.dumps(client.get(path).get_json()) + "\n") * 2
    asked = {"Accept": "application/x-ndjson", "Content-Type": kind}
    answer = client.post("/api/v1/verify", data=sent, headers=asked)
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert [line["record"]["number"] for line in lines] == [1, 2]
    assert {line["answers"]["legality"] for line in lines} == {"upheld"}


def test_a_method_or_a_head_is_answered_rightly(house: House) -> None:
    client = house.client("nobody")
    path = f"/api/v1/games/{house.things['public'].game}/verdict"
    whole, head = client.get(path), client.head(path)
    assert head.data == b""
    for name in ("Content-Length", "ETag", "Content-Type"):
        assert head.headers[name] == whole.headers[name]
    assert {"GET", "HEAD", "OPTIONS"} == {*client.options(path).allow}
    wrong = client.post("/api/v1/counts")
    assert (wrong.status_code, wrong.mimetype) == (405, "application/problem+json")
