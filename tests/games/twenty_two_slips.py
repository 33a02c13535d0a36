"""Slips of the pen in records of Twenty-Two: every single change of a claim, a card, a seat, a line
or an order, with the codes of which one must be found first, everything else following from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS, Card
from archive.core.events import (
    Action,
    Bonus,
    Cut,
    Deal,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Out,
    Pass,
    Phase,
    Play,
    Round,
    Score,
    Show,
    Stay,
    Trick,
    Trump,
)

PACK = [CARDS[rank + suit] for rank in "A23456789TJQK" for suit in "cdhs"]

Events: TypeAlias = list[Event]
Change: TypeAlias = Callable[[Any, Random, int], Any]
"""An event with a slip in it, chance says which; None where it cannot have one. Called with the
number of players."""


class Slip(NamedTuple):
    """Makes one slip in a record's events: what they are then, and which event it is about; None
    where the record has no place for it. `first` are the codes of which one must come first;
    `silent` that it may contradict nothing; `more` what may stand beside it."""

    make: Callable[[Events, Random, int], tuple[Events, int] | None]
    first: frozenset[str]
    silent: bool = False
    more: frozenset[str] = frozenset()


def other_card(rng: Random, card: Card) -> Card:
    return rng.choice([one for one in PACK if one.rank != card.rank])


def other_seat(rng: Random, seat: int | None, seats: int) -> int:
    return rng.choice([one for one in range(1, seats + 1) if one != seat])


def with_another(rng: Random, run: Sequence[Card]) -> tuple[Card, ...]:
    at = rng.randrange(len(run))
    return (*run[:at], other_card(rng, run[at]), *run[at + 1 :])


def hand_of(seat: int, run: Sequence[Card]) -> Held:
    return Held(seat, (tuple(sorted(run, key=lambda card: card.order)),))


def renumbered(events: Events) -> Events:
    found: Events = []
    number = 0
    for event in events:
        if isinstance(event, Action):
            number += 1
            found.append(event._replace(number=number))
        else:
            found.append(event)
    return found


def _places(events: Events, kind: type) -> list[int]:
    return [at for at, event in enumerate(events) if type(event) is kind]


def changing(kind: type, change: Change) -> Callable[[Events, Random, int], Any]:
    """One event of a kind is written otherwise."""

    def make(events: Events, rng: Random, seats: int) -> tuple[Events, int] | None:
        places = _places(events, kind)
        rng.shuffle(places)
        for at in places:
            new = change(events[at], rng, seats)
            if new is not None and new != events[at]:
                return [*events[:at], new, *events[at + 1 :]], at
        return None

    return make


def dropping(kind: type, *, renumber: bool = False) -> Callable[[Events, Random, int], Any]:
    def make(events: Events, rng: Random, seats: int) -> tuple[Events, int] | None:
        places = _places(events, kind)
        if not places:
            return None
        at = rng.choice(places)
        rest = [*events[:at], *events[at + 1 :]]
        return (renumbered(rest) if renumber else rest), at

    return make


def doubling(kind: type) -> Callable[[Events, Random, int], Any]:
    def make(events: Events, rng: Random, seats: int) -> tuple[Events, int]:
        at = rng.choice(_places(events, kind))
        return [*events[: at + 1], *events[at:]], at

    return make


def swapping(kind: type, second: type | None = None) -> Callable[[Events, Random, int], Any]:
    """An event changes places with the next one; numbers stay in their order."""

    def make(events: Events, rng: Random, seats: int) -> tuple[Events, int] | None:
        places = [
            at
            for at in _places(events, kind)
            if at + 1 < len(events) and (second is None or type(events[at + 1]) is second)
        ]
        if not places:
            return None
        at = rng.choice(places)
        swapped = [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
        return renumbered(swapped), at

    return make


def inserting(event: Event) -> Callable[[Events, Random, int], Any]:
    def make(events: Events, rng: Random, seats: int) -> tuple[Events, int]:
        at = rng.randrange(1, len(events))
        return [*events[:at], event, *events[at:]], at

    return make


def another_total(event: Score | End, rng: Random, seats: int) -> Score | End:
    at = rng.randrange(len(event.totals))
    seat, total = event.totals[at]
    totals = (*event.totals[:at], (seat, total + rng.choice([1, 3])), *event.totals[at + 1 :])
    return event._replace(totals=totals)


def another_loser(event: Keep, rng: Random, seats: int) -> Keep | None:
    others = [seat for seat in range(1, seats + 1) if seat not in {one.seat for one in event.kept}]
    return (
        Keep((event.kept[0]._replace(seat=rng.choice(others)), *event.kept[1:])) if others else None
    )


def another_kept(event: Keep, rng: Random, seats: int) -> Keep:
    first = event.kept[0]
    return Keep((first._replace(card=other_card(rng, first.card)), *event.kept[1:]))


def another_worth(event: Keep, rng: Random, seats: int) -> Keep:
    first = event.kept[0]
    return Keep((first._replace(points=(first.points or 0) + 1), *event.kept[1:]))


def another_shown(event: Show, rng: Random, seats: int) -> Show:
    at = rng.randrange(len(event.shown))
    seat, run = event.shown[at]
    return Show((*event.shown[:at], (seat, with_another(rng, run)), *event.shown[at + 1 :]))


def another_taken(event: Exchange, rng: Random, seats: int) -> Exchange | None:
    return event._replace(taken=with_another(rng, event.taken)) if event.taken else None


def codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


FOREIGN = codes("foreign-line")
HANDS = codes("impossible-hand card-not-held not-lowest led-not-met too-many-of-a-card")
WINNING = codes("wrong-trick-winner wrong-leader not-lowest led-not-met card-not-held")

SLIPS: dict[str, Slip] = {
    "another dealer": Slip(
        changing(Deal, lambda e, rng, n: e._replace(dealer=other_seat(rng, e.dealer, n))),
        codes("wrong-dealer"),
    ),
    "another size": Slip(
        changing(Deal, lambda e, rng, n: e._replace(cards=e.cards + rng.choice([-1, 1]))),
        codes("wrong-hand-size"),
    ),
    "a deal misnumbered": Slip(
        changing(Deal, lambda e, rng, n: e._replace(number=e.number + 1)),
        codes("misnumbered-line"),
    ),
    "a trick misnumbered": Slip(
        changing(Trick, lambda e, rng, n: e._replace(number=e.number + 1)),
        codes("misnumbered-line"),
    ),
    "another leader": Slip(
        changing(Trick, lambda e, rng, n: e._replace(first=other_seat(rng, e.first, n))),
        codes("wrong-leader wrong-trick-winner"),
    ),
    "another kept card": Slip(changing(Keep, another_kept), codes("wrong-kept-card")),
    "another value": Slip(changing(Keep, another_worth), codes("wrong-worth")),
    "another loser": Slip(changing(Keep, another_loser), codes("wrong-loser")),
    "another standing": Slip(changing(Score, another_total), codes("wrong-score")),
    "another result": Slip(changing(End, another_total), codes("wrong-result")),
    "another winner": Slip(
        changing(End, lambda e, rng, n: e._replace(winners=(other_seat(rng, e.winners[0], n),))),
        codes("wrong-winner"),
    ),
    "another one out": Slip(
        changing(Out, lambda e, rng, n: Out((other_seat(rng, e.seats[0], n),))),
        codes("wrong-elimination"), silent=True,  # who is named may be out for long
    ),
    "a number behind a play": Slip(
        changing(Play, lambda e, rng, n: e._replace(tally=7)), codes("foreign-claim")
    ),
    "another card dealt": Slip(
        changing(Held, lambda e, rng, n: hand_of(e.seat, with_another(rng, e.cards))), HANDS
    ),
    "a card dealt not listed": Slip(
        changing(Held, lambda e, rng, n: hand_of(e.seat, e.cards[1:])),
        codes("wrong-number-of-cards"),
    ),
    "another hand's seat": Slip(
        changing(Held, lambda e, rng, n: e._replace(seat=other_seat(rng, e.seat, n))),
        codes("dealt-early dealt-in"),
    ),
    "another card put away": Slip(
        changing(
            Exchange,
            lambda e, rng, n: e._replace(put=with_another(rng, e.put)) if e.put else None,
        ),
        codes("card-not-held"),
    ),
    "another card taken": Slip(changing(Exchange, another_taken), HANDS),
    "one card taken too few": Slip(
        changing(
            Exchange,
            lambda e, rng, n: e._replace(taken=e.taken[1:]) if len(e.put) > 1 else None,
        ),
        codes("uneven-exchange"),
    ),
    "another's exchange": Slip(
        changing(Exchange, lambda e, rng, n: e._replace(seat=other_seat(rng, e.seat, n))),
        codes("wrong-turn"),
    ),
    "another card played": Slip(
        changing(Play, lambda e, rng, n: e._replace(cards=with_another(rng, e.cards))),
        HANDS | WINNING | codes("mixed-lead"), more=HANDS | WINNING,
    ),
    "a card too many": Slip(
        changing(
            Play, lambda e, rng, n: e._replace(cards=(*e.cards, other_card(rng, e.cards[0])))
        ),
        codes("wrong-number-of-cards card-not-held mixed-lead"), more=HANDS,
    ),
    "another's play": Slip(
        changing(Play, lambda e, rng, n: e._replace(seat=other_seat(rng, e.seat, n))),
        codes("wrong-turn"),
    ),
    "nobody's play": Slip(
        changing(Play, lambda e, rng, n: e._replace(seat=n + 1)), codes("no-such-seat")
    ),
    "a pass": Slip(
        changing(Play, lambda e, rng, n: Pass(e.number, e.seat)), codes("passed"), more=WINNING
    ),
    "another card shown": Slip(changing(Show, another_shown), codes("card-not-held")),
    "a play left out": Slip(dropping(Play), codes("missing-play")),
    "a play never made": Slip(
        dropping(Play, renumber=True),
        codes("wrong-turn wrong-leader not-now missing-play"), more=WINNING,
    ),
    "an exchange left out": Slip(dropping(Exchange), codes("missing-play")),
    "an exchange never made": Slip(dropping(Exchange, renumber=True), codes("wrong-turn not-now")),
    "a play twice": Slip(doubling(Play), codes("doubled-play")),
    "a deal twice": Slip(doubling(Deal), codes("not-now")),
    "an end twice": Slip(doubling(End), codes("not-now")),
    "last cards twice": Slip(doubling(Show), codes("not-now after-the-end")),
    "plays swapped": Slip(
        swapping(Play, Play), codes("wrong-turn wrong-leader"), more=WINNING
    ),
    "exchanges swapped": Slip(swapping(Exchange, Exchange), codes("wrong-turn")),
    "the line of a trick too late": Slip(swapping(Trick), codes("not-now")),
    "the line of a deal too late": Slip(swapping(Deal), codes("not-now")),
    "the exchange announced too late": Slip(swapping(Phase), codes("not-now")),
    "no line of a trick": Slip(dropping(Trick), frozenset(), silent=True),
    "no last cards": Slip(dropping(Show), frozenset(), silent=True),
    "no standing": Slip(dropping(Score), frozenset(), silent=True),
    "no hand": Slip(dropping(Held), frozenset(), silent=True),
    "no line of a deal": Slip(dropping(Deal), frozenset(), silent=True),
    "no draw": Slip(dropping(Cut), frozenset(), silent=True),
    "trumps": Slip(inserting(Trump(1, "h")), FOREIGN),
    "a round": Slip(inserting(Round(1, 1)), FOREIGN),
    "a bonus": Slip(inserting(Bonus(1, 3)), FOREIGN),
    "the choice to stay": Slip(inserting(Phase("stay")), FOREIGN),
    "a choice to stay": Slip(
        inserting(Stay(None, 1, True)), FOREIGN, more=codes("misnumbered-play")
    ),
}  # fmt: skip
