"""How ranks are written: as in XXN, or in a way that whoever hands a text in has declared.

German `D` and `K` would be guesswork beside English letters, and so would be a `10`; `T` even means
two cards: the ten, and the ace of the German `B D K T`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from archive.cards import CARDS, Card
from archive.errors import TwentiesError

_PIPS = {rank: rank for rank in "23456789"}

RANKS: dict[str, dict[str, str]] = {
    "": {**_PIPS, **{rank: rank for rank in "ATJQK"}},
    "10": {**_PIPS, **{rank: rank for rank in "ATJQK"}, "10": "T"},
    "BDKA": {**_PIPS, "10": "T", "B": "J", "D": "Q", "K": "K", "A": "A"},
    "BDKT": {**_PIPS, "10": "T", "B": "J", "D": "Q", "K": "K", "T": "A"},
}
"""The ways to write ranks that can be declared, and what they mean in XXN."""

SAID: dict[str, str] = {
    "": "A 2–9 T J Q K",
    "10": "A 2–9 10 J Q K",
    "BDKA": "A 2–9 10 B D K",
    "BDKT": "T 2–9 10 B D K, T being the ace",
}
"""The same in words, for forms and messages."""

SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
WORD = r"(?:10|[2-9ATJQKBD?])[cdhs♣♦♥♠♧♢♡♤]?\ufe0f?"
"""What has the shape of a card, whatever ranks were declared."""

_SHAPE = re.compile(r"(10|[0-9A-Z?])([cdhs♣♦♥♠♧♢♡♤]?)\ufe0f?")


class UnknownRanks(TwentiesError):
    """A way to write ranks that nobody here knows."""

    def __init__(self, asked: str) -> None:
        super().__init__(f"no such ranks: {asked!r}; expected {', '.join(filter(None, RANKS))}")
        self.asked = asked


class Ranks(NamedTuple):
    """One way to write ranks."""

    name: str

    @classmethod
    def declared(cls, name: str) -> Ranks:
        if name not in RANKS:
            raise UnknownRanks(name)
        return cls(name)

    @property
    def expected(self) -> str:
        """What a card should look like, for a message."""
        return f"a card of {SAID[self.name]}"

    def card(self, text: str) -> Card | None:
        """The card that `text` names; None when it names none."""
        match = _SHAPE.fullmatch(text)
        if match is None:
            return None
        rank = "?" if match[1] == "?" else RANKS[self.name].get(match[1])
        return None if rank is None else CARDS[rank + SUIT_SIGNS.get(match[2], match[2])]

    def run(self, text: str) -> tuple[Card, ...] | None:
        """Cards written one after the other, with or without something between."""
        found = []
        at = 0
        for match in _SHAPE.finditer(text):
            card = self.card(match[0])
            if card is None or text[at : match.start()].strip(" \t,;-+"):
                return None
            found.append(card)
            at = match.end()
        return tuple(found) if found and not text[at:].strip(" \t,;") else None

    def hint(self, text: str) -> str | None:
        """How `text` could be a card after all: what would have to be declared."""
        names = [name for name, ranks in RANKS.items() if _shape_of(text) in ranks]
        declared = " or ".join(f"ranks={name}" for name in names if name and name != self.name)
        return f"declare {declared}" if declared else None


def _shape_of(text: str) -> str:
    match = _SHAPE.fullmatch(text)
    return match[1] if match else ""
