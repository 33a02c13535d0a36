"""Prose and tables handed in through the pages and the API."""

import io
import re
from itertools import cycle
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.conftest import anonymised
from tests.uploaded import game_of, judged_upload, upload_of

from .conftest import Judge, Shelf, upload_in
from .people import submit

FIXTURES = Path(__file__).parents[2] / "fixtures" / "import"


def test_the_pages_of_upload_and_game_say_how_prose_was_read(
    client: FlaskClient, shelf: Shelf
) -> None:
    sheet = (FIXTURES / "prose" / "not-understood.txt").read_text("utf-8")
    sheet = sheet.replace("Gustl", "Berta")  # with a play of his it is not judged
    sheet = sheet.replace("Berta: 11", "Berta: 10")  # nor with a fault below what is not understood
    answer = submit(client, "/upload", text=sheet)
    upload = upload_in(answer.headers["Location"])
    shelf.archive.judging.receive(upload)
    shelf.archive.analysing.analyse(upload, 1, 999)
    for address in (answer.headers["Location"], f"/upload/{upload}"):
        page = client.get(address, follow_redirects=True).text
        assert "Read as a score sheet in words" in page
        assert "<b>Line 9, column 8:</b> <q>10</q>" in page
        assert ("Read it again" in page) == ("to=game" not in address)
    live = submit(client, "/verify", text=sheet, fragment="1").text
    assert "<b>Line 9, column 8:</b> <q>10</q>" in live
    original = client.get(f"/upload/{upload}/original")
    assert original.data == sheet.encode()
    assert original.headers["Content-Disposition"].startswith("attachment")
    read_again = submit(client, f"/upload/{upload}/read-again")
    assert read_again.headers["Location"] == f"/upload/{upload}"
    shelf.archive.judging.receive(upload)
    found = upload_of(shelf.archive, upload)
    assert found.state == "done"
    source = client.get(f"/g/{found.games[0].id}/source").text
    assert f"/upload/{upload}/original" in source
    assert "{Berta: 10 (19)}" in source.replace("&#39;", "'") or "10 (19)" in source


def test_what_no_importer_knew_has_the_button_and_xxn_has_not(
    client: FlaskClient, shelf: Shelf
) -> None:
    for text, offered in (
        ("Anna had a good evening.", True),
        ('[Game "Twenty"]\n\n1. p1 8 =8\n', False),
    ):
        answer = submit(client, "/upload", text=text)
        upload = upload_in(answer.headers["Location"])
        shelf.archive.judging.receive(upload)
        page = client.get(f"/upload/{upload}").text
        assert ("Read it again" in page) == offered


GERMAN = (FIXTURES / "csv" / "german.ranks=BDKA.csv").read_bytes()
WITHOUT_LETTERS = GERMAN.splitlines()[0] + b"\n1;;1;1;1;Bo;10;10;;\n1;;1;1;2;Jo;9;19;;\n"
"""A 10 among no letters may be any card that counts ten."""


@pytest.mark.parametrize(
    ("data", "ranks", "missed"),
    [(GERMAN, "BDKA", False), (GERMAN, "", False), (WITHOUT_LETTERS, "", True)],
)
def test_a_check_shows_the_columns(
    client: FlaskClient, data: bytes, ranks: str, missed: bool
) -> None:
    page = submit(client, "/verify", ranks=ranks, file=(io.BytesIO(data), "a.csv")).text
    assert "<td>G</td><td>Karte</td><td>card</td>" in page
    assert ("Upload it again and choose that" in page) is missed


def test_unknown_ranks_are_refused(client: FlaskClient) -> None:
    assert submit(client, "/upload", text="x", ranks="french").status_code == 400


def test_the_api_tells_how_it_read(client: FlaskClient) -> None:
    data = (FIXTURES / "prose" / "german.ranks=BDKT.txt").read_bytes()
    answer = client.post("/api/v1/verify?ranks=BDKT", data=data, content_type="text/plain")
    assert answer.json["reading"]["importer"] == "prose"
    assert answer.json["reading"]["diagnostics"] == []
    assert answer.json["verdicts"][0]["checked"]["plays"] == 5
    refused = client.post("/api/v1/verify?ranks=x", data=data, content_type="text/plain")
    assert refused.status_code == 422


SLIPPED = "Players: Anna, Berta\n\nAnna: 8 (8)\nBerta: A (9)\nAnna: 2 (12)\n"


def test_a_finding_in_a_sheet_names_the_sheets_own_line(client: FlaskClient, shelf: Shelf) -> None:
    checked = submit(client, "/verify", text=SLIPPED).text
    quoted = "Line 5 of the uploaded sheet</a>:</b> <q>Anna: 2 (12)</q>"
    assert f'<a href="#S5">{quoted}' in checked
    upload = judged_upload(shelf.archive, SLIPPED.encode(), filename="a.txt").id
    shelf.archive.analysing.analyse(upload, 1, 999)
    found = upload_of(shelf.archive, upload)
    game = found.games[0].id
    for page in ("", "/verify", "/3"):
        shown = client.get(f"/g/{game}{page}").text
        assert f'<b><a href="/g/{game}/source#S5">{quoted}' in shown
    own = {"line": 5, "column": 1, "cell": None, "text": "Anna: 2 (12)"}
    assert client.get(f"/api/v1/games/{game}/findings").json["sheet"] == [own]
    [row] = client.get(f"/upload/{upload}/report.json").json
    assert [row[f"first_{what}"] for what in ("line", "cell", "text")] == [5, None, "Anna: 2 (12)"]
    other = client.post("/api/v1/compare", json={"a_game": game, "b": "Players: Anna, Berta\n"
                        "Anna: 8 (8)\nBerta: A (9)\nAnna: 2 (11)\n"}).json  # fmt: skip
    assert other["differences"][0]["a"][0]["sheet"] == own


def test_the_sheet_itself_is_shown_with_its_marks_and_the_notation_behind_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    """Also the lines from which nothing was read, and totals that stand on a line each."""
    sheet = "Friday, at Anna’s\n" + SLIPPED.replace("(12)", "(11)") + "\nAnna 0\nBerta 3\n"
    sheet = sheet.replace("Anna", "Nora")  # who will be anonymous
    game = judged_upload(shelf.archive, sheet.encode(), filename="a.txt").games[0].id
    checked, kept = submit(client, "/verify", text=sheet).text, client.get(f"/g/{game}/source").text
    for page in (checked, kept):
        assert re.findall(r'id="S(\d+)".*?<code>(.*?)</code>', page) == [
            (str(number), line) for number, line in enumerate(sheet.splitlines(), 1)
        ]
        assert re.findall(r'class="line flawed" id="(S\d+)"', page) == ["S9"]
        assert "Berta stays at 0, not 3" in page.split('id="S9"')[1].split('id="')[0]
        assert page.index('id="S9"') < page.index('<details class="made"') < page.index('id="L1"')
    assert '<a href="#S9">Line 9 of the uploaded sheet</a>' in checked
    assert f'<a href="/g/{game}/source#S9">' in client.get(f"/g/{game}").text
    anonymised(shelf.archive, shelf.archive.anonymising.seats(game)[0].player_id)
    page = client.get(f"/g/{game}/source").text
    assert 'id="S' not in page
    assert 'id="L1"' in page


def test_of_several_games_the_verdicts_come_before_how_they_were_read(
    client: FlaskClient, shelf: Shelf
) -> None:
    """What is alike of all of them is said once."""
    one = (
        "Game {}: Twenty, Vera - Willi\nRound 1: Vera 61, Willi 58\nRound 2: Vera 52, Willi 60\n\n"
    )
    sheet = "".join(map(one.format, (1, 2, 3)))
    upload = judged_upload(shelf.archive, sheet.encode(), filename="evening.txt").id
    page = client.get(f"/upload/{upload}").text
    assert page.count("were read as the points of each player") == 1
    assert page.index("<h2>Games</h2>") < page.index('id="reading"')
    assert 'href="#reading"' not in page
    wrong = "Players: Vera, Willi\n\nVera: 8 (8)\nWilli: A (9)\nVera: X (19)\n\n"
    upload = judged_upload(shelf.archive, wrong.encode(), filename="a.txt").id
    page = client.get(f"/upload/{upload}").text
    assert '<a href="#reading">1 place was not understood</a>' in page


def test_how_tens_were_read_is_told_and_is_nothing_left_over(client: FlaskClient) -> None:
    page = submit(client, "/verify", text="Twenty\nAnna: 8 (8)\nBerta: 10 (18)\n").text
    assert "Each “10” was read as a card that counts ten, whichever it was." in page
    assert "Everything in it was understood." in page


def test_of_a_long_line_the_play_that_is_wrong_is_quoted(client: FlaskClient, shelf: Shelf) -> None:
    cards = "8 (8)", "9 (17)", "3 (20)", "6 (6)", "4 (10)", "7 (17)", "3 (20)", "8 (8)", "9 (17)"
    cards += "2 (19)", "A (20)", "7 (7)", "6 (13)", "5 (19)", "2 (20)", "9 (9)", "10 (19)"
    plays = ", ".join(map("{}: {}".format, cycle(("Anna", "Berta")), cards))
    sheet = f"Players: Anna, Berta\n\n{plays}\n"
    game = judged_upload(shelf.archive, sheet.encode(), filename="a.txt").games[0].id
    quoted = "… A (20), Berta: 7 (7), Anna: 6 (13), Berta: 5 (19), Anna: 2 (20), Berta: 9 (9), "
    for page in (submit(client, "/verify", text=sheet).text, client.get(f"/g/{game}").text):
        assert re.findall("sheet</a>:</b> <q>(… .*)</q>", page)[0].startswith(quoted)
    assert "<mark>Berta: 5 (19)</mark>, Anna: 2 (20)" in client.get(f"/g/{game}/source").text


def test_the_sheet_to_print_names_the_uploaded_lines(client: FlaskClient, judged: Judge) -> None:
    game = judged(SLIPPED.encode(), "a.txt")
    page = client.get(f"/g/{game}/print").text
    assert "Line 5 of the uploaded sheet." in page
    assert "Line 8." not in page  # that of the record made of it


def test_a_text_without_a_name_that_is_no_game_is_told_without_one(
    client: FlaskClient, shelf: Shelf
) -> None:
    sheet = (FIXTURES / "prose" / "not-understood.txt").read_text("utf-8")
    upload = judged_upload(shelf.archive, sheet.encode()).id
    page = client.get(f"/upload/{upload}").text
    assert "<li>This sheet cannot be judged: " in page
    assert "None" not in page


def test_a_report_tells_the_first_mistake_and_not_a_note_before_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    sheet = b"Zwanzig ab\nUte Karl Anna Jo\n1. 18 20 19 23\n2. 16 20 18 22\n"
    upload = judged_upload(shelf.archive, sheet, filename="a.txt").id
    [row] = client.get(f"/upload/{upload}/report.json").json
    assert row["first"] == "Jo’s score changes by +3 in deal 1, and no deal gives that."
    assert (row["first_line"], row["first_text"]) == (3, "1. 18 20 19 23")


def test_a_record_made_from_a_sheet_begins_where_it_does_there(
    client: FlaskClient, shelf: Shelf
) -> None:
    """Also when the one before it is deleted, and never with words of an anonymous player's."""
    sheet = f"{SLIPPED}\n\nRound 1\n" + SLIPPED.split("\n\n")[1].replace("12", "13")
    sheet = sheet.replace("\n\nAnna", "\n\nRound 1\nAnna", 1)
    upload = judged_upload(shelf.archive, sheet.encode(), filename="two.txt").id
    shelf.archive.analysing.analyse(upload, 1, 999)
    found = upload_of(shelf.archive, upload)
    assert [one.line for one in found.games] == [3, 9]
    first, second = found.games
    assert "<q>Anna: 2 (13)</q>" in client.get(f"/g/{second.id}").text
    anonymised(shelf.archive, shelf.archive.anonymising.seats(first.id)[0].player_id)
    page = client.get(f"/g/{second.id}").text
    assert "<b>Line 12 of the uploaded sheet</b>" in page
    assert "Anna" not in page
    shelf.archive.ownership.delete_record(first.id, by=None)
    game = game_of(shelf.archive, second.id)
    assert game.origin["places"][0][:2] == [9, 1]


def test_what_a_sheet_was_read_as_is_told_in_german(client: FlaskClient, judged: Judge) -> None:
    game = judged(SLIPPED.encode(), "a.txt")
    page = client.get(f"/g/{game}/source", headers={"Accept-Language": "de"}).text
    assert "a score sheet in words" not in page
    assert "ein Spielzettel in Worten" in page


@pytest.mark.parametrize("name", ["/upload", "/verify"])
def test_a_spreadsheet_that_cannot_be_opened_is_one_sentence(
    client: FlaskClient, shelf: Shelf, name: str
) -> None:
    broken = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
    answer = submit(client, name, name, file=(io.BytesIO(broken), "club.xls"))
    page = answer.text
    if name == "/upload":
        shelf.archive.judging.receive(upload_in(answer.headers["Location"]))
        page = client.get(answer.headers["Location"]).text
    assert "a file of an older program (.xls or the like)" in page


def test_what_would_settle_an_answer_is_told_by_lines_of_the_sheet(
    client: FlaskClient, shelf: Shelf
) -> None:
    sheet = "Count to 20\n\nLil and Ray\nHand 1: Lil went out, Ray held Q Q 3 and counts 15\n"
    checked = submit(client, "/verify", text=sheet).text
    answer = submit(client, "/upload", text=sheet)
    upload = upload_in(answer.headers["Location"])
    shelf.archive.judging.receive(upload)
    kept = client.get(answer.headers["Location"], follow_redirects=True).text
    for page in (checked, kept):
        assert "What would settle it: what was left out at line 4." in page
        assert "left out at line 9" not in page
