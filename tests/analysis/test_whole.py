"""A verdict and its analysis: the second adds, and changes nothing of the first."""

from __future__ import annotations

import gc
import json
import re
from itertools import islice

import pytest

from archive.analysis import analyse, verify_fully
from archive.analysis.error_counts import roots_of
from archive.core.budgets import REPAIRS_IN_TURN
from archive.core.events import Trump
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify
from tests.scoring.sound_records import faulty


def exchanged(text: str, one: int, other: int) -> str:
    """The record with what was done in two plays exchanged; their numbers stay."""
    deed = r"(?<=\b%d\. )p\d \S+"
    found = [re.search(deed % ply, text) for ply in (one, other)]
    first, second = (match[0] if match else "" for match in found)
    text = re.sub(deed % one, second, text, count=1)
    return re.sub(deed % other, first, text, count=1)


@pytest.mark.parametrize(("one", "other", "told"), [(12, 13, True), (23, 25, False)])
def test_two_plays_written_in_the_wrong_order_are_one_mistake(
    one: int, other: int, told: bool
) -> None:
    """Of two players or one: what else is wrong between them only follows."""
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    verdict = verify(exchanged(sound, one, other).encode())
    assert (len(roots_of(verdict)) == 1) is told
    first = verdict.as_dict()["first_divergence"]
    assert verdict.findings[first].ply == one
    assert analyse(verdict).one_mistake


def test_another_suit_for_trumps_is_one_mistake() -> None:
    """What was not trumped, and every score after it. By the other suit they are right."""
    sound = generate("zwanzig-ab/pagat@1", 4, 2, {})
    events = list(sound.events)
    at = [i for i, one in enumerate(events) if isinstance(one, Trump)][1]
    named = events[at]
    assert isinstance(named, Trump)
    assert named.suit == "d"
    events[at] = named._replace(suit="s")
    verdict = verify(write(Record(sound.tags, events)).encode())
    assert len(roots_of(verdict)) > 1
    assert analyse(verdict).one_mistake


def test_two_mistakes_stay_two() -> None:
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    flawed = re.sub(r"(?<=\b12\. )(p\d \w+=)\d+", r"\g<1>99", sound)
    flawed = re.sub(r"(?<=\b72\. )(p\d \w+=)\d+", r"\g<1>99", flawed)
    verdict = verify(flawed.encode())
    assert len(roots_of(verdict)) == 2
    assert not analyse(verdict).one_mistake


def test_the_analysis_leaves_the_verdict_as_it_was() -> None:
    """What was published of a verdict before its analysis is in the whole answer, unchanged."""
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    flawed = exchanged(sound, 12, 13).encode()
    before = verify(flawed).as_dict()
    assert (before["readings"], before["readings_complete"]) == ([], False)
    assert (before["repairs"], before["repairs_complete"]) == ([], False)
    whole = verify_fully(flawed)
    after = json.loads(whole.json())
    assert list(after) == list(before)
    added = {"readings", "readings_complete", "repairs", "repairs_complete"}
    assert {key for key in after if after[key] != before[key]} <= added
    assert after["readings"]
    assert after["repairs"]


def test_names_that_look_like_the_place_of_the_analysis_are_left_alone() -> None:
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    name = r", \"readings\": [], \"readings_complete\": false"
    flawed = re.sub(r"(?<=\b12\. )(p\d \w+=)\d+", r"\g<1>99", sound)
    flawed = re.sub(r'\[P1 "[^"]*"', f'[P1 "{name}"'.replace("\\", "\\\\"), flawed)
    whole = verify_fully(flawed.encode())
    assert whole.verdict.record.players[0] == name.replace("\\", "")
    assert json.loads(whole.json()) == whole.as_dict()


def test_the_search_for_repairs_widens_until_it_finds_one() -> None:
    """With few steps first: where these bring a repair, no more are taken."""
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    slip = verify(re.sub(r"(?<=\b12\. )(p\d \w+=)\d+", r"\g<1>99", sound).encode())
    first = REPAIRS_IN_TURN[0]
    found = analyse(slip).repairs
    assert found.found
    assert found.taken < 2 * first
    narrow = analyse(slip, budgets=(1,)).repairs
    assert (narrow.found, narrow.complete, narrow.spent) == ([], False, True)
    widened = analyse(slip, budgets=(1, *REPAIRS_IN_TURN)).repairs
    assert widened.found == found.found
    assert widened.taken == found.taken, "what was looked at once is not looked at again"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_record_is_kept_when_it_is_analysed(game: str) -> None:
    """What refers to itself in a circle stays until the garbage collector looks for it, and with it
    everything it refers to."""
    (_, data), *_ = islice(faulty(game, 1), 1)
    verify_fully(data).json()  # what is remembered for all records
    gc.collect()
    verify_fully(data).json()
    assert gc.collect() == 0
