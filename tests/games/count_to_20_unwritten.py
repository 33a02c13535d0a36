"""Records of Count to 20 from which chance leaves things out: cards, suits, hands, claims, lines, a
stretch of turns. What is left is still sound."""

from __future__ import annotations

from random import Random

from archive.core.cards import CARDS, Card
from archive.core.events import ACTIONS, Deal, Draw, Event, Gap, Held, Play, Score, Show
from archive.core.record import Record

WAYS = ("hands", "draws", "plays", "shows", "cards shown", "claims", "lines", "numbers", "gap")


class _Forgetful:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.share = rng.choice([0.05, 0.3, 0.8])
        self.ways = {way for way in WAYS if rng.random() < 0.35}
        self.lines = rng.choice([Score, Deal])

    def forgets(self, way: str, share: float = 1) -> bool:
        return way in self.ways and self.rng.random() < self.share * share

    def card(self, card: Card) -> Card:
        lot = self.rng.random() / self.share
        known = (card.text, card.rank, f"?{card.suit}", "?")
        return CARDS[known[0 if lot > 1 else 1 if lot > 0.6 else 2 if lot > 0.4 else 3]]

    def run(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(map(self.card, cards), key=lambda card: card.order))

    def recalled(self, event: Event) -> Event | None:
        match event:
            case Held(seat):
                if self.forgets("hands"):
                    return None
                return Held(seat, (self.run(event.cards),)) if "hands" in self.ways else event
            case Draw():
                return event._replace(card=self.card(event.card)) if "draws" in self.ways else event
            case Play():
                if self.forgets("plays", 0.5):
                    event = event._replace(cards=tuple(map(self.card, event.cards)), parts=())
                return event._replace(tally=None) if self.forgets("claims") else event
            case Show(shown):
                if "lines" not in self.ways and self.forgets("shows"):
                    return None
                if "cards shown" in self.ways:
                    return Show(tuple((seat, self.run(cards)) for seat, cards in shown))
            case Score() | Deal():
                return None if "lines" in self.ways and type(event) is self.lines else event
        return event


def with_less_written(record: Record, rng: Random) -> Record:
    """The same game, less of it written down."""
    forgetful = _Forgetful(rng)
    events = [new for event in record.events if (new := forgetful.recalled(event)) is not None]
    if "numbers" in forgetful.ways:
        events = [
            event._replace(number=None) if type(event) in ACTIONS else event  # type: ignore[union-attr, call-arg]
            for event in events
        ]
    if "gap" in forgetful.ways:
        _leave_gap(events, rng, told="lines" not in forgetful.ways)
    return Record(record.tags, events)


def _leave_gap(events: list[Event], rng: Random, *, told: bool) -> None:
    """A stretch of turns, all of one hand, in whose place stands the count, or nothing is said."""
    first = last = rng.choice([at for at, event in enumerate(events) if type(event) in ACTIONS])
    length = rng.randint(1, 12)
    while type(events[last]) in ACTIONS and last - first < length:
        last += 1
    made = 0
    for event in events[:last]:
        made = 0 if isinstance(event, Deal) else made + isinstance(event, Play)
    text = f"count={made}" if told and made < 20 and rng.random() < 0.5 else ""
    events[first:last] = [Gap(text)]
