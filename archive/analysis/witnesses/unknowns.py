"""The cards that a record leaves out, each at its place, and the record with some filled in."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from archive.core.cards import UNKNOWN, Card, WrittenHand
from archive.core.events import (
    Bonus,
    Deal,
    Draw,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Out,
    Play,
    Round,
    Score,
    Show,
    Shown,
)
from archive.deduction.encoding import Filled
from archive.deduction.model import DealModel, has_suits

CLOSING = (Bonus, Deal, End, Keep, Out, Round, Score)
"""Lines before which the remaining cards are shown, after the last play of a deal."""


class Part(StrEnum):
    """The part that a card left out belongs to: HELD a listed hand, TAKEN a draw or the cards taken
    in exchange, GONE a play or the cards put away, LEFT the cards never played."""

    HELD = "held"
    TAKEN = "taken"
    GONE = "gone"
    LEFT = "left"


class Blank(NamedTuple):
    """A card left out, to be filled in. `at` is the event that it is missing from, `place` its
    place among the cards of that part, `packet` the packet of them; `dealing` and `hand` number the
    dealing and its hand, `which` the slot or the play; `written` is what is known of the card."""

    at: int
    part: Part
    place: int
    dealing: int
    hand: int
    which: int
    written: Card
    packet: int = 0

    @property
    def run(self) -> tuple[object, ...]:
        """Return the cards among which its place does not matter: those of one packet, or of one
        play, of which as much is written."""
        return self.dealing, self.hand, self.part, self.at, self.packet, self.written


Assignment: TypeAlias = Mapping[Blank, Card]
"""The cards filled in for cards left out: all of a card, or only its rank or its suit."""


def blanks_of(models: Sequence[DealModel], events: Sequence[Event]) -> list[Blank]:
    """Return every card left out of the hands of these dealings, and the cards left in them where
    the record does not show these."""
    found: list[Blank] = []
    for number, model in enumerate(models):
        suited = has_suits(model)
        for place, (_, hand) in enumerate(model.hands):
            found += (
                blank for blank in _cards(hand, events, number, place)
                if blank.written.rank == "?" or (suited and not blank.written.suit)
            )  # fmt: skip
        if (shown := _shown_at(model, events)) is not None:
            found += _left(model, number, shown)
    return found


def _value(blank: Blank, hand: Filled) -> Card:
    run = {Part.LEFT: hand.left, Part.GONE: hand.played}.get(blank.part, hand.cards)
    return run[blank.which]


def _cards(hand: WrittenHand, events: Sequence[Event], number: int, place: int) -> Iterator[Blank]:
    """Yield the cards of a hand as they are written, with the numbers of its dealing and of it."""
    starts = [slot for _, slot in hand.drawn]
    dealt = starts[0] if starts else len(hand.listed)
    event = events[hand.at] if hand.at >= 0 else None
    if isinstance(event, Held) and len(event.cards) == dealt:
        packets = [number for number, packet in enumerate(event.packets) for _ in packet]
        for slot, (card, packet) in enumerate(zip(event.cards, packets, strict=True)):
            yield Blank(hand.at, Part.HELD, slot, number, place, slot, card, packet)
    ends = [*starts[1:], len(hand.listed)]
    for (at, start), end in zip(hand.drawn, ends, strict=False):
        taken = _taken(events[at], end - start)
        for nth, card in enumerate(taken):
            yield Blank(at, Part.TAKEN, nth, number, place, start + nth, card)
    by_event: defaultdict[int, list[int]] = defaultdict(list)
    for play, at in enumerate(hand.played_at):
        by_event[at].append(play)
    for at, plays in by_event.items():
        event = events[at] if at >= 0 else None
        gone = event.cards if isinstance(event, Play) and not event.parts else ()
        gone = event.put if isinstance(event, Exchange) else gone
        if len(gone) == len(plays):
            for nth, (play, card) in enumerate(zip(plays, gone, strict=True)):
                yield Blank(at, Part.GONE, nth, number, place, play, card)


def _taken(event: Event, cards: int) -> tuple[Card, ...]:
    if isinstance(event, Draw) and cards == 1:
        return (event.card,)
    if isinstance(event, Exchange) and cards == len(event.put):
        return (UNKNOWN,) * cards if event.taken is None else event.taken
    return ()


def _shown_at(model: DealModel, events: Sequence[Event]) -> int | None:
    """Return the event before which the cards left in these hands would be shown; None where they
    are, or where the record ends before."""
    last = max((at for _, hand in model.hands for at in hand.played_at), default=-1)
    for at in range(last + 1, len(events)) if last >= 0 else ():
        if isinstance(events[at], Show):
            return None
        if isinstance(events[at], CLOSING):
            return at
    return None


def _left(model: DealModel, number: int, at: int) -> Iterator[Blank]:
    for place, (_, hand) in enumerate(model.hands):
        for index in range(len(hand)):
            yield Blank(at, Part.LEFT, index, number, place, index, UNKNOWN)


class Blanks:
    """A record's events with all cards that are left out, and the events with some of them filled
    in. Cards left are shown by a line of their own, all of a dealing by one."""

    def __init__(self, events: Sequence[Event], models: Sequence[DealModel]) -> None:
        self.events = events
        self.models = models
        self.all = blanks_of(models, events)
        self._opening = [at for at, event in enumerate(events) if isinstance(event, Deal | Round)]
        self._left: defaultdict[int, list[Blank]] = defaultdict(list)  # cards left, by event
        for blank in self.all:
            if blank.part is Part.LEFT:
                self._left[blank.at].append(blank)

    def forget_left(self) -> None:
        """Leave out the cards left when a deal is over."""
        self.all = [blank for blank in self.all if blank.part is not Part.LEFT]
        self._left.clear()

    def filled(self, hands: Sequence[Sequence[Filled]]) -> dict[Blank, Card]:
        """Return the cards that a deal puts in each place; `hands` are those found, by dealing."""
        return {blank: _value(blank, hands[blank.dealing][blank.hand]) for blank in self.all}

    def around(self, number: int) -> range:
        """Return the events from the shuffle before a dealing's cards to the one after them."""
        model = self.models[number]
        told = [at for _, at in model.apart]
        for _, hand in model.hands:
            told += [hand.at, *hand.played_at, *(at for at, _ in hand.drawn)]
        told = [at for at in told if at >= 0] or [0]
        before, after = (bisect_right(self._opening, at) for at in (min(told), max(told)))
        first = self._opening[before - 1] if before else 0
        end = self._opening[after] if after < len(self._opening) else len(self.events)
        return range(first, end)

    def told(self, cards: Assignment, where: range) -> list[tuple[int, Event]]:
        """Return the events there with these cards in their places, each with its number in the
        record; a line that is added has the number of the one after it."""
        by_event: defaultdict[int, list[Blank]] = defaultdict(list)
        for blank in cards:
            by_event[blank.at].append(blank)
        found: list[tuple[int, Event]] = []
        for at in where:
            event = self.events[at]
            if at in by_event:
                if shown := self._shown(at, cards):
                    found.append((at, Show(shown)))
                found.append((at, _with(event, by_event[at], cards)))
            else:
                found.append((at, event))
        return found

    def _shown(self, at: int, cards: Assignment) -> Shown:
        left = self._left.get(at, ())
        if not any(blank in cards for blank in left):
            return ()
        runs: defaultdict[int, tuple[Card, ...]] = defaultdict(tuple)
        for blank in left:
            seat = self.models[blank.dealing].hands[blank.hand][0]
            runs[seat] += (cards.get(blank, UNKNOWN),)
        return tuple(runs.items())


def _with(event: Event, blanks: Sequence[Blank], cards: Assignment) -> Event:
    """Return an event with its cards filled in."""
    runs = {part: {s.place: cards[s] for s in blanks if s.part is part} for part in Part}
    match event:
        case Held():
            flat, packets = _run(event.cards, runs[Part.HELD]), []
            for packet in event.packets:
                packets.append(flat[: len(packet)])
                flat = flat[len(packet) :]
            return Held(event.seat, tuple(packets))
        case Play():
            return event._replace(cards=_run(event.cards, runs[Part.GONE]))
        case Draw():
            return event._replace(card=runs[Part.TAKEN].get(0, event.card))
        case Exchange():
            taken = event.taken
            if runs[Part.TAKEN]:
                hidden = (UNKNOWN,) * len(event.put)
                taken = _run(hidden if taken is None else taken, runs[Part.TAKEN])
            return event._replace(put=_run(event.put, runs[Part.GONE]), taken=taken)
    return event


def _run(run: tuple[Card, ...], new: Mapping[int, Card]) -> tuple[Card, ...]:
    return tuple(new.get(place, card) for place, card in enumerate(run))
