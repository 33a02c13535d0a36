"""Two sheets side by side on a page, and for programs."""

import html
import io
import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from archive.analysis.comparison.compare import compare
from archive.scoring import verify
from archive.web import create_app
from archive.web.pages import front_page_and_check

from .conftest import ROOT, Judge, Shelf
from .people import token_of
from .records import kept

SHEET = (ROOT / "fixtures" / "twenty" / "sound" / "illustrative-mended.xxn").read_text("utf-8")
SLIP = SHEET.replace("14. p2 T=18", "14. p1 T=18").replace("21. p1 7=23/3 ", "")
WHOLE = (ROOT / "fixtures" / "twenty" / "sound" / "whole-with-suits.xxn").read_text("utf-8")
PROSE = "Albert: 8 (8) Bertha: A (9) Albert: 2 (11) Bertha: 9 (20; 10 points)"


def carried(sheet: str, play: str, wrong: str, by: int) -> str:
    """Return a sheet with a slip in the points of p1 that all later totals carry on."""
    before, after = sheet.split(play)
    after = re.sub(
        r"(?m)^(@(?:score|end) p1:)(\d+)", lambda found: found[1] + str(int(found[2]) + by), after
    )
    return re.sub(r"(?m)^\[Result.*\n", "", before) + wrong + after


CARRIED = carried(WHOLE, "Qd=26/6", "Qd=26/7", 1)


def sent(client: FlaskClient, **fields: object) -> dict[str, object]:
    return {"csrf_token": token_of(client, "/compare"), **fields}


def test_the_form_needs_no_script(client: FlaskClient) -> None:
    page = client.get("/compare").text
    assert page.count("<textarea") == 2
    assert page.count('type="file"') == 2
    assert 'enctype="multipart/form-data"' in page


def test_two_sheets_side_by_side(client: FlaskClient, shelf: Shelf) -> None:
    before = kept(shelf.archive)
    answer = client.post("/compare", data=sent(client, a=SHEET, b=SLIP))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    page = answer.text
    assert "They differ in 2 places" in page
    assert "Sheet A is right in all of them." in page
    against = "Against sheet B: Play 14 is out of turn: Bertha was next, and the sheet has Albert."
    assert against in html.unescape(page)
    assert 'href="/rules/twenty#' in page.split("What the rules say")[1]
    assert "By the rules <b>Bertha wins, 110–82</b>" in page
    assert "the score cannot be told</b>; the sheet says Bertha wins, 110–82" in page
    assert page.count("The rules support sheet A.") == 2
    assert "<code>p1 7=23/3</code>" in page
    assert "nothing there" in page
    assert "What Albert and Bertha would have could no longer be told" in page
    assert "archive</a>" not in page.split("<form")[0]
    assert kept(shelf.archive) == before


def test_sheets_that_say_the_same(client: FlaskClient) -> None:
    page = client.post("/compare", data=sent(client, a=SHEET, b=SHEET)).text
    assert "The two sheets say the same, entry for entry." in page
    assert "Where they differ" not in page


def test_files_and_prose_are_taken_too(client: FlaskClient) -> None:
    file = (io.BytesIO(PROSE.replace("(9)", "(8)").encode()), "sheet.txt")
    page = client.post("/compare", data=sent(client, a=PROSE, b_file=file)).text
    assert "They differ in one place" in page
    assert "The rules support sheet A." in page


def test_sheets_in_words_are_cited_by_their_own_lines(client: FlaskClient) -> None:
    words = "Anna: 8 (8)\n\n\nBerta: A (9)\nAnna: 2 (11)\n"
    table = "Player,Card,Tally\nAnna,8,8\nBerta,A,9\nAnna,2,12\n"
    page = client.post("/compare", data=sent(client, a=words, b=table)).text
    assert '<span class="small">Line 5:</span> <q>Anna: 2 (11)</q>' in page
    assert '<span class="small">Line 4:</span> <q>Anna,2,12</q>' in page
    [told] = client.post("/api/v1/compare", json={"a": words, "b": table}).get_json()["differences"]
    assert [entry["sheet"]["line"] for entry in (*told["a"], *told["b"])] == [5, 4]


def test_sheets_of_different_games(client: FlaskClient) -> None:
    other = (ROOT / "fixtures/count-to-20/flawed/wrong-count.xxn").read_text("utf-8")
    page = client.post("/compare", data=sent(client, a=SHEET, b=other)).text
    said = "A is Twenty, B is Count to 20: these are not two sheets of one game."
    assert said in page
    assert "Where they differ" not in page
    answer = client.post("/api/v1/compare", json={"a": SHEET, "b": other}).get_json()
    assert (answer["not_one_game"], answer["differences"]) == (said, [])


def test_a_sheet_that_stops_earlier_is_not_blamed_for_what_comes_after(
    client: FlaskClient,
) -> None:
    short = SHEET[: SHEET.index("24. p2")]
    page = client.post("/compare", data=sent(client, a=SHEET, b=short)).text
    assert "Sheet B stops earlier and says nothing of what comes after." in page
    assert "Bertha wins, 110–82" in page
    assert "Against sheet" not in page
    assert "Both sheets are right" in page
    page = client.post("/compare", data=sent(client, a=CARRIED, b=WHOLE[:-400])).text
    assert "Sheet B is right" not in page


def test_a_page_has_a_script_to_print_it_where_it_has_a_button(client: FlaskClient) -> None:
    other = (ROOT / "archive" / "samples" / "zwanzig-ab-vereinsabend.xxn").read_text("utf-8")
    for b, printed in ((SLIP, True), (other, False)):
        page = client.post("/compare", data=sent(client, a=SHEET, b=b)).text
        assert ('id="print"' in page) == bool(re.search(r"/print\.\w+\.js", page)) == printed


def test_sheets_of_two_games_of_twenty(client: FlaskClient) -> None:
    other = (ROOT / "fixtures/twenty/sound/whole-with-suits.xxn").read_text("utf-8")
    page = client.post("/compare", data=sent(client, a=SHEET, b=other)).text
    assert "These hardly look like two sheets of one game." in page
    assert "All that is different" in page


def test_a_stored_game_is_sheet_a(client: FlaskClient, judged: Judge) -> None:
    game = judged(SHEET.encode())
    for page in ("", "/verify"):
        assert f'href="/compare?a={game}"' in client.get(f"/g/{game}{page}").text
    form = client.get(f"/compare?a={game}")
    assert f'name="a_game" value="{game}"' in form.text
    assert f'<a href="/g/{game}"><bdi>Albert – Bertha</bdi></a>' in form.text
    assert form.text.count("<textarea") == 1
    assert 'content="noindex"' in form.text
    page = client.post("/compare", data=sent(client, a_game=game, b=SLIP)).text
    assert f'href="/g/{game}/14">Play 14</a>' in page
    assert re.search(rf'href="/g/{game}/source#L\d+"', page)
    assert "this page has no address" in page


def test_the_link_of_a_game_is_taken_for_its_sheet(client: FlaskClient, judged: Judge) -> None:
    one, other = judged(SHEET.encode()), judged(SLIP.encode())
    for link in (f"http://localhost/g/{one}/14?as=2", f" /g/{one}\n", f"g/{one}#share"):
        answer = client.post("/compare", data=sent(client, a=link, b=f"/g/{other}"))
        assert answer.status_code == 303
        assert answer.location == f"/g/{one}/against/{other}"
    elsewhere = sent(client, a=f"http://example.org/g/{one}", b=SLIP)
    assert client.post("/compare", data=elsewhere).status_code == 422
    gone = client.post("/compare", data=sent(client, a="/g/aaaaaaaaaa", b=SLIP))
    assert gone.status_code == 404
    assert "There is no game at the address that was given as sheet A." in gone.text
    assert SLIP.splitlines()[9] in html.unescape(gone.text)  # what was pasted beside it stays


def test_two_stored_games_have_an_address(client: FlaskClient, judged: Judge) -> None:
    one, other = judged(SHEET.encode()), judged(SLIP.encode())
    led = client.get(f"/compare?a={one}&b={other}")
    assert (led.status_code, led.location) == (303, f"/g/{one}/against/{other}")
    answer = client.get(led.location)
    page = html.unescape(answer.text)
    assert answer.status_code == 200
    assert "<h1>Bertha wins, 110–82</h1>" in page
    assert "Sheet A is right" in page
    assert 'content="noindex"' in page
    assert f'value="http://localhost/g/{one}/against/{other}"' in page
    assert f'href="/g/{one}/14">See the play</a>' in page
    again = client.get(led.location, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    [told] = {client.get(f"/api/v1/compare/{one}/{other}").get_data()}
    body = {"a_game": one, "b_game": other}
    assert told == client.post("/api/v1/compare", json=body).get_data()
    assert f"/api/v1/compare/{one}/{other}>; rel=" in answer.headers["Link"]


def test_games_that_cannot_be_compared_are_said_not_to_be(
    client: FlaskClient, judged: Judge
) -> None:
    one, other = judged(SHEET.encode()), judged(b"nothing of the kind")
    answer = client.get(f"/g/{one}/against/{other}")
    assert answer.status_code == 422
    assert "Sheet B: " in answer.text
    assert f'name="a_game" value="{one}"' in answer.text
    assert client.get(f"/g/{one}/against/aaaaaaaaaa").status_code == 404
    assert client.get(f"/api/v1/compare/{one}/{other}").status_code == 422


def test_the_answer_comes_first_and_every_number_after_it(client: FlaskClient) -> None:
    """A point too many in one hand is carried to the end: one slip, and what follows from it."""
    page = html.unescape(client.post("/compare", data=sent(client, a=CARRIED, b=WHOLE)).text)
    assert "<h1>Marta wins, 140–116</h1>" in page
    assert "Sheet B is right" in page
    assert re.search(
        r"Marta wins, 141–116</p>.*?not so.*?Marta wins, 140–116</p>.*?right", page, re.DOTALL
    )
    assert "takes the tally to 26 and scores 6 points, not 7." in page
    assert re.search(r'class="pic".*?suit-d.*?>Q</text>', page, re.DOTALL)
    assert 'href="/rules/twenty#4.2">Rule 4.2</a>' in page
    rows = re.findall(r'<tr( class="parts")?><th scope="row">(.*?)</th>(.*?)</tr>', page)
    assert [label for parts, label, _ in rows if parts] == ["Round 1, hand 4 – here they part"]
    assert [row.count('class="ring"') for _, _, row in rows] == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert [row.count("<s>") for _, _, row in rows] == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert "(a slip)" in rows[3][2]
    assert '<td class="counted">49–62</td>' in rows[3][2]
    assert "8 further lines differ only because of it." in page


def test_where_the_rules_allow_both_that_is_said(client: FlaskClient) -> None:
    totals = "Twenty\nAnna Ben\nHand 1: 10 5\nHand 2: 18 25\n"
    other = totals.replace("18 25", "19 25")
    page = client.post("/compare", data=sent(client, a=totals, b=other)).text
    assert "<h1>Who is right, the rules cannot say</h1>" in page
    assert "Only those who played can say" in page
    assert '<td class="counted">18–25 or 19–25</td>' in page
    assert "Certificate of the count" not in page


def test_a_wrong_number_beside_a_play_is_not_said_to_be_the_same(client: FlaskClient) -> None:
    wrong = PROSE.replace("10 points", "5 points")
    page = html.unescape(client.post("/compare", data=sent(client, a=PROSE, b=wrong)).text)
    assert "scores 10 points, not 5" in page
    assert "By the rules the points follow from the plays, whichever number stands here." in page
    assert "the same either way" not in page


def test_two_totals_of_one_deal_that_differ_are_both_said(client: FlaskClient) -> None:
    totals = "Count to 20\nHand 1: Mia 0, Tom 35\nHand 2: Mia 20, Tom 35\nHand 3: Mia 20, Tom 105\n"
    other = totals.replace("Mia 20, Tom 35", "Mia 25, Tom 40")
    page = client.post("/compare", data=sent(client, a=totals, b=other)).text
    assert "They differ in 2 places." in page
    assert "Mia has 20 on sheet A and 25 on sheet B." in page
    assert "Tom has 35 on sheet A and 40 on sheet B." in page
    german = {"Accept-Language": "de"}
    page = client.post("/compare", data=sent(client, a=totals, b=other), headers=german).text
    assert "Mia hat auf Zettel A 20 und auf Zettel B 25." in page


@pytest.mark.parametrize("tried", front_page_and_check.TWO_SHEETS)
def test_an_example_is_a_click_away(client: FlaskClient, tried: str) -> None:
    form = client.get("/compare")
    assert f'href="/compare?try={tried}"' in form.text
    page = client.get(f"/compare?try={tried}").text
    a, b = (
        html.unescape(text)
        for text in re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    )
    assert a != b
    answer = client.post("/compare", data=sent(client, a=a, b=b)).text
    assert "They differ in one place. Sheet B is right there." in answer


def test_games_that_are_not_there_are_not_compared(client: FlaskClient) -> None:
    assert client.get("/compare?a=aaaaaaaaaa").status_code == 404
    data = sent(client, b=SLIP, a_game="aaaaaaaaaa")
    assert client.post("/compare", data=data).status_code == 404


@pytest.mark.parametrize(
    ("a", "b", "status", "said"),
    [
        ("", "", 400, "Nothing was given as sheet A and B"),
        (SHEET, " ", 400, "Nothing was given as sheet B"),
        ("nothing of the kind", SHEET, 422, "cannot be read as a game"),
        (SHEET, SHEET + SHEET, 422, "Sheet B has 2 games."),
    ],
)
def test_what_cannot_be_compared_is_said_and_kept_in_the_boxes(
    client: FlaskClient, a: str, b: str, status: int, said: str
) -> None:
    answer = client.post("/compare", data=sent(client, a=a, b=b))
    assert answer.status_code == status
    assert said in answer.text
    assert answer.text.count("<textarea") == 2
    if len(b) > 9:
        assert "illustrative" in answer.text.lower()


HOSTILE = SHEET.replace("Albert", "<script>alert(1)</script>").replace("Bertha", "\u202e<b>")


def test_a_sheet_cannot_bring_markup(client: FlaskClient) -> None:
    other = HOSTILE.replace("14. p2 T=18", "14. p2 T=18 {<img src=x>}\n`<img src=y>`")
    page = client.post("/compare", data=sent(client, a=HOSTILE, b=other)).text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "\u202e" not in page.split("<form")[0]


def test_the_forms_token_is_asked_for(client: FlaskClient, shelf: Shelf) -> None:
    answer = shelf.app.test_client().post("/compare", data={"a": SHEET, "b": SLIP})
    assert answer.status_code == 400
    assert "The form had expired" in answer.text


@pytest.mark.usefixtures("within_a_minute")
def test_limits_are_those_of_a_check(shelf: Shelf) -> None:
    """Both sheets together may have what a check may, and as often a minute."""
    settings = replace(shelf.archive.settings, max_check=3000, check_rate=2)
    client = create_app(settings, shelf.archive).test_client()
    body = {"a": "x" * 2000, "b": "x" * 2000}
    answers = [client.post("/api/v1/compare", json=body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [413, 413, 429]
    links = [client.get("/g/aaaaaaaaaa/against/aaaaaaaaaa") for _ in range(3)]
    assert [link.status_code for link in links] == [404, 404, 429]
    pages = [client.post("/compare", data=sent(client, **body)) for _ in range(3)]
    assert [page.status_code for page in pages] == [413, 413, 429]
    assert "At most 2.93 KB" in pages[0].text


def test_for_programs(client: FlaskClient) -> None:
    answer = client.post("/api/v1/compare", json={"a": SHEET, "b": SLIP})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.get_json() == compare(verify(SHEET.encode()), verify(SLIP.encode())).as_dict()
    assert "Set-Cookie" not in answer.headers


def test_for_programs_by_rules_of_their_own(client: FlaskClient) -> None:
    rules = "twenty/farrugia@1;hands=open"
    body = {"a": SHEET, "b": SHEET, "rules": rules}
    found = client.post("/api/v1/compare", json=body).get_json()
    assert found["a"]["rules"] == {"asked": rules, "named": "twenty/farrugia@1"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"a": SHEET}, "b"),
        ({"a": SHEET, "b": 7}, "b"),
        ({"a": SHEET, "b": "\ud800"}, "Sheet B: This cannot be read as a game"),
        ({"a": SHEET, "b": SHEET, "rules": "twenty/nobody@1"}, "twenty/nobody@1"),
        ({"a": SHEET, "b": SHEET, "rules": "zwanzig-ab/pagat@1"}, "Sheet A could not be read"),
        ({"a": SHEET * 2, "b": SHEET}, "Sheet A has 2 games"),
    ],
)
def test_what_programs_cannot_have_compared_is_a_problem(
    client: FlaskClient, body: dict[str, object], said: str
) -> None:
    answer = client.post("/api/v1/compare", json=body)
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    problem = answer.get_json(force=True)
    assert said in problem["detail"] + str(problem.get("errors", ""))


def test_sheets_that_do_not_say_as_much(client: FlaskClient) -> None:
    """Less said is no difference; seats are those of the names."""
    less = re.sub(r"(?m)^p\d: \S+\n", "", SHEET).replace("/3 ", " ")
    other = re.sub(r"\b([pP])([12])\b", lambda seat: f"{seat[1]}{3 - int(seat[2])}", less)
    page = client.post("/compare", data=sent(client, a=SHEET, b=other)).text
    assert "Wherever both sheets say something, they agree" in page
    assert "They list the players in another order" in page
    assert "Only sheet A gives hands (20 times) and points (3 times)." in page


def test_cards_that_a_standing_is_about_are_drawn(client: FlaskClient) -> None:
    """Who is left with which cards, where these score; what is not known is not drawn."""
    left = (ROOT / "fixtures/count-to-20/sound/three-players.xxn").read_text("utf-8")
    wrong = left.replace("@score p1:45 p2:0 p3:90", "@score p1:50 p2:0 p3:90")
    page = client.post("/compare", data=sent(client, a=wrong, b=left)).text
    assert "Ada is left with two tens (20), a two (5) and an ace (5)" in page
    drawn = page.split('class="pic"')[1].split("</div>")[0]
    assert re.findall(r'class="card suit-(\w)"', drawn) == ["c", "s", "h", "c"]


def test_letters_that_are_not_named_are_those_of_the_sheet(client: FlaskClient) -> None:
    """B and D are read as jack and queen where a sheet has them, so no letters stand as chosen."""
    page = client.get("/compare").text
    assert '<option value="" selected>as the sheet shows</option>' in page
    assert '<option value="BDKA">' in page
