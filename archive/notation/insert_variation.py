"""A record with one more variation: all else of its text stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from archive.core.events import ACTIONS, Comment, Event, Nag, Unread, Variation
from archive.core.record import Record
from archive.notation.parser import read
from archive.notation.writer import write

BESIDE = (Comment, Nag, Variation)
"""What belongs to the play before it."""


def with_variation(record: Record, ply: int, events: Iterable[Event]) -> bytes:
    """Return a record as XXN, with a variation in place of the play `ply`, behind what is written
    about that play and behind other variations. Where its text cannot be kept as it is, it is
    written in canonical form. Raises IndexError for a play that the record does not have."""
    at = _play(record, ply) + 1
    at += len(list(takewhile(lambda one: isinstance(one, BESIDE), record.events[at:])))
    variation = Variation(tuple(events))
    wanted = Record(record.tags, [*record.events[:at], variation, *record.events[at:]])
    text = _inserted(record, at, variation)
    return text if read(text) == wanted else write(wanted).encode(errors="surrogateescape")


def _play(record: Record, ply: int) -> int:
    """Return which event the play of that number is."""
    for at, event in enumerate(record.events):
        played = type(event) in ACTIONS or (isinstance(event, Unread) and event.seat > 0)
        if played and record.plies[at] == ply - 1:
            return at
    raise IndexError(ply)


def _inserted(record: Record, at: int, variation: Variation) -> bytes:
    """Return the record's bytes with a variation before the event `at`, on lines of its own."""
    text = record.text
    end = "\r\n" if "\r\n" in text else "\n"
    place = record.offsets[at] if at < len(record.events) else len(text)
    before = "" if not place or text[place - 1] in "\r\n" else end
    added = write(Record([], [variation])).replace("\n", end)
    return f"{text[:place]}{before}{added}{text[place:]}".encode(errors="surrogateescape")
