"""What is against the rules only because of one slip of the pen follows from that slip."""

from __future__ import annotations

import re
from random import Random

import pytest

from archive.games import GAMES
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.scoring import Answer, Verdict, verify


def spoiled(game: str, seats: int, flaw: str, seed: int) -> Verdict:
    """Where not all cards are named, much hangs on who played which."""
    style = {} if game == "zwanzig-ab" else {"hands": "some"}
    sound = generate(GAMES[game].rule_sets[0].plain_title, seats, seed, {}, **style)
    record = spoil(sound, flaw, Random(seed))
    assert record is not None
    return verify(write(record).encode())


@pytest.mark.parametrize(
    ("game", "seats", "flaw"),
    [
        ("twenty", 2, "wrong-turn"),
        ("count-to-20", 3, "wrong-turn"),
        ("count-to-20", 3, "wrong-hand-size"),
        ("zwanzig-ab", 4, "wrong-turn"),
    ],
)
def test_one_slip_is_one_mistake_whatever_else_it_makes_wrong(
    game: str, seats: int, flaw: str
) -> None:
    for seed in range(12):
        verdict = spoiled(game, seats, flaw, seed)
        roots = {one.root.code for one in verdict.findings if one.severity == "error"}
        assert roots == {flaw}, seed
        assert verdict.answers.legality is Answer.REFUTED


@pytest.mark.parametrize(
    ("game", "seats"), [("twenty", 2), ("count-to-20", 3), ("twenty-two", 3), ("zwanzig-ab", 4)]
)
def test_a_card_too_many_in_a_list_is_one_mistake(game: str, seats: int) -> None:
    """It is in another hand too, and the hand it was listed in seems never to be used up."""
    for seed in range(6):
        text = write(generate(GAMES[game].rule_sets[0].plain_title, seats, seed, {}))
        first, second = list(re.finditer(r"\np\d: (\S+)", text))[:2]
        verdict = verify(f"{text[: first.end()]}{second[1][:2]}{text[first.end() :]}".encode())
        roots = {one.root.code for one in verdict.findings if one.severity == "error"}
        assert roots == {"wrong-number-of-cards"}, seed
        assert verdict.answers.legality is Answer.REFUTED


def test_a_round_line_gone_astray_takes_the_next_play_out_of_its_hand() -> None:
    for seed in range(8):
        sound = generate("twenty/farrugia@1", 2, seed, {"hands": "open"})
        record = spoil(sound, "short-round", Random(seed))
        assert record is not None
        findings = verify(write(record).encode()).findings
        assert {one.root.code for one in findings if one.severity == "error"} == {"short-round"}


def test_two_slips_are_two_mistakes() -> None:
    """A card more than the pack has is not explained by a player out of turn in another hand."""
    record = spoil(generate("zwanzig-ab/pagat@1", 4, 3, {}), "too-many-of-a-card", Random(3))
    assert record is not None
    twice = spoil(record, "wrong-turn", Random(5))
    assert twice is not None
    verdict = verify(write(twice).encode())
    roots = {one.root.code for one in verdict.findings if one.severity == "error"}
    assert roots == {"too-many-of-a-card", "wrong-turn"}
    assert verdict.answers.legality is Answer.IMPOSSIBLE
