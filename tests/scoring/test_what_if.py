"""What if: games left after a ply and played on otherwise, in every game."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from archive.core.events import Play
from archive.core.record import Record
from archive.generator import generate
from archive.notation import read, write
from archive.scoring.line_in_address import LineError
from archive.scoring.positions_from_the_middle import positions_told
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from archive.scoring.replay import Replay, replay
from archive.scoring.what_if import Line, NoPosition

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = [
    ("twenty/farrugia@1", 2, {}), ("twenty/farrugia@1", 2, {"hands": "open"}),
    ("zwanzig-ab/pagat@1", 4, {}), ("count-to-20/stovel@1", 3, {}),
    ("twenty-two/north-american@1", 3, {}), ("twenty-two/rasmussen@1", 5, {}),
]  # fmt: skip


def made_up(rules: str, seats: int, options: dict[str, str], seed: int = 1) -> Record:
    return read(write(generate(rules, seats, seed, options)).encode())


def left(record: Record, start: int) -> Line:
    shown = playable(record)
    return Line(shown.known, start, positions(shown))


def totals(line: Line) -> list[int | None]:
    """Return what the line scores when it is replayed as a record."""
    shown = replay(line.record)
    return [shown.at(shown.last).ledger.total(seat) for seat in range(1, shown.seats + 1)]


@pytest.mark.parametrize(("rules", "seats", "options"), GAMES)
def test_going_on_as_in_the_game_ends_as_the_game_did(
    rules: str, seats: int, options: dict[str, str]
) -> None:
    record = made_up(rules, seats, options)
    whole = replay(record)
    scores = [whole.at(whole.last).ledger.total(seat) for seat in range(1, seats + 1)]
    for start in (0, whole.last // 2, whole.last - 1):
        line = left(record, start)
        line.go_on(range(1, seats + 1))
        assert line.position.over
        assert totals(line) == scores


@pytest.mark.parametrize(("rules", "seats", "options"), GAMES)
def test_whatever_is_chosen_is_allowed_and_scored_alike_by_position_and_replay(
    rules: str, seats: int, options: dict[str, str]
) -> None:
    record = made_up(rules, seats, options)
    chance = random.Random(3)
    known = positions(playable(record))
    for start in range(3, len(known), len(known) // 3):
        line = Line(record, start, known)
        while (choices := line.choices()) and len(line.moves) < 25:
            line.follow(chance.choice(choices).text)
        assert not any(move.broken for move in line.moves)
        assert totals(line) == line.position.totals[1:]
        again = Line(record, start, known)
        again.follow(line.text)
        assert again.record == line.record
        assert again.stopped == line.stopped


def test_the_card_that_another_was_played_for_is_played_in_its_place() -> None:
    record = made_up("twenty/farrugia@1", 2, {})
    line = left(record, 0)
    other = next(one for one in line.choices() if not one.as_played)
    line.follow(other.text)
    line.go_on((1, 2))
    assert line.position.over
    assert not any(move.broken for move in line.moves)


def test_for_one_player_the_line_stops_where_she_is_to_play() -> None:
    line = left(made_up("twenty/farrugia@1", 2, {}), 0)
    line.follow(line.choices()[0].text)
    line.go_on((2,))
    assert (len(line.moves), line.position.turn) == (2, 1)


def test_a_play_against_the_rules_is_played_and_said() -> None:
    record = made_up("twenty/farrugia@1", 2, {})
    held = {card & 15 for card in positions(playable(record))[0].hands[1].known}  # type: ignore[attr-defined]
    foreign = next(rank for at, rank in enumerate("A23456789", 1) if at not in held)
    line = left(record, 0)
    line.follow(foreign)
    assert line.moves[0].broken == (("card-not-held", "3.2"),)


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [("Zz", 1, "such as 9h"), ("x9h", 1, "such as 9h"), ("in", 1, "such as 9h"),
     (".".join(["9"] * 500), 401, "at most 400 plays")],
)  # fmt: skip
def test_what_cannot_be_read_is_told(text: str, number: int, expected: str) -> None:
    line = left(made_up("twenty/farrugia@1", 2, {}), 0)
    with pytest.raises(LineError, match=expected) as told:
        line.follow(text)
    assert told.value.number == number


def test_a_line_does_not_go_beyond_the_end() -> None:
    record = made_up("twenty/farrugia@1", 2, {})
    line = left(record, 99)
    line.go_on((1, 2))
    with pytest.raises(LineError, match="goes no further"):
        line.follow("9")


def test_a_hand_larger_than_any_has_no_end_of_choices_listed() -> None:
    """Of forty cards there are as many exchanges as a machine has no memory for."""
    hand = "".join(rank + suit for suit in "cdhs" for rank in "A23456789T")
    record = read(
        f"""[XXN "1.0"]
[Game "twenty-two"]
[P1 "Ana"]
[P2 "Ben"]

@deal n=1 dealer=p2 cards=7
p1: {hand}
p2: Jc
@exchange
1. p1 x-
""".encode()
    )
    assert positions(playable(record))[0].due == "put_away"
    assert left(record, 0).choices() == []


def test_a_record_has_positions_for_as_long_as_it_says_enough() -> None:
    """Lines of another game, a cut for the deal and plays after a hand included; for all there are
    see test_same_game.py."""

    def found(name: str) -> int:
        return len(positions(playable(read((FIXTURES / f"{name}.xxn").read_bytes()))))

    assert found("count-to-20/sound/with-a-cut") == 15
    assert found("zwanzig-ab/flawed/passed") > 0


def test_a_game_cannot_be_left_where_its_cards_are_not_written() -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n@round n=1 first=p1\n1. p1 9 2. p2 8\n*\n'
    record = read(text.encode())
    with pytest.raises(NoPosition):
        left(record, 2)


def test_trumps_are_named_otherwise_where_they_were_named() -> None:
    """The table then has the two cards that were dealt before, and the rest comes as it did."""
    record = made_up("zwanzig-ab/pagat@1", 4, {}, 5)
    known = positions(playable(record))
    line = Line(record, 17, known, "trump-c")
    assert line.position.due == "name_trump"
    assert {len(hand) for hand in line.position.hands[1:]} == {2}
    assert "p2: Kc7s\n" in write(line.record)
    line.follow("trump-c.xTh7s")
    assert [move.text for move in line.moves] == ["trump-c", "xTh7s"]
    assert not any(move.broken for move in line.moves)
    assert line.before_trumps
    text = write(line.record)
    assert "p2: Kc7s+QcTh9c" in text
    assert text.endswith("@trump p2 c\n18. p2 xTh7s>9sAd\n")
    later = Line(record, 18, known, "trump-c")
    with pytest.raises(LineError):
        later.follow("trump-c")
    other = made_up("count-to-20/stovel@1", 3, {})
    untrumped = Line(other, 3, positions(playable(other)), "trump-c")
    with pytest.raises(LineError):
        untrumped.follow("trump-c")


def test_a_game_is_left_at_its_own_play_behind_one_that_could_not_be_read() -> None:
    """The card is told by the plays behind it; it is a play like any other."""
    record = read((FIXTURES / "twenty/flawed/unread-card.xxn").read_bytes())
    plays = [step.action.cards for step in replay(record).steps]
    for ply in (1, 2, 3, 50):
        line = left(record, ply)
        line.follow("")
        assert line.record.plies[-1] == ply
        assert [one.cards for one in line.record.events if isinstance(one, Play)] == plays[:ply]


LATE = [
    ("zwanzig-ab/sound/pagat-tied", "@score", 0),
    ("zwanzig-ab/sound/pagat-whole", "@trick n=4", 0),
    ("count-to-20/sound/three-players", "@score", 0),
    ("twenty-two/sound/whole-north-american", "@score", 0),
    ("twenty-two/sound/whole-rasmussen", "@score", 0),
    ("twenty/sound/whole-with-suits", "@score", 40),
]
"""Records, from where on they are written, and how many plays then stand before a deal, or a round
of Twenty, of which all is told."""
NUMBERS = r"\b\d+\. (?=p\d)|(?<=@deal) n=\d+|(?<=@trick) n=\d+"


def begun_late(name: str, at: str, *, numbers: bool = True) -> tuple[Record, Record]:
    """Return a sound record, and what is left of it from some words on."""
    text = (FIXTURES / f"{name}.xxn").read_text("utf-8")
    tags = re.sub(r"^(?!\[).*\n", "", text, flags=re.MULTILINE)
    behind = text[text.index(at) :]
    if not numbers:
        behind = re.sub(NUMBERS, "", behind)
    return read(text.encode()), read((tags + behind).encode())


def hands(position: Any) -> list[list[int]]:
    return [sorted(hand.known) for hand in position.hands]


@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize(("name", "at", "before"), LATE)
def test_a_game_of_which_the_beginning_is_not_written_is_left_from_its_first_whole_deal_on(
    name: str, at: str, before: int, numbers: bool
) -> None:
    """It was said at every play that the sheet does not tell all the cards."""
    if not numbers and at != "@score":
        return  # then it is not known where it begins
    whole, late = begun_late(name, at, numbers=numbers)
    shown = playable(late)
    known, steps = positions_told(shown), Replay(shown)
    first = steps.last - len(late.acted) + before
    if at == "@score":
        assert min(known) == first
    assert [*known] == [*range(min(known), steps.last + 1)]
    ended = replay(whole)
    scores = [ended.at(ended.last).ledger.total(seat) for seat in range(1, ended.seats + 1)]
    played = positions(playable(whole))
    for start in (min(known), (min(known) + steps.last) // 2, steps.last - 1):
        line, same = Line(shown.known, start, known), played[start + ended.last - steps.last]
        assert hands(line.position) == hands(same)
        assert line.position.legal() == same.legal()
        line.go_on(range(1, ended.seats + 1))
        assert line.position.over
        assert line.position.totals[1:] == scores
        assert replay(line.record).last == line.plies


def test_without_a_standing_a_line_is_played_on_with_unknown_totals() -> None:
    _, late = begun_late("zwanzig-ab/sound/pagat-whole", "@deal n=2")
    shown = playable(late)
    line = Line(shown.known, min(positions_told(shown)), positions_told(shown))
    other = next(one for one in line.choices() if not one.as_played)
    line.follow(other.text)
    assert totals(line) == [None] * 4


def test_what_stands_before_the_first_whole_deal_cannot_be_left() -> None:
    _, late = begun_late("zwanzig-ab/sound/pagat-whole", "@trick n=4")
    shown = playable(late)
    known = positions_told(shown)
    with pytest.raises(NoPosition):
        Line(shown.known, min(known) - 1, known)
    assert min(known) > 0
