"""Where an event stands in the game, as players say it: by round and hand, or deal and trick."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from archive.core.events import Deal, Round, Trick
from archive.core.record import Record
from archive.languages.spoken import Language


class Place(NamedTuple):
    """The numbers that hold from an event on; 0 for what the record does not tell."""

    at: int
    round: int
    deal: int
    trick: int


def places_of(record: Record) -> list[Place]:
    """Return where rounds, deals and tricks begin; a line without a number counts on."""
    places, now = list[Place](), Place(-1, 0, 0, 0)
    for at, event in enumerate(record.events):
        match event:
            case Round():
                now = Place(at, event.number or now.round + 1, 0, 0)
            case Deal():
                now = Place(at, now.round, event.number or now.deal + 1, 0)
            case Trick():
                now = now._replace(at=at, trick=event.number or now.trick + 1)
            case _:
                continue
        places.append(now)
    return places


def place_of(places: Sequence[Place], at: int, language: Language) -> str:
    """Return `trick 4 of deal 3`, `round 1, hand 2` or `deal 3`; empty without a deal."""
    index = bisect_right(places, at, key=lambda one: one.at) - 1
    if index < 0 or not places[index].deal:
        return ""
    _, round_, deal, trick = places[index]
    if round_:
        return language.say("round {n}, hand {m}", n=round_, m=deal)
    if trick:
        return language.say("trick {n} of deal {m}", n=trick, m=deal)
    return language.say("deal {n}", n=deal)
