"""The fault that repairs are sought for: the first finding of a verdict, with the deals that it is
about; and players by their names, where the record has seats."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, cached_property, partial

from archive.analysis.event_spans import (
    NO_HAND,
    HandAccount,
    accounts,
    cards_in,
    deed_span,
    token_span,
)
from archive.core.cards import RANKS, SUITS
from archive.core.events import Event, Held, Play
from archive.notation.edits import Change, Edit
from archive.scoring import Verdict

SEATS = re.compile(r"p\d+(?:,p\d+)*")


class Fault:
    """The first finding of a verdict, its code, its event, and the text of the record. `hands` says
    of a deal which cards each player got and which left, `cards` of an event which it names."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.finding = verdict.findings[verdict.first_divergence or 0]
        self.code, self.at = self.finding.code, self.finding.at
        self.record = verdict.record
        self.text, self.events = self.record.text, self.record.events
        self.players = self.record.players
        self.hands = cache(partial(accounts, self.record))
        self.cards = cache(partial(cards_in, self.record))

    @property
    def event(self) -> Event | None:
        """Return the event at fault; None where the finding is about no event."""
        return None if self.at is None else self.events[self.at]

    @cached_property
    def about(self) -> list[int]:
        """Return the events of the finding, of all that follows from it, and of the proof."""
        found = []
        for one in (self.finding, *(f for f in self.verdict.findings if f.root is self.finding)):
            if one.at is not None:
                found.append(one.at)
            for place in one.places:
                offset = self.record.offset(place.line, place.column)
                found.append(max(0, bisect_right(self.record.offsets, offset) - 1))
        return list(dict.fromkeys(found))

    @cached_property
    def deals(self) -> list[range]:
        """Return the deals that have these events."""
        return list(dict.fromkeys(map(self.deal, self.about)))

    @cached_property
    def where(self) -> list[int]:
        """Return all events of these deals, in order."""
        return sorted(at for deal in self.deals for at in deal)

    @cached_property
    def named(self) -> list[str]:
        """Return the cards that a change may bring in: with suits where the record names them."""
        played = (one for one in self.events if isinstance(one, Play | Held))
        suited = any(card.suit for event in played for card in event.cards)
        counts = self.verdict.counts
        ranks = counts[0].dealing.pack.ranks if counts else RANKS
        return [rank + suit for rank in ranks for suit in (SUITS if suited else ("",))]

    def deal(self, at: int) -> range:
        """Return the events of an event's deal, with its line and that of a round before it."""
        return self.record.deal_around(at)

    def hand(self, at: int, seat: int) -> HandAccount:
        """Return the cards that a player got and that left, in the deal of an event."""
        return self.hands(self.deal(at)).get(seat, NO_HAND)

    def span(self, at: int) -> tuple[int, str]:
        """Return the place of an event's text, and the text."""
        return token_span(self.record, at)

    def deed(self, at: int) -> tuple[int, str]:
        """Return the place of a play's text after its number, and the text."""
        return deed_span(self.record, at)

    def without(self, at: int, behind: str = "") -> Change:
        """Return the removal of an event, and of what stands right behind it."""
        offset, text = self.span(at)
        rest = behind if self.text.startswith(behind, offset + len(text)) else ""
        return (Edit(offset, text + rest, "", f"without “{text}”"),)


def other_players(due: str, found: str, players: Sequence[str]) -> str:
    """Return a change of players by their names, `Mia for Tom`; of anything else as written."""
    return f"{_named(due, players)} for {_named(found, players)}"


def _named(written: str, players: Sequence[str]) -> str:
    if written == "draw":
        return "a draw"
    if SEATS.fullmatch(written) is None:
        return written
    return ", ".join(name_of(int(one[1:]), players) for one in written.split(","))


def name_of(seat: int, players: Sequence[str]) -> str:
    """Return the name of the player in a seat; `p3` where no tag names any."""
    return players[seat - 1] if seat <= len(players) else f"p{seat}"
