"""Other readings: what other rules make of the same record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.analysis import analyse, verify_fully
from archive.analysis.error_counts import length_of
from archive.analysis.other_rules import other_rules, reading, readings
from archive.core.budgets import IN_FULL
from archive.games import GAMES
from archive.importers import import_bytes
from archive.scoring import verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
FLAWED = FIXTURES / "zwanzig-ab" / "flawed"


def test_two_people_who_play_by_different_rules() -> None:
    """A sweep scored the one way is wrong by the other, and nobody has made a mistake."""
    verdict = verify((FLAWED / "sweep-five-read-as-ten.xxn").read_bytes())
    assert verdict.first_divergence is not None
    sound = [one for one in readings(verdict).found if one.divergence is None]
    assert [one.rules for one in sound] == ["zwanzig-ab/pagat@1"]
    assert set(sound[0].answers) == {"upheld"}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_set_and_every_option_is_asked(game: str) -> None:
    """Each once, never the record's own, and each as its Rules tag would be judged."""
    path = min((FIXTURES / game / "flawed").glob("*card*held*.xxn"))
    data = path.read_bytes()
    verdict = verify(data)
    found = readings(verdict).found
    titles = [one.rules for one in found]
    assert len(set(titles)) == len(titles)
    assert verdict.rules not in titles
    names = {title.partition(";")[0] for title in [*titles, verdict.rules or ""]}
    assert names == {rule_set.plain_title for rule_set in GAMES[game].rule_sets}
    for one in found:
        other = verify(data, rules=one.rules)
        assert reading(other).as_dict() == one.as_dict()


def test_an_option_that_made_no_difference_is_not_judged_again() -> None:
    """Nobody is out at once, so it is not asked what comes of it; cards exchanged by ones are."""
    hand = verify((FIXTURES / "twenty-two/flawed/card-not-held.xxn").read_bytes())
    assert "all-out" not in hand.options_asked
    found = readings(hand)
    assert found.taken < len(found.found) * IN_FULL * length_of(hand.record)
    named = {"trump", "exchange"}
    assert any(
        verify(path.read_bytes()).options_asked & named for path in FLAWED.glob("*exchange*.xxn")
    )
    swept, unswept = (verify((FLAWED / f"{name}.xxn").read_bytes()).options_asked
                      for name in ("sweep-five-read-as-ten", "not-trumped"))  # fmt: skip
    assert "sweep" in swept - unswept


def test_an_option_is_judged_for_a_sheet_of_totals_too() -> None:
    """No position is asked anything there, and all the same ten points for all five tricks are
    right by one way of counting and wrong by the other."""
    data = (FIXTURES / "import/totals/before-and-after.xxn").read_bytes()
    for one in readings(verify(data)).found:
        assert reading(verify(data, rules=one.rules)).as_dict() == one.as_dict(), one.rules


def test_a_reading_says_where_it_parts_from_the_record() -> None:
    verdict = verify((FIXTURES / "twenty/flawed/sum-carried-to-the-end.xxn").read_bytes())
    by_rules = {one.rules: one.as_dict() for one in readings(verdict).found}
    opened = by_rules["twenty/farrugia@1;hands=open"]
    assert opened["first_divergence"] == {
        "code": "not-swapped", "ply": 50, "clause": "twenty/7.1",
        "sentence": "With open hands the same two cards are turned up again, 9♠ 10♣; the sheet "
        "has Q♠ Q♥.",
    }  # fmt: skip
    assert list(opened) == ["rules", "answers", "score", "winner", "first_divergence"]


def test_a_reading_supposes_nothing_missing_where_the_verdict_does_not() -> None:
    """By other rules much is wrong with a whole record. It is told as it is, with its points, and
    not explained by pages that may be torn out."""
    name = "twenty-two/flawed/draw-by-the-wrong-players.xxn"
    verdict = verify((FIXTURES / name).read_bytes())
    assert [one.code for one in verdict.findings] == ["not-now"]
    by_rules = {one.rules: one for one in readings(verdict).found}
    assert by_rules["twenty-two/rasmussen@1"].score == {1: 0, 2: 11, 3: 11}


@pytest.mark.parametrize("name", ["twenty/flawed/unknown-game", "twenty/flawed/unknown-option"])
def test_rules_that_are_not_known_have_no_other_reading(name: str) -> None:
    assert readings(verify((FIXTURES / f"{name}.xxn").read_bytes())).found == []


@pytest.mark.parametrize(
    "data", [b"", b"\xff\x00", b"[XXN", b"nothing of the kind",
             (FIXTURES / "twenty/sound/illustrative-mended.xxn").read_bytes()],
)  # fmt: skip
def test_what_cannot_be_read_or_is_sound_is_asked_nothing(data: bytes) -> None:
    whole = verify_fully(data)
    assert whole.analysis is None
    body = whole.as_dict()
    assert (body["readings"], body["repairs"], body["repairs_complete"]) == ([], [], True)


def test_a_game_ended_too_soon_may_be_over_by_other_rules() -> None:
    """Nothing is wrong with it, and yet most quarrels about it are of that kind."""
    whole = (FIXTURES / "count-to-20/sound/three-players.xxn").read_text("utf-8")
    text = whole[: whole.index("@deal n=4")] + "@end p1:45 p2:15 p3:120 win=p2\n"
    text = re.sub(r'\[Result ".*"\]', '[Result "*"]', text)
    verdict = verify(text.encode())
    assert verdict.asks_for_analysis
    won = {one.rules: one.winner for one in analyse(verdict).readings.found}
    assert (verdict.winner, won["count-to-20/stovel@1;target=100"]) == (None, "p2")
    sheet = (
        b"Count to 20\nHand 1: Mia 15, Tom 0, Ben 25\nHand 2: Mia 45, Tom 15, Ben 120\nTom wins.\n"
    )
    imported = import_bytes(sheet)
    assert imported is not None
    found = analyse(verify(imported.xxn)).readings.found
    assert [one.winner for one in found if one.rules.endswith("target=100")] == ["p2"]


@pytest.mark.parametrize(
    ("totals", "rules", "winner"),
    [
        (["60 0", "60 110", "160 110"], "target=150", "p2"),
        (["25 0", "25 40", "55 40"], "target=50", "p2"),
        (["25 0", "80 0", "80 85"], "target=85", "p1"),
    ],
)
def test_a_game_may_have_been_played_to_another_number(
    totals: list[str], rules: str, winner: str
) -> None:
    """By the totals at its end and before, where the record claims an end that is none."""
    told = "".join(
        "Hand {}: Tom {}, Mia {}\n".format(number, *points.split())
        for number, points in enumerate(totals, 1)
    )
    found = import_bytes(f"Count to 20\n{told}{'Tom' if winner == 'p1' else 'Mia'} wins\n".encode())
    assert found is not None
    verdict = verify(found.xxn)
    assert str(verdict.answers.result) in ("refuted", "underdetermined")
    others = analyse(verdict)
    assert all(one.names_rules for one in others.repairs.found)
    [one] = [one for one in others.readings.found if one.rules.endswith(rules)]
    assert (one.divergence, one.winner) == (None, winner)


def test_a_game_may_have_been_played_with_the_packs_that_its_deck_names() -> None:
    verdict = verify((FIXTURES / "twenty-two/flawed/wrong-pack.xxn").read_bytes())
    found = {one.rules: set(one.answers) for one in readings(verdict).found}
    assert found["twenty-two/north-american@1;packs=2"] == {"upheld"}


def test_only_points_that_are_played_to_are_read_from_the_totals() -> None:
    """The packs of Twenty-Two are a number, too."""
    verdict = verify((FIXTURES / "twenty-two/flawed/wrong-score.xxn").read_bytes())
    assert not [rules for rules in other_rules(verdict) if "packs=" in rules]


@pytest.mark.parametrize("game", ["rasmussen", "north-american"])
def test_a_game_with_two_packs_is_read_with_two_by_other_rules(game: str) -> None:
    """Four players need but one, and yet two were dealt from."""
    text = (
        f'[Game "twenty-two"]\n[Rules "twenty-two/{game}@1;packs=2"]\n[Deck "52x2"]\n'
        '[P1 "Ann"]\n[P2 "Bob"]\n[P3 "Cem"]\n[P4 "Dora"]\n\n@deal n=2 cards=7\n'
    )
    others = other_rules(verify(text.encode()))
    assert others
    assert all(rules.endswith("packs=2") for rules in others)
