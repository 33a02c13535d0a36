"""The text of an event in a record: the places of its words and cards, so that one of them can be
changed; and the cards that came to each hand of a deal and left it."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from archive.core.cards import CARDS
from archive.core.events import Action, Cut, Draw, Exchange, Held, Keep, Play, Show, Up
from archive.core.record import Record
from archive.notation.lexer import TOKEN
from archive.notation.text_offsets import card_offsets

NUMBER = re.compile(r"^\d+\.\s*")


class WrittenCard(NamedTuple):
    """A card, its place in the text, and its event."""

    offset: int
    text: str
    at: int


class HandAccount(NamedTuple):
    """The cards that a player got in one deal, and those that left the hand, as written; `has_hand`
    is whether a hand is written, be it with unknown cards."""

    got: list[WrittenCard]
    gone: list[WrittenCard]
    has_hand: bool

    @property
    def listed(self) -> bool:
        """Return whether all that the player got is written; else nothing follows from what is
        left."""
        return self.has_hand and not any("?" in one.text for one in self.got)

    @property
    def left(self) -> list[WrittenCard]:
        """Return the cards that were got and never left."""
        return _beyond(self.got, self.gone)

    @property
    def unplayed(self) -> list[str]:
        """Return these as they are written; none where nothing follows from them."""
        return [one.text for one in self.left] if self.listed else []

    @property
    def lacking(self) -> list[WrittenCard]:
        """Return the cards that left the hand and were never in it."""
        return _beyond(self.gone, self.got)


NO_HAND = HandAccount([], [], has_hand=False)
"""That of a player of whom the record shows no card."""


def _beyond(some: Sequence[WrittenCard], others: Sequence[WrittenCard]) -> list[WrittenCard]:
    """Return those of some cards that none of the others accounts for."""
    rest: defaultdict[str, deque[int]] = defaultdict(deque)  # by what is written, in order
    for number, other in enumerate(others):
        rest[other.text].append(number)
    beyond = []
    for one in some:
        same = one.text
        if not rest.get(same):
            like = [
                (left[0], text) for text, left in rest.items()
                if left and CARDS[text].could_be(CARDS[one.text])
            ]  # fmt: skip
            same = min(like)[1] if like else ""
        if same:
            rest[same].popleft()
        else:
            beyond.append(one)
    return beyond


def token_span(record: Record, at: int) -> tuple[int, str]:
    """Return the place of an event's text, and the text."""
    offset = record.offsets[at]
    match = TOKEN.match(record.text, offset)
    return offset, match[0].strip() if match else ""


def deed_span(record: Record, at: int) -> tuple[int, str]:
    """Return the place of a play's text after its number, and the text."""
    offset, text = token_span(record, at)
    deed = NUMBER.sub("", text)
    return offset + len(text) - len(deed), deed


def cards_in(record: Record, at: int) -> list[WrittenCard]:
    """Return every card that an event names, in the order of the text."""
    if not isinstance(record.events[at], Action | Held | Up | Cut | Show | Keep):
        return []
    found = card_offsets(record.text, record.offsets[at]).items()
    return sorted(WrittenCard(place, card, at) for card, places in found for place in places)


def accounts(record: Record, where: range) -> dict[int, HandAccount]:
    """Return the cards that each player got and that left, in one deal."""
    got: defaultdict[int, list[WrittenCard]] = defaultdict(list)
    gone: defaultdict[int, list[WrittenCard]] = defaultdict(list)
    held: set[int] = set()
    for at in where:
        written = iter(cards_in(record, at))
        match record.events[at]:
            case Held(seat):
                held.add(seat)
                got[seat] += written
            case Draw(_, seat):
                got[seat] += written
            case Play(_, seat):
                gone[seat] += written
            case Exchange(_, seat, put):
                gone[seat] += islice(written, len(put))
                got[seat] += written
            case Show(shown):
                for seat, run in shown:
                    gone[seat] += islice(written, len(run))
            case Keep(kept):
                for one in kept:
                    gone[one.seat] += islice(written, 1)
    return {seat: HandAccount(got[seat], gone[seat], seat in held) for seat in {*got, *gone}}
