"""Cards, packs and hands.

A card is written as its rank and, where it was noted down, its suit: `9h`, `9`, `?h`, `?`. A part
that was not noted is unknown, and nothing here guesses it. There are only seventy such cards, so
each exists once and is compared by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from archive.core.bipartite import find_place
from archive.core.errors import BadCards

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
        """Return whether the two may name the same card: nothing both of them say differs."""
        return (self.rank == other.rank or "?" in (self.rank, other.rank)) and (
            self.suit == other.suit or not self.suit or not other.suit
        )


CARDS: dict[str, Card] = {
    rank + suit: Card(rank, suit) for rank in RANKS + "?" for suit in ("", *SUITS)
}
UNKNOWN = CARDS["?"]
NAMED = frozenset(card for card in CARDS.values() if card.suit and card.rank != "?")
"""The cards that are named by rank and suit."""


def _card(text: str) -> Card:
    return CARDS[text]


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a run such as `9h9cT?`, in order.

    Raises `BadCards` with the index of the first character that is no card.
    """
    written = RUN.match(text)
    if written is None or written.end() != len(text):
        raise BadCards(text, written.end() if written else 0)
    return tuple([CARDS[card] for card in CARD.findall(text)])


def text_of(run: Iterable[Card]) -> str:
    """Return the cards written one after the other, as `cards` reads them."""
    return "".join([card.text for card in run])  # a list is quicker than an expression


class Pack(NamedTuple):
    """A pack by its ranks and the number of copies of it: `52` is one of thirteen ranks."""

    ranks: str
    copies: int

    @property
    def size(self) -> int:
        """Return how many cards the pack has."""
        return len(self.ranks) * len(SUITS) * self.copies

    def holds(self, card: Card) -> int:
        """Return how many cards of this pack a record may mean by `card`."""
        ranks = len(self.ranks) if card.rank == "?" else int(card.rank in self.ranks)
        suits = 1 if card.suit else len(SUITS)
        return ranks * suits * self.copies


PACKS = {"52": Pack(RANKS, 1), "32": Pack("A789TJQK", 1)}


LARGEST = 2 * PACKS["52"].size
"""The most cards that a hand can have had in all, those taken in exchange among them."""


class WrittenHand:
    """A hand as far as the record shows it: what was dealt or drawn, what has been played, what is
    left. Nothing is known of a hand that is said to have had more cards than there are.

    `listed` has one entry a card, `?` for a card not written down. A play is matched with the whole
    hand, not card by card: after `9` was played from `9h ?`, a `5` still fits, because the nine may
    have been the nine of hearts.
    """

    __slots__ = (
        "at", "drawn", "fits", "foreign", "left", "listed", "owners", "played", "played_at",
        "reach", "refused", "unplaced",
    )  # fmt: skip

    def __init__(self, listed: Sequence[Card], at: int = -1) -> None:
        self.listed = tuple(listed) if len(listed) <= LARGEST else (UNKNOWN,) * LARGEST
        self.at = at  # which event of the record listed it; -1 when none did
        self.left = list(self.listed)
        self.played: list[Card] = []
        self.played_at: list[int] = []  # the events that did
        self.foreign: list[Card] = []  # played, though nothing listed can have been it
        self.drawn: tuple[tuple[int, int], ...] = ()  # events that added cards: event, first slot
        self.reach: tuple[int, ...] = ()  # slots there were at each play before the last draw
        self.fits: dict[int, list[int]] = {}  # for each play the slots it may come from
        self.owners: dict[int, int] = {}  # for each slot the play made from it, in one reading
        self.unplaced: tuple[int, ...] = ()  # plays for which that was not asked yet
        self.refused: frozenset[Card] = frozenset()  # foreign since the last draw

    def copy(self) -> WrittenHand:
        """Return a copy that changes apart from this hand."""
        twin = WrittenHand.__new__(WrittenHand)
        twin.at = self.at
        twin.listed = self.listed
        twin.left = self.left.copy()
        twin.played = self.played.copy()
        twin.played_at = self.played_at.copy()
        twin.foreign = self.foreign.copy()
        twin.drawn = self.drawn
        twin.reach = self.reach
        twin.fits = self.fits.copy()
        twin.owners = self.owners.copy()
        twin.unplaced = self.unplaced
        twin.refused = self.refused
        return twin

    def __len__(self) -> int:
        """Return how many cards are left; none when more were played than it ever held."""
        return max(0, len(self.listed) - len(self.played))

    @property
    def known(self) -> bool:
        """Return whether every rank of the hand was written down."""
        return all(card.rank != "?" for card in self.listed)

    def draw(self, run: Sequence[Card], at: int) -> None:
        """Add cards drawn or taken in exchange by the record's event `at`. What was played before
        was none of them. Ignore more cards than there are."""
        run = run[: max(0, LARGEST - len(self.listed))]
        if not run:
            return
        self.refused = frozenset()
        unseen = len(self.played) - len(self.reach)
        self.reach += (len(self.listed),) * unseen
        self.drawn += ((at, len(self.listed)),)
        self.listed += tuple(run)
        self.left.extend(run)

    def take_unwritten(self) -> None:
        """Suppose a card drawn without being written down, as no reading of the hand held the card
        just played. It may have been there for long: what was played before and is not named in
        full may have been it."""
        card, at = self.played.pop(), self.played_at.pop()
        self.foreign.pop()
        self.fits.pop(len(self.played), None)
        self.draw((UNKNOWN,), at)
        self.reach = tuple(
            [
                slots if one.suit and one.rank != "?" else len(self.listed)
                for one, slots in zip(self.played, self.reach, strict=False)
            ]
        )
        for play in self.fits:
            self._find_fits(play)
        self.take(card, at)

    def source(self, slot: int) -> int:
        """Return the event of the record that listed or added the card in a slot; -1 when none
        did."""
        return next((at for at, first in reversed(self.drawn) if slot >= first), self.at)

    def reach_of(self, play: int) -> int:
        """Return how many slots there were when a play was made: it came from one of these."""
        return self.reach[play] if play < len(self.reach) else len(self.listed)

    def take(self, card: Card, at: int) -> bool:
        """Play a card from the hand, by the record's event `at`. Return whether some reading of the
        hand holds it; a card that none holds is played all the same, and remembered as foreign."""
        self.played.append(card)
        self.played_at.append(at)
        left = self.left
        named = card in left
        if named or UNKNOWN in left:
            left.remove(card if named else UNKNOWN)
            self.unplaced += (len(self.played) - 1,)
            return True
        if card in self.refused or not self._find_room():
            self.foreign.append(card)
            self.refused |= {card}
            return False
        self.left = [held for slot, held in enumerate(self.listed) if slot not in self.owners]
        return True

    def _find_room(self) -> bool:
        """Return the result of `_find_slots`, remembered: a record is judged again and again with a
        card of another hand changed."""
        known = _slots_known(
            self.listed, tuple(self.played), self.reach, tuple(self.foreign), self.unplaced
        )
        if not known:
            room = self._find_slots()
            known += (room, self.fits.copy(), self.owners.copy(), self.unplaced)
            return room
        room, fits, owners, self.unplaced = known
        self.fits, self.owners = fits.copy(), owners.copy()
        return bool(room)

    def _find_slots(self) -> bool:
        """Give the play just made a slot of its own, after all earlier plays that have none yet;
        others make room. Return whether it can have one."""
        if len(self.played) - len(self.foreign) > len(self.listed):
            return False
        while self.unplaced:  # some reading is left for all of these
            self._place(self.unplaced[0])
            self.unplaced = self.unplaced[1:]
        return self._place(len(self.played) - 1)

    def _place(self, play: int) -> bool:
        self._find_fits(play)
        return find_place(play, self.fits, self.owners)

    def _find_fits(self, play: int) -> None:
        """Find the slots that a play may come from."""
        held, card = self.listed[: self.reach_of(play)], self.played[play]
        self.fits[play] = [slot for slot, one in enumerate(held) if one.could_be(card)]


@lru_cache(maxsize=4096)
def _slots_known(*_hand: object) -> list[Any]:
    """Return the remembered result for such a hand: a list that is empty until it is known."""
    return []
