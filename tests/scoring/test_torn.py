"""Records of which something is missing, or with a line in the wrong place, under
fixtures/*/torn.toml: nothing is said of them but what is told there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from archive.games import GAMES
from archive.scoring import Answer, Verdict
from tests.judged import judged_data

FIXTURES = Path(__file__).parents[2] / "fixtures"
HARMLESS = {"missing-play", "gap", "doubled-play", "misnumbered-play", "misnumbered-line"}
"""What may be said of a sound record of which something was taken out, or is there twice."""


def torn_records() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in sorted(FIXTURES.glob("*/torn.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))["torn"]
        found += [(path.parent.name, one) for one in told]
    return found


def text_of(game: str, torn: dict[str, Any]) -> str:
    if "record" not in torn:
        tags = "".join(f'[P{seat} "?"]\n' for seat in range(1, torn["players"] + 1))
        rules = f'[Rules "{torn["rules"]}"]\n' if "rules" in torn else ""
        result = f'[Result "{torn["result"]}"]\n' if "result" in torn else ""
        return f'[XXN "1.0"]\n[Game "{game}"]\n{rules}{tags}{result}\n{torn["lines"]}'
    text = (FIXTURES / game / "sound" / f"{torn['record']}.xxn").read_text(encoding="utf-8")
    if "gone" in torn:
        first, behind = torn["gone"]
        start = text.index(first)
        text = text[:start] + torn.get("instead", "") + text[text.index(behind, start) :]
    for written, otherwise in torn.get("change", {}).items():
        assert text.count(written) == 1, written
        text = text.replace(written, otherwise)
    if "strip" in torn:
        text = re.sub(torn["strip"], "", text, flags=re.MULTILINE)
    if torn.get("numbers") == "none":
        text = re.sub(r"\b\d+\. (?=p\d)", "", text)
    if torn.get("numbers") == "on":
        count = iter(range(1, 1000))
        text = re.sub(r"\b\d+\. (?=p\d)", lambda _: f"{next(count)}. ", text)
    return text


def told(verdict: Verdict) -> list[str]:
    """Return the codes of what is wrong or missing, and stands for itself."""
    found = (one for one in verdict.findings if one.follows is None)
    return list(
        dict.fromkeys(one.code for one in found if one.severity != "note" or one.code == "gap")
    )


def counted_on(verdict: Verdict) -> str:
    """Return from which standing it was counted on to which; empty where that was not done."""
    found = [one for one in verdict.findings if one.code == "counted-on"]
    return ", ".join(f"{one.found} to {one.expected}" for one in found)


def test_torn_records(subtests: pytest.Subtests) -> None:
    for game, torn in torn_records():
        with subtests.test(f"{game}: {torn['about']}"):
            verdict = judged_data(text_of(game, torn).encode())
            assert told(verdict) == torn["says"]
            wrong = {Answer.REFUTED, Answer.IMPOSSIBLE}.intersection(verdict.answers)
            assert bool(wrong) == bool(set(torn["says"]) - HARMLESS)
            if "due" in torn:
                gaps = [one.expected for one in verdict.findings if one.code == "gap"]
                assert gaps == [torn["due"]]
            if "counted" in torn:
                assert counted_on(verdict) == torn["counted"]
            answers = torn.get("answers", {})
            assert answers == {name: getattr(verdict.answers, name) for name in answers}


def test_every_game_has_its_torn_records() -> None:
    assert {game for game, _ in torn_records()} == set(GAMES)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_player_without_a_tag_plays_all_the_same(game: str, subtests: pytest.Subtests) -> None:
    for path in sorted((FIXTURES / game / "sound").glob("*.xxn")):
        text = path.read_text(encoding="utf-8")
        *_, last = re.findall(r"^\[P\d+ .*\]\n", text, re.MULTILINE) or [""]
        with subtests.test(path.stem):
            answers = judged_data(text.replace(last, "").encode()).answers
            assert answers == judged_data(text.encode()).answers


@pytest.mark.parametrize("tags", [0, 1, 2])
def test_a_standing_shows_how_many_play(tags: int) -> None:
    verdict = judged_data(
        text_of(
            "twenty-two", {"players": tags, "lines": "@score p1:0 p2:0 p3:9\n@score p1:0 p2:7 p3:9"}
        ).encode()
    )
    assert verdict.score == {1: 0, 2: 7, 3: 9}


def test_a_seat_written_wrong_is_no_further_player() -> None:
    text = (FIXTURES / "twenty-two" / "sound" / "whole-rasmussen.xxn").read_text(encoding="utf-8")
    assert re.findall(r"^\[(P\d+) ", text, re.MULTILINE) == ["P1", "P2", "P3"]
    verdict = judged_data(re.sub(r"\b8\. p\d ", "8. p4 ", text, count=1).encode())
    assert "no-such-seat" in told(verdict)
