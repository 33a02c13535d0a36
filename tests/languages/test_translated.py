"""Stored verdicts told in another language, and repairs with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archive.analysis import verify_fully
from archive.languages.language import ENGLISH, language
from archive.scoring import verify
from archive.scoring.translated import verdict_in_language
from tests.judged import judged

FIXTURES = Path(__file__).parents[2] / "fixtures"
GERMAN = language("de")


def whole(path: Path) -> dict[str, object]:
    return json.loads(verify_fully(path.read_bytes()).json())  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ["twenty", "zwanzig-ab", "count-to-20", "twenty-two"])
def test_a_stored_verdict_says_what_a_german_one_does(game: str) -> None:
    for path in sorted((FIXTURES / game / "flawed").glob("*.xxn"))[:12]:
        data = path.read_bytes()
        stored = judged(path).as_dict()
        assert verdict_in_language(stored, data, GERMAN) == judged(path, "de").as_dict()
        assert verdict_in_language(stored, data, ENGLISH) == stored


def test_other_readings_are_told_again() -> None:
    path = FIXTURES / "zwanzig-ab/flawed/sweep-five-read-as-ten.xxn"
    stored, data = whole(path), path.read_bytes()
    told = verdict_in_language(stored, data, GERMAN)
    assert told["readings"] == verify_fully(data, language=GERMAN).as_dict()["readings"]
    assert told["readings"] != stored["readings"]


def test_what_is_not_found_any_more_stays_as_it_was_said() -> None:
    path = FIXTURES / "twenty/flawed/five-aces.xxn"
    stored = verify(path.read_bytes()).as_dict()
    stored = {**stored, "findings": [{**stored["findings"][0], "code": "of-another-time"}]}
    assert verdict_in_language(stored, path.read_bytes(), GERMAN)["findings"] == stored["findings"]


def test_repairs_are_told_in_the_language() -> None:
    path = FIXTURES / "twenty/flawed/card-played-twice.xxn"
    english, german = (
        verify_fully(path.read_bytes(), language=one).as_dict()["repairs"]
        for one in (ENGLISH, GERMAN)
    )
    assert [one["edits"] for one in english] == [one["edits"] for one in german]
    assert english[0]["words"].startswith("line ")
    assert german[0]["words"].startswith("Zeile ")
    assert " statt " in german[0]["words"]
