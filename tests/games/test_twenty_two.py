"""Twenty-Two, clause by clause, as its rulebook page numbers them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from archive.core.events import Deal, Keep, Show
from archive.core.record import Record
from archive.games import choose
from archive.games.twenty_two.ranking import beats, height, heights, worth
from archive.games.twenty_two.table import TwentyTwoTable
from archive.generator import generate
from archive.languages.language import language
from archive.notation import read, write
from archive.rules.hand import NO, PERHAPS, YES
from archive.rules.pack import read_card, read_cards, write_card
from archive.scoring import Answer, Verdict, verify
from archive.scoring.headline import headline, who_won
from archive.scoring.replay import replay
from archive.telling.findings import Question
from tests.games.twenty_two_slips import SLIPS

SOUND = Path(__file__).parents[2] / "fixtures" / "twenty-two" / "sound"

NA = "twenty-two/north-american@1"
RASMUSSEN = "twenty-two/rasmussen@1"
NAMES = ("Ana", "Björk", "Cem", "Dora", "Emil", "Freya", "Goran", "Hana")

THREE_HANDS = """\
@deal n=1 dealer=p3 cards=7
p1: KsKdQh7h7d5c4s
p2: AsQs8h7c7s6c2s
p3: AhJcTd8d6h3h2d
"""


def text_of(movetext: str, rules: str = NA, players: int = 3) -> str:
    names = "".join(f'[P{seat} "{name}"]\n' for seat, name in enumerate(NAMES[:players], 1))
    return f'[XXN "1.0"]\n[Game "twenty-two"]\n[Rules "{rules}"]\n{names}\n{movetext}\n*\n'


def judged(movetext: str, rules: str = NA, players: int = 3) -> Verdict:
    return verify(text_of(movetext, rules, players).encode())


def codes(movetext: str, rules: str = NA, players: int = 3) -> list[str]:
    return [finding.code for finding in judged(movetext, rules, players).findings]


def told(movetext: str, rules: str = NA, players: int = 3) -> list[str]:
    """The codes for hands of which only the end is told: that plays are missing is no news."""
    return [code for code in codes(movetext, rules, players) if code not in ("gap", "short-deal")]


def table_after(movetext: str, rules: str = NA, players: int = 3) -> TwentyTwoTable:
    replayed = replay(read(text_of(movetext, rules, players).encode()))
    table = replayed.at(replayed.last)
    assert isinstance(table, TwentyTwoTable)
    return table


def last_hand(*shown: str, before: str = "", rules: str = NA) -> str:
    """A whole hand in which two aces in one trick leave everybody one card, for any sizes: nobody
    writes down more than that there was a stretch, and the last cards."""
    return (
        before + "@gap\n@show " + " ".join(f"p{seat} {card}" for seat, card in enumerate(shown, 1))
    )


# -- sections 1 and 2


@pytest.mark.parametrize(
    ("card", "value"),
    [("A", 11), ("K", 10), ("Qs", 10), ("J", 10), ("T", 10), ("9h", 9), ("2", 2), ("?", 0)],
)
def test_1_4_values(card: str, value: int) -> None:
    assert worth(read_card(card)) == value


def test_ruling_twenty_two_1_the_highest_card_drawn_deals_and_equal_ones_draw_again() -> None:
    assert codes("@cut p1 7 p2 9 p3 Q\n@deal n=1 dealer=p3 cards=7") == []
    assert codes("@cut p1 7 p2 9 p3 Q\n@deal n=1 dealer=p2 cards=7") == ["wrong-dealer"]
    again = "@cut p1 Q p2 9 p3 Qs\n@cut p1 2 p2 A p3 3\n"
    assert codes(again + "@deal n=1 dealer=p2 cards=7") == []
    assert codes(again + "@deal n=1 dealer=p1 cards=7") == ["wrong-dealer"]


def test_ruling_twenty_two_1_a_dealer_may_be_named_without_a_draw() -> None:
    assert codes("@deal n=1 dealer=p2 cards=7\n@exchange\n1. p3 x-") == []


@pytest.mark.parametrize(("players", "deck"), [(2, "52"), (6, "52"), (7, "52x2"), (8, "52x2")])
def test_ruling_twenty_two_1_one_pack_for_six_then_one_for_four(players: int, deck: str) -> None:
    record = read(text_of("@deal n=1 cards=7", players=players).encode())
    assert choose(record).begin().deck == deck


def test_ruling_twenty_two_1_more_than_six_cannot_play_with_one_pack() -> None:
    assert codes("@deal n=1 cards=7", NA + ";packs=1", 7) == ["wrong-player-count"]
    assert codes("@deal n=1 cards=7", NA + ";packs=1", 6) == []


def test_ruling_twenty_two_2_seven_cards_and_then_the_value_of_the_losing_card() -> None:
    hand = THREE_HANDS.replace("cards=7", "cards={}")
    assert codes(hand.format(7)) == []
    assert "wrong-hand-size" in codes("@deal n=1 dealer=p3 cards=6")
    won = "@gap\n@show p1 4 p2 9 p3 8\n"
    assert told(won + "@deal n=2 dealer=p2 cards=9") == []
    assert told(won + "@deal n=2 dealer=p2 cards=8") == ["wrong-hand-size"]


def test_2_3_a_size_written_wrongly_accuses_nobody_of_a_card_too_many() -> None:
    """No hand is listed, and the plays are those of the size that the losing card gives."""
    start = "@gap\n@show p1 3 p2 2\n@deal n=2 dealer=p1 cards={}\n"
    hand = start + "p2 4 p1 5\np1 6 p2 7\n@show p1 9 p2 8"
    assert told(hand.format(3), players=2) == []
    assert told(hand.format(2), players=2) == ["wrong-hand-size"]
    assert told(hand.format(4), players=2) == ["wrong-hand-size"]


def test_ruling_twenty_two_2_a_short_pack_is_dealt_out_equally() -> None:
    lost = "@deal n=1\n@show p1 4 p2 K p3 8 p4 2 p5 3 p6 9\n@keep p2 K=10\n"
    assert "wrong-hand-size" not in told(lost + "@deal n=2 dealer=p2 cards=8", players=6)
    assert "wrong-hand-size" in told(lost + "@deal n=2 dealer=p2 cards=10", players=6)


def test_2_4_a_losing_card_that_nobody_knows_may_leave_the_pack_short() -> None:
    """Fifty cards are ten each for five; without the one card more that is out, nine each."""
    unknown = "@deal n=1\n@show p1 2 p2 ? p3 2 p4 3 p5 2\n"
    tied = "@deal n={}\n@show p1 A p2 4 p3 A p4 4 p5 5\n@keep p1 A=11 p3 A=11\n"
    for size, found in ((10, False), (9, True)):
        deal = f"@deal n={{}} cards={size}"
        known = tied.format(1) + deal.format(2)
        assert ("wrong-hand-size" in told(known, players=5)) is found
        open_ = unknown + tied.format(2) + deal.format(3)
        assert "wrong-hand-size" not in told(open_, players=5)


def test_2_7_who_is_out_gets_no_cards() -> None:
    table = table_after(ELIMINATED + "1. p3 x-")
    assert table.alive == [2, 3]
    assert "dealt-in" in told(ELIMINATED + "p1: AsKsQsJs9s8s7s6s5s4s3s")


def test_2_7_a_hand_not_listed_does_not_say_that_its_player_is_out() -> None:
    """The fourth player may be out; that two of the four hands are listed says nothing of it."""
    lost = "@deal n=1\n@show p1 2 p2 3 p3 2 p4 A\n@deal n=2\n@show p1 2 p2 3 p3 2 p4 ?\n"
    hands = "@deal n=3 dealer=p4 cards=5\np1: AhKh9h4h2h\np2: AsKs9s4s2s\n"
    assert told(lost + hands + "p1 9h p2 Ks p3 Kd p4 Ac\n@trick n=2\np4 3d p1 2h", players=4) == [
        "unknown-card"
    ]


# -- the exchange


def test_ruling_twenty_two_3_everybody_exchanges_once_from_the_dealers_left() -> None:
    deal = "@deal n=1 dealer=p1 cards=7\n"
    assert codes(deal + "1. p2 x2c3c>4c5c 2. p3 xAsKsQsJs9s8s7s>6s5s4s3sAhKhQh 3. p1 x-") == []
    assert codes(deal + "1. p3 x-")[:1] == ["wrong-turn"]
    assert judged(deal + "1. p3 x-").findings[0].clause == "twenty-two/3.1"
    assert codes(deal + "1. p2 x- 2. p3 x- 3. p1 x- 4. p2 x2c>3c") == ["not-now"]
    assert codes(deal + "1. p2 x- 2. p3 x- 3. p2 5c")[:1] == ["not-now"]


def test_ruling_twenty_two_3_no_more_cards_than_are_undealt() -> None:
    deal = "@deal n=1 dealer=p6 cards=7\n1. p1 xAsKsQsJs9s8s7s>??????? 2. p2 x2c3c4c>???\n"
    assert codes(deal, players=6) == []
    assert codes(deal + "3. p3 x9c>?", players=6) == ["exchanged-too-many"]


def test_ruling_twenty_two_3_discards_stay_away() -> None:
    deal = "@deal n=1 dealer=p1 cards=7\n1. p2 x2c>3c 2. p3 x5h>2c\n"
    assert codes(deal) == ["too-many-of-a-card"]


def test_7_1_an_exchange_begins_a_hand_of_which_the_deal_is_not_told() -> None:
    exchanged = "@exchange\n1. p1 x- 2. p2 x- 3. p3 x-\n"
    assert codes("@cut p1 7 p2 9 p3 Q\n" + exchanged) == []
    assert codes(exchanged + "4. p1 7h 5. p2 7c\n@exchange\n6. p3 8c") == ["not-now"]
    again = "@exchange\np3 x- p1 x- p2 x-\n@trick n=1 first=p3\np3 7h"
    assert told("@deal n=1\n@show p1 2 p2 9 p3 3\n@keep p2 9=9\n" + again) == []


def test_3_2_as_many_are_taken_as_are_put_away() -> None:
    assert codes("@deal n=1 dealer=p1 cards=7\n1. p2 x2c5c>3c") == ["uneven-exchange"]


def test_3_1_no_exchange_told_is_none_made_where_the_plays_fit() -> None:
    assert codes(THREE_HANDS + "1. p1 7h7d 2. p2 Qs7s 3. p3 3h2d") == []


TWO_SHORT = "@gap\n@show p1 2 p2 2\n@deal n=2 dealer=p2 cards=2\np1: Kh9h\np2: QhTh\n"


def test_3_1_a_card_that_was_not_dealt_shows_an_exchange_that_nobody_wrote_down() -> None:
    verdict = judged(THREE_HANDS + "1. p1 7h 2. p2 9h 3. p3 4h 4. p2 9s")
    assert [(f.code, f.seat, f.found) for f in verdict.findings] == [
        ("unwritten-exchange", 2, "9h"),
        ("unwritten-exchange", 3, "4h"),
        ("unproved", 3, "4h"),
    ]
    assert verdict.answers.legality is Answer.UNDERDETERMINED
    about = verdict.open[Question.LEGALITY].sentence
    assert f"what {NAMES[1]} exchanged before play 2" in about


def test_3_1_a_low_card_dealt_may_have_been_put_away_unless_it_is_shown() -> None:
    """The three of the second player is lower than the seven; who shows it later held it then."""
    start = THREE_HANDS + "1. p1 Ks 2. p2 7c 3. p3 2d\n"
    assert codes(start) == ["unproved"]
    assert codes(start + "4. p1 5c 5. p2 2s") == ["not-lowest"]


def test_3_1_a_last_card_is_told_by_the_hand_dealt_only_if_the_exchange_is_written() -> None:
    hand = "{}p1 9h p2 Th\n@keep p1 Ah=11"
    assert told(TWO_SHORT + hand.format(""), players=2) == ["unknown-card"]
    stood_pat = hand.format("@exchange\np1 x- p2 x-\n")
    assert "wrong-kept-card" in told(TWO_SHORT + stood_pat, players=2)


def test_3_2_where_the_pack_has_no_card_left_nobody_can_have_exchanged() -> None:
    """With two cards kept, ten for each of five are all there are: the hand dealt is played."""
    lost = "@deal n=1\n@show p1 3c p2 2d p3 2h p4 2s p5 2c\n@keep p1 3c=3\n"
    again = "@deal n=2\n@show p1 4c p2 {} p3 4h p4 4s p5 2c\n@keep p2 {}\n"
    third = "@deal n=3 dealer=p2\np3: {}\np3 Ac"
    ten, nine = "KcQcJcTc9c8c7c6c5c4c", "KcQcJcTc9c8c7c6c5c"
    none_left = lost + again.format("As", "As=11") + third.format(ten)
    assert "card-not-held" in told(none_left, players=5)
    five_left = lost + again.format("9s", "9s=9") + third.format(nine)
    assert "unwritten-exchange" in told(five_left, players=5)


def test_3_1_one_exchange_without_a_line_is_left_out_unless_numbers_say_otherwise() -> None:
    assert codes(THREE_HANDS + "@exchange\np1 x- p3 x2d>9h\np1 7h p2 9d p3 9h") == [
        "unwritten-exchange"
    ]
    assert codes(THREE_HANDS + "@exchange\np1 x- p2 x-\np1 7h p2 7c p3 9h") == [
        "unwritten-exchange"
    ]
    numbered = "@exchange\n1. p1 x- 2. p2 x-\n3. p1 7h 4. p2 7c 5. p3 9h"
    assert codes(THREE_HANDS + numbered)[:1] == ["not-now"]


def test_3_1_numbers_that_skip_in_the_exchange_of_somebody_who_may_be_out() -> None:
    """Whose exchange the third is, is not known until the fourth player has had one."""
    lost = "@deal n=1\n@show p1 2 p2 3 p3 2 p4 A\n@deal n=2\n@show p1 2 p2 3 p3 2 p4 ?\n"
    hand = "@deal n=3 dealer=p4 cards=5\n@exchange\n1. p1 x- 2. p2 x- 4. p4 x-\n5. p1 9h"
    errors = [f.code for f in judged(lost + hand, players=4).findings if f.severity == "error"]
    assert errors == ["missing-play"]


# -- the tricks


@pytest.mark.parametrize("cards_led", ["7h", "7h7d", "Ks", "KsKd"])
def test_ruling_twenty_two_4_the_lead_is_one_card_or_several_of_a_rank(cards_led: str) -> None:
    assert codes(THREE_HANDS + f"1. p1 {cards_led}") == []
    assert codes(THREE_HANDS + "1. p1 7h5c") == ["mixed-lead"]


def test_ruling_twenty_two_4_the_leader_keeps_one_back_even_of_equal_cards() -> None:
    won = "@gap\n@show p1 2 p2 3 p3 2\n@deal n=2 dealer=p2 cards=3\n"
    assert told(won + "p3: 9c9d9h\n1. p3 9c9d") == []
    assert told(won + "p3: 9c9d9h\n1. p3 9c9d9h") == ["kept-no-card"]


def test_ruling_twenty_two_4_the_next_survivor_leads_where_the_dealer_is_out() -> None:
    assert table_after(ELIMINATED + "1. p2 x-").exchanged == {2}
    assert told(ELIMINATED + "1. p2 x-") == []
    assert "wrong-turn" in told(ELIMINATED + "1. p3 x-")


def test_4_1_the_winner_of_a_trick_leads() -> None:
    first = THREE_HANDS + "1. p1 7h 2. p2 Qs 3. p3 2d\n"
    assert codes(first + "4. p2 As") == []
    assert codes(first + "4. p3 Ah") == ["wrong-leader"]
    assert codes(first + "@trick n=2 first=p1\n4. p2 As") == ["wrong-trick-winner"]


STOOD_PAT = THREE_HANDS + "@exchange\n1. p1 x- 2. p2 x- 3. p3 x-\n"


def test_4_2_one_card_of_a_lead_tells_the_rank_of_all() -> None:
    assert codes(STOOD_PAT + "4. p1 7h? 5. p2 Qs7s 6. p3 3h2d") == ["unknown-card"]
    assert "not-lowest" in codes(STOOD_PAT + "4. p1 7h? 5. p2 7c6c")
    assert "not-lowest" not in codes(STOOD_PAT + "4. p1 ?? 5. p2 7c6c")


def test_4_5_a_card_not_named_is_one_that_its_player_still_held() -> None:
    start = "@gap\n@show p1 3 p2 2\n@deal n=2 dealer=p1 cards=3\np2: QhTh2h\np1: Kh9h3h\n"
    hand = start + "@exchange\np2 x- p1 x-\n@trick n=1\np2 {} p1 3h\n@trick n=2\n{}"
    assert table_after(hand.format("2h", "p1 9h p2 ?"), players=2).won == [1, 2]
    assert table_after(hand.format("Th", "p2 ? p1 9h"), players=2).won == [2, 0]  # queen, or two


def test_4_4_as_many_cards_as_were_led() -> None:
    assert codes(THREE_HANDS + "1. p1 7h7d 2. p2 Qs") == ["wrong-number-of-cards"]


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        ("Q7", "77", YES), ("J8", "77", YES), ("Q6", "77", NO), ("J76", "555", YES),
        ("K77", "J76", YES), ("K66", "J76", NO), ("7", "7", YES), ("A", "K", YES),
        ("K", "Q", YES), ("J", "Q", NO), ("?", "2", YES), ("?", "9", PERHAPS),
        ("Q?", "KK", NO),
    ],
)  # fmt: skip
def test_ruling_twenty_two_5_equal_or_beat_card_by_card(one: str, other: str, answer: int) -> None:
    assert beats(heights(read_cards(one)), heights(read_cards(other))) == answer


HIGH = """\
@gap
@show p1 7 p2 2 p3 3
@deal n=2 dealer=p1 cards=7
p2: 5c5d5hJsTs9s2h
p3: Jc7c6cAc4c4d3h
p1: KhKd6h3s3d2s2c
@exchange
1. p2 x- 2. p3 x- 3. p1 x-
4. p2 5c5d5h 5. p3 {} 6. p1 {}
"""


def test_ruling_twenty_two_5_else_exactly_the_lowest_cards() -> None:
    """The example of the source: on 10-9-7 the hand K K 6 3 3 2 2 must play 3-2-2."""
    assert told(HIGH.format("Jc7c6c", "3s2s2c")) == []
    assert told(HIGH.format("Jc7c6c", "3d2s2c")) == []  # ties are free
    assert told(HIGH.format("Jc7c6c", "3s3d2c")) == ["not-lowest"]
    assert told(HIGH.format("Jc7c6c", "Kh2s2c")) == ["not-lowest"]  # no mixture


def test_ruling_twenty_two_5_ducking_is_always_allowed() -> None:
    assert told(HIGH.format("3h4c4d", "3s2s2c")) == []
    assert codes(THREE_HANDS + "1. p1 7h 2. p2 2s 3. p3 2d") == []


def test_ruling_twenty_two_5_lowest_cards_that_beat_do_beat() -> None:
    low = "@gap\n@show p1 3 p2 2 p3 2\n@deal n=2 dealer=p1 cards=3\np3: 9c8d7h\n"
    table = table_after(low + "1. p2 5c 2. p3 7h 3. p1 2d")
    assert table.won == [3]


def test_ruling_twenty_two_5_the_last_that_equalled_or_beat_wins() -> None:
    assert table_after(THREE_HANDS + "1. p1 7h 2. p2 7c 3. p3 2d").won == [2]
    assert table_after(THREE_HANDS + "1. p1 7h 2. p2 Qs 3. p3 2d").won == [2]
    assert table_after(THREE_HANDS + "1. p1 KsKd 2. p2 6c2s 3. p3 3h2d").won == [1]


def test_9_4_a_low_card_shown_later_proves_the_fault() -> None:
    played = "@deal n=1 dealer=p3 cards=7\n1. p1 Ks 2. p2 8h 3. p3 2d\n4. p1 4s 5. p2 {} 6. p3 9c"
    found = judged(played.format("2s")).findings
    assert [(finding.code, finding.ply) for finding in found] == [("not-lowest", 2)]
    assert found[0].places[0].ply == 5
    assert "unproved" in codes(played.format("9s"))  # cards nobody has seen


def test_8_1_what_an_unknown_card_may_not_do_is_meet_the_lead_and_not_the_highest_play() -> None:
    played = "@deal n=1 dealer=p3 cards=7\n1. p1 8h 2. p2 Ks 3. p3 ?"
    for rules, least in ((NA, "Ks"), (RASMUSSEN, "8h")):
        (doubt,) = [one for one in judged(played, rules).findings if one.code == "unproved"]
        assert doubt.expected == f"at least {least}, or the lowest cards held"


def test_8_1_a_hand_without_any_card_to_meet_the_lead_lacks_it_though_one_is_unsure() -> None:
    played = THREE_HANDS + "p1 x- p2 x- p3 x-\np1 7 p2 8h p3 Td\np3 {} p1 4s p2 As"
    assert codes(played.format("Ah"), RASMUSSEN) == []
    assert codes(played.format("6h"), RASMUSSEN) == ["led-not-met"]


# -- the last card and the score


def test_ruling_twenty_two_6_the_last_cards_are_no_trick() -> None:
    short = "@gap\n@show p1 2 p2 2 p3 2\n@deal n=2 dealer=p1 cards=2\n"
    trick = "1. p2 5c 2. p3 7h 3. p1 2d\n"
    assert told(short + trick + "@show p1 4 p2 5 p3 6") == []
    assert told(short + trick + "4. p3 6s 5. p1 4s 6. p2 5s") == ["kept-no-card"]
    three = short.replace("2 p", "3 p").replace("p3 2", "p3 3").replace("cards=2", "cards=3")
    short_deal = three + trick + "@show p1 4 p2 5 p3 6\n@deal n=3 dealer=p3\n4. p1 x-"
    assert "short-deal" in codes(short_deal)
    assert "short-deal" not in codes(short_deal.replace("4. ", ""))  # a page may be missing
    assert "short-deal" not in codes(short + "@show p1 4 p2 5 p3 6")  # all of it is left out


@pytest.mark.parametrize(
    ("shown", "losers"),
    [("9 T 3", (2,)), ("K Q J", (1,)), ("T J Q", (3,)), ("A A K", (1, 2)), ("K Ks Kh", (1, 2, 3))],
)
def test_ruling_twenty_two_6_the_highest_rank_loses_and_all_who_tie(
    shown: str, losers: tuple[int, ...]
) -> None:
    table = choose(record := read(text_of(last_hand(*shown.split())).encode())).begin()
    assert isinstance(table, TwentyTwoTable)
    for at, event in enumerate(record.events):
        table.at = at
        if type(event) in table.handlers:
            table.handlers[type(event)](table, event)
    assert table.losers == losers
    assert table.position.drawing == list(losers)
    assert {kept.seat for kept in table.kept} == set(losers)


def test_ruling_twenty_two_6_who_ties_draws_for_the_deal() -> None:
    tied = "@gap\n@show p1 A p2 A p3 K\n"
    assert told(tied + "@cut p1 4 p2 9\n@deal n=2 dealer=p2") == []
    assert told(tied + "@cut p1 4 p2 9\n@deal n=2 dealer=p1") == ["wrong-dealer"]
    assert told(tied + "@cut p1 9 p2 9\n@cut p1 3 p2 2\n@deal n=2 dealer=p1") == []
    assert told(tied + "@deal n=2 dealer=p2") == []
    assert told(tied + "@deal n=2 dealer=p3") == ["wrong-dealer"]
    assert told(tied + "@cut p3 4 p2 9\n@deal n=2 dealer=p2") == ["not-now"]


KEPT = "@gap\n@show p1 Ah p2 4 p3 2\n@keep p1 Ah=11\n@deal n=2 dealer=p1 cards=11\n"
ELIMINATED = (
    "@deal n=1 dealer=p1 cards=7\n@show p1 Ah p2 4 p3 2\n@keep p1 Ah=11\n"
    "@deal n=2 dealer=p1 cards=11\n@show p1 As p2 4 p3 2\n@keep p1 As=11\n"
    "@out p1\n@deal n=3 dealer=p1 cards=11\n"
)


def test_ruling_twenty_two_7_losing_cards_stay_out_of_the_pack() -> None:
    assert told(KEPT + "p2: AhKsQs9s8s7s6s5s4s3s2s") == ["too-many-of-a-card"]
    assert told(KEPT + "p2: AcKsQs9s8s7s6s5s4s3s2s") == []
    found = judged(KEPT + "p2: AhKsQs9s8s7s6s5s4s3s2s").findings[-1]
    assert found.clause == "twenty-two/5.4"
    assert "with what lies kept in front of" in found.sentence


@pytest.mark.parametrize(
    ("option", "found"), [("", ["too-many-of-a-card"]), (";eliminated-cards=return", [])]
)
def test_ruling_twenty_two_7_those_of_the_eliminated_may_come_back(
    option: str, found: list[str]
) -> None:
    assert told(ELIMINATED + "p2: AhKsQs9s8s7s6s5s4s3s2s", NA + option) == found


def test_5_5_of_who_may_be_out_nobody_knows_whether_the_cards_come_back() -> None:
    """Ana may have lost the second hand too, and be out; then her ace is in the pack again."""
    lost = "@deal n=1\n@show p1 As p2 4 p3 5\n@keep p1 As=11\n"
    again = "@deal n=2\n@show p1 ? p2 4 p3 5\n@deal n=3\n@show p2 As p3 4"
    back = f"{NA};eliminated-cards=return"
    assert "too-many-of-a-card" not in told(lost + again, back)
    assert "too-many-of-a-card" in told(lost + again, NA)
    assert "too-many-of-a-card" in told(lost + again.replace("p1 ?", "p1 2"), back)


def test_ruling_twenty_two_8_22_is_out_and_deals_once_more() -> None:
    assert told(ELIMINATED) == []
    assert told(ELIMINATED.replace("dealer=p1 cards=11\n@show p1 As", "dealer=p1 cards=11\n"
                                    "@show p1 9s").replace("p1 As=11", "p1 9s=9")
                 .replace("n=3 dealer=p1 cards=11", "n=3 dealer=p1 cards=9")
                 ) == ["wrong-elimination"]  # fmt: skip
    assert table_after(ELIMINATED + "1. p2 x-").playing == [2, 3]


TWICE = "@deal n=1 dealer=p1\n@show p1 {} p2 {}\n@deal n=2\n@show p1 {} p2 {}\n"


@pytest.mark.parametrize(
    ("cards_shown", "option", "win"),
    [
        ("As Ah 4 5", "", None),
        ("As 5 Ah 4", "", "p2"),
        ("As Ah Ad Ac", "", "draw"),
        ("As Ah Ad Ac", ";all-out=lowest", "draw"),
    ],
)
def test_ruling_twenty_two_8_one_left_wins_and_all_out_together_share(
    cards_shown: str, option: str, win: str | None
) -> None:
    verdict = judged(TWICE.format(*cards_shown.split()), NA + option, 2)
    assert verdict.winner == win


def test_ruling_twenty_two_8_or_the_lowest_of_all_who_go_out_wins() -> None:
    three = (
        "@deal n=1 dealer=p1\n@show p1 As p2 4\n@deal n=2\n@show p1 4 p2 Ks\n"
        "@deal n=3\n@show p1 5c p2 5d\n@deal n=4\n@show p1 9c p2 9d\n"
    )
    assert judged(three, NA, 2).winner == "draw"
    assert judged(three, NA + ";all-out=lowest", 2).winner == "p2"


def test_all_who_go_out_together_share_the_win_and_nobody_calls_it_a_draw() -> None:
    verdict = verify((SOUND / "all-out-draw.xxn").read_bytes())
    body, players = verdict.as_dict(), verdict.record.players
    assert headline(body, players).startswith("Ana and Björk share the win: Ana 22, Björk 25. ")
    german = headline(body, players, language("de"))
    assert german.startswith("Ana und Björk gewinnen gemeinsam: Ana 22, Björk 25. ")
    assert who_won(body, players) == "Ana and Björk share the win."


def test_6_2_nothing_happens_after_the_end() -> None:
    over = TWICE.format("As", "5", "Ah", "4")
    assert told(over + "@deal n=3 dealer=p1 cards=11", players=2) == ["after-the-end"]


# -- Rasmussen


MEET = """\
@deal n=1 dealer=p3 cards=7
p1: KsKd7h6h6d5c4s
p2: QsTsTh7c6c3c2s
p3: AhQh8d7d7s4h3h
@exchange
1. p1 x- 2. p2 x- 3. p3 x-
"""


@pytest.mark.parametrize("card", ["Qh", "8d", "7d", "Ah"])
def test_ruling_twenty_two_9_the_lead_must_be_met_not_the_highest(card: str) -> None:
    assert codes(MEET + f"4. p1 7h 5. p2 Ts 6. p3 {card}", RASMUSSEN) == []
    assert codes(MEET + "4. p1 7h 5. p2 Ts 6. p3 3h", RASMUSSEN) == ["led-not-met"]


def test_ruling_twenty_two_9_who_cannot_meet_it_plays_the_lowest() -> None:
    assert codes(MEET + "4. p1 KsKd 5. p2 3c2s 6. p3 4h3h", RASMUSSEN) == []
    assert codes(MEET + "4. p1 KsKd 5. p2 Qs2s 6. p3 4h3h", RASMUSSEN) == ["not-lowest"]


def test_ruling_twenty_two_9_only_equal_cards_win_a_trick_of_several() -> None:
    table = table_after(MEET + "4. p1 6h6d 5. p2 QsTh 6. p3 7d7s", RASMUSSEN)
    assert table.won == [3]
    assert table_after(MEET + "4. p1 6h6d 5. p2 QsTh 6. p3 Ah7s", RASMUSSEN).won == [1]


def test_ruling_twenty_two_9_no_cards_are_kept_and_the_whole_pack_is_dealt() -> None:
    lost = "@gap\n@show p1 Ah p2 4 p3 2\n"
    again = "@deal n=2 dealer=p1 cards=11\np2: AhKsQs9s8s7s6s5s4s3s2s"
    assert told(lost + again, RASMUSSEN) == []
    assert told(lost + "@keep p1 Ah=11\n" + again, RASMUSSEN) == ["foreign-line"]
    assert "wrong-hand-size" in told(lost + "@deal n=2 dealer=p1 cards=10", RASMUSSEN)


# -- what a record leaves out


def test_7_1_the_cards_kept_tell_who_lost() -> None:
    verdict = judged("@deal n=1 dealer=p1\n1. p2 5c\n@keep p3 Ks=10\n@score p1:0 p2:0 p3:10")
    assert verdict.score == {1: 0, 2: 0, 3: 10}


def test_2_6_a_draw_of_those_who_kept_cards_tells_nothing_new() -> None:
    lost = "@deal n=1 dealer=p1\n1. p2 5c\n@keep p2 As=11 p3 Ah=11\n@score p1:0 p2:11 p3:11\n"
    assert judged(lost + "@cut p2 4 p3 9\n@deal n=2 dealer=p3").score == {1: 0, 2: 11, 3: 11}


def test_9_3_an_unknown_last_card_hides_only_who_may_have_lost() -> None:
    verdict = judged("@deal n=1 dealer=p1\n@show p1 2 p2 Q p3 ?")
    assert verdict.score == {1: 0, 2: None, 3: None}
    assert judged("@deal n=1 dealer=p1\n@show p1 2 p2 A p3 ?").score[1] == 0


def test_a_second_referees_games_are_upheld() -> None:
    for seed in range(6):
        for rules in (NA, RASMUSSEN):
            for options in (
                {},
                {"all-out": "lowest"},
                {"eliminated-cards": "return"},
                {"packs": "2"},
            ):
                record = generate(rules, 2 + seed % 4, seed, options)
                verdict = verify(write(record).encode())
                assert verdict.findings == []
                assert verdict.answers == (Answer.UPHELD,) * 3


def test_claims_of_a_whole_game_are_all_checked() -> None:
    record = generate(NA, 3, 8, {})
    checked = verify(write(record).encode()).as_dict()["checked"]
    deals = sum(isinstance(event, Deal) for event in record.events)
    kept = sum(len(event.kept) for event in record.events if isinstance(event, Keep))
    assert checked["hand-size"] == {"claimed": deals, "held": deals}
    assert checked["worth"] == {"claimed": kept, "held": kept}
    assert sum(isinstance(event, Show) for event in record.events) == deals


def test_ranks_of_every_card() -> None:
    order = sorted(map(read_card, "A23456789TJQK"), key=height)
    assert "".join(map(write_card, order)) == "23456789TJQKA"


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_found_and_everything_else_follows_from_it(name: str) -> None:
    slip = SLIPS[name]
    for seed in range(2):
        rng = Random(f"{name} {seed}")
        seats = 2 + seed % 3
        record = generate((NA, RASMUSSEN)[seed % 2], seats, rng.randrange(10**6), {})
        made = slip.make(record.events, rng, seats)
        if made is None:
            continue
        verdict = verify(write(Record(record.tags, made[0])).encode())
        alone = [f for f in verdict.findings if f.severity != "note" and f.follows is None]
        assert alone or slip.silent, (seed, name)
        assert [f.code for f in alone[:1]] == [] or alone[0].code in slip.first, seed
        assert {f.code for f in alone[1:]} <= slip.more | slip.first, seed
