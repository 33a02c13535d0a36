"""No record costs more than a stated number of steps. Counted are steps, never seconds: those that
the searches count themselves, and the functions called where nothing is searched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from archive.analysis import verify_fully
from archive.analysis.comparison.alignment import align
from archive.analysis.comparison.compare import compare
from archive.analysis.comparison.sheet_entries import entries_of
from archive.analysis.other_rules import readings
from archive.analysis.repairs.possible_deeds import _ways
from archive.analysis.repairs.quick_check import QuickCheck
from archive.analysis.repairs.search import repairs
from archive.analysis.witnesses.witness import witness
from archive.core.budgets import (
    ALIGNED,
    COMPARED,
    DEALS,
    GAPS,
    IN_FULL,
    OVER_BUDGET,
    READINGS,
    REPAIRS_IN_TURN,
    Spent,
    Steps,
)
from archive.core.cards import LARGEST, WrittenHand, cards
from archive.notation.edits import Edit
from archive.rules.gaps.foresight import MOST_EVENTS
from archive.scoring import Verdict, verify
from archive.scoring.full_examination import How, judge
from bench.budgets import record
from tests.counted import called

OVER = 1.2
"""What was begun is brought to its end, so that a search may take a little more than it has."""

A_STEP = 300
"""More functions than this are called for no step that is counted."""

GROWN = 3.0
"""How many times as many functions may be called for twice the text."""


def test_steps_are_counted_until_there_are_none() -> None:
    steps = Steps(5)
    steps.take(3)
    steps.take(4)  # what is begun with a step left is done
    assert (steps.taken, steps.left, steps.spent) == (7, 0, False)
    with pytest.raises(Spent):
        steps.take()
    assert (steps.taken, steps.spent) == (7, True)


def test_what_takes_more_than_is_left_and_much_at_once_is_not_begun() -> None:
    steps = Steps(5)
    with pytest.raises(Spent):
        steps.take(OVER_BUDGET + 1)
    with pytest.raises(Spent):  # and nothing after it: the search has ended
        steps.take()
    assert (steps.taken, steps.spent) == (0, True)
    enough = Steps(2 * OVER_BUDGET)
    enough.take(OVER_BUDGET + 1)
    assert enough.taken == OVER_BUDGET + 1


def test_a_long_record_is_not_judged_again_with_too_few_steps() -> None:
    verdict = verify(record("twenty", "rounds", 12 * OVER_BUDGET // IN_FULL))
    assert readings(verdict, 1000) == ([], False, 0)
    found = repairs(verdict, 1000)
    assert (found.found, found.spent) == ([], True)
    assert found.taken <= 1000 + OVER_BUDGET


def test_a_change_is_tried_as_quickly_behind_many_deals_as_behind_few() -> None:
    def tried(game: str, shape: str, size: int) -> int:
        verdict = verify(record(game, shape, size))
        screen, end = QuickCheck(verdict, Steps(DEALS)), len(verdict.record.text)
        change = (Edit(end, "", "1. p1 9", ""),)
        screen.helps(change, end)
        return called(partial(screen.helps, change, end))

    for game, shape in (("twenty", "rounds"), ("twenty-two", "deals of hidden hands")):
        few, many = (  # wherever in a deal the text of that length happens to end
            max(tried(game, shape, size + cut) for cut in (0, 30, 60)) for size in (2_000, 14_000)
        )
        assert many < 2 * few


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        ("twenty", "one play of ?+?"),
        ("twenty", "two hands of ?"),
        ("twenty-two", "one exchange"),
        ("count-to-20", "one play of many cards"),
    ],
)
def test_no_search_takes_more_steps_than_it_has(game: str, shape: str) -> None:
    verdict = verify_fully(record(game, shape, 4000))
    most = {"gaps": GAPS, "deals": DEALS, "readings": READINGS, "repairs": sum(REPAIRS_IN_TURN)}
    assert all(taken <= OVER * most[search] for search, taken in verdict.taken.items())
    assert verdict.taken["repairs"] > 0


@pytest.mark.parametrize("shape", ["plays that skip numbers", "plays by one"])
def test_what_is_missing_is_sought_in_steps_and_once_a_record(shape: str) -> None:
    data = record("twenty", shape, 800)
    verdict = verify_fully(data, budgets=(500,))
    assert verdict.taken["gaps"] > 0
    work = partial(verify_fully, data, budgets=(500,))
    assert called(work) < A_STEP * sum(verdict.taken.values())


def test_nothing_is_missing_from_a_record_that_is_longer_than_any_game() -> None:
    short, long = (verify(record("zwanzig-ab", "trumps", size)) for size in (1500, 125_000))
    assert len(long.record.events) > MOST_EVENTS
    assert short.taken["gaps"] > 0
    assert long.taken["gaps"] == 0


def test_the_same_record_takes_the_same_steps() -> None:
    data = record("zwanzig-ab", "a game, every other card left out", 3000)
    assert verify_fully(data).taken == verify_fully(data).taken


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        ("twenty", "plays by one"),
        ("twenty", "deals told in part"),
        ("twenty-two", "hands of ?h, plays of 9"),
        ("twenty-two", "plays by one"),
        ("twenty-two", "one exchange"),
        ("zwanzig-ab", "hands that cannot be read"),
        ("zwanzig-ab", "words"),
        ("count-to-20", "one play of many cards"),
        ("zwanzig-ab", "exchanges"),
        ("twenty", "plays of ?"),
        ("count-to-20", "plays of ?"),
    ],
)
def test_a_verdict_takes_twice_as_much_for_twice_the_text(game: str, shape: str) -> None:
    """To judge, and to say so of long hands, and of many things that are not known."""
    texts = [record(game, shape, size) for size in (2000, 4000)]
    once, twice = (called(lambda text=text: verify(text).json()) for text in texts)
    assert twice < GROWN * once


def test_rules_that_were_not_tried_are_said() -> None:
    verdict = verify(record("twenty", "plays with wrong claims", 500))
    some = readings(verdict, 1)
    assert some.found
    assert not some.complete
    every = readings(verdict)
    assert every.complete
    assert len(some.found) < len(every.found)
    assert every.found[0].as_dict() == some.found[0].as_dict()


def test_deals_that_were_not_searched_are_not_decided() -> None:
    data = record("zwanzig-ab", "a game, every other card left out", 3000)
    verdict = verify(data)
    assert verdict.steps.taken > 10
    assert "undecided-deal" not in {one.code for one in verdict.findings}
    unsearched = judge(verdict.record, how=How(deals=1))
    assert "undecided-deal" in {one.code for one in unsearched.findings}


def test_a_witness_is_not_sought_without_steps() -> None:
    data = record("zwanzig-ab", "a game, one card in ten left out", 1500)
    assert witness(verify(data), budget=1) is None


def sheets(game: str, shape: str, size: int) -> tuple[Verdict, Verdict]:
    """A record, and the same with lines left out and others changed."""
    lines = record(game, shape, size).decode().splitlines(keepends=True)
    other = [
        line.replace("9", "8") if at % 97 == 50 else line
        for at, line in enumerate(lines)
        if at < 8 or at % 61 != 7
    ]
    return verify("".join(lines).encode()), verify("".join(other).encode())


@pytest.mark.parametrize(
    ("game", "shape", "most"),
    [
        ("twenty", "plays of 9", 3000),
        pytest.param("twenty", "a game, a wrong claim", 3000, marks=pytest.mark.broad),
        ("twenty", "hands", 500),
        ("twenty", "one play of many cards", 100),
    ],
)
def test_comparing_takes_no_more_steps_than_it_has(game: str, shape: str, most: int) -> None:
    """Less than all is said of the sheets then, and that it is less; nothing is left out."""
    a, b = sheets(game, shape, 4000)
    found = compare(a, b, budget=1, to_align=most)
    one_judged = 2 * 5 * 1000 + GAPS  # what was begun is brought to its end
    assert found.taken <= most + one_judged
    assert not any(one.supports for one in found.differences[1:])
    assert found.spent or not found.differences
    whole = compare(a, b)
    assert whole.taken <= OVER * (ALIGNED + COMPARED)
    blocks = align(a.record, b.record, found.seats, Steps(most)).blocks
    assert [one for block in blocks for one in block.a] == entries_of(a.record)
    assert [one for block in blocks for one in block.b] == entries_of(b.record)


def test_sheets_of_few_kinds_of_entries_take_twice_as_much_for_twice_the_text() -> None:
    def compared(size: int) -> Callable[[], object]:
        return partial(compare, *sheets("twenty", "plays of 9", size), budget=1, to_align=2000)

    assert called(compared(24_000)) < GROWN * called(compared(12_000))


def test_sheets_that_are_alike_agree_however_few_the_steps() -> None:
    verdict = verify(record("twenty", "plays of 9", 8000))
    found = compare(verdict, verdict, budget=0, to_align=0)
    assert (found.differences, found.complete, found.spent) == ([], True, False)


def test_a_hand_of_more_cards_than_there_are_is_not_known() -> None:
    hand = WrittenHand(cards("9h") * (LARGEST + 1))
    assert len(hand) == LARGEST
    assert all(hand.take(card, 1) for card in cards("8sKd"))
    hand.draw(cards("2c"), 2)
    assert len(hand.listed) == LARGEST


def test_a_play_is_not_matched_again_with_all_before_it() -> None:
    def played(number: int) -> int:
        def play() -> None:
            hand = WrittenHand(cards("9?h?s") * 10)
            for _ in range(number):
                hand.take(cards("Kd")[0], 1)

        return called(play)

    assert played(2000) < 2.1 * played(1000)


def test_ways_to_choose_cards_are_not_all_made() -> None:
    assert list(_ways({"9": 2, "8": 1}, 2)) == [("9", "9"), ("9", "8")]
    ways = _ways({"9": 5000, "8": 5000}, 4)
    assert next(ways) == ("9", "9", "9", "9")
    assert len(list(ways)) == 4


def test_a_witness_takes_twice_as_much_for_twice_the_text_however_few_its_steps() -> None:
    """Nothing is built for the search that was not paid for."""
    texts = [record("zwanzig-ab", "deals", size) for size in (6000, 12_000)]
    verdicts = [verify(text) for text in texts]
    once, twice = (called(partial(witness, one, budget=500)) for one in verdicts)
    assert twice < GROWN * once
    assert once < called(partial(verify, texts[0])) * GROWN
