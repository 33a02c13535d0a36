"""Pages of a sheet that has totals and no plays."""

from pathlib import Path

from flask.testing import FlaskClient

from tests.web.conftest import Judge

from .people import submit

SHEET = Path(__file__).parents[2] / "fixtures" / "import" / "totals" / "after-each-hand.txt"


def test_a_sheet_of_totals_has_its_pages(client: FlaskClient, judged: Judge) -> None:
    game = judged(SHEET.read_bytes(), "evening.txt")
    page = client.get(f"/g/{game}").text
    assert "Björk 10 and Cem 11 cannot both be right for hand 2" in page
    assert "After hand 2: Ana 10, Björk 10, Cem 11" in page
    assert "Step through the game" not in page  # there is nothing to step through
    for more in ("", "/source", "/revisions", ".json", ".xxn"):
        assert client.get(f"/g/{game}{more}").status_code == 200, more


def test_a_house_rule_in_words_is_no_place_that_was_not_understood(client: FlaskClient) -> None:
    text = "Count to 20\nPlayed to 200.\nHand 1: Ada 40, Ben 0\nHand 2: Ada 40, Ben 105\nAda wins\n"
    page = submit(client, "/verify", text=text).text
    assert "Read as a rule of the house: <q>Played to 200.</q>" in page
    assert "was not understood" not in page
    assert "The game goes to 200 points, and Ben has the most with 105" in page
