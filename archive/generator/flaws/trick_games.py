"""Faults of the trick games outside the tricks: the leader, the trump maker, the dealer, the loser,
and the numbers of cards dealt and exchanged."""

from __future__ import annotations

from random import Random

from archive.core.cards import UNKNOWN
from archive.core.events import Deal, Event, Exchange, Held, Keep, Out, Play, Stay, Trick, Trump
from archive.core.record import Record
from archive.generator.flaws.cards import shuffle_around
from archive.generator.flaws.record_edits import (
    at_one,
    other_number,
    other_seat,
    replaced,
    rewritten,
)
from archive.generator.flaws.revokes import Tricks

LAST_CHOICE = 8  # the last deal of Zwanzig ab in which trumps may be chosen


@rewritten(Trick)
def wrong_leader(record: Record, rng: Random, trick: Trick) -> Event | None:
    """Name another leader in the line of a deal's first trick."""
    return _led_byother_seat(record, rng, trick) if trick.number == 1 else None


@rewritten(Trick)
def wrong_trick_winner(record: Record, rng: Random, trick: Trick) -> Event | None:
    """Name another leader in the line of a later trick, which says who won the one before."""
    return None if trick.number == 1 else _led_byother_seat(record, rng, trick)


def _led_byother_seat(record: Record, rng: Random, trick: Trick) -> Trick | None:
    first = trick.first
    return None if first is None else trick._replace(first=other_seat(record, rng, first))


@rewritten(Play)
def foreign_claim(record: Record, rng: Random, play: Play) -> Event | None:
    """Write a number after a play, where no play makes one."""
    return play._replace(tally=rng.randint(1, 20))


@rewritten(Deal)
def wrong_hand_size(record: Record, rng: Random, deal: Deal) -> Event | None:
    """Write another number of cards in the line of a deal than were dealt."""
    size = deal.cards
    return None if size is None else deal._replace(cards=other_number(rng, size, least=1))


@at_one(Exchange)
def uneven_exchange(record: Record, rng: Random, at: int, exchange: Exchange) -> Record | None:
    """Leave out a card that was put away, so that one is taken for none. It is one that its player
    could have held without playing any other way."""
    if len(exchange.put) < 2:
        return None
    tricks = Tricks(record, shuffle_around(record, at))
    for card in exchange.put:
        if not tricks.broken({exchange.seat: (card,)}):
            put = tuple(other for other in exchange.put if other is not card)
            return replaced(record, at, exchange._replace(put=put))
    return None


# -- Zwanzig ab


@rewritten(Trump)
def wrong_trump_maker(record: Record, rng: Random, trump: Trump) -> Event | None:
    """Have trumps named by another player."""
    seat = trump.seat
    return None if seat is None else trump._replace(seat=other_seat(record, rng, seat))


@at_one(Trump)
def wrong_trump(record: Record, rng: Random, at: int, trump: Trump) -> Record | None:
    """Name another suit than hearts where hearts are prescribed; one with which every play is still
    allowed, and every trick has the same winner."""
    if trump.suit != "h":
        return None
    deals = [event for event in record.events[:at] if isinstance(event, Deal)]
    if (deals[-1].number or 0) <= LAST_CHOICE:
        return None
    tricks = Tricks(record, shuffle_around(record, at))
    won = tricks.winners()
    for suit in rng.sample("cds", 3):
        tricks.trump = suit
        if not tricks.broken() and tricks.winners() == won:
            return replaced(record, at, trump._replace(suit=suit))
    return None


@at_one(Stay)
def may_not_drop_out(record: Record, rng: Random, at: int, stay: Stay) -> Record | None:
    """Have a player drop out who had to stay in, and did."""
    if not stay.stays:
        return None
    where = shuffle_around(record, at)
    trumps = [event for i in where if isinstance(event := record.events[i], Trump)]
    if not trumps or trumps[0].suit != "d":
        return None
    return replaced(record, at, stay._replace(stays=False))


# -- Twenty-Two


@rewritten(Keep)
def wrong_worth(record: Record, rng: Random, keep: Keep) -> Event | None:
    """Change what a losing card is said to count."""
    chosen, kept = rng.randrange(len(keep.kept)), list(keep.kept)
    worth = other_number(rng, kept[chosen].points or 0, least=1)
    kept[chosen] = kept[chosen]._replace(points=worth)
    return Keep(tuple(kept))


@rewritten(Keep)
def wrong_loser(record: Record, rng: Random, keep: Keep) -> Event | None:
    """Say that the losing card lies in front of another player."""
    if len(keep.kept) > 1:
        return None
    (kept,) = keep.kept
    return Keep((kept._replace(seat=other_seat(record, rng, kept.seat)),))


@at_one(Out)
def wrong_elimination(record: Record, rng: Random, at: int, out: Out) -> Record | None:
    """Name another player as out."""
    if len(out.seats) > 1:
        return None
    gone = {*_out_before(record, at), *out.seats}
    left = [seat for seat in range(1, len(record.players) + 1) if seat not in gone]
    return replaced(record, at, Out((rng.choice(left),))) if left else None


@at_one(Held)
def dealt_in(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """List a hand, its cards unknown, for a player who is out."""
    gone = _out_before(record, at)
    if not gone:
        return None
    hand = Held(rng.choice(gone), ((UNKNOWN,) * len(held.cards),))
    return replaced(record, at, held, hand)


def _out_before(record: Record, at: int) -> list[int]:
    """Return the players who are out before an event."""
    return [seat for one in record.events[:at] if isinstance(one, Out) for seat in one.seats]
