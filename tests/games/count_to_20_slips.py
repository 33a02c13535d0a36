"""Slips of the pen in records of Count to 20: every single change of a claim, a card, a seat, a
line or an order, with what must be found of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS, Card
from archive.core.events import ACTIONS, DRAW, Deal, Draw, End, Event, Held, Pass, Play, Score, Show

PACK = [CARDS[rank + suit] for rank in "A23456789TJQK" for suit in "cdhs"]

Events: TypeAlias = list[Event]


class Slip(NamedTuple):
    """A record's events with one change in them, and the index of the event changed."""

    events: Events
    at: int


Change: TypeAlias = Callable[[Events, Random, int], "Slip | None"]
"""Makes a slip in a record, chance says where; None where the record has no place for it. Called
with the number of players."""


class Found(NamedTuple):
    """What may be found first of a slip, besides which nothing may stand on its own. `now`: at the
    very ply, not later. `silent`: it may also go unseen, because nothing contradicts it."""

    codes: frozenset[str]
    now: bool = True
    silent: bool = False
    more: frozenset[str] = frozenset()


def _indices(events: Events, *kinds: type) -> list[int]:
    return [at for at, event in enumerate(events) if type(event) in kinds]


def _with(events: Events, at: int, *new: Event) -> Slip:
    return Slip([*events[:at], *new, *events[at + 1 :]], at)


def _other(rng: Random, run: Sequence[Card]) -> Card:
    return rng.choice([card for card in PACK if card not in run])


def _sorted(run: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(run, key=lambda card: card.order))


def _replacing(kind: type, change: Callable[[Any, Random, int], Event | None]) -> Change:
    def slip(events: Events, rng: Random, seats: int) -> Slip | None:
        places = _indices(events, kind)
        rng.shuffle(places)
        tried = ((at, change(events[at], rng, seats)) for at in places)
        return next((_with(events, at, new) for at, new in tried if new is not None), None)

    return slip


def count_by_one(play: Play, rng: Random, seats: int) -> Play:
    return play._replace(tally=(play.tally or 0) + (rng.choice([-1, 1]) if play.tally != 1 else 1))


def value_by_one(play: Play, rng: Random, seats: int) -> Play | None:
    said = [at for at, part in enumerate(play.parts) if part.value is not None]
    if not said:
        return None
    parts, at = list(play.parts), rng.choice(said)
    parts[at] = parts[at]._replace(value=(parts[at].value or 0) + 1)
    return play._replace(parts=tuple(parts))


def other_card(play: Play, rng: Random, seats: int) -> Play:
    run = list(play.cards)
    run[rng.randrange(len(run))] = _other(rng, run)
    return play._replace(cards=tuple(run), parts=())


def one_card_less(play: Play, rng: Random, seats: int) -> Play | None:
    run = list(play.cards)
    run.pop(rng.randrange(len(run)))
    return play._replace(cards=tuple(run), parts=()) if run else None


def one_card_more(play: Play, rng: Random, seats: int) -> Play:
    return play._replace(cards=(*play.cards, _other(rng, play.cards)), parts=())


def swap_neighbours(events: Events, rng: Random, seats: int) -> Slip | None:
    """Two turns, one after the other, in the wrong order, each with the other's number."""
    turns = _indices(events, *ACTIONS)
    pairs = [at for at in turns if at + 1 in turns]
    if not pairs:
        return None
    at = rng.choice(pairs)
    one, other = events[at], events[at + 1]
    swapped = [other._replace(number=one.number), one._replace(number=other.number)]  # type: ignore[union-attr, call-arg]
    return Slip([*events[:at], *swapped, *events[at + 2 :]], at)


def turn_left_out(events: Events, rng: Random, seats: int) -> Slip | None:
    at = rng.choice(_indices(events, *ACTIONS))
    following = type(events[at + 1]) in ACTIONS
    first = type(events[at - 1]) not in ACTIONS
    return Slip(events[:at] + events[at + 1 :], at) if following and not first else None


def turn_left_out_unnoticed(events: Events, rng: Random, seats: int) -> Slip | None:
    """The turns after it are numbered as if it had never been."""
    slip = turn_left_out(events, rng, seats)
    if slip is None:
        return None
    later = [
        event._replace(number=event.number - 1)  # type: ignore[union-attr, operator, call-arg]
        if type(event) in ACTIONS and at >= slip.at
        else event
        for at, event in enumerate(slip.events)
    ]
    return Slip(later, slip.at)


def turn_twice(events: Events, rng: Random, seats: int) -> Slip:
    at = rng.choice(_indices(events, *ACTIONS))
    return _with(events, at, events[at], events[at])


def turn_of_another(events: Events, rng: Random, seats: int) -> Slip:
    at = rng.choice(_indices(events, *ACTIONS))
    event: Any = events[at]
    return _with(events, at, event._replace(seat=event.seat % seats + 1))


def turn_of_nobody(events: Events, rng: Random, seats: int) -> Slip:
    at = rng.choice(_indices(events, *ACTIONS))
    event: Any = events[at]
    return _with(events, at, event._replace(seat=seats + 1))


def line_left_out(kind: type) -> Change:
    def slip(events: Events, rng: Random, seats: int) -> Slip:
        at = rng.choice(_indices(events, kind))
        return Slip(events[:at] + events[at + 1 :], at)

    return slip


def dealer_again(events: Events, rng: Random, seats: int) -> Slip | None:
    later = _indices(events, Deal)[1:]
    if not later:
        return None
    at = rng.choice(later)
    event: Any = events[at]
    return _with(events, at, event._replace(dealer=event.dealer % seats + 1))


def hand_with(change: Callable[[list[Card], Random], list[Card]]) -> Change:
    return _replacing(
        Held, lambda held, rng, _: Held(held.seat, (_sorted(change(list(held.cards), rng)),))
    )


def shown_with(change: Callable[[list[Card], Random], list[Card]]) -> Change:
    def show(event: Show, rng: Random, seats: int) -> Show | None:
        at = rng.randrange(len(event.shown))
        seat, run = event.shown[at]
        new = change(list(run), rng)
        rows = [(seat, _sorted(new))] if new else []
        return Show((*event.shown[:at], *rows, *event.shown[at + 1 :])) if new else None

    return _replacing(Show, show)


def changed(run: list[Card], rng: Random) -> list[Card]:
    at = rng.randrange(len(run))
    return [*run[:at], _other(rng, run), *run[at + 1 :]]


def shortened(run: list[Card], rng: Random) -> list[Card]:
    return run[:-1]


def lengthened(run: list[Card], rng: Random) -> list[Card]:
    return [*run, _other(rng, run)]


def total_by_five(event: Any, rng: Random, seats: int) -> Event:
    totals = list(event.totals)
    at = rng.randrange(seats)
    totals[at] = (totals[at][0], totals[at][1] + 5)
    new: Event = event._replace(totals=tuple(totals))
    return new


def other_winner(event: End, rng: Random, seats: int) -> End:
    others = [seat for seat in range(1, seats + 1) if seat not in event.winners]
    return event._replace(winners=(1,) if event.winners == DRAW else (rng.choice(others),))


def _found(*codes: str, now: bool = True, silent: bool = False, more: str = "") -> Found:
    return Found(frozenset(codes), now, silent, frozenset(more.split()))


HELD = ("card-not-held", "impossible-hand")

SLIPS: dict[str, tuple[Change, Found]] = {
    "count by one": (_replacing(Play, count_by_one), _found("wrong-count")),
    # another king of the set, of which nothing is said, may make up for it
    "value by one": (
        _replacing(Play, value_by_one), _found("wrong-king", "wrong-pair", silent=True),
    ),
    "points for a play": (
        _replacing(Play, lambda play, *_: play._replace(points=5)), _found("foreign-claim"),
    ),
    # one that is held too, and counts as much, is missed when it is played itself
    "another card played": (
        _replacing(Play, other_card),
        _found(*HELD, "count-not-made", now=False, more="could-make-count"),
    ),
    # a set with a king makes the count all the same: then the cards left are too many
    "a card less played": (
        _replacing(Play, one_card_less),
        _found("count-not-made", "wrong-number-of-cards", "short-deal", "could-make-count",
               "wrong-score", now=False, more="wrong-result wrong-winner"),
    ),
    "a card more played": (
        _replacing(Play, one_card_more),
        _found("card-not-held", "count-not-made", "wrong-number-of-cards", now=False),
    ),
    "another card drawn": (
        _replacing(Draw, lambda draw, rng, _: draw._replace(card=_other(rng, [draw.card]))),
        _found(*HELD, now=False, more="could-make-count wrong-result wrong-winner"),
    ),
    "a card drawn not named": (
        _replacing(Draw, lambda draw, *_: draw._replace(card=CARDS["?"])), _found(silent=True),
    ),
    "a draw called a pass": (
        _replacing(Draw, lambda draw, *_: Pass(draw.number, draw.seat)), _found("passed"),
    ),
    "a count called a pass": (
        _replacing(Play, lambda play, *_: Pass(play.number, play.seat)),
        _found("passed", "could-make-count", "count-not-made", "after-the-end", "short-deal",
               "wrong-number-of-cards", now=False, more="wrong-result wrong-winner"),
    ),
    # whoever is said to draw a card that is in the hand already draws it twice
    "a count called a draw": (
        _replacing(Play, lambda play, *_: Draw(play.number, play.seat, play.cards[0])),
        _found("count-not-made", "too-many-of-a-card", "empty-stock", "wrong-count", "short-deal",
               "impossible-hand", now=False,
               more="count-not-made empty-stock wrong-count short-deal could-make-count "
                    "wrong-score wrong-result wrong-winner wrong-number-of-cards"),
    ),
    "the turn of another": (turn_of_another, _found("wrong-turn")),
    "the turn of nobody": (turn_of_nobody, _found("wrong-turn")),
    "two turns swapped": (swap_neighbours, _found("wrong-turn", more="wrong-count")),
    "a turn left out": (turn_left_out, _found("missing-play")),
    "a turn left out unnoticed": (turn_left_out_unnoticed, _found("missing-play")),
    "a turn twice": (turn_twice, _found("doubled-play", now=False)),
    "another dealer": (dealer_again, _found("wrong-dealer")),
    "eight cards dealt": (
        _replacing(Deal, lambda deal, *_: deal._replace(cards=8)), _found("wrong-hand-size"),
    ),
    "a deal misnumbered": (
        _replacing(Deal, lambda deal, *_: deal._replace(number=deal.number + 1)),
        _found(silent=True),
    ),
    "another card dealt": (
        hand_with(changed),
        _found(*HELD, now=False, more="could-make-count wrong-result wrong-winner"),
    ),
    "a card dealt not listed": (hand_with(shortened), _found("wrong-number-of-cards")),
    "a card listed too many": (
        hand_with(lengthened), _found("wrong-number-of-cards", more="too-many-of-a-card"),
    ),
    "another card shown": (shown_with(changed), _found("card-not-held")),
    "a card not shown": (shown_with(shortened), _found("wrong-number-of-cards")),
    "a card too many shown": (shown_with(lengthened), _found("wrong-number-of-cards")),
    "a wrong standing": (_replacing(Score, total_by_five), _found("wrong-score")),
    "a wrong result": (_replacing(End, total_by_five), _found("wrong-result")),
    "a wrong winner": (_replacing(End, other_winner), _found("wrong-winner")),
    "no line of a deal": (line_left_out(Deal), _found(silent=True)),
    "no hand": (line_left_out(Held), _found(silent=True)),
    "no cards shown": (line_left_out(Show), _found(silent=True)),
    "no standing": (line_left_out(Score), _found(silent=True)),
    "no end": (line_left_out(End), _found(silent=True)),
}  # fmt: skip
