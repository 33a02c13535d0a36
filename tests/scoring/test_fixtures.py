"""The records under fixtures/: every sound one is upheld, every flawed one gives what stands beside
it. A new record is a new file, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.games import GAMES
from archive.notation import read, write
from archive.scoring import CODES, Answer, verify
from tests.judged import judged
from tests.scoring.findings_file import told

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
SOUND = sorted(FIXTURES.glob("*/sound/*.xxn"))
FLAWED = sorted(FIXTURES.glob("*/flawed/*.xxn"))
SAMPLES = sorted((ROOT / "archive" / "samples").glob("*.xxn"))


SCORING = {
    "twenty/4.1", "twenty/4.2", "twenty/4.3", "twenty/4.4", "twenty/5.1",
    "count-to-20/6.4", "count-to-20/6.5", "count-to-20/6.6",
    "twenty-two/5.3", "twenty-two/8.4",
    "zwanzig-ab/7.1", "zwanzig-ab/7.2", "zwanzig-ab/7.3", "zwanzig-ab/7.5", "zwanzig-ab/7.6",
    "zwanzig-ab/9.3",
}  # fmt: skip


def named(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


def test_no_folder_is_empty() -> None:
    for game in GAMES:
        assert list((FIXTURES / game).glob("sound/*.xxn")), game
        assert list((FIXTURES / game).glob("flawed/*.xxn")), game
    assert SAMPLES


def test_sound(subtests: pytest.Subtests) -> None:
    for path in SOUND:
        with subtests.test(named(path)):
            verdict = judged(path)
            assert verdict.findings == []
            assert verdict.answers.legality is Answer.UPHELD
            assert verdict.answers.arithmetic in (Answer.UPHELD, Answer.UNCLAIMED)
            assert verdict.answers.result in (Answer.UPHELD, Answer.UNFINISHED)


def test_nothing_is_counted_as_claimed_that_the_rules_leave_free(subtests: pytest.Subtests) -> None:
    """Who deals first is for the players to settle: to name a dealer then claims nothing."""
    for path in SOUND:
        with subtests.test(named(path)):
            checked = judged(path).as_dict()["checked"]
            dealer = checked.get("dealer", {"claimed": 0, "held": 0})
            assert dealer["held"] == dealer["claimed"]


def test_sound_records_are_written_in_canonical_form(subtests: pytest.Subtests) -> None:
    for path in SOUND:
        with subtests.test(named(path)):
            assert write(read(path.read_bytes())) == path.read_text(encoding="utf-8")


def test_flawed(subtests: pytest.Subtests) -> None:
    for path in FLAWED:
        with subtests.test(named(path)):
            expected = path.with_suffix(".findings").read_text(encoding="utf-8")
            assert told(judged(path)) == expected


def test_every_findings_file_has_its_record() -> None:
    assert {path.stem for path in FLAWED} == {
        path.stem for path in FIXTURES.glob("*/flawed/*.findings")
    }


def test_every_code_of_judging_stands_in_some_flawed_record() -> None:
    found = {f.code for path in FLAWED for f in judged(path).findings}
    assert set(CODES) - found == {
        "too-many-findings",
        "undecided-deal",
    }  # see below, test_consistency


def test_every_scoring_clause_is_earned_in_some_sound_record() -> None:
    earned: set[str] = set()
    for path in SOUND:
        examination = judged(path).examination
        assert examination is not None
        earned |= {line.clause for line in examination.table.ledger.lines}
    assert earned == SCORING


def test_the_printed_game() -> None:
    """All 100 tallies and every printed score hold, 82 to 110, Bertha wins; and Albert's hand in
    round 2, hand 4 cannot be what is printed."""
    verdict = verify((FIXTURES / "twenty/flawed/illustrative.xxn").read_bytes())
    assert verdict.answers == (Answer.IMPOSSIBLE, Answer.UPHELD, Answer.UPHELD)
    body = verdict.as_dict()
    assert body["checked"] == {
        "plays": 100,
        "tally": {"claimed": 100, "held": 100},
        "points": {"claimed": 30, "held": 30},
        "up": {"claimed": 2, "held": 2},
        "bonus-to": {"claimed": 2, "held": 2},
        "bonus": {"claimed": 2, "held": 2},
        "score": {"claimed": 20, "held": 20},
        "result": {"claimed": 4, "held": 4},
        "winner": {"claimed": 1, "held": 1},
    }
    assert body["score"] == body["claimed"] == {"p1": 82, "p2": 110}
    assert body["winner"] == "p2"
    assert [finding["code"] for finding in body["findings"]] == ["impossible-hand", "card-not-held"]
    assert body["findings"][1]["follows"] == body["first_divergence"] == 0
    assert "five jacks and only three fives" in body["findings"][0]["sentence"]
    assert "Albert" in body["findings"][0]["sentence"]
    assert len(body["findings"][0]["places"]) == 5
    jacks, fives = body["census"][1]["surplus"], body["census"][1]["missing"]
    assert [(one["card"], one["seen"], one["pack"]) for one in jacks + fives] == [
        ("J", 5, 4),
        ("5", 3, 4),
    ]


def test_one_score_changed_is_one_divergence() -> None:
    """Its line and column, its clause, and what it changes."""
    body = verify((FIXTURES / "twenty/flawed/points-one-too-few.xxn").read_bytes()).as_dict()
    (finding,) = body["findings"]
    assert body["first_divergence"] == 0
    assert (finding["code"], finding["ply"], finding["line"], finding["column"]) == (
        "wrong-points",
        4,
        20,
        23,
    )
    assert (finding["clause"], finding["expected"], finding["found"]) == ("twenty/4.1", "10", "9")
    assert finding["effect"] == {
        "points": {"p2": 1},
        "result": {},
        "winner": "same",
        "rests": {},
        "words": "That is 1 point more for Bertha; the final totals are right; "
        "Bertha wins all the same.",
    }


def test_too_many_findings_are_cut_and_the_cut_is_said() -> None:
    plays = " ".join(f"{ply}. p{2 - ply % 2} 5=99" for ply in range(1, 40)) + "\n@score p1:1 p2:1"
    text = '[XXN "1.0"]\n[Game "twenty"]\n' + plays + " p7:1\n@score p1:2 p2:3" * 500
    verdict = verify(text.encode())
    body = verdict.as_dict()
    assert len(body["findings"]) == 501
    assert body["findings"][-1]["code"] == "too-many-findings"
    assert body["answers"]["arithmetic"] == "refuted"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_can_be_judged(path: Path) -> None:
    assert judged(path).readable
