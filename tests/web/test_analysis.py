"""What is still being worked out of a flawed record: said where it is missing, and filled in."""

import io
from dataclasses import replace
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient

from archive.analysis import verify_fully
from archive.judge_record import GivenUp
from archive.scoring import verify
from archive.web.presenters.progress import progress_of
from archive.web.uploads import HANDED_IN
from tests.uploaded import judged_upload, upload_of

from .conftest import Shelf
from .people import submit

OPEN = (
    "What would put this right, and whether it is right by other rules, is still being worked out."
)


@pytest.fixture
def flawed(record: bytes) -> bytes:
    """The small record with a wrong sum."""
    return record.replace(b"=20/10", b"=20/9")


@pytest.fixture
def waiting(shelf: Shelf, flawed: bytes) -> tuple[str, str]:
    """An upload of one flawed record that has its verdict and no analysis, and its game."""
    found = judged_upload(shelf.archive, flawed)
    return found.id, found.games[0].id


def test_pages_say_what_is_still_being_worked_out(
    client: FlaskClient, shelf: Shelf, waiting: tuple[str, str]
) -> None:
    upload, game = waiting
    for path in (f"/g/{game}", f"/g/{game}/verify"):
        page = client.get(path).text
        assert "scores 10 points, not 9" in page
        assert OPEN in page
        assert '<noscript><a href="">Look again</a></noscript>' in page
        assert "/static/analysis" in page
        assert "No change was found" not in page
        assert "Not all other rules" not in page
    words = "What would put it right is still being worked out for 1 flawed game."
    assert words in client.get(f"/upload/{upload}").text
    shelf.archive.analysing.analyse(upload, 1, 1)
    for path in (f"/g/{game}", f"/g/{game}/verify"):
        page = client.get(path).text
        assert OPEN not in page
        assert "/static/analysis" not in page
        assert "How it could be put right" in page
    assert words not in client.get(f"/upload/{upload}").text


def test_programs_are_told_as_well(
    client: FlaskClient, shelf: Shelf, waiting: tuple[str, str], flawed: bytes
) -> None:
    upload, game = waiting
    address = f"/api/v1/games/{game}"
    told = client.get(f"{address}/analysis").json
    assert (told["state"], told["repairs"], told["repairs_complete"]) == ("waiting", [], False)
    assert client.get(f"{address}/verdict").text == verify(flawed).json()
    assert client.get(f"{address}/repairs").json["analysis"] == "waiting"
    tally = client.get(f"/api/v1/uploads/{upload}").json["tally"]
    assert tally["analyses"] == {"waiting": 1, "failed": 0}
    shelf.archive.analysing.analyse(upload, 1, 1)
    told = client.get(f"{address}/analysis").json
    assert (told["state"], len(told["repairs"])) == ("done", 1)
    assert client.get(f"{address}/readings").json["analysis"] == "done"
    assert client.get(f"{address}/verdict").text == verify_fully(flawed).json()


def test_one_that_was_given_up_can_be_tried_again(
    client: FlaskClient, shelf: Shelf, waiting: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    upload, game = waiting
    with monkeypatch.context() as patch:
        patch.setattr(
            "archive.analyse_record.attempt", lambda *_: GivenUp("time", "It took too long.")
        )
        shelf.archive.analysing.analyse(upload, 1, 1)
    with client.session_transaction() as kept:
        kept[HANDED_IN] = [upload]
    page = client.get(f"/g/{game}/verify").text
    assert f'name="game" value="{game}"' in page
    assert "could not be worked out. It took too long." in page
    assert "could not be worked out" in client.get(f"/upload/{upload}").text
    assert client.get(f"/api/v1/games/{game}/analysis").json["note"] == "It took too long."
    answer = submit(client, f"/upload/{upload}/retry", game=game)
    assert answer.headers["Location"].endswith(f"/g/{game}")
    assert OPEN in client.get(f"/g/{game}/verify").text
    nowhere = submit(client, f"/upload/{upload}/retry", game="g" * len(game))
    assert nowhere.status_code == HTTPStatus.NOT_FOUND


def test_an_upload_is_settled_with_its_verdicts_and_over_with_its_analyses(
    shelf: Shelf, waiting: tuple[str, str]
) -> None:
    upload = upload_of(shelf.archive, waiting[0])
    progress = progress_of(upload)
    assert (progress.settled, progress.over, progress.analyses) == (True, False, 1)
    some = replace(upload.tally, analyses=upload.tally.analyses._replace(waiting=1200))
    words = progress_of(replace(upload, tally=some)).analyses_words
    assert words == "What would put them right is still being worked out for 1,200 flawed games."


def test_a_check_can_do_without(client: FlaskClient, flawed: bytes) -> None:
    for asked, expected in (
        ("", verify_fully(flawed)),
        ("?analysis=false", verify(flawed)),
    ):
        sent = client.post(f"/api/v1/verify{asked}", data={"file": (io.BytesIO(flawed), "one.xxn")})
        assert sent.text.endswith(f'"verdicts": [{expected.json()}]}}')
