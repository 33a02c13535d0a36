"""The JSON API: no cookies, no tokens, problems as RFC 9457 has them."""

import io
import json

import pytest
from flask.testing import FlaskClient

from archive.analysis import verify_fully

from .conftest import Shelf
from .records import kept


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", "application/x-xxn"])
def test_a_raw_body_is_taken_in(
    client: FlaskClient, shelf: Shelf, illustrative: bytes, kind: str
) -> None:
    answer = client.post("/api/v1/uploads?filename=a.xxn", data=illustrative, content_type=kind)
    assert answer.status_code == 202
    job = answer.get_json()
    assert answer.headers["Location"] == f"/api/v1/uploads/{job['id']}"
    assert (job["state"], job["filename"], job["size"]) == ("queued", "a.xxn", len(illustrative))

    shelf.archive.judging.receive(job["id"])
    shelf.archive.analysing.analyse(job["id"], 1, 999)
    job = client.get(answer.headers["Location"]).get_json()
    assert job["state"] == "done"
    game = client.get(f"/api/v1/games/{job['games'][0]['id']}").get_json()
    assert game["score"] == {"p1": 82, "p2": 110}
    assert game["standing"] == "impossible"
    assert "Set-Cookie" not in answer.headers


def test_a_form_is_taken_in(client: FlaskClient, illustrative: bytes) -> None:
    answer = client.post(
        "/api/v1/uploads?visibility=public", data={"file": (io.BytesIO(illustrative), "game.xxn")}
    )
    assert answer.status_code == 202
    assert answer.get_json()["filename"] == "game.xxn"
    assert answer.get_json()["visibility"] == "public"


@pytest.mark.parametrize("written", ["public", "unlisted"])
def test_a_form_says_what_the_address_may(
    client: FlaskClient, illustrative: bytes, written: str
) -> None:
    form = {"file": (io.BytesIO(illustrative), "game.xxn"), "visibility": written}
    answer = client.post("/api/v1/uploads", data=form)
    assert answer.status_code == 202
    assert answer.get_json()["visibility"] == written


def test_what_is_private_has_an_owner(client: FlaskClient, shelf: Shelf) -> None:
    before = kept(shelf.archive)
    kind = {"data": b"x", "content_type": "text/plain"}
    answer = client.post("/api/v1/uploads?visibility=private", **kind)
    assert answer.status_code == 422
    assert "sign in" in answer.get_json(force=True)["detail"]
    assert kept(shelf.archive) == before


def test_a_form_that_says_something_else_is_told_what(client: FlaskClient) -> None:
    form = {"file": (io.BytesIO(b"x"), "game.xxn"), "visibility": "perhaps"}
    answer = client.post("/api/v1/uploads", data=form)
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert answer.get_json(force=True)["errors"] == [
        {
            "in": "body",
            "pointer": "#/visibility",
            "detail": "Must be one of: private, unlisted, public.",
        }
    ]


def test_a_check_answers_with_the_same_bytes_as_the_engine(
    client: FlaskClient, shelf: Shelf, illustrative: bytes, record: bytes
) -> None:
    before = kept(shelf.archive)
    answer = client.post("/api/v1/verify", data=illustrative + record, content_type="text/plain")
    assert answer.status_code == 200
    assert answer.get_json()["total"] == 2
    first = verify_fully(illustrative, 1).json()
    assert first in answer.text
    assert answer.get_json()["verdicts"][0] == json.loads(first)
    assert kept(shelf.archive) == before


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": b"", "content_type": "text/plain"}, 422),
        ({"data": b"{}", "content_type": "application/xml"}, 415),
        ({"data": {"text": "x"}, "content_type": "multipart/form-data"}, 422),
        ({"data": b"x" * 1_100_000, "content_type": "text/plain"}, 413),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/uploads", "/api/v1/verify"])
def test_what_cannot_be_taken_is_a_problem(
    client: FlaskClient, path: str, sent: dict[str, object], status: int
) -> None:
    answer = client.post(path, **sent)
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    body = answer.get_json(force=True)
    assert body["status"] == status
    assert body["detail"]


def test_a_wrong_argument_is_named(client: FlaskClient) -> None:
    answer = client.post("/api/v1/uploads?visibility=perhaps", data=b"x", content_type="text/plain")
    assert answer.status_code == 422
    assert "visibility" in json.dumps(answer.get_json(force=True)["errors"])


@pytest.mark.parametrize(
    "path",
    ["exports/csv?plyer=Ada", "games?event=x&plyer=Ada", "generate/twenty?plyer=1",
     "games/{game}/source?plyer=1", "games/{game}/plies?plyer=1", "games/{game}?plyer=1",
     "games/{game}/verdict?plyer=1", "games/{game}/related?revision=1&plyer=1", "rules?plyer=1",
     "uploads/{upload}?plyer=1", "counts?plyer=1"],
)  # fmt: skip
def test_a_question_nobody_knows_is_refused_by_its_name(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    answer = client.get("/api/v1/" + path.format(game=shelf.game, upload=shelf.upload))
    assert answer.status_code == 422
    assert "plyer" in answer.text
    assert "Ada" not in answer.text


def test_a_revision_is_asked_for_by_number(client: FlaskClient, shelf: Shelf) -> None:
    for kind in (
        "", "/source", "/plies", "/plies/1", "/scores", "/record", "/record.json", "/verdict",
        "/findings", "/readings", "/repairs", "/witness",
    ):  # fmt: skip
        path = f"/api/v1/games/{shelf.game}{kind}"
        assert client.get(f"{path}?revision=1").status_code == 200, kind
        assert client.get(f"{path}?revision=2").status_code == 404, kind
    refused = client.put(f"/api/v1/games/{shelf.game}/tags/cup?revision=1")
    assert (refused.status_code, "revision" in refused.text) == (422, True)


def test_every_operation_says_that_it_may_refuse_a_question(client: FlaskClient) -> None:
    described = client.get("/api/v1/openapi.json").json
    for path, operations in described["paths"].items():
        for method in {"get", "post", "put", "patch", "delete"} & operations.keys():
            assert "422" in operations[method]["responses"], (method, path)


@pytest.mark.parametrize("path", ["/g/{game}/{ply}", "/g/{game}/{ply}.json",
                                  "/api/v1/games/{game}/plies/{ply}"])  # fmt: skip
def test_a_number_in_an_address_has_one_way_to_be_written(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    assert client.get(path.format(game=shelf.game, ply=1)).status_code == 200
    assert client.get(path.format(game=shelf.game, ply="\u0661")).status_code == 404


@pytest.mark.parametrize("path", ["plies/{ply}", "positions/{ply}", "positions/{ply}?line=9"])
def test_a_play_beyond_the_last_is_told_how_many_there_are(
    client: FlaskClient, shelf: Shelf, path: str
) -> None:
    answer = client.get(f"/api/v1/games/{shelf.game}/{path.format(ply=99999)}")
    assert answer.status_code == 404
    assert answer.get_json(force=True)["detail"].startswith("This game has 100 plays, numbered")


@pytest.mark.parametrize("said", [b"[" * 100_000, b'{"name": ' + b"9" * 100_000 + b"}"])
def test_json_deeper_or_longer_than_any_is_refused(client: FlaskClient, said: bytes) -> None:
    answer = client.post("/api/v1/account", data=said, content_type="application/json")
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")


@pytest.mark.parametrize(("said", "refusal"), [
    (b'{"tags": {}, "events": [', "read as JSON: line 1, column 25 has “the end”"),
    (b'{"sheet":\n "Twenty",}', "read as JSON: line 2, column 11 has “}”"),
    (b"Anna: 8 (8)", "read as JSON: line 1, column 1 has “Anna: 8 (8)”"),
    (b'{"sheet": "Anna: 8 (8)"}', "This JSON is no game: line 1, column 1 has"),
    (b"[1, 2]", "This JSON is no game: line 1, column 2 has “1”; expected is an object."),
])  # fmt: skip
def test_what_is_said_to_be_json_is_read_as_that(
    client: FlaskClient, said: bytes, refusal: str
) -> None:
    answer = client.post("/api/v1/verify", data=said, content_type="application/json")
    assert refusal in answer.json["reading"]["refusal"]
    lines = client.post("/api/v1/verify", data=said, content_type="application/json",
                        headers={"Accept": "application/x-ndjson"})  # fmt: skip
    assert lines.status_code == 422
    assert refusal in lines.get_json(force=True)["detail"]


def test_missing_things_are_problems(client: FlaskClient) -> None:
    for path in ("games/aaaaaaaaaa", "games/aaaaaaaaaa/verdict", "uploads/aaaaaaaaaa", "nothing"):
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 404
        assert answer.content_type == "application/problem+json"


def test_a_method_that_is_not_there(client: FlaskClient) -> None:
    answer = client.get("/api/v1/verify")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("name", [b"\xff.xxn", b"a\nb.xxn"])
def test_a_file_name_that_cannot_be_read_is_told(client: FlaskClient, name: bytes) -> None:
    head = b'Content-Disposition: form-data; name="file"; filename="' + name + b'"'
    body = b"--B\r\n" + head + b"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B--\r\n"
    kind = "multipart/form-data; boundary=B"
    answer = client.post("/api/v1/verify", data=body, content_type=kind)
    assert answer.status_code == 422
    assert "file name that can be read" in answer.get_json(force=True)["detail"]
