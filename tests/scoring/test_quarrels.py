"""Quarrels about scores, under fixtures/*/quarrels.toml: the sentence that settles each of them,
the clause of the score in question, and what it changes."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from archive.games import GAMES
from archive.importers import import_bytes
from archive.languages.language import language
from archive.made_up_games import chosen_for, invented
from archive.notation import write
from archive.scoring import Verdict, verify
from archive.scoring.headline import headline
from tests.judged import judged, judged_data

FIXTURES = Path(__file__).parents[2] / "fixtures"


def quarrels() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in sorted(FIXTURES.glob("*/quarrels.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))["quarrel"]
        found += [(path.parent.name, one) for one in told]
    return found


@cache
def before(game: str, record: str | int, rules: str | None) -> str:
    """Return a record that nobody quarrels about: one of those in sound/, or the game made up with
    a seed."""
    if isinstance(record, int):
        return write(next(invented(chosen_for(game, rules, None), record, None)))
    return (FIXTURES / game / "sound" / f"{record}.xxn").read_text(encoding="utf-8")


def text_before(game: str, quarrel: dict[str, Any]) -> str:
    if quarrel.get("sheet", "").startswith("[XXN"):
        return str(quarrel["sheet"])
    if "sheet" in quarrel:  # as it came, with its mistake
        imported = import_bytes(quarrel["sheet"].encode())
        assert imported is not None
        return imported.xxn.decode()
    return before(game, quarrel["record"], quarrel.get("rules"))


def quarrelled(game: str, quarrel: dict[str, Any]) -> Verdict:
    """Return the verdict on what is quarrelled about; it is others' too, and only to be read."""
    return judged_data(text_of(game, quarrel).encode())


def text_of(game: str, quarrel: dict[str, Any]) -> str:
    text = text_before(game, quarrel)
    for written, otherwise in quarrel.get("change", {}).items():
        assert written in text
        text = text.replace(written, otherwise)
    if "until" in quarrel:
        text = text[: text.index(quarrel["until"])] + quarrel["then"] + "\n"
        text = re.sub(r'\[Result ".*"\]', '[Result "*"]', text)
    return text


def test_quarrels(subtests: pytest.Subtests) -> None:
    for game, quarrel in quarrels():
        with subtests.test(f"{game}: {quarrel['about']}"):
            verdict = quarrelled(game, quarrel)
            body = verdict.as_dict()
            found = body["findings"][body["first_divergence"] or 0]
            assert headline(body, verdict.record.players) == quarrel["says"].strip()
            assert in_german(verdict) == quarrel["sentence_de"].strip()
            assert found["clause"] == quarrel.get("clause")
            words = found["effect"] and found["effect"]["words"]
            assert words == quarrel.get("effect")


def in_german(verdict: Verdict) -> str:
    """Return what settles a quarrel among those who speak German."""
    german = language("de")
    told = verify(verdict.record.raw, language=german)
    return headline(told.as_dict(), told.record.players, german)


def test_every_rule_set_has_ten_quarrels() -> None:
    """And Twenty with open hands, which is played otherwise."""
    told = Counter(
        part for one in quarrels() for part in str(quarrelled(*one).as_dict()["rules"]).split(";")
    )
    named = [one.plain_title for game in GAMES.values() for one in game.rule_sets]
    assert {name: told[name] for name in (*named, "hands=open") if told[name] < 10} == {}


def test_one_slip_is_one_mistake() -> None:
    """However many players' totals it makes wrong."""
    for game, quarrel in quarrels():
        if quarrel["about"].startswith(("a heart deal", "two players exchanged")):
            findings = quarrelled(game, quarrel).findings
            roots = [one for one in findings if one.severity == "error" and one.follows is None]
            assert len(roots) == 1, quarrel["about"]
            assert len(findings) > 1


def test_totals_are_called_right_only_where_they_are() -> None:
    data = (FIXTURES / "zwanzig-ab/flawed/sweep-five-read-as-ten.xxn").read_bytes()
    told = [one.effect.words for one in verify(data).findings if one.effect and not one.follows]
    assert told[0] == "That is 10 points less for Clara; Clara wins all the same."


def test_numbers_below_zero_have_a_minus_sign() -> None:
    for path in FIXTURES.glob("*/flawed/*.xxn"):
        verdict = judged(path)
        body = verdict.as_dict()
        for text in (
            headline(body, verdict.record.players),
            *(one.sentence for one in verdict.findings),
            *(one.effect.words or "" for one in verdict.findings if one.effect),
        ):
            assert not re.search(r"(?:^|\s)-\d", text), text
