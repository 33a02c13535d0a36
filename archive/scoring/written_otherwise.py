"""A sound record that is not in canonical form, recognised all the same.

People list cards in another order, put tags in another, write a claim in a way of their own. The
content of such a record is put into the one form, and given to the recogniser of sound records
(sound_path.py), which is much quicker than going through it event by event.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from archive.core.events import Action, Comment, Event, Nag, numbers_of
from archive.core.record import Record, Tag
from archive.notation.writer import write
from archive.scoring.sound_path import Meant, Recognised, recognise

REMARKS = frozenset({Comment, Nag})
"""Events that say nothing about the game."""


def recognise_meaning(record: Record, engine: str) -> Recognised | None:
    """Return the verdict on a record that was read and is sound, however it is written; None where
    that is uncertain, or where it is in canonical form, so that it was tried as it is."""
    if record.diagnostics or not record.events:
        return None
    canonical = _written(record.tags, record.events)
    plain = _plain(record.events)
    same = canonical if plain is record.events else _written(record.tags, plain)
    if same == record.raw:
        return None
    return recognise(same, record.number, engine, Meant(record.raw, canonical))


def _written(tags: list[Tag], events: list[Event]) -> bytes:
    return write(Record(tags, events)).encode("utf-8", "surrogateescape")


def _plain(events: list[Event]) -> list[Event]:
    """Return the events without remarks, all plays numbered where none is; the same list where it
    is so already."""
    if not REMARKS.isdisjoint(map(type, events)):
        events = [event for event in events if type(event) not in REMARKS]
    return events if any(numbers_of(events)) else list(_numbered(events))


def _numbered(events: list[Event]) -> Iterator[Event]:
    numbers = count(1)
    for event in events:
        yield event._replace(number=next(numbers)) if isinstance(event, Action) else event
