"""Replays: any ply can be reached, and score sheets say what each hand gave."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from archive.games.twenty.table import TwentyTable
from archive.notation import read
from archive.scoring.prepared import playable
from archive.scoring.replay import replay
from archive.scoring.scoresheet import counted_on_at, scoresheet
from tests.counted import called

FIXTURES = Path(__file__).parents[1] / "fixtures"
PRINTED = FIXTURES / "twenty/flawed/illustrative.xxn"
RECORD = read(PRINTED.read_bytes())
NUMBERS = r"\b\d+\. (?=p\d)|(?<=@deal) n=\d+|(?<=@trick) n=\d+"


def test_every_ply_is_the_same_reached_from_anywhere() -> None:
    replayed = replay(RECORD)
    assert replayed.last == 100
    for step in replayed.steps:
        table = replayed.at(step.ply)
        assert isinstance(table, TwentyTable)
        assert (table.ply, table.tally, table.earned) == (step.ply, step.tally, step.points)
        assert (table.round, table.deal) == (step.round, step.deal)


def test_no_ply_is_far_from_a_table_that_is_kept() -> None:
    """Between two plays stand the hands and standings of a whole deal: these count too."""
    replayed = replay(read((FIXTURES / "zwanzig-ab/sound/pagat-ninth-deal.xxn").read_bytes()))
    dearest = max(called(partial(replayed.at, step.ply)) for step in replayed.steps)
    assert 200 < dearest < 700  # 937 where only plays were counted


def test_before_the_first_play_the_first_hands_are_dealt() -> None:
    table = replay(RECORD).at(0)
    assert isinstance(table, TwentyTable)
    assert {seat: len(hand) for seat, hand in table.hands.items()} == {1: 5, 2: 5}
    assert (table.bonus, table.awaited, table.stock) == (6, 1, 40)


@pytest.mark.parametrize("ply", [-1, 101])
def test_a_ply_the_record_does_not_have(ply: int) -> None:
    with pytest.raises(IndexError):
        replay(RECORD).at(ply)


def test_a_step_says_what_was_played_scored_and_claimed() -> None:
    step = replay(RECORD).steps[32]
    assert (step.ply, step.seat, step.cards[0].text) == (33, 1, "3")
    assert (step.tally, step.points, step.clauses) == (15, 30, ("twenty/4.4",))
    assert (step.claimed_tally, step.claimed_points) == (15, 30)
    assert RECORD.lines[RECORD.place(step.offset).line - 1].startswith("33. p1 3=15/30")


def test_comments_stand_at_the_play_before_them() -> None:
    steps = replay(RECORD).steps
    assert "fifty-five points" in steps[33].comments[0]
    assert steps[32].comments == ()


def test_the_score_sheet_has_a_row_a_hand_and_a_row_a_bonus() -> None:
    rows = scoresheet(playable(RECORD))
    assert [row.label for row in rows] == [*(f"Hand {n}" for n in range(1, 6)), "Bonus"] * 2
    assert all(row.claimed in (None, row.total) for row in rows)
    assert [row.total for row in rows[-2:]] == [{1: 80, 2: 110}, {1: 82, 2: 110}]
    assert rows[5].points == {1: 0, 2: 6}
    for before, row in pairwise(rows):
        assert {seat: total - row.points[seat] for seat, total in row.total.items()} == before.total


def test_plays_left_out_written_twice_or_not_readable_keep_every_ply_in_its_place() -> None:
    text = (
        '[XXN "1.0"]\n[Game "twenty"]\n1. p1 8 2. p2 A 4. p2 9 5. p1 10 6. p2 5 6. p2 5 7. p1 4\n'
    )
    replayed = replay(read(text.encode()))
    steps = replayed.steps
    assert [step.ply for step in steps] == [1, 2, 3, 4, 5, 6, 7]
    assert [step.seat for step in steps] == [1, 2, 1, 2, 1, 2, 1]
    assert [step.cards[0].text for step in steps] == ["8", "A", "?", "9", "?", "5", "4"]
    assert [replayed.at(ply).ply for ply in range(8)] == [0, 1, 2, 2, 4, 5, 6, 7]


def test_what_nobody_can_read_is_shown_as_done_by_the_player_whose_turn_it_was() -> None:
    text = b'[Rules "twenty-two/north-american@1"]\n@deal dealer=p1 QdAs\n19. 21. p1 xQ'
    assert [step.seat for step in replay(read(text)).steps] == [2, 1]


def test_a_hand_scores_what_its_cards_cost_once_they_are_shown() -> None:
    """At the last play the hand that was not listed cost nobody knew what."""
    text = (FIXTURES / "count-to-20/sound/hands-missing.xxn").read_bytes()
    rows = scoresheet(playable(read(text)))
    assert [row.points for row in rows] == [{1: 0, 2: 70}, {1: 0, 2: 40}]


def test_a_standing_before_the_first_hand_has_a_row_of_its_own() -> None:
    """It stood nowhere, and the row was called hand 0."""
    text = (FIXTURES / "twenty-two/sound/whole-north-american.xxn").read_text("utf-8")
    head, behind = text[: text.index("@cut p1")], text[text.index("@score p1:10") :]
    rows = scoresheet(playable(read((head + behind).encode())))
    assert [row.label for row in rows] == ["Before", "Hand 2", "Hand 3", "Hand 4"]
    assert rows[0].claimed == {1: 10, 2: 0, 3: 0}


def test_a_sheet_that_begins_in_the_middle_is_counted_on_from_its_first_standing() -> None:
    """Its score sheet had nothing but question marks."""
    text = (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_text("utf-8")
    head, behind = text[: text.index("@round n=1")], text[text.index("@score p1:60") :]
    rows = scoresheet(playable(read((head + behind).encode())))
    assert [row.counted_on for row in rows[:2]] == [None, {1: 60, 2: 82}]
    assert all(row.counted_on == row.claimed for row in rows[1:] if row.claimed)
    assert all(row.counted_on for row in rows[1:])
    assert counted_on_at(rows, rows[1].first_ply) == {1: 60, 2: 59}
    assert counted_on_at(rows, rows[1].last_ply) == {1: 60, 2: 82}
    assert not counted_on_at(rows, rows[0].last_ply)


def test_the_first_standing_may_stand_behind_the_first_hand_of_a_round() -> None:
    """The totals behind it were said to be right, and each of them not to be checked."""
    text = (FIXTURES / "twenty/sound/whole-with-suits.xxn").read_text("utf-8")
    head, behind = text[: text.index("@round n=1")], text[text.index("@round n=2") :]
    first, *rows = scoresheet(playable(read((head + behind).encode())))
    assert first.claimed
    assert first.counted_on is None
    assert all(row.counted_on for row in rows)
    assert all(row.counted_on == row.claimed for row in rows if row.claimed)


def test_a_standing_behind_a_deal_that_is_not_written_is_not_held_against_it() -> None:
    """The deals around it were counted on from each other, and every standing struck through."""
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    head, behind = text[: text.index("@deal n=2")], text[text.index("@deal n=3") :]
    rows = scoresheet(playable(read((head + behind).encode())))
    assert [row.deal for row in rows[:2]] == [1, 3]
    assert rows[1].claimed
    assert rows[1].counted_on is None
    assert all(row.counted_on == row.claimed for row in rows[2:])


def test_a_deal_that_no_number_tells_of_leaves_the_standings_around_it() -> None:
    """Every standing behind it was struck through, and its next dealer called a wrong one."""
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    text = text[: text.index("@deal n=2")] + text[text.index("@deal n=3") :]
    text = re.sub(NUMBERS, "", text)
    rows = scoresheet(playable(read(text.encode())))
    assert rows[0].total == rows[0].claimed
    assert rows[1].counted == dict.fromkeys(range(1, 5))
    assert all(row.counted_on == row.claimed for row in rows[2:])


def test_a_deal_that_breaks_off_leaves_the_standing_before_it_as_it_was_counted() -> None:
    """Totals of the row before it were unknown again."""
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    begins, ends = text.index("@score"), text.index("@trick n=2", text.index("@deal n=4"))
    head = text[: text.index("@deal n=1")]
    *_, before, last = scoresheet(playable(read((head + text[begins:ends]).encode())))
    assert (before.deal, before.counted_on) == (3, before.claimed)
    assert (last.deal, last.counted_on) == (4, None)


def test_a_stretch_left_out_leaves_the_standing_before_it_as_it_was_checked() -> None:
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    torn = text.replace("@deal n=3", "@gap\n@deal n=3")
    rows = scoresheet(playable(read(torn.encode())))
    assert rows[1].deal == 2
    assert rows[1].total == rows[1].claimed


def test_hands_of_twenty_have_their_numbers_where_those_before_are_not_written() -> None:
    """The second hand of a round was called the first one."""
    text = (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_text("utf-8")
    head, behind = text[: text.index("@round n=1")], text[text.index("@score") :]
    rows = scoresheet(playable(read((head + behind).encode())))
    assert [row.label for row in rows[:4]] == ["Before", "Hand 2", "Hand 3", "Hand 4"]


@pytest.mark.parametrize(
    ("name", "begins", "labels"),
    [
        ("zwanzig-ab/sound/pagat-whole", "@trick n=4", ["Hand ?"] * 3),
        ("zwanzig-ab/sound/pagat-whole", "39. p3 Ad", ["Hand ?"]),
        ("zwanzig-ab/sound/pagat-whole", "@score", ["Before", *["Hand ?"] * 3]),
        ("twenty-two/sound/whole-north-american", "@show p2 Jh", ["Before", *["Hand ?"] * 2]),
        ("twenty-two/sound/whole-north-american", "@trick n=6", ["Before", *["Hand ?"] * 2]),
        ("twenty-two/sound/whole-north-american", "@trick n=2", [f"Hand {n}" for n in range(1, 5)]),
        ("count-to-20/sound/three-players", "@score", ["Before", *["Hand ?"] * 3]),
        ("twenty/sound/whole-with-suits", "@round n=2",
         [*(f"Hand {n}" for n in range(1, 6)), "Bonus"]),
    ],
)  # fmt: skip
def test_a_hand_has_no_number_where_none_is_known(
    name: str, begins: str, labels: list[str]
) -> None:
    """The first hand that is written was called the first of the game."""
    text = (FIXTURES / f"{name}.xxn").read_text("utf-8")
    tags = re.sub(r"^(?!\[).*\n", "", text, flags=re.MULTILINE)
    bare = re.sub(NUMBERS, "", text[text.index(begins) :])
    rows = scoresheet(playable(read((tags + bare).encode())))
    assert [row.label for row in rows] == labels


def test_hands_behind_a_whole_one_that_is_not_written_have_no_number() -> None:
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    text = text[: text.index("@deal n=2")] + text[text.index("@deal n=3") :]
    for numbers, labels in ((NUMBERS, ["Hand 1", "Hand ?", "Hand ?"]),
                            (r"\b\d+\. (?=p\d)", ["Hand 1", "Hand 3", "Hand 4"])):  # fmt: skip
        rows = scoresheet(playable(read(re.sub(numbers, "", text).encode())))
        assert [row.label for row in rows] == labels


def test_plays_before_the_first_that_is_written_belong_to_no_deal() -> None:
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    head, behind = text[: text.index("@deal n=1")], text[text.index("@deal n=3") :]
    replayed = replay(read((head + behind).encode()))
    first = replayed.steps[replayed.unwritten]
    assert (replayed.unwritten, first.ply, first.deal) == (first.ply - 1, replayed.unwritten + 1, 3)
    assert {step.deal for step in replayed.steps[: replayed.unwritten]} == {0}
    assert replay(RECORD).unwritten == 0


def test_a_hand_alone_has_its_points_though_no_total_is_known() -> None:
    text = (FIXTURES / "zwanzig-ab/sound/pagat-whole.xxn").read_text("utf-8")
    head, deal = text[: text.index("@deal n=1")], text[text.index("@deal n=2") :]
    alone = deal[: deal.index("@score")]
    told = scoresheet(playable(read(text.encode())))
    (row,) = scoresheet(playable(read((head + alone).encode())))
    assert row.points == next(one.points for one in told if one.deal == 2)
    assert set(row.total.values()) == {None}
