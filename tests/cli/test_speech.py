"""What the terminal says in another language than English."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from archive.cli import main
from archive.cli.speech import spoken
from archive.scoring.language import ENGLISH, language

FLAWED = Path(__file__).parents[2] / "fixtures/zwanzig-ab/flawed/sweep-five-read-as-ten.xxn"
GERMAN = language("de")


def test_the_locale_says_the_language() -> None:
    said = {"LC_ALL": "", "LC_MESSAGES": "de_AT.UTF-8", "LANG": "en_GB.UTF-8"}
    assert spoken(None, as_json=False, said=said) is GERMAN
    assert spoken(None, as_json=False, said={**said, "LC_ALL": "C"}) is ENGLISH
    assert spoken(None, as_json=False, said={}) is ENGLISH
    assert spoken("en", as_json=False, said=said) is ENGLISH


def test_json_is_english_unless_a_language_is_asked_for() -> None:
    said = {"LANG": "de_DE.UTF-8"}
    assert spoken(None, as_json=True, said=said) is ENGLISH
    assert spoken("de", as_json=True, said=said) is GERMAN


def test_a_report_is_in_german_from_its_first_sentence_to_its_clauses() -> None:
    told = CliRunner().invoke(main, ["verify", str(FLAWED)], env={"LC_ALL": "de_DE.UTF-8"}).stdout
    for words in ("Nach den Regeln gilt:", "stimmt nicht", "erster Fehler", "Alle Stiche.",
                  "Eine Änderung würde"):  # fmt: skip
        assert words in " ".join(told.split())
    assert "the record" not in told


def test_json_can_be_asked_for_in_german() -> None:
    asked = ["verify", "--json", "--no-analysis", "--language", "de", str(FLAWED)]
    body = json.loads(CliRunner().invoke(main, asked).stdout)
    assert "im Aufschrieb" in body["findings"][0]["sentence"]
