"""Repairs: the fewest changes that leave no error, and every tie of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from archive.analysis import analysed
from archive.analysis.candidates import rules_named_otherwise
from archive.analysis.edits import Edit, edited
from archive.analysis.repair import MOST_REPAIRS, Repair, repairs
from archive.analysis.whole import BUDGET
from archive.verdict import Verdict, verify

ROOT = Path(__file__).parents[2]
FLAWED = ROOT / "fixtures"
ILLUSTRATIVE = ROOT / "archive" / "samples" / "twenty-illustrative.xxn"
TIE = Path(__file__).with_name("shown-twice.xxn")
PATCH = shutil.which("patch")


def flawed(name: str) -> Verdict:
    game, _, rest = name.partition("/")
    return verify((FLAWED / game / "flawed" / f"{rest}.xxn").read_bytes())


def mended(verdict: Verdict, repair: Repair) -> Verdict:
    text = edited(verdict.record.text, repair.edits)
    return verify(text.encode("utf-8", "surrogateescape"))


def test_the_illustrative_game_has_one_repair() -> None:
    """The printed hand of five jacks lacks a five, and nothing else in the game changes."""
    verdict = verify(ILLUSTRATIVE.read_bytes())
    found = repairs(verdict, BUDGET)
    assert len(found.found) == 1
    repair = found.found[0]
    as_dict = repair.as_dict(verdict)
    assert [(edit["old"], edit["new"]) for edit in as_dict["edits"]] == [("J", "5")]
    line = as_dict["edits"][0]["line"]
    assert verdict.record.lines[line - 1] == "p1: QJJ43"
    assert as_dict["words"] == f"line {line}: five for jack"
    assert (repair.score, repair.winner) == (verdict.score, verdict.winner)
    assert as_dict["changes_winner"] is False


def test_a_sum_is_mended_with_all_that_was_carried_from_it() -> None:
    verdict = flawed("twenty/sum-carried-to-the-end")
    [repair] = repairs(verdict).found
    assert len(repair.changes) == 1
    assert len(repair.edits) == 7
    assert "74 for 75, and what was carried from it in 6 places" in repair.words(verdict)
    assert mended(verdict, repair).first_divergence is None


SWEEP = FLAWED / "zwanzig-ab" / "flawed" / "sweep-ten-read-as-five.xxn"


def test_other_rules_named_are_one_change() -> None:
    """The record is right as people play who take off ten for a sweep."""
    verdict = verify(SWEEP.read_bytes())
    [repair] = repairs(verdict).found
    assert repair.words(verdict) == "line 3: the rules zwanzig-ab/pagat@1;sweep=10 named"
    [edit] = repair.edits
    assert (edit.old, edit.new) == ("zwanzig-ab/pagat@1", "zwanzig-ab/pagat@1;sweep=10")
    assert mended(verdict, repair).first_divergence is None


def test_a_record_that_names_no_rules_may_be_given_some() -> None:
    text = SWEEP.read_text("utf-8").replace('[Rules "zwanzig-ab/pagat@1"]\n', "")
    verdict = verify(text.encode())
    [repair] = repairs(verdict).found
    [edit] = repair.edits
    assert (edit.old, edit.new) == ("", '\n[Rules "zwanzig-ab/pagat@1;sweep=10"]')
    assert mended(verdict, repair).rules == "zwanzig-ab/pagat@1;sweep=10"


def test_where_rules_were_asked_for_none_are_proposed() -> None:
    """What the record names was not heard, and to name others would change nothing."""
    verdict = verify(SWEEP.read_bytes(), rules="zwanzig-ab/pagat@1")
    assert not any("Rules" in one.words(verdict) for one in repairs(verdict).found)
    assert list(rules_named_otherwise(verdict)) == []


def test_a_play_left_out_is_filled_in() -> None:
    verdict = flawed("twenty/play-missing")
    [repair] = repairs(verdict).found
    [edit] = repair.edits
    assert edit.old == ""
    assert edit.new == " 7. p1 4"
    assert mended(verdict, repair).first_divergence is None


@pytest.mark.parametrize(
    "name",
    [
        "twenty/seat-slip", "twenty/play-doubled", "twenty/two-slips", "twenty/card-not-held",
        "twenty/hand-of-six", "zwanzig-ab/not-followed-shown-three-tricks-later",
        "twenty-two/not-lowest-proved-later", "count-to-20/wrong-count",
    ],
)  # fmt: skip
def test_every_repair_leaves_no_error(name: str) -> None:
    """None of the ties is a dud, each is as cheap as the others, and none is listed twice."""
    verdict = flawed(name)
    found = repairs(verdict, BUDGET)
    assert found.found
    assert len({len(repair.changes) for repair in found.found}) == 1
    texts = {edited(verdict.record.text, repair.edits) for repair in found.found}
    assert len(texts) == len(found.found)
    for repair in found.found:
        after = mended(verdict, repair)
        assert after.first_divergence is None
        assert (after.score, after.winner) == (repair.score, repair.winner)


def test_ties_may_make_another_player_win() -> None:
    """One queen is shown twice. Whose it was decides whether Ben wins or both do."""
    verdict = verify(TIE.read_bytes())
    found = repairs(verdict)
    assert found.complete
    assert {(repair.winner, *repair.score.values()) for repair in found.found} == {
        ("p2", 40, 35), ("p2", 40, 30), ("draw", 35, 35),
    }  # fmt: skip
    assert [one.as_dict(verdict)["changes_winner"] for one in found.found] == [
        one.winner == "draw" for one in found.found
    ]


@pytest.mark.parametrize(
    "name", ["twenty/illustrative", "twenty/sum-carried-to-the-end", "twenty/play-missing"]
)
def test_a_patch_makes_the_mended_record(name: str, tmp_path: Path) -> None:
    verdict = flawed(name)
    for repair in repairs(verdict, BUDGET).found:
        file = tmp_path / "record.xxn"
        file.write_bytes(verdict.record.raw)
        assert applied(file, repair.patch(verdict, "record.xxn")) == edited(
            verdict.record.text, repair.edits
        )


def test_a_patch_holds_for_lines_of_any_kind(tmp_path: Path) -> None:
    """What else some would call an end of line, and a last line without one."""
    text = ILLUSTRATIVE.read_text("utf-8").rstrip("\n").replace("QJJ43", "QJJ43 {\x0b\u2028\x85}")
    verdict = verify(text.encode())
    [repair] = repairs(verdict, BUDGET).found
    file = tmp_path / "record.xxn"
    file.write_bytes(text.encode())
    assert "five for jack" in repair.words(verdict)
    assert applied(file, repair.patch(verdict, "record.xxn")) == edited(text, repair.edits)


def applied(file: Path, patch: str) -> str:
    """A file's text after `patch`; where that is not there, after a patcher of a few lines."""
    if PATCH is None:
        return _patched(file.read_bytes().decode("utf-8"), patch)
    subprocess.run(
        [PATCH, "--quiet", str(file)], input=patch.encode("utf-8"), check=True, timeout=20
    )
    return file.read_bytes().decode("utf-8")


def _patched(text: str, patch: str) -> str:
    lines, made, at = text.split("\n"), list[str](), 0
    for line in patch.split("\n")[2:]:
        if line.startswith("@@"):
            start = int(line.split()[1].lstrip("-").partition(",")[0]) - 1
            made += lines[at:start]
            at = start
        elif line[:1] in ("-", " "):
            assert lines[at] == line[1:]
            made += [line[1:]] if line[0] == " " else []
            at += 1
        elif line[:1] == "+":
            made.append(line[1:])
    return "\n".join(made + lines[at:])


def test_a_repair_is_never_applied_by_itself() -> None:
    verdict = verify(ILLUSTRATIVE.read_bytes())
    before = verdict.record.text, verdict.json()
    repairs(verdict, 5000)
    assert (verdict.record.text, verdict.json()) == before


@pytest.mark.parametrize("data", [b"", b"\xff\x00\xfe", b"[XXN", b"Dear Sir,\n"])
def test_what_cannot_be_read_has_none(data: bytes) -> None:
    assert repairs(verify(data)) == ([], True)


def test_a_sound_record_has_none() -> None:
    sound = verify((ROOT / "fixtures/twenty/sound/illustrative-mended.xxn").read_bytes())
    assert repairs(sound) == ([], True)


def test_a_search_cut_short_says_so() -> None:
    verdict = verify(ILLUSTRATIVE.read_bytes())
    assert repairs(verdict, budget=1) == ([], False)
    assert repairs(flawed("twenty/standing-slip")).complete


def test_more_ties_than_are_listed_are_owned_up_to() -> None:
    found = repairs(flawed("twenty/one-card-twice"))
    assert len(found.found) == MOST_REPAIRS
    assert not found.complete


def test_the_verdict_everybody_waits_for_has_its_repairs() -> None:
    verdict = analysed(ILLUSTRATIVE.read_bytes())
    body = verdict.as_dict()
    assert [edit["new"] for one in body["repairs"] for edit in one["edits"]] == ["5"]
    assert list(body["repairs"][0]) == [
        "cost", "edits", "words", "score", "winner", "changes_winner"
    ]  # fmt: skip
    assert list(body)[-4:] == ["readings", "repairs", "repairs_complete", "engine"]


def test_edits_that_do_not_fit_are_refused() -> None:
    text = "1. p1 8=8"
    assert edited(text, [Edit(6, "8", "9", ""), Edit(8, "8", "9", "")]) == "1. p1 9=9"
    for edits in ([Edit(6, "7", "9", "")], [Edit(6, "8=8", "9", ""), Edit(8, "8", "9", "")]):
        with pytest.raises(ValueError, match="is not at"):
            edited(text, edits)
