"""Table lines: what stands behind `@round`, `@deal`, `@trump`, `@score` and the others.

One reader and one writer a word, side by side. A word that is not listed here is nobody's; the line
is kept word for word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
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
    Out,
    Phase,
    Round,
    Score,
    Show,
    Shown,
    TableLine,
    Totals,
    Trick,
    Trump,
    Up,
)
from archive.notation.arguments import WINNERS, Arguments

Words = Iterable[str | None]
"""The arguments of a line as they are written; None or empty for one that is not there."""


class Odd(NamedTuple):
    """An argument that could not be used: where it starts, what it says, what was expected."""

    at: int
    text: str
    expected: str


def _read_round(line: Arguments) -> Event:
    return Round(line.number("n"), line.seat_of("first"))


def _write_round(event: Round) -> Words:
    return _key("n", event.number), _key("first", _seat(event.first))


def _read_up(line: Arguments) -> Event:
    return Up(cards(line.one("cards") or ""), line.number("bonus"))


def _write_up(event: Up) -> Words:
    return text_of(event.cards), _key("bonus", event.bonus)


def _read_deal(line: Arguments) -> Event:
    return Deal(line.number("n"), line.seat_of("dealer"), line.number("cards"))


def _write_deal(event: Deal) -> Words:
    dealer = _key("dealer", _seat(event.dealer))
    return _key("n", event.number), dealer, _key("cards", event.cards)


def _read_cut(line: Arguments) -> Event:
    return Cut(line.shown())


def _write_cut(event: Cut) -> Words:
    return _shown(event.drawn)


def _read_trump(line: Arguments) -> Event:
    seat = line.one("seat")
    return Trump(int(seat[1:]) if seat else None, line.one("suit"))


def _write_trump(event: Trump) -> Words:
    return _seat(event.seat), event.suit


def _read_trick(line: Arguments) -> Event:
    return Trick(line.number("n"), line.seat_of("first"))


def _write_trick(event: Trick) -> Words:
    return _key("n", event.number), _key("first", _seat(event.first))


def _read_show(line: Arguments) -> Event:
    return Show(line.shown())


def _write_show(event: Show) -> Words:
    return _shown(event.shown)


def _read_keep(line: Arguments) -> Event:
    return Keep(line.kept())


def _write_keep(event: Keep) -> Words:
    for seat, card, points in event.kept:
        yield f"p{seat} {card}" + ("" if points is None else f"={points}")


def _read_out(line: Arguments) -> Event:
    return Out(line.seats())


def _write_out(event: Out) -> Words:
    return map(_seat, event.seats)


def _read_bonus(line: Arguments) -> Event | None:
    seat, points = line.one("seat"), line.one("points")
    return Bonus(int(seat[1:]), int(points[1:]) if points else None) if seat else None


def _write_bonus(event: Bonus) -> Words:
    return _seat(event.seat), "" if event.points is None else f"/{event.points}"


def _read_score(line: Arguments) -> Event:
    return Score(line.totals())


def _write_score(event: Score) -> Words:
    return _totals(event.totals)


def _read_end(line: Arguments) -> Event:
    totals = line.totals()
    win = line.value("win", WINNERS)
    if win == "draw":
        return End(totals, DRAW)
    return End(totals, tuple(int(seat[1:]) for seat in win.split(",")) if win else ())


def _write_end(event: End) -> Words:
    win = "draw" if event.winners == DRAW else ",".join(f"p{seat}" for seat in event.winners)
    return (*_totals(event.totals), _key("win", win or None))


class _Word(NamedTuple):
    """A word that opens a table line: its reader and writer, and a line as it should be."""

    read: Callable[[Arguments], Event | None]
    write: Callable[[Any], Words]
    kind: type
    expected: str


def _phase(word: str) -> _Word:
    """Return a word that stands alone."""
    return _Word(lambda _: Phase(word), lambda _: (), Phase, f"@{word}")


WORDS: dict[str, _Word] = {
    "round": _Word(_read_round, _write_round, Round, "@round n=1 first=p1"),
    "up": _Word(_read_up, _write_up, Up, "@up 39 bonus=6"),
    "deal": _Word(_read_deal, _write_deal, Deal, "@deal n=1 dealer=p1 cards=7"),
    "cut": _Word(_read_cut, _write_cut, Cut, "@cut p1 7 p2 Q"),
    "trump": _Word(_read_trump, _write_trump, Trump, "@trump p1 h"),
    "exchange": _phase("exchange"),
    "stay": _phase("stay"),
    "trick": _Word(_read_trick, _write_trick, Trick, "@trick n=1 first=p1"),
    "show": _Word(_read_show, _write_show, Show, "@show p1 As p2 Q"),
    "keep": _Word(_read_keep, _write_keep, Keep, "@keep p1 As=11"),
    "out": _Word(_read_out, _write_out, Out, "@out p3"),
    "bonus": _Word(_read_bonus, _write_bonus, Bonus, "@bonus p1 /6"),
    "score": _Word(_read_score, _write_score, Score, "@score p1:0 p2:11"),
    "end": _Word(_read_end, _write_end, End, "@end p1:82 p2:110 win=p2"),
}
_WORD_OF = {known.kind: word for word, known in WORDS.items()}


def read(word: str, rest: str) -> tuple[Event, list[Odd]]:
    """Return a table line as an event, and the arguments that could not be used.

    `rest` is the text behind the word; an `Odd.at` counts from its start.
    """
    if word == "gap":
        return Gap(rest.strip()), []
    known = WORDS.get(word)
    if known is None:
        return TableLine(word, rest.strip()), []
    line = Arguments(rest)
    event = known.read(line)
    expected = f"a line such as `{known.expected}`"
    if event is None:  # the line lacks what it is about
        return TableLine(word, rest.strip()), [Odd(0, rest.strip(), expected)]
    return event, [Odd(at, text, expected) for at, text in line.odd()]


ALIKE = frozenset({Deal, Trick, Trump, Phase})
"""Short lines that are the same in one record after the other, and written once for all."""


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
    return _line(word, WORDS[word].write(event))


_known = lru_cache(maxsize=4096, typed=True)(_write)


def _seat(seat: int | None) -> str | None:
    return None if seat is None else f"p{seat}"


def _key(key: str, value: object | None) -> str:
    return "" if value is None else f"{key}={value}"


def _shown(shown: Shown) -> Words:
    return (f"p{seat} {text_of(run)}" for seat, run in shown)


def _totals(totals: Totals) -> Words:
    return [f"p{seat}:{total}" for seat, total in totals]


def _line(word: str, arguments: Words) -> str:
    return " ".join([f"@{word}", *filter(None, arguments)])
