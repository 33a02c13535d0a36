"""Plain words for verdicts."""

import re
from pathlib import Path
from typing import Any

import pytest

from archive.core.archive_states import ReportState, Role, Visibility
from archive.notation import read
from archive.scoring import verify
from archive.web import verdict_sentences, words
from archive.web.errors import size_in_words
from archive.web.presenters.findings import basis, findings_of, grouped, reason
from archive.web.presenters.record_text import lines_of

NAMES = ["Ann", "Bob"]


def verdict(legality: str, arithmetic: str, result: str, **more: Any) -> dict[str, Any]:
    answers = {"legality": legality, "arithmetic": arithmetic, "result": result}
    told = {"score": {"p1": 90, "p2": 80}, "winner": "p1", "rules": "r", "findings": [], "open": {}}
    return {"answers": answers, **told, **more}


REVOKE = {"code": "not-followed", "severity": "error", "sentence": "The king was a revoke."}
SLIP = {"code": "wrong-tally", "severity": "error", "sentence": "The tally is 19, not 20."}
TURNING = {
    "code": "wrong-points", "severity": "error", "sentence": "The sweep counts 5.",
    "effect": {"winner": "changes"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (verdict("upheld", "upheld", "upheld"),
         "Ann wins, 90–80. Every play was allowed, and every number is right."),
        (verdict("upheld", "upheld", "upheld", winner="draw", score={"p1": 9, "p2": 9}),
         "A draw, 9–9. Every play was allowed"),
        (verdict("impossible", "upheld", "upheld"),
         "No deal of this pack fits the sheet. As it was played, Ann wins, 90–80."),
        (verdict("impossible", "upheld", "refuted"), "By the rules Ann wins, 90–80."),
        (verdict("upheld", "refuted", "upheld", findings=[REVOKE, SLIP], first_divergence=0),
         "The tally is 19, not 20. All the same Ann wins, 90–80."),
        (verdict("upheld", "refuted", "refuted", claimed={"p1": 80, "p2": 9}),
         "By the rules Ann wins, 90–80; the sheet gives Ann 80 and Bob 9."),
        (verdict("upheld", "refuted", "refuted", score={"p1": 9, "p2": 9}, winner="draw"),
         "By the rules it is a draw, 9–9."),
        (verdict("refuted", "upheld", "upheld", findings=[SLIP, REVOKE], first_divergence=0),
         "The king was a revoke. As it was played, Ann wins, 90–80."),
        (verdict("refuted", "upheld", "unfinished"), "Something was played that the rules do not"),
        (verdict("upheld", "refuted", "refuted", findings=[REVOKE, TURNING], first_divergence=0),
         "By the rules Ann wins, 90–80. The sweep counts 5."),
        (verdict("upheld", "upheld", "unfinished"),
         "Nothing here contradicts the rules. The game is not over: Ann 90, Bob 80."),
        (verdict("upheld", "upheld", "unclaimed"),
         "Nothing here contradicts the rules. The sheet does not say who won: Ann"),
        (verdict("upheld", "underdetermined", "underdetermined"), "Who won cannot be told."),
        (verdict("upheld", "underdetermined", "upheld"), "As the sheet says, Ann wins, 90–80."),
        (verdict("upheld", "unclaimed", "unfinished", checked={"plays": 0}), "There is no play"),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game=None),
         "This could not be read as a game."),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game="chess"),
         "Nothing could be judged: no rules of “chess” go by that name"),
        (verdict("underdetermined", "underdetermined", "underdetermined", rules=None, game="twenty",
                 findings=[{"code": "unreadable-tag"}]),
         "Nothing could be judged: the rules of “twenty” cannot be read."),
    ],
)  # fmt: skip
def test_a_verdict_in_one_sentence(judged: dict[str, Any], said: str) -> None:
    assert verdict_sentences.headline(judged, NAMES).startswith(said)


def test_what_is_said_of_a_sheet_that_was_read_in_part() -> None:
    unread = {"severity": "error", "code": "not-understood", "line": 4}
    reading = {"diagnostics": [unread, {"severity": "note", "code": "house-rule", "line": 1}]}
    assert verdict_sentences.headline(
        verdict("upheld", "upheld", "unfinished"), NAMES, reading
    ).startswith("Nothing that could be read contradicts the rules.")
    assert verdict_sentences.why(verdict("upheld", "upheld", "upheld"), NAMES, reading) == (
        "Of what could be read, every play was allowed and every number is right."
    )


def finding(code: str, sentence: str, **said: Any) -> dict[str, Any]:
    """A finding as verdicts have it."""
    empty = dict.fromkeys(("ply", "line", "column", "seat", "clause", "effect", "follows"))
    told = {"code": code, "severity": "error", "sentence": sentence, "places": []}
    return {**empty, **told, **said}


def test_what_an_answer_rests_on() -> None:
    checked = {
        "plays": 1,
        "tally": {"claimed": 100, "held": 99},
        "score": {"claimed": 2, "held": 2},
    }
    judged = verdict("upheld", "refuted", "upheld", checked=checked)
    assert basis(judged, "legality", []) == "1 play"
    assert basis(judged, "arithmetic", []) == "99 of 100 tallies, 2 standings"
    assert basis(judged, "result", []) == ""


def test_an_answer_has_its_reason_in_a_sentence() -> None:
    slip = finding("wrong-score", "68 + 6 = 74, not 75.")
    later = finding("wrong-score", "It is 99.", follows=0)
    winner = finding("wrong-winner", "Tom wins.", follows=0)
    checked = {"plays": 2, "score": {"claimed": 4, "held": 2}}
    judged = verdict("upheld", "refuted", "refuted", checked=checked, first_divergence=0)
    judged["findings"] = [slip, later, winner]

    def why(question: str, said: str = "") -> str:
        return reason(judged, question, findings_of(judged, NAMES), said)

    assert why("legality") == "2 plays: all as it should be."
    assert why("arithmetic") == "68 + 6 = 74, not 75."
    assert why("arithmetic", "So: 68 + 6 = 74, not 75.") == "Right: 2 of 4 standings."
    assert why("result") == "Tom wins."
    assert why("result", "Tom wins.") == ""  # no claim of a result was right
    judged["findings"].append({**slip, "sentence": "Another."})
    assert why("arithmetic") == "68 + 6 = 74, not 75. And one more."
    judged["answers"]["arithmetic"] = "underdetermined"
    judged["open"] = {"arithmetic": {"sentence": "A hand is missing."}}
    assert why("arithmetic") == "A hand is missing."


def test_a_certain_winner_is_the_reason_of_a_result() -> None:
    """Not totals of which none was counted, all as they should be."""
    checked = {"plays": 100, "result": {"claimed": 4, "held": 0}}
    judged = verdict("underdetermined", "underdetermined", "upheld", checked=checked)
    certain = "Play 93 can only have been a six, and so Marta wins, 140–116."
    judged["findings"] = [finding("certain-winner", certain, severity="note")]
    assert reason(judged, "result", []) == certain


def test_an_effect_in_words() -> None:
    effect = {"points": {"p1": 2, "p2": 0}, "result": {"p1": 2, "p2": -1}, "winner": "same"}
    judged = verdict("upheld", "refuted", "upheld", first_divergence=0)
    judged["findings"] = [finding("wrong-points", "12 points, not 10.", effect=effect)]
    found = findings_of(judged, NAMES)[0]
    assert found.effect == "It moves the result: Ann +2, Bob −1. The winner stays the same."
    assert (found.sentence, found.severity_word) == ("12 points, not 10.", "Fault")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1997.05.12", "12 May 1997"),
        ("1997-05-12", "12 May 1997"),
        ("1997.05.??", "May 1997"),
        ("1997.??.??", "1997"),
        ("????.??.??", None),
        (None, None),
        ("1997.13.45", "1997-13-45"),
        ("in spring", "in spring"),
        ("1997.5.12.2", "1997-5-12-2"),
    ],
)
def test_dates_say_what_is_known(written: str | None, said: str | None) -> None:
    assert words.date_words(written) == said


def test_names() -> None:
    assert verdict_sentences.name_of(["Ann", "p2"], "p2") == "p2"
    assert verdict_sentences.name_of(["Ann"], 1) == "Ann"
    assert verdict_sentences.name_of([], "p1") == "p1"
    assert verdict_sentences.name_of(["a\u202eb\x07"], 1) == "a⟨U+202E⟩b⟨U+0007⟩"
    assert verdict_sentences.name_of(["x" * 200_000], 1) == "x" * 59 + "…"


@pytest.mark.parametrize(
    ("size", "said"),
    [(0, "0 bytes"), (1, "1 byte"), (163, "163 bytes"), (1024, "1 KB"), (3000, "2.93 KB"),
     (1_040_000, "1016 KB"), (1 << 20, "1 MB"), (5 << 30, "5120 MB")],
)  # fmt: skip
def test_sizes_are_small_numbers(size: int, said: str) -> None:
    """A small upload was of 0.163 KB, and one just below a megabyte of 1.02e+03 KB."""
    assert size_in_words(size) == said


def test_what_programs_call_by_a_word_has_one_for_people() -> None:
    assert [*words.ROLES] == [*Role]
    assert {*words.VISIBILITIES} == {*Visibility}
    assert [*words.REPORT_STATES] == [*ReportState]


def test_every_deed_of_the_log_is_said_in_words() -> None:
    """The deeds are those that docs/accounts.md lists."""
    text = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text("utf-8")
    table = text[text.index("| deed | when |") : text.index("## Pages")]
    assert [*words.DEEDS] == re.findall(r"`([a-z-]+)`", table)


def test_notes_that_are_alike_stand_below_the_first() -> None:
    hands = "".join(f"@gap\n@keep p{seat} K\n" for seat in (1, 2, 1, 2))
    record = f'[XXN "1.0"]\n[Game "twenty-two"]\n[P1 "Ada"]\n[P2 "Ben"]\n\n{hands}*\n'
    verdict = verify(record.encode()).as_dict()
    shown = grouped(findings_of(verdict, NAMES))
    gaps = [more for one, more in shown if one.code == "gap"]
    assert len(gaps) == 1
    assert {one.code for one in gaps[0]} == {"gap"}
    assert sum(1 + len(more) for _, more in shown) == len(verdict["findings"])
    lines = lines_of(read(record.encode()), findings_of(verdict, NAMES))
    said = [under.finding.code for line in lines for under in line.findings]
    assert said.count("gap") == 1


def test_what_is_wrong_stands_before_what_is_only_noted() -> None:
    record = '[XXN "1.0"]\n[Game "twenty-two"]\n\n@gap\n@keep p1 K=2\n@keep p2 K\n*\n'
    verdict = verify(record.encode()).as_dict()
    assert verdict["findings"][0]["severity"] == "note"
    shown = [one.severity for one, _ in grouped(findings_of(verdict, NAMES))]
    assert shown == sorted(shown)
    assert shown[0] == "error"
