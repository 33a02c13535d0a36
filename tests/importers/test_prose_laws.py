"""Any game of Twenty, written as prose by a small writer of ours, comes back equal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from archive.core import events as said
from archive.core.cards import CARDS, RANKS
from archive.core.events import Event
from archive.core.record import Record, Tag
from archive.importers import import_bytes
from tests.laws import tried

NAMES = st.sampled_from(
    ["Albert", "Bertha", "Zoë", "Anna Maria", "Ōki", "Jean-Luc", "D'Arcy", "Ива́н", "李", "Player 2"]
)
RANK = st.sampled_from([CARDS[rank] for rank in RANKS])
SUITED = st.sampled_from([CARDS[rank + suit] for rank in RANKS for suit in "cdhs"])
TOTAL = st.integers(-20, 400)
WORDS = "a quiet game with nobody looking on and the dog asleep by the fire"
TOLD = st.lists(st.sampled_from(WORDS.split()), min_size=2, max_size=12).map(
    lambda words: " ".join(words).capitalize() + "."
)


@st.composite
def games(draw: st.DrawFn) -> Record:
    """A record as a sheet can tell it; its claims need not be right."""
    names = draw(st.lists(NAMES, min_size=2, max_size=2, unique=True))
    card = draw(st.sampled_from([RANK, SUITED]))
    events: list[Event] = []
    number = 0
    for nth in range(1, draw(st.integers(1, 2)) + 1):
        events.append(said.Round(nth, draw(st.sampled_from([None, 1, 2]))))
        up = (draw(card), draw(card))
        events.append(said.Up(up, draw(st.none() | st.integers(1, 10))))
        for deal in range(1, draw(st.integers(1, 3)) + 1):
            events.append(said.Deal(deal))
            for seat in draw(st.permutations([1, 2])):
                held = draw(st.lists(card, min_size=1, max_size=6))
                events.append(said.Held(seat, (tuple(sorted(held, key=lambda one: one.order)),)))
            for _ in range(draw(st.integers(2, 12))):
                number += 1
                points = draw(st.none() | st.integers(0, 480))
                tally = draw(st.integers(0, 30))
                seat = draw(st.integers(1, 2))
                events.append(said.Play(number, seat, (draw(card),), tally, points))
            if draw(st.booleans()):
                events.append(said.Comment(draw(TOLD)))
            events.append(said.Score(((1, draw(TOTAL)), (2, draw(TOTAL)))))
        events.append(said.Bonus(draw(st.integers(1, 2)), draw(st.none() | st.integers(1, 10))))
    totals = ((1, draw(TOTAL)), (2, draw(TOTAL)))
    events.append(said.End(totals, draw(st.sampled_from([(), (1,), (2,), (1, 2)]))))
    tags = [Tag("XXN", "1.0"), Tag("Game", "twenty"), Tag("P1", names[0]), Tag("P2", names[1])]
    result = " ".join(f"p{seat}:{points}" for seat, points in totals)
    return Record([*tags, Tag("Result", result)], events)


def prose(record: Record, gap: str, heading: str) -> str:
    """The record as a score sheet, with `gap` between plays and `heading` before headings."""
    names = record.players
    lines = [f"Players: {names[0]}, {names[1]}", ""]
    for event in record.events:
        match event:
            case said.Play():
                play = _play(event, names)
                if lines[-1].endswith(")") or lines[-1].endswith("\u200a"):
                    lines[-1] += gap + play
                else:
                    lines.append(play)
            case said.Comment(text):
                lines += ["", text, ""]
            case _:
                lines += _line(event, names, heading)
    return "\n".join(lines) + "\n"


def _play(play: said.Play, names: list[str]) -> str:
    points = "" if play.points is None else f"; {play.points} point{'s' * (play.points != 1)}"
    return f"{names[play.seat - 1]}: {play.cards[0]} ({play.tally}{points})"


def _line(event: Event, names: list[str], heading: str) -> list[str]:
    match event:
        case said.Round(number, first):
            began = [f"{names[first - 1]} begins."] if first else []
            return ["", f"{heading}Round {number}", "", *began]
        case said.Up((one, two), bonus):
            return [
                f"Turned up: {one} {two}",
                *([f"The bonus is {bonus} points."] if bonus else []),
            ]
        case said.Deal(number):
            return ["", f"{heading}Hand {number}:", ""]
        case said.Held(seat):
            return [f"{names[seat - 1]}'s Hand: {' '.join(map(str, event.cards))}"]
        case said.Score(totals):
            return ["", " ".join(f"{names[seat - 1]}: {total}" for seat, total in totals), ""]
        case said.Bonus(seat, points):
            worth = f" of {points} points" if points else ""
            return [f"{names[seat - 1]} takes the bonus{worth}."]
        case said.End(totals, winners):
            standing = ", ".join(f"{names[seat - 1]}: {total}" for seat, total in totals)
            won = "Draw" if len(winners) == 2 else names[winners[0] - 1] if winners else ""
            return [f"Final score: {standing}", *([f"Winner: {won}"] if won else [])]
    raise AssertionError(event)


@given(games(), st.sampled_from([" ", "\n", "  \n"]), st.sampled_from(["", "### "]), st.booleans())
@tried(15)
def test_a_game_told_in_prose_comes_back_equal(
    record: Record, gap: str, heading: str, crlf: bool
) -> None:
    text = prose(record, gap, heading)
    found = import_bytes(text.replace("\n", "\r\n" if crlf else "\n").encode())
    assert found is not None
    assert found.diagnostics == []
    assert found.records == [record]


@given(
    st.binary(max_size=400)
    | st.text(max_size=400).map(lambda text: text.encode("utf-8", "replace"))
)
@tried(15)
def test_no_bytes_make_an_importer_raise(data: bytes) -> None:
    for name in ("csv", "json", "prose", "xlsx"):
        found = import_bytes(data, importer=name)
        assert found is not None
        assert isinstance(found.xxn, bytes)


PIECES = st.sampled_from(
    ["Anna", "Berta", ":", "'s hand", " hand:", " ", "\n", "8", "10", "K", "A", "(8)", "(", ")",
     "(20; 1 point)", "Round 1", "Hand 2:", "bonus is 6", "Anna takes the bonus", "#", ",", '"',
     "Turned up: 3 9", ";", "quietly", ".", "Winner: Anna", "Final score:", "\ufeff", "\r\n", "**"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join))
@tried(25)
def test_no_word_that_is_not_of_the_sheet_is_lost(text: str) -> None:
    found = import_bytes(text.encode(), importer="prose")
    assert found is not None
    assert found.xxn.decode().count("quietly") >= text.count("quietly")
