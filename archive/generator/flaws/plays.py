"""Faults of order: who plays, when, how often. One seat or one line differs from what it was, and
all else is written down as it happened."""

from __future__ import annotations

from random import Random

from archive.core.cards import SUITS
from archive.core.events import Action, Deal, End, Event, Held, Play, Round, Trick, Trump
from archive.core.record import Record
from archive.generator.flaws.cards import next_leader
from archive.generator.flaws.record_edits import at_one, other_seat, replaced, rewritten, with_tag

EMPTY_SEAT = 99  # more than any game has players


def _play_before(record: Record, at: int) -> Play | None:
    """Return the play right before an event; None where that is something else."""
    before = record.events[at - 1]
    return before if at and isinstance(before, Play) else None


@at_one(Play)
def wrong_turn(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Write a play as that of the player who has just played."""
    before = _play_before(record, at)
    if before is None or before.seat == play.seat:
        return None
    return replaced(record, at, play._replace(seat=before.seat))


@rewritten(Held)
def no_such_seat(record: Record, rng: Random, held: Held) -> Event | None:
    """List a hand for a player who does not sit at the table."""
    return held._replace(seat=EMPTY_SEAT)


@at_one(Play)
def missing_play(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Leave out a play amid others and their numbers; in a trick one that did not win."""
    tricks = any(isinstance(event, Trick) for event in record.events)
    if _play_before(record, at) is None or not isinstance(record.events[at + 1], Play):
        return None
    won = tricks and next_leader(record, at) in (None, play.seat)
    return None if won else replaced(record, at)


@at_one(Play)
def doubled_play(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Write a play twice."""
    return replaced(record, at, play, play)


def after_the_end(record: Record, rng: Random) -> Record | None:
    """Write one more play after the end of a game, unless the game was broken off and can go on."""
    plays = [event for event in record.events if isinstance(event, Play)]
    if not plays or not isinstance(record.events[-1], End):
        return None
    numbers = [event.number or 0 for event in record.events if isinstance(event, Action)]
    last = plays[-1]
    more = Play(max(numbers, default=0) + 1, last.seat, last.cards)
    return Record(record.tags, [*record.events, more])


def foreign_line(record: Record, rng: Random) -> Record | None:
    """Write a line that belongs to another game, before a deal or the end."""
    rounds = any(isinstance(event, Round) for event in record.events)
    line: Event = Trump(1, rng.choice(SUITS)) if rounds else Round(2, 1)
    ends = [at for at, event in enumerate(record.events) if isinstance(event, Deal | End)]
    at = rng.choice(ends)
    return replaced(record, at, line, record.events[at])


@at_one(Deal)
def wrong_dealer(record: Record, rng: Random, at: int, deal: Deal) -> Record | None:
    """Name another dealer than it should be, in any deal but the first."""
    first = next(at for at, event in enumerate(record.events) if isinstance(event, Deal))
    if at == first or deal.dealer is None:
        return None
    return replaced(record, at, deal._replace(dealer=other_seat(record, rng, deal.dealer)))


def wrong_pack(record: Record, rng: Random) -> Record | None:
    """Name a pack that this game is not played with."""
    deck = record.tag("Deck")
    return with_tag(record, "Deck", "52" if deck == "32" else "32") if deck else None
