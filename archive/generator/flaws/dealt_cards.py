"""Faults of the cards that are dealt, put away and left over. Most of them are the last line of a
record that breaks off there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from archive.core.events import Draw, Event, Exchange, Held, Keep, Play, Round, Score, Show
from archive.core.record import Record
from archive.generator.flaws.lines import broken_off
from archive.generator.flaws.record_edits import at_one, deal_before, replaced

HAND = 7
"""The number of cards dealt to each player in Count to 20."""


@at_one(Held)
def not_swapped(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """List, with open hands, a hand of the second round that was not one of the first: two cards of
    two hands changed places. The record ends with it."""
    if "hands=open" not in (record.rules or ""):
        return None
    rounds = [at for at, event in enumerate(record.events) if isinstance(event, Round)]
    if at < rounds[-1]:
        return None
    later = [event for event in record.events[at + 1 :] if isinstance(event, Held)]
    for other in later:
        gone = rng.choice(held.cards)
        came = next((card for card in other.cards if card.rank != gone.rank), None)
        if came is not None:
            cards = [came if card is gone else card for card in held.cards]
            cards.sort(key=lambda card: card.order)
            return broken_off(record, at, Held(held.seat, (tuple(cards),)))
    return None


@at_one(Show)
def kept_no_card(record: Record, rng: Random, at: int, show: Show) -> Record | None:
    """Play the last card and do not show it, in the last line of the record."""
    plays = [event for event in record.events[:at] if isinstance(event, Play)]
    if not plays or plays[-1].number is None:
        return None
    seat, cards = rng.choice(show.shown)
    return broken_off(record, at, Play(plays[-1].number + 1, seat, cards))


@at_one(Exchange)
def exchanged_too_many(record: Record, rng: Random, at: int, exchange: Exchange) -> Record | None:
    """Put a whole hand away when fewer cards are left, in the last line of the record."""
    if record.tag("Deck") != "52":
        return None
    begun = deal_before(record, at)
    hands = [event for event in record.events[begun:at] if isinstance(event, Held)]
    held = next(hand for hand in hands if hand.seat == exchange.seat)
    taken = sum(len(e.put) for e in record.events[begun:at] if isinstance(e, Exchange))
    kept = sum(len(event.kept) for event in record.events[:at] if isinstance(event, Keep))
    if 52 - kept - sum(len(hand.cards) for hand in hands) - taken >= len(held.cards):
        return None  # cards of those who are out may be back, so that more are left still
    if "eliminated-cards=return" in (record.rules or ""):
        return None
    return broken_off(record, at, exchange._replace(put=held.cards, taken=None))


@at_one(Held)
def not_dealt_in(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """Deal no cards to a player who is still in the game, in the last line of the record."""
    if not isinstance(record.events[at - 1], Held):
        return None
    return broken_off(record, at, Held(held.seat, ((),)))


@at_one(Held)
def dealt_twice(record: Record, rng: Random, at: int, held: Held) -> Record | None:
    """List a hand for a player who was dealt one just before, in the last line of the record."""
    return broken_off(record, at + 1, held)


@at_one(Score)
def impossible_sum(record: Record, rng: Random, at: int, score: Score) -> Record | None:
    """Score points for cards left that no cards can cost, after a hand of which neither what was
    dealt nor what was left is written down. The record ends with it."""
    begun = deal_before(record, at)
    before: dict[int, int] = {}
    for event in record.events[:begun]:
        before = dict(event.totals) if isinstance(event, Score) else before
    scored = [seat for seat, total in score.totals if total > before.get(seat, 0)]
    scored = [seat for seat in scored if not _all_played(record.events[begun:at], seat)]
    if not scored:
        return None
    seat = rng.choice(scored)
    totals = tuple((who, total + (who == seat)) for who, total in score.totals)
    short = broken_off(record, at, Score(totals))
    for unseen in range(at - 1, begun, -1):
        if isinstance(short.events[unseen], Held | Show):
            short = replaced(short, unseen)
    return short


def _all_played(events: Sequence[Event], seat: int) -> bool:
    """Return whether a player has played all cards dealt: those left were drawn."""
    drawn = [one.card for one in events if isinstance(one, Draw) and one.seat == seat]
    plays = (one.cards for one in events if isinstance(one, Play) and one.seat == seat)
    return sum(card not in drawn for cards in plays for card in cards) >= HAND
