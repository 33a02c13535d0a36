"""What no address, form or body should say: text that no database takes, and numbers beyond all
bounds, in each place where something can be said. None of it breaks anything, on either database.
"""

import inspect
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from http import HTTPStatus
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from archive.config import Settings
from archive.services import Archive, Visibility
from archive.services.permissions import Role
from archive.web import create_app
from archive.web.presenters.listing import PARAMETERS
from tests.uploaded import judged_upload

from .conftest import upload_in
from .people import PASSWORD, sign_in, token_of

HALF, LARGE, NUL = "a\ud800", 10**30, "a\0b"
IN_PATH = ("a%00b", str(LARGE))
IN_QUESTION = ("a%00b", "%ED%A0%80", str(LARGE), str(2**31))
IN_FORM = (NUL, str(LARGE))
IN_JSON = (NUL, HALF, LARGE, [NUL])
NOT_ASKED = (
    "sign_in.out", "static", "events.events", "api-account.end", "account.delete",
    "api-generate.generate", "api-compare.check", "verify.check", "compare.check",
)  # fmt: skip
"""What would end what is asked with, and what asks the database nothing and works for long."""
Asked = tuple[str, str, dict[str, Any]]
"""A method, an address and what is sent along."""
READING = re.compile(r"request\.(args|form|values)\.get(?:list)?\(\s*\"(\w+)\"")


class There(NamedTuple):
    """An admin's browser, what there is to ask for, and the description of the API."""

    app: Flask
    client: FlaskClient
    values: dict[str, str]
    token: str
    described: dict[str, Any]


@pytest.fixture
def there(archive: Archive, settings: Settings, record: bytes) -> There:
    admin = archive.accounts.create("admin", PASSWORD, Role.ADMIN)
    found = judged_upload(
        archive, record, filename="a.xxn", visibility=Visibility.PUBLIC, owner_id=admin.id
    )
    game = found.games[0].id
    values = {
        "game_id": game, "upload_id": found.id, "ply": "1", "number": "1", "kind": "csv",
        "collection_id": archive.collections.make(admin.id, "x", visibility=Visibility.PUBLIC),
        "player_id": archive.anonymising.seats(game)[0].player_id, "tag": "cup",
        "verdict_id": archive.corrections.of(game)[0].verdicts[0].id, "game": "twenty",
        "report_id": archive.moderation.report(game, "names", by=None), "filename": "x",
        "layer_id": "own",
        "account_id": admin.id, "one": game, "other": game, "other_id": game, "against_id": game,
        "clause": "4.1",
    }  # fmt: skip
    much = dict.fromkeys(("write_rate", "read_rate", "upload_rate", "check_rate"), 1_000_000)
    app = create_app(replace(settings, **much), archive)  # type: ignore[arg-type]
    client = app.test_client()
    sign_in(client, "admin")
    described = client.get("/api/v1/openapi.json").get_json()
    return There(app, client, values, token_of(client, "/account"), described)


@pytest.mark.usefixtures("queue_server")  # without it a table of several people is not to be had
def test_nothing_that_is_said_breaks_anything(there: There, archive: Archive) -> None:
    """One odd thing at every other address, and on SQLite, which minds less, at every sixth;
    `make odd` says all of them."""
    dice, sqlite = Random(0), archive.settings.database_url.startswith("sqlite")
    asked = [dice.choice(ways) for each in everything_odd(there) if (ways := list(each))]
    assert len(asked) > 100
    assert broken_by(there, asked[:: 6 if sqlite else 2]) == []


@pytest.mark.broad
@pytest.mark.usefixtures("queue_server")
def test_nothing_that_is_said_anywhere_breaks_anything(there: There) -> None:
    asked = [one for each in everything_odd(there) for one in each]
    assert len(asked) > 700
    assert broken_by(there, asked) == []


def broken_by(there: There, asked: Iterable[Asked]) -> list[str]:
    """Return what is answered with a fault of the archive's own. That a form is not given, 501, is
    none: oEmbed asks for it."""
    broken = []
    for method, path, more in asked:
        answer = there.client.open(path, method=method, **more)
        if answer.status_code >= 500 and answer.status_code != HTTPStatus.NOT_IMPLEMENTED:
            broken.append(f"{method} {path[:80]} {str(more.get('json') or more.get('data'))[:60]}")
        answer.close()
    assert there.client.get("/mod/log").status_code == 200, "it was an admin who asked all that"
    return broken


def test_it_is_said_where_the_odd_character_stands(there: There, record: bytes) -> None:
    client, headers = there.client, {"X-CSRFToken": there.token}
    game = there.values["game_id"]
    assert client.get("/g/a%00b").status_code == client.get(f"/g/{LARGE}").status_code == 404
    assert "“after” has a character" in client.get("/account?after=a%00b").text
    asked = client.get("/api/v1/account/uploads?cursor=a%00b")
    assert (asked.status_code, asked.get_json()["errors"][0]["pointer"]) == (422, "#/cursor")
    answer = client.post(f"/g/{game}/tags", data={"tag": NUL, "csrf_token": there.token})
    assert (answer.status_code, "“tag” has a character" in answer.text) == (400, True)
    answer = client.post("/api/v1/collections", json={"title": HALF}, headers=headers)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "#/title"
    text = record + b"{\0}"
    form = {"csrf_token": there.token, "text": text.decode(), "visibility": "unlisted"}
    kept = client.post("/upload", data=form)
    assert kept.status_code == 303, "a record is bytes, and kept as it came"
    upload = upload_in(kept.headers["Location"])
    assert client.get(f"/upload/{upload}/original").data == text


def test_a_file_keeps_the_name_that_it_came_by(there: There, record: bytes) -> None:
    for sent, kept in {
        rb"..\..\etc\passwd": r"..\..\etc\passwd", rb"a\\b \"c\".xxn": r'a\b "c".xxn',
        b"a%22b.xxn": 'a"b.xxn', b"a\0b.xxn": "a⟨U+0000⟩b.xxn", b"x" * 300: "x" * 199 + "…",
    }.items():  # fmt: skip
        head = b'--B\r\nContent-Disposition: form-data; name="file"; filename="' + sent
        answer = there.client.post(
            "/upload", data=head + b'"\r\n\r\n' + record + sent + b"\r\n--B--\r\n",
            content_type="multipart/form-data; boundary=B", headers={"X-CSRFToken": there.token},
        )  # fmt: skip
        assert answer.status_code == 303
        upload = upload_in(answer.headers["Location"])
        said = there.client.get(f"/upload/{upload}.json").get_json()
        assert said["filename"] == kept


def everything_odd(there: There) -> Iterator[Iterator[Asked]]:
    """Yield for each address all the odd things that can be said to it."""
    for rule in there.app.url_map.iter_rules():
        if rule.endpoint not in NOT_ASKED:
            yield odd_at(there, rule)
    basic = b64encode(f"{NUL}:x".encode()).decode()
    yield iter(
        [("GET", "/api/v1/account/tokens", {"headers": {"Authorization": f"Basic {basic}"}})]
    )


def odd_at(there: There, rule: Rule) -> Iterator[Asked]:
    headers = {"X-CSRFToken": there.token}
    methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    for name, odd in product(sorted(rule.arguments), IN_PATH):
        for method in methods:
            yield method, address(rule, {**there.values, name: odd}), {"headers": headers}
    path = address(rule, there.values)
    for method in methods:
        for name, odd in product(in_question(there, rule, method), IN_QUESTION):
            yield method, f"{path}?{name}={odd}", {"headers": headers}
    if set(methods) <= {"GET"}:
        return
    method = next(one for one in methods if one != "GET")
    for name, odd in product(in_form(there.app, rule), IN_FORM):
        said = {name: odd, "csrf_token": there.token}
        yield method, path, {"data": said, "headers": headers}
    for body in bodies(there, rule, method):
        yield method, path, {"json": body, "headers": headers}


def address(rule: Rule, values: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "2222222222"), rule.rule)


def source(app: Flask, rule: Rule) -> str:
    module = inspect.getmodule(inspect.unwrap(app.view_functions[rule.endpoint]))
    return inspect.getsource(module) if module else ""


def in_form(app: Flask, rule: Rule) -> list[str]:
    if rule.rule.startswith("/api/"):
        return []
    return sorted({name for where, name in READING.findall(source(app, rule)) if where != "args"})


def in_question(there: There, rule: Rule, method: str) -> list[str]:
    if rule.rule.startswith("/api/"):
        parameters = operation(there, rule, method).get("parameters", [])
        return [one["name"] for one in parameters if one.get("in") == "query"]
    if method != "GET":
        return []
    found = {name for where, name in READING.findall(source(there.app, rule)) if where != "form"}
    lists = PARAMETERS if rule.endpoint.partition(".")[0] in ("games", "exports", "players") else ()
    return sorted({*found, *lists, "cursor", "revision", "limit", "before"})


def operation(there: There, rule: Rule, method: str) -> dict[str, Any]:
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
    found: dict[str, Any] = there.described["paths"].get(path, {}).get(method.lower(), {})
    return found


def bodies(there: There, rule: Rule, method: str) -> Iterator[Any]:
    """A sound body for what is asked with each of its values made odd in turn."""
    content = operation(there, rule, method).get("requestBody", {}).get("content", {})
    name = content.get("application/json", {}).get("schema", {}).get("$ref", "").split("/")[-1]
    schema = there.described["components"]["schemas"].get(name)
    if schema is None:
        return
    sound = {key: sample(one) for key, one in schema["properties"].items()}
    required = {key: sound[key] for key in schema.get("required", [])}
    for key, odd in product(sound, IN_JSON):
        yield {**required, key: odd}
    yield {**required, NUL: "x"}


def sample(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [sample(schema.get("items", {}))]
    return {"integer": 1, "boolean": False, "object": {}}.get(kind, "a quite long text")


@pytest.mark.parametrize(
    ("path", "helps"),
    [("/no-such-page", True), ("/g/aaaaaaaaaa", True), ("/upload/zzzzzzzzzz", True),
     ("/rules/whist", False), ("/tag/none", False), ("/events/standings?event=none", False)],
)  # fmt: skip
def test_what_addresses_look_like_is_told_where_one_was_copied(
    client: FlaskClient, path: str, helps: bool
) -> None:
    page = client.get(path, headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert ("Addresses of games look like" in page.text) == helps
