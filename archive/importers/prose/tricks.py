"""Tricks in words: numbers in front of plays that are those of tricks, or of plays within a trick;
and the order round the table, as most tricks show it: a sentence above them may name the players in
another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from archive.core import events as said
from archive.importers.player_names import called
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.names import any_of, are_listed
from archive.importers.prose.words import SUITED
from archive.importers.ranks import word

PAIR = 2
LOOKED_AT = 1 << 16
"""The number of characters in which tricks are looked for."""
HEADED = re.compile(
    r"^[#*_> \t]*(?:(?:trick|stich)[ \t]+\d{1,2}|\d{1,2}\.[ \t]+(?:trick|stich)|[ts]\d{1,2})"
    r"(?=[ \t]*(?:[:.,(*–-]|$))",
    re.IGNORECASE | re.MULTILINE,
)
LINE_END = re.compile(r"\n")
Order = tuple[str, ...]
SECOND = 2
NEAR = 30
"""The most events between the beginning of a deal and its second trick."""


def round_the_table(names: list[str], text: str) -> list[str]:
    """Return the players of a text in the order of most of its tricks, from the one named first;
    as they are where the text lists them, or where no other order is that of more tricks."""
    if len(names) <= PAIR or are_listed(text):
        return names
    times = Counter(_orders(names, text[:LOOKED_AT]))
    own = times[tuple(names)]
    order, most = max(times.items(), key=lambda one: one[1], default=((), 0))
    return [*order] if most > own else names


def _orders(names: Sequence[str], text: str) -> Iterator[Order]:
    """Yield the order of each trick in which all players play in turn, turned so that the player
    named first is first."""
    spelled = {" ".join(name.split()).casefold(): name for name in names}
    who = any_of(names)
    heads = [head.end() for head in HEADED.finditer(text)]
    card = word("") if heads else SUITED
    starts = heads or [0, *(end.end() for end in LINE_END.finditer(text))]
    play = re.compile(rf"(?<!\w)(?P<who>(?i:{who}))(?!\w)[^\n\w]{{1,6}}(?:{card})(?!\w)")
    for start, end in pairwise([*starts, len(text)]):
        plays = islice(play.finditer(text, start, end), len(names))
        turn = [spelled[called(" ".join(one["who"].split())).casefold()] for one in plays]
        if len({*turn}) == len(names):
            first = turn.index(names[0])
            yield (*turn[first:], *turn[:first])


def number_of_play(told: GameInWords, number: int, at: int) -> int | None:
    """Return the number of a play in front of which a number stands; None where it is that of the
    next trick of its deal, which begins there, or that of a play within its trick.

    `1. Bob 8♠, Cy K♠` behind the exchange begins the first trick; so does a `1.` before the first
    play of all, as a `2.` that goes on with no play shows."""
    sheet = told.sheet
    if told.one_card:
        return number
    dealt, last = sheet.last(said.Deal), sheet.last(said.Trick)
    last = last if dealt is None or (last is not None and dealt < last) else None
    behind = sheet.events[last + 1 :] if last is not None else []
    plays = sum(isinstance(event, said.Play) for event in behind)
    if number == 1 and last is not None and not plays:
        told.counted_trick = last
    if last is not None and last == told.counted_trick and number == plays + 1:
        return None
    if number == sheet.played + 1:
        return number
    trick = sheet.events[last] if last is not None else said.Trick(0)
    assert isinstance(trick, said.Trick)
    first = _first_play(told, dealt) if last is None and number == SECOND <= sheet.played else None
    if first is not None:
        sheet.events.insert(first, said.Trick(1))
        sheet.places.insert(first, sheet.places[first])
        trick = said.Trick(1)
    headed = last is not None and not plays
    begun = first is not None or dealt is not None or last is not None
    follows = trick.number is not None and number == trick.number + 1 and sheet.played > 0
    if not begun or headed or not follows:
        return number
    told.add(said.Trick(number), at)
    return None


def _first_play(told: GameInWords, dealt: int | None) -> int | None:
    """Return the index of the first play behind a deal, or of all; None where it is too far back
    for that of a first trick."""
    events = told.sheet.events
    start = 0 if dealt is None else dealt + 1
    near = range(start, len(events)) if len(events) - start <= NEAR else ()
    return next((at for at in near if isinstance(events[at], said.Play)), None)
