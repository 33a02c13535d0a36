"""Reading without spoilers: what lies ahead is not shown until the game is stepped through."""

import re

from flask.testing import FlaskClient

from archive.web.language import SPOILERS_COOKIE as COOKIE

from .conftest import Judge, Shelf
from .records import ZWANZIG_AB

SCORES = re.compile(r'<tfoot data-since="(\d+)"( hidden)?>')


def test_the_choice_is_remembered_and_taken_back(client: FlaskClient, shelf: Shelf) -> None:
    page = f"http://localhost/g/{shelf.game}/5"
    assert "data-since" not in client.get(page).text
    chosen = client.post("/spoilers", data={"to": "hide"}, headers={"Referer": page})
    assert chosen.location == f"/g/{shelf.game}/5"
    assert "data-since" in client.get(page).text
    client.post("/spoilers", data={"to": "show"})
    assert "data-since" not in client.get(page).text
    assert client.post("/spoilers", data={"to": "?"}).status_code == 422


def test_nothing_later_is_seen(client: FlaskClient, judged: Judge) -> None:
    """Plays, tricks and sums of the list that come later are hidden; after the last none is."""
    game = judged(ZWANZIG_AB)
    client.set_cookie(COOKIE, "hide")
    page = client.get(f"/g/{game}/9").text
    marked = re.findall(r'data-since="(\d+)"( hidden)?', page)
    assert {int(ply) for ply, _ in marked} == set(range(1, 18))
    assert all((int(ply) > 9) == bool(hidden) for ply, hidden in marked)
    assert SCORES.findall(page) == [("17", " hidden")]
    assert ', wins the trick"' not in page
    assert 'class="won"' not in page
    assert "kept-back" in page
    path = re.search(r'class="line-1[^"]*" d="([^"]+)"', page)
    assert "L" not in path[1]  # a slope would tell
    last = client.get(f"/g/{game}/17").text
    assert SCORES.findall(last) == [("17", "")]


def test_a_result_is_folded_and_no_list_has_scores(client: FlaskClient, shelf: Shelf) -> None:
    address = f"/g/{shelf.game}"
    seen, listed = client.get(address).text, client.get("/games").text
    won = re.search(r'<h1 id="verdict-heading">(.+?)</h1>', seen)
    assert won
    assert re.search(r'<td class="score">\d', listed)
    client.set_cookie(COOKIE, "hide")
    page = client.get(address).text
    ahead, _, folded = page.partition("<details")
    while won[1] not in folded.partition("</details>")[0]:  # the menu is folded, too
        more, found, folded = folded.partition("<details")
        assert found
        ahead += more
    assert won[1] not in ahead
    assert "Step through the game" in ahead
    assert not re.search(r'<td class="score">\d', client.get("/games").text)
