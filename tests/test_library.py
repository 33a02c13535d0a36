"""The Python API: every example of its page, and what it promises beyond them."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import archive
from archive import GAMES, analyse, assess, legal, read, replay
from archive.analysis import verify_fully
from archive.generator import generate, seats_of
from archive.notation import write
from archive.scoring import verify

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "python-api.md"
SAMPLES = ROOT / "archive" / "samples"


def test_every_example_of_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test, out=said.append).attempted > 25
    assert not runner.failures, "".join(said)


def test_the_page_names_everything_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in ("read", "assess", "analyse", "replay", "legal", "GAMES"):
        assert name in archive.__all__
        assert f"`{name}" in page
    assert set(archive.__all__) <= set(dir(archive))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = archive.nothing


def test_importing_the_package_fetches_nothing() -> None:
    code = "import archive, sys; print(*[name for name in sys.modules if 'archive.' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.xxn")), ids=lambda path: path.stem)
def test_it_says_what_the_archive_says(path: Path) -> None:
    data = path.read_bytes()
    [record] = read(data)
    assessment = assess(data)
    assert assessment.json() == assess(record).json() == verify(data).json()
    assert assessment.sound == (not assessment.findings or not verify(data).asks_for_analysis)
    if not assessment.sound:
        assert analyse(assessment).json() == verify_fully(data).json()


@pytest.mark.parametrize("game", GAMES)
def test_what_was_played_was_legal_and_the_positions_score_as_the_rules_do(game: str) -> None:
    for rule_set in GAMES[game].rule_sets:
        text = write(generate(rule_set.plain_title, seats_of(game, {})[0], 5, {}))
        assessment, before = assess(text), None
        plies = list(replay(assessment))
        assert [one.ply for one in plies] == list(range(len(plies)))
        for one in plies:
            assert one.position is not None
            if before is not None and one.name == "play" and not before.position.wanted:
                assert ranks(one.cards) in {ranks(move.cards) for move in legal(before.position)}
            before = one
        last = plies[-1].position
        assert last.over == bool(assessment.winners)
        assert not last.objections
        assert dict(enumerate(last.totals[1:], 1)) == assessment.score


def ranks(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(card[0] for card in cards))


def test_positions_end_where_the_record_does_not_say_enough(record: bytes) -> None:
    torn = record.replace(b"2. p2 A=9", b"@gap")
    known = [one.position is not None for one in replay(read(torn)[0])]
    assert known[0]
    assert not known[-1]


def test_the_sheet_and_the_replay_are_by_the_rules_that_were_asked_for() -> None:
    """By its own rules the sweep of the first deal counts 20, and ends the game."""
    text = (ROOT / "fixtures/zwanzig-ab/flawed/sweep-five-read-as-ten.xxn").read_text()
    rules = "zwanzig-ab/pagat@1;sweep=5"
    own, asked = assess(text), assess(text, rules=rules)
    assert own.score != asked.score
    for judged in (own, asked):
        assert judged.score_sheet[-1].total == judged.score
    *_, last = replay(asked)
    assert last.position is not None
    assert last.position.totals[1:] == list(asked.score.values())


@pytest.mark.parametrize("data", [None, 5, Path("game.xxn"), ["p1 8"]])
def test_what_is_no_text_is_refused_by_its_kind(data: Any) -> None:
    kind = type(data).__name__
    for ask in (read, assess):
        with pytest.raises(TypeError, match=f"A text in XXN is str or bytes, not {kind}"):
            ask(data)
    with pytest.raises(TypeError, match=f"is replayed, not {kind}"):
        next(replay(data))
    with pytest.raises(TypeError, match=f"is analysed, not {kind}"):
        analyse(data)
    with pytest.raises(TypeError, match=f"asked for its legal plays, not {kind}"):
        legal(data)


def test_rules_are_named_by_a_text() -> None:
    text = write(generate("twenty/farrugia@1", 2, 3, {}))
    assert assess(text, rules=" twenty/farrugia@1 ").sound
    with pytest.raises(TypeError, match="named by a str such as twenty/farrugia@1, not int"):
        assess(text, rules=cast(Any, 5))


@pytest.mark.parametrize("action", [("nonsense", 1), ("copy",), ("__init__",), "p1 lay 2", (1, 2)])
def test_only_actions_are_played(action: Any) -> None:
    *_, last = replay(read(write(generate("zwanzig-ab/pagat@1", 4, 3, {})))[0])
    assert last.position is not None
    with pytest.raises(AttributeError, match="no action"):
        last.position.play(action)


def test_a_text_with_half_a_character_is_judged() -> None:
    text = write(generate("twenty/farrugia@1", 2, 3, {}))
    for half in range(0xD800, 0xE000, 0x80):
        verdict = assess(text + chr(half))
        assert "not-utf-8" in {one.code for one in verdict.findings}
        assert verdict.answers.legality == "underdetermined"
    assert assess(memoryview(text.encode())).sound
