"""Corrections and jobs at their pages: who may, what is shown."""

import re
from datetime import timedelta
from itertools import count

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col

import archive.judge_record
import archive.services.rescoring
from archive.core.budgets import REVISED, Steps
from archive.scoring import Verdict as Judged
from archive.scoring import verify
from archive.services import Visibility
from archive.services.games import repaired
from archive.services.permissions import Role
from archive.store.models import Verdict
from archive.web.pages.verdict_and_corrections import changed_lines
from tests.conftest import anonymised
from tests.uploaded import analysed_game, game_of

from .conftest import ROOT, Judge, Shelf, upload_in
from .people import submit, token_of

PASSWORD = "one two three four five"
_NUMBERS = count()


@pytest.fixture
def owner(shelf: Shelf) -> tuple[FlaskClient, str]:
    """A browser in which somebody has signed in, and their account."""
    return signed_in(shelf, Role.MEMBER)


def signed_in(shelf: Shelf, role: Role) -> tuple[FlaskClient, str]:
    name = f"{role.value} {'abcdefghkmnpqrstuvwxyz'[next(_NUMBERS)]}"
    account = shelf.archive.accounts.create(name, PASSWORD, role)
    client = shelf.app.test_client()
    assert submit(client, "/sign-in", "/sign-in", name=name, password=PASSWORD).status_code == 303
    return client, account.id


def own_game(shelf: Shelf, owner_id: str, data: bytes) -> str:
    return analysed_game(shelf.archive, data, owner_id=owner_id, visibility=Visibility.PUBLIC)


def test_an_owner_corrects_and_everybody_sees_what_changed(
    shelf: Shelf, client: FlaskClient, owner: tuple[FlaskClient, str], record: bytes
) -> None:
    theirs, account_id = owner
    wrong = record.replace(b"=20/10", b"=20/9").replace(b"\n", b"\r\n")
    game_id = own_game(shelf, account_id, wrong)
    page = theirs.get(f"/g/{game_id}/revisions").text
    assert "Correct it" in page
    page, text = f"/g/{game_id}/revisions", record.decode().replace("\n", "\r\n")
    assert submit(theirs, page, page, text=text, comment="A <slip>.").status_code == 303
    shelf.archive.judging.receive(game_of(shelf.archive, game_id).upload_id)
    history = client.get(f"/g/{game_id}/revisions").text
    assert "A &lt;slip&gt;." in history
    assert "<ins>+ 3. p1 2=11 4. p2 9=20/10</ins>" in history
    assert "Correct it" not in history
    assert client.get(f"/g/{game_id}.xxn").data == record.replace(b"\n", b"\r\n")
    assert client.get(f"/g/{game_id}.xxn?revision=1").data == wrong
    assert "revision 1 of 2" in client.get(f"/g/{game_id}?revision=1").text
    assert "=20/9" in client.get(f"/g/{game_id}/source?revision=1").text
    for wrong_number in ("7", "0", "99999999999999999999", "two", "\u00b2", "\u0662", "-1"):
        for path in (f"/g/{game_id}", f"/g/{game_id}.xxn", f"/api/v1/games/{game_id}/verdict"):
            answer = client.get(path, query_string={"revision": wrong_number})
            program = path.startswith("/api/") and wrong_number not in ("7", "\u0662")
            assert answer.status_code == (422 if program else 404), (path, wrong_number)
    assert client.get(f"/g/{game_id}?revision=").status_code == 200


def test_a_correction_that_is_refused_is_still_in_the_form(
    shelf: Shelf, owner: tuple[FlaskClient, str], record: bytes
) -> None:
    theirs, account_id = owner
    game_id = own_game(shelf, account_id, record + b"{refused}\n")
    page, twice = f"/g/{game_id}/revisions", (record * 2).decode() + "{typed}\n"
    answer = submit(theirs, page, page, text=twice, comment="A <slip>.")
    assert answer.status_code == 422
    assert "A correction is one game; this has 2." in answer.text
    assert "{typed}\n</textarea>" in answer.text
    assert 'value="A &lt;slip&gt;."' in answer.text


def test_no_correction_undoes_another_that_came_since_its_form_was_shown(
    shelf: Shelf, owner: tuple[FlaskClient, str], record: bytes
) -> None:
    theirs, account_id = owner
    game_id = own_game(shelf, account_id, record + b"{since}\n")
    page, seen = f"/g/{game_id}/revisions", 'name="after" value="1"'
    assert seen in theirs.get(page).text
    first = submit(theirs, page, page, text=record.decode() + "{first}", after="1")
    assert first.status_code == 303
    shelf.archive.judging.receive(game_of(shelf.archive, game_id).upload_id)
    second = {"text": record.decode() + "{second}", "after": "1"}
    answer = submit(theirs, page, page, **second)
    assert answer.status_code == 422
    assert "corrected by another" in answer.text
    assert "{second}</textarea>" in answer.text
    taken = submit(theirs, f"/g/{game_id}/repairs/1/take", page, after="1")
    assert "corrected by another" in taken.text
    assert 'role="alert"' in taken.text
    assert game_of(shelf.archive, game_id).revisions == 2
    assert submit(theirs, page, page, **{**second, "after": "2"}).status_code == 303


def test_verdicts_that_no_longer_count_can_be_read(
    shelf: Shelf, client: FlaskClient, judged: Judge, record: bytes
) -> None:
    """A newer engine's verdict stands in place of an older one's, which is kept all the same."""
    text = record.replace(b"Albert", b"Zora")  # nobody else's: who is kept anonymous below
    game_id = judged(text.replace(b"=20/10", b"=20/9") + b"{older}")
    with shelf.archive.database.writing() as session:
        (newer,) = session.execute(select(Verdict).where(col(Verdict.record_id) == game_id)).one()
        body = newer.body.replace(newer.engine, "twenties 0.0.1").replace("refuted", "upheld")
        session.add(
            Verdict(
                id="olderolder", record_id=game_id, rules=newer.rules, engine="twenties 0.0.1",
                created_at=newer.created_at - timedelta(days=3), body=body,
            )
        )  # fmt: skip
        latest = newer.id
    for path in (f"/api/v1/games/{game_id}/revisions", f"/g/{game_id}/revisions.json"):
        (line,) = client.get(path).json["revisions"]
        assert [one["id"] for one in line["verdicts"]] == [latest, "olderolder"]
        assert [one["answers"]["arithmetic"] for one in line["verdicts"]] == ["refuted", "upheld"]
        assert line["verdicts"][1]["engine"] == "twenties 0.0.1"
    page = client.get(f"/g/{game_id}/revisions").text
    assert f"/g/{game_id}/verdicts/olderolder.json" in page
    assert page.count("no longer counts") == 1
    assert "@1" not in page, "rules go by the name that a player knows"
    for path in (f"/g/{game_id}/verdicts/olderolder.json",
                 f"/api/v1/games/{game_id}/verdicts/olderolder"):  # fmt: skip
        assert client.get(path).data == body.encode()
    assert client.get(f"/g/{game_id}/verdicts/{latest}.json").data == client.get(
        f"/g/{game_id}.json"
    ).data  # fmt: skip
    other = judged(record + b"{other}")
    assert client.get(f"/g/{other}/verdicts/olderolder.json").status_code == 404

    moderator, _ = signed_in(shelf, Role.MODERATOR)
    player = shelf.archive.anonymising.seats(game_id)[0].player_id
    anonymised(shelf.archive, player)
    assert client.get(f"/g/{game_id}/verdicts/olderolder.json").status_code == 403
    assert moderator.get(f"/g/{game_id}/verdicts/olderolder.json").data == body.encode()
    told = client.get(f"/g/{game_id}/verdicts/{latest}.json").data
    assert told == client.get(f"/g/{game_id}.json").data != newer.body.encode()


def test_nobody_else_corrects(shelf: Shelf, client: FlaskClient, judged: Judge,
                              owner: tuple[FlaskClient, str], record: bytes) -> None:  # fmt: skip
    theirs, _ = owner
    game_id = judged(record)
    for visitor, refused in ((client, 401), (theirs, 403)):
        form = {"csrf_token": token_of(visitor), "text": "x"}
        for path in (f"/g/{game_id}/revisions", f"/g/{game_id}/repairs/1/take"):
            assert visitor.post(path, data=form).status_code == refused
    arbiter, _ = signed_in(shelf, Role.ARBITER)
    ruled = (record + b"{ruled}\n").decode()
    assert submit(arbiter, f"/g/{game_id}/revisions", text=ruled).status_code == 303


def test_a_repair_is_taken_as_it_was_seen_whatever_its_number(
    shelf: Shelf, owner: tuple[FlaskClient, str]
) -> None:
    """A verdict by a newer engine may offer others, in another order."""
    theirs, account_id = owner
    flawed = ROOT / "fixtures/zwanzig-ab/flawed/either-of-two-repairs-wins-for-another.xxn"
    game_id = own_game(shelf, account_id, flawed.read_bytes())
    page, take = f"/g/{game_id}/verify", f"/g/{game_id}/repairs/1/take"
    first, second, *_ = re.findall(r'name="seen" value="(\w+)"', theirs.get(page).text)
    answer = submit(theirs, take, page, seen="0" * 32)
    assert answer.status_code == 422
    assert "This change is not offered any more" in answer.text
    assert f'value="{first}"' in answer.text, "what is offered now stands below"
    assert submit(theirs, take, page, seen=second).status_code == 303
    game = game_of(shelf.archive, game_id)
    judged = game_of(shelf.archive, game_id, 1)
    assert judged.verdict
    assert game.data == repaired(judged.data, 1, judged.verdict["repairs"][1])


def test_a_repair_is_kept_at_a_button(
    shelf: Shelf, owner: tuple[FlaskClient, str], client: FlaskClient
) -> None:
    theirs, account_id = owner
    data = (ROOT / "archive" / "samples" / "twenty-disputed-sum.xxn").read_bytes()
    game_id = own_game(shelf, account_id, data)
    page = f"/g/{game_id}/verify"
    assert "Keep this as a correction" in theirs.get(page).text
    assert "Keep this as a correction" not in client.get(page).text
    seen = re.search(r'name="seen" value="(\w+)"', theirs.get(page).text)
    assert seen
    assert submit(theirs, f"/g/{game_id}/repairs/1/take", page, seen=seen[1]).status_code == 303
    game = game_of(shelf.archive, game_id)
    assert (game.revision, game.state) == (2, "waiting")
    assert "data-judging" in theirs.get(f"/g/{game_id}").text


def test_the_same_twice_by_one_owner_is_one_upload(
    shelf: Shelf, owner: tuple[FlaskClient, str], record: bytes
) -> None:
    theirs, _ = owner
    form = {"csrf_token": token_of(theirs), "text": record.decode() + "{mine}\n"}
    first = theirs.post("/upload", data=form).headers["Location"]
    again = theirs.post("/upload", data=form).headers["Location"]
    assert again == f"{first}&again=1"
    assert "this very file before" in theirs.get(again).text
    shelf.archive.judging.receive(upload_in(first))
    assert "You have uploaded this before" in theirs.get(again, follow_redirects=True).text


def test_other_sheets_are_named_and_never_joined(
    client: FlaskClient, shelf: Shelf, owner: tuple[FlaskClient, str], record: bytes
) -> None:
    _, account_id = owner
    here = own_game(shelf, account_id, record + b"{one}\n")
    other = own_game(shelf, account_id, record.replace(b"Albert", b"Alba"))
    page = client.get(f"/g/{here}").text
    assert "Other sheets of this game" in page
    assert f'href="/g/{here}/against/{other}"' in page


def test_jobs_are_for_admins(
    shelf: Shelf, client: FlaskClient, owner: tuple[FlaskClient, str]
) -> None:
    theirs, _ = owner
    assert client.get("/jobs").status_code == 303  # to sign in
    assert theirs.get("/jobs").status_code == 403
    admin, _ = signed_in(shelf, Role.ADMIN)
    assert "Re-scoring the archive" in admin.get("/jobs").text
    answer = submit(admin, "/jobs/rescore")
    assert answer.status_code == 303
    assert admin.get(answer.headers["Location"]).status_code == 200


def test_judging_anew_can_be_stopped(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive.services.rescoring, "ENGINE", "twenties 99")
    admin, _ = signed_in(shelf, Role.ADMIN)
    form = {"csrf_token": token_of(admin)}
    address = admin.post("/jobs/rescore", data=form).headers["Location"]
    assert admin.get(f"{address}.json").json["state"] == "queued"
    assert admin.post(f"{address}/cancel", data=form).headers["Location"] == address
    assert admin.get(f"{address}.json").json["state"] == "cancelled"
    again = admin.post(f"/api/v1{address}/cancel", headers={"X-CSRF-Token": form["csrf_token"]})
    assert again.status_code == 409
    log = admin.get("/mod/log?action=rescoring-cancelled").text
    assert f'<a href="{address}"><code>job:' in log


def test_what_judging_anew_changed_is_told_by_games_and_findings(
    shelf: Shelf, owner: tuple[FlaskClient, str], record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, account_id = owner
    game = own_game(shelf, account_id, record.replace(b"A short one", b"Judged twice"))

    def stricter(data: bytes, number: int) -> Judged:
        return verify(data.replace(b"=20/10", b"=20/9"), number)

    monkeypatch.setattr(archive.judge_record, "verify", stricter)
    for room in (archive.services.rescoring, archive.judge_record):
        monkeypatch.setattr(room, "ENGINE", "twenties 99")
    monkeypatch.setattr(shelf.archive.queue, "rescore", lambda *_: True)
    job_id = shelf.archive.rescoring.begin()
    assert job_id is not None
    shelf.archive.rescoring.go_on(job_id)
    admin, _ = signed_in(shelf, Role.ADMIN)
    page = admin.get(f"/jobs/{job_id}").text
    listed = re.search(rf'<tr>\s*<td><a href="/g/{game}">.*?</tr>', page, re.DOTALL)
    row = " ".join(re.sub("<[^>]+>", " ", listed[0]).split())
    assert row.startswith("Albert – Bertha Judged twice")
    assert "Left open" in row
    assert "Faults found" in row
    assert "New: Play scored wrong" in row
    assert re.search(r"<b>\d+</b> <span[^>]+>.*?Left open</span> → <span[^>]+>.*?Faults", page)


def test_what_changed_is_told_however_few_the_steps() -> None:
    before = [f"p{at % 2 + 1} 9" for at in range(3001)]
    after = [line.replace("9", "8") if at % 4 == 0 else line for at, line in enumerate(before)]
    for most in (0, 50, REVISED):
        steps = Steps(most)
        lines = [line for line in changed_lines(before, after, steps) if line.kind != "at"]
        assert steps.taken <= most
        assert [line.text for line in lines if line.kind != "new"] == before
        assert [line.text for line in lines if line.kind != "gone"] == after
    assert next(changed_lines(["a", "b"], ["a", "c"], Steps(REVISED))).text == "@@ -1,2 +1,2 @@"
