"""Faults of order: by whom, when, how often. One seat or one line is not what it was, and all else
is written down as it happened."""

from __future__ import annotations

from random import Random

from archive.core.cards import SUITS
from archive.core.events import Action, Deal, End, Event, Held, Play, Round, Trick, Trump
from archive.core.record import Record
from archive.generator.flaws.cards import next_leader
from archive.generator.flaws.changes import changed, replaced, somewhere, with_tag

NOBODY = 99  # a seat in which nobody sits, in any game


def _played_after_play(record: Record, at: int) -> tuple[Play, Play] | None:
    """A play with the play right before it; None where either is something else."""
    before, event = record.events[at - 1], record.events[at]
    if at and isinstance(before, Play) and isinstance(event, Play):
        return before, event
    return None


def wrong_turn(record: Record, rng: Random) -> Record | None:
    """A play written down as the player's who has just played."""

    def change_at(at: int) -> Record | None:
        plays = _played_after_play(record, at)
        if plays is None or plays[0].seat == plays[1].seat:
            return None
        return replaced(record, at, plays[1]._replace(seat=plays[0].seat))

    return somewhere(record, rng, change_at)


def no_such_seat(record: Record, rng: Random) -> Record | None:
    """A hand listed for a player who does not sit at the table."""
    return changed(record, rng, Held, lambda held: held._replace(seat=NOBODY))


def missing_play(record: Record, rng: Random) -> Record | None:
    """A play left out, in the midst of others; their numbers go on as they were. Of a trick it is
    one that did not win."""
    tricks = any(isinstance(event, Trick) for event in record.events)

    def change_at(at: int) -> Record | None:
        plays = _played_after_play(record, at)
        if plays is None or not isinstance(record.events[at + 1], Play):
            return None
        won = tricks and next_leader(record, at) in (None, plays[1].seat)
        return None if won else replaced(record, at)

    return somewhere(record, rng, change_at)


def doubled_play(record: Record, rng: Random) -> Record | None:
    """A play written down twice."""

    def change_at(at: int) -> Record | None:
        event = record.events[at]
        return replaced(record, at, event, event) if isinstance(event, Play) else None

    return somewhere(record, rng, change_at)


def after_the_end(record: Record, rng: Random) -> Record | None:
    """One more play when all is over; a game that was broken off can go on."""
    plays = [event for event in record.events if isinstance(event, Play)]
    if not plays or not isinstance(record.events[-1], End):
        return None
    numbers = [event.number or 0 for event in record.events if isinstance(event, Action)]
    last = plays[-1]
    more = Play(max(numbers, default=0) + 1, last.seat, last.cards)
    return Record(record.tags, [*record.events, more])


def foreign_line(record: Record, rng: Random) -> Record | None:
    """A line that belongs to another game, before a deal or the end."""
    rounds = any(isinstance(event, Round) for event in record.events)
    line: Event = Trump(1, rng.choice(SUITS)) if rounds else Round(2, 1)
    ends = [at for at, event in enumerate(record.events) if isinstance(event, Deal | End)]
    at = rng.choice(ends)
    return replaced(record, at, line, record.events[at])


def wrong_dealer(record: Record, rng: Random) -> Record | None:
    """Another dealer than it should be, in any deal but the first."""
    deals = [at for at, event in enumerate(record.events) if isinstance(event, Deal)][1:]

    def change_at(at: int) -> Record | None:
        deal = record.events[at]
        if not isinstance(deal, Deal) or at not in deals or deal.dealer is None:
            return None
        seats = range(1, len(record.players) + 1)
        dealer = rng.choice([seat for seat in seats if seat != deal.dealer])
        return replaced(record, at, deal._replace(dealer=dealer))

    return somewhere(record, rng, change_at)


def wrong_pack(record: Record, rng: Random) -> Record | None:
    """A pack that this game is not played with."""
    deck = record.tag("Deck")
    return with_tag(record, "Deck", "52" if deck == "32" else "32") if deck else None
