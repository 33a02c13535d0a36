"""Each flaw is what its record is found guilty of; all else that is wrong follows from it."""

from __future__ import annotations

from itertools import product

import pytest

from archive.analysis.error_counts import roots_of
from archive.core.events import Play
from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.generator.flaws import flaws_of, spoil
from archive.generator.rng import Chance
from archive.notation import read, write
from archive.scoring import CODES, verify

SEEDS = 4
"""From so many games a flaw is tried to be made, by each rule set until it was made once."""
ASKED = {"not-swapped": {"hands": "open"}}
"""What has to be asked for, so that there is a place for a flaw."""
KINDS = [(game, code) for game in GAMES for code in flaws_of(game)]


def faults(text: str) -> list[str]:
    """The errors that follow from no other."""
    return [one.code for one in roots_of(verify(text.encode()))]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.broad)])
def test_the_flaw_is_the_one_fault_found(subtests: pytest.Subtests, every: bool) -> None:
    """By the first rule set under which it can be made; `make odd` tries each of them."""
    for game, code in KINDS:
        with subtests.test(f"{game} {code}"):
            titles = [rule_set.plain_title for rule_set in GAMES[game].rule_sets]
            made: set[str] = set()
            for title, seed in product(titles, range(SEEDS)):
                if title not in made and (every or not made):
                    options = ASKED.get(code, {})
                    sound = generate(title, seats_of(game)[0], seed, options)
                    flawed = spoil(sound, code, Chance(seed))
                    if flawed is None:
                        continue
                    made.add(title)
                    text = write(flawed)
                    assert read(text.encode()) == flawed
                    assert faults(text) == [code], (title, seed)
            assert made


@pytest.mark.parametrize("game", GAMES)
def test_flaws_are_named_by_codes_of_judging(game: str) -> None:
    assert set(flaws_of(game)) - set(CODES) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_flaw_changes_one_thing(game: str) -> None:
    """Tags aside, only a few events differ: those in which the one thing stands. Or the record
    breaks off there, or a play after it, and was the same before."""
    sound = generate(GAMES[game].rule_sets[0].plain_title, seats_of(game)[0], 1, {})
    for code in flaws_of(game):
        flawed = spoil(sound, code, Chance(1))
        if flawed is not None:
            gone = [event for event in sound.events if event not in flawed.events]
            before = len(flawed.events) - (2 if code in ("short-deal", "short-round") else 1)
            broken_off = flawed.events[:before] == sound.events[:before]
            assert broken_off or len(gone) <= 5, code


def test_no_flaw_is_offered_that_some_rules_do_not_know() -> None:
    assert "led-not-met" not in flaws_of("twenty-two", "twenty-two/north-american@1;packs=2")
    assert "led-not-met" in flaws_of("twenty-two", "twenty-two/rasmussen@1")
    assert "wrong-worth" not in flaws_of("twenty-two", "twenty-two/rasmussen@1")
    assert "may-not-drop-out" not in flaws_of("zwanzig-ab", "zwanzig-ab/twenty-down@1")
    assert "may-not-drop-out" in flaws_of("zwanzig-ab")


def test_a_king_of_which_nothing_is_said_may_make_up_for_another() -> None:
    """So what a king is said to count is made wrong only where no other is left open."""
    for seed in range(60, 90):
        sound = generate("count-to-20/stovel@1", 3, seed, {"target": "35"})
        for chance in range(3):
            flawed = spoil(sound, "wrong-king", Chance(chance))
            assert flawed is None or faults(write(flawed)) == ["wrong-king"], (seed, chance)


def test_a_game_without_a_play_has_no_place_for_one_more() -> None:
    """Of Count to 20, when everybody draws and then passes."""
    sound = generate("count-to-20/stovel@1", 2, 10, {"target": "1", "empty-stock": "may-pass"})
    assert not any(isinstance(event, Play) for event in sound.events)
    for code in flaws_of("count-to-20"):
        flawed = spoil(sound, code, Chance(1))
        assert flawed is None or faults(write(flawed)) == [code]
