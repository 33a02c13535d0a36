"""What a play against the rules cost: what hangs on it is said, and nothing that nobody knows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.scoring import CODES, verify
from archive.scoring.cost_of_wrong_plays import UNTOLD, BoundedDeals
from archive.telling.findings import Question

FIXTURES = Path(__file__).parents[2] / "fixtures"
UNKNOWN = (
    "The rules set no penalty for this, and what it cost cannot be told: the rest of the {} "
    "depends on it."
)


def first_effect(text: bytes) -> dict[str, Any]:
    body = verify(text).as_dict()
    effect: dict[str, Any] = body["findings"][body["first_divergence"]]["effect"]
    return effect


@pytest.mark.parametrize(
    ("name", "dealt", "rests", "more"),
    [
        ("twenty/flawed/out-of-turn", "round", {}, ""),
        ("count-to-20/flawed/count-not-made", "hand", {}, ""),
        ("twenty-two/flawed/not-lowest", "hand", {"p2": 11, "p3": 11},
         " As written, it gave Björk 11 points and Cem 11 points from there on."),
        ("zwanzig-ab/flawed/not-followed", "deal", {"p1": -1, "p2": 5, "p3": -3, "p4": -1},
         (" As written, it gave Anna −1 point, Bernd 5 points, Clara −3 points and Dirk −1 point"
         " from there on.")),
    ],
)  # fmt: skip
def test_what_rests_on_a_fault_is_said_and_no_more(
    name: str, dealt: str, rests: dict[str, int], more: str
) -> None:
    effect = first_effect((FIXTURES / f"{name}.xxn").read_bytes())
    assert effect["words"] == UNKNOWN.format(dealt) + more
    assert (effect["rests"], effect["winner"]) == (rests, None)


def test_who_won_as_written_is_said_where_the_game_is_over() -> None:
    spoiled = spoil(generate("zwanzig-ab/pagat@1", 4, 0, {}), "not-followed", Random(0))
    assert spoiled is not None
    assert first_effect(write(spoiled).encode())["words"].endswith(", and Dirk won by 16 points.")


def test_a_deal_too_small_to_change_the_winner_changes_nothing() -> None:
    """Whatever the deal of the revoke gives within its bounds, the same player is alone lowest."""
    spoiled = spoil(generate("zwanzig-ab/twenty-down@1", 4, 17, {}), "not-followed", Random(17))
    assert spoiled is not None
    verdict = verify(write(spoiled).encode())
    finding = verdict.findings[verdict.first_divergence or 0]
    assert finding.code == "not-followed"
    assert finding.effect is not None
    assert finding.effect.winner == "same"
    assert (finding.effect.words or "").startswith("Whatever this deal would have given")
    assert verdict.examination is not None
    dealt, table = verdict.examination.dealt, verdict.examination.table
    number = max(n for n, one in enumerate(dealt) if one.at <= (finding.at or 0))
    before, after = dealt[number].totals, dealt[number + 1].totals
    assert isinstance(table, BoundedDeals)
    low, high = table.deal_gives(None)
    (winner,) = table.winners
    for seat in range(1, 5):
        for gives in range(low, high + 1):
            totals = dict(enumerate(table.ledger.totals_by_seat))
            del totals[0]
            totals[seat] += gives - (after[seat] - before[seat])
            assert table.winners_of(totals) == [winner]


def test_a_lead_that_may_be_lost_is_not_called_safe() -> None:
    table = verify(write(generate("zwanzig-ab/pagat@1", 4, 0, {})).encode()).examination
    assert table is not None
    assert isinstance(table.table, BoundedDeals)
    wins = table.table.wins_whatever
    others = {2: (5, 15), 3: (5, 15), 4: (5, 15)}
    assert wins([{1: (-12, -2), **others}]) == 1
    assert wins([{1: (-9, 1), **others}]) == 0  # it may not have been over
    assert wins([{1: (-12, 5), 2: (5, 15), 3: (5, 15), 4: (5, 15)}]) == 0
    assert wins([{1: (-12, -2), 2: (-3, 7), 3: (5, 15), 4: (5, 15)}]) == 0
    assert wins([{1: (0, 10), **others}, {1: (-12, -2), **others}]) == 0  # or over before


def test_what_is_no_play_has_no_cost() -> None:
    assert {CODES[code] for code in UNTOLD} == {Question.LEGALITY}
    text = (FIXTURES / "twenty/flawed/illustrative.xxn").read_bytes()
    assert first_effect(text) is None
