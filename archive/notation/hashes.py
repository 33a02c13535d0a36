"""Hashes of records, which follow from their content."""

from __future__ import annotations

from typing import NamedTuple

from archive.core.events import ACTIONS, Event, Held, Trump, Up
from archive.core.record import Record, Tag, hash_of
from archive.notation.plays import bare
from archive.notation.writer import canonical, text_from

PLAYED = ACTIONS | {Held, Trump, Up}


class Hashes(NamedTuple):
    """`raw` is over the bytes, `record` over the canonical form, `play` over the game's name, hands
    and actions alone, without names, claims, comments and the rules that are named, so that two
    sheets of one game have it in common."""

    raw: str
    record: str
    play: str


def hashes(record: Record) -> Hashes:
    """Return the hashes of a record as read; 64 hexadecimal digits each."""
    played = text_from(_game(record), _played(record), bare)
    return Hashes(
        hash_of(b"raw", record.raw),
        hash_of(b"record", canonical(record).encode("utf-8", "surrogateescape")),
        hash_of(b"play", played.encode("utf-8", "surrogateescape")),
    )


def chain(record: Record) -> list[str]:
    """Return a hash after every play, each over all that was dealt and played so far: two games
    share the hashes of their common beginning."""
    link, links = hash_of(b"chain", text_from(_game(record), []).encode()), []
    since: list[Event] = []
    for event in _played(record):
        since.append(event)
        if type(event) in ACTIONS:
            link = hash_of(b"chain", f"{link}\n{text_from([], since, bare)}".encode())
            links.append(link)
            since = []
    return links


def _game(record: Record) -> list[Tag]:
    return [Tag("Game", record.game or "?")]


def _played(record: Record) -> list[Event]:
    """Return the events that the hash of a play covers; the plays are then written `bare`."""
    played = [event for event in record.events if type(event) in PLAYED]
    return [event._replace(bonus=None) if type(event) is Up else event for event in played]
