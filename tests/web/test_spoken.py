"""Verdicts on pages and from the API, in the reader's language."""

from __future__ import annotations

import html
import json
import re

from flask.testing import FlaskClient

from archive.scoring import verify
from archive.scoring.language import language
from archive.web.spoken import LONGEST

from .conftest import ROOT, Judge

FLAWED = ROOT / "fixtures/zwanzig-ab/flawed/sweep-five-read-as-ten.xxn"
GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.1"}


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_pages_tell_a_verdict_in_german(client: FlaskClient, judged: Judge) -> None:
    game, german = judged(FLAWED.read_bytes()), language("de")
    found = verify(FLAWED.read_bytes(), language=german).findings
    for address in (f"/g/{game}", f"/g/{game}/verify"):
        page = words(client.get(address, headers=GERMAN).text)
        assert found[0].sentence in page
        assert "gewinnt" in page
    assert found[0].sentence not in words(client.get(f"/g/{game}").text)


def test_the_verdict_on_a_very_long_record_stays_in_english(
    client: FlaskClient, judged: Judge
) -> None:
    long = FLAWED.read_bytes() + b"{" + b"It was a long evening. " * (LONGEST // 20) + b"}\n"
    found = verify(long).findings
    page = words(client.get(f"/g/{judged(long)}", headers=GERMAN).text)
    assert found[0].sentence in page


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
