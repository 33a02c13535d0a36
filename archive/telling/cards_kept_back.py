"""The cards that a player kept back, as the record shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from archive.core.cards import Card
from archive.core.events import Deal, Event, Exchange, Held, Play, Show
from archive.core.record import Record

RANKS = "23456789TJQKA"


def lower_kept(record: Record, at: int, seat: int) -> Card | None:
    """Return the lowest card, lower than one played at an event, that its player certainly kept
    back: one played or shown later in the hand, else one left of the hand listed; None where the
    record shows none."""
    played = record.events[at]
    if not isinstance(played, Play):
        return None
    highest = max(map(_height, played.cards))
    for cards in (_later(record, at, seat), _left(record, at, seat)):
        lower = [card for card in cards if -1 < _height(card) < highest]
        if lower:
            return min(lower, key=_height)
    return None


def dealt_and_kept(record: Record, at: int, seat: int) -> list[Card]:
    """Return what is left of the hand that a player was dealt, after a play, where no exchange of
    that hand is written down: unless one was made, these are the cards kept back."""
    for event in record.events[_deal_of(record, at) : at]:
        if isinstance(event, Exchange) and event.seat == seat:
            return []
    return [card for card in _left(record, at, seat) if card.rank in RANKS]


def lowest(cards: list[Card]) -> Card:
    """Return the lowest of several cards."""
    return min(cards, key=_height)


def not_below(cards: list[Card], rank: str) -> list[Card]:
    """Return the cards that are of a rank or higher."""
    return [card for card in cards if _height(card) >= RANKS.find(rank)]


def _deal_of(record: Record, at: int) -> int:
    """Return the index of the last deal before an event, 0 where there is none."""
    return max((n for n in range(at) if isinstance(record.events[n], Deal)), default=0)


def _height(card: Card) -> int:
    return RANKS.find(card.rank)


def _later(record: Record, at: int, seat: int) -> Iterator[Card]:
    """Yield what a player played or showed after an event in the same hand."""
    for event in record.events[at + 1 :]:
        if isinstance(event, Deal):
            return
        if isinstance(event, Play) and event.seat == seat:
            yield from event.cards
        elif isinstance(event, Show):
            yield from (card for one, cards in event.shown if one == seat for card in cards)


def _left(record: Record, at: int, seat: int) -> Iterator[Card]:
    """Yield what is left of a listed hand after an event."""
    left: Counter[Card] = Counter()
    for event in record.events[_deal_of(record, at) : at + 1]:
        if getattr(event, "seat", None) == seat:
            left = _after(event, left)
    yield from left


def _after(event: Event, left: Counter[Card]) -> Counter[Card]:
    """Return what a player holds after an event; nothing is known where a card is not."""
    match event:
        case Held():
            return left + Counter(event.cards)
        case Exchange():
            return (
                Counter()
                if event.taken is None
                else left - Counter(event.put) + Counter(event.taken)
            )
        case Play():
            return left - Counter(event.cards)
    return left
