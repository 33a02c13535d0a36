"""Stretches of a record written in the plainest way: plays, table lines and hands that are sound,
one after the other. They are most of every record, so they are read many at once.

The lexer has checked that each is a token of its own and makes one event (`PIECE`). The results for
words and lines are those that the reader finds token by token (archive/notation/parser.py),
remembered.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any, TypeAlias

from archive.core.cards import CARD, CARDS, Card
from archive.core.events import Action, Event, Gap, Held, Play, Score, TableLine
from archive.core.record import Tag
from archive.notation import plays, table_lines
from archive.notation.lexer import TOKEN
from archive.notation.remembered_texts import Memory

Deed: TypeAlias = "tuple[type[Action], tuple[Any, ...]]"
"""A player's action: the kind of event, and its fields after number and seat."""

TABLE_LINE = re.compile(r"@([a-z][a-z-]*+)(.*)", re.DOTALL)
TOTAL = re.compile(r"p([1-9]\d?):(-?\d{1,9})", re.ASCII)
TAG = re.compile(r"""\[(\w+) "([^"]*+)"\]""")
WORDS = frozenset("xdiop")
"""The first letters of actions that play no cards."""
SEATS = {f"p{seat}": seat for seat in range(1, 100)}


def _deed(text: str) -> Deed:
    """Return the action of a word, `9=20/10`, `x9s7d>QhJh`, `in`, without a mark."""
    if text[0] in WORDS:
        token = TOKEN.match(f"p1 {text}")
        assert token is not None
        event = plays.action(token)
        return type(event), event[2:]
    rest, _, points = text.partition("/")
    run, _, tally = rest.partition("=")
    played, parts = plays.parts_of(run)
    claims = int(tally) if tally else None, int(points) if points else None
    return Play, (played, *claims, "", parts)


def _total(text: str) -> tuple[int, int] | None:
    """Return the seat and points of `p1:82`; None for anything else."""
    match = TOTAL.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def _line(text: str) -> Event | None:
    """Return a table line; None where it is not sound, or not only an event: after a gap any number
    is allowed."""
    match = TABLE_LINE.fullmatch(text)
    event, odd = table_lines.read(match[1], match[2]) if match else (None, [])
    return None if odd or isinstance(event, Gap | TableLine) else event


NUMBERS = Memory(lambda text: int(text[:-1]))  # `12.`
DEEDS = Memory(_deed)
TOTALS = Memory(_total)
LINES = Memory(_line)
_ORDERS = sorted({card.order for card in CARDS.values()})
_card = CARDS.__getitem__
_place = {text: _ORDERS.index(card.order) for text, card in CARDS.items()}.__getitem__
make = tuple.__new__  # what `Play(…)` does, in half the time


def run(text: str, first: int | None) -> list[Action] | None:
    """Return the plays of a run, three words each: `12. p2 9=20/10`. None when they are not
    numbered one by one from `first`, or, without `first`, from any number."""
    words = iter(text.split())
    dues = count(int(text[: text.index(".")]) if first is None else first)
    played: list[Action] = []
    for number, seat, deed, due in zip(words, words, words, dues, strict=False):
        if NUMBERS[number] != due:
            return None
        kind, said = DEEDS[deed]
        played.append(make(kind, (due, SEATS[seat], *said)))
    return played


def tags(text: str) -> list[Tag]:
    """Return the tags, each on a line of its own."""
    return [make(Tag, tag) for tag in TAG.findall(text)]


def lines(text: str) -> list[Event] | None:
    """Return table lines and hands, each with its line end; None when one of them needs the full
    reader."""
    events: list[Event] = []
    written = text.split("\n")
    written.pop()  # nothing, after the last line end
    for line in written:
        if line[0] == "p":
            seat, held = line.split(": ")
            packets = map(_packet, held.split("+")) if "+" in held else (_packet(held),)
            events.append(make(Held, (SEATS[seat], tuple(packets))))
            continue
        # standings differ from line to line, their words do not
        event = _score(line) if line.startswith("@score ") else LINES[line]
        if event is None:
            return None
        events.append(event)
    return events


def _score(line: str) -> Event | None:
    words = line.split(" ")
    del words[0]
    totals = tuple([TOTALS[word] for word in words])
    return None if None in totals else make(Score, (totals,))


def _packet(text: str) -> tuple[Card, ...]:
    """Return the cards of a hand, high ones first: a hand is held in no order, so that two ways to
    list it are the same."""
    # by their places, because numbers are compared fastest
    return tuple(map(_card, sorted(CARD.findall(text), key=_place)))
