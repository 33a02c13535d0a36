"""How a made-up game is written down: with or without suits, and with which hands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import End, Event, Held
from archive.core.record import Record, Tag


class Writing(NamedTuple):
    """Whether suits are written, and `all` hands, `some` with unknown cards, or `none`."""

    suits: bool
    hands: str

    def cards(self, run: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards as they are written."""
        return tuple(run) if self.suits else tuple([CARDS[card.rank] for card in run])

    def hand(self, rng: Random, seat: int, hand: Sequence[Card]) -> list[Held]:
        """Return the line that lists a hand, none where it is not listed."""
        if self.hands == "none" or (self.hands == "some" and rng.random() >= 0.7):
            return []
        known = list(self.cards(hand))
        if self.hands == "some":
            known = [card if rng.random() < 0.6 else UNKNOWN for card in known]
        return [Held(seat, (tuple(sorted(known, key=lambda card: card.order)),))]


def written_down(names: Sequence[str], deck: str, events: Sequence[Event]) -> Record:
    """Return the record of a game between these players: its last event has the result."""
    last = events[-1]
    totals = last.totals if isinstance(last, End) else ()
    tags = {
        **{f"P{seat}": name for seat, name in enumerate(names, 1)},
        "Deck": deck, "View": "all",
        "Result": " ".join(f"p{seat}:{total}" for seat, total in totals) or "*",
    }  # fmt: skip
    return Record([Tag(*tag) for tag in tags.items()], events)
