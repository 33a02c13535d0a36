"""Cards, packs and hands.

A card is written as its rank and, where it was noted down, its suit: `9h`, `9`, `?h`, `?`. What was
not noted is not known, and everything here says so instead of guessing. There are only seventy such
cards, so each exists once and is compared by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from archive.errors import BadCards
from archive.matching import matched

RANKS = "A23456789TJQK"
SUITS = "cdhs"
CARD = re.compile(f"[{RANKS}?][{SUITS}]?")
RUN = re.compile(f"(?:{CARD.pattern})*")


class Card:
    """One card as a record names it.

    `rank` is one of `A23456789TJQK?`, `suit` one of `cdhs` or empty. Cards are
    interned: get one from `CARDS["9h"]` or `cards("9hT")`, never by calling the class.
    """

    __slots__ = ("order", "rank", "suit", "text")

    def __init__(self, rank: str, suit: str) -> None:
        self.rank = rank
        self.suit = suit
        self.text = rank + suit
        # for sorting a hand as it is held: high cards first, the ace low, unknown cards last
        self.order = (-RANKS.find(rank) if rank != "?" else 1, SUITS.find(suit))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return _card, (self.text,)

    def could_be(self, other: Card) -> bool:
        """Whether the two may name the same card: nothing both of them say differs."""
        return (self.rank == other.rank or "?" in (self.rank, other.rank)) and (
            self.suit == other.suit or not self.suit or not other.suit
        )


CARDS: dict[str, Card] = {
    rank + suit: Card(rank, suit) for rank in RANKS + "?" for suit in ("", *SUITS)
}
UNKNOWN = CARDS["?"]


def _card(text: str) -> Card:
    return CARDS[text]


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a run such as `9h9cT?`, in order.

    Raises `BadCards` with the index of the first character that is no card.
    """
    written = RUN.match(text)
    if written is None or written.end() != len(text):
        raise BadCards(text, written.end() if written else 0)
    return tuple([CARDS[card] for card in CARD.findall(text)])


def text_of(run: Iterable[Card]) -> str:
    """The cards written one after the other, as `cards` reads them."""
    return "".join([card.text for card in run])  # a list is quicker than an expression


class Pack(NamedTuple):
    """A pack by its ranks and the number of copies of it: `52` is one of thirteen ranks."""

    ranks: str
    copies: int

    @property
    def size(self) -> int:
        return len(self.ranks) * len(SUITS) * self.copies

    def holds(self, card: Card) -> int:
        """How many cards of this pack a record may mean by `card`."""
        ranks = len(self.ranks) if card.rank == "?" else int(card.rank in self.ranks)
        suits = 1 if card.suit else len(SUITS)
        return ranks * suits * self.copies


PACKS = {"52": Pack(RANKS, 1), "32": Pack("A789TJQK", 1)}


class Hand:
    """A hand as far as the record tells it: what was dealt or drawn, what has been played, what is
    left.

    `listed` has one entry a card, `?` for a card not written down. A play is held against it as a
    puzzle, not card by card: after `9` was played from `9h ?`, a `5` still fits, because the nine
    may have been the nine of hearts.
    """

    __slots__ = ("at", "drawn", "foreign", "left", "listed", "played", "played_at", "reach")

    def __init__(self, listed: Sequence[Card], at: int = -1) -> None:
        self.listed = tuple(listed)
        self.at = at  # which event of the record listed it; -1 when none did
        self.left = list(listed)
        self.played: list[Card] = []
        self.played_at: list[int] = []  # by which events
        self.foreign: list[Card] = []  # played, though nothing listed can have been it
        self.drawn: tuple[tuple[int, int], ...] = ()  # events that added cards: event, first slot
        self.reach: tuple[int, ...] = ()  # slots there were at each play before the last draw

    def copy(self) -> Hand:
        twin = Hand.__new__(Hand)
        twin.at = self.at
        twin.listed = self.listed
        twin.left = self.left.copy()
        twin.played = self.played.copy()
        twin.played_at = self.played_at.copy()
        twin.foreign = self.foreign.copy()
        twin.drawn = self.drawn
        twin.reach = self.reach
        return twin

    def __len__(self) -> int:
        """How many cards are left; none when more were played than it ever held."""
        return max(0, len(self.listed) - len(self.played))

    @property
    def known(self) -> bool:
        """Whether every rank of the hand was written down."""
        return all(card.rank != "?" for card in self.listed)

    def draw(self, run: Sequence[Card], at: int) -> None:
        """Add cards drawn or taken in exchange by the record's event `at`. What was played before
        was none of them."""
        unseen = len(self.played) - len(self.reach)
        self.reach += (len(self.listed),) * unseen
        self.drawn += ((at, len(self.listed)),)
        self.listed += tuple(run)
        self.left.extend(run)

    def source(self, slot: int) -> int:
        """Which event of the record listed or added the card in a slot; -1 when none did."""
        return next((at for at, first in reversed(self.drawn) if slot >= first), self.at)

    def reach_of(self, play: int) -> int:
        """How many slots there were when a play was made: it came out of one of these."""
        return self.reach[play] if play < len(self.reach) else len(self.listed)

    def take(self, card: Card, at: int) -> bool:
        """Play a card from the hand, by the record's event `at`. False when no reading of the hand
        holds it; it is played all the same, and remembered as foreign."""
        self.played.append(card)
        self.played_at.append(at)
        left = self.left
        if card in left:
            left.remove(card)
            return True
        if UNKNOWN in left:
            left.remove(UNKNOWN)
            return True
        rest = self._rest_after_matching()
        if rest is None:
            self.foreign.append(card)
            return False
        self.left = rest
        return True

    def _rest_after_matching(self) -> list[Card] | None:
        """Match all that was played to what was listed, each listed card used once. What is left
        over, or None when no matching exists."""
        foreign = self.foreign.copy()
        played: list[tuple[Card, int]] = []  # with the number of slots it can have come from
        for index, card in enumerate(self.played):
            if card in foreign:
                foreign.remove(card)
            else:
                played.append((card, self.reach_of(index)))
        owner = matched({
            play: [slot for slot, held in enumerate(self.listed[:reach]) if held.could_be(card)]
            for play, (card, reach) in enumerate(played)
        })  # fmt: skip
        if owner is None:
            return None
        return [held for slot, held in enumerate(self.listed) if slot not in owner]
