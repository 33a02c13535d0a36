"""A request and its identifier: in the answer, in problems, in the log, and out of it again."""

import errno
import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Request
from flask.testing import FlaskClient
from structlog.contextvars import get_contextvars
from werkzeug.test import create_environ

from archive import logs
from archive.server.request import Refusing
from archive.store.database import Unreachable
from archive.web import create_app

from .conftest import Shelf

GIVEN = {"X-Request-ID": "from-the-proxy.1"}


@pytest.fixture
def app(shelf: Shelf) -> Flask:
    """An application of this test's own, over the same archive."""
    app = create_app(shelf.app.extensions["archive"].settings, shelf.archive)

    @app.get("/breaks/<what>")
    def breaks(what: str) -> str:
        raise {"database": Unreachable("x"), "disk": OSError(errno.ENOSPC, "x")}.get(
            what, ValueError(what)
        )

    @app.get("/streams")
    def streams() -> Any:
        def pieces() -> Iterator[bytes]:
            yield b"one"
            yield b"two"

        return app.response_class(pieces())

    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_the_id_comes_back(client: FlaskClient) -> None:
    assert client.get("/", headers=GIVEN).headers["X-Request-ID"] == "from-the-proxy.1"
    made = client.get("/", headers={"X-Request-ID": "<script>alert(1)</script>"})
    assert logs.SANE_ID.fullmatch(made.headers["X-Request-ID"])
    other = client.get("/").headers["X-Request-ID"]
    assert other != made.headers["X-Request-ID"]


def test_a_problem_names_it(client: FlaskClient) -> None:
    answer = client.get("/api/v1/uploads/nothing", headers=GIVEN)
    assert answer.status_code == 404
    assert answer.json["request_id"] == "from-the-proxy.1"
    page = client.get("/breaks/x", headers={**GIVEN, "Accept": "text/html"})
    assert page.status_code == 500
    assert "from-the-proxy.1" in page.text


@pytest.mark.parametrize(("what", "status"), [("database", 503), ("disk", 507), ("x", 500)])
def test_what_the_machine_lacks_is_no_fault_of_ours(
    client: FlaskClient, what: str, status: int
) -> None:
    for accept in ("text/html", "application/json"):
        with client.get(f"/breaks/{what}", headers={"Accept": accept}) as answer:
            assert answer.status_code == status
            assert ("Retry-After" in answer.headers) is (status == 503)
            assert "X-Request-ID" in answer.headers


def test_lines_name_the_pattern_and_nothing_that_was_said(
    client: FlaskClient, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        with client.get(f"/g/{shelf.game}?q=Albert", headers=GIVEN) as answer:
            assert answer.status_code == 200
        with client.get("/breaks/Bertha"):
            pass
        with client.get("/nowhere/Albert"):
            pass
    ends = [one for one in caplog.records if one.name == "archive.web.request_log"]
    assert [one.getMessage() for one in ends] == [
        "GET /g/<game_id> answered 200",
        "GET /breaks/<what> answered 500",
        "GET an address that is not here answered 404",
    ]
    assert ends[0].__dict__["request_id"] == "from-the-proxy.1"
    written = logs.formatter("json", "web")
    lines = " ".join(written.format(one) for one in caplog.records)
    assert "breaks" in lines
    assert not any(word in lines for word in ("Albert", "Bertha", shelf.game))


def test_who_asks_whether_it_lives_fills_no_log(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for path in ("/health/live", "/health/ready", "/healthz", "/readyz"):
            with client.get(path) as answer:
                assert answer.status_code == 200
                assert answer.headers["Cache-Control"] == "no-store"
    assert [one for one in caplog.records if one.name == "archive.web.request_log"] == []


def test_a_stream_ends_when_it_ends(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), client.get("/streams") as answer:
        assert answer.data == b"onetwo"
        assert not [one for one in caplog.records if "/streams" in one.getMessage()]
    assert [one for one in caplog.records if "/streams" in one.getMessage()]


def test_no_request_has_another_s_id(client: FlaskClient) -> None:
    with client.get("/", headers=GIVEN):
        assert get_contextvars()["request_id"] == "from-the-proxy.1"
    assert get_contextvars() == {}
    client.get("/", headers=GIVEN)  # somebody went away in the middle of the answer
    with client.get("/"):
        assert get_contextvars()["request_id"] != "from-the-proxy.1"


def test_a_body_for_which_the_disk_had_no_room_is_no_bad_request(client: FlaskClient) -> None:
    for kind in ("multipart/form-data; boundary=x", "text/plain"):
        environ = create_environ("/api/v1/uploads", method="POST", content_type=kind)
        full = {"wsgi.input": io.BufferedReader(Refusing()), "CONTENT_LENGTH": "99999"}
        assert client.open(Request({**environ, **full})).status_code == 507, kind
