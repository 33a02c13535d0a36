"""The form in which a sound record is recognised, from one that was read.

People list cards in another order, put tags in another, write a claim in a way of their own. What
such a record says is put into the one form, which is much quicker to judge than every event in its
place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from archive.core.events import Action, Comment, Event, Nag, numbers_of
from archive.core.record import Record
from archive.notation.remarks import Form
from archive.notation.writer import canonical, text_from

REMARKS = frozenset({Comment, Nag})
"""Events that say nothing about the game."""


def plain_form(record: Record) -> Form | None:
    """Return a record that was read, in canonical form, with its remarks and without; None where
    there is anything odd in it, or where it was written plainly."""
    if record.diagnostics or not record.events:
        return None
    plain = _plain(record.events)
    same = plain is record.events
    text = canonical(record) if same else text_from(record.tags, plain)
    form = text.encode("utf-8", "surrogateescape")
    if form == record.raw:
        return None
    return Form(canonical(record).encode("utf-8", "surrogateescape"), form)


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
