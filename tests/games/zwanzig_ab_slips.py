"""Slips: whole records of Zwanzig ab with one thing changed, one function a kind of slip.

Each takes dice and the events of a record and gives the changed events and the index of the change.
It raises `LookupError` where a record has nothing to change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from archive.core.cards import CARDS, Card
from archive.core.events import Deal, End, Event, Exchange, Held, Play, Score, Stay, Trick, Trump

SEATS = (1, 2, 3, 4)
PACK = [CARDS[rank + suit] for rank in "789TJQKA" for suit in "cdhs"]

Slip = Callable[[Random, list[Any]], tuple[list[Any], int]]


def some(rng: Random, events: Sequence[Event], *kinds: type) -> int:
    places = [at for at, event in enumerate(events) if isinstance(event, kinds)]
    if not places:
        raise LookupError
    return rng.choice(places)


def other(rng: Random, among: Sequence[Any], than: Any) -> Any:
    return rng.choice([one for one in among if one != than])


def changed(kind: type, field: str, among: Sequence[Any]) -> Slip:
    """One field of one event becomes something else."""

    def slip(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
        at = some(rng, events, kind)
        new = other(rng, among, getattr(events[at], field))
        return [*events[:at], events[at]._replace(**{field: new}), *events[at + 1 :]], at

    return slip


def total(kind: type) -> Slip:
    def slip(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
        at = some(rng, events, kind)
        totals = dict(events[at].totals)
        totals[rng.choice(SEATS)] += rng.choice([-5, -2, -1, 1, 2, 5])
        new = events[at]._replace(totals=tuple(totals.items()))
        return [*events[:at], new, *events[at + 1 :]], at

    return slip


def later_dealer(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    events, at = changed(Deal, "dealer", SEATS)(rng, events)
    if events[at].number == 1:
        raise LookupError
    return events, at


def card_played(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    at = some(rng, events, Play)
    card = other(rng, PACK, events[at].cards[0])
    return [*events[:at], events[at]._replace(cards=(card,)), *events[at + 1 :]], at


def own_card_instead(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    """A card that the same player plays at another time of the deal."""
    at = some(rng, events, Play)
    first = max(place for place in range(at) if isinstance(events[place], Deal))
    last = next(p for p in range(at, len(events)) if isinstance(events[p], Score))
    cards = [
        one.cards[0]
        for one in events[first:last]
        if isinstance(one, Play) and one.seat == events[at].seat and one is not events[at]
    ]
    new = events[at]._replace(cards=(rng.choice(cards),))
    return [*events[:at], new, *events[at + 1 :]], at


def card_put(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    at = some(rng, events, Exchange)
    if not events[at].put:
        raise LookupError
    put: list[Card] = list(events[at].put)
    put[0] = other(rng, PACK, put[0])
    return [*events[:at], events[at]._replace(put=tuple(put)), *events[at + 1 :]], at


def card_taken_left_out(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    at = some(rng, events, Exchange)
    taken = events[at].taken
    if len(taken) < 2:  # with none taken the record says that nobody wrote it down
        raise LookupError
    return [*events[:at], events[at]._replace(taken=taken[1:]), *events[at + 1 :]], at


def choice_turned(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    at = some(rng, events, Stay)
    new = events[at]._replace(stays=not events[at].stays)
    return [*events[:at], new, *events[at + 1 :]], at


def neighbours(*kinds: type) -> Slip:
    """Two actions of one kind change places, and their numbers do not."""

    def slip(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
        at = some(rng, events[:-1], *kinds)
        one, two = events[at], events[at + 1]
        if type(one) is not type(two):
            raise LookupError
        swapped = [two._replace(number=one.number), one._replace(number=two.number)]
        return [*events[:at], *swapped, *events[at + 2 :]], at

    return slip


def left_out(*kinds: type) -> Slip:
    def slip(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
        at = some(rng, events, *kinds)
        return [*events[:at], *events[at + 1 :]], at

    return slip


def doubled(*kinds: type) -> Slip:
    def slip(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
        at = some(rng, events, *kinds)
        return [*events[:at], events[at], *events[at:]], at + 1

    return slip


def hand_of_another(rng: Random, events: list[Any]) -> tuple[list[Any], int]:
    return changed(Held, "seat", SEATS)(rng, events)


JUDGED: dict[str, Slip] = {
    "a standing": total(Score),
    "the end": total(End),
    "the winner": changed(End, "winners", [(seat,) for seat in SEATS]),
    "the dealer": later_dealer,
    "the size of the hands": changed(Deal, "cards", (3, 4, 6, 7)),
    "who names trumps": changed(Trump, "seat", SEATS),
    "who leads": changed(Trick, "first", SEATS),
    "a card played": card_played,
    "an own card instead": own_card_instead,
    "who plays": changed(Play, "seat", SEATS),
    "a card put away": card_put,
    "a card taken left out": card_taken_left_out,
    "who exchanges": changed(Exchange, "seat", SEATS),
    "who stays": changed(Stay, "seat", SEATS),
    "whether one stays": choice_turned,
    "two plays": neighbours(Play),
    "two exchanges": neighbours(Exchange),
    "two choices": neighbours(Stay),
}
"""Slips that a second referee can judge too."""

ALWAYS: dict[str, tuple[Slip, str]] = {
    "a play left out": (left_out(Play), "missing-play"),
    "an exchange left out": (left_out(Exchange), "missing-play"),
    "a choice left out": (left_out(Stay), "missing-play"),
    "a play doubled": (doubled(Play), "doubled-play"),
    "an action doubled": (doubled(Exchange, Stay), "doubled-play"),
    "trumps doubled": (doubled(Trump), "not-now"),
    "a hand doubled": (doubled(Held), "dealt-early"),
    "a hand of another": (hand_of_another, "dealt-early"),
    "a claim with a play": (changed(Play, "tally", (20,)), "foreign-claim"),
    "the number of a trick": (changed(Trick, "number", range(1, 6)), "misnumbered-line"),
    "the number of a deal": (changed(Deal, "number", range(50, 60)), "misnumbered-line"),
}
"""Slips with the code that must find them."""
