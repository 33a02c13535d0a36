"""Leaving things out of a sound record, as people do who write while they play."""

from __future__ import annotations

from random import Random

from archive.cards import CARDS, UNKNOWN, Card
from archive.events import Bonus, Draw, End, Event, Exchange, Held, Keep, Out, Play, Score, Show
from archive.record import Record

PARTS = ("suits", "hands", "cards", "plays", "claims", "exchanges", "shows")


def leave_out(record: Record, rng: Random, parts: set[str], share: float) -> Record:
    """The record with about so large a share of these parts left out."""
    kept = (_less(event, rng, parts, share) for event in record.events)
    return Record(record.tags, [event for event in kept if event is not None])


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
