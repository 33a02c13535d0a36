"""What is missing where a record is torn: told by numbers that are not due and by who acts next,
and found by trying. Nothing that is left of a sound record is wrong."""

from __future__ import annotations

import pytest

from archive.games import GAMES
from archive.scoring import Answer, verify
from bench.hiding import KINDS, cases

CHARGED = {Answer.REFUTED, Answer.IMPOSSIBLE}
CASES = 20
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


def errors(text: str) -> list[str]:
    """Return the codes of what is wrong, and stands for itself."""
    found = verify(text.encode()).findings
    return [one.code for one in found if one.severity == "error" and one.follows is None]


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"twenty"}))
def test_what_is_left_of_a_sound_record_accuses_no_player(game: str) -> None:
    kinds = [kind for kind in KINDS if kind != "unnumbered"]
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
