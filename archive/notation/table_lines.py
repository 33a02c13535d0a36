"""Table lines: the arguments of `@round`, `@deal`, `@trump`, `@score` and the others.

A word has a field for each value of its event, which reads and writes it. A line with an unknown
word is kept word for word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from archive.core.cards import cards, text_of
from archive.core.events import (  # fmt: skip
    DRAW,
    Bonus,
    Cut,
    Deal,
    End,
    Event,
    Gap,
    Keep,
    Kept,
    Out,
    Phase,
    Round,
    Score,
    Show,
    TableLine,
    Trick,
    Trump,
    Up,
)
from archive.notation.arguments import WINNERS, Arguments

Words = Iterable[str | None]
"""The arguments of a line as they are written; None or empty for one that is missing."""


class Odd(NamedTuple):
    """An argument that could not be used: where it starts, its text, what was expected."""

    at: int
    text: str
    expected: str


class _Field(NamedTuple):
    """The part of a line for one value of its event: read from the arguments, and written."""

    read: Callable[[Arguments], Any]
    write: Callable[[Any], Words]


def _keyed(key: str) -> _Field:
    """Return a field for a number with a key: `n=1`."""
    return _Field(lambda line: line.number(key), lambda number: [_key(key, number)])


def _seat_at(key: str) -> _Field:
    """Return a field for a seat with a key: `dealer=p1`."""
    return _Field(lambda line: line.seat_of(key), lambda seat: [_key(key, _seat(seat))])


def _itself(word: str) -> _Field:
    """Return a field for a word that stands alone."""
    return _Field(lambda _: word, lambda _: ())


def _number_in(text: str | None) -> int | None:
    """Return the number after the sign with which an argument begins: `p1`, `/6`."""
    return int(text[1:]) if text else None


def _winners(line: Arguments) -> tuple[int, ...]:
    win = line.value("win", WINNERS)
    if win == "draw":
        return DRAW
    return tuple(int(seat[1:]) for seat in win.split(",")) if win else ()


def _write_winners(winners: tuple[int, ...]) -> Words:
    win = "draw" if winners == DRAW else ",".join(f"p{seat}" for seat in winners)
    return [_key("win", win or None)]


def _write_kept(kept: Iterable[Kept]) -> Words:
    for seat, card, points in kept:
        yield f"p{seat} {card}" + ("" if points is None else f"={points}")


NUMBER, FIRST = _keyed("n"), _seat_at("first")
SEAT = _Field(lambda line: _number_in(line.one("seat")), lambda seat: [_seat(seat)])
SEATS = _Field(Arguments.seats, lambda seats: map(_seat, seats))
RUN = _Field(lambda line: cards(line.one("cards") or ""), lambda run: [text_of(run)])
SUIT = _Field(lambda line: line.one("suit"), lambda suit: [suit])
SHOWN = _Field(Arguments.shown, lambda shown: (f"p{seat} {text_of(run)}" for seat, run in shown))
KEPT = _Field(Arguments.kept, _write_kept)
POINTS = _Field(
    lambda line: _number_in(line.one("points")),
    lambda points: ["" if points is None else f"/{points}"],
)
TOTALS = _Field(Arguments.totals, lambda totals: [f"p{seat}:{total}" for seat, total in totals])
WON_BY = _Field(_winners, _write_winners)


class _Word(NamedTuple):
    """A word that opens a table line: its event, with a field for each of its values, and an
    example of the line."""

    kind: type[Any]
    fields: tuple[_Field, ...]
    expected: str


WORDS: dict[str, _Word] = {
    "round": _Word(Round, (NUMBER, FIRST), "@round n=1 first=p1"),
    "up": _Word(Up, (RUN, _keyed("bonus")), "@up 39 bonus=6"),
    "deal": _Word(
        Deal, (NUMBER, _seat_at("dealer"), _keyed("cards")), "@deal n=1 dealer=p1 cards=7"
    ),
    "cut": _Word(Cut, (SHOWN,), "@cut p1 7 p2 Q"),
    "trump": _Word(Trump, (SEAT, SUIT), "@trump p1 h"),
    "exchange": _Word(Phase, (_itself("exchange"),), "@exchange"),
    "stay": _Word(Phase, (_itself("stay"),), "@stay"),
    "trick": _Word(Trick, (NUMBER, FIRST), "@trick n=1 first=p1"),
    "show": _Word(Show, (SHOWN,), "@show p1 As p2 Q"),
    "keep": _Word(Keep, (KEPT,), "@keep p1 As=11"),
    "out": _Word(Out, (SEATS,), "@out p3"),
    "bonus": _Word(Bonus, (SEAT, POINTS), "@bonus p1 /6"),
    "score": _Word(Score, (TOTALS,), "@score p1:0 p2:11"),
    "end": _Word(End, (TOTALS, WON_BY), "@end p1:82 p2:110 win=p2"),
}
_WORD_OF = {known.kind: word for word, known in WORDS.items()}


def read(word: str, rest: str) -> tuple[Event, list[Odd]]:
    """Return a table line as an event, and the arguments that could not be used.

    `rest` is the text after the word; an `Odd.at` counts from its start.
    """
    if word == "gap":
        return Gap(rest.strip()), []
    known = WORDS.get(word)
    if known is None:
        return TableLine(word, rest.strip()), []
    line = Arguments(rest)
    event = known.kind(*[field.read(line) for field in known.fields])
    expected = f"a line such as `{known.expected}`"
    if isinstance(event, Bonus) and not event.seat:  # the line lacks what it is about
        return TableLine(word, rest.strip()), [Odd(0, rest.strip(), expected)]
    return event, [Odd(at, text, expected) for at, text in line.odd()]


ALIKE = frozenset({Deal, Trick, Trump, Phase})
"""Short lines that are the same in many records, and written once for all."""


def write(event: Event) -> str:
    """Return a table line in canonical form, without its line end."""
    return _known(event) if type(event) in ALIKE else _write(event)


def _write(event: Event) -> str:
    match event:
        case Gap(text):
            return _line("gap", [text])
        case TableLine(word, text):
            return _line(word, [text])
        case Phase(word):
            return _line(word, [])
    word = _WORD_OF[type(event)]
    fields = zip(WORDS[word].fields, event, strict=True)
    return _line(word, chain.from_iterable([field.write(value) for field, value in fields]))


_known = lru_cache(maxsize=4096, typed=True)(_write)


def _seat(seat: int | None) -> str | None:
    return None if seat is None else f"p{seat}"


def _key(key: str, value: object | None) -> str:
    return "" if value is None else f"{key}={value}"


def _line(word: str, arguments: Words) -> str:
    return " ".join([f"@{word}", *filter(None, arguments)])
