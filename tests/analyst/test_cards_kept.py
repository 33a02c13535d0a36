"""What the analyst says of cards that were kept in Count to 20, where cards left cost points."""

from __future__ import annotations

import pytest

from archive.analyst import words
from archive.analyst.annotations import PlyWeighed
from archive.languages.language import language


@pytest.mark.parametrize(
    ("done", "best", "told", "german"),
    [("d", "Kh", "The K♥ that was kept costs 20 points if it is left in the end.",
      "Behalten wurde K♥; das kostet 20 Punkte, wenn es am Ende übrig bleibt."),
     ("7s", "7s9d5h", "The 9♦ 5♥ that were kept cost 10 points if they are left in the end.",
      "Behalten wurden 9♦ 5♥; das kostet 10 Punkte, wenn sie am Ende übrig bleiben."),
     ("7s9d", "7s", "", ""), ("pass", "d", "", "")],
)  # fmt: skip
def test_a_mistake_says_what_the_cards_kept_cost_if_they_are_left(
    done: str, best: str, told: str, german: str
) -> None:
    one = PlyWeighed(9, 1, done, best, 0, 3, 4.0, 0.1, 2)
    assert words.kept(one, game="count-to-20") == told
    assert words.play(one, game="count-to-20").endswith(told)
    assert words.kept(one, language("de"), "count-to-20") == german
    assert words.kept(one, game="twenty-two") == ""
