"""The place of an event in the game, as players say it: by round and hand, or deal and trick. The
unit of dealing has the game's own word: `deal`, `hand` or `round`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from archive.core.events import Deal, Round, Trick
from archive.core.record import Record
from archive.languages.language import Language

NUMBERED: Final = {"deal": "deal {n}", "hand": "hand {n}", "round": "round {n}"}
"""The unit of dealing with its number, by the game's word."""
UNNUMBERED: Final = {"deal": "this deal", "hand": "this hand", "round": "this round"}
TRICKS: Final = {"deal": "trick {n} of deal {m}", "hand": "trick {n} of hand {m}"}
"""The same with an unknown number, and a trick in it."""


class DealPlace(NamedTuple):
    """The numbers that hold from an event on; 0 for unknown ones."""

    at: int
    round: int
    deal: int
    trick: int


def places_of(record: Record) -> list[DealPlace]:
    """Return the places where rounds, deals and tricks begin; a line without a number counts on."""
    places, now = list[DealPlace](), DealPlace(-1, 0, 0, 0)
    for at, event in enumerate(record.events):
        match event:
            case Round():
                now = DealPlace(at, event.number or now.round + 1, 0, 0)
            case Deal():
                now = DealPlace(at, now.round, event.number or now.deal + 1, 0)
            case Trick():
                now = now._replace(at=at, trick=event.number or now.trick + 1)
            case _:
                continue
        places.append(now)
    return places


def place_of(places: Sequence[DealPlace], at: int, language: Language, unit: str = "deal") -> str:
    """Return `trick 4 of deal 3`, `round 1, hand 2` or `deal 3`; empty without a deal. `unit` is
    the game's word for a deal."""
    _, round_, deal, trick = _before(places, at)
    if not deal:
        return ""
    if round_:
        return language.say("round {n}, hand {m}", n=round_, m=deal)
    if trick:
        return language.say(TRICKS.get(unit, TRICKS["deal"]), n=trick, m=deal)
    return numbered(unit, deal, language)


def deal_of(places: Sequence[DealPlace], at: int, language: Language, unit: str) -> str:
    """Return the deal of an event: `deal 3`, `hand 3` or `round 1`; `this deal` and the like where
    the record does not number its deals."""
    _, round_, deal, _ = _before(places, at)
    number = round_ if unit == "round" else deal
    return numbered(unit, number, language) if number else language.say(UNNUMBERED[unit])


def trick_of(places: Sequence[DealPlace], at: int) -> int:
    """Return the number of an event's trick; 0 where it is unknown."""
    return _before(places, at).trick


def numbered(unit: str, number: int, language: Language) -> str:
    """Return `deal 3`, `hand 3` or `round 3`, in the game's word."""
    return language.say(NUMBERED.get(unit, "{unit} {n}"), n=number, unit=unit)


def _before(places: Sequence[DealPlace], at: int) -> DealPlace:
    """Return the place that holds at an event."""
    index = bisect_right(places, at, key=lambda one: one.at) - 1
    return places[index] if index >= 0 else DealPlace(-1, 0, 0, 0)
