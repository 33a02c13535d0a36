"""How verdicts name players and cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.core.record import Record, Tag
from archive.languages.language import language
from archive.telling.speaker import Speaker
from tests.judged import judged


def test_several_players_are_all_named() -> None:
    speaker = Speaker(Record([Tag("P1", "Ada"), Tag("P2", "Ben"), Tag("P3", "Cem")]), [])
    assert speaker.name("p2") == speaker.names("p2") == "Ben"
    assert speaker.names("p1,p3") == "Ada and Cem"
    assert speaker.names("p1,p2,p3,p4") == "Ada, Ben, Cem and p4"


FLAWED = sorted((Path(__file__).parents[2] / "fixtures").glob("*/flawed/*.xxn"))


def test_every_finding_has_a_sentence_of_its_own(subtests: pytest.Subtests) -> None:
    """None falls back on the bare code with what was expected and what was found."""
    for path in FLAWED:
        with subtests.test(f"{path.parts[-3]}/{path.stem}"):
            for finding in judged(path).findings:
                bare = finding.code.replace("-", " ").capitalize() + ": expected .*, found "
                assert not re.match(bare, finding.sentence), finding.sentence


def test_cards_that_are_not_known_stand_in_words(subtests: pytest.Subtests) -> None:
    speaker = Speaker(Record([]), [])
    assert speaker.told("9h?5c??s") == "9♥ 5♣, two unknown cards and a card of spades"
    assert speaker.told("??") == "two unknown cards"
    german = Speaker(Record([]), [], language("de"))
    assert german.told("9h??") == "9♥ und zwei unbekannte Karten"
    for path in FLAWED:
        with subtests.test(f"{path.parts[-3]}/{path.stem}"):
            for finding in judged(path).findings:
                if not finding.code.startswith("unread"):
                    assert not re.search(r"[ ,]\?[ ,]", finding.sentence), finding.sentence
