"""Zwanzig ab and Twenty down, clause by clause. Tests name the clause of its rulebook page, or the
ruling, that they hold to."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.cards import CARDS, WrittenHand, cards
from archive.core.events import Stop
from archive.games import choose
from archive.games.zwanzig_ab.rules import ZwanzigAb
from archive.games.zwanzig_ab.table import ZwanzigAbTable
from archive.games.zwanzig_ab.trick_takers import MAY_BE, ONE, PACK, may_take, takers
from archive.generator import generate
from archive.notation import read, write
from archive.rules.advance import advance
from archive.rules.hand import NO, PERHAPS, YES
from archive.rules.listed_or_played import certainly_left
from archive.rules.pack import HEARTS, SPADES, read_card, read_cards
from archive.scoring import Answer, Verdict, verify
from tests.laws import tried

ROOT = Path(__file__).parents[2]
HEAD = '[XXN "1.0"]\n[Game "zwanzig-ab"]\n' + "".join(
    f'[P{seat} "{name}"]\n' for seat, name in enumerate(("Anna", "Bernd", "Clara", "Dirk"), 1)
)
PAGAT = "zwanzig-ab/pagat@1"
DOWN = "zwanzig-ab/twenty-down@1"

# Seat 1 deals, seat 2 makes trumps. Everybody holds the four highest cards of one suit, and seat
# by seat a seven, an eight, a nine and a ten of the suit of the one to the right.
HANDS = """\
p2: AhKh+QhJh7s
p3: AdKd+QdJd8h
p4: AcKc+QcJc9d
p1: AsKs+QsJsTc
"""
EXCHANGE = "@exchange\n1. p2 x- 2. p3 x- 3. p4 x- 4. p1 x-\n"
STAY = "@stay\n5. p3 in 6. p4 in 7. p1 in\n"
DEAL = "@deal n=1 dealer=p1 cards=5\n" + HANDS


def judge(movetext: str, rules: str = "zwanzig-ab/pagat@1") -> Verdict:
    return verify(f'{HEAD}[Rules "{rules}"]\n\n{movetext}'.encode())


def table_after(movetext: str, rules: str = "zwanzig-ab/pagat@1") -> ZwanzigAbTable:
    examination = judge(movetext, rules).examination
    assert examination is not None
    assert isinstance(examination.table, ZwanzigAbTable)
    return examination.table


def codes(movetext: str, rules: str = "zwanzig-ab/pagat@1") -> list[str]:
    return [finding.code for finding in judge(movetext, rules).findings]


def deals_of_nobody(count: int, rules: str = "") -> str:
    """Deals in which all but the trump maker drop out, in spades: each maker takes off five."""
    text, ply = "", 0
    for number in range(1, count + 1):
        dealer = (number - 1) % 4 + 1
        maker, *others = [(dealer + step) % 4 + 1 for step in range(4)]
        text += f"@deal n={number} dealer=p{dealer}\n@trump p{maker} s\n@exchange\n"
        for seat in (maker, *others):
            ply += 1
            text += f"{ply}. p{seat} x- "
        text += "\n@stay\n"
        for seat in others:
            ply += 1
            text += f"{ply}. p{seat} out "
        text += "\n"
    return text


# -- the pack and the tricks


def test_2_1_the_pack() -> None:
    assert len(set(PACK)) == 32
    assert MAY_BE[read_card("9")] == read_cards("9c9d9h9s")
    assert len(MAY_BE[read_card("?")]) == 32


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("7h8h9hTh", "s", 4),
        ("AhKhQhJh", "s", 1),
        ("ThJhKhQh", "s", 3),
        ("7hAdAcAs", "h", 1),  # aces of other suits win nothing
        ("Ah7sKhAd", "s", 2),  # the lowest trump beats the ace led
        ("Ah7s8sAd", "s", 3),
    ],
)
def test_6_6_who_takes_a_trick(trick: str, trump: str, winner: int) -> None:
    laid = list(enumerate(read_cards(trick), 1))
    assert takers(laid, "?cdhs".index(trump)) == (winner,)


@pytest.mark.parametrize(
    ("trick", "trump", "winners"),
    [
        ("Ah?hKhQh", "s", {1}),  # whatever that heart is, the ace is above it
        ("Kh?hQhJh", "s", {1, 2}),
        ("7h8h9h?", "s", {3, 4}),
        ("AsKsQs?", "s", {1}),
        ("Ah7sKhQh", "?", {1, 2}),  # trumps are not known
        ("Th98h7h", "s", {1, 2}),  # the nine may be a trump
    ],
)
def test_10_5_who_may_have_taken_it(trick: str, trump: str, winners: set[int]) -> None:
    laid = list(enumerate(read_cards(trick), 1))
    assert set(takers(laid, "?cdhs".index(trump))) == winners
    some = [(seat, MAY_BE[card]) for seat, card in laid]
    assert set(may_take(some, "?cdhs".index(trump))) == winners


def test_10_5_what_is_certainly_left_of_a_hand() -> None:
    hand = WrittenHand(cards("AhKh9d8d7d"))
    hand.take(CARDS["?h"], 1)
    left = certainly_left(hand)
    assert sorted(card.text for card in left) == ["7d", "8d", "9d", "?"]


# -- rulings


def test_ruling_zwanzig_ab_1_all_begin_with_twenty() -> None:
    assert set(ZwanzigAbTable(ZwanzigAb()).ledger.totals().values()) == {20}
    (told,) = judge("@score p1:20 p2:20 p3:20 p4:20").findings
    assert told.code == "totals-alone"


def test_ruling_zwanzig_ab_1_hearts_double() -> None:
    assert scored(2, trump=HEARTS) == [(-2, "7.1"), (-2, "7.6")]
    table = table_after(
        "@deal dealer=p1\n@trump p2 h\n@exchange\n@stay\n1. p3 out 2. p4 out 3. p1 out"
    )
    assert table.ledger.total(2) == 10


def test_ruling_zwanzig_ab_2_the_order_of_a_deal() -> None:
    assert codes(DEAL + "@trump p2 s\n" + EXCHANGE + STAY + "@trick n=1 first=p2\n8. p2 Ah") == []
    assert codes(DEAL + EXCHANGE + "@trump p2 s") == ["not-now"]
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p3 x-")[:1] == ["wrong-turn"]
    assert "wrong-turn" in codes(DEAL + "@trump p2 s\n" + EXCHANGE + "@stay\n5. p4 in")
    assert codes(DEAL + "@trump p3 s") == ["wrong-trump-maker"]


def test_a_turn_missed_cites_the_clause_of_its_phase() -> None:
    for movetext, clause in (
        ("@exchange\n1. p3 x-", "4.1"),
        (EXCHANGE + "@stay\n5. p4 in", "5.1"),
        (EXCHANGE + STAY + "8. p2 Ah 9. p4 Qs", "6.2"),
    ):
        finding = judge(DEAL + "@trump p2 s\n" + movetext).findings[0]
        assert (finding.code, finding.clause) == ("wrong-turn", f"zwanzig-ab/{clause}")


def test_5_2_the_trump_maker_is_not_asked() -> None:
    """To say that one stays in is harmless; to drop out is not allowed, whatever turn it is."""
    start = DEAL + "@trump p2 s\n" + EXCHANGE + "@stay\n"
    assert codes(start + "5. p2 in 6. p3 in 7. p4 in 8. p1 in 9. p2 Ah") == []
    for said in ("5. p2 out 6. p3 in", "5. p3 in 6. p2 out"):
        finding, *others = judge(start + said).findings
        assert (finding.code, finding.clause) == ("may-not-drop-out", "zwanzig-ab/5.2")
        assert not others
    assert codes(start + "5. p3 in 6. p2 in")[0] == "wrong-turn"


def test_ruling_zwanzig_ab_2_an_exchange_of_three_at_most_and_once() -> None:
    start = DEAL + "@trump p2 s\n@exchange\n"
    assert codes(start + "1. p2 xKhQhJh>9s8s9c") == []
    assert codes(start + "1. p2 xKhQhJh7s>9s8s9c8c") == ["exchanged-too-many"]
    assert codes(start + "1. p2 xKh>9s8s") == ["uneven-exchange"]
    assert codes(start + "1. p2 xAd>9s") == ["card-not-held"]
    assert codes(DEAL + "@trump p2 s\n" + EXCHANGE + "5. p2 x-")[:1] == ["not-now"]


def test_ruling_zwanzig_ab_3_follow_else_trump_and_no_duty_to_overtrump() -> None:
    start = DEAL + "@trump p2 {}\n" + EXCHANGE + STAY
    assert codes(start.format("s") + "8. p2 Ah 9. p3 8h 10. p4 Ac 11. p1 Js") == []
    assert codes(start.format("s") + "8. p2 Ah 9. p3 Ad") == ["not-followed"]
    assert codes(start.format("c") + "8. p2 Ah 9. p3 8h 10. p4 9d") == ["not-trumped"]
    # a seven of spades is trumped by the eight of hearts; nobody need go above that
    over = start.format("h") + "8. p2 7s 9. p3 8h 10. p4 Ac 11. p1 As"
    assert codes(over) == []


def test_ruling_zwanzig_ab_3_those_who_dropped_out_are_passed_over() -> None:
    start = DEAL + "@trump p2 s\n" + EXCHANGE + "@stay\n5. p3 out 6. p4 in 7. p1 in\n"
    assert codes(start + "8. p2 Ah 9. p4 Ac 10. p1 Js 11. p1 As") == []
    assert codes(start + "8. p2 Ah 9. p3 8h")[:1] == ["wrong-turn"]


def scored(
    won: int, *, trump: int = SPADES, sweep: int = 5, down: bool = False
) -> list[tuple[int, str]]:
    """What the first seat scores for so many tricks, the second taking the others."""
    game = ZwanzigAb(sweep, down=down)
    game.trump, game.tricks = trump, 5
    game.takers = [ONE[1]] * won + [ONE[2]] * (5 - won)
    game.end_tricks()
    return [(points, clause) for _, seat, points, clause in game.ledger if seat == 1]


@pytest.mark.parametrize(("won", "points"), [(1, -1), (2, -2), (3, -3), (4, -4), (0, 5)])
def test_ruling_zwanzig_ab_4_one_off_for_each_trick(won: int, points: int) -> None:
    assert [line[0] for line in scored(won)] == [points]


def test_ruling_zwanzig_ab_4_all_five_take_off_five_or_ten() -> None:
    assert scored(5) == [(-5, "7.2")]
    assert scored(5, sweep=10) == [(-10, "7.2")]
    assert scored(5, sweep=10, down=True) == [(-10, "9.3")]


def test_ruling_zwanzig_ab_4_the_other_reading_refutes() -> None:
    for seed in range(20):
        text = write(generate("zwanzig-ab/pagat@1", 4, seed, {}))
        five, ten = (
            verify(text.replace("pagat@1", f"pagat@1{o}").encode()) for o in ("", ";sweep=10")
        )
        swept = any(line.clause == "zwanzig-ab/7.2" for line in _examined(five).ledger.lines)
        assert five.findings == []
        assert (ten.answers.arithmetic is Answer.REFUTED) == swept


def test_ruling_zwanzig_ab_5_no_trick_puts_on_five_for_the_trump_maker_too() -> None:
    tricks = (
        "8. p2 7s 9. p3 8h 10. p4 9d 11. p1 As\n12. p1 Ks 13. p2 Jh 14. p3 Jd 15. p4 Jc\n"
        "16. p1 Qs 17. p2 Qh 18. p3 Qd 19. p4 Qc\n20. p1 Js 21. p2 Kh 22. p3 Kd 23. p4 Kc\n"
        "24. p1 Tc 25. p2 Ah 26. p3 Ad 27. p4 Ac\n"
    )
    table = table_after(DEAL + "@trump p2 s\n" + EXCHANGE + STAY + tricks)
    assert table.ledger.totals() == {1: 16, 2: 25, 3: 25, 4: 19}
    out = EXCHANGE + "@stay\n5. p3 out 6. p4 in 7. p1 in\n"
    assert table_after(DEAL + "@trump p2 s\n" + out).dropped == [3]


def test_ruling_zwanzig_ab_6_all_others_drop_out() -> None:
    alone = table_after(deals_of_nobody(1)).ledger.lines
    assert [(line.points, line.clause) for line in alone] == [(-5, "zwanzig-ab/7.5")]
    for rules in ("zwanzig-ab/pagat@1", "zwanzig-ab/pagat@1;sweep=10"):
        assert table_after(deals_of_nobody(1), rules).ledger.totals() == {
            1: 20,
            2: 15,
            3: 20,
            4: 20,
        }


def test_ruling_zwanzig_ab_7_diamonds_all_stay_in() -> None:
    start = DEAL + "@trump p2 {}\n" + EXCHANGE + "@stay\n5. p3 out"
    assert codes(start.format("d")) == ["may-not-drop-out"]
    assert codes(start.format("h")) == []
    assert codes(start.format("c")) == []


def _eight_deals(last: str) -> str:
    """Eight deals that leave everybody at ten, and a ninth."""
    return deals_of_nobody(8) + f"@deal n=9 dealer=p1\n@trump p2 {last}\n"


def test_ruling_zwanzig_ab_7_from_the_ninth_deal_hearts_and_nobody_drops_out() -> None:
    assert codes(_eight_deals("h")) == []
    assert codes(_eight_deals("c")) == ["wrong-trump"]
    exchange = "@exchange\n57. p2 x- 58. p3 x- 59. p4 x- 60. p1 x-\n"
    assert codes(_eight_deals("h") + exchange + "61. p3 out") == ["may-not-drop-out"]
    assert table_after(_eight_deals("h")).late


def test_ruling_zwanzig_ab_7_trumps_of_the_ninth_deal_need_no_trump_maker() -> None:
    behind_a_gap = judge("@gap\n@deal n=9\n@trump s\np1 Ah p2 7h p3 8h p4 9h", DOWN).findings
    told = [one.sentence for one in behind_a_gap if one.code == "wrong-trump"]
    assert told == ["From the ninth deal on hearts are trumps; the sheet has spades in deal 9."]
    held = judge("@gap\n@deal n=3\n@trump s\np1 Ah p2 7h", f"{DOWN};trump=held").findings
    told = " ".join(one.sentence for one in held)
    assert "Nothing shows whether spades may be named as trumps" in told


@pytest.mark.parametrize(
    ("reached", "yes", "no"), [(NO, YES, YES), (YES, YES, NO), (PERHAPS, YES, PERHAPS)]
)
def test_ruling_zwanzig_ab_7_late_if_tied(reached: int, yes: int, no: int) -> None:
    for late_if_tied, late in ((True, yes), (False, no)):
        game = ZwanzigAb(5, late_if_tied)
        game.reached, game.deals = reached, 8
        assert game.rules_change() == NO
        game.deals = 9
        assert game.rules_change() == late


def test_ruling_zwanzig_ab_8_the_end_is_judged_after_a_whole_deal() -> None:
    # after thirteen deals of nobody the first maker has taken off twenty
    assert not table_after(deals_of_nobody(8)).over
    table = ZwanzigAbTable(ZwanzigAb())
    assert table.winners_of({1: 0, 2: -3, 3: 4, 4: -1}) == [2]
    assert table.winners_of({1: -3, 2: -3, 3: 4, 4: -1}) == [1, 2]
    game = ZwanzigAb()
    game.totals = [0, -3, -3, 4, 20]
    game.end_deal()
    assert not game.over  # tied for lowest: further deals
    game.totals = [0, -3, -2, 4, 20]
    game.end_deal()
    assert game.over
    assert game.winners() == [1]


def test_ruling_zwanzig_ab_9_the_deal_goes_round_from_any_first_dealer() -> None:
    assert codes("@cut p1 7 p2 9 p3 A p4 K\n@deal n=1 dealer=p3\n@trump p4 s") == []
    assert codes(deals_of_nobody(1) + "@deal n=2 dealer=p3") == ["wrong-dealer"]
    assert codes(deals_of_nobody(1) + "@cut p1 7") == ["not-now"]


def test_ruling_zwanzig_ab_9_twenty_down_knows_no_dropping_out() -> None:
    start = DEAL + "@trump p2 {}\n" + EXCHANGE + "@stay\n5. p3 {}"
    assert codes(start.format("s", "out"), DOWN) == ["may-not-drop-out"]
    assert codes(start.format("d", "in"), DOWN) == []


def test_ruling_zwanzig_ab_9_trumps_held_and_exchange_of_none_or_three() -> None:
    held = DOWN + ";trump=held"
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p2 x-", DOWN) == []
    assert codes(DEAL + "@trump p2 h\n@exchange\n1. p2 x-", held) == []
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p2 x-", held) == ["wrong-trump"]
    unparted = DEAL.replace("AhKh+QhJh7s", "AhKhQhJh7s")
    assert codes(unparted + "@trump p2 h\n@exchange\n1. p2 x-", held) == []  # four of five
    assert codes(unparted + "@trump p2 s\n@exchange\n1. p2 x-", held) == ["unproved"]
    three = DOWN + ";exchange=0-or-3"
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p2 xKhQh>9s8s", DOWN) == []
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p2 xKhQh>9s8s", three) == [
        "wrong-number-of-cards"
    ]
    assert codes(DEAL + "@trump p2 s\n@exchange\n1. p2 xKhQhJh>9s8s9c 2. p3 x-", three) == []


def test_ruling_zwanzig_ab_10_a_game_may_go_on_for_ever() -> None:
    stopped = [seed for seed in range(40) if _goes_on(seed)]
    assert stopped
    verdict = verify(write(generate("zwanzig-ab/pagat@1", 4, stopped[0], {})).encode())
    assert verdict.findings == []
    assert verdict.answers.result is Answer.UNFINISHED


def _goes_on(seed: int) -> bool:
    return isinstance(generate("zwanzig-ab/pagat@1", 4, seed, {}).events[-1], Stop)


# -- what is missing


def test_10_6_a_revoke_is_proved_by_a_later_card() -> None:
    start = "@deal n=1 dealer=p1\n@trump p2 s\n" + EXCHANGE + STAY
    revoke = start + "8. p2 Ah 9. p3 Ad 10. p4 Ac 11. p1 Tc\n12. p2 Kh 13. p3 8h"
    (finding,) = [found for found in judge(revoke).findings if found.severity == "error"]
    assert (finding.code, finding.ply, finding.places[0].ply) == ("not-followed", 9, 13)


def test_10_6_what_nothing_shows_stays_open() -> None:
    start = "@deal n=1 dealer=p1\n@trump p2 s\n" + EXCHANGE + STAY
    verdict = judge(start + "8. p2 Ah 9. p3 Ad")
    assert {finding.code for finding in verdict.findings} == {"unproved"}
    assert verdict.answers.legality is Answer.UNDERDETERMINED


def test_10_4_without_lines_of_the_exchange_three_cards_may_have_changed() -> None:
    start = DEAL + "@trump p2 d\n"
    assert codes(start + "1. p2 9c 2. p3 7c 3. p4 8c 4. p1 Tc") == []
    assert codes(start + "1. p2 9c 2. p3 7c 3. p4 8c 4. p1 Tc 5. p1 9s 6. p2 9h") == ["unproved"]


def test_10_4_cards_perhaps_put_away_are_not_counted_beside_those_that_were_played() -> None:
    """Five diamonds were dealt to one and played: no others can have been put away besides."""
    hands = "p3: KdTs+9h7cAh\np4: Kh9s+Qc8cAc\np1: Js8h+KsJcAs\np2: Qd7d+Jd9dAd\n"
    tricks = (
        "1. p3 Ah 2. p4 Th 3. p1 8h 4. p2 Ad\n5. p3 9h 6. p4 Ac 7. p1 As 8. p2 Qd\n"
        "9. p3 Kd 10. p4 Td 11. p1 Ks 12. p2 Jd\n13. p3 Ts 14. p4 Tc 15. p1 Js 16. p2 9d\n"
        "17. p1 Jc 18. p2 7d 19. p3 7c 20. p4 8c\n"
    )
    assert codes("@deal n=1 dealer=p2\n" + hands + "@trump p3 h\n" + tricks, DOWN) == []


# -- the laws


ASKED = [
    *[(PAGAT, "sweep", s, "late-if-tied", t) for s in ("5", "10") for t in ("yes", "no")],
    *[(DOWN, "trump", t, "exchange", x) for t in ("any", "held") for x in ("up-to-3", "0-or-3")],
    *[(DOWN, "sweep", "5", "trump", t) for t in ("any", "held")],
]  # fmt: skip


@tried(10)
@given(st.integers(0, 10**9), st.sampled_from(ASKED))
def test_what_the_second_referee_plays_is_upheld(seed: int, asked: tuple[str, ...]) -> None:
    rules, *pairs = asked
    options = dict(zip(pairs[::2], pairs[1::2], strict=True))
    record = generate(rules, 4, seed, options)
    text = write(record)
    assert read(text.encode()) == record
    verdict = verify(text.encode())
    assert verdict.findings == []
    assert verdict.answers[:2] == (Answer.UPHELD, Answer.UPHELD)
    assert verdict.answers.result in (Answer.UPHELD, Answer.UNFINISHED)


def _examined(verdict: Verdict) -> ZwanzigAbTable:
    assert verdict.examination is not None
    assert isinstance(verdict.examination.table, ZwanzigAbTable)
    return verdict.examination.table


def test_rules_are_chosen_by_their_names() -> None:
    record = read(f'{HEAD}[Rules "{DOWN};sweep=5;trump=held"]\n'.encode())
    table = choose(record).begin()
    assert isinstance(table, ZwanzigAbTable)
    position = table.position
    assert (position.sweep, position.held, position.down) == (5, True, True)


def test_a_gap_behind_the_end_of_the_game_goes_on_with_nothing() -> None:
    """The standing and the result may be what was not written down there."""
    sound = write(generate("zwanzig-ab/pagat@1", 4, 3, {}))
    torn = sound[: sound.rindex("@score")] + "@gap\n"
    assert {one.code for one in verify(torn.encode()).findings} == {"gap"}


def test_a_hand_keeps_its_first_two_cards_where_lines_were_written_in_before_it() -> None:
    record = generate("zwanzig-ab/pagat@1", 4, 1, {})
    table = choose(record).begin()
    table.look_ahead(record.events, record.result or ())
    for at, event in enumerate(record.events, 5):
        advance(table, event, at)
    assert table.faults == []


def test_plays_missing_beyond_the_end_of_the_game_do_not_tell_of_its_end_again() -> None:
    fixture = ROOT / "fixtures/zwanzig-ab/flawed/after-the-end.xxn"
    torn = fixture.read_text(encoding="utf-8").replace("36. p3 x- 37. p4 x8c7cAs>KhJh9c ", "")
    torn = torn.replace("41. p1 out\n@score p1:30", "41. p1 out\n@score p1:28")
    torn = torn.replace("@end p1:30 p2:0", "@end p1:28 p2:-5")
    codes = [one.code for one in verify(torn.encode()).findings]
    assert codes == ["after-the-end", "missing-play"]


def test_10_5_each_play_supposed_before_one_line_has_its_own_number() -> None:
    movetext = """\
@deal n=1 dealer=p4 cards=5
@trump p1 h
@exchange
1. p1 x- 2. p2 x- 3. p3 x- 4. p4 x-
@trick n=1 first=p1
5. p1 Kc 6. p2 7c
@trick n=2
9. p1 Ks 10. p2 7s 11. p3 8s 12. p4 9s
@trick n=3
13. p1 Kd 14. p2 7d 15. p3 8d 16. p4 9d
@trick n=4
17. p1 Ad 18. p2 Td 19. p3 Jd 20. p4 Qd
@trick n=5
21. p1 As 22. p2 Ts 23. p3 Js 24. p4 Qs
"""
    findings = judge(movetext, DOWN).findings
    assert [one.ply for one in findings if one.code == "unknown-card"] == [7, 8]
