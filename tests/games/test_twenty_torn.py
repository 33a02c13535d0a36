"""Twenty with plays missing, and with lines written twice or too early: what is told of them."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.scoring import Answer, verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
FOUND, SOUND = FIXTURES / "found", FIXTURES / "twenty" / "sound"
HARMLESS = {"missing-play", "gap", "counted-on"}
"""What may be said of a sound record of which something was taken out."""


def text_of(seed: int, **options: str) -> str:
    return write(generate("twenty/farrugia@1", 2, seed, options))


def told(text: str) -> list[tuple[str, int | None]]:
    """The findings that follow from no other, each with its ply."""
    found = verify(text.encode()).findings
    return [(one.code, one.ply) for one in found if one.follows is None]


def without_lines(text: str, first: str, last: str, instead: str = "") -> str:
    """The text without what stands from one line to another."""
    start, end = text.index(first), text.index(last)
    return text[:start] + instead + text[end:]


@pytest.mark.parametrize(("first", "last"), [("35.", "53."), ("19.", "23."), ("@bonus", "55.")])
def test_a_gap_across_an_end_makes_no_sound_record_wrong(first: str, last: str) -> None:
    for seed in range(4):
        text = text_of(seed)
        torn = re.sub(rf"^{re.escape(first)}.*?(?=^{re.escape(last)})", "@gap\n", text, count=1,
                      flags=re.DOTALL | re.MULTILINE)  # fmt: skip
        verdict = verify(torn.encode())
        assert {one.code for one in verdict.findings} <= HARMLESS
        assert not {Answer.REFUTED, Answer.IMPOSSIBLE} & set(verdict.answers)


def test_behind_a_gap_new_numbers_tell_where_play_stands() -> None:
    text = text_of(1).replace("@score", "; @score")
    torn = without_lines(text, "35.", "53.", "@gap\n").replace("57. p2 ", "57. p1 ")
    assert ("wrong-turn", None) in [(code, None) for code, _ in told(torn)]


@pytest.mark.parametrize("line", ["@round n=2 first=p2", "@deal n=3", "@score"])
def test_a_line_written_twice_accuses_nobody_else(line: str) -> None:
    text = text_of(2)
    (whole, *_) = re.findall(rf"^{line}.*\n", text, re.MULTILINE)
    found = [one for one in verify(text.replace(whole, whole * 2, 1).encode()).findings
             if one.severity == "error"]  # fmt: skip
    assert [one.code for one in found] in ([], ["not-now"])


def test_a_hand_written_a_line_too_early_makes_no_play_missing() -> None:
    text = text_of(2)
    hand = re.findall(r"^p1: .*\n", text, re.MULTILINE)[1]
    early = re.sub(r"^9\. ", f"{hand}9. ", text.replace(hand, "", 1), count=1, flags=re.MULTILINE)
    codes = [code for code, _ in told(early)]
    assert codes[0] == "dealt-early"
    assert "missing-play" not in codes


def test_a_wrong_seat_in_the_first_play_is_one_slip() -> None:
    text = re.sub(
        r"\b1\. p1", "1. p2", text_of(3).replace("first=p2\n@up", "first=p2\n@up"), count=1
    )
    assert "wrong-starter" not in {code for code, _ in told(text)}
    assert told(text)[0] == ("wrong-turn", 1)


@pytest.mark.parametrize("claims", [True, False])
def test_the_wrong_beginner_is_one_slip_without_numbers_too(claims: bool) -> None:
    """All plays of the round are there: none is missing before the first."""
    for seed in range(4):
        text = re.sub(r"\b\d+\. (?=p\d)", "", text_of(seed))
        text = text if claims else re.sub(r"(?<=[A2-9TJQK][cdhs])=\d+(/\d+)?", "", text)
        seat = int(re.search(r"first=p(\d)", text)[1])
        wrong = text.replace(f"first=p{seat}", f"first=p{3 - seat}", 1)
        assert told(wrong) == [("wrong-starter", 1)]


def test_a_beginner_who_does_not_play_first_is_right_where_the_first_play_may_be_missing() -> None:
    text = re.sub(r"\b\d+\. (?=p\d)", "", text_of(1))
    first = re.search(r"p\d \S+ ", text)
    assert "wrong-starter" not in {code for code, _ in told(text.replace(first[0], "", 1))}


def one_less(gone: int, number: re.Match[str]) -> str:
    """The number of a play, renumbered where one before it is gone."""
    return f"{int(number[1]) - (int(number[1]) > gone)}. "


def test_a_play_left_out_and_the_rest_renumbered_is_a_missing_play() -> None:
    text = text_of(4)
    for gone in (2, 27, 64):
        left = re.sub(rf"\b{gone}\. p\d \S+ ?", "", text, count=1)
        numbered = re.sub(r"\b(\d+)\. (?=p)", partial(one_less, gone), left)
        bare = re.sub(r"\b\d+\. (?=p)", "", left)
        for torn in (numbered, bare):
            codes = [code for code, _ in told(torn)]
            assert codes in (["missing-play"], ["missing-play", "certain-winner"])


def hidden(text: str, dice: Random) -> str:
    """A record without a line, a run of lines, a play, or a play's claims, by chance."""
    head, _, body = text.partition("\n\n")
    lines = body.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    if dice.random() < 0.7:
        del lines[at : at + dice.choice([1, 1, 2, 5, 12, 30])]
    body = "".join(lines)
    plays = list(re.finditer(r"(?:\d+\. )?p\d [A-Z2-9][^ \n]*", body))
    if plays and dice.random() < 0.4:
        start, end = dice.choice(plays).span()
        kept = dice.choice(["", re.sub("=.*", "", body[start:end])])
        body = body[:start] + kept + body[end:]
    if dice.random() < 0.3:
        body = re.sub(r"\b\d+\. (?=p)", "", body)
    return f"{head}\n\n{body}"


def test_hiding_any_line_run_or_play_makes_no_sound_record_wrong() -> None:
    dice = Random(20)
    for seed in range(60):
        options = {"hands": dice.choice(["hidden", "open"])}
        torn = hidden(text_of(seed, **options), dice)
        verdict = verify(torn.encode())
        wrong = {
            one.code
            for one in verdict.findings
            if one.severity == "error" and one.root.code != "missing-play"
        }
        assert not wrong, (seed, wrong)


def test_a_bonus_of_the_second_round_is_not_taken_for_that_of_the_first() -> None:
    """All between the two is missing, as the totals behind it tell."""
    for seed in range(6):
        text = text_of(seed)
        start, end = (at.start() for at in re.finditer("^@bonus", text, re.MULTILINE))
        verdict = verify((text[:start] + text[end:]).encode())
        assert {one.code for one in verdict.findings} <= HARMLESS
        assert not {Answer.REFUTED, Answer.IMPOSSIBLE} & set(verdict.answers)


def test_the_cards_turned_up_stand_in_front_of_the_hands_that_are_missing() -> None:
    """Of the first hand nothing else is left."""
    for seed in range(4):
        lines = text_of(seed).splitlines(keepends=True)
        up = next(at for at, line in enumerate(lines) if line.startswith("@up"))
        second = next(at for at, line in enumerate(lines) if line.startswith("@deal n=2"))
        torn = [one for one in lines[:up] if not one.startswith("@round")]
        verdict = verify("".join([*torn, lines[up], *lines[second:]]).encode())
        assert {one.code for one in verdict.findings} <= HARMLESS


def test_last_plays_that_were_not_written_explain_the_last_standing() -> None:
    """A game that breaks off in its last hands was played to its end, as the result says."""
    for seed in range(6):
        text = text_of(seed)
        last = list(re.finditer(r"\n\d+\. p\d.*", text))[-1].start()
        torn = text[:last] + text[text.rindex("\n@score") :]
        codes = [one.code for one in verify(torn.encode()).findings]
        assert "gap" in codes
        assert "wrong-score" not in codes


def test_a_round_that_ends_too_soon_without_numbers_lacks_plays() -> None:
    for seed in range(6):
        lines = re.sub(r"\b\d+\. (?=p)", "", text_of(seed)).splitlines(keepends=True)
        until = lines.index("@round n=2 first=p2\n")
        last = max(at for at in range(until) if lines[at].startswith("p"))
        short = "".join(lines[:last] + lines[until:])
        assert "short-round" not in [one.code for one in verify(short.encode()).findings]


def test_a_round_without_a_play_lacks_all_of_them() -> None:
    """A sheet of totals that says that something is left out lacks no single play."""
    text = "@round n=1\n@score p1:82 p2:76\n@round n=2\n@score p1:125 p2:126\n@gap\n@end win=p1\n"
    findings = verify(f'[XXN "1.0"]\n[Game "twenty"]\n\n{text}'.encode()).findings
    assert {one.code for one in findings} == {"gap"}


def test_two_tears_in_a_round_are_each_found_where_they_are() -> None:
    """What is wrong at the end of a round does not make the plays missing earlier in it unknown."""
    text = text_of(3, hands="open")
    torn = re.sub(r"(?s:(\n@round n=2.*?)\n.*?)(?=\n59\. p)", r"\1", text)
    torn = re.sub(r"\n89\. p(?s:.*?)(?=\n@bonus)", "", torn)
    assert torn.count("@bonus") == 2
    wrong = [one for one in verify(torn.encode()).findings if one.severity == "error"]
    assert ["51" in one.sentence and "58" in one.sentence for one in wrong] == [True]


def test_a_number_behind_a_gap_tells_of_plays_missing_behind_the_cards_turned_up() -> None:
    for seed in range(3):
        text = text_of(seed)
        torn = re.sub(r"\n51\. p(?s:.*?)(?=\n59\. p)", "", text)
        torn = re.sub(r"\n31\. p(?s:.*?)(?=\n@up .*\n(?:.*\n)*?59\.)", "\n@gap", torn)
        assert re.search(r"@gap\n@up .*", torn)
        assert not [one.code for one in verify(torn.encode()).findings if one.severity == "error"]


def test_what_is_due_behind_a_gap_is_not_counted() -> None:
    """How many plays a gap stands for is not known, so neither is the number of the next one."""
    text = (SOUND / "illustrative-mended.xxn").read_text("utf-8")
    torn = text[: text.index("21. p1")] + "@gap\n"
    ends = [one for one in verify(torn.encode()).findings if one.code == "early-end"]
    assert ["the rest of round 1 would be next" in one.sentence for one in ends] == [True]


@pytest.mark.parametrize("flaw", ["wrong-turn", "doubled-play", "impossible-hand"])
def test_nothing_is_missing_where_all_plays_are_there(flaw: str) -> None:
    """Nor in a record that does not number its plays: what is wrong there is no tear."""
    for seed in range(4):
        spoiled = spoil(generate("twenty/farrugia@1", 2, seed, {}), flaw, Random(seed))
        assert spoiled is not None
        text = re.sub(r"(?<!\S)\d+\. ", "", write(spoiled))
        assert {Answer.REFUTED, Answer.IMPOSSIBLE} & set(verify(text.encode()).answers)
