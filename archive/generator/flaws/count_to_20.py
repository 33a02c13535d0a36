"""Faults of Count to 20: in what is counted, announced, drawn."""

from __future__ import annotations

from random import Random

from archive.core.cards import CARDS, UNKNOWN
from archive.core.events import Draw, Event, Part, Pass, Play
from archive.core.record import Record
from archive.generator.flaws.cards import renamed, seen_in, shuffle_around
from archive.generator.flaws.record_edits import at_one, rewritten

PIPS = "A23456789"
TENS = "TJQ"


@rewritten(Play)
def wrong_king(record: Record, rng: Random, play: Play) -> Event | None:
    """Change what a king was said to count."""
    return _said_wrong(rng, play, "K")


@rewritten(Play)
def wrong_pair(record: Record, rng: Random, play: Play) -> Event | None:
    """Change what a pair was said to count."""
    return _said_wrong(rng, play, TENS)


def _said_wrong(rng: Random, play: Play, ranks: str) -> Play | None:
    """Return the play with another value for the first of its parts that has such a card; None
    where another card, without an announced value, may make up for it."""
    if any(part.value is None and part.cards[0].rank == "K" for part in play.parts):
        return None
    for place, part in enumerate(play.parts):
        if part.value is not None and part.cards[0].rank in ranks:
            value = part.value + rng.choice([1, 2]) if ranks == "K" else 30 - part.value
            parts = (*play.parts[:place], Part(part.cards, value), *play.parts[place + 1 :])
            return play._replace(parts=parts)
    return None


@at_one(Play)
def count_not_made(record: Record, rng: Random, at: int, play: Play) -> Record | None:
    """Give a card of a set another rank in the record, wherever its player had it."""
    if any(card.rank not in PIPS for card in play.cards):
        return None
    where = shuffle_around(record, at)
    card, seen = play.cards[0], seen_in(record, where)
    others = [CARDS[rank + card.suit] for rank in PIPS if rank != card.rank]
    unseen = [other for other in others if other not in seen]
    return renamed(record, where, play.seat, card, rng.choice(unseen)) if unseen else None


@rewritten(Pass)
def empty_stock(record: Record, rng: Random, event: Pass) -> Event | None:
    """Have an unnamed card drawn where the player passed because there was none."""
    return Draw(event.number, event.seat, UNKNOWN)
