"""The mark of the only good play that was hard to find, in every game of deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from archive.analyst import words
from archive.analyst.annotations import PlyWeighed
from archive.analyst.count_to_20 import weighed_game as counting
from archive.analyst.glyphs import GOOD, THRESHOLDS
from archive.analyst.twenty_two import weighed_game as keeping
from archive.analyst.weighing import MOMENTS
from archive.analyst.zwanzig_ab import weighed_game as tricks
from archive.generator import generate
from archive.languages.language import language

Alone = Callable[[Any, str, int], PlyWeighed]
FOUND = [
    ("zwanzig-ab/pagat@1", 4, 0, 56, tricks.weighed_alone, "in"),
    ("zwanzig-ab/twenty-down@1", 4, 8, 230, tricks.weighed_alone, "Ks"),
    ("twenty-two/north-american@1", 2, 10, 10, keeping.weighed_alone, "8d"),
    ("twenty-two/north-american@1", 2, 18, 68, keeping.weighed_alone, "8s"),
    ("count-to-20/stovel@1", 2, 8, 199, counting.weighed_alone, "d"),
    ("count-to-20/stovel@1", 2, 12, 174, counting.weighed_alone, "7c9c"),
]
"""Rules, players, the number of a made-up game and of its play; a plain player stays out, takes the
trick as cheaply as can be, lays the dearest, or makes the count with what would cost most."""


@pytest.mark.parametrize(("rules", "seats", "seed", "ply", "alone", "card"), FOUND)
def test_the_only_good_play_that_a_plain_player_would_not_find_is_praised(
    rules: str, seats: int, seed: int, ply: int, alone: Alone, card: str
) -> None:
    game = rules.partition("/")[0]
    moments = MOMENTS[game](generate(rules, seats, seed, {}))
    now = next(one for one in moments if one.ply == ply)
    one = alone(now, "only good", 24)
    assert (one.card, one.best, one.glyph, one.luck) == (card, card, GOOD, "")
    own, *others = (option.fair for option in one.options)
    assert others
    assert own - max(others) >= THRESHOLDS[game][1][0]
    assert words.play(one).startswith("The only good play; anything else gave away ")
    assert words.play(one, language("de")).startswith("Der einzige gute Zug")
    for made, done in now.choices.items():
        if made != now.made:
            assert alone(now._replace(made=made, done=done), "only good", 24).glyph != GOOD
