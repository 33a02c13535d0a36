"""Whether any deal fits: cards left out, suits not noted, plays that deny a suit."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.core.budgets import Steps
from archive.core.cards import CARDS, PACKS, WrittenHand, cards
from archive.deduction import solver
from archive.deduction.model import DealModel
from archive.deduction.solver import Fit, solve
from archive.rules.cards_denied import Denial
from archive.scoring import Answer, contradictions, verify

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHORT = PACKS["32"]
NOTHING: list[Denial] = []


def hand(text: str, at: int) -> WrittenHand:
    return WrittenHand(cards(text), at)


def model(*hands: WrittenHand, apart: str = "", denials: list[Denial] = NOTHING) -> DealModel:
    seated = list(enumerate(hands, 1))
    return DealModel("deal 1", SHORT, seated, [(card, 0) for card in cards(apart)], denials)


def no_hearts(at: int, seat: int) -> Denial:
    return Denial(at, at, seat, "not-followed", "c/1.1", "a heart", "7d",
                  lambda card: card.suit == "h" if card.suit else None)  # fmt: skip


def test_a_witness_is_a_deal_of_the_pack_that_fits_every_card_named() -> None:
    solution = solve(model(hand("AhK?h??", 1), hand("?????", 2), apart="Kd"))
    assert solution.fit is Fit.FITS
    dealt = [card for filled in solution.witness for card in filled.cards]
    assert len(set(dealt)) == 10
    assert CARDS["Kd"] not in dealt
    for listed, held in zip(cards("AhK?h??"), solution.witness[0].cards, strict=True):
        assert listed.could_be(held)


def test_a_card_played_was_in_a_slot_that_there_was_by_then() -> None:
    early, late = hand("7c8c", 1), hand("7c8c", 1)
    early.played, early.played_at, early.foreign = [CARDS["9c"]], [4], [CARDS["9c"]]
    early.draw(cards("9c"), 5)
    late.draw(cards("9c"), 5)
    late.take(CARDS["9c"], 6)
    assert solve(model(early)).fit is Fit.IMPOSSIBLE
    assert solve(model(late)).fit is Fit.FITS


def test_the_lines_given_are_the_fewest() -> None:
    """Seven hearts unnamed, the ace, and all four tens: one heart too many."""
    found = solve(model(hand("Ah?h?h?h?h", 1), hand("TT?h?h?h", 2), hand("TT???", 3),
                         hand("?????", 4)))  # fmt: skip
    assert (found.fit, found.lines) == (Fit.IMPOSSIBLE, [1, 2, 3])
    assert solve(model(hand("Ah?h?h?h?h", 1), hand("TT?h?h?h", 2), hand("T????", 3))).fit is (
        Fit.FITS
    )


def test_denials_alone_make_a_deal_unlawful_not_impossible() -> None:
    known, other = hand("7h8h9hThJh", 1), hand("??", 2)
    other.take(CARDS["?h"], 3)
    other.take(CARDS["?"], 4)
    third = hand("QhKhAh", 5)
    denied = [no_hearts(3, 2)]
    assert solve(model(known, other)).fit is Fit.FITS
    assert solve(model(known, other, denials=denied)).fit is Fit.FITS
    found = solve(model(known, other, third))
    assert (found.fit, found.lines) == (Fit.IMPOSSIBLE, [1, 3, 5])


def test_fifteen_cards_of_two_suits_are_counted_at_once() -> None:
    data = (FIXTURES / "zwanzig-ab/flawed/no-lawful-deal.xxn").read_bytes()
    finding = next(f for f in verify(data).findings if f.code == "no-lawful-deal")
    assert finding.root is finding
    assert "a rule was broken" in finding.sentence


def test_what_is_not_found_in_the_search_is_said_to_be_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def given_up(model: DealModel, steps: Steps) -> solver.Solution:
        return solver.Solution(Fit.UNKNOWN, [], [])

    monkeypatch.setattr(contradictions.solver, "solve", given_up)
    verdict = verify((FIXTURES / "zwanzig-ab/flawed/no-deal-fits.xxn").read_bytes())
    assert [finding.code for finding in verdict.findings] == ["undecided-deal"]
    assert verdict.answers.legality is Answer.UNDERDETERMINED


def test_a_search_without_budget_says_unknown() -> None:
    hands = [hand("?h?d?c?sT", at) for at in range(1, 5)]
    assert solve(model(*hands), conflicts=0).fit in (Fit.UNKNOWN, Fit.FITS)


def test_a_pack_of_two_has_every_card_twice() -> None:
    double = SHORT._replace(copies=2)
    seated = [(1, hand("AhAh", 1)), (2, hand("A?h", 2))]
    assert solve(DealModel("deal 1", double, seated, [], [])).fit is Fit.FITS
    thrice: list[tuple[int, WrittenHand]] = [(1, hand("AhAh", 1)), (2, hand("Ah?", 2))]
    found = solve(DealModel("deal 1", double, thrice, [], []))
    assert (found.fit, found.lines) == (Fit.IMPOSSIBLE, [1, 2])


def test_a_card_drawn_later_is_not_taken_for_one_played_before() -> None:
    """Who put three cards away and took three cannot have put away one of those taken: if hearts
    are denied then, none of the three is a heart."""
    held = hand("8s8d9d??", 1)
    for card in cards("8s8d9d"):
        held.take(card, 2)
    held.draw(cards("???"), 2)
    held.take(CARDS["8h"], 3)
    held.take(CARDS["Js"], 4)
    found = solve(model(held, denials=[no_hearts(4, 1)]))
    assert found.fit is Fit.FITS
    (filled,) = found.witness
    assert sum(card.suit == "h" for card in filled.cards) == 1
