"""Leaving things out of a sound record, as people do who write while they play."""

from __future__ import annotations

from random import Random

from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import (
    ACTIONS,
    Bonus,
    Deal,
    Draw,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Out,
    Phase,
    Play,
    Score,
    Show,
    Trick,
)
from archive.core.record import Record

PARTS = ("suits", "hands", "cards", "plays", "claims", "exchanges", "shows")
PAGES = ("plays", "plays and hands")


def leave_out(record: Record, rng: Random, parts: set[str], share: float) -> Record:
    """The record with about so large a share of these parts left out."""
    kept = (_less(event, rng, parts, share) for event in record.events)
    return Record(record.tags, [event for event in kept if event is not None])


def tear_out(record: Record, rng: Random, what: str, share: float) -> Record:
    """The record without all plays of about so large a share of its deals; their hands too."""
    events: list[Event] = []
    gone = False
    for event in record.events:
        if isinstance(event, Deal):
            gone = rng.random() < share
        is_play = type(event) in ACTIONS or isinstance(event, Trick | Phase)
        if not gone or not (is_play or ("hands" in what and isinstance(event, Held))):
            events.append(event)
    return Record(record.tags, events)


def tear_off(record: Record, rng: Random, share: float) -> Record:
    """The record without the last plays of about so large a share of its deals, but of its last."""
    last = max((at for at, event in enumerate(record.events) if isinstance(event, Deal)), default=0)
    events: list[Event] = []
    torn = gone = False
    for at, event in enumerate(record.events):
        if isinstance(event, Deal):
            torn, gone = at < last and rng.random() < share, False
        is_play = type(event) in ACTIONS or isinstance(event, Trick | Phase | Show)
        gone = gone or (torn and isinstance(event, Play) and rng.random() < 0.2)
        if not (gone and is_play):
            events.append(event)
    return Record(record.tags, events)


def hush_exchanges(record: Record, rng: Random, each: bool, share: float) -> Record:
    """The record without the exchanges of such a share of its deals, or of players in each."""
    events: list[Event] = []
    hushed = False
    for event in record.events:
        if isinstance(event, Deal):
            hushed = rng.random() < share
        is_exchange = isinstance(event, Exchange) or event == Phase("exchange")
        if not is_exchange or (rng.random() >= share if each else not hushed):
            events.append(event)
    return Record(record.tags, events)


def without_numbers(record: Record) -> Record:
    """The record with no play numbered."""
    return Record(
        record.tags,
        [
            event._replace(number=None) if type(event) in ACTIONS else event  # type: ignore[attr-defined]
            for event in record.events
        ],
    )


def _less(event: Event, rng: Random, parts: set[str], share: float) -> Event | None:
    gone = rng.random() < share
    match event:
        case Held():
            packets = tuple(
                tuple(_card(card, rng, parts, share) for card in packet) for packet in event.packets
            )
            return None if gone and "hands" in parts else Held(event.seat, packets)
        case Play(parts=()):
            return _play(event, rng, parts, share)
        case Exchange(put=put, taken=taken) if put and "exchanges" in parts:
            hidden = tuple(UNKNOWN if rng.random() < share else card for card in put)
            return event._replace(put=hidden, taken=None if gone else taken)
        case Draw() if gone and "exchanges" in parts:
            return event._replace(card=UNKNOWN)
        case Show() if gone and "shows" in parts:
            return None
        case Score() | Keep() | Bonus() | Out() | End() if gone and "claims" in parts:
            return None
    return event


def _play(play: Play, rng: Random, parts: set[str], share: float) -> Play:
    if "plays" in parts and rng.random() < share / 4:
        return play._replace(cards=(UNKNOWN,) * len(play.cards))
    run = tuple(_suitless(card, rng, share) for card in play.cards) if "suits" in parts else ()
    play = play._replace(cards=run or play.cards)
    if "claims" in parts and rng.random() < share:
        return play._replace(tally=None, points=None)
    return play


def _card(card: Card, rng: Random, parts: set[str], share: float) -> Card:
    if "cards" in parts and rng.random() < share:
        return UNKNOWN
    return _suitless(card, rng, share) if "suits" in parts else card


def _suitless(card: Card, rng: Random, share: float) -> Card:
    return CARDS[card.rank] if card.rank != "?" and rng.random() < share else card
