"""Short texts that know what they say."""

from __future__ import annotations

import pickle
from pathlib import Path

from archive.core.phrase import Phrase, any_of, cards_in_number, value_in
from archive.languages.language import language
from archive.scoring import verify
from archive.telling.phrases import in_language

GERMAN = language("de")
FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_a_phrase_is_its_text_and_its_values() -> None:
    due = Phrase("play {n} of round {m}", n=3, m=1)
    assert due == "play 3 of round 1"
    assert (value_in(due, "n"), value_in(due, "seat"), value_in("3.", "n", 0)) == (3, None, 0)
    assert pickle.loads(pickle.dumps(due)).values == due.values


def test_one_of_several_is_a_phrase_and_one_alone_is_itself() -> None:
    assert any_of(["p2"]) == "p2"
    either = any_of(["p1", "p2", "p4"])
    assert either == "p1, p2 or p4"
    assert value_in(either, "each") == ("p1", "p2", "p4")
    assert [cards_in_number(n) for n in (1, 5)] == ["1 card", "5 cards"]


def test_a_phrase_is_said_in_another_language_and_a_quotation_is_not() -> None:
    """A remark that reads as a phrase does stays as it was written."""
    assert in_language(Phrase("a later deal"), GERMAN) == "ein späteres Spiel"
    inner = Phrase("the exchange of hand {n}", n=2)
    outer = Phrase("the record to go on: {due} is next", due=inner)
    assert in_language(inner, GERMAN) in in_language(outer, GERMAN)
    assert in_language("a later deal", GERMAN) == "a later deal"


def test_findings_carry_what_they_expected() -> None:
    """A card that was not held, and what is left of the hand."""
    record = (FIXTURES / "twenty/flawed/card-not-held.xxn").read_bytes()
    wrong = next(one for one in verify(record).findings if one.code == "card-not-held")
    assert wrong.expected == f"one of {value_in(wrong.expected, 'cards')}"
