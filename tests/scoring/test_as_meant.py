"""What is against the rules only because of one slip of the pen follows from that slip."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from archive.games import GAMES
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import write
from archive.rules.gaps import foresight
from archive.scoring import Answer, Verdict, explained_by_slip, verify


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


@pytest.mark.parametrize("numbers", ["none", "on"])
@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_play_that_stands_there_twice_is_one_mistake_where_no_number_does(
    rules: str, seats: int, numbers: str
) -> None:
    """Nor need a number show it: who numbers the plays in the end counts it twice."""
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}))
        play = plays_in(text)[9 + seed]
        line = line_of(text, play.start())
        text = f"{text[: play.end()]} {play[0]}{text[play.end() :]}"
        count = iter(range(1, 10_000)) if numbers == "on" else None
        text = re.sub(r"\b\d+\. (?=p\d)", lambda _, n=count: f"{next(n)}. " if n else "", text)
        roots = roots_of(text)
        assert [found for _, found in roots] == [line], (seed, roots)


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_line_that_stands_there_twice_is_one_mistake(rules: str, seats: int) -> None:
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}))
        lines = text.splitlines(keepends=True)
        at = line_of(text, plays_in(text)[9 + 7 * seed].start())
        roots = roots_of("".join([*lines[:at], *lines[at - 1 :]]))
        assert [line for _, line in roots] == [at + 1], (seed, roots)


def rows(text: str, skip: int) -> tuple[re.Match[str], re.Match[str]]:
    """Return two rows of hands, one below the other, behind so many such pairs."""
    pairs = re.finditer(r"(?m)^p(?P<seat>\d+): (?P<hand>\S+)\n(?=p(\d+): (\S+)\n)", text)
    one = list(pairs)[skip]
    other = re.compile(r"p(?P<seat>\d+): (?P<hand>\S+)\n").match(text, one.end())
    assert other is not None
    return one, other


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_two_hands_in_each_others_rows_are_one_mistake(rules: str, seats: int) -> None:
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}, hands="all") if seats == 2
                     else generate(rules, seats, seed, {}))  # fmt: skip
        one, other = rows(text, 1)
        wrong = f"p{one['seat']}: {other['hand']}\np{other['seat']}: {one['hand']}\n"
        roots = roots_of(text[: one.start()] + wrong + text[other.end() :])
        assert len(roots) == 1, (seed, roots)


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_hand_in_the_row_of_another_player_is_one_mistake(rules: str, seats: int) -> None:
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}, hands="all") if seats == 2
                     else generate(rules, seats, seed, {}))  # fmt: skip
        one, other = rows(text, 1)
        wrong = f"p{one['seat']}: {other['hand']}\n"
        roots = roots_of(text[: other.start()] + wrong + text[other.end() :])
        assert len(roots) == 1, (seed, roots)


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE[2:])
def test_the_cards_of_two_plays_exchanged_are_one_mistake(rules: str, seats: int) -> None:
    for seed in range(4):
        text = write(generate(rules, seats, seed, {}))
        lines = list(re.finditer(r"(?m)^((?:\d+\. )?p\d) ([^\sx]+) ((?:\d+\. )?p\d) (\S+)", text))
        line = [one for one in lines if len(one[2]) == len(one[4])][5 * seed]
        wrong = f"{line[1]} {line[4]} {line[3]} {line[2]}"
        roots = roots_of(text[: line.start()] + wrong + text[line.end() :])
        assert len(roots) == 1, (seed, roots)


@pytest.mark.parametrize(("rules", "seats"), EVERYWHERE)
def test_a_total_carried_on_wrong_is_one_mistake(rules: str, seats: int) -> None:
    """So it is where a player would be out with it, and was not."""
    text = re.sub(r"\[Result.*\n", "", write(generate(rules, seats, 3, {})))
    standings = [one.start() for one in re.finditer("@score", text)]
    for at in standings[:-1]:
        wrong = re.sub(r"(?m)^@(?:score|end) .*", lambda line: re.sub(
            r"p2:(\d+)", lambda one: f"p2:{int(one[1]) + 10}", line[0]), text[at:])  # fmt: skip
        roots = roots_of(text[:at] + wrong)
        assert [code for code, _ in roots] in (["wrong-score"], ["impossible-sum"]), at


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


@pytest.mark.parametrize(("rules", "seats", "seed"), [
    ("count-to-20/stovel@1", 4, 1001), ("zwanzig-ab/twenty-down@1", 4, 1001),
])  # fmt: skip
def test_a_total_carried_to_the_end_is_one_mistake_though_it_would_have_ended_the_game(
    rules: str, seats: int, seed: int
) -> None:
    """With ten points less, or five more, the game would have been over sooner."""
    text = re.sub(r"(?m)^\[Result .*\n", "", write(generate(rules, seats, seed, {})))
    by = 5 if "count" in rules else -10
    first = [one.start() for one in re.finditer("@score", text)][0 if by > 0 else 6]
    wrong = re.sub(r"\bp3:(-?\d+)", lambda one: f"p3:{int(one[1]) + by}", text[first:])
    assert roots_of(text[:first] + wrong) == [("wrong-score", line_of(text, first))]


def test_another_card_is_one_mistake_whatever_standings_it_makes_wrong() -> None:
    """Without tallies it moves what everybody scores up to the end of the round."""
    text = write(generate("twenty/farrugia@1", 2, 1000, {}))
    text = re.sub(r"(?m)^p\d: .*\n|^\[Result .*\n|(?<=[A2-9TJQK][cdhs])=\d+(?:/\d+)?", "", text)
    plays = list(PLAYED.finditer(text, text.index("1. p")))
    later = plays[30]["deed"].split()[1]
    play = plays[15]
    assert later[0] != play["deed"].split()[1][0]
    wrong = f"{text[: play.start()]}{play['number']}{play['deed'][:3]}{later}{text[play.end() :]}"
    assert [code for code, _ in roots_of(wrong)] == ["too-many-of-a-card"]


def test_open_hands_that_differ_from_one_written_wrong_are_its_mistake() -> None:
    text = write(generate("twenty/farrugia@1", 2, 1000, {"hands": "open"}))
    hand = re.search(r"(?m)^p1: (\S\S)(\S+)$", text)
    assert hand is not None
    other = "5d" if hand[1][0] != "5" else "6d"
    wrong = f"{text[: hand.start(1)]}{other}{text[hand.end(1) :]}"
    assert roots_of(wrong) == [("impossible-hand", line_of(text, hand.start()))]
    twice = f"{text[: hand.end()]}\n{hand[0]}{text[hand.end() :]}"
    assert roots_of(twice) == [("dealt-early", line_of(text, hand.end()) + 1)]


def test_a_card_too_many_put_away_and_played_is_one_mistake() -> None:
    text, pack = write(generate("zwanzig-ab/pagat@1", 4, 1000, {})), [*product("789TJQKA", "cdhs")]
    for change in [*re.finditer(r"(p\d) x(\S{6})>(\S{6})(?=\s)", text)][:12]:
        start, end = text.rindex("@deal", 0, change.start()), text.index("@score", change.end())
        played = re.search(rf"{change[1]} ([2-9AKQJT][cdhs])\s", text[change.end() : end])
        unseen = ["".join(card) for card in pack if "".join(card) not in text[start:end]]
        if played is None or not unseen:
            continue  # dropped out, or all cards are in play
        wrong = f"{change[1]} x{change[2]}{played[1]}>{change[3]}{unseen[0]}"
        roots = roots_of(text[: change.start()] + wrong + text[change.end() :])
        assert roots == [("exchanged-too-many", line_of(text, change.start()))]


def test_of_many_slips_no_more_are_read_than_need_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading is a whole record: 4,000 of 256 KiB took minutes to make and compare."""
    deal = "@deal n={} dealer=p1 cards=5\np1: 9??h?d?\np2: 9h8h?h??\np1 9h p2 9s p1 8 p2 ?h\n"
    tags = "".join(f'[P{seat} "Player {seat}"]\n' for seat in range(1, 5))
    text = f'[XXN "1.0"]\n[Game "zwanzig-ab"]\n{tags}\n' + "".join(map(deal.format, range(1, 60)))
    monkeypatch.setattr(foresight, "MOST_EVENTS", 0)  # as if it were longer than any game
    readings, read = explained_by_slip._readings, []
    monkeypatch.setattr(
        explained_by_slip,
        "_readings",
        lambda slip, record: read.append(slip.at) or readings(slip, record),
    )
    wrong = [one for one in verify(text.encode()).findings if one.severity == "error"]
    assert len(wrong) > 200
    assert len(read) < 20
