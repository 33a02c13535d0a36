"""Choices compared over deals drawn by chance, and the cards drawn for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

from archive.analyst.comparison import Trial, compared, loss
from archive.analyst.glyphs import GLYPHS, mistake
from archive.analyst.hidden import HiddenCards


def trials(worth: Callable[[int], float]) -> tuple[list[int], Trial[int]]:
    """Return a trial in which choices are worth so much, and how many choices each one had."""
    asked: list[int] = []

    def trial(choices: Sequence[int]) -> list[tuple[float, float]]:
        asked.append(len(choices))
        return [(worth(one), 1.0) for one in choices]

    return asked, trial


def test_what_chance_alone_makes_best_is_no_loss() -> None:
    """Six choices that are all alike: the one that looks best is ahead by chance."""
    rng = Random("alike")
    games = [[[rng.gauss(0, 5) for _ in range(6)] for _ in range(24)] for _ in range(300)]
    seeming = [
        max(fmean(row[at] for row in rows) for at in range(6)) - fmean(row[0] for row in rows)
        for rows in games
    ]
    told = [loss(rows, 0) for rows in games]
    assert fmean(seeming) > 1
    assert fmean(one.loss for one in told) < fmean(seeming) / 2
    assert sum(one.loss >= 2 * one.error > 0 for one in told) < 300 * 0.05


def test_a_loss_is_told_with_its_error_and_the_choice_made_wins_ties() -> None:
    rng = Random("apart")
    rows = [[rng.gauss(0, 1), rng.gauss(3, 1), rng.gauss(3, 1)] for _ in range(200)]
    found = loss(rows, 0)
    assert found.best in (1, 2)
    assert abs(found.loss - 3) < 3 * found.error < 1
    assert loss([[1.0, 1.0]] * 8, 1) == (1, 0.0, 0.0)


def test_of_many_choices_the_promising_and_the_one_made_are_compared() -> None:
    rng = Random("many")
    _, trial = trials(lambda one: one + rng.random())
    found = compared(list(range(40)), 3, trial, 8, (200, 100))
    assert len(found.choices) <= 8
    assert {3, 39} <= set(found.choices)
    assert found.choices[found.found.best] >= 38


def test_where_a_mark_hangs_on_it_other_deals_say_what_was_given_away() -> None:
    """The second look is at the best three and the one made, and its deals alone count."""
    asked, trial = trials(lambda one: one + 10.0 * (4 in asked and one != 2))
    found = compared(list(range(6)), 2, trial, 8, (4, 3))
    assert asked == [6] * 8 + [4] * 32
    assert found.found == (5, 13.0, 0.0)
    assert found.worth == [10, 11, 2, 13, 14, 15]
    asked.clear()
    assert compared(list(range(6)), 2, trial, 8, (10, 4)).found == (5, 3.0, 0.0)
    assert asked == [6] * 8


def test_a_third_look_is_taken_at_the_best_two_where_the_mark_is_in_doubt() -> None:
    """Its deals alone count, and there is none where the error takes no mark away."""
    rng, spread = Random("third"), 12.0
    asked, trial = trials(lambda one: one * (1.0 if asked[-1] == 3 else 5.0) + rng.gauss(0, spread))
    best, lost, error = compared(list(range(6)), 3, trial, 8, (12, 9, 2)).found
    assert (best, asked) == (5, [6] * 8 + [4] * 32 + [3] * 128)
    assert abs(lost - 2) < 3 * error
    spread = 1.0
    asked.clear()
    best, lost, error = compared(list(range(6)), 3, trial, 8, (12, 9, 2)).found
    assert (best, asked) == (5, [6] * 8 + [4] * 32)
    assert abs(lost - 10) < 3 * error


def test_what_is_little_known_is_looked_at_again_though_it_seems_small() -> None:
    spread = 60.0
    asked, trial = trials(lambda one: one * (3.0 + (spread if len(asked) % 4 < 2 else -spread)))
    assert compared([0, 1], 0, trial, 8, (20, 10, 5)).found.loss == 3
    assert asked == [2] * (8 + 32 + 128)
    spread = 1.0
    asked.clear()
    assert compared([0, 1], 0, trial, 8, (20, 10, 5)).found.loss == 3
    assert asked == [2] * 8


def test_no_second_look_is_taken_where_the_gravest_mark_is_beyond_doubt() -> None:
    """But it is where few deals were all alike: that no error is to be seen proves little."""
    asked, trial = trials(lambda one: one * (10.0 + spread * (len(asked) // 2 % 2)))
    for spread, looks in ((1, 1), (0, 2)):
        asked.clear()
        best, lost, error = compared(list(range(6)), 2, trial, 8, (20, 5)).found
        assert (best, lost > 29, error > 0) == (5, True, spread > 0)
        assert len(set(asked)) == looks


def test_what_looks_like_the_only_good_play_is_looked_at_again() -> None:
    """And only where it was hard to find."""
    late = 0.0
    asked, trial = trials(lambda one: (10.0 - (late if len(asked) > 8 else 0.0)) * (one == 2))
    assert compared(range(6), 2, trial, 8, (9, 5, 2), hard=True).only
    assert asked == [6] * 8 + [4] * 32
    asked.clear()
    late = 7.0
    assert not compared(range(6), 2, trial, 8, (9, 5, 2), hard=True).only
    assert asked == [6] * 8 + [4] * 32
    asked.clear()
    assert not compared(range(6), 2, trial, 8, (9, 5, 2)).only
    assert asked == [6] * 8


def test_a_play_is_not_the_only_good_one_where_one_other_is_in_doubt() -> None:
    rng, spread = Random("doubt"), 0.0
    _, trial = trials(lambda one: rng.gauss(-2.0, spread) if one == 2 else 10.0 * (one == 0))
    assert compared(range(3), 0, trial, 8, (9, 5, 2), hard=True).only
    spread = 60.0
    assert not compared(range(3), 0, trial, 8, (9, 5, 2), hard=True).only


def test_a_graver_mark_is_told_from_the_lighter_one() -> None:
    marks = [GLYPHS.get(mistake("count-to-20", 14.6, error)) for error in (4.7, 4.9, 7.2, 7.4)]
    assert marks == ["??", "?", "?!", None]
    assert mistake("count-to-20", 2.4, 0) == 0


def test_hidden_cards_lie_in_all_ways_that_fit_and_alike_often() -> None:
    """Two hands of two, one of them without a card below 3: nine ways, none more likely."""

    def low(cards: list[int]) -> int:
        return sum(card < 3 for card in cards)

    hidden = HiddenCards([1, 2, 3, 4, 5], [2, 2], [low, None], Random("layouts"))
    assert hidden.fits
    seen = Counter(tuple(tuple(sorted(held)) for held in hidden.drawn()) for _ in range(3600))
    assert len(seen) == 9
    assert all(280 < count < 520 for count in seen.values())
    impossible = HiddenCards([1, 2, 3], [2], [low], Random(1))
    assert not impossible.fits
