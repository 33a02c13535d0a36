"""Inserting notes about plays into a record, with all else of its text as it was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from archive.core.events import ACTIONS, Comment, End, Event, Nag, Stop, Unread, Variation
from archive.core.record import Record
from archive.notation.parser import read
from archive.notation.writer import text_from, write

ENDS = (End, Stop)
BESIDE = (Comment, Nag, Variation)
"""Events that belong to the play before them."""


def with_variation(record: Record, ply: int, events: Iterable[Event]) -> bytes:
    """Return a record as XXN, with a variation in place of the play `ply`, after the notes on that
    play and after other variations. Where its text cannot be kept as it is, it is written in
    canonical form. Raises IndexError for a play that the record does not have."""
    return with_events(record, {ply: [Variation(tuple(events))]})


def with_events(record: Record, added: Mapping[int, Sequence[Event]]) -> bytes:
    """Return a record as XXN with events inserted after plays, after what is written there; 0 is
    before the first play. Raises IndexError for a play that the record does not have."""
    places = {_place(record, ply): found for ply, found in sorted(added.items()) if found}
    if not places:
        return record.text.encode(errors="surrogateescape")
    events: list[Event] = []
    for at in range(len(record.events) + 1):
        events += [*places.get(at, ()), *record.events[at : at + 1]]
    wanted = Record(record.tags, events)
    text = _inserted(record, places)
    return text if read(text) == wanted else write(wanted).encode(errors="surrogateescape")


def _place(record: Record, ply: int) -> int:
    """Return the event before which something is inserted after a play."""
    if not ply:
        return _first_play(record)
    at = _play(record, ply)
    return (
        at + 1 + len(list(takewhile(lambda one: isinstance(one, BESIDE), record.events[at + 1 :])))
    )


def _first_play(record: Record) -> int:
    """Return the index of the first event that is a play; without any, the index of the end."""
    try:
        return _play(record, 1)
    except IndexError:
        last = record.events[-1:]
        return len(record.events) - any(isinstance(one, ENDS) for one in last)


def _play(record: Record, ply: int) -> int:
    """Return the index of the event that is the play of that number."""
    for at, event in enumerate(record.events):
        played = type(event) in ACTIONS or (isinstance(event, Unread) and event.seat > 0)
        if played and record.plies[at] == ply - 1:
            return at
    raise IndexError(ply)


def _inserted(record: Record, places: Mapping[int, Sequence[Event]]) -> bytes:
    """Return the record's bytes with insertions, each before an event and on lines of its own."""
    text = record.text
    end = "\r\n" if "\r\n" in text else "\n"
    for at in sorted(places, reverse=True):
        place = record.offsets[at] if at < len(record.events) else len(text)
        before = "" if not place or text[place - 1] in "\r\n" else end
        added = text_from([], places[at]).replace("\n", end)
        text = f"{text[:place]}{before}{added}{text[place:]}"
    return text.encode(errors="surrogateescape")
