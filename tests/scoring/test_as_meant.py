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


PLAYED = re.compile(r"(?P<number>(?:\d+\. )?)(?P<deed>p\d [^\s@]+)")
EVERYWHERE = [
    ("twenty/farrugia@1", 2), ("count-to-20/stovel@1", 2), ("twenty-two/north-american@1", 3),
    ("twenty-two/rasmussen@1", 4), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
]  # fmt: skip


def roots_of(text: str) -> list[tuple[str, int]]:
    """Return the mistakes of a text that follow from no other, with their lines."""
    errors = [one for one in verify(text.encode()).findings if one.severity == "error"]
    return [(one.code, one.line) for one in errors if one.follows is None]


def plays_in(text: str) -> list[re.Match[str]]:
    """Return the plays of a text, of a trick game those of its first trick and after it."""
    at = text.index("@trick") if "@trick" in text else 0
    lines = re.finditer(r"(?m)^(?:\d+\.|p\d) .*$", text[at:])
    return [
        play for line in lines for play in PLAYED.finditer(text, at + line.start(), at + line.end())
    ]


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_two_plays_in_the_wrong_order_are_one_mistake(
    rules: str, seats: int, numbered: bool
) -> None:
    """The one who is due plays next: no stretch of the game need be missing for that."""
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}))
        text = text if numbered else re.sub(r"\b\d+\. (?=p\d)", "", text)
        plays = plays_in(text)
        at = next(at for at in range(9 + 2 * seed, len(plays))
                  if "\n" not in text[plays[at].start() : plays[at + 1].end()])  # fmt: skip
        one, other = plays[at], plays[at + 1]
        between = text[one.end() : other.start("deed")]
        wrong = text[: one.start("deed")] + other["deed"] + between + one["deed"]
        roots = roots_of(wrong + text[other.end() :])
        assert [line for _, line in roots] == [line_of(text, one.start())], (seed, roots)
        assert roots[0][0] in ("wrong-turn", "wrong-leader")


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_play_that_stands_there_twice_is_one_mistake_without_numbers_too(
    rules: str, seats: int
) -> None:
    for seed in range(4):
        text = re.sub(r"\b\d+\. (?=p\d)", "", write(generate(rules, seats, seed, {})))
        play = plays_in(text)[9 + seed]
        roots = roots_of(f"{text[: play.end()]} {play[0]}{text[play.end() :]}")
        assert [line for _, line in roots] == [line_of(text, play.start())], (seed, roots)


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
