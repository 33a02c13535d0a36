"""Pages of a sheet that has totals and no plays."""

from __future__ import annotations

from pathlib import Path

from flask.testing import FlaskClient

from tests.web.conftest import Judge

SHEET = Path(__file__).parents[2] / "fixtures" / "import" / "totals" / "after-each-hand.txt"


def test_a_sheet_of_totals_has_its_pages(client: FlaskClient, judged: Judge) -> None:
    game = judged(SHEET.read_bytes(), "evening.txt")
    page = client.get(f"/g/{game}").text
    assert "Björk 10 and Cem 11 cannot both be right for hand 2" in page
    assert "After hand 2: Ana 10, Björk 10, Cem 11" in page
    for more in ("", "/source", "/revisions", ".json", ".xxn"):
        assert client.get(f"/g/{game}{more}").status_code == 200, more
