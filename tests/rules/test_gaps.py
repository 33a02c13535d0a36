"""What is missing where a record is torn: told by numbers that are not due and by who acts next,
and found by trying. Nothing that is left of a sound record is wrong."""

from __future__ import annotations

import re
from typing import Self

import pytest

from archive.games import GAMES, choose
from archive.games.twenty_two.rules import TwentyTwo as Position
from archive.games.twenty_two.table import TwentyTwoTable
from archive.generator import generate
from archive.notation import read, write
from archive.rules.advance import advance
from archive.rules.gaps.gap_search import omissions_in
from archive.rules.gaps.torn_record import STEPS_EACH, STEPS_MORE
from archive.rules.omissions import Omission
from archive.scoring import Answer, verify
from archive.scoring.replay import replay
from bench.hiding import cases, charges
from bench.left_out import KINDS
from tests.plain_python import only_plain

CHARGED = {Answer.REFUTED, Answer.IMPOSSIBLE}
CASES = 8
"""Of each game in a test; `make hiding` tries them by the ten thousand."""

ZWANZIG = """[XXN "1.0"]
[Game "zwanzig-ab"]

"""
HAND = """@deal n=1 dealer=p1 cards=5
p2: Kd7c+TdTs7s
p3: 8h8s+JhTh9h
p4: KsTc+KhJd7d
p1: Qd9s+9c8cAs
@trump p2 c
"""
PLAYED = """@exchange
1. p2 xTs>Js 2. p3 x8s>8d 3. p4 xKhJdTc>Kc9dAd 4. p1 xAs>Ac
@stay
5. p3 out 6. p4 out 7. p1 in
@trick n=1 first=p2
8. p2 Js 9. p1 9s
@trick n=2 first=p2
10. p2 Td 11. p1 Qd
@trick n=3 first=p1
12. p1 9c 13. p2 7c
@trick n=4 first=p1
14. p1 Ac 15. p2 7s
@trick n=5 first=p1
16. p1 8c 17. p2 Kd
"""
STANDING = "@score p1:16 p2:19 p3:20 p4:20\n"
NEXT = "@deal n=2 dealer=p2 cards=5\n@trump p3 h\n@exchange\n18. p3 xAs>Th\n"


UNNUMBERED = re.sub(r"\d+\. ", "", PLAYED)
FOURTH = "@deal n=4 dealer=p4 cards=5\n@trump p1 h\n@exchange\np1 x- p2 x- p3 x- p4 x-\n"


def errors(text: str) -> list[str]:
    """Return the codes of what is wrong, and stands for itself."""
    found = verify(text.encode()).findings
    return [one.code for one in found if one.severity == "error" and one.follows is None]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_left_of_a_sound_record_accuses_no_player(game: str) -> None:
    kinds = [kind for kind in KINDS if kind != "unnumbered" or game == "zwanzig-ab"]
    broken = {
        name: said for _, name, case in cases(game, CASES, 5, kinds) if (said := case.charges())
    }
    assert broken == {}


def test_a_run_over_the_end_of_a_deal_is_missing_and_nothing_else_is_wrong() -> None:
    whole = ZWANZIG + HAND + PLAYED + STANDING + NEXT
    assert errors(whole) == []
    start, end = whole.index("@trick n=4"), whole.index("@exchange\n18.")
    torn = verify((whole[:start] + whole[end:]).encode())
    assert [one.code for one in torn.findings if one.severity == "error"] == ["missing-play"]
    assert not CHARGED.intersection(torn.answers)


def test_a_gap_over_the_end_of_a_hand_takes_what_is_known_with_it() -> None:
    hand = "@deal n=1 dealer=p1 cards=7\np2: KsQhJd9c8d7h2s\np1: KdQsJh9d8c7s2h\n"
    text = '[XXN "1.0"]\n[Game "count-to-20"]\n\n' + hand + "1. p2 d4c 2. p1 d5c\n@gap\n"
    assert errors(text + "60. p1 Kc=1 61. p2 As=20") == ["count-not-made"]  # an ace counts 1
    assert errors(text + "60. p1 d4s 61. p2 2c=2 62. p1 3h=3") == []


def test_a_card_kept_behind_a_gap_is_the_one_that_was_shown_in_front_of_it() -> None:
    """Twenty-Two: it is not kept twice, with nothing missing."""
    for seed in range(6):
        text = write(generate("twenty-two/north-american@1", 2 + seed % 3, seed, {}))
        torn = re.sub(r"^(@show .*\n)", r"\1@gap\n", text, flags=re.MULTILINE)
        assert errors(torn) == []


@pytest.mark.parametrize("number", ["10. ", ""])
def test_a_play_left_out_is_missing_though_the_numbers_go_on(number: str) -> None:
    """Twenty-Two, three players: behind the missing play all fits, so no one is out of turn."""
    head = '[XXN "1.0"]\n[Game "twenty-two"]\n[P1 "?"]\n[P2 "?"]\n[P3 "?"]\n\n'
    deal = "@deal n=1 dealer=p3 cards=7\n@exchange\n1. p1 x- 2. p2 x- 3. p3 x-\n"
    rest = (
        "4. p1 3d 5. p2 4d 6. p3 5d\n7. p3 2c 8. p1 3c 9. p2 4c\n"
        "10. p2 6d 11. p1 Td\n12. p1 7d 13. p2 8d 14. p3 9d\n"
    )
    rest = rest if number else " ".join(one for one in rest.split() if not one.endswith("."))
    assert errors(head + deal + rest) == ["missing-play"]


def test_a_seat_written_wrong_is_no_missing_play() -> None:
    slip = PLAYED.replace("16. p1 8c 17. p2 Kd", "16. p1 8c 17. p3 Kd")
    assert errors(ZWANZIG + HAND + slip + STANDING + NEXT) == ["wrong-turn"]


def test_a_number_written_wrong_is_only_that() -> None:
    slip = PLAYED.replace("16. p1", "26. p1")
    found = verify((ZWANZIG + HAND + slip + STANDING + NEXT).encode()).findings
    assert {one.code for one in found} == {"misnumbered-play"}


def test_a_number_that_no_game_comes_to_leaves_out_no_plays() -> None:
    """A page would have a step for each."""
    slip = PLAYED.replace("16. p1", "999999. p1")
    whole = (ZWANZIG + HAND + slip + STANDING + NEXT).encode()
    assert [one.code for one in verify(whole).findings] == ["misnumbered-play"]
    early = whole.replace(b" 2. p2", b" 999999. p2")
    assert replay(read(early)).last == replay(read(whole)).last


def test_a_standing_behind_the_line_of_the_next_deal_is_still_held_against_the_game() -> None:
    """Plays go on without a break, so nothing is missing there."""
    deal, rest = NEXT.split("\n", 1)
    for standing, wrong in ((STANDING, []), (STANDING.replace("p2:19", "p2:18"), ["wrong-score"])):
        assert errors(ZWANZIG + HAND + PLAYED + deal + "\n" + standing + rest) == wrong


def test_the_line_of_a_deal_written_twice_is_one_line_too_many() -> None:
    whole = ZWANZIG + HAND + PLAYED + STANDING
    twice = NEXT.replace("@trump", "@deal n=2 dealer=p2 cards=5\n@trump")
    assert errors(whole + twice) == ["not-now"]


def test_a_result_claimed_while_play_goes_on_is_held_against_the_game() -> None:
    whole, end = ZWANZIG + HAND + PLAYED + STANDING, "@end p1:16 p2:19 p3:20 p4:20 win=p1\n"
    assert errors(whole + end + NEXT) == ["wrong-winner"]
    assert errors(whole + end.replace("p2:19", "p2:9").replace(" win=p1", "") + NEXT) == [
        "wrong-result"
    ]
    assert errors(whole + end) == []  # the rest of the game may be on another page


def test_a_trump_that_is_not_held_is_found_where_the_record_ends() -> None:
    down = '[XXN "1.0"]\n[Game "zwanzig-ab"]\n[Rules "zwanzig-ab/twenty-down@1;trump=held"]\n\n'
    assert errors(down + HAND.replace("@trump p2 c", "@trump p2 h")) == ["wrong-trump"]
    assert errors(down + HAND) == []


UNTIL_THE_FOURTH_TRICK = UNNUMBERED[: UNNUMBERED.index("@trick n=4")]
SECOND = "@deal n=2 dealer=p2 cards=5\n@trump p3 h\n@exchange\np3 x- p4 x- p1 x- p2 x-\n"
TORN = {
    "the deals before": UNNUMBERED[UNNUMBERED.index("@trick n=1") :]
    + "@score p1:5 p2:9 p3:22 p4:30\n@deal n=7 dealer=p2 cards=5\n",
    "the deals before the only one": "@trump p2 c\n" + UNNUMBERED
    + "@score p1:6 p2:9 p3:22 p4:30\n",
    "the rest of a deal": HAND + UNTIL_THE_FOURTH_TRICK + STANDING + SECOND,
    "the last tricks": HAND + PLAYED[: PLAYED.index("@trick n=4")] + STANDING,
    "the exchange": HAND + "@exchange\n" + UNNUMBERED[UNNUMBERED.index("p2 Js") :] + STANDING,
    "whole deals": HAND + UNNUMBERED + STANDING + "@score p1:12 p2:17 p3:28 p4:20\n" + FOURTH,
    "the first tricks": HAND + "@trick n=4 first=p3\n",
    "plays and deals": "@deal n=1 dealer=p1 cards=5\n@deal n=3 dealer=p3 cards=5\n",
    "all between the last tricks of two deals": HAND
    + UNNUMBERED.replace("p1 8c p2 Kd", "p1 7h p2 Qh")
    + "@score p1:12 p2:17 p3:28 p4:20\n" + FOURTH,
}  # fmt: skip


@pytest.mark.parametrize("body", TORN.values(), ids=TORN)
def test_what_is_missing_of_zwanzig_ab_accuses_no_player(body: str) -> None:
    found = [one.code for one in verify((ZWANZIG + body).encode()).findings]
    assert "gap" in found or "missing-play" in found
    assert set(errors(ZWANZIG + body)) <= {"missing-play"}


def test_lines_of_tricks_without_any_play_tell_only_that_deals_were_played() -> None:
    """Zwanzig ab: such lines make no player win, and no card is due between them."""
    for seed in range(6):
        text = write(generate("zwanzig-ab/pagat@1", 4, seed, {}))
        torn = re.sub(r"^\d+\. .*\n", "", text, flags=re.MULTILINE)
        assert {*errors(torn)} <= {"missing-play"}
        assert not CHARGED.intersection(verify(torn.encode()).answers)


def test_a_deal_played_by_one_alone_counts_by_its_trumps() -> None:
    """Zwanzig ab: where they are not written down, the standings around it tell nothing."""
    alone = "@exchange\np{0} x- p{1} x- p{2} x- p{3} x-\n@stay\np{1} out p{2} out p{3} out\n"
    head = ZWANZIG + "@deal n=2 dealer=p3 cards=5\n@score p1:24 p2:15 p3:30 p4:16\n"
    head += "@deal n=3 dealer=p4 cards=5\n"
    deal = head + "@trump p1 c\n" + alone.format(1, 2, 3, 4)
    behind = "@deal n=4 dealer=p1 cards=5\n" + alone.format(2, 3, 4, 1)
    standing = "@score p1:19 p2:10 p3:30 p4:16\n@deal n=5 dealer=p2 cards=5\n"
    assert errors(deal + behind + standing) == []
    assert errors(head + alone.format(1, 2, 3, 4) + behind + standing) == []
    told = deal + behind.replace("cards=5\n", "cards=5\n@trump p2 s\n") + standing
    assert errors(told) == []
    assert errors(told.replace("p2:10 p3:30", "p2:11 p3:30")) == ["wrong-score"]


def test_all_between_the_hands_of_two_deals_is_missing_and_no_card_is_there_twice() -> None:
    down = ZWANZIG.replace("\n\n", '\n[Rules "zwanzig-ab/twenty-down@1"]\n\n', 1)
    body = """69. p1 Tc 70. p2 9h 71. p3 9c 72. p4 Ac
@deal n=4 dealer=p2 cards=5
p3: 7sAh+Qh8hAc
p2: Kd9s+Qd8h7s
97. p4 xKhJhAs>QcThTs 98. p1 x9d8cAd>QhQsJd 99. p2 x- 100. p3 xKsTd7d>9h8s7h
101. p4 Th 102. p1 Qh 103. p2 8h 104. p3 7h
105. p1 Ac 106. p2 Kd 107. p3 7c 108. p4 Qc
109. p1 Kc 110. p2 Qd 111. p3 9h 112. p4 9c
113. p3 8d 114. p4 Js 115. p1 Jd 116. p2 9s
117. p1 Qs 118. p2 7s 119. p3 8s 120. p4 Ts
121. p1 x- 122. p2 xQdTh7c>KsQcTs
"""
    assert errors(down + body) == ["missing-play"]


SLIPS = {
    "a total": (HAND + UNNUMBERED + STANDING.replace("p2:19", "p2:18") + SECOND, "wrong-score"),
    "a total of a deal without its line": (
        "@trump p2 c\n" + UNNUMBERED + STANDING.replace("p2:19", "p2:18"), "wrong-score"),
    "a standing too early": (
        HAND + UNNUMBERED.replace("p1 9s", "p1 9s\n@score p1:20 p2:20 p3:20 p4:20")
        + STANDING + SECOND, "not-now"),
    "a dealer": (HAND + UNNUMBERED + STANDING + SECOND.replace("r=p2", "r=p4"), "wrong-dealer"),
    "a card": (HAND + UNNUMBERED.replace("7s\n", "8d\n") + STANDING + SECOND, "card-not-held"),
    "a trump named late": (HAND + UNNUMBERED[: UNNUMBERED.index("@stay")] + "@trump p2 s",
                           "not-now"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), SLIPS.values(), ids=SLIPS)
def test_one_slip_in_a_record_without_numbers_is_still_found(body: str, code: str) -> None:
    assert code in errors(ZWANZIG + body)


def test_another_number_of_a_deal_takes_nothing_away_that_is_right() -> None:
    body = HAND + UNNUMBERED + STANDING + SECOND.replace("n=2", "n=6")
    found = verify((ZWANZIG + body).encode()).findings
    assert "misnumbered-line" in [one.code for one in found]
    assert "gap" not in [one.code for one in found]


BETWEEN_DEALS = """@trick n=10 first=p1
52. p1 Td 53. p2 Ac 54. p3 9c
@show p2 7c p3 Tc p1 Qd
82. p1 6c 83. p2 4s 84. p3 2c
85. p1 7c7s7d 86. p2 8c8hKs 87. p3 4d6s6h
88. p2 5d 89. p3 8d 90. p1 Jd
91. p1 9c 92. p2 Jh 93. p3 9h
94. p2 Qc 95. p3 Qs 96. p1 2d
97. p3 Kd 98. p1 2s 99. p2 4h
100. p3 Js 101. p1 3h 102. p2 5h
@trick n=8 first=p3
@deal n=5 dealer=p2 cards=10
"""
UNTIL_ELEVEN = """@deal dealer=p2
p1 A=1 p2 2=2 p1 3=3 p2 4=4 p1 5=5 p2 6=6
p1 7=7 p2 8=8 p1 9=9 p2 T=10 p1 JA=11
"""
LEFT = {
    "turns before the first set": (3, "count-to-20", "p2 8cJs=18 p3 d2s p1 d4s"),
    "the hand before a set": (2, "count-to-20", "p1 d8 p2 J5=15"),
    "one turn": (3, "count-to-20", "@deal dealer=p3\np1 K=1 p2 d7 p3 2=2\np2 d6 p3 dK p1 3=3"),
    "a round of turns": (2, "count-to-20", "@deal dealer=p2\np1 A=1 p2 2=2\np1 4=4 p2 5=5"),
    "turns before cards are shown": (
        2, "count-to-20", UNTIL_ELEVEN + "@show p1 K9 p2 QQJ7"),
    "all before a standing": (2, "count-to-20", "@score p1:40 p2:45\np2: Q53????"),
    "all before a standing, and turns of the hand": (
        2, "count-to-20", "@score p1:105 p2:100\n@deal n=10 dealer=p2 cards=7\n355. p2 2s=2"),
    "all before a hand of ten": (3, "twenty-two", "p1: KhKsQhJhTh6d5c4d4s2h"),
    "all before who is out": (3, "twenty-two", "@out p3\n@cut p1 4c p2 Jd"),
    "all before a card kept, and another that was": (
        3, "twenty-two", "@keep p3 Ah=11\n@cut p1 3c p3 ?"),
    "some who drew": (8, "twenty-two", "@gap\n@cut p7 4c\n@deal dealer=p2 cards=9"),
    "deals before a trick": (3, "twenty-two", BETWEEN_DEALS),
}  # fmt: skip


@pytest.mark.parametrize(("players", "game", "body"), LEFT.values(), ids=LEFT)
def test_what_is_missing_accuses_no_player(players: int, game: str, body: str) -> None:
    tags = "".join(f'[P{seat} "?"]\n' for seat in range(1, players + 1))
    assert charges(verify(f'[XXN "1.0"]\n[Game "{game}"]\n{tags}\n{body}\n'.encode())) == []


@pytest.mark.parametrize(
    ("slip", "code"), [("p1 5=3 p2 4=4", "count-not-made"), ("p2 3=3 p2 4=4", "wrong-turn")]
)
def test_one_slip_without_numbers_is_still_found_in_count_to_20(slip: str, code: str) -> None:
    body = f"@deal n=1 dealer=p2 cards=7\np1 A=1 p2 2=2\n{slip}\np1 5=5 p2 6=6\n"
    assert errors(f'[XXN "1.0"]\n[Game "count-to-20"]\n\n{body}') == [code]


@only_plain
def test_what_a_table_of_many_costs_is_counted() -> None:
    """With 99 seats each trial copies 99 hands, and supposes up to 99 plays."""
    plays = " ".join(f"p{at * 37 % 99 + 1} {'23456789TJQK'[at % 12]}" for at in range(40))
    text = f'[XXN "1.0"]\n[Game "twenty-two"]\n[P99 "?"]\n\n@deal n=1 dealer=p1 cards=7\n{plays}\n'
    copies = []

    class Counted(TwentyTwoTable):
        def copy(self) -> Self:
            copies.append(self.at)
            return super().copy()

    events = read(text.encode()).events
    _, steps = omissions_in(
        events, lambda: Counted(Position(99, packs=25)), {}, doubtful=range(len(events))
    )
    assert 10 * len(copies) < steps <= STEPS_MORE + STEPS_EACH * len(events)


@pytest.mark.parametrize(("ada", "due"), [(5, "everything written down"), (8, "@score p1:5 p2:0")])
def test_a_standing_behind_missing_plays_is_held_beside_another(ada: int, due: str) -> None:
    """Where both are the same there is nothing to hold side by side."""
    text = (
        '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ada"]\n[P2 "Ben"]\n\n1. p1 9=9 2. p2 6=15\n'
        f"3. p1 T=25/5 4. p2 3=3\n@score p1:{ada} p2:0\n"
    )
    record = read(text.encode())
    table = choose(record).begin()
    table.omissions = {(5, 0): Omission(0)}
    for at, event in enumerate(record.events):
        advance(table, event, at)
    assert [(one.code, one.expected) for one in table.faults] == [("gap", due)]
