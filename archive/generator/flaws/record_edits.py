"""Changing a record at one place: the tools that all flaws are made with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from archive.core.cards import Card
from archive.core.events import Deal, Event, Held
from archive.core.record import Record, Tag

Flaw: TypeAlias = Callable[[Record, Random], Record | None]
"""One kind of fault: turns a sound record into the same with this fault, at a place that chance
picks; None where the record has no such place."""

E = TypeVar("E", bound=Event)


def at_one(kind: type[E]) -> Callable[[Callable[[Record, Random, int, E], Record | None]], Flaw]:
    """Return a flaw from a change at an event of a kind, tried at all in random order."""

    def flaw_of(change: Callable[[Record, Random, int, E], Record | None]) -> Flaw:
        def flaw(record: Record, rng: Random) -> Record | None:
            places = list(range(len(record.events)))
            rng.shuffle(places)
            tried = (
                change(record, rng, at, event)
                for at in places
                if isinstance(event := record.events[at], kind)
            )
            return next((new for new in tried if new is not None), None)

        return flaw

    return flaw_of


def rewritten(kind: type[E]) -> Callable[[Callable[[Record, Random, E], Event | None]], Flaw]:
    """Return a flaw from an event written in place of one of a kind, None where it will not do."""

    def flaw_of(change: Callable[[Record, Random, E], Event | None]) -> Flaw:
        @at_one(kind)
        def flaw(record: Record, rng: Random, at: int, event: E) -> Record | None:
            new = change(record, rng, event)
            return replaced(record, at, new) if new is not None and new != event else None

        return flaw

    return flaw_of


def replaced(record: Record, at: int, *events: Event) -> Record:
    """Return a copy of `record` with `events` in place of event `at`; with none, without it."""
    return Record(record.tags, [*record.events[:at], *events, *record.events[at + 1 :]])


def with_tag(record: Record, name: str, value: str) -> Record:
    """Return the record with another value in a tag that it has."""
    tags = [Tag(name, value) if tag.name == name else tag for tag in record.tags]
    return Record(tags, record.events)


def other_number(rng: Random, number: int, least: int = 0) -> int:
    """Return a number slightly off this one, as slips are."""
    beside = [number + slip for slip in (-10, -2, -1, 1, 2, 10)]
    return rng.choice([near for near in beside if near >= least])


def other_seat(record: Record, rng: Random, seat: int) -> int:
    """Return another player than the one in a seat."""
    seats = range(1, len(record.players) + 1)
    return rng.choice([other for other in seats if other != seat])


def deal_before(record: Record, at: int) -> int:
    """Return the line of the deal in which an event stands."""
    return max(i for i in range(at) if isinstance(record.events[i], Deal))


def swapped(cards: Sequence[Card], old: Card, new: Card) -> tuple[Card, ...]:
    """Return the cards with `old` replaced by `new`."""
    at = list(cards).index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order in which a hand is written."""
    return tuple(sorted(cards, key=lambda card: card.order))


def relisted(held: Held, old: Card, new: Card) -> Held:
    """Return a listed hand with one card changed, in the packet that holds it."""
    packets = list(held.packets)
    for number, packet in enumerate(packets):
        if old in packet:
            packets[number] = sorted_hand(swapped(packet, old, new))
            break
    return Held(held.seat, tuple(packets))
