"""What a hostile record or visitor cannot do."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Response
from flask.testing import FlaskClient
from markupsafe import Markup

import archive.web.api.check_and_compare
import archive.web.pages.front_page_and_check
from archive.services import Visibility
from archive.services.games import Games
from archive.stoppable_work import Busy, WorkPool
from archive.web import create_app
from archive.web.limits import storage
from archive.web.security_headers import HEADERS
from archive.web.text_shown import LONGEST, apart
from tests.uploaded import handed_in, judged_upload

from .conftest import SAMPLES, Judge, Shelf
from .endless import endless
from .people import submit

HOSTILE = b"""\
[XXN "1.0"]
[Game "twenty"]
[Event "<img src=x onerror=alert(1)>"]
[P1 "<script>alert(1)</script>"]
[P2 "\\"><b>'"]

@round n=1 first=p1
1. p1 8=8 {<script>alert(2)</script>} 2. p2 A=7
3. p1 2=11 \xe2\x80\xae\xe2\x80\x8b
"""


def test_a_record_cannot_bring_markup(client: FlaskClient, judged: Judge) -> None:
    game = judged(HOSTILE)
    for end in ("", "/0", "/1", "/2", "/2?fragment=1", "/source"):
        page = client.get(f"/g/{game}{end}").text
        assert "&lt;" in page, end
        assert "<script>" not in page, end
        assert "<img" not in page, end
        assert "<b>'" not in page, end


def test_names_in_lists_are_text_too(client: FlaskClient, shelf: Shelf) -> None:
    upload = judged_upload(
        shelf.archive, HOSTILE, filename="<script>", visibility=Visibility.PUBLIC
    ).id
    for page in (client.get("/").text, client.get(f"/upload/{upload}").text):
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_characters_that_hide_are_named(client: FlaskClient, judged: Judge) -> None:
    page = client.get(f"/g/{judged(HOSTILE)}/source").text
    assert "\u202e" not in page
    assert "⟨U+202E⟩" in page
    assert "⟨U+200B⟩" in page


LISTED_TO_BREAK = b"""\
[XXN "1.0"]
[Game "twenty"]
[Event "\xff\xe2\x80\xae"]
[P1 "Al\xffbert"]
[P2 "Bertha"]

@round n=1 first=p1
1. p1 8=9 {\xff\xe2\x80\xaeturned} 2. p2 A=9
"""


def test_a_name_from_right_to_left_leaves_each_number_with_its_player(
    client: FlaskClient, judged: Judge
) -> None:
    """Between two such names a number would be seen beside the wrong one."""
    record = (SAMPLES / "twenty-disputed-sum.xxn").read_text()
    record = record.replace("Dun Karm", "محمد عبد الرحمن").replace("Ġorġa", "שרה <b>")
    game = judged(record.encode())
    for end in ("/verify", "/print"):
        said = client.get(f"/g/{game}{end}").text
        assert re.search("<(h1|p class=.outcome)[^>]*>[^\n]*<bdi>(محمد|שרה)", said), end
    page = client.get(f"/g/{game}").text
    assert '<bdi>محمد عبد الرحمن</bdi> <span class="number">113' in page
    assert '<bdi>שרה &lt;b&gt;</bdi> <span class="number">113' in page
    assert apart("محمد 30, שרה בת־אברהם 31 & <Ada> 2") == (
        "<bdi>محمد</bdi> 30, <bdi>שרה בת־אברהם</bdi> 31 &amp; &lt;Ada&gt; 2"
    )
    assert apart("Ada 30") == "Ada 30"


def test_bytes_that_are_no_text_break_no_page(client: FlaskClient, shelf: Shelf) -> None:
    found = judged_upload(shelf.archive, LISTED_TO_BREAK, visibility=Visibility.PUBLIC)
    game = found.games[0].id
    for path in ("/", f"/upload/{found.id}", f"/g/{game}", f"/g/{game}/1", f"/g/{game}/source"):
        page = client.get(path)
        assert page.status_code == 200
        assert "\u202e" not in page.text
    assert "<blockquote>⟨byte FF⟩⟨U+202E⟩turned</blockquote>" in client.get(f"/g/{game}/1").text
    assert "Al⟨byte FF⟩bert" in client.get(f"/g/{game}").text


def test_every_value_of_a_template_goes_through_the_gate(shelf: Shelf) -> None:
    """So nobody can forget it; a way round it is told from afar by its name."""
    environment = shelf.app.jinja_env
    shown = environment.from_string("{{ a }}|{{ a ~ b }}|{% set c = a %}{{ c }}|{{ [a] | join }}")
    text = shown.render(a="\udcff", b=Markup("<b>"))
    assert text == "⟨byte FF⟩|⟨byte FF⟩<b>|⟨byte FF⟩|⟨byte FF⟩"
    assert len(environment.from_string("{{ a }}").render(a="x" * 200_000)) == LONGEST
    folder = Path(archive.web.__file__).parent / "templates"
    sources = {path.name: path.read_text("utf-8") for path in folder.rglob("*.html")}
    assert {name for name, text in sources.items() if "as_typed" in text} <= {
        "desk.html", "two_boxes.html", "error.html", "learn.html", "note.html", "notes.html",
        "revisions.html",
    }  # fmt: skip
    for text in sources.values():
        assert not re.search(r"\|\s*(safe|escape|e|forceescape|tojson)\b|autoescape", text)


def test_what_was_typed_comes_back_as_it_was(client: FlaskClient) -> None:
    typed = "{\u202e" + "x" * 3000 + "}"
    page = submit(client, "/verify", text=typed).text
    assert f">{typed}</textarea>" in page


def test_monstrous_names_make_no_monstrous_page(client: FlaskClient, shelf: Shelf) -> None:
    long = b"x" * 200_000
    record = LISTED_TO_BREAK.replace(b"Al\xffbert", long).replace(b"Bertha", long)
    record = record.replace(b'\xff\xe2\x80\xae"]', long + b'"]')
    found = judged_upload(shelf.archive, record, visibility=Visibility.PUBLIC)
    game = found.games[0].id
    for path in ("/", f"/upload/{found.id}", f"/g/{game}", f"/g/{game}/1"):
        assert len(client.get(path).data) < 100_000
    assert long in client.get(f"/g/{game}/source").data


PAGES = ["/", "/verify", "/about", "/help/keys", "/rules/twenty", "/nowhere", "/g/{}", "/g/{}/84",
         "/g/{}/source", "/upload/{upload}"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_nothing_on_a_page_is_inline(client: FlaskClient, shelf: Shelf, path: str) -> None:
    page = client.get(path.format(shelf.game, upload=shelf.upload)).text
    page = re.sub(r"&[a-z#0-9]+;[^<]*", "", page)  # what records say, escaped
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


@pytest.mark.parametrize(
    "path", ["/", "/nowhere", "/g/{}.json", "/g/{}.xxn", "/static/twenties.css", "/api/v1/nothing"]
)
def test_every_answer_carries_the_headers(client: FlaskClient, shelf: Shelf, path: str) -> None:
    headers = client.get(path.format(shelf.game)).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/about", "/api/v1/games"])
@pytest.mark.parametrize("breaks", ["after the page", "in the page of errors", "in the headers"])
def test_what_breaks_anywhere_carries_the_headers(
    client: FlaskClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, path: str, breaks: str
) -> None:
    def broken(*_: object, **__: object) -> Any:
        raise RuntimeError("secret detail")

    def unsendable(response: Response) -> Response:
        response.headers["X-Name"] = "\u0142"
        return response

    if breaks == "in the page of errors":
        monkeypatch.setattr("archive.web.errors.render_template", broken)
        monkeypatch.setattr("archive.web.errors.problem_as_dict", broken)
    after = unsendable if breaks == "in the headers" else broken
    monkeypatch.setitem(shelf.app.after_request_funcs, None, [after])
    answer = client.get(path)
    assert answer.status_code == 500
    assert "fault is ours" in answer.text
    assert "secret" not in answer.text
    assert all(answer.headers[name] == value for name, value in HEADERS.items())
    secure = client.get(path, base_url="https://localhost")
    assert "Strict-Transport-Security" in secure.headers


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("game.xxn", 'filename="game.xxn"'),
        ("Straße.xxn", "filename=\"Strae.xxn\"; filename*=UTF-8''Stra%C3%9Fe.xxn"),
        ("ł €.csv", "filename=\"file.csv\"; filename*=UTF-8''%C5%82%20%E2%82%AC.csv"),
        ("рука", "filename=\"file\"; filename*=UTF-8''%D1%80%D1%83%D0%BA%D0%B0"),
        ("🂡.xxn", "filename=\"file.xxn\"; filename*=UTF-8''%F0%9F%82%A1.xxn"),
        ('a"b\r\nX: y', "filename=\"a_b__X: y\"; filename*=UTF-8''a%22b__X%3A%20y"),
        ("../passwd", "filename=\"file.._passwd\"; filename*=UTF-8''.._passwd"),
    ],
)
def test_an_original_keeps_its_name_in_any_script(
    client: FlaskClient, shelf: Shelf, name: str, said: str
) -> None:
    upload = handed_in(shelf.archive, b"x", filename=name)
    answer = client.get(f"/upload/{upload}/original")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f"attachment; {said}"


def test_unlisted_games_are_kept_from_search_engines(
    client: FlaskClient, judged: Judge, record: bytes
) -> None:
    game = judged(record)
    for end in ("", "/1", "/source"):
        assert 'content="noindex"' in client.get(f"/g/{game}{end}").text
    assert game not in client.get("/").text


def test_only_names_of_its_own_are_answered_to(shelf: Shelf) -> None:
    app = create_app(replace(shelf.archive.settings, names="cards.example.org"), shelf.archive)
    client = app.test_client()
    assert client.get("/about", headers={"Host": "cards.example.org"}).status_code == 200
    assert client.get("/about", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.usefixtures("within_a_minute")
def test_too_many_checks_are_slowed_down(shelf: Shelf) -> None:
    most = 5
    settings = replace(shelf.archive.settings, check_rate=most)
    client = create_app(settings, shelf.archive).test_client()
    answers = [
        client.post("/api/v1/verify", data=b"x", content_type="text/plain") for _ in range(most + 1)
    ]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    assert answers[-1].status_code == 429
    assert answers[-1].content_type == "application/problem+json"
    assert int(answers[-1].headers["Retry-After"]) > 0


@pytest.mark.usefixtures("within_a_minute")
@pytest.mark.parametrize(
    ("address", "proxies", "headers", "most"),
    [
        ("192.0.2.1", 0, {}, 2),
        ("127.0.0.1", 0, {}, 20),
        ("::1", 0, {}, 20),
        ("192.0.2.1", 0, {"X-Forwarded-For": "127.0.0.1"}, 2),
        ("127.0.0.1", 1, {"X-Forwarded-For": "192.0.2.7"}, 2),
        ("127.0.0.1", 1, {"X-Forwarded-For": "127.0.0.1, 192.0.2.8"}, 2),
    ],
)
def test_uploads_are_limited_by_who_asks(
    shelf: Shelf, address: str, proxies: int, headers: dict[str, str], most: int
) -> None:
    """More may come from this machine itself; only proxies that were named are believed."""
    settings = replace(shelf.archive.settings, upload_rate=2, proxies=proxies)
    client = create_app(settings, shelf.archive).test_client()
    statuses = [
        client.post(
            "/api/v1/uploads", data=b"x", content_type="text/plain", headers=headers,
            environ_base={"REMOTE_ADDR": address},
        ).status_code
        for _ in range(most + 1)
    ]  # fmt: skip
    assert statuses == [202] * most + [429]


@pytest.mark.usefixtures("within_a_minute")
@pytest.mark.parametrize(
    ("addresses", "answered"),
    [
        (["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1"], [202, 202, 429]),
        (["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"], [202, 202, 202]),
        (["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"], [202, 202, 429]),
        (["::ffff:127.0.0.1"] * 3, [202, 202, 202]),
    ],
)
def test_a_customer_of_ipv6_has_one_limit(
    shelf: Shelf, addresses: list[str], answered: list[int]
) -> None:
    """Who has a network of 2^64 addresses gains nothing by them."""
    client = create_app(replace(shelf.archive.settings, upload_rate=2), shelf.archive).test_client()
    statuses = [
        client.post(
            "/api/v1/uploads", data=b"x", content_type="text/plain",
            environ_base={"REMOTE_ADDR": address},
        ).status_code
        for address in addresses
    ]  # fmt: skip
    assert statuses == answered


def test_counting_uses_the_queues_server() -> None:
    assert storage("unix:///run/valkey.sock?db=0") == "redis+unix:///run/valkey.sock"
    assert storage("redis://localhost:6379/1") == "redis://localhost:6379/1"


def test_a_fault_of_ours_is_told_without_its_inside(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Games, limit: int = 20) -> list[object]:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(Games, "recent", broken)
    answer = shelf.app.test_client().get("/")
    assert answer.status_code == 500
    assert "Something broke here" in answer.text
    assert "secret detail" not in answer.text


def test_the_web_never_names_the_store() -> None:
    """It speaks to the service alone, and gets plain values from it."""
    sources = list(Path(archive.web.__file__).parent.rglob("*.py"))
    assert sources
    for source in sources:
        assert not re.search(r"archive\.store|sqlmodel|sqlalchemy", source.read_text("utf-8"))


def test_a_monstrous_record_makes_no_monstrous_page(client: FlaskClient, judged: Judge) -> None:
    plies = "".join(f"{ply}. p1 8=8\n" for ply in range(1, 5101))
    game = judged(f'[XXN "1.0"]\n[Game "twenty"]\n{plies}'.encode())
    for end in ("", "/0", "/4500", "/5100", "/source"):
        page = client.get(f"/g/{game}{end}")
        assert page.status_code == 200
        assert len(page.data) < 4_000_000
    assert "Plays 4321 to 4680 of 5100" in client.get(f"/g/{game}/4500").text
    assert "The first 5,000 of" in client.get(f"/g/{game}/source").text


@pytest.fixture
def hasty(shelf: Shelf) -> Iterator[FlaskClient]:
    """Checks that may have next to no time and room."""
    settings = replace(shelf.archive.settings, check_patience=0.2, max_check=3000)
    app = create_app(settings, shelf.archive)
    app.extensions["checks"].run(int)
    yield app.test_client()
    app.extensions["checks"].close()


def test_a_check_that_takes_too_long_is_stopped(
    hasty: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The children import the views by name, so a slow one stands in for a nasty record."""
    for module, name in (
        (archive.web.pages.front_page_and_check, "look"),
        (archive.web.api.check_and_compare, "judge"),
    ):
        monkeypatch.setattr(module, name, endless)
    page = submit(hasty, "/verify", text="x")
    answer = hasty.post("/api/v1/verify", data=b"x", content_type="text/plain")
    assert (page.status_code, answer.status_code) == (422, 422)
    assert answer.content_type == "application/problem+json"
    for text in (page.text, answer.get_json(force=True)["detail"]):
        assert "longer than the 0.2 seconds" in text


def test_when_all_are_busy_somebody_is_asked_to_come_back(
    hasty: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise Busy

    monkeypatch.setattr(WorkPool, "run", busy)
    answer = hasty.post("/api/v1/verify", data=b"x", content_type="text/plain")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Too many games are being checked" in answer.get_json(force=True)["detail"]


def test_a_check_may_be_no_larger_than_is_said(hasty: FlaskClient) -> None:
    assert "A check may have 2.93 KB and take 0.2 seconds" in hasty.get("/verify").text
    page = submit(hasty, "/verify", text="x" * 3001)
    answer = hasty.post("/api/v1/verify", data=b"x" * 3001, content_type="text/plain")
    assert (page.status_code, answer.status_code) == (413, 413)
    assert "At most 2.93 KB" in page.text
