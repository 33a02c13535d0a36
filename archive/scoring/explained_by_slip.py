"""Faults that are none where one slip of the pen is read as it was meant.

A play that is written for another player takes the cards out of the wrong hand, and so do two plays
in the wrong order, or one that is written twice; a wrong number of cards dealt leaves hands and
stock uncertain; a hand that is listed with a card too many is not used up when it should be, and
from a hand in another player's row neither can play. What is against the rules only because of that
follows from the slip, wherever in the record it shows.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice, permutations, product

from archive.core.budgets import OTHER_CARDS
from archive.core.cards import CARDS, RANKS, SUITS, UNKNOWN, Card
from archive.core.events import Action, Comment, Deal, Event, Exchange, Held, Play, Round, Trump
from archive.core.phrase import value_in
from archive.core.record import Record
from archive.rules.gaps.signs_of_gaps import TURNS
from archive.scoring.written_twice import with_others, without_line_twice, without_twin
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Finding

MOST = 2
"""The most slips of a record that are read as they were meant: of more, each stands for itself."""
MOST_HANDS = 12
"""The most hands of a deal among which it is looked for two exchanged: no deal has more."""
SLIPS = TURNS | {"wrong-hand-size", "wrong-number-of-cards"}
"""Errors of which it is known what was meant."""
OF_CARDS = frozenset(
    {"card-not-held", "impossible-hand", "not-swapped", "too-many-of-a-card", "dealt-early"}
)
"""Errors of cards that may be another player's."""
OF_A_PLAY = frozenset({"card-not-held", "too-many-of-a-card", "wrong-tally"})
"""Errors that another card in one play may explain."""
MOST_ROOTS = 12
"""The most mistakes in a record in which other cards are tried for a wrong one."""
SEAT = re.compile(r"p([1-9]\d?)")


def tie_to_slips(
    found: list[Draft], record: Record, judge: Callable[[Record], Iterable[Finding]]
) -> None:
    """Tie errors to the slip without which they would be none. `judge` returns the findings of a
    record."""
    roots = _errors(found)
    for slip, meant in _slips(roots, record):
        if not slip.follows and _others(found, slip):
            _tie(found, slip, meant, record, judge)
    roots = _errors(found)
    played = next((one for one in roots if one.code in OF_A_PLAY), None)
    if played and 1 < len(roots) <= MOST_ROOTS:
        most = OTHER_CARDS // len(record.events)
        _tie(found, played, islice(_other_cards(played, record), most), record, judge)


def _slips(roots: list[Draft], record: Record) -> list[tuple[Draft, list[list[Event]]]]:
    """Return the slips among errors, each with the ways in which the record may have been meant;
    none where there are more than are read so."""
    slips: dict[int | None, tuple[Draft, list[list[Event]]]] = {}
    for one in roots:
        meant = [*_readings(one, record), *_exchanged(one, roots, record)]
        if meant and one.at not in slips and meant not in (other for _, other in slips.values()):
            slips[one.at] = one, meant
            if len(slips) > MOST:
                return []
    return [*slips.values()]


def _errors(found: list[Draft]) -> list[Draft]:
    return [one for one in found if one.severity == "error" and one.follows is None]


def _others(found: list[Draft], slip: Draft) -> list[Draft]:
    """Return what is wrong besides a slip and follows from nothing."""
    return [one for one in found
            if one.severity != "note" and one.follows is None and one is not slip]  # fmt: skip


def _tie(
    found: list[Draft], slip: Draft, meant: Iterable[list[Event]], record: Record,
    judge: Callable[[Record], Iterable[Finding]],
) -> None:  # fmt: skip
    """Tie to a slip what is not wrong where it is read as it was `meant`, in one of these ways. A
    reading that leaves a stretch out only takes what is wrong with it away."""
    before = {(one.code, one.at) for one in found if one is not slip}
    best: AbstractSet[tuple[str, int | None]] | None = None
    for events in meant:
        still = {(one.code, one.at) for one in judge(record.with_events(events))
                 if one.severity != "note" or one.code == "gap"}  # fmt: skip
        if still <= before and (best is None or len(still) < len(best)):
            best = still
        if not still:
            break
    others = _others(found, slip)
    tied = [one for one in others if best is not None and (one.code, one.at) not in best]
    for one in [one for one in found if one.root in tied]:
        one.follows = slip


def _readings(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the events of a record as they may have been meant, as many as there are."""
    yield from turns_as_meant(slip, record)
    at, due = slip.at, slip.expected or ""
    if at is None:
        return
    event = record.events[at]
    if isinstance(event, Deal) and slip.code == "wrong-hand-size" and due.isdecimal():
        yield with_others(record, {at: event._replace(cards=int(due))})
    if slip.code == "dealt-early" and at and event == record.events[at - 1]:
        yield with_others(record, {at: Comment("")})
    if isinstance(event, Held) and slip.code == "impossible-hand":
        yield from _as_played(at, event, record)
    if isinstance(event, Exchange) and slip.code == "exchanged-too-many":
        yield from islice(_one_fewer(at, event, record), OTHER_CARDS // len(record.events))
    size = value_in(due, "n")
    if isinstance(event, Held) and slip.code == "wrong-number-of-cards" and size:
        yield with_others(record, {at: event._replace(packets=((UNKNOWN,) * size,))})


def turns_as_meant(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the events of a record with a play that is not due read as it may have been meant: it
    stands there twice, alone or with others of its line, or the next one was made before it, or
    another player made it."""
    at = slip.at
    if at is None or not isinstance(event := record.events[at], Action):
        return
    yield from without_twin(at, event, record)
    yield from without_line_twice(at, record)
    if slip.code in TURNS and (seat := SEAT.fullmatch(slip.expected or "")):
        yield from _in_order(at, event, int(seat[1]), record)
        yield with_others(record, {at: event._replace(seat=int(seat[1]))})


def without_card_played_twice(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the events of a record without a play that stands there twice, of cards that the pack
    has once: no stretch left out makes two of it in one deal."""
    event = record.events[slip.at] if slip.at is not None else None
    if slip.at is not None and isinstance(event, Play) and all(one.suit for one in event.cards):
        yield from without_twin(slip.at, event, record)


def _one_fewer(at: int, change: Exchange, record: Record) -> Iterator[list[Event]]:
    """Yield the events with one card fewer put away, which its player plays in the deal all the
    same, and one fewer taken that is not played, where they are named."""
    played = {
        card for one in record.events[at : record.deal_around(at).stop]
        if isinstance(one, Play) and one.seat == change.seat for card in one.cards
    }  # fmt: skip
    kept = [card for card in change.put if card in played]
    unused: list[Card | None] = [card for card in change.taken or () if card not in played]
    for back, left in product(kept, unused or [None]):
        taken = change.taken and _without(change.taken, left)
        yield with_others(
            record, {at: change._replace(put=_without(change.put, back), taken=taken)}
        )


def _without(cards: tuple[Card, ...], one: Card | None) -> tuple[Card, ...]:
    place = cards.index(one) if one in cards else len(cards)
    return (*cards[:place], *cards[place + 1 :])


def _as_played(at: int, hand: Held, record: Record) -> Iterator[list[Event]]:
    """Yield the events with a hand of the cards that its player plays in the deal, where these are
    as many."""
    deal = record.deal_around(at)
    played = [
        card for one in record.events[deal.start : deal.stop]
        if isinstance(one, Play) and one.seat == hand.seat for card in one.cards
    ]  # fmt: skip
    if len(played) == len(hand.cards):
        yield with_others(record, {at: hand._replace(packets=(tuple(played),))})


def _exchanged(slip: Draft, roots: list[Draft], record: Record) -> Iterator[list[Event]]:
    """Yield the events with what two players have on their lines the other way round, for the first
    mistake of all if the other player has one, too: their hands of this deal, or the cards of two
    plays in a row."""
    at, events = slip.at, record.events
    if at is None or slip.code not in OF_CARDS:
        return
    if any(one.at is not None and one.at < at for one in roots):
        return
    wronged = {one.seat for one in roots} - {slip.seat}
    yield from _hands_exchanged(at, slip.seat, wronged, record)
    play, after = events[at], record.acted[bisect_right(record.acted, at) :][:1]
    for then in after if isinstance(play, Play) else ():
        other = events[then]
        if isinstance(play, Play) and isinstance(other, Play) and other.seat in wronged:
            yield with_others(record, {at: play._replace(cards=other.cards),
                                 then: other._replace(cards=play.cards)})  # fmt: skip


def _hands_exchanged(
    at: int, seat: int | None, wronged: AbstractSet[int | None], record: Record
) -> Iterator[list[Event]]:
    """Yield the events with the hand of a seat in the deal of an event exchanged for that of
    another one, or with a second hand of a seat for one that has none."""
    deal = record.deal_around(at)
    events = record.events[deal.start : deal.stop]
    hands = [
        (now, one) for now, one in enumerate(events, deal.start)
        if isinstance(one, Held)
    ][:MOST_HANDS]  # fmt: skip
    for (now, own), (then, other) in permutations(hands, 2):
        if own.seat == seat and other.seat in wronged:
            yield with_others(record, {now: own._replace(packets=other.packets),
                                 then: other._replace(packets=own.packets)})  # fmt: skip
    seats = [one.seat for _, one in hands]
    act = {one.seat for one in events if isinstance(one, Action)}
    for now, own in hands:
        if seats.count(own.seat) > 1:
            yield from (
                with_others(record, {now: own._replace(seat=none)})
                for none in sorted(act - {*seats})
            )


def _other_cards(slip: Draft, record: Record) -> Iterator[list[Event]]:
    """Yield the events with another card played, in place of one that is not held, or makes another
    tally, or stands there twice, in either place; first with those that its player was left with.
    Where suits play no part, none is named."""
    at, events = slip.at, record.events
    if at is None or at < 0 or not isinstance(play := events[at], Play):
        return
    kind = Round if any(isinstance(one, Round) for one in events) else Deal
    openings = [now for now in record.openings if isinstance(events[now], kind)]
    begins, ends = [0, *openings, len(events)][bisect_right(openings, at) :][:2]
    suits = SUITS if any(isinstance(one, Trump) for one in events) else ("",)
    for card in dict.fromkeys(play.cards):
        twice = slip.code == "too-many-of-a-card"
        for now in range(begins, ends) if twice else (at,):
            one = events[now]
            if not isinstance(one, Play) or card not in one.cards:
                continue
            place = one.cards.index(card)
            left = _left_with(one.seat, events[begins:ends])
            every = (CARDS[rank + suit] for rank in RANKS for suit in suits)
            for other in sorted(every, key=lambda card: card not in left):
                cards = (*one.cards[:place], other, *one.cards[place + 1 :])
                yield with_others(record, {now: one._replace(cards=cards, parts=())})


def _left_with(seat: int, deal: Sequence[Event]) -> AbstractSet[Card]:
    """Return the cards that a player had in a deal and did not play."""
    own = [one for one in deal if getattr(one, "seat", None) == seat]
    had = {card for one in own if isinstance(one, Held) for card in one.cards}
    had |= {card for one in own if isinstance(one, Exchange) for card in one.taken or ()}
    return had - {card for one in own if isinstance(one, Play) for card in one.cards}


def _in_order(at: int, event: Action, due: int, record: Record) -> Iterator[list[Event]]:
    """Yield the events with the next action before this one, where it is by the player who is due,
    or with the players of the two exchanged. Numbers stay where they are."""
    place = bisect_left(record.acted, at) + 1
    after = record.events[record.acted[place]] if place < len(record.acted) else None
    if isinstance(after, Action) and after.seat == due:
        yield with_others(record, {
            at: after._replace(number=event.number),
            record.acted[place]: event._replace(number=after.number),
        })  # fmt: skip
        yield with_others(record, {
            at: event._replace(seat=due), record.acted[place]: after._replace(seat=event.seat),
        })  # fmt: skip
