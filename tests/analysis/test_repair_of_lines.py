"""Repairs that take out, move or change whole plays and lines of the table, or rows of hands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.analysis.other_rules import readings
from archive.analysis.repairs.search import repairs
from archive.analysis.report import analyse
from archive.core.budgets import REPAIRS
from archive.generator import generate
from archive.notation import write
from archive.notation.edits import edited
from archive.scoring import Verdict, verify


def words_of(verdict: Verdict) -> list[str]:
    """Return each repair without the place it begins with."""
    found = repairs(verdict, REPAIRS).found
    return [one.words(verdict).partition(": ")[2] for one in found]


@pytest.mark.parametrize(
    ("rules", "seats", "card"),
    [
        ("twenty/farrugia@1", 2, "3d"),
        ("count-to-20/stovel@1", 3, "3d=3"),
        ("twenty-two/north-american@1", 3, "8h"),
        ("zwanzig-ab/pagat@1", 4, "9h"),
    ],
)
def test_a_play_too_many_is_taken_out(rules: str, seats: int, card: str) -> None:
    """No number shows it, for those behind it were numbered on."""
    text = write(generate(rules, seats, 1, {}))
    plays = list(re.finditer(r"\b(\d+)\. (p\d) \S+", text))
    last, following = plays[17], plays[18]
    more = f"{int(last[1]) + 1}. {following[2]} {card}"
    behind = re.sub(r"\b(\d+)(?=\. p\d)", lambda one: f"{int(one[1]) + 1}", text[last.end() :])
    verdict = verify(f"{text[: last.end()]} {more}{behind}".encode())
    assert words_of(verdict)[:1] == [f"without “{more}”"]


@pytest.mark.parametrize("deals", [True, False])
def test_a_hand_listed_before_it_was_dealt_is_moved_to_its_place(deals: bool) -> None:
    """That is behind the line of its deal, or where there is none, behind the play with which the
    hand before it is used up."""
    text = write(generate("twenty/farrugia@1", 2, 5, {}))
    if not deals:
        text = re.sub(r"@(?:deal|score) .*\n", "", text)
    hand = re.findall(r"p1: .*\n", text)[2]
    early = text.replace(hand, "").replace("15. p1", f"{hand}15. p1")
    verdict = verify(early.encode())
    assert verdict.findings[verdict.first_divergence or 0].code == "dealt-early"
    found = repairs(verdict, REPAIRS).found
    assert [edited(early, one.edits) for one in found] == [text]


def test_a_card_drawn_for_the_deal_may_be_another_with_which_the_dealer_deals() -> None:
    """Ana drew an ace, and the sheet has a two; only her card is in doubt."""
    text = write(generate("twenty-two/north-american@1", 3, 5, {}))
    assert "@cut p1 Ad p2 Jd p3 Kh" in text
    verdict = verify(text.replace("@cut p1 Ad", "@cut p1 2d").encode())
    aces = [
        f"ace of {suit} for two of diamonds" for suit in ("clubs", "diamonds", "hearts", "spades")
    ]
    assert words_of(verdict) == aces


def without_play(text: str, ply: int, *drop: str) -> str:
    """Return a text without one of its plays, without numbers, and without lines of some kinds."""
    text = re.sub(rf" ?\b{ply}\. p\d \S+", "", text)
    for kind in (r"\b\d+\. (?=p\d)", *drop):
        text = re.sub(kind, "", text)
    return re.sub(r"(?m)^ ", "", text)


HANDS = r"(?m)^p\d: .*\n"


@pytest.mark.parametrize("ply", [30, 31, 33])
@pytest.mark.parametrize(
    ("rules", "seats"), [("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4)]
)
def test_a_play_left_out_of_a_record_without_numbers_is_written(
    rules: str, seats: int, ply: int
) -> None:
    """The hands tell which it was; it may have been the first of a trick."""
    text = write(generate(rules, seats, 0, {}))
    player, card = re.search(rf"\b{ply}\. p(\d) (\S+)", text).groups()  # type: ignore[union-attr]
    verdict = verify(without_play(text, ply).encode())
    name = verdict.record.players[int(player) - 1]
    suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[card[1]]
    first = words_of(verdict)[0]
    assert first.startswith(f"with play {ply}, {name}: ")
    assert first.endswith(f" of {suit}")


@pytest.mark.parametrize(
    ("rules", "seats", "ply", "missing"),
    [
        ("zwanzig-ab/pagat@1", 4, 33, "?"),
        ("twenty-two/north-american@1", 3, 8, "??"),
        ("twenty/farrugia@1", 2, 8, "?"),
    ],
)
def test_a_play_left_out_may_be_any_where_no_hand_was_listed(
    rules: str, seats: int, ply: int, missing: str
) -> None:
    text = write(generate(rules, seats, 0, {}))
    less = without_play(text, ply, HANDS)
    verdict = verify(less.encode())
    found = repairs(verdict, REPAIRS).found
    seat = re.search(rf"\b{ply}\. (p\d)", text)[1]  # type: ignore[index]
    name = verdict.record.players[int(seat[1]) - 1]
    assert f"with play {ply} by {name}, whatever it was" in words_of(verdict)
    assert f"{seat} {missing}" in {edit.new.strip() for one in found for edit in one.edits}


BROKEN_OFF = Path(__file__).parents[2] / "fixtures/zwanzig-ab/sound/broken-off.xxn"
"""Anna names trumps in deal 2, exchanges the nine of diamonds for the jack of clubs, and leads."""


def judged_without(meant: str, slip: str, *drop: str) -> Verdict:
    """Return the verdict on that game with something else in place of what was meant, and without
    what else a sheet may leave out."""
    text = BROKEN_OFF.read_text("utf-8")
    assert text.count(meant) == 1
    text = text.replace(meant, slip)
    for kind in drop:
        text = re.sub(kind, "", text)
    return verify(text.encode())


NUMBERS = r"\b\d+\. (?=p\d)"


@pytest.mark.parametrize("drop", [(), (NUMBERS,)])
def test_an_exchange_left_out_is_written(drop: tuple[str, ...]) -> None:
    """The jack was played and not held, one of two cards held and not played. An analysis does not
    stop at the first of them."""
    verdict = judged_without("8. p1 x9d>Jc ", "", *drop)
    found = analyse(verdict).repairs.found
    assert [one.words(verdict).partition(": ")[2] for one in found][:2] == [
        "with play 8: Anna exchanges 8d for Jc", "with play 8: Anna exchanges 9d for Jc",
    ]  # fmt: skip


def test_an_exchange_of_a_hand_that_was_not_listed_may_be_of_any_number_of_cards() -> None:
    """Not only none: the players exchange up to three."""
    verdict = judged_without("8. p1 x9d>Jc ", "", HANDS)
    assert words_of(verdict) == [
        "with play 8: Anna stands pat", "with play 8: Anna exchanges a card",
        "with play 8: Anna exchanges 2 cards", "with play 8: Anna exchanges 3 cards",
    ]  # fmt: skip


@pytest.mark.parametrize("drop", [(), (NUMBERS,), (NUMBERS, HANDS)])
def test_a_choice_left_out_is_written(drop: tuple[str, ...]) -> None:
    verdict = judged_without("13. p3 out ", "", *drop)
    assert words_of(verdict) == ["with play 13: Clara drops out"]


def test_who_may_not_drop_out_may_be_written_for_another() -> None:
    verdict = judged_without("13. p3 out", "13. p1 out")
    assert words_of(verdict) == ["Clara for Anna"]


def test_a_lead_left_out_has_as_many_cards_as_the_play_behind_it() -> None:
    text = write(generate("twenty-two/north-american@1", 3, 5, {}))
    lead = next(re.finditer(r"\n(\d+\. (p\d) (?:[2-9TJQKA][cdhs]){2}) \d+\. p\d", text))
    verdict = verify(re.sub(HANDS, "", text.replace(f"{lead[1]} ", "")).encode())
    found = repairs(verdict, REPAIRS).found
    assert [one.edits[0].new for one in found] == [re.sub(r"\S+$", "?? ", lead[1])]


def test_a_count_left_out_may_be_made_by_any_cards_where_no_hand_was_listed() -> None:
    """Ben makes the count of 6 with three cards; the tally does not tell which."""
    text = write(generate("count-to-20/stovel@1", 2, 7000005, {}))
    assert "76. p2 3c2sAh=6 " in text
    verdict = verify(re.sub(HANDS, "", text.replace("76. p2 3c2sAh=6 ", "")).encode())
    assert words_of(verdict) == ["with play 76 by Ben, whatever it was"]


def test_a_missing_play_is_not_explained_by_more_that_would_be_missing_by_other_rules() -> None:
    """By the rules of Twenty down a stretch would be missing wherever one card was exchanged."""
    verdict = verify(without_play(write(generate("zwanzig-ab/pagat@1", 4, 0, {})), 33).encode())
    assert verdict.findings[verdict.first_divergence or 0].code == "missing-play"
    other = [one for one in readings(verdict).found if "twenty-down" in one.rules]
    assert other
    assert all(one.divergence is not None for one in other)
    assert not any("the rules" in words for words in words_of(verdict))


# -- the rows of hands

EVERYWHERE = [
    ("twenty/farrugia@1", 2), ("count-to-20/stovel@1", 2), ("twenty-two/north-american@1", 3),
    ("twenty-two/rasmussen@1", 4), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
]  # fmt: skip
ROWS = re.compile(r"(?m)^p(?P<one>\d+)(?P<hand>: \S+\n)p(?P<other>\d+)(?P<below>: \S+\n)")


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
@pytest.mark.parametrize(("first", "second"), [("other", "one"), ("one", "one")])
def test_hands_in_the_rows_of_other_players_are_put_into_their_own(
    rules: str, seats: int, first: str, second: str
) -> None:
    """Two in each other's, or a second hand of a player in the row of one who has none."""
    style = {"hands": "all"} if seats == 2 else {}
    text = write(generate(rules, seats, 3, {}, **style))
    rows = list(ROWS.finditer(text))[1]
    wrong = f"p{rows[first]}{rows['hand']}p{rows[second]}{rows['below']}"
    misread = text[: rows.start()] + wrong + text[rows.end() :]
    verdict = verify(misread.encode())
    repair = repairs(verdict, REPAIRS).found[0]
    assert (" for " in repair.words(verdict)) == (first == second)
    assert repair.words(verdict).endswith(" exchanged") == (first != second)
    assert edited(misread, repair.edits) == text


@pytest.mark.parametrize(("seed", "number", "said"), [(1001, 141, "in"), (1004, 86, "out")])
def test_a_choice_that_the_play_behind_it_contradicts_is_turned(
    seed: int, number: int, said: str
) -> None:
    """Who dropped out plays on; who stayed in alone plays no card."""
    text = write(generate("zwanzig-ab/pagat@1", 4, seed, {}))
    other = {"in": "out", "out": "in"}[said]
    wrong = re.sub(rf"\b({number}\. p\d) {said}\b", rf"\1 {other}", text)
    assert wrong != text
    assert words_of(verify(wrong.encode())) == [f"“{said}” for “{other}”"]


@pytest.mark.parametrize(("rules", "seats"), [
    ("twenty/farrugia@1", 2), ("count-to-20/stovel@1", 2), ("twenty-two/north-american@1", 3),
    ("zwanzig-ab/pagat@1", 4),
])  # fmt: skip
def test_a_play_left_out_is_written_where_those_behind_it_were_numbered_on(
    rules: str, seats: int
) -> None:
    text = write(generate(rules, seats, 1, {}))
    behind = text.index("@trick n=2") if "@trick" in text else text.index("20. ")
    gone = re.compile(r"(\d+)\. p\d \S+ (?=\d+\. p)").search(text, behind)
    assert gone is not None
    rest = re.sub(r"\b(\d+)(?=\. p\d)", lambda one: f"{int(one[1]) - 1}", text[gone.end() :])
    verdict = verify((text[: gone.start()] + rest).encode())
    found = [edited(verdict.record.text, one.edits) for one in repairs(verdict, REPAIRS).found]
    assert [re.findall(r"p\d \S+", one) for one in found[:1]] == [re.findall(r"p\d \S+", text)]
