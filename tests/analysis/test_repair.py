"""Repairs: the fewest changes that leave no error, and every tie of them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from random import Random

import pytest

from archive.analysis import verify_fully
from archive.analysis.entry_statements import agreement_of, statement_of
from archive.analysis.repairs.candidates import rules_named_otherwise
from archive.analysis.repairs.search import MOST_REPAIRS, Repair, repairs
from archive.core.budgets import REPAIRS
from archive.games import GAMES
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import read, write
from archive.notation.edits import Edit, compose_edits, edited, read_edited, touches
from archive.scoring import Verdict, verify
from tests.patching import patched

ROOT = Path(__file__).parents[2]
FLAWED = ROOT / "fixtures"
ILLUSTRATIVE = ROOT / "archive" / "samples" / "twenty-illustrative.xxn"
TIE = Path(__file__).with_name("shown-twice.xxn")
SHORT = """[XXN "1.0"]
[Game "twenty"]

@round n=1 first=p1
@deal n=1
p1: 85542
p2: T982A
1. p1 8=8 2. p2 A=9
3. p1 2=11 4. p2 9=20/10
"""
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
    found = repairs(verdict, REPAIRS)
    assert len(found.found) == 1
    repair = found.found[0]
    as_dict = repair.as_dict(verdict)
    assert [(edit["old"], edit["new"]) for edit in as_dict["edits"]] == [("J", "5")]
    line = as_dict["edits"][0]["line"]
    assert verdict.record.lines[line - 1] == "p1: QJJ43"
    assert as_dict["words"] == f"line {line}: five for jack"
    assert (repair.score, repair.winner) == (verdict.score, verdict.winner)
    assert as_dict["changes_winner"] is False


def test_plays_are_numbered_where_nothing_stands_before_the_first() -> None:
    """It was ply True: a sum of truths that begins with one of them is no number."""
    verdict = verify(b'[XXN "1.0"]\n[Game "twenty"]\n\n1. p1 8=9 2. p2 A=9\n')
    repair = repairs(verdict, REPAIRS).found[0]
    assert repair.words(verdict) == "line 4, play 1: 8 for 9"
    assert json.dumps(repair.as_dict(verdict)["changes"][0]["plies"]) == "[1]"


FOUND = {
    "count-to-20/empty-stock": ["line 33, play 47: “pass” for “d?”"],
    "count-to-20/impossible-sum": [f"line 25: {due} for 63" for due in (105, 65, 70)],
    "count-to-20/unread-card": ["line 17: two of clubs for “4z”"],
    "count-to-20/wrong-king": ["line 17, play 4: 3 for 4"],
    "count-to-20/wrong-pair": ["line 22, play 14: 10 for 20"],
    "twenty/last-play-of-the-game-missing": ["line 114: with play 100, Albert: king"],
    "twenty/passed": ["line 31, play 15: king for “pass”"],
    "twenty/play-missing": ["line 21: with play 7, Albert: four"],
    "twenty/unread-card": ["line 19: king of spades for “Zz”"],
    "twenty/unread-result": ["line 110: “140” for “B2”"],
    "twenty/unread-standing": ["line 23: “18” for “4l”"],
    "twenty/unread-tally": ["line 19: “=15” for “=1l”"],
    "twenty-two/dealt-in": ["line 83: without “p1: QcJhTd7h5c5s4c4d2d??”"],
    "twenty-two/no-such-seat": ["line 24, play 8: Cem for p4"],
    "twenty-two/uneven-exchange": ["line 20: with a further eight of spades"],
    "twenty-two/wrong-elimination": ["line 80: Ana for Björk", "line 80: without “@out p2”"],
    "zwanzig-ab/uneven-exchange": ["line 22: with a further nine of clubs"],
    "zwanzig-ab/unread-card": ["line 37: jack of hearts for “l0”"],
}
"""Flawed records and all their repairs: of a hand the card that was left in it, of figures that
cannot be read what the rules give, of what cannot be what can."""


@pytest.mark.parametrize("name", FOUND)
def test_what_cannot_be_is_put_right_by_what_can(name: str) -> None:
    verdict = flawed(name)
    found = repairs(verdict, REPAIRS).found
    assert [one.words(verdict) for one in found] == FOUND[name]
    assert all(mended(verdict, one).first_divergence is None for one in found)


def test_a_hand_may_be_that_of_any_player_who_has_none() -> None:
    text = (FLAWED / "twenty-two/sound/first-hand.xxn").read_text()
    own = re.search(r"^p2: .*$", text, re.MULTILINE)
    assert own
    verdict = verify(text.replace(own[0], own[0].replace("p2:", "p9:"), 1).encode())
    repair = repairs(verdict, REPAIRS).found[0]
    assert edited(verdict.record.text, repair.edits) == text


@pytest.mark.parametrize("game", ["zwanzig-ab", "twenty-two", "count-to-20"])
def test_a_card_twice_may_be_another_wherever_a_player_has_it(game: str) -> None:
    """It was written wrong in the hand, and so it was in the play."""
    for seed in range(4):
        sound = generate(GAMES[game].rule_sets[0].plain_title, 3 + (game == "zwanzig-ab"), seed, {})
        spoiled = spoil(sound, "too-many-of-a-card", Random(seed))
        assert spoiled is not None
        verdict = verify(write(spoiled).encode())
        found = repairs(verdict, REPAIRS).found
        assert write(sound) in {write(read_edited(verdict.record, one.edits)) for one in found}


ILLUSTRATED, TIED = "twenty/sound/illustrative-mended", "zwanzig-ab/sound/pagat-tied"
DRAWN = "count-to-20/sound/two-players"
SLIPPED = [
    ("", "2=11", "2==11", "“=11” for “==11”"),
    ("", "2=11", "2=l1", "“=11” for “=l1”"),
    ("", "2=11", "2=1O", "“=11” for “=1O”"),  # read as 10, which the rules do not give
    ("", "2=11", "2=nine", "without “=nine”"),
    ("", "2=11", "=11", "with the two"),
    ("", "2=11", "Zz", "two for “Zz”"),
    (ILLUSTRATED, "p1:82 p2:110", "p1:8O p2:11O", "“p1:82 p2:110” for “p1:8O p2:11O”"),
    (ILLUSTRATED, "p1:82 p2:110", "p1:80 p2:110", "82 for 80"),
    (ILLUSTRATED, "@bonus p2 /6", "@bonus p2 /1O", "“6” for “1O”"),
    (ILLUSTRATED, " bonus=6", " bonus=1O", "“6” for “1O”"),
    (ILLUSTRATED, " bonus=6", " bonus=G", None),
    (TIED, "@score p1:20 p2:6 p3:4", "@score p1:20 p2:4 p3:6", "4 and 6 exchanged"),
    (DRAWN, "17. p1 d2d 18. p2 dJd", "17. p1 dJd 18. p2 d2d",
     "“dJd” and “d2d” in the other order"),
    (DRAWN, "2sJh=12", "2sJh=l2", "“=12” for “=l2”"),
    ("count-to-20/sound/blocked-forced", "p1 dTh", "p1 d10h", "“dTh” for “d10h”"),
]  # fmt: skip
"""Records, what was meant, what was written, and the only repair: of what cannot be read what may
have been meant, of two totals or two draws the exchange, and not one number for another."""


@pytest.mark.parametrize(("name", "meant", "slip", "words"), SLIPPED)
def test_what_is_written_may_have_been_meant_so(
    name: str, meant: str, slip: str, words: str | None
) -> None:
    text = (FLAWED / f"{name}.xxn").read_text("utf-8") if name else SHORT
    assert meant in text
    verdict = verify(text.replace(meant, slip, 1).encode())
    found = repairs(verdict, REPAIRS).found
    assert [one.words(verdict).partition(": ")[2] for one in found] == [words] * bool(words)
    assert all(mended(verdict, one).first_divergence is None for one in found)


def test_figures_read_wrongly_are_put_right_with_what_was_carried_from_them() -> None:
    """Twenty points for a play that scores ten go into every standing after it."""
    text = (FLAWED / "twenty/flawed/unread-tally.xxn").read_text().replace("=1l", "=15")
    text = re.sub(r"p2:(\d+)", lambda told: f"p2:{int(told[1]) + 10}", text)
    verdict = verify(text.replace("5c=20/10", "5c=20/2O").encode())
    [repair] = repairs(verdict, REPAIRS).found
    assert "“=20/10” for “=20/2O”, and what was carried from it" in repair.words(verdict)
    assert mended(verdict, repair).first_divergence is None


def test_a_sum_is_mended_with_all_that_was_carried_from_it() -> None:
    verdict = flawed("twenty/sum-carried-to-the-end")
    [repair] = repairs(verdict, REPAIRS).found
    assert len(repair.changes) == 1
    assert len(repair.edits) == 7
    assert "74 for 75, and what was carried from it in 6 places" in repair.words(verdict)
    assert mended(verdict, repair).first_divergence is None


SWEEP = FLAWED / "zwanzig-ab" / "flawed" / "sweep-ten-read-as-five.xxn"


def test_other_rules_named_are_one_change() -> None:
    """The record is right as people play who take off ten for a sweep."""
    verdict = verify(SWEEP.read_bytes())
    [repair] = repairs(verdict, REPAIRS).found
    assert repair.words(verdict) == "line 3: the rules zwanzig-ab/pagat@1;sweep=10 named"
    [edit] = repair.edits
    assert (edit.old, edit.new) == ("zwanzig-ab/pagat@1", "zwanzig-ab/pagat@1;sweep=10")
    assert mended(verdict, repair).first_divergence is None


def test_a_record_that_names_no_rules_may_be_given_some() -> None:
    text = SWEEP.read_text("utf-8").replace('[Rules "zwanzig-ab/pagat@1"]\n', "")
    verdict = verify(text.encode())
    [repair] = repairs(verdict, REPAIRS).found
    [edit] = repair.edits
    assert (edit.old, edit.new) == ("", '\n[Rules "zwanzig-ab/pagat@1;sweep=10"]')
    assert mended(verdict, repair).rules == "zwanzig-ab/pagat@1;sweep=10"


def test_where_rules_were_asked_for_none_are_proposed() -> None:
    """What the record names was not heard, and to name others would change nothing."""
    verdict = verify(SWEEP.read_bytes(), rules="zwanzig-ab/pagat@1")
    assert not any("Rules" in one.words(verdict) for one in repairs(verdict, REPAIRS).found)
    assert list(rules_named_otherwise(verdict, ())) == []


@pytest.mark.parametrize(
    "name",
    [
        "twenty/seat-slip", "twenty/play-doubled", "twenty/two-slips", "twenty/card-not-held",
        "twenty/hand-of-six", "zwanzig-ab/not-followed-shown-three-tricks-later",
        "twenty-two/not-lowest-proved-later", "twenty-two/unread-card", "count-to-20/wrong-count",
    ],
)  # fmt: skip
def test_every_repair_leaves_no_error(name: str) -> None:
    """None of the ties is a dud, each is as cheap as the others, and none is listed twice."""
    verdict = flawed(name)
    found = repairs(verdict, REPAIRS)
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
    found = repairs(verdict, 20_000)  # not all ties, and not all that they were sought among
    assert {(repair.winner, *repair.score.values()) for repair in found.found} >= {
        ("p2", 40, 35), ("draw", 35, 35),
    }  # fmt: skip
    assert [one.as_dict(verdict)["changes_winner"] for one in found.found] == [
        one.winner == "draw" for one in found.found
    ]


def test_of_two_repairs_one_may_make_another_player_win() -> None:
    """A ten of diamonds is played from a hand that has one of clubs: one of the two is a slip."""
    verdict = flawed("zwanzig-ab/either-of-two-repairs-wins-for-another")
    found = repairs(verdict)
    assert found.complete
    assert [(one.words(verdict), one.winner) for one in found.found] == [
        ("line 177, play 204: ten of clubs for ten of diamonds", "p1"),
        ("line 167, play 185: ten of diamonds for ten of clubs", "p2"),
    ]


MORE = partial(pytest.param, marks=pytest.mark.broad)
SLIPS = [
    MORE("zwanzig-ab/pagat@1", 4, 1051, "p2: 9d9s+Kc8hAc", "p2: Ts9s+Kc8hAc"),
    ("twenty-two/rasmussen@1", 3, 1098, "p3: QcQh7sAc", "p3: QcQh9hAc"),
    ("zwanzig-ab/pagat@1", 4, 1027, "5. p4 out ", ""),
    MORE("twenty/farrugia@1", 2, 1024, " 4. p2 3s=10", ""),
    ("twenty-two/rasmussen@1", 3, 1026, "5. p1 8h8c 6. p2 3h5h", "6. p2 3h5h"),
    ("zwanzig-ab/twenty-down@1", 4, 1040, "159. p4 9d 160. p1 7h", "159. p1 7h 160. p4 9d"),
    MORE(
        "count-to-20/stovel@1", 2, 1041, "57. p2 pass 58. p1 Jh9c=19", "57. p1 Jh9c=19 58. p2 pass"
    ),
    ("zwanzig-ab/pagat@1", 4, 1015, " 94. p1 7s", " 94. p3 7s"),
]


@pytest.mark.parametrize(("rules", "seats", "seed", "meant", "slip"), SLIPS)
def test_a_slip_is_among_the_repairs(
    rules: str, seats: int, seed: int, meant: str, slip: str
) -> None:
    """Another card by rank and suit, an answer, a play or a set of cards left out, two plays in
    the other order: in a whole game, and within the budget of a verdict."""
    text = write(generate(rules, seats, seed, {}))
    assert text.count(meant) == 1
    verdict = verify(text.replace(meant, slip).encode())
    repaired = [edited(verdict.record.text, one.edits) for one in repairs(verdict, REPAIRS).found]
    assert any(_says(text, mended) for mended in repaired)


def _says(text: str, other: str) -> bool:
    """Whether two records agree event by event; the cards of a set may stand in another order."""
    events = [read(one.encode()).events for one in (text, other)]
    return len(events[0]) == len(events[1]) and all(
        agreement_of(statement_of(a, {}), statement_of(b, {})) == (True, frozenset(), frozenset())
        for a, b in zip(*events, strict=True)
    )


def test_a_draw_that_nobody_can_know_is_filled_in_as_one() -> None:
    text = write(generate("count-to-20/stovel@1", 2, 1029, {}))
    assert text.count(" 78. p1 d9s") == 1
    verdict = verify(text.replace(" 78. p1 d9s", "").encode())
    found = repairs(verdict, REPAIRS).found
    assert {" 78. p1 d?", " 78. p1 d9s"} & {edit.new for one in found for edit in one.edits}


WRONG_TWICE = """[XXN "1.0"]
[Game "twenty"]
[P1 "Albert"]
[P2 "Bertha"]

@round n=1 first=p1
@up 3h9s bonus=6
@deal n=1
p1: 8d5c5d4h2s
p2: ThTd9d8h4c
1. p1 5d=5 2. p2 3s=9
"""


def test_a_card_changed_twice_is_one_change() -> None:
    """Another rank and another suit are one slip, and one edit at one place."""
    verdict = verify(WRONG_TWICE.encode())
    found = repairs(verdict)
    assert [[(edit.old, edit.new) for edit in one.edits] for one in found.found] == [[("3s", "4c")]]
    assert found.found[0].patch(verdict)
    assert found.complete


def test_edits_made_one_after_the_other() -> None:
    """Offsets become those of the first text; what is written in at one place is one edit."""
    text = "a b c"
    one, two = Edit(1, "", " x", ""), Edit(3, "", " y", "")
    assert edited(text, compose_edits([one], [two])) == "a x y b c"
    assert len(compose_edits([one], [two])) == 1
    assert edited(text, compose_edits([Edit(0, "a", "", "")], [Edit(3, "c", "d", "")])) == " b d"
    assert touches([Edit(2, "b", "xyz", "")], [Edit(3, "y", "q", "")])
    assert not touches([Edit(2, "b", "xyz", "")], [Edit(6, "c", "q", "")])
    assert not touches([one], [two])


def test_repairs_tell_two_plays_of_a_line_apart() -> None:
    deal = WRONG_TWICE[: WRONG_TWICE.index("@up")]
    plays = "1. p1 J=10 2. p2 J=20/10\n3. p1 J=10 4. p2 J=20/10\n5. p1 J=10 6. p2 A=11\n"
    verdict = verify((deal + plays).encode())
    words = [one.words(verdict) for one in repairs(verdict, REPAIRS).found]
    assert "line 7, play 1: king for jack" in words
    assert "line 7, play 2: king for jack" in words
    assert len(set(words)) == len(words)


def test_a_standing_is_mended_in_the_result_of_a_game_that_is_not_over() -> None:
    text = SWEPT.replace("p1:10 ", "p1:0 ")
    verdict = verify(text.encode())
    found = repairs(verdict, REPAIRS).found
    assert SWEPT in [edited(text, one.edits) for one in found]
    assert not any([edit.old for edit in one.edits] == ["0"] for one in found)


SWEPT = """[XXN "1.0"]
[Game "zwanzig-ab"]
[P1 "Anna"]
[P2 "Bernd"]
[P3 "Clara"]
[P4 "Dirk"]

@deal n=1 dealer=p4 cards=5
@trump p1 h
@exchange
1. p1 x- 2. p2 x- 3. p3 x- 4. p4 x-
@trick n=1 first=p1
5. p1 Ah 6. p2 7h 7. p3 8h 8. p4 9h
@trick n=2
9. p1 Kh 10. p2 7c 11. p3 8c 12. p4 9c
@trick n=3
13. p1 Qh 14. p2 7d 15. p3 8d 16. p4 9d
@trick n=4
17. p1 Jh 18. p2 7s 19. p3 8s 20. p4 9s
@trick n=5
21. p1 Th 22. p2 Ts 23. p3 Js 24. p4 Qs
@score p1:10 p2:30 p3:30 p4:30
@end p1:10 p2:30 p3:30 p4:30
"""


@pytest.mark.parametrize(
    "name", ["twenty/illustrative", "twenty/sum-carried-to-the-end", "twenty/play-missing"]
)
def test_a_patch_makes_the_mended_record(name: str, tmp_path: Path) -> None:
    verdict = flawed(name)
    for repair in repairs(verdict, REPAIRS).found:
        file = tmp_path / "record.xxn"
        file.write_bytes(verdict.record.raw)
        assert applied(file, repair.patch(verdict, "record.xxn")) == edited(
            verdict.record.text, repair.edits
        )


def test_a_patch_holds_for_lines_of_any_kind(tmp_path: Path) -> None:
    """What else some would call an end of line, and a last line without one."""
    text = ILLUSTRATIVE.read_text("utf-8").rstrip("\n").replace("QJJ43", "QJJ43 {\x0b\u2028\x85}")
    verdict = verify(text.encode())
    [repair] = repairs(verdict, REPAIRS).found
    file = tmp_path / "record.xxn"
    file.write_bytes(text.encode())
    assert "five for jack" in repair.words(verdict)
    assert applied(file, repair.patch(verdict, "record.xxn")) == edited(text, repair.edits)


def applied(file: Path, patch: str) -> str:
    """A file's text after `patch`; where that is not there, after a patcher of a few lines."""
    if PATCH is None:
        return patched(file.read_bytes().decode("utf-8"), patch)
    subprocess.run([PATCH, "--quiet", str(file)], input=patch.encode("utf-8"), check=True)
    return file.read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\x00\xfe", b"[XXN", b"Dear Sir,\n",
     (FLAWED / "twenty/sound/illustrative-mended.xxn").read_bytes()],
)  # fmt: skip
def test_what_cannot_be_read_or_is_sound_has_none(data: bytes) -> None:
    assert repairs(verify(data)) == ([], True, False, 0)


def test_more_ties_than_are_listed_are_owned_up_to() -> None:
    found = repairs(flawed("twenty/one-card-twice"))
    assert len(found.found) == MOST_REPAIRS
    assert not found.complete


def test_the_verdict_everybody_waits_for_has_its_repairs() -> None:
    whole = verify_fully(ILLUSTRATIVE.read_bytes())
    body = whole.as_dict()
    assert json.loads(whole.json()) == body
    assert list(body["repairs"][0]) == [
        "cost", "edits", "changes", "words", "score", "winner", "changes_winner"
    ]  # fmt: skip


def test_edits_that_do_not_fit_are_refused() -> None:
    text = "1. p1 8=8"
    assert edited(text, [Edit(6, "8", "9", ""), Edit(8, "8", "9", "")]) == "1. p1 9=9"
    for edits in ([Edit(6, "7", "9", "")], [Edit(6, "8=8", "9", ""), Edit(8, "8", "9", "")]):
        with pytest.raises(ValueError, match="is not at"):
            edited(text, edits)


def test_what_a_card_kept_is_worth_is_put_right_with_the_size_of_the_next_hand() -> None:
    record = """[XXN "1.0"]
[Game "twenty-two"]
[P1 "Ann"]
[P2 "Bob"]

@deal n=1 dealer=p2 cards=7
@show p1 8 p2 Q
@keep p2 Q=12
@deal n=2 dealer=p2 cards=12
*
"""
    verdict = verify(record.encode())
    (repair, *_) = repairs(verdict, REPAIRS).found
    edits = repair.as_dict(verdict)["edits"]
    assert {(one["line"], one["old"], one["new"]) for one in edits} == {
        (8, "12", "10"), (9, "12", "10"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("twenty/lines-in-the-other-order", "15. p1 2c=11", "13. p1 3h=3"),
        ("zwanzig-ab/tricks-in-the-other-order", "@trick n=4", "@trick n=3"),
    ],
)
def test_lines_written_too_late_are_moved_to_their_place(
    name: str, first: str, second: str
) -> None:
    verdict = flawed(name)
    assert "too late" in verdict.findings[0].sentence
    text = verdict.record.text
    assert text.index(first) < text.index(second)
    [repair] = repairs(verdict, REPAIRS).found
    moved = edited(text, repair.edits)
    assert moved.index(second) < moved.index(first)
    assert mended(verdict, repair).first_divergence is None
