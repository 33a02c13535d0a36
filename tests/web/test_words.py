"""Plain words for verdicts."""

from __future__ import annotations

from typing import Any

import pytest

from archive.web import words
from archive.web.errors import sized
from archive.web.presenters.findings import basis, findings_of

NAMES = ["Ann", "Bob"]


def verdict(legality: str, arithmetic: str, result: str, **more: Any) -> dict[str, Any]:
    answers = {"legality": legality, "arithmetic": arithmetic, "result": result}
    return {"answers": answers, "score": {"p1": 90, "p2": 80}, "winner": "p1", "rules": "r", **more}


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (verdict("upheld", "upheld", "upheld"), "Everything holds. Ann wins, 90–80."),
        (verdict("upheld", "upheld", "upheld", winner="draw", score={"p1": 9, "p2": 9}),
         "Everything holds. A draw, 9–9."),
        (verdict("impossible", "upheld", "upheld"), "Ann wins, 90–80, as claimed; but the cards"),
        (verdict("impossible", "upheld", "refuted"), "No deal of this pack fits"),
        (verdict("upheld", "refuted", "upheld"), "A number in the record is wrong, but"),
        (verdict("upheld", "refuted", "refuted", claimed={"p1": 80, "p2": 9}),
         "The result is not what the record says. By the rules Ann wins, 90–80; the record has 80"),
        (verdict("upheld", "refuted", "refuted", score={"p1": 9, "p2": 9}, winner="draw"),
         "The result is not what the record says. By the rules it is a draw, 9–9."),
        (verdict("refuted", "upheld", "upheld"), "Something was played that the rules do not"),
        (verdict("upheld", "upheld", "unfinished"), "Everything holds as far as the record goes."),
        (verdict("upheld", "upheld", "unclaimed"), "Every play holds. The record claims no result"),
        (verdict("upheld", "underdetermined", "underdetermined"), "The record does not say enough"),
        (verdict("upheld", "unclaimed", "unfinished", checked={"plays": 0}), "There is no play"),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game=None),
         "This could not be read as a record of a game."),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game="chess"),
         "Nothing could be judged: there are no rules of “chess” here"),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game="twenty",
                 findings=[{"code": "unreadable-tag"}]),
         "Nothing could be judged: by which rules of “twenty” cannot be read."),
    ],
)  # fmt: skip
def test_a_verdict_in_one_sentence(judged: dict[str, Any], said: str) -> None:
    assert words.headline(judged, NAMES).startswith(said)


def test_what_an_answer_rests_on() -> None:
    checked = {
        "plays": 1,
        "tally": {"claimed": 100, "held": 99},
        "score": {"claimed": 2, "held": 2},
    }
    judged = verdict("upheld", "refuted", "upheld", checked=checked)
    assert basis(judged, "legality") == "1 play"
    assert basis(judged, "arithmetic") == "99 of 100 tallies, 2 standings"
    assert basis(judged, "result") == "nothing to check"


def test_an_effect_in_words() -> None:
    effect = {"points": {"p1": 2, "p2": 0}, "result": {"p1": 2, "p2": -1}, "winner": "same"}
    found = findings_of({"findings": [{"code": "wrong-points", "effect": effect}]}, NAMES)[0]
    assert found.effect == "Moves the result of Ann by +2 and Bob by −1; the winner stays the same."
    assert found.sentence == "Wrong points."
    assert found.severity == "note"


@pytest.mark.parametrize(
    ("written", "said"),
    [("1997.05.12", "1997-05-12"), ("1997.??.??", "1997"), ("????.??.??", None), (None, None)],
)
def test_dates_say_what_is_known(written: str | None, said: str | None) -> None:
    assert words.date_words(written) == said


def test_names() -> None:
    assert words.name_of(["Ann", "p2"], "p2") == "p2"
    assert words.name_of(["Ann"], 1) == "Ann"
    assert words.name_of([], "p1") == "p1"
    assert words.name_of(["a\u202eb\x07"], 1) == "a⟨U+202E⟩b⟨U+0007⟩"
    assert words.name_of(["x" * 200_000], 1) == "x" * 59 + "…"


@pytest.mark.parametrize(
    ("size", "said"),
    [(0, "0 bytes"), (1, "1 byte"), (163, "163 bytes"), (1024, "1 KB"), (3000, "2.93 KB"),
     (1_040_000, "1016 KB"), (1 << 20, "1 MB"), (5 << 30, "5120 MB")],
)  # fmt: skip
def test_sizes_are_small_numbers(size: int, said: str) -> None:
    """A small upload was of 0.163 KB, and one just below a megabyte of 1.02e+03 KB."""
    assert sized(size) == said
