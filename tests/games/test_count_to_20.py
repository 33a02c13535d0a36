"""Count to 20, clause by clause. Tests name the clause of its rulebook page that they hold to, or
the ruling (docs/rulings.md) that a clause carries out."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from archive.core.cards import WrittenHand, cards
from archive.core.events import ACTIONS, Play
from archive.core.record import Record
from archive.games import choose
from archive.games.count_to_20.counting import (
    OF_A_RANK,
    counts_of,
    counts_with,
    counts_within,
    numbers_in,
    set_for,
)
from archive.games.count_to_20.possible_costs import sums_left
from archive.games.count_to_20.table import CountTo20Table
from archive.generator import generate
from archive.notation import read, write
from archive.rules.gaps.foresight import Foresight
from archive.rules.hand import UNCOUNTED
from archive.rules.pack import read_cards, write_card
from archive.scoring import Answer, verify
from archive.scoring.examiner import Examination
from archive.scoring.replay import replay
from tests.games.count_to_20_slips import SLIPS
from tests.games.count_to_20_unwritten import with_less_written

FLAWED = Path(__file__).parents[2] / "fixtures" / "count-to-20" / "flawed"

RULES = "count-to-20/stovel@1"
HANDS = "p2: KhQdQs4c3d2hAc\np1: KcJdTh9s5h4dAd\n"
DEAL = "@deal n=1 dealer=p1 cards=7\n" + HANDS

OPTIONS = [
    {},
    {"empty-stock": "may-pass"},
    {"tie": "play-on"},
    {"target": "30"},
    {"target": "15", "empty-stock": "may-pass", "tie": "play-on"},
]
WRITTEN = {
    "all": {},
    "ranks": {"suits": False},
    "no hands": {"hands": "none"},
    "some hands": {"hands": "some"},
    "some ranks": {"hands": "some", "suits": False},
}


def record(movetext: str, players: int = 2, rules: str = "") -> bytes:
    names = "".join(f'[P{seat} "{name}"]\n' for seat, name in enumerate("ABCD"[:players], 1))
    return f'[XXN "1.0"]\n[Rules "{RULES}{rules}"]\n{names}{movetext}'.encode()


def codes(movetext: str, players: int = 2, rules: str = "") -> list[str]:
    """What is found in a record, and does not only follow from something else."""
    found = verify(record(movetext, players, rules)).findings
    return [finding.code for finding in found if finding.follows is None]


def table_after(movetext: str, players: int = 2, rules: str = "") -> CountTo20Table:
    replayed = replay(read(record(movetext, players, rules)))
    table = replayed.at(replayed.last)
    assert isinstance(table, CountTo20Table)
    return table


# -- 2 The deal, 3 A turn


def test_ruling_count_to_20_1_seven_cards_each_and_the_rest_is_the_stock() -> None:
    for players in (2, 3, 4):
        table = table_after("@deal n=1 dealer=p1\n1. p2 d?", players)
        assert [len(hand) for hand in table.hands.values()].count(7) == players - 1
        assert table.stock == (52 - 7 * players - 1,) * 2
    assert codes("@deal n=1 dealer=p1 cards=8\n") == ["wrong-hand-size"]


def test_ruling_count_to_20_1_the_player_left_of_the_dealer_begins() -> None:
    assert codes(DEAL + "1. p2 Ac=1") == []
    assert codes(DEAL + "1. p1 Ad=1") == ["wrong-turn"]
    assert codes("@deal n=1 dealer=p3\n1. p1 d? 2. p2 d? 3. p3 d?", 3) == []
    assert codes("@deal n=1 dealer=p3\n1. p2 d?", 3) == ["wrong-turn"]


def test_ruling_count_to_20_1_one_draws_or_makes_the_count_and_may_always_draw() -> None:
    assert codes(DEAL + "1. p2 d5c 2. p1 Ad=1 3. p2 2h=2") == []  # p2 had an ace, too
    assert codes(DEAL + "1. p2 pass") == ["passed"]


def test_3_1_a_count_stays_due_until_it_is_made() -> None:
    table = table_after(DEAL + "1. p2 Ac=1 2. p1 d6c 3. p2 d6d 4. p1 d7c")
    assert (table.count, numbers_in(table.due_counts)) == (1, [2])
    assert codes(DEAL + "1. p2 Ac=1 2. p1 Kc:3=3") == ["wrong-count"]


def test_3_4_the_cards_must_count_what_is_due_and_be_held() -> None:
    assert codes(DEAL + "1. p2 Ac=1 2. p1 4d=2") == ["count-not-made"]
    assert codes(DEAL + "1. p2 As=1") == ["card-not-held"]
    assert codes("@deal n=1 dealer=p1\n1. p2 As=1 2. p1 4d") == ["count-not-made"]  # no hands


# -- 4 What the cards count


@pytest.mark.parametrize(
    ("run", "counts"),
    [
        ("A", [1]),
        ("7", [7]),
        ("A29", [12]),
        ("T", [10]),
        ("J", [10]),
        ("Qs", [10]),
        ("QQ", [10, 20]),
        ("QJ", [20]),  # no pair
        ("TTJJ", [20]),  # two pairs; 30 and 40 are no counts
        ("QQQ", [20]),
        ("QQQQ", [20]),
        ("QQ4", [14]),
        ("QJ4", []),
        ("K", list(range(1, 21))),
        ("KK", list(range(2, 21))),
        ("KQ", list(range(11, 21))),  # a king pairs with nothing
        ("KQQ", list(range(11, 21))),
        ("KA2", list(range(4, 21))),
        ("?", list(range(1, 21))),
        ("9?", list(range(10, 21))),
        ("Q?", list(range(10, 21))),  # the other queen, or a king, or pips
        ("99?", [19, 20]),
        ("999", []),
    ],
)
def test_ruling_count_to_20_2_what_a_set_can_count(run: str, counts: list[int]) -> None:
    read = read_cards(run)
    assert numbers_in(counts_with(read, OF_A_RANK)) == counts
    assert counts_of(read) in (counts_with(read, OF_A_RANK), UNCOUNTED)


def test_ruling_count_to_20_2_the_sources_own_example() -> None:
    """With two queens, a jack and a four, 14 is made with both queens or one, or with the jack; not
    with a queen and the jack."""
    hand = "@deal n=1 dealer=p1\np2: QdQsJc4h9c8c7c\n@gap count=13\n"
    for run in ("QdQs4h", "Qd4h", "Jc4h"):
        assert codes(f"{hand}20. p2 {run}=14") == ["gap"]
    assert codes(f"{hand}20. p2 QdJc4h=14") == ["gap", "count-not-made"]


@pytest.mark.parametrize(
    ("run", "due", "right"),
    [
        ("Ad+2h+K:2", 5, True),
        ("Ad+2h+K:3", 5, False),
        ("QsQh:10+4c", 14, True),
        ("QsQh:20+4c", 14, False),
        ("QsQh+4c:4", 14, True),
        ("QsQh+4c:5", 14, False),
        ("K:3+K:6", 9, True),
        ("K:3+K:7", 9, False),
        ("K:3+K", 9, True),
        ("KsKh:9", 9, True),
        ("KsKh:8+A", 9, True),
        ("?:2+3h", 5, True),
        ("?:3+3h", 5, False),
    ],
)
def test_ruling_count_to_20_3_what_is_announced_is_checked(run: str, due: int, right: bool) -> None:
    told = codes(f"@deal n=1 dealer=p1\n@gap count={due - 1}\n9. p2 {run}={due}")
    assert told in (
        [["gap"], ["gap", "unproved"]] if right else
        [["gap", "wrong-king"], ["gap", "wrong-pair"], ["gap", "wrong-pair", "unproved"]]
    )  # fmt: skip


def test_ruling_count_to_20_3_nothing_needs_to_be_announced() -> None:
    assert codes(DEAL + "1. p2 KhAc=1") == ["count-not-made"]  # it counts 2 at least
    assert codes(DEAL + "1. p2 Kh=1 2. p1 Kc=2 3. p2 Ac2h=3") == []


# -- 6 The end of a hand


def test_ruling_count_to_20_4_a_hand_ends_when_somebody_has_no_cards() -> None:
    """With two cards dealt it is soon over; how many were dealt is a fault, and a fact."""
    two = "@deal n=1 dealer=p1 cards=2\np2: 2hAc\np1: KcQd\n1. p2 Ac=1 2. p1 d5c 3. p2 2h=2\n"
    table = table_after(two)
    assert not table.in_play
    assert table.ledger.totals() == {1: 35, 2: 0}
    assert codes(two + "4. p1 Kc=3") == ["wrong-hand-size", "after-the-end"]


def test_ruling_count_to_20_4_or_when_twenty_is_made_and_all_score_what_is_left() -> None:
    nineteen = DEAL + "@gap count=18\n30. p2 Kh=19 "
    assert codes(nineteen + "31. p1 Kc=20 32. p2 d5c")[:2] == ["gap", "after-the-end"]
    ended = nineteen + "31. p1 Kc=20\n@show p1 JdTh9s p2 QdQs4c\n@score "
    assert codes(ended + "p1:25 p2:25") == ["gap"]  # ten each, five each: a pair is not halved
    assert codes(ended + "p1:25 p2:15") == ["gap", "wrong-score"]


@pytest.mark.parametrize(
    ("left", "cost", "clauses"),
    [("A9", 10, "4"), ("TJQ", 30, "5"), ("QQ", 20, "5"), ("K", 20, "6"), ("KT2", 35, "456")],
)
def test_ruling_count_to_20_4_what_cards_left_cost(left: str, cost: int, clauses: str) -> None:
    table = table_after(f"@deal n=1 dealer=p1\n@gap count=19\n9. p2 K=20\n@show p1 {left} p2 3")
    assert table.ledger.total(1) == cost
    lines = [line.clause for line in table.ledger.lines if line.seat == 1]
    assert sorted(lines) == [f"count-to-20/6.{number}" for number in clauses]


# -- 5 When the stock is used up

DRAWN = "@deal n=1 dealer=p1\n" + " ".join(f"{ply}. p{1 + ply % 2} d?" for ply in range(1, 39))
P2 = DRAWN.replace("dealer=p1\n", "dealer=p1\np2: KhQdQs4c3d2hAc\n").replace("p2 d?", "p2 d7")
P2_POOR = P2.replace("KhQdQs4c3d2hAc", "QdQs4c3d2h5c7c")


def test_ruling_count_to_20_5_nobody_draws_from_an_empty_stock() -> None:
    assert table_after(DRAWN).stock == (0, 0)
    assert codes(DRAWN) == []
    assert codes(DRAWN + " 39. p2 d?") == ["empty-stock"]


def test_ruling_count_to_20_5_who_can_make_the_count_must() -> None:
    assert "could-make-count" in codes(P2 + " 39. p2 pass")
    assert "could-make-count" not in codes(P2_POOR + " 39. p2 pass")
    assert "could-make-count" not in codes(P2 + " 39. p2 pass", rules=";empty-stock=may-pass")


def test_ruling_count_to_20_5_a_pass_is_proved_wrong_by_cards_shown_later() -> None:
    passed = DRAWN + " 39. p2 pass 40. p1 A=1 41. p2 2=2"
    verdict = verify(record(passed))
    assert [finding.code for finding in verdict.findings] == ["unproved"]
    assert verdict.answers.legality is Answer.UNDERDETERMINED
    later = verify(record(passed + " 42. p1 3=3 43. p2 3A=4"))  # the ace was there all the time
    (finding,) = later.findings
    assert (finding.code, finding.ply, finding.places[0].ply) == ("could-make-count", 39, 43)
    assert ", as play 43 shows, and must" in finding.sentence


def test_ruling_count_to_20_5_a_pass_is_proved_wrong_by_the_cards_left() -> None:
    """The line that shows them is what proves it; without it nothing is said against the pass."""
    sheet = (FLAWED / "could-make-count-shown-later.xxn").read_text("utf-8")
    (finding,) = verify(sheet.encode()).findings
    (proof,) = finding.places
    assert (finding.code, finding.ply, proof.ply) == ("could-make-count", 49, None)
    assert sheet.splitlines()[proof.line - 1].startswith("@show")
    assert ", as the cards shown tell, and must" in finding.sentence
    unseen = sheet.replace(" p2 KsQhQcTh9d9h6s5d", "")
    assert "could-make-count" not in [one.code for one in verify(unseen.encode()).findings]


def test_ruling_count_to_20_5_all_passing_in_a_row_end_the_hand() -> None:
    assert table_after(DRAWN + " 39. p2 pass").in_play
    table = table_after(DRAWN + " 39. p2 pass 40. p1 pass")
    assert not table.in_play
    assert table.reason == "count-to-20/5.4"
    more = DRAWN + " 39. p2 pass 40. p1 A=1 41. p2 pass"
    assert table_after(more).in_play  # not in a row


# -- 7 The end of the game


def ended(left: str, rules: str = "", players: int = 2, more: str = "") -> CountTo20Table:
    """The table after a hand that leaves these cards."""
    hand = f"@deal n=1 dealer=p{players}\n@gap count=19\n9. p1 K=20\n@show {left}\n"
    return table_after(hand + more, players, rules)


def test_ruling_count_to_20_6_the_target_ends_the_game_and_the_fewest_points_win() -> None:
    assert not ended("p1 KKKK p2 2").over  # 80
    table = ended("p1 KKKKQQ p2 2")
    assert table.over
    assert table.winners == [2]
    assert not ended("p1 KKKKQQ p2 2 p3 3", players=3).over  # 100 of 200
    assert ended("p1 KKKKQQ p2 2 p3 3", ";target=100", players=3).over
    assert ended("p1 KQ p2 2", ";target=30").over
    assert not ended("p1 KQ p2 2", ";target=31").over


def test_ruling_count_to_20_6_equally_few_points_share_the_win_or_are_played_on() -> None:
    tied = ended("p1 KQ p2 2 p3 3", ";target=30", players=3)
    assert tied.over
    assert tied.winners == [2, 3]
    assert not ended("p1 KQ p2 2 p3 3", ";target=30;tie=play-on", players=3).over
    assert ended("p1 KQ p2 2 p3 34", ";target=30;tie=play-on", players=3).over
    end = "@deal n=1 dealer=p2\n@gap count=19\n9. p1 K=20\n@show p1 QK p2 KQ\n@score p1:30 p2:30\n"
    assert codes(end + "@end p1:30 p2:30 win=draw", rules=";target=30") == ["gap"]
    assert "wrong-winner" in codes(end + "@end p1:30 p2:30 win=p1", rules=";target=30")


def test_ruling_count_to_20_6_the_deal_passes_clockwise() -> None:
    hand = "@gap count=19\n9. p{} K=20\n@show p1 2 p2 3 p3 4\n"
    first = "@deal n=1 dealer=p1\n" + hand.format(2)
    assert codes(first + "@deal n=2 dealer=p2\n10. p3 d?", 3) == ["gap"]
    assert codes(first + "@deal n=2 dealer=p3\n10. p1 d?", 3) == ["gap", "wrong-dealer"]
    # where the line is wrong and the right player begins, it was only the line
    assert codes(first + "@deal n=2 dealer=p3\n10. p3 d?", 3) == ["gap", "wrong-dealer"]


# -- 8 The record


def test_8_3_a_card_not_named_is_known_where_it_can_be_only_one() -> None:
    hand = "@deal n=1 dealer=p1\np2: 9h9d8s7c6cAc5s\n1. p2 ?=1 2. p1 2=2 3. p2 d4 4. p1 3=3 "
    assert codes(hand + "5. p2 4=4") == []
    assert codes(hand + "5. p2 d2 6. p1 4=4 7. p2 A4=5") == ["card-not-held"]  # the ace is gone
    assert codes("@deal n=1 dealer=p1\np2: 9h9d8s7c6c5c4c\n1. p2 ?=1") == ["count-not-made"]
    assert codes("@deal n=1 dealer=p1\n1. p2 ?=1") == ["unproved"]  # an ace or a king, or not


def test_8_3_only_the_totals_that_hang_on_a_card_are_unknown() -> None:
    hand = "@deal n=1 dealer=p1\np1: KcJdTh9s5h4dAd\n@gap count=19\n9. p2 Ks=20\n"
    table = table_after(hand + "@show p1 9s5h\n@deal n=2 dealer=p2\n10. p1 d?")
    assert table.ledger.totals() == {1: 10, 2: 0}  # whoever has none left is not listed
    table = table_after(hand.replace("p2 Ks", "p1 Kc") + "@show p1 9s5h\n@deal n=2 dealer=p2")
    assert table.ledger.totals() == {1: 10, 2: None}  # p1 ended the hand
    shown_in_part = hand + "@show p1 9s5h p2 ??\n@deal n=2 dealer=p2\n10. p1 d?"
    assert table_after(shown_in_part).ledger.totals() == {1: 10, 2: None}


def test_8_4_after_a_gap_the_count_is_the_one_told() -> None:
    gap = DEAL + "1. p2 Ac=1\n@gap count=13\n"
    assert codes(gap + "40. p1 4dJd=14 41. p2 Kh=15") == ["gap"]
    assert codes(gap + "40. p1 4dJd=15") == ["gap", "wrong-count"]
    assert codes(gap + "40. p1 5hJd=15") == ["gap", "count-not-made"]
    untold = DEAL + "1. p2 Ac=1\n@gap\n40. p1 "
    assert table_after(untold + "4dJd").count == 14  # it can have made only that
    assert table_after(untold + "Kc").count is None
    assert codes(untold + "4dJd=15") == ["gap", "wrong-count"]


def test_8_3_suits_tell_which_card_is_left() -> None:
    """The nine of hearts that is played is none of the cards drawn; nor is the three played before
    another is drawn."""
    hand = "@deal n=1 dealer=p1\n1. p2 d9d 2. p1 Kc=1 3. p2 K=2 4. p1 3h=3 5. p2 4h=4 6. p1 d3c "
    text = hand + "7. p2 5h=5 8. p1 6h=6 9. p2 7h=7 10. p1 8h=8 11. p2 9h=9 12. p1 K=10 "
    hands = table_after(text + "13. p2 6d5d=11").position.hands
    assert (hands[2].known, hands[2].unknown) == (read_cards("9d"), 0)
    assert (hands[1].known, hands[1].unknown) == (read_cards("3c"), 2)


def test_8_4_a_standing_amid_a_hand_that_differs_tells_that_its_end_is_missing() -> None:
    torn = DEAL + "1. p2 Ac=1 2. p1 d6c\n@score p1:45 p2:20\n@end p1:45 p2:20 win=p2\n"
    assert codes(torn)[0] == "gap"
    assert "wrong-score" not in codes(torn)


def test_8_4_of_hands_that_are_missing_no_sum_is_impossible() -> None:
    hand = "@deal n=1 dealer=p1\n@gap count=18\n30. p2 Kh=19 31. p1 Kc=20\n"
    assert codes(hand + "90. p1 d4c 91. p2 JdQd=20\n@score p1:163 p2:81\n")[0] == "gap"
    assert "impossible-sum" not in codes(hand + "90. p1 d4c\n@score p1:163 p2:81\n")


def test_8_4_a_count_of_one_behind_the_end_of_a_hand_begins_the_next() -> None:
    hand = "@deal n=1 dealer=p1\n@gap count=19\n9. p2 K=20\n"
    found = codes(hand + "10. p1 Ah=1 11. p2 d4s 12. p1 2h=2")
    assert "after-the-end" not in found
    assert "after-the-end" in codes(hand + "10. p1 d5c")


def test_8_5_cards_shown_are_those_left() -> None:
    hand = "@deal n=1 dealer=p1 cards=2\np1: 2c3c\np2: AhKd\n1. p2 Ah=1 2. p1 2c=2 3. p2 Kd=3\n"
    faulty = ["wrong-hand-size"]
    assert codes(hand + "@show p1 3c") == faulty
    assert codes(hand + "@show p1 3d") == [*faulty, "card-not-held"]
    assert codes(hand + "@show p1 3c4c") == [*faulty, "wrong-number-of-cards"]
    assert codes(hand + "@show p1 3c p2 4c") == [*faulty, "wrong-number-of-cards"]


def test_8_6_after_a_set_that_does_not_make_the_count_play_goes_on() -> None:
    """From what was called, if the cards make it; else as if they had made what was due."""
    assert table_after(DEAL + "1. p2 2h=2").count == 2
    assert table_after(DEAL + "1. p2 2h=1").count == 1
    assert table_after(DEAL + "1. p2 2h").count == 1
    assert codes(DEAL + "1. p2 2h=2 2. p1 Kc:3=3 3. p2 4c=4") == ["count-not-made"]


@pytest.mark.parametrize(
    ("hand", "due", "found"), [("K93", 9, "9"), ("K92", 10, "K"), ("993", 5, "")]
)
def test_a_set_that_makes_the_count(hand: str, due: int, found: str) -> None:
    read = read_cards(hand)
    assert "".join(map(write_card, set_for(read, due))) == found
    assert bool(counts_within(read) >> due & 1) is bool(found)


# -- made-up games, and slips in them


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: ";".join(map("=".join, o.items())))
def test_a_game_by_the_referee_is_upheld(
    options: dict[str, str], players: int, written: str
) -> None:
    for seed in range(3 if written == "all" else 1):
        made = generate(RULES, players, seed, options, **WRITTEN[written])
        verdict = verify(write(made).encode())
        assert verdict.findings == [], seed
        assert set(verdict.answers) == {Answer.UPHELD}
        assert verdict.score == dict(made.result or ())


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_found_and_nothing_else(name: str) -> None:
    change, expected = SLIPS[name]
    for seed in range(2):
        players = 2 + seed % 3
        made = generate(RULES, players, seed, OPTIONS[seed % len(OPTIONS)])
        slip = change(made.events, Random(seed), players)
        if slip is None or not any(isinstance(event, Play) for event in made.events):
            continue
        verdict = verify(write(Record(made.tags, slip.events)).encode())
        found = [f for f in verdict.findings if f.severity == "error" and f.follows is None]
        first = [finding for finding in found if finding.code in expected.codes]
        others = [finding.code for finding in found if finding not in first[:1]]
        assert set(others) <= expected.more, seed
        assert first or (expected.silent and not found), seed
        if first and expected.now:
            ply = sum(type(event) in ACTIONS for event in slip.events[: slip.at + 1])
            assert first[0].ply in (ply, ply + 1), seed


def test_what_is_not_written_down_makes_no_record_faulty_and_no_total_wrong() -> None:
    for seed in range(60):
        players = 2 + seed % 3
        made = generate(RULES, players, seed, OPTIONS[seed % len(OPTIONS)])
        sketchy = read(write(with_less_written(made, Random(seed))).encode())
        found = Examination(sketchy, Foresight(sketchy, choose(sketchy).begin).open, players).walk()
        assert [f.code for f in found.findings if f.severity == "error"] == [], seed
        told = {s: t for s, t in found.table.ledger.totals().items() if t is not None}
        assert told.items() <= dict(made.events[-1].totals).items(), seed  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("listed", "sums"),
    [("???", {15, 20, 25, 30, 35, 40, 45, 50, 60}), ("K??", {30, 35, 40, 45, 50, 60}),
     ("QJ4", {25}), ("", {0})],
)  # fmt: skip
def test_so_many_cards_can_cost_only_so_much(listed: str, sums: set[int]) -> None:
    """8.8: 35 points in three cards are one low card, one ten and a king; 55 are none at all."""
    assert sums_left(WrittenHand(cards(listed))) == sums


@pytest.mark.parametrize("name", ["impossible-sum-of-kings", "kings-all-played"])
def test_8_8_none_of_the_lines_that_contradict_a_sum_can_be_left_out(name: str) -> None:
    """The cards of each but the sum made unknown, the sum is possible."""
    text = (FLAWED / f"{name}.xxn").read_text(encoding="utf-8")
    found = [f for f in verify(text.encode()).findings if f.code == "impossible-sum"]
    *shown, the_sum = found[0].places
    assert text.splitlines()[the_sum.line - 1].startswith("@score")
    for line in {spot.line for spot in shown}:
        plays = "|".join(str(spot.ply) for spot in shown if spot.line == line)
        unseen = text
        for cards_seen in re.findall(rf"\b(?:{plays})\. p\d d?([^\s=:]+)", text):
            for card in re.findall("..", cards_seen):  # where it was drawn and where played
                unseen = unseen.replace(card, "?")
        assert unseen != text
        assert "impossible-sum" not in [f.code for f in verify(unseen.encode()).findings]


def test_8_8_a_sum_that_no_cards_give_is_refuted_and_the_cards_are_not_impossible() -> None:
    text = (FLAWED / "impossible-sum.xxn").read_text(encoding="utf-8")
    verdict = verify(text.encode())
    assert (verdict.answers.legality, verdict.answers.arithmetic) == (Answer.UPHELD, Answer.REFUTED)
    without = verify(text.replace(" p2:63", "").encode())
    assert [f.code for f in without.findings if f.severity == "error"] == []
    assert without.answers.legality is Answer.UPHELD
