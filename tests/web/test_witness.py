"""A deal that fits a record with cards left out, on the page of its verdict and for programs."""

import html
import re
from random import Random

from flask.testing import FlaskClient

from archive.generator import generate
from archive.notation import write
from archive.scoring import Answer, verify
from tests.analysis.hiding import leave_out

from .conftest import ROOT, Judge

CANNOT_BE = ROOT / "fixtures" / "zwanzig-ab" / "flawed" / "no-deal-fits.xxn"
NAMED = ROOT / "fixtures" / "zwanzig-ab" / "flawed" / "not-trumped.xxn"
OPEN = ROOT / "fixtures" / "zwanzig-ab" / "flawed" / "trumps-perhaps-held.xxn"
SHOW = "Show a deal that fits"


def left_out() -> bytes:
    """A game of Twenty down with cards of its hands and exchanges left out."""
    sound = generate("zwanzig-ab/twenty-down@1", 4, 685221470, {"trump": "held"})
    return write(leave_out(sound, Random(1), {"cards", "exchanges"}, 0.1)).encode()


def test_a_record_with_cards_left_out_offers_a_deal(client: FlaskClient, judged: Judge) -> None:
    """It is not looked for before somebody asks."""
    game = judged(left_out())
    page = client.get(f"/g/{game}/verify").text
    assert SHOW in page
    assert f'href="/g/{game}/verify?witness=1#witness"' in page
    assert "The cards can have been dealt so." not in page
    shown = html.unescape(client.get(f"/g/{game}/verify?witness=1").text)
    assert SHOW not in shown
    assert "The cards can have been dealt so." in shown
    deal = shown.partition('id="witness"')[2]
    assert f'<a href="/g/{game}/source#L' in deal
    for new in re.findall(r"<ins>([^<]*)</ins>", deal):
        assert "?" not in new


def test_a_record_that_names_its_cards_offers_none(client: FlaskClient, judged: Judge) -> None:
    assert SHOW not in client.get(f"/g/{judged(NAMED.read_bytes())}/verify").text


def test_where_no_deal_fits_that_is_said(client: FlaskClient, judged: Judge) -> None:
    game = judged(CANNOT_BE.read_bytes())
    page = html.unescape(client.get(f"/g/{game}/verify?witness=1").text)
    assert "There is no deal that fits all of this sheet. However the cards" in page
    answer = client.get(f"/api/v1/games/{game}/witness").get_json()
    assert answer["sentence"] in page
    assert (answer["lines"], answer["text"]) == ([], None)


def test_the_deal_for_programs_is_upheld(client: FlaskClient, judged: Judge) -> None:
    game = judged(left_out())
    answer = client.get(f"/api/v1/games/{game}/witness").get_json()
    assert answer["lines"]
    assert all(one["old"] != one["new"] for one in answer["lines"])
    assert verify(answer["text"].encode()).answers.legality is Answer.UPHELD


def test_what_would_settle_it_stands_by_the_answers(client: FlaskClient, judged: Judge) -> None:
    page = html.unescape(client.get(f"/g/{judged(OPEN.read_bytes())}/verify").text)
    assert "What would settle it: all that Clara held at play 1 (line 16)" in page


def test_there_is_no_deal_of_a_game_that_is_not_there(client: FlaskClient) -> None:
    assert client.get("/api/v1/games/nothing/witness").status_code == 404


def test_the_deal_is_told_in_the_readers_language(client: FlaskClient, judged: Judge) -> None:
    """It is worked out in another process, which knows no reader."""
    german = {"Accept-Language": "de"}
    for data, said in (
        (left_out(), "So können die Karten gegeben worden sein."),
        (CANNOT_BE.read_bytes(), "Es gibt keine Verteilung, die zum ganzen Aufschrieb passt."),
    ):
        game = judged(data + b"\n")
        page = html.unescape(client.get(f"/g/{game}/verify?witness=1", headers=german).text)
        assert said in page
        answer = client.get(f"/api/v1/games/{game}/witness", headers=german)
        assert answer.get_json()["sentence"].startswith(said)
