"""What the analyst says of a game that is longer than its budget."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from archive.analyst import weigh, weighing, words
from archive.analyst.count_to_20.game import weigh as weigh_counts
from archive.analyst.zwanzig_ab.game import weigh as weigh_tricks
from archive.languages.language import language
from archive.scoring import verify
from tests.analyst.trick_game import FEW, weighed

SAMPLE = Path("archive/samples/count-to-20-two-players.xxn")


def test_a_game_beyond_the_budget_is_not_called_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    data, whole = weighed()
    monkeypatch.setitem(weighing.OF_DEALS, "zwanzig-ab", partial(weigh_tricks, most=2))
    said = weigh(verify(data), FEW)
    assert said.not_weighed == "beyond-the-budget"
    assert said.plies == whole.plies[: len(said.plies)]
    first = said.plies[-1].ply + 1
    assert words.not_weighed(said) == (
        f"So long a game is beyond the analyst’s budget; from play {first} on it was not weighed."
    )
    assert f"ab Zug {first}" in words.not_weighed(said, language("de"))
    assert said.story is None


def test_nothing_is_called_unfinished_where_not_even_the_first_play_was_within_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(weighing.OF_DEALS, "count-to-20", partial(weigh_counts, most=0))
    said = weigh(verify(SAMPLE.read_bytes()), 2)
    assert (said.not_weighed, said.plies) == ("beyond-the-budget", [])
    assert "from play 1 on" in words.not_weighed(said)
