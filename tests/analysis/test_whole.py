"""Where one change mends all, there was one mistake, and the rest only follows from it."""

from __future__ import annotations

import re

import pytest

from archive.analysis import analysed
from archive.core.events import Trump
from archive.core.record import Record
from archive.generator import generate
from archive.notation import write
from archive.scoring import Answer, Verdict, verify


def roots(verdict: Verdict) -> list[str]:
    """The errors that follow from no other."""
    return [f.code for f in verdict.findings if f.severity == "error" and f.follows is None]


def exchanged(text: str, one: int, other: int) -> str:
    """The record with what was done in two plays exchanged; their numbers stay."""
    deed = r"(?<=\b%d\. )p\d \S+"
    found = [re.search(deed % ply, text) for ply in (one, other)]
    first, second = (match[0] if match else "" for match in found)
    text = re.sub(deed % one, second, text, count=1)
    return re.sub(deed % other, first, text, count=1)


@pytest.mark.parametrize(("one", "other"), [(12, 13), (23, 25)])
def test_two_plays_written_in_the_wrong_order_are_one_mistake(one: int, other: int) -> None:
    """The next player, or the same one: what else is wrong between them only follows."""
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    flawed = exchanged(sound, one, other).encode()
    assert len(roots(verify(flawed))) > 1
    verdict = analysed(flawed)
    assert len(roots(verdict)) == 1
    body = verdict.as_dict()
    first = body["first_divergence"]
    assert body["findings"][first]["ply"] == one
    errors = [one for one in body["findings"] if one["severity"] == "error"]
    assert {error["follows"] for error in errors} <= {None, first} | set(range(len(errors)))


def test_another_suit_for_trumps_is_one_mistake() -> None:
    """What was not trumped, and every score after it. By the other suit they are right."""
    sound = generate("zwanzig-ab/pagat@1", 4, 2, {})
    events = list(sound.events)
    at = [i for i, one in enumerate(events) if isinstance(one, Trump)][1]
    named = events[at]
    assert isinstance(named, Trump)
    assert named.suit == "d"
    events[at] = named._replace(suit="s")
    flawed = write(Record(sound.tags, events)).encode()
    assert len(roots(verify(flawed))) > 1
    verdict = analysed(flawed)
    assert len(roots(verdict)) == 1
    assert verdict.answers.legality is Answer.REFUTED
    assert verdict.answers.arithmetic is Answer.UNDERDETERMINED
    assert verdict.as_dict()["open"]["arithmetic"]["findings"] == [verdict.first_divergence]


def test_two_mistakes_stay_two() -> None:
    sound = write(generate("twenty/farrugia@1", 2, 7, {}))
    flawed = re.sub(r"(?<=\b12\. )(p\d \w+=)\d+", r"\g<1>99", sound)
    flawed = re.sub(r"(?<=\b72\. )(p\d \w+=)\d+", r"\g<1>99", flawed)
    assert len(roots(verify(flawed.encode()))) == len(roots(analysed(flawed.encode()))) == 2
