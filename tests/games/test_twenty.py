"""Twenty, clause by clause. Tests name the clause of its rulebook page that they hold to, or the
ruling (docs/rulings.md) that a clause carries out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.games import choose
from archive.games.twenty.rules import PLAYS, VALUES, bonus_of, reward
from archive.games.twenty.table import TwentyTable
from archive.notation import read
from archive.rules.pack import read_card, read_cards
from archive.scoring import verify
from archive.scoring.prepared import playable
from archive.scoring.replay import replay, run
from archive.scoring.scoresheet import scoresheet
from tests.games.played import play_twenty, sensible
from tests.test_hindsight import told

FLAWED = Path(__file__).parents[2] / "fixtures" / "twenty" / "flawed"

FIRST_HANDS = """\
@round n=1 first=p1
1. p1 5 2. p2 5 3. p1 K 4. p2 5 5. p1 5 6. p2 K 7. p1 4 8. p2 4 9. p1 T 10. p2 T
"""
SECOND_DEAL = "@deal n=2\np1: KQJT9\np2: 98765\n"
HEAD = '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ada"]\n[P2 "Ben"]\n'


def table_after(movetext: str, rules: str = "") -> TwentyTable:
    """The table after the last play of a record of these lines."""
    replayed = replay(read(f'{HEAD}[Rules "twenty/farrugia@1{rules}"]\n{movetext}'.encode()))
    table = replayed.at(replayed.last)
    assert isinstance(table, TwentyTable)
    return table


def worth(card: str) -> int:
    return VALUES[read_card(card) & 15]


def codes(movetext: str, rules: str = "") -> list[str]:
    tag = f'[Rules "twenty/farrugia@1{rules}"]\n'
    return [finding.code for finding in verify((HEAD + tag + movetext).encode()).findings]


def codes_of(text: str) -> list[str]:
    return [finding.code for finding in verify(text.encode()).findings]


@pytest.mark.parametrize(
    ("card", "value"),
    [("A", 1), ("2", 2), ("9h", 9), ("T", 10), ("J", 10), ("Qs", 10), ("K", 10), ("?", 0)],
)
def test_2_1_values(card: str, value: int) -> None:
    assert VALUES[read_card(card) & 15] == value


@pytest.mark.parametrize(
    ("up", "bonus"),
    [
        ("73", 4),
        ("37", 4),
        ("KJ", 10),
        ("TQ", 10),
        ("55", 10),
        ("A2", 1),
        ("AK", 9),
        ("7?", 0),
        ("7", 0),
    ],
)
def test_2_2_bonus(up: str, bonus: int) -> None:
    assert bonus_of(read_cards(up)) == bonus


def test_2_4_a_hand_is_refilled_on_its_owners_turn() -> None:
    own_turn = table_after(FIRST_HANDS + SECOND_DEAL + "11. p1 K")
    assert set(own_turn.listed) == {2}  # not dealt before it is that player's turn
    assert own_turn.stock == PLAYS - 15


def test_2_5_or_both_are_dealt_at_once() -> None:
    at_once = table_after(FIRST_HANDS + SECOND_DEAL + "11. p1 K", rules=";replenish=both")
    assert at_once.listed == {}
    assert at_once.stock == PLAYS - 20


@pytest.mark.parametrize(
    ("tally", "cards_on_pile", "points", "clause"),
    [
        (20, 2, 10, "4.1"),
        (20, 5, 10, "4.1"),  # a fifth card that makes 20 is an Exact Twenty only
        (20, 9, 10, "4.1"),
        (21, 3, 1, "4.2"),
        (29, 5, 9, "4.2"),  # and one that goes past it a Beyond Twenty only
        (19, 5, 15, "4.3"),
        (5, 5, 15, "4.3"),
        (19, 6, 30, "4.4"),
        (18, 7, 60, "4.4"),
        (18, 8, 120, "4.4"),
        (18, 9, 240, "4.4"),
        (18, 10, 480, "4.4"),
    ],
)
def test_4_scoring(tally: int, cards_on_pile: int, points: int, clause: str) -> None:
    assert reward(tally, cards_on_pile) == (points, clause)


def test_4_5_twenty_and_beyond_sweep_the_pile() -> None:
    table = table_after("1. p1 K 2. p2 K")
    assert (table.pile, len(table.swept), table.tally) == ([], 2, 20)
    table = table_after("1. p1 K 2. p2 9 3. p1 4")
    assert (table.pile, len(table.swept), table.tally) == ([], 3, 23)


def test_4_5_a_five_tally_stays() -> None:
    table = table_after("1. p1 A 2. p2 2 3. p1 3 4. p2 2 5. p1 A 6. p2 3")
    assert (len(table.pile), table.swept, table.tally) == (6, [], 12)
    assert table.ledger.totals() == {1: 15, 2: 30}


def test_ruling_twenty_3_the_tally_is_carried_from_hand_to_hand_never_from_round_to_round() -> None:
    record = read(play_twenty(3, sensible).encode())
    tallies = {step.ply: step.tally for step in replay(record).steps}
    values = {step.ply: worth(step.cards[0].text) for step in replay(record).steps}
    assert tallies[11] in (values[11], (tallies[10] or 0) + values[11])
    assert tallies[51] == values[51]


def test_ruling_twenty_6_the_bonus_goes_to_the_last_to_score_after_the_fiftieth_card() -> None:
    text = play_twenty(3, sensible)
    table = replay(read(text.encode())).at(PLAYS)
    assert isinstance(table, TwentyTable)
    bonus, scored = table.ledger.lines[-1], table.ledger.lines[-2]
    assert (bonus.clause, bonus.points, bonus.seat) == ("twenty/5.1", table.bonus, scored.seat)
    assert bonus.ply == PLAYS


def test_5_1_a_standing_in_front_of_the_bonus_is_without_it() -> None:
    whole = (FLAWED.parent / "sound" / "illustrative-mended.xxn").read_text(encoding="utf-8")
    with_it = whole.replace("@bonus p2 /6\n@score p1:60 p2:59", "@score p1:60 p2:59\n@bonus p2 /6")
    without = with_it.replace("@score p1:60 p2:59", "@score p1:60 p2:53")
    assert whole != with_it != without
    assert codes_of(without) == codes_of(with_it) == codes_of(whole) == []
    rows = scoresheet(playable(read(without.encode())))
    last = [row.claimed for row in rows if (row.round, row.deal) == (1, 5)]
    assert last == [{1: 60, 2: 53}, None]
    assert codes_of(without.replace("p2:53", "p2:52")) == ["wrong-score"]
    assert codes_of(without.replace("@bonus p2 /6", "@bonus p1 /6"))[0] == "wrong-bonus-to"
    assert codes_of(without.replace("@bonus p2 /6", "@bonus p2 /7"))[0] == "wrong-bonus"


def test_5_2_fifty_plays_tell_which_cards_were_turned_up() -> None:
    text = play_twenty(3, sensible)
    without = text.replace("@up", "; @up")
    told, known = (replay(read(one.encode())).at(PLAYS) for one in (without, text))
    assert told.ledger.totals() == known.ledger.totals()


def test_5_2_one_of_the_cards_turned_up_may_be_unknown() -> None:
    """The standing is as wrong as it was, and lacks the bonus."""
    text = (FLAWED.parent / "sound" / "illustrative-mended.xxn").read_text(encoding="utf-8")
    part = text.replace("@up 39 bonus=6", "@up 3?").replace(
        "@score p1:60 p2:59", "@score p1:60 p2:53"
    )
    assert codes_of(part) == ["told-later", "wrong-score"]


def test_5_2_where_plays_do_not_tell_the_cards_turned_up_totals_are_not_known() -> None:
    """Albert plays a king and a jack last, which count the same, in an order that is not told."""
    text = (FLAWED / "nothing-turned-up.xxn").read_bytes()
    table = replay(read(text)).at(2 * PLAYS)
    assert table.ledger.totals() == {1: None, 2: None}


def test_6_3_an_unknown_card_hides_the_tally_until_the_round_is_over() -> None:
    text = play_twenty(3, sensible, hands="none", suits=False)
    steps = replay(read(re.sub(r"(?<=\b7\. p1 )\w", "?", text).encode())).steps
    assert all(step.tally is not None for step in steps[:6])
    assert all(step.tally is None and step.points is None for step in steps[6:50])
    assert steps[50].tally is not None


def test_ruling_twenty_7_most_points_win_and_equal_points_draw() -> None:
    draw = verify(play_twenty(132, sensible).encode())
    assert draw.winner == "draw"
    assert set(draw.score.values()) == {draw.score[1]}


def test_2_1_suits_may_be_left_out_or_given_in_part() -> None:
    hand = "@deal n=1\np1: 9h9T??\n"
    assert codes(hand + "1. p1 9 2. p2 K 3. p1 9c") == []  # the first nine can have been the heart
    assert codes(hand + "1. p1 9c 2. p2 K 3. p1 9h") == []
    assert codes("@deal n=1\np1: 9h9hT32\n")[:1] == ["too-many-of-a-card"]


def test_every_fault_leaves_the_rest_playable() -> None:
    record = read((HEAD + "1. p1 5 2. p1 5 3. p2 K\n@trump p1 h\n4. p1 6").encode())
    table = choose(record).begin()
    faults = [fault.code for _, _, found in run(record, table) for fault in found]
    assert faults == ["wrong-turn", "foreign-line"]
    assert table.ply == 4


@pytest.mark.parametrize(
    ("fifth", "points"),
    [("T=20", 10), ("J=20", 10), ("9=19", 15), ("8=18", 15)],
)
def test_ruling_twenty_1_a_fifth_card_that_makes_twenty_is_no_five_tally(
    fifth: str, points: int
) -> None:
    four = "1. p1 A=1 2. p2 2=3 3. p1 3=6 4. p2 4=10 5. p1 "
    assert codes(f"{four}{fifth}/{points}") == []
    assert codes(f"{four}{fifth}/{25 if points == 10 else 10}") == ["wrong-points"]


def test_ruling_twenty_1_nor_is_one_that_goes_beyond() -> None:
    four = "1. p1 A=1 2. p2 2=3 3. p1 3=6 4. p2 9=15 5. p1 T=25"
    assert codes(f"{four}/5") == []
    assert codes(f"{four}/15") == codes(f"{four}/20") == ["wrong-points"]


def test_ruling_twenty_2_every_card_that_stays_below_twenty_doubles_up_to_the_tenth() -> None:
    below = "AAAA222233"
    plays = " ".join(f"{ply}. p{2 - ply % 2} {card}" for ply, card in enumerate(below, 1))
    table = table_after(plays)
    assert [line.points for line in table.ledger.lines] == [15, 30, 60, 120, 240, 480]
    assert (len(table.pile), table.swept, table.tally) == (10, [], 18)
    swept = table_after(f"{plays} 11. p1 3")  # the lowest card there still is
    assert (swept.pile, swept.tally, swept.ledger.lines[-1].points) == ([], 21, 1)


def test_ruling_twenty_3_what_lies_there_when_a_round_is_over_scores_nothing() -> None:
    table = replay(read(play_twenty(3, sensible).encode())).at(PLAYS)
    assert table.ledger.lines[-1].clause == "twenty/5.1"  # the bonus, and no line for the cards


@pytest.mark.parametrize("seed", range(3))
def test_ruling_twenty_4_when_hands_are_refilled_changes_no_score(seed: int) -> None:
    texts = [play_twenty(seed, options=f";replenish={way}") for way in ("own-turn", "both")]
    own_turn, both = (verify(text.encode()) for text in texts)
    assert own_turn.findings == both.findings == []
    assert own_turn.score == both.score


def test_ruling_twenty_4_a_hand_is_dealt_when_its_owner_has_none_left() -> None:
    hand = "@deal n=1\np1: KQJT9\n"
    assert codes(f"{hand}1. p1 K 2. p2 5\n@deal n=2\np1: 98765\n3. p1 9") == ["dealt-early"]


def test_ruling_twenty_5_turns_alternate_and_no_player_passes() -> None:
    assert codes("1. p1 5 2. p2 5 3. p1 K") == []
    assert codes("1. p1 5 2. p1 5") == ["wrong-turn"]
    assert "passed" in codes("1. p1 5 2. p2 pass")


def test_ruling_twenty_5_a_round_is_fifty_plays_and_one_player_has_scored() -> None:
    record = read(play_twenty(5, hands="none").encode())
    rounds = [step.round for step in replay(record).steps]
    assert (rounds.count(1), rounds.count(2)) == (50, 50)
    values = sorted(worth(rank) for rank in "A23456789TJQK" * 4)
    assert sum(values[:50]) == 320  # so much at the least, and no pile of it stays below 20


def test_ruling_twenty_6_a_long_tally_is_a_score_too() -> None:
    low = "1. p1 K 2. p2 K " + " ".join(
        f"{ply}. p{2 - ply % 2} {card}" for ply, card in enumerate("AAAA2", 3)
    )
    table = table_after(f"@up K2 bonus=8\n{low}")
    assert (table.ledger.lines[-1].seat, table.ledger.lines[-1].points) == (1, 15)
    assert [bonus_of(read_cards(up)) for up in ("73", "KJ", "A2", "55")] == [4, 10, 1, 10]


def test_1_1_no_result_is_right_before_the_game_is_over() -> None:
    """Right as a standing, and yet no result; wrong as a standing, and so a wrong result."""
    for points, answer in ((0, "underdetermined"), (10, "refuted")):
        line = f"1. p1 8=8\n@end p1:0 p2:{points}\n2. p2 A=9\n"
        assert verify((HEAD + line).encode()).answers.result == answer


def test_ruling_twenty_7_the_other_player_begins_the_second_round() -> None:
    sound = play_twenty(8)
    assert codes_of(sound) == []
    assert codes_of(sound.replace("@round n=2 first=p2", "@round n=2 first=p1")) == [
        "wrong-starter"
    ]


def test_ruling_twenty_8_open_hands_change_sides() -> None:
    sound = play_twenty(8, options=";hands=open")
    assert codes_of(sound) == []
    one, two = sound.split("@round")[1:]
    hands = [re.findall(r"^p(\d): (.*)$", part, re.MULTILINE) for part in (one, two)]
    assert sorted((3 - int(seat), hand) for seat, hand in hands[0]) == sorted(
        (int(seat), hand) for seat, hand in hands[1]
    )
    assert re.findall("@up.*", one) == re.findall("@up.*", two)
    fresh = play_twenty(8).replace("@1", "@1;hands=open")
    assert codes_of(fresh)[0] == "not-swapped"


@pytest.mark.parametrize("dealer", ["", " dealer=p1", " dealer=p2", " cards=5"])
def test_ruling_twenty_9_how_the_cards_were_dealt_is_recorded_and_not_judged(dealer: str) -> None:
    assert codes(f"@deal n=1{dealer}\np2: KQJT9\np1: 98765\n1. p1 9 2. p2 K") == []


def test_6_3_a_card_not_named_behind_a_jump_is_not_the_last_one_of_the_hand_before_it() -> None:
    text = HEAD + "@round n=1 first=p1\n@deal n=1\np1: KdQhTd5hAs\n"
    text += "1. p1 As 2. p2 8 3. p1 Td 4. p2 T 5. p1 5h 6. p2 9 7. p1 Kd "
    last, behind = (read(f"{text}{more}\n".encode()) for more in ("8. p2 7 9. p1 ?", "39. p1 ?"))
    assert [one.card.text for one in told(last)] == ["Qh"]
    assert told(behind) == []


def test_6_3_what_does_not_hang_on_missing_plays_stays_wrong() -> None:
    torn = "@round n=1 first=p1\n1. p1 5=5 2. p2 5=10\n@score p1:4 p2:0\n21. p1 2 22. p2 K\n"
    assert codes(torn) == ["missing-play"]
    assert codes(torn.replace("5=10", "5=11")) == ["wrong-tally", "missing-play"]
    assert codes(torn.replace("22. p2", "22. p1")) == ["missing-play", "wrong-turn"]


def test_points_of_a_player_who_is_none_are_told_in_the_words_of_the_game() -> None:
    """A play by no player of the game has no clause that says of which game it is."""
    record = b'[XXN "1.0"]\n[Game "twenty"]\n\n1. p3 8=8/5\n2. p9 A\n'
    sentences = [finding.sentence for finding in verify(record).findings]
    assert "Play 1 scores nothing for p3, not 5 points." in sentences


@pytest.mark.parametrize(("deal", "written", "line"), [(1, "2", 26), (3, "3\n@deal n=3", 37)])
def test_2_4_a_deal_has_one_number_and_another_than_the_last(
    deal: int, written: str, line: int
) -> None:
    """A second line of a deal, and a first deal with the number of the second, were not told."""
    text = (FLAWED.parent / "sound" / "illustrative-mended.xxn").read_text("utf-8")
    wrong = text.replace(f"@deal n={deal}\n", f"@deal n={written}\n", 1)
    found = [(one.code, one.line) for one in verify(wrong.encode()).findings]
    assert found == [("misnumbered-line", line)]
