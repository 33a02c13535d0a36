"""Pages of a sheet that has totals and no plays."""

import re
from pathlib import Path

from flask.testing import FlaskClient

from tests.web.conftest import Judge, words

from .people import submit

SHEET = Path(__file__).parents[2] / "fixtures" / "import" / "totals" / "after-each-hand.txt"


def rows(page: str, part: str = "tbody") -> list[str]:
    """The rows of the last score sheet on a page, as text."""
    table = page.rpartition('<table class="scores')[2].partition(f"<{part}>")[2]
    return list(map(words, re.findall("<tr.*?</tr>", table.partition(f"</{part}>")[0], re.DOTALL)))


def test_a_sheet_of_totals_has_its_pages(client: FlaskClient, judged: Judge) -> None:
    game = judged(SHEET.read_bytes(), "evening.txt")
    page = client.get(f"/g/{game}").text
    assert "Björk 10 and Cem 11 cannot both be right for hand 2" in page
    assert "After hand 2: Ana 10, Björk 10, Cem 11" in page
    assert "Step through the game" not in page  # there is nothing to step through
    assert f'href="/g/{game}/0"' not in page
    assert client.get(f"/g/{game}/0").location == f"/g/{game}"
    for more in ("", "/source", "/revisions", ".json", ".xxn"):
        assert client.get(f"/g/{game}{more}").status_code == 200, more


def test_the_standings_are_its_score_sheet(client: FlaskClient, judged: Judge) -> None:
    """On every page that shows one; what is wrong with a standing, or the end, stands beside it."""
    text = (
        b"Twenty\nRound 1: Vera 70, Willi 64\nRound 2: Vera 49, Willi 71\n"
        b"Final: Vera 119, Willi 134\n"
    )
    deals = b"Zwanzig ab\nUte Karl Anna Jo\n1. 18 20 17 20\n2. 18 22 17 14\n"
    game, other = judged(text, "a.txt"), judged(deals, "b.txt")
    checked = submit(client, "/verify", text=text.decode()).text
    for page in (checked, *(client.get(f"/g/{game}{end}").text for end in ("", "/print"))):
        assert rows(page) == ["Round 1 +70 70 +64 64", "Round 2 +49 119 +71 135"]
        assert rows(page, "tfoot") == ["Result 119 135 134 (written)"]
    assert "Round 1 +70 70 +64 64" in words(checked.partition("What the score sheet becomes")[2])
    assert rows(client.get(f"/g/{other}").text) == [
        "Deal 1 −2 18 20 −3 17 20", "Deal 2 wrong 18 +2 22 17 −6 14",
    ]  # fmt: skip


def test_a_house_rule_in_words_is_no_place_that_was_not_understood(client: FlaskClient) -> None:
    text = "Count to 20\nPlayed to 200.\nHand 1: Ada 40, Ben 0\nHand 2: Ada 40, Ben 105\nAda wins\n"
    page = submit(client, "/verify", text=text).text
    assert "Read as a rule of the house: <q>Played to 200.</q>" in page
    assert "was not understood" not in page
    assert "The game goes to 200 points, and Ben has the most with 105" in page


def test_a_total_that_is_added_up_wrong_is_not_the_score(
    client: FlaskClient, judged: Judge
) -> None:
    """Above the sentence that Kit has 24 stood “Kit 25”, and “Noor wins” without a word of by
    what."""
    text = (
        b"Losing cards at 22\nKit: 10, 8, 6 = 25 (out)\nNoor: 7, 8 = 15\nSol: 9, 4, 10 = 23 (out)\n"
    )
    game = judged(text, "a.txt")
    page = words(client.get(f"/g/{game}").text)
    assert "10 + 8 + 6 is 24, not 25, so Kit has 24." in page
    assert "By these totals Noor wins." in page
    assert "Noor 15" not in page.partition("Was every play allowed?")[0]
