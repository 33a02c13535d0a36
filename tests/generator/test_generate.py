"""Games made by chance: the same ones everywhere, written as they are read."""

from __future__ import annotations

import hashlib

import pytest

from archive.core.events import End
from archive.games import GAMES
from archive.generator import MADE_UP_GAMES, generate, seats_of
from archive.generator.rng import Chance
from archive.notation import read, write
from archive.scoring import Answer, verify

SEEDS = 2
MADE = [
    pytest.param(rule_set.plain_title, seats, {}, id=f"{rule_set.plain_title} {seats}")
    for game in GAMES.values()
    for rule_set in game.rule_sets
    for seats in seats_of(game.name)
]
OPTIONS = [
    pytest.param(
        rule_set.plain_title, seats_of(game.name)[0], {option: reading},
        id=f"{rule_set.plain_title};{option}={reading}",
    )
    for game in GAMES.values()
    for rule_set in game.rule_sets
    for option, about in rule_set.options.items()
    for reading in about.readings[1:]
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seats", "options"), MADE + OPTIONS)
def test_what_is_made_is_upheld_and_written_as_it_is_read(
    rules: str, seats: int, options: dict[str, str]
) -> None:
    for seed in range(SEEDS):
        record = generate(rules, seats, seed, options)
        text = write(record)
        back = read(text.encode())
        assert back.diagnostics == []
        assert back == record
        assert back.tags == record.tags  # in their order, too
        assert write(back) == text
        verdict = verify(text.encode())
        assert verdict.findings == []
        over = isinstance(record.events[-1], End)  # a game that nothing ends may be broken off
        result = Answer.UPHELD if over else Answer.UNFINISHED
        assert verdict.answers == (Answer.UPHELD, Answer.UPHELD, result)


@pytest.mark.parametrize(("rules", "seats", "options"), MADE)
def test_one_seed_gives_one_game(rules: str, seats: int, options: dict[str, str]) -> None:
    one, again, other = (write(generate(rules, seats, seed, options)) for seed in (7, 7, 8))
    assert one == again
    assert one != other


def test_one_seed_gives_one_game_on_every_machine() -> None:
    """Names it by its hash. Another hash means that seeds people noted down no longer hold."""
    text = write(generate("twenty/farrugia@1", 2, 2020, {}))
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "8b1eed55b390ee40c75f4d5f2bb143d3a53bb091c73129a9193882a28b3d2699"
    )


def test_chance_is_thrown_by_random_alone() -> None:
    """The only thing Python promises to keep: the numbers behind `random()`."""
    chance = Chance(1)
    thrown = [chance.randint(1, 6) for _ in range(2000)]
    assert {thrown.count(face) > 250 for face in range(1, 7)} == {True}
    assert set(thrown) == set(range(1, 7))
    assert sorted(chance.sample(range(52), 52)) == list(range(52))
    assert [chance.randrange(3, 4) for _ in range(3)] == [3, 3, 3]
    assert Chance(5).choice("abc") == Chance(5).choice(["a", "b", "c"])


def test_every_game_has_a_module_of_its_own() -> None:
    assert sorted(GAMES) == MADE_UP_GAMES
