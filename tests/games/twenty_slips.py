"""Slips: whole records of Twenty with one thing changed, one function a kind of slip.

Each takes dice and the events of a record and gives the changed events and the index of the change.
It raises `LookupError` where a record has nothing to change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from archive.core.cards import CARDS, Card
from archive.core.events import DRAW, Bonus, Deal, End, Held, Pass, Play, Round, Score, Trick, Up

PACK = [CARDS[rank + suit] for rank in "A23456789TJQK" for suit in "cdhs"]
ALIKE = "TJQK"

Events = list[Any]
Slip = Callable[[Random, Events], tuple[Events, int]]


def places(events: Events, kind: type, fits: Callable[[Any], bool] = bool) -> list[int]:
    return [at for at, event in enumerate(events) if type(event) is kind and fits(event)]


def some(rng: Random, among: Sequence[Any]) -> Any:
    if not among:
        raise LookupError
    return among[rng.randrange(len(among))]


def changing(kind: type, change: Callable[[Any, Random], Any]) -> Slip:
    """One event of a kind is written otherwise; `change` gives None for one that will not do."""

    def slip(rng: Random, events: Events) -> tuple[Events, int]:
        tried = places(events, kind)
        rng.shuffle(tried)
        for at in tried:
            new = change(events[at], rng)
            if new is not None and new != events[at]:
                return [*events[:at], new, *events[at + 1 :]], at
        raise LookupError

    return slip


def field(name: str, change: Callable[[Any, Random], Any]) -> Callable[[Any, Random], Any]:
    def new(event: Any, rng: Random) -> Any:
        value = change(getattr(event, name), rng)
        return None if value is None else event._replace(**{name: value})

    return new


def by_a_little(number: int | None, rng: Random) -> int | None:
    near = [] if number is None else [number + by for by in (-10, -2, -1, 1, 2, 10)]
    return some(rng, [one for one in near if one > 0]) if near else None


def points_for_nothing(play: Play, rng: Random) -> Play | None:
    return None if play.points else play._replace(points=some(rng, (1, 5, 10, 15)))


def one_total(totals: Any, rng: Random) -> Any:
    at = rng.randrange(2)
    new = (totals[at][0], totals[at][1] + some(rng, (-9, -1, 1, 10)))
    return totals if new[1] < 0 else (*totals[:at], new, *totals[at + 1 :])


def other_winner(winners: Any, rng: Random) -> Any:
    return some(rng, [one for one in ((1,), (2,), DRAW) if one != winners])


def other(card: Card, rng: Random) -> Card:
    return CARDS[some(rng, [one.text for one in PACK if one.rank != card.rank])]


def alike(card: Card, rng: Random) -> Card:
    """Another that is worth as much."""
    ranks = ALIKE if card.rank in ALIKE else card.rank
    return CARDS[some(rng, [one.text for one in PACK if one.rank in ranks and one != card])]


def card(change: Callable[[Card, Random], Card]) -> Callable[[Any, Random], Any]:
    def new(run: Sequence[Card], rng: Random) -> tuple[Card, ...]:
        at = rng.randrange(len(run))
        return (*run[:at], change(run[at], rng), *run[at + 1 :])

    return new


def listed(change: Callable[[list[Card], Random], Sequence[Card]]) -> Slip:
    def new(held: Held, rng: Random) -> Held:
        run = sorted(change(list(held.cards), rng), key=lambda one: one.order)
        return Held(held.seat, (tuple(run),))

    return changing(Held, new)


def own_card_instead(rng: Random, events: Events) -> tuple[Events, int]:
    """A card that the same player plays at another time from the same hand."""
    at = some(rng, places(events, Play))
    first = max(place for place in range(at) if isinstance(events[place], Deal))
    last = next(place for place in range(at, len(events)) if isinstance(events[place], Score))
    cards = [
        one.cards
        for one in events[first:last]
        if isinstance(one, Play) and one.seat == events[at].seat and one is not events[at]
    ]
    return [*events[:at], events[at]._replace(cards=some(rng, cards)), *events[at + 1 :]], at


def own_cards_swapped(rng: Random, events: Events) -> tuple[Events, int]:
    """Two cards of one hand, played the one at the other's time; claims stay where they are."""
    at = some(rng, places(events, Play))
    last = next(place for place in range(at, len(events)) if isinstance(events[place], Score))
    later = [
        place
        for place in range(at + 1, last)
        if isinstance(events[place], Play) and events[place].seat == events[at].seat
    ]
    second = some(rng, later)
    new = events.copy()
    new[at] = events[at]._replace(cards=events[second].cards)
    new[second] = events[second]._replace(cards=events[at].cards)
    return new, at


def plays_swapped(rng: Random, events: Events) -> tuple[Events, int]:
    """Two neighbours change places; the numbers stay in their order."""
    at = some(rng, [at for at in places(events, Play) if type(events[at + 1]) is Play])
    one, two = events[at], events[at + 1]
    swapped = [two._replace(number=one.number), one._replace(number=two.number)]
    return [*events[:at], *swapped, *events[at + 2 :]], at


def left_out(kind: type, *, unnoticed: bool = False) -> Slip:
    """Where it is unnoticed, the numbers run on as if it had never been."""

    def slip(rng: Random, events: Events) -> tuple[Events, int]:
        at = some(rng, places(events, kind))
        rest = [*events[:at], *events[at + 1 :]]
        return (numbered(rest) if unnoticed else rest), at

    return slip


def doubled(kind: type, *, unnoticed: bool = False) -> Slip:
    def slip(rng: Random, events: Events) -> tuple[Events, int]:
        at = some(rng, places(events, kind))
        more = [*events[: at + 1], *events[at:]]
        return (numbered(more) if unnoticed else more), at + 1

    return slip


def numbered(events: Events) -> Events:
    found: Events = []
    ply = 0
    for event in events:
        ply += type(event) is Play
        found.append(event._replace(number=ply) if type(event) is Play else event)
    return found


def too_late(kind: type) -> Slip:
    """A line changes places with the one behind it."""

    def slip(rng: Random, events: Events) -> tuple[Events, int]:
        at = some(rng, [at for at in places(events, kind) if at + 1 < len(events)])
        return [*events[:at], events[at + 1], events[at], *events[at + 2 :]], at

    return slip


def foreign(rng: Random, events: Events) -> tuple[Events, int]:
    at = rng.randrange(1, len(events))
    return [*events[:at], Trick(1, 1), *events[at:]], at


def other_seat(seat: int, rng: Random) -> int:
    return 3 - seat


SLIPS: dict[str, Slip] = {
    "a tally": changing(Play, field("tally", by_a_little)),
    "the points of a play": changing(Play, field("points", by_a_little)),
    "points for nothing": changing(Play, points_for_nothing),
    "the bonus announced": changing(Up, field("bonus", by_a_little)),
    "the bonus scored": changing(Bonus, field("points", by_a_little)),
    "who takes the bonus": changing(Bonus, field("seat", other_seat)),
    "a standing": changing(Score, field("totals", one_total)),
    "the result": changing(End, field("totals", one_total)),
    "the winner": changing(End, field("winners", other_winner)),
    "a card played": changing(Play, field("cards", card(other))),
    "a card played, worth as much": changing(Play, field("cards", card(alike))),
    "an own card instead": own_card_instead,
    "two own cards swapped": own_cards_swapped,
    "a card turned up": changing(Up, field("cards", card(other))),
    "a card turned up, worth as much": changing(Up, field("cards", card(alike))),
    "a card dealt": listed(card(other)),
    "a card dealt, worth as much": listed(card(alike)),
    "a card dealt, not listed": listed(lambda run, rng: run[1:]),
    "a card too many listed": listed(lambda run, rng: [*run, other(run[0], rng)]),
    "who plays": changing(Play, field("seat", other_seat)),
    "nobody plays": changing(Play, field("seat", lambda seat, rng: 3)),
    "whose hand": changing(Held, field("seat", other_seat)),
    "who begins a round": changing(Round, field("first", other_seat)),
    "a pass": changing(Play, lambda play, rng: Pass(play.number, play.seat)),
    "two plays swapped": plays_swapped,
    "a play left out": left_out(Play),
    "a play left out unnoticed": left_out(Play, unnoticed=True),
    "a play twice": doubled(Play),
    "a play twice unnoticed": doubled(Play, unnoticed=True),
    "a hand twice": doubled(Held),
    "a deal twice": doubled(Deal),
    "a round twice": doubled(Round),
    "a bonus twice": doubled(Bonus),
    "the end twice": doubled(End),
    "the number of a deal": changing(Deal, field("number", lambda number, rng: number + 1)),
    "the number of a round": changing(Round, field("number", lambda number, rng: number + 1)),
    "the line of a deal too late": too_late(Deal),
    "a line of another game": foreign,
    "no tally": changing(Play, lambda play, rng: play._replace(tally=None)),
    "no points": changing(Play, lambda play, rng: play._replace(points=None)),
    "no hand": left_out(Held),
    "no line of a deal": left_out(Deal),
    "no line of a round": left_out(Round),
    "no cards turned up": left_out(Up),
    "no bonus": left_out(Bonus),
    "no standing": left_out(Score),
    "no end": left_out(End),
}
