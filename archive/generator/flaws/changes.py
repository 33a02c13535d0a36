"""Changing a record at one place: what all flaws are made with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from archive.core.cards import Card
from archive.core.events import Event, Held
from archive.core.record import Record, Tag

Flaw: TypeAlias = Callable[[Record, Random], Record | None]
"""One kind of fault: from a sound record to the same with this fault, at a place that chance picks;
None where the record has no such place."""

E = TypeVar("E", bound=Event)


def changed(
    record: Record, rng: Random, kind: type[E], change: Callable[[E], Event | None]
) -> Record | None:
    """The record with one event of a kind changed; `change` gives None for one that will not do."""

    def change_at(at: int) -> Record | None:
        event = record.events[at]
        new = change(event) if isinstance(event, kind) else None
        return replaced(record, at, new) if new is not None and new != event else None

    return somewhere(record, rng, change_at)


def somewhere(
    record: Record, rng: Random, change_at: Callable[[int], Record | None]
) -> Record | None:
    """The record changed at one of its events, the first in random order that will do."""
    places = list(range(len(record.events)))
    rng.shuffle(places)
    return next((new for at in places if (new := change_at(at)) is not None), None)


def replaced(record: Record, at: int, *events: Event) -> Record:
    """The record with other events in place of one; with none, without it."""
    return Record(record.tags, [*record.events[:at], *events, *record.events[at + 1 :]])


def with_tag(record: Record, name: str, value: str) -> Record:
    """The record with another value in a tag that it has."""
    tags = [Tag(name, value) if tag.name == name else tag for tag in record.tags]
    return Record(tags, record.events)


def other_number(rng: Random, number: int, least: int = 0) -> int:
    """A number a little beside this one, as slips are."""
    beside = [number + slip for slip in (-10, -2, -1, 1, 2, 10)]
    return rng.choice([near for near in beside if near >= least])


def swapped(cards: Sequence[Card], old: Card, new: Card) -> tuple[Card, ...]:
    """The same cards with one of them changed."""
    at = list(cards).index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which a hand is written."""
    return tuple(sorted(cards, key=lambda card: card.order))


def relisted(held: Held, old: Card, new: Card) -> Held:
    """A listed hand with one card changed, in the packet that holds it."""
    packets = list(held.packets)
    for number, packet in enumerate(packets):
        if old in packet:
            packets[number] = sorted_hand(swapped(packet, old, new))
            break
    return Held(held.seat, tuple(packets))
