"""Signing in at the page: sessions, forms' tokens, throttling, and what is told to whom."""

import io
import json
import re
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from archive.services import Visibility, deletion, ownership
from archive.services.account_names import is_reserved
from archive.services.sign_in_tries import Guesses
from archive.web import create_app
from archive.web.auth import SAFE
from tests.uploaded import upload_of

from .people import PASSWORD, House, add_thing, basic, sign_in, submit, token_of


def name_of(client: FlaskClient) -> str | None:
    """Who the page says one is."""
    found = re.search(r'class="me"[^>]*><bdi>([^<]*)', client.get("/about").text)
    return found[1] if found else None


def cookie(client: FlaskClient) -> str:
    found = client.get_cookie("twenties")
    return found.value if found else ""


def sign_up(client: FlaskClient, name: str) -> TestResponse:
    return submit(client, "/sign-up", "/sign-in", name=name, password=PASSWORD, again=PASSWORD)


def test_signing_up_in_and_out(house: House) -> None:
    client = house.app.test_client()
    answer = sign_up(client, "Cleo")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")
    assert name_of(client) == "Cleo"
    submit(client, "/sign-out", "/account")
    assert name_of(client) is None
    answer = sign_in(client, "ｃleo", next="/rules")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")
    assert name_of(client) == "Cleo"


@pytest.mark.parametrize(
    "elsewhere",
    ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", "\t//x.org",
     "/x\n", ""],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(house: House, elsewhere: str) -> None:
    answer = sign_in(house.app.test_client(), "member", next=elsewhere)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")


def test_a_page_that_needs_an_account_leads_there_and_back(house: House) -> None:
    client = house.app.test_client()
    answer = client.get("/account?after=x")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/sign-in?next=/account?after%3Dx"
    assert client.get("/api/v1/account").status_code == 401


def test_who_has_no_account_yet_comes_back_all_the_same(house: House) -> None:
    client = house.app.test_client()
    assert 'href="/sign-up?next=/rules"' in client.get("/sign-in?next=/rules").text
    assert 'href="/sign-in?next=/rules"' in client.get("/sign-up?next=/rules").text


def test_the_session_of_before_is_worth_nothing(house: House) -> None:
    """Whoever planted a cookie before somebody signed in holds nobody's session afterwards."""
    client, thief = house.app.test_client(), house.app.test_client()
    planted_token = token_of(client, "/sign-in")
    planted = cookie(client)
    sign_in(client, "member")
    assert cookie(client) != planted
    thief.set_cookie("twenties", planted)
    assert name_of(thief) is None
    refused = client.post("/sign-out", data={"csrf_token": planted_token})
    assert refused.status_code == 400, "nor is the form's token of before"


def test_a_cookie_sent_again_after_signing_out_is_not_believed(house: House) -> None:
    here, elsewhere, thief = (house.app.test_client() for _ in range(3))
    for client in (here, elsewhere):
        sign_in(client, "member")
    copied = cookie(here)
    thief.set_cookie("twenties", copied)
    assert name_of(thief) == "member", "so far it is the session itself"
    submit(here, "/sign-out", "/account")
    thief.set_cookie("twenties", copied)
    assert name_of(thief) is None
    assert thief.get("/account").status_code == 303
    assert name_of(elsewhere) == "member", "the other session goes on"


def test_signing_in_anew_ends_the_session_of_before(house: House) -> None:
    client, thief = house.app.test_client(), house.app.test_client()
    sign_in(client, "member")
    copied, form = cookie(client), {"csrf_token": token_of(client, "/account")}
    client.post("/sign-in", data={**form, "name": "owner", "password": PASSWORD})
    assert name_of(client) == "owner"
    thief.set_cookie("twenties", copied)
    assert name_of(thief) is None


def test_another_password_ends_the_other_sessions(house: House) -> None:
    house.archive.accounts.create("Dora", PASSWORD)
    here, elsewhere = house.app.test_client(), house.app.test_client()
    for client in (here, elsewhere):
        sign_in(client, "Dora")
    form = {"csrf_token": token_of(here, "/account"), "old": PASSWORD, "new": "quite another one",
            "again": "quite another one"}  # fmt: skip
    assert here.post("/account/password", data=form).status_code == 303
    assert name_of(here) == "Dora"
    assert name_of(elsewhere) is None
    sign_in(elsewhere, "Dora", "quite another one")
    assert submit(here, "/account/sessions/end", "/account").status_code == 303
    assert (name_of(here), name_of(elsewhere)) == ("Dora", None)


def test_cookies_keep_to_themselves(house: House) -> None:
    client = house.app.test_client()
    assert "Secure" not in client.get("/sign-in").headers["Set-Cookie"]
    answer = house.app.test_client().get("/sign-in", base_url="https://localhost")
    for flag in ("Secure", "HttpOnly", "SameSite=Lax"):
        assert flag in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get("/").headers


def test_no_cache_on_the_way_keeps_what_depends_on_who_asks(house: House) -> None:
    thing = house.things["unlisted"]
    for path in (f"/g/{thing.game}", f"/g/{thing.game}.xxn", f"/g/{thing.game}.json",
                 f"/upload/{thing.upload}.xxn", f"/upload/{thing.upload}/original",
                 f"/api/v1/games/{thing.game}"):  # fmt: skip
        headers = house.client("owner").get(path).headers
        assert "public" not in headers["Cache-Control"], path
        assert "private" in headers["Cache-Control"], path
        assert {"Cookie", "Authorization"} <= set(re.split(r",\s*", headers["Vary"])), path


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(house: House) -> None:
    answers = []
    for name in ("member", "nobody of that name", "admin"):
        client = house.app.test_client()
        headers = {"X-Request-ID": "0123456789abcdef"}
        said = {"name": name, "password": "not the password"}
        page = client.post(
            "/sign-in", data={**said, "csrf_token": token_of(client, "/sign-in")}, headers=headers
        )
        text = re.sub(r'name="csrf_token" value="[^"]+"', "", page.text)
        text = text.replace(f'value="{name}"', "")
        answers.append((page.status_code, text, page.headers["Content-Length"]))
    assert answers[0][0] == 401
    assert answers[0][1:2] == answers[1][1:2] == answers[2][1:2]


def test_tries_run_out_for_strangers_and_not_for_whoever_is_known(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, moment = house.archive.accounts, datetime(2026, 1, 2, tzinfo=UTC)
    guesses = Guesses(house.archive.database, 3, lambda: moment)
    monkeypatch.setattr(accounts, "guesses", guesses)
    clients: dict[str, FlaskClient] = {}

    def tried(name: str, address: str, password: str = "not the password") -> int:
        client = clients[address] = house.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return int(sign_in(client, name, password).status_code)

    assert tried("arbiter", "192.0.2.200", PASSWORD) == 303
    session = clients["192.0.2.200"]
    assert tried("arbiter", "192.0.2.201", PASSWORD) == 303
    device = clients["192.0.2.201"]
    submit(device, "/sign-out", "/account")
    assert [tried("arbiter", f"192.0.2.{n}") for n in range(3)] == [401] * 3
    assert tried("arbiter", "192.0.2.9", PASSWORD) == 429, "from wherever"
    client = clients["192.0.2.9"]
    page = sign_in(client, "arbiter", next="/rules")
    assert "Too many wrong passwords. Try again in 5 minutes." in page.text
    assert page.headers["Retry-After"] == "300"
    again = page.text[page.text.index('<form class="sheet"') :]
    for kept in ('name="name" type="text" value="arbiter"', 'name="next" value="/rules"'):
        assert kept in again, "it is the form again"
    assert "too fast" not in page.text
    assert tried("ARBITER", "192.0.2.9", PASSWORD) == 429, "however the name is written"
    program = house.app.test_client()
    refused = program.get("/api/v1/account/tokens", headers=basic("arbiter"))
    assert refused.status_code == 429, "at whichever door"
    assert "wrong passwords" in refused.get_json()["detail"]
    assert tried("member", "192.0.2.9", PASSWORD) == 303, "others are not held up"

    form = {"csrf_token": token_of(session, "/account"), "name": "x", "scope": ["read"],
            "days": "30", "password": PASSWORD}  # fmt: skip
    assert session.post("/account/tokens", data=form).status_code == 200, "in the owner's session"
    assert sign_in(device, "arbiter").status_code == 303, "in a browser that is known"
    submit(device, "/sign-out", "/account")
    wrong = [sign_in(device, "arbiter", "not the password") for _ in range(4)]
    assert [one.status_code for one in wrong] == [401] * 3 + [429], "which has tries of its own"
    for client in (session, device):
        last = client.post("/account/tokens", data={**form, "password": "no"})
        assert last.status_code in (400, 422), "and leaves the session its own"
    last = [session.post("/account/tokens", data={**form, "password": "no"}) for _ in "123"]
    assert [one.status_code for one in last] == [422, 422, 429]
    assert "Too many wrong passwords" in last[-1].text
    assert "Tokens" in last[-1].text, "the account's page still"

    moment += timedelta(seconds=int(refused.headers["Retry-After"]) - 1)
    assert program.get("/api/v1/account/tokens", headers=basic("arbiter")).status_code == 429
    moment += timedelta(seconds=1)
    assert program.get("/api/v1/account/tokens", headers=basic("arbiter")).status_code == 200, (
        "as it was said"
    )

    assert [tried(f"name {n}", "192.0.2.77") for n in range(15)] == [401] * 15
    assert tried("member", "192.0.2.77", PASSWORD) == 429
    assert [tried("member", "192.0.2.78", PASSWORD) for _ in range(20)] == [303] * 20


def test_a_name_like_the_archives_own_or_anothers_is_refused(house: House) -> None:
    for name in ("Admin", "r00t", "moderator", "Twenties", "sign up", "admins", "the adm1n"):
        answer = sign_up(house.app.test_client(), name)
        assert answer.status_code == 422
        assert "own: choose another" in answer.text, name
    refused = (
        "admin1", "Admin 2", "Site Admin", "Twenties Support", "moderator1", "Mod Team", "Arbiters",
        "site_admin", "2nd-moderator", "Moderators7", "ADMlN", "a d m i n", "Guests", "admín",
    )  # fmt: skip
    assert [name for name in refused if not is_reserved(name)] == []
    people = (
        "Joe Root",
        "Modesty",
        "Anna C",
        "Ruth Gamet",
        "Members Only",
        "Supporta",
        "Teamson",
        "René",
    )
    assert [name for name in people if is_reserved(name)] == []
    assert sign_up(house.app.test_client(), "Fiorella").status_code == 303
    assert "looks like the name" in sign_up(house.app.test_client(), "FioreIla").text
    first_words = {
        re.sub(r"\..*", "", rule.rule.split("/")[1])
        for rule in house.app.url_map.iter_rules()
        if not rule.rule.startswith("/<")
    } - {""}  # fmt: skip
    assert {word for word in first_words if not is_reserved(word)} == set()


def test_accounts_may_be_given_out_by_command_alone(house: House) -> None:
    closed = replace(house.archive.settings, sign_up="closed")
    house.archive.accounts.sign_up_is_open = False
    try:
        client = create_app(closed, house.archive).test_client()
        assert "given out by its operator" in client.get("/sign-up").text
        assert sign_up(client, "Emil").status_code == 422
        assert house.archive.accounts.named("Emil") is None
    finally:
        house.archive.accounts.sign_up_is_open = True


def test_nothing_is_changed_without_the_forms_token(house: House) -> None:
    """At no address: by somebody signed in, and on pages by nobody either."""
    member, nobody = house.client("member"), house.app.test_client()
    tried = 0
    for rule in house.app.url_map.iter_rules():
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        if rule.endpoint in ("language.choose", "language.spoilers", "language.suits"):
            continue  # they change nothing but how a page is read
        for method in (rule.methods or set()).difference(SAFE):
            tried += 1
            for client in (member, nobody):
                if client is nobody and path.startswith("/api/"):
                    continue  # a program without a token has nothing that could be misused
                answer = client.open(path, method=method, data={"name": "x"})
                assert answer.status_code == 400, (method, path)
                assert "The form had expired" in answer.text or "open for too long" in answer.text
    assert tried > 30


def test_a_token_needs_no_forms_token_and_no_cookie_helps_it(house: House, record: bytes) -> None:
    client = house.client("owner's token to upload")
    body = {"data": record + b"\n" * 9, "content_type": "text/plain"}
    answer = client.post("/api/v1/uploads", **body)
    assert answer.status_code == 202
    access = house.archive.ownership.upload(answer.get_json()["id"])
    assert access.owner_id == house.ids["owner"]
    signed_in = house.client("owner")
    signed_in.environ_base["HTTP_AUTHORIZATION"] = "Bearer twenties_wrong"
    for answer in (signed_in.post("/api/v1/uploads", **body), signed_in.get("/account")):
        assert answer.status_code == 401
        assert "bearer" in answer.headers["WWW-Authenticate"].lower()


def test_a_cookie_changes_things_by_the_api_with_the_forms_token_alone(
    house: House, record: bytes
) -> None:
    client = house.client("member")
    body = {"data": record, "content_type": "text/plain"}
    assert client.post("/api/v1/uploads", **body).status_code == 400
    headers = {"X-CSRFToken": token_of(client, "/account")}
    answer = client.post("/api/v1/uploads", **body, headers=headers)
    assert answer.status_code == 202
    access = house.archive.ownership.upload(answer.get_json()["id"])
    assert access.owner_id == house.ids["member"]


def test_what_is_handed_in_without_an_account_is_nobodys(house: House, record: bytes) -> None:
    client = house.app.test_client()
    answer = client.post("/api/v1/uploads", data=record, content_type="text/plain")
    upload = answer.get_json()["id"]
    for asker, status in (("nobody", 303), ("member", 403), ("moderator", 200)):
        assert house.client(asker).get(f"/upload/{upload}/manage").status_code == status


def test_a_token_is_shown_once(house: House) -> None:
    client = house.client("arbiter")
    form = {"csrf_token": token_of(client, "/account"), "name": "cron", "scope": ["read"],
            "days": "30", "password": PASSWORD}  # fmt: skip
    wrong = client.post("/account/tokens", data={**form, "password": "something else"})
    assert wrong.status_code == 422
    page = client.post("/account/tokens", data=form).text
    found = re.search(r"twenties_[\w-]{43}", page)
    assert found[0] not in client.get("/account").text
    program = house.app.test_client()
    headers = {"Authorization": f"Bearer {found[0]}"}
    assert program.get("/account/export.zip", headers=headers).status_code == 200


def test_the_export_is_a_zip_of_ones_own(house: House) -> None:
    answer = house.client("owner").get("/account/export.zip")
    assert answer.is_streamed
    with zipfile.ZipFile(io.BytesIO(answer.data)) as found:
        names = found.namelist()
        assert found.testzip() is None
        assert json.loads(found.read("account.json"))["name"] == "owner"
        assert found.read("verdicts.ndjson").count(b"\n") >= 4
    assert sum(name.startswith("uploads/") for name in names) >= 4


def test_other_peoples_things_in_part(house: House, record: bytes) -> None:
    """Of an upload with a hidden game the rest is given, without it, and never its bytes."""
    thing = add_thing(house, record + record.replace(b"Bertha", b"Cleo"), Visibility.UNLISTED)
    house.archive.moderation.hide(thing.game, by=None)
    whole = upload_of(house.archive, thing.upload)
    other = whole.games[1].id
    for asker in ("nobody", "member"):
        client = house.client(asker)
        assert client.get(f"/upload/{thing.upload}/original").status_code == 403
        text = client.get(f"/upload/{thing.upload}.xxn").data
        assert b"Cleo" in text
        assert b"Bertha" not in text
        page = client.get(f"/upload/{thing.upload}").text
        assert other in page
        assert thing.game not in page
    owner = house.client("owner")
    assert owner.get(f"/upload/{thing.upload}/original").data.count(b"[XXN") == 2
    assert thing.game in owner.get(f"/upload/{thing.upload}").text


def test_an_anonymous_player_is_named_on_no_page(house: House, record: bytes) -> None:
    named = record.replace(b"Albert", b"Zebulon Quill").replace(b"8=8", b"{Quill!} 8=9")
    thing = add_thing(house, named, Visibility.PUBLIC)
    seat = house.archive.anonymising.seats(thing.game)[0]
    moderator = house.client("moderator")
    here = f"/mod/players/{seat.player_id}/anonymise"
    page = moderator.get(here).text
    assert "There is no way back" in page
    begun = submit(moderator, here, "/account")
    assert begun.status_code == 303
    job = begun.headers["Location"]  # nobody is at it: the names are gone all the same
    ends = ("", ".json", ".xxn", "/source", "/verify", "/1", "/3", "/manage", "/report")
    paths = [f"/g/{thing.game}{end}" for end in ends]
    paths += [f"/upload/{thing.upload}{end}" for end in ("", ".json", ".xxn")]
    paths += [f"/api/v1/games/{thing.game}{end}" for end in ("", "/verdict", "/record", "/source")]
    paths += [f"/g/{thing.game}/against/{thing.game}", f"/api/v1/compare/{thing.game}/{thing.game}"]
    paths += ["/", f"/compare?a={thing.game}", f"/c/{thing.collection}", "/games", "/games.json"]
    paths += ["/games/export.csv", "/games/export.ndjson", "/games/export.xxn", job, f"{job}.json"]
    assert "0 of 1 game gone through" in house.client("nobody").get(job).text
    assert submit(moderator, here, "/account").headers["Location"].endswith(here)
    for asker in ("nobody", "member"):
        client = house.client(asker)
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert b"Quill" not in answer.data, path
            assert b"Zebulon" not in answer.data, path
            answer.close()  # a file of games holds a place until it has been read
        assert client.get(f"/upload/{thing.upload}/original").status_code == 403
    for asker in ("owner", "moderator"):
        assert b"Zebulon Quill" in house.client(asker).get(f"/g/{thing.game}.xxn").data


def test_deleting_is_told_first_and_then_done(house: House, record: bytes) -> None:
    thing = add_thing(house, record + b"\n" * 20, Visibility.PUBLIC)
    owner = house.client("owner")
    assert "There is no way back" in owner.get(f"/upload/{thing.upload}/delete").text
    answer = submit(owner, f"/upload/{thing.upload}/delete", "/account")
    assert answer.status_code == 303
    for path in (f"/g/{thing.game}", f"/upload/{thing.upload}"):
        assert owner.get(path).status_code == 404
    assert house.archive.accounts.log(action="upload-deleted")[0].actor == "owner"
    job, anybody = answer.headers["Location"], house.app.test_client()
    assert "0 of 1 game" in anybody.get(job).text
    house.archive.deletion.go_on(job.rpartition("/")[2])
    assert "All of it is gone" in anybody.get(job).text
    assert anybody.get(f"{job}.json").get_json()["done"] == 1


def test_what_two_delete_at_once_is_not_there_for_the_second(
    house: House, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button pressed twice: both requests saw it, and one of them comes too late."""
    for room, name in ((deletion.Deletion, "upload"), (ownership.Ownership, "delete_record")):
        monkeypatch.setattr(room, name, _twice(getattr(room, name)))
    owner, program = house.client("owner"), house.client("owner's token to write")
    form = {"csrf_token": token_of(owner, "/account")}
    for number, kind in enumerate(("upload", "game")):
        page, api = (
            getattr(add_thing(house, record + b"\n" * (60 + 2 * number + each),
                              Visibility.PUBLIC), kind)
            for each in range(2)
        )  # fmt: skip
        answer = owner.post(f"/{kind[0] if kind == 'game' else kind}/{page}/delete", data=form)
        assert answer.status_code == 404
        assert "is not here any more" in answer.text
        assert program.delete(f"/api/v1/{kind}s/{api}").status_code == 404


def _twice(delete: Callable[..., object]) -> Callable[..., object]:
    def deleting(here: object, it: str, *, by: str | None) -> object:
        delete(here, it, by=by)
        return delete(here, it, by=by)

    return deleting


def test_a_report_that_lacks_something_keeps_what_was_said(house: House) -> None:
    client, game = house.client("member"), house.things["public"].game
    path = f"/g/{game}/report"
    for said in ({"reason": "other", "text": "  "}, {"reason": "", "text": "My aunt & I"}):
        page = submit(client, path, path, **said)
        assert page.status_code == 422
        checked = re.findall(r'value="(\w[\w-]*)" required checked', page.text)
        assert checked == ([said["reason"]] if said["reason"] else [])
    assert "My aunt &amp; I</textarea>" in page.text


def test_a_report_goes_its_way(house: House, record: bytes) -> None:
    thing = add_thing(house, record + b"\n" * 30, Visibility.PUBLIC)
    visitor, moderator = house.app.test_client(), house.client("moderator")
    page = f"/g/{thing.game}/report"
    assert "Thank you" in submit(visitor, page, page, reason="names", text="<b>me</b>").text
    queue = moderator.get("/mod").text
    assert "&lt;b&gt;me&lt;/b&gt;" in queue
    found = re.search(r"/mod/reports/\w+", queue)
    settled = submit(moderator, found[0], found[0], outcome="hide", answer="Hidden.")
    assert settled.status_code == 303
    assert visitor.get(f"/g/{thing.game}").status_code == 404
    assert moderator.get(f"/g/{thing.game}").status_code == 200
    assert "Hidden." in moderator.get("/mod?state=upheld").text
    log = house.client("admin").get(f"/mod/log?subject=record:{thing.game}").text
    assert "record-hidden" in log


def test_whoever_came_too_often_is_told_truly_when_to_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, page = time.time(), f"/g/{house.things['public'].game}/report"
    for write_rate, most, longest in ((2, 2, 61), (100, 10, 3601)):
        app = create_app(replace(house.archive.settings, write_rate=write_rate), house.archive)
        client = app.test_client()
        form = {"csrf_token": token_of(client, page), "reason": "wrong"}
        begun += 10_000  # or the form would be of a later hour

        def report(
            after: float, begun: float = begun, client: FlaskClient = client, form: Any = form
        ) -> Any:
            monkeypatch.setattr(time, "time", lambda: begun + after)
            return client.post(page, data=form)

        assert [report(n).status_code for n in range(most)] == [200] * most
        refused = report(20)
        wait = int(refused.headers["Retry-After"])
        assert (refused.status_code, longest - 22 < wait < longest - 18) == (429, True)
        assert report(20 + wait - 2).status_code == 429
        assert report(20 + wait).status_code == 200


@pytest.mark.usefixtures("within_a_minute")
def test_every_address_that_changes_something_has_a_limit(house: House) -> None:
    app = create_app(replace(house.archive.settings, write_rate=2), house.archive)
    client = app.test_client()
    token = token_of(client, "/sign-in")
    path = f"/g/{house.things['public'].game}/tags"
    statuses = [client.post(path, data={"csrf_token": token}).status_code for _ in range(3)]
    assert statuses[-1] == 429
    assert 429 not in statuses[:2]


@pytest.mark.parametrize("wanted", ["//[x", "http://[::1"])
def test_where_to_go_on_may_be_no_address_at_all(client: FlaskClient, wanted: str) -> None:
    assert client.get("/sign-in", query_string={"next": wanted}).status_code == 200
