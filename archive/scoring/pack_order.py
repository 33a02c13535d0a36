"""The cards that come from the pack when a game is played on differently: those that came in the
game, deal by deal, the hands to the same seats and the rest in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archive.core.cards import Card
from archive.core.events import Cut, Deal, Draw, Event, Exchange, Held, Round, Up
from archive.rules.position import Position
from archive.scoring.record_positions import numbers


class Dealt:
    """The cards that the pack gave in one deal, in Twenty in one round. Empty where none were
    written."""

    __slots__ = ("cut", "hands", "rest", "up")

    def __init__(self) -> None:
        self.cut: list[Card] = []
        self.up: list[Card] = []
        self.hands: dict[int, list[tuple[Card, ...]]] = {}
        self.rest: list[Card] = []
        """The cards drawn or taken in an exchange."""


class PackOrder:
    """The pack of a record, and how much of it has come."""

    def __init__(
        self, events: Sequence[Event], until: int, *, in_rounds: bool, ahead: int = 0
    ) -> None:
        """Read a pack from a record's events, of which `until` have happened. It is shuffled for a
        round in Twenty (`in_rounds`), for a deal elsewhere; so many are `ahead` of the record."""
        self._in_rounds, self._ahead = in_rounds, ahead
        self._dealt: list[Dealt] = [Dealt()]
        self._taken: dict[int, int] = {}
        for at, event in enumerate(events):
            self._read(event)
            if at < until and isinstance(event, Draw | Exchange):
                deal = len(self._dealt) - 1
                self._taken[deal] = len(self._dealt[deal].rest)
        self._handed: dict[tuple[int, int], int] = {}

    def _read(self, event: Event) -> None:
        if isinstance(event, Round if self._in_rounds else Deal):
            self._dealt.append(Dealt())
        now = self._dealt[-1]
        match event:
            case Up(cards, _):
                now.up = list(cards)
            case Cut(drawn):
                now.cut = [card for _, run in drawn for card in run]
            case Held(seat, packets):
                now.hands.setdefault(seat, []).extend(packets)
            case Draw(_, _, card):
                now.rest.append(card)
            case Exchange(_, _, _, taken):
                now.rest += taken or ()

    def next_cards(self, position: Any) -> list[int] | None:
        """Return the next cards; None where the record does not show them, or has others than the
        game needs."""
        due, number = position.due, position.wanted
        deal = self._deal_of(position)
        if not deal < len(self._dealt):
            return None
        dealt = self._dealt[deal]
        if due == "take":
            start = self._taken.get(deal, 0)
            found = numbers(dealt.rest[start : start + number])
            self._taken[deal] = start + len(found)
        elif due in ("turn_up", "cut"):
            found = numbers(dealt.up if due == "turn_up" else dealt.cut)
        else:
            packets = dealt.hands.get(position.turn, [])
            at = self._packet(position, deal)
            if not at < len(packets):
                return None
            self._handed[deal, position.turn] = at + 1
            found = numbers(packets[at])
        return found if len(found) == number and all(card & 15 for card in found) else None

    def hand_of(self, position: Position) -> tuple[tuple[Card, ...], ...]:
        """Return all packets of the hand that the seat awaited gets in this deal."""
        return tuple(self._dealt[self._deal_of(position)].hands.get(position.turn, ()))

    def _deal_of(self, position: Any) -> int:
        number: int = position.round if self._in_rounds else position.deals
        return number - self._ahead

    def _packet(self, position: Any, deal: int) -> int:
        """Return how many packets the seat awaited has had in this deal."""
        seat = position.turn
        if (deal, seat) in self._handed:
            return self._handed[deal, seat]
        if self._in_rounds:
            return len(position.hands_dealt[-1][seat])
        return int(bool(position.hands[seat]))
