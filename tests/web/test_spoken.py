"""Verdicts on pages and from the API, in the reader's language."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient

from archive.languages.language import language
from archive.runtime.resource_limits import TooLong
from archive.scoring import verify
from archive.web.verdict_sentences import AT_ONCE
from tests.uploaded import judged_upload

from .conftest import ROOT, Judge, Shelf, words
from .people import submit

FLAWED = ROOT / "fixtures/zwanzig-ab/flawed/sweep-five-read-as-ten.xxn"
GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.1"}


def test_pages_tell_a_verdict_in_german(client: FlaskClient, judged: Judge) -> None:
    game, german = judged(FLAWED.read_bytes()), language("de")
    found = verify(FLAWED.read_bytes(), language=german).findings
    for address in (f"/g/{game}", f"/g/{game}/verify"):
        page = words(client.get(address, headers=GERMAN).text)
        assert found[0].sentence in page
        assert "gewinnt" in page
    assert found[0].sentence not in words(client.get(f"/g/{game}").text)


def test_lists_write_totals_as_sentences_do(client: FlaskClient, judged: Judge) -> None:
    judged((ROOT / "fixtures/twenty/sound/illustrative-mended.xxn").read_bytes())
    english, german = (client.get("/games", headers=one).text for one in ({}, GERMAN))
    assert "82–110" in english
    assert "82:110" in german
    assert "82–110" not in german


def test_a_card_has_one_german_name(client: FlaskClient, judged: Judge) -> None:
    game = judged((ROOT / "fixtures/zwanzig-ab/sound/pagat-sweep-five.xxn").read_bytes())
    page = words(client.get(f"/g/{game}/9", headers=GERMAN).text)
    assert re.search(r"(?:Herz|Pik|Karo|Kreuz)(?:ass|könig|dame|bube|zehn|neun|acht|sieben)", page)
    assert not re.search(r"(?:Herz|Pik|Karo|Kreuz)-\w", page)


class Checks:
    """What judges while visitors wait, here in the same process; `late`, it takes too long."""

    def __init__(self, *, late: bool = False) -> None:
        self.late, self.runs = late, 0

    def run(self, work: Callable[..., str], *arguments: Any) -> str:
        self.runs += 1
        if self.late:
            raise TooLong
        return work(*arguments)


@pytest.mark.parametrize("late", [False, True])
def test_the_verdict_on_a_very_long_record_is_told_by_a_child(
    client: FlaskClient, judged: Judge, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    checks = Checks(late=late)
    monkeypatch.setitem(client.application.extensions, "checks", checks)
    evening = b"It was a late evening. " if late else b"It was a long evening. "
    long = FLAWED.read_bytes() + b"{" + evening * (AT_ONCE // 20) + b"}\n"
    spoken_in = language("en" if late else "de")
    found, game = verify(long, language=spoken_in).findings, judged(long)
    for _ in range(2):
        assert found[0].sentence in words(client.get(f"/g/{game}", headers=GERMAN).text)
    assert checks.runs == 1, "asked once, also where it takes too long"


def test_programs_get_sentences_in_their_language(client: FlaskClient, judged: Judge) -> None:
    game = judged(FLAWED.read_bytes())
    address = f"/api/v1/games/{game}/verdict"
    english, german = client.get(address), client.get(address, headers=GERMAN)
    one, other = english.json["findings"][0], german.json["findings"][0]
    assert one["sentence"] != other["sentence"]
    assert one | {"sentence": "", "effect": None} == other | {"sentence": "", "effect": None}
    assert english.headers["ETag"] != german.headers["ETag"]


def test_a_check_answers_in_the_language_asked_for(client: FlaskClient) -> None:
    body, kind = FLAWED.read_bytes(), "application/x-xxn"
    answer = client.post("/api/v1/verify", data=body, content_type=kind, headers=GERMAN)
    found = json.loads(answer.data)["verdicts"][0]["findings"][0]
    assert found["sentence"] == verify(body, language=language("de")).findings[0].sentence


SHEET = b"Mia - Tom\nMia: 8 (8)\nTom: 9 (17)\nMia: 3 (20)\nTom plays something\n"


def test_programs_are_told_in_their_language_how_a_sheet_was_read(client: FlaskClient) -> None:
    kind = "text/plain"
    checked = client.post("/api/v1/verify", data=SHEET, content_type=kind, headers=GERMAN)
    reading = checked.json["reading"]
    assert reading["title"] == "ein Spielzettel in Worten"
    missed = reading["diagnostics"][-1]
    assert missed["expected"].startswith("nichts, was zur Partie gehört")
    assert missed["found"] == "Tom plays something"


def test_programs_are_told_in_their_language_what_became_of_an_upload(
    client: FlaskClient, shelf: Shelf
) -> None:
    with BytesIO() as into, ZipFile(into, "w") as packed:
        packed.writestr("a.txt", SHEET)
        packed.writestr("b.txt", "")
        packed.writestr("c.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0")
        packed.writestr("d.txt", "Mia ... 8\n")
        packed.close()
        data = into.getvalue()
    upload = judged_upload(shelf.archive, data, filename="a.zip").id
    address = f"/api/v1/uploads/{upload}"
    english, german = client.get(address), client.get(address, headers=GERMAN)
    notes = [one["note"] for one in english.json["left_out"]]
    assert notes[0].startswith("There is nothing in it; expected is a game,")
    assert notes[1] == "No game was found in it."
    assert "line 1, “Mia ... 8”, is not understood" in notes[2]
    notes = [one["note"] for one in german.json["left_out"]]
    assert notes[0].startswith("Darin steht nichts; erwartet wird eine Partie")
    assert notes[1] == "Darin wurde keine Partie gefunden."
    assert "Zeile 1, „Mia ... 8“, ist nicht" in notes[2]
    assert english.json["games"] == german.json["games"]


def test_the_live_answer_says_no_sentence_twice(client: FlaskClient) -> None:
    sheet = SHEET.replace(b"3 (20)", b"quen (20)").decode()
    page = words(submit(client, "/verify", text=sheet, fragment="1").text)
    assert page.count("The card of play 3 cannot be read") == 1
    assert "Mia: quen (20)" in page
