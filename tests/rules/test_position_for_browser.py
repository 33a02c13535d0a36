"""A position goes on from the plain values that it was written as, in Python as in a browser."""

import json
from pathlib import Path

import pytest

from archive.notation import read as read_record
from archive.rules.hand import Hand
from archive.rules.position_for_browser import plain, read, told, tried, written
from tests.games.positions import actions_of

SOUND = sorted((Path(__file__).parents[2] / "fixtures").glob("*/sound/*.xxn"))


@pytest.mark.parametrize("path", SOUND[::4], ids=lambda path: path.stem)
def test_a_position_goes_on_from_its_plain_values(path: Path) -> None:
    position, actions = actions_of(read_record(path.read_bytes()))
    half = len(actions) // 2
    for action in actions[:half]:
        position.play(action)
    kept = json.loads(json.dumps(written(position)))
    assert kept["totals"] == position.totals
    if hasattr(position, "__mypyc_attrs__"):
        pytest.skip("compiled positions are written; those that read them are not compiled")
    twin = read(type(position), kept)
    for action in actions[half:]:
        expected = tried(position, action)
        position.play(action)
        twin.play(tuple(json.loads(json.dumps(action))))
        assert expected["totals"] == position.totals[1:]
    assert written(twin) == json.loads(json.dumps(written(position)))


def test_what_no_position_keeps_is_refused() -> None:
    with pytest.raises(TypeError, match="float"):
        plain([1.5])


def test_a_hand_keeps_what_is_doubted_of_it() -> None:
    hand = Hand([16, 0, 33])
    hand.take(33)
    twin = told(json.loads(json.dumps(plain({1: hand, 2: {3}}))))
    assert twin[2] == {3}
    assert [twin[1].known, twin[1].unknown] == [hand.known, hand.unknown]
    assert [twin[1].doubted, twin[1].gone] == [hand.doubted, hand.gone]
