"""Numbers in front of plays that are those of tricks, or of plays within a trick."""

from __future__ import annotations

from archive.core import events as said
from archive.importers.prose.game_in_words import GameInWords

SECOND = 2
NEAR = 30
"""The most events between the beginning of a deal and its second trick."""


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
