"""Table lines: what stands behind `@round`, `@up`, `@deal`, `@bonus`, `@score`, `@gap`, `@end`.

One reader and one writer a word, side by side. A word that is not listed here belongs to another
game or to nobody; it is kept word for word and the rules of the game decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from archive.cards import cards, text_of
from archive.notation.lexer import ARGUMENT
from archive.record import (
    Bonus,
    Deal,
    End,
    Event,
    Gap,
    Round,
    Score,
    TableLine,
    Totals,
    Up,
)


NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
ONE_SEAT = re.compile(r"p[1-9]\d?", re.ASCII)
WINNERS = re.compile(r"draw|p[1-9]\d?(?:,p[1-9]\d?)*", re.ASCII)


class Odd(NamedTuple):
    """An argument that could not be used: where it starts, what it says, what was expected."""

    at: int
    text: str
    expected: str


class _Arguments:
    """The arguments of one line by kind, in one pass. What nobody takes is odd."""

    __slots__ = ("left",)

    def __init__(self, text: str) -> None:
        self.left: dict[str, list[re.Match[str]]] = {}
        for match in ARGUMENT.finditer(text):
            self.left.setdefault(match["key"] or match.lastgroup or "", []).append(match)

    def value(self, key: str, pattern: re.Pattern[str]) -> str | None:
        """The value behind `key=`, if it is written as `pattern` asks."""
        for match in self.left.get(key, ()):
            if pattern.fullmatch(match["value"]):
                self._take(key, match)
                return match["value"]
        return None

    def number(self, key: str) -> int | None:
        value = self.value(key, NUMBER)
        return None if value is None else int(value)

    def seat_of(self, key: str) -> int | None:
        value = self.value(key, ONE_SEAT)
        return None if value is None else int(value[1:])

    def totals(self) -> Totals:
        return tuple(
            [(int(m["total_seat"][1:]), int(m["total"])) for m in self.left.pop("total", ())]
        )

    def one(self, kind: str) -> str | None:
        """The first argument of that kind; a second one stays behind, and is odd."""
        for match in self.left.get(kind, ()):
            self._take(kind, match)
            return match[kind]
        return None

    def _take(self, kind: str, match: re.Match[str]) -> None:
        rest = self.left[kind]
        rest.remove(match)
        if not rest:
            del self.left[kind]

    @property
    def odd(self) -> list[re.Match[str]]:
        """What nobody took, in the order written."""
        matches = [match for rest in self.left.values() for match in rest]
        return sorted(matches, key=lambda match: match.start())


def _read_round(line: _Arguments) -> Event:
    return Round(line.number("n"), line.seat_of("first"))


def _read_up(line: _Arguments) -> Event:
    return Up(cards(line.one("cards") or ""), line.number("bonus"))


def _read_deal(line: _Arguments) -> Event:
    return Deal(line.number("n"))


def _read_bonus(line: _Arguments) -> Event | None:
    seat, points = line.one("seat"), line.one("points")
    return Bonus(int(seat[1:]), int(points[1:]) if points else None) if seat else None


def _read_score(line: _Arguments) -> Event:
    return Score(line.totals())


def _read_end(line: _Arguments) -> Event:
    totals = line.totals()
    win = line.value("win", WINNERS)
    if win == "draw":
        return End(totals, tuple(seat for seat, _ in totals))
    return End(totals, tuple(int(seat[1:]) for seat in win.split(",")) if win else ())


class _Word(NamedTuple):
    read: Callable[[_Arguments], Event | None]
    expected: str


WORDS: dict[str, _Word] = {
    "round": _Word(_read_round, "@round n=1 first=p1"),
    "up": _Word(_read_up, "@up 39 bonus=6"),
    "deal": _Word(_read_deal, "@deal n=1"),
    "bonus": _Word(_read_bonus, "@bonus p1 /6"),
    "score": _Word(_read_score, "@score p1:0 p2:11"),
    "end": _Word(_read_end, "@end p1:82 p2:110 win=p2"),
}


def read(word: str, rest: str) -> tuple[Event, list[Odd]]:
    """A table line as an event, and the arguments that could not be used.

    `rest` is the text behind the word; an `Odd.at` counts from its start.
    """
    if word == "gap":
        return Gap(rest.strip()), []
    known = WORDS.get(word)
    if known is None:
        return TableLine(word, rest.strip()), []
    line = _Arguments(rest)
    event = known.read(line)
    odd = [
        Odd(match.end() - len(match[0].lstrip()), match[0].strip(), odd_line(known))
        for match in line.odd
    ]
    if event is None:  # the line lacks what it is about
        return TableLine(word, rest.strip()), [Odd(0, rest.strip(), odd_line(known))]
    return event, odd


def odd_line(word: _Word) -> str:
    return f"a line such as `{word.expected}`"


def write(event: Event) -> str:
    """A table line in canonical form, without its line end."""
    match event:
        case Round(number, first):
            return _line("round", _key("n", number), _key("first", _seat(first)))
        case Up(up, bonus):
            return _line("up", text_of(up), _key("bonus", bonus))
        case Deal(number):
            return _line("deal", _key("n", number))
        case Bonus(seat, points):
            return _line("bonus", _seat(seat), "" if points is None else f"/{points}")
        case Score(totals):
            return _line("score", _totals(totals))
        case Gap(text):
            return _line("gap", text)
        case End(totals, winners):
            seats = tuple(seat for seat, _ in totals)
            win = (
                "draw" if winners == seats and len(seats) > 1 else ",".join(map(str_seat, winners))
            )
            return _line("end", _totals(totals), _key("win", win or None))
        case TableLine(word, text):
            return _line(word, text)
    raise TypeError(f"not a table line: {event!r}")


def str_seat(seat: int) -> str:
    return f"p{seat}"


def _seat(seat: int | None) -> str | None:
    return None if seat is None else str_seat(seat)


def _key(key: str, value: object | None) -> str:
    return "" if value is None else f"{key}={value}"


def _totals(totals: Totals) -> str:
    return " ".join(f"p{seat}:{total}" for seat, total in totals)


def _line(word: str, *arguments: str | None) -> str:
    return " ".join([f"@{word}", *(argument for argument in arguments if argument)])
