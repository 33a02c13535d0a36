"""What the analyst says of a game that it does not weigh, or not all of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.analyst import hidden, weigh, weighing, words
from archive.analyst.count_to_20.weighed_game import weigh as weigh_counts
from archive.analyst.weighing import Why
from archive.analyst.zwanzig_ab.weighed_game import weigh as weigh_tricks
from archive.core.events import ACTIONS, Exchange, Play, Stay
from archive.core.record import Record
from archive.generator import generate
from archive.languages.language import language
from archive.notation import read, write
from archive.scoring import Answer, verify
from schemas.annotations import AnnotationsSchema
from tests.analyst.plain_deals import FEW, weighed
from tests.laws import tried
from tests.plain_python import only_plain
from tests.scoring.test_unwritten_choices import without

FLAWED = [
    "count-to-20/flawed/impossible-hand", "count-to-20/flawed/no-deal-fits",
    "count-to-20/flawed/too-many-of-a-card", "twenty-two/flawed/impossible-hand",
    "twenty-two/flawed/no-deal-fits", "twenty-two/flawed/too-many-of-a-card",
    "twenty/flawed/no-deal-fits", "twenty/flawed/five-aces", "zwanzig-ab/flawed/impossible-hand",
    "zwanzig-ab/flawed/no-deal-fits", "zwanzig-ab/flawed/no-deal-fits-in-twenty-down",
    "zwanzig-ab/flawed/too-many-of-a-card",
]  # fmt: skip


@pytest.mark.parametrize("name", FLAWED)
def test_cards_that_fit_no_deal_are_said_to_be_so(name: str) -> None:
    verdict = verify(Path(f"fixtures/{name}.xxn").read_bytes())
    assert verdict.answers.legality is Answer.IMPOSSIBLE
    said = weigh(verdict, 2)
    assert (said.not_weighed, said.plies, said.trumps, said.story) == ("impossible", [], [], None)
    assert words.not_weighed(said) == (
        "No deal of the cards fits what is written down, so nothing was weighed."
    )
    assert "keine Verteilung der Karten" in words.not_weighed(said, language("de"))


def test_in_twenty_the_plays_are_weighed_though_a_listed_hand_contradicts_them() -> None:
    verdict = verify(Path("fixtures/twenty/flawed/illustrative.xxn").read_bytes())
    assert verdict.answers.legality is Answer.IMPOSSIBLE
    assert weigh(verdict, 2).not_weighed == ""


def test_a_deal_of_tricks_whose_trumps_are_left_out_is_not_weighed() -> None:
    said = weigh(verify(Path("fixtures/import/prose/wins-a-trick.xxn").read_bytes()), 2)
    assert said.not_weighed == "unfinished"


def test_where_the_first_trick_tells_who_stayed_in_all_is_weighed() -> None:
    """Its choices to stay in are not written, and so they are not weighed."""
    said = weigh(verify(Path("fixtures/zwanzig-ab/sound/choices-left-out.xxn").read_bytes()), 2)
    assert (said.not_weighed, len(said.plies)) == ("", 57)


@given(st.integers(0, 1 << 32), st.sampled_from([{Stay}, {Exchange}]))
@tried(2)
def test_choices_left_out_change_nothing_in_what_plays_gave_away_as_the_cards_lay(
    seed: int, left_out: set[Any]
) -> None:
    """They are weighed as if all had been written, or not at all."""
    whole = read(write(generate("zwanzig-ab/pagat@1", 4, seed, {})).encode())
    told, was = (hindsight(one) for one in (without(whole, left_out), whole))
    assert len(told) == len(was)
    for known, one in zip(was, told, strict=True):
        assert one in (None, known)


def hindsight(record: Record) -> list[float | None]:
    """What every card laid gave away as the cards lay, None where it was not weighed."""
    said = weigh(verify(write(record).encode()), 2)
    actions = [event for event in record.events if type(event) in ACTIONS]
    plies = [at for at, event in enumerate(actions, 1) if isinstance(event, Play)]
    return [(one := said.at(ply)) and one.hindsight for ply in plies]


@only_plain
def test_where_no_deal_is_found_nothing_else_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden.HiddenCards, "_settle", lambda self: False)
    record = generate("count-to-20/stovel@1", 2, 9, {"target": "20"})
    said = weigh(verify(write(record).encode()), 2)
    first = next(one.ply for one in said.plies if one.how == "not")
    assert 1 < first < said.plies[-1].ply
    assert said.not_weighed == "no-deal-found"
    assert words.not_weighed(said).endswith(f"the first is play {first}.")
    assert f"Zug {first}" in words.not_weighed(said, language("de"))


def test_every_reason_has_words_and_stands_in_the_description_of_the_api() -> None:
    assert set(get_args(Why)) <= set(words.NOT_WEIGHED)
    told = AnnotationsSchema().fields["not_weighed"].metadata["enum"]
    assert told == [*get_args(Why), None]


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
