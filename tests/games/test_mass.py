"""A little of what `make mass` does by the thousand: nothing that a referee finds is missed, and
nothing is found that it does not find."""

from __future__ import annotations

from functools import cache

import pytest

from archive.games import GAMES
from bench.mass import outcomes, tables, uphold, whole
from bench.slips import REFEREES, kinds_of

KINDS = [(game, kind) for game in GAMES for kind in kinds_of(game)]
GAMES_MADE = cache(whole)
FINE = {"right", "still-true", "also-sound"}
BELIEVED = {"the number of a deal", "the number of a round"}
"""A record may begin in the middle, so that the first such number is taken as it is."""


@pytest.mark.parametrize("game", GAMES)
def test_the_referee_finds_nothing_in_a_sound_game(game: str) -> None:
    for played in whole(game, 12, 3):
        assert REFEREES[game](played.record, played.rules, played.options) is None, played


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.broad)])
def test_a_slip_is_found_as_the_referee_finds_it(subtests: pytest.Subtests, every: int) -> None:
    """Every third kind; `make odd` makes all of them, and `make mass` each in many games."""
    for game, kind in KINDS[::every]:
        with subtests.test(f"{game}: {kind.name}"):
            told = (
                outcomes(kind, played, f"{kind.name} {at}")
                for at, played in enumerate(GAMES_MADE(game, 2, 3))
            )
            come = next(filter(None, told), None)  # the first in which there is a place for it
            if come is not None:
                fine = {*FINE, "otherwise"} if kind.name in BELIEVED else FINE
                assert come[0][0] in fine, come[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_and_number_of_players_has_a_table(game: str) -> None:
    seen = {(one.rules, *item) for one in tables(game) for item in one.options.items()}
    for rule_set in GAMES[game].rule_sets:
        for option, about in rule_set.options.items():
            for reading in about.readings:
                assert (rule_set.plain_title, option, reading) in seen
    numbers = {"twenty": 1, "twenty-two": 9, "zwanzig-ab": 1, "count-to-20": 3}
    assert len({one.seats for one in tables(game)}) == numbers[game]


def test_what_is_upheld_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = uphold("twenty", 1, 5)
    assert found["upheld"] == found["tables"] == len(tables("twenty"))
    assert found["not upheld"] == 0
    assert capsys.readouterr().out == ""
