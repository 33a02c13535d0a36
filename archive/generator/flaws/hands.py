"""Faults of the trick games outside the tricks: who leads, names trumps, deals, loses; how many
cards are dealt and exchanged."""

from __future__ import annotations

from random import Random

from archive.core.cards import UNKNOWN
from archive.core.events import Deal, Exchange, Held, Keep, Out, Play, Stay, Trick, Trump
from archive.core.record import Record
from archive.generator.flaws.cards import shuffle_around
from archive.generator.flaws.changes import changed, other_number, replaced, somewhere
from archive.generator.flaws.revokes import Rules, Tricks

LAST_CHOICE = 8  # the last deal of Zwanzig ab in which trumps may be chosen


def wrong_leader(record: Record, rng: Random) -> Record | None:
    """Another leader in the line of a deal's first trick."""
    return _led_by_another(record, rng, first=True)


def wrong_trick_winner(record: Record, rng: Random) -> Record | None:
    """Another leader in the line of a later trick: it says who won the one before."""
    return _led_by_another(record, rng, first=False)


def _led_by_another(record: Record, rng: Random, *, first: bool) -> Record | None:
    def other(trick: Trick) -> Trick | None:
        if trick.first is None or (trick.number == 1) is not first:
            return None
        return trick._replace(first=_another(record, rng, trick.first))

    return changed(record, rng, Trick, other)


def _another(record: Record, rng: Random, seat: int) -> int:
    seats = range(1, len(record.players) + 1)
    return rng.choice([other for other in seats if other != seat])


def foreign_claim(record: Record, rng: Random) -> Record | None:
    """A number behind a play, where no play makes one."""
    return changed(record, rng, Play, lambda play: play._replace(tally=rng.randint(1, 20)))


def wrong_hand_size(record: Record, rng: Random) -> Record | None:
    """The line of a deal says another number of cards than were dealt."""

    def other(deal: Deal) -> Deal | None:
        size = deal.cards
        return None if size is None else deal._replace(cards=other_number(rng, size, least=1))

    return changed(record, rng, Deal, other)


def uneven_exchange(record: Record, rng: Random) -> Record | None:
    """A card taken, and none put away for it: one that was is not in the record. It is one that
    its player could have held without playing any other way."""
    rules = Rules(record.rules or "")

    def change_at(at: int) -> Record | None:
        exchange = record.events[at]
        if not isinstance(exchange, Exchange) or len(exchange.put) < 2:
            return None
        tricks = Tricks(record, shuffle_around(record, at))
        for card in exchange.put:
            if not tricks.broken(rules, {exchange.seat: (card,)}):
                put = tuple(other for other in exchange.put if other is not card)
                return replaced(record, at, exchange._replace(put=put))
        return None

    return somewhere(record, rng, change_at)


# -- Zwanzig ab


def wrong_trump_maker(record: Record, rng: Random) -> Record | None:
    """Trumps named by another player."""

    def other(trump: Trump) -> Trump | None:
        seat = trump.seat
        return None if seat is None else trump._replace(seat=_another(record, rng, seat))

    return changed(record, rng, Trump, other)


def wrong_trump(record: Record, rng: Random) -> Record | None:
    """Another suit than hearts, when there is no choice any more; one with which every play is
    allowed all the same, and every trick goes to whom it went."""
    rules = Rules(record.rules or "")

    def change_at(at: int) -> Record | None:
        trump = record.events[at]
        if not isinstance(trump, Trump) or trump.suit != "h":
            return None
        deals = [event for event in record.events[:at] if isinstance(event, Deal)]
        if (deals[-1].number or 0) <= LAST_CHOICE:
            return None
        tricks = Tricks(record, shuffle_around(record, at))
        won = tricks.winners(rules)
        for suit in rng.sample("cds", 3):
            tricks.trump = suit
            if not tricks.broken(rules) and tricks.winners(rules) == won:
                return replaced(record, at, trump._replace(suit=suit))
        return None

    return somewhere(record, rng, change_at)


def may_not_drop_out(record: Record, rng: Random) -> Record | None:
    """A player who had to stay in, and did, is said to have dropped out."""

    def change_at(at: int) -> Record | None:
        stay = record.events[at]
        if not isinstance(stay, Stay) or not stay.stays:
            return None
        where = shuffle_around(record, at)
        trumps = [event for i in where if isinstance(event := record.events[i], Trump)]
        if not trumps or trumps[0].suit != "d":
            return None
        return replaced(record, at, stay._replace(stays=False))

    return somewhere(record, rng, change_at)


# -- Twenty-Two


def wrong_worth(record: Record, rng: Random) -> Record | None:
    """What a losing card is said to count."""

    def other(keep: Keep) -> Keep:
        chosen = rng.randrange(len(keep.kept))
        kept = list(keep.kept)
        kept[chosen] = kept[chosen]._replace(
            points=other_number(rng, kept[chosen].points or 0, least=1)
        )
        return Keep(tuple(kept))

    return changed(record, rng, Keep, other)


def wrong_loser(record: Record, rng: Random) -> Record | None:
    """The losing card is said to lie in front of another player."""

    def other(keep: Keep) -> Keep | None:
        if len(keep.kept) > 1:
            return None
        (kept,) = keep.kept
        return Keep((kept._replace(seat=_another(record, rng, kept.seat)),))

    return changed(record, rng, Keep, other)


def wrong_elimination(record: Record, rng: Random) -> Record | None:
    """Another player is said to be out."""

    def change_at(at: int) -> Record | None:
        out = record.events[at]
        gone = [seat for event in record.events[:at] if isinstance(event, Out)
                for seat in event.seats]  # fmt: skip
        if not isinstance(out, Out) or len(out.seats) > 1:
            return None
        seats = range(1, len(record.players) + 1)
        left = [seat for seat in seats if seat not in (*gone, *out.seats)]
        return replaced(record, at, Out((rng.choice(left),))) if left else None

    return somewhere(record, rng, change_at)


def dealt_in(record: Record, rng: Random) -> Record | None:
    """A hand, its cards unknown, for a player who is out."""

    def change_at(at: int) -> Record | None:
        held = record.events[at]
        gone = [seat for event in record.events[:at] if isinstance(event, Out)
                for seat in event.seats]  # fmt: skip
        if not isinstance(held, Held) or not gone:
            return None
        hand = Held(rng.choice(gone), ((UNKNOWN,) * len(held.cards),))
        return replaced(record, at, held, hand)

    return somewhere(record, rng, change_at)
