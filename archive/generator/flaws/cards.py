"""Faults of the cards: one of them differs from what it was, in a hand, in a play, or in both."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from archive.core.cards import CARDS, RANKS, SUITS, Card
from archive.core.events import Deal, Draw, Event, Exchange, Held, Play, Round, Show, Trick, Up
from archive.core.record import Record
from archive.generator.flaws.record_edits import at_one, relisted, replaced, rewritten, swapped


@at_one(Held)
def too_many_of_a_card(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """Write a player's card as one that another had and the pack has once, everywhere."""
    return _named_twice(record, at, held, set(held.cards))


@at_one(Held)
def too_many_of_a_card_put_away(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """Do the same with a card that was put away: where suits count, it was never played."""
    put_away = _put_away(record, shuffle_around(record, at), held.seat)
    return _named_twice(record, at, held, put_away)


def _named_twice(record: Record, at: int, held: Held, among: set[Card]) -> Record | None:
    where = shuffle_around(record, at)
    among = among - _shown(record, where)
    twins = _twin(record, where, held.seat, [card for card in held.cards if card in among])
    return renamed(record, where, held.seat, *twins) if twins else None


@at_one(Held)
def impossible_hand(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """List a hand with a card that another player had; it is played as it really was."""
    where = shuffle_around(record, at)
    events = (record.events[at] for at in where)
    played = {card for e in events if isinstance(e, Play) for card in cards_of(e, held.seat)}
    twins = _twin(record, where, held.seat, [card for card in held.cards if card in played])
    return replaced(record, at, relisted(held, *twins)) if twins else None


@at_one(Play)
def card_not_held(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Write a card played as the one of its rank that another player had."""
    twins = _twin(record, shuffle_around(record, at), play.seat, play.cards)
    return replaced(record, at, played_as(play, *twins)) if twins else None


@at_one(Play)
def lower_card_not_held(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Write a card that won nothing as a lower one of its suit that another player had."""
    where = shuffle_around(record, at)
    if next_leader(record, at) in (None, play.seat):
        return None  # the card won, or the record does not say which card did
    (card,) = play.cards
    below = RANKS[1:] if card.rank == "A" else RANKS[1 : RANKS.index(card.rank)]
    others = seen_in(record, where) - seen_in(record, where, play.seat)
    lower = [CARDS[rank + card.suit] for rank in below if CARDS[rank + card.suit] in others]
    return replaced(record, at, play._replace(cards=(lower[-1],))) if lower else None


@rewritten(Held)
def wrong_number_of_cards(record: Record, rng: Random, held: Held) -> Event | None:
    """List a hand with a card too few."""
    packet = list(held.packets[-1])
    packet.remove(rng.choice(packet))
    return Held(held.seat, (*held.packets[:-1], tuple(packet)))


def shuffle_around(record: Record, at: int) -> range:
    """Return the events from the shuffle before `at` to the one after: a round, or a deal."""
    rounds = any(isinstance(event, Round) for event in record.events)
    opens = Round if rounds else Deal
    first = max((i for i in range(at) if isinstance(record.events[i], opens)), default=0)
    rest = range(at + 1, len(record.events))
    return range(first, next((i for i in rest if isinstance(record.events[i], opens)), rest.stop))


def next_leader(record: Record, at: int) -> int | None:
    """Return the player who is said to lead next, and so has won this trick; None for none."""
    later = record.events[at + 1 : shuffle_around(record, at).stop]
    return next((event.first for event in later if isinstance(event, Trick)), None)


def cards_of(event: Event, seat: int = 0) -> tuple[Card, ...]:
    """Return the cards that an event shows; only those of `seat`, if it is given."""
    match event:
        case Show(shown):
            return tuple(card for owner, run in shown for card in run if seat in (0, owner))
        case Up(cards):
            return () if seat else cards
        case Held() | Play() | Draw() | Exchange() if seat not in (0, event.seat):
            return ()
        case Held() | Play():
            return event.cards
        case Draw():
            return (event.card,)
        case Exchange():
            return event.put + (event.taken or ())
    return ()


def seen_in(record: Record, where: range, seat: int = 0) -> set[Card]:
    """Return all the cards that a record shows there; with a seat, those that were in its hand."""
    return {card for at in where for card in cards_of(record.events[at], seat)}


def played_as(play: Play, card: Card, twin: Card) -> Play:
    """Return the same play with one of its cards changed."""
    parts = [
        part._replace(cards=swapped(part.cards, card, twin)) if card in part.cards else part
        for part in play.parts
    ]
    return play._replace(cards=swapped(play.cards, card, twin), parts=tuple(parts))


def _put_away(record: Record, where: range, seat: int) -> set[Card]:
    """Return the cards that a player put away in an exchange, and so never played."""
    exchanges = (event for at in where if isinstance(event := record.events[at], Exchange))
    return {card for event in exchanges if event.seat == seat for card in event.put}


def _shown(record: Record, where: range) -> set[Card]:
    """Return the cards shown at the end of a hand, which may be kept, and be out of other deals;
    and those turned up, which no player had."""
    shows = (event for at in where if isinstance(event := record.events[at], Show | Up))
    return {card for event in shows for card in cards_of(event)}


def _twin(
    record: Record, where: range, seat: int, among: Iterable[Card]
) -> tuple[Card, Card] | None:
    """Return one of these cards, and one of its rank that another player had between the same
    shuffles; None where suits are not written, or the pack has more of each card."""
    if record.tag("Deck") not in ("52", "32"):
        return None
    others = seen_in(record, where) - seen_in(record, where, seat) - _shown(record, where)
    for card in among:
        for suit in SUITS if card.suit else "":
            if CARDS[card.rank + suit] in others:
                return card, CARDS[card.rank + suit]
    return None


def renamed(record: Record, where: range, seat: int, card: Card, twin: Card) -> Record:
    """Return the record with one player's card under another name wherever it stands."""
    events = list(record.events)
    for at in where:
        if card in cards_of(events[at], seat):
            events[at] = _with_twin(events[at], seat, card, twin)
    return Record(record.tags, events)


def _with_twin(event: Event, seat: int, card: Card, twin: Card) -> Event:
    def other(run: tuple[Card, ...]) -> tuple[Card, ...]:
        return swapped(run, card, twin) if card in run else run

    match event:
        case Held():
            return relisted(event, card, twin)
        case Play():
            return played_as(event, card, twin)
        case Draw():
            return event._replace(card=twin)
        case Exchange(_, _, put, taken):
            return event._replace(put=other(put), taken=None if taken is None else other(taken))
        case Show(shown):
            return Show(tuple((who, other(run) if who == seat else run) for who, run in shown))
    return event
