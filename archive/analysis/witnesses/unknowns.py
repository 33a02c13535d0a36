"""The cards that a record leaves out, each at its place, and the record with some of them filled
in."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from archive.core.cards import UNKNOWN, Card, Hand
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
from archive.deduction.model import DealModel

CLOSING = (Bonus, Deal, End, Keep, Out, Round, Score)
"""Lines before which the remaining cards are shown, after the last play of a deal."""


class Part(StrEnum):
    """The part that a card left out belongs to: HELD a listed hand, TAKEN a draw or the cards taken
    in exchange, GONE a play or the cards put away, LEFT the cards never played."""

    HELD = "held"
    TAKEN = "taken"
    GONE = "gone"
    LEFT = "left"


class Spot(NamedTuple):
    """A card left out. `at` is the event that it is missing from, `place` its place among the cards
    of that part, in which of its packets; `puzzle` and `hand` number the dealing and its hand,
    `which` the slot or the play."""

    at: int
    part: Part
    place: int
    puzzle: int
    hand: int
    which: int
    written: Card
    packet: int = 0

    @property
    def run(self) -> tuple[object, ...]:
        """Return the cards among which its place does not matter: those of one packet, or of one
        play, of which as much is written."""
        return self.puzzle, self.hand, self.part, self.at, self.packet, self.written


Assignment: TypeAlias = Mapping[Spot, Card]
"""The cards filled in for cards left out: all of a card, or only its rank or its suit."""


def spots_of(puzzles: Sequence[DealModel], events: Sequence[Event]) -> list[Spot]:
    """Return every card left out of the hands of these dealings, and the cards left in them where
    the record does not show these."""
    found: list[Spot] = []
    for number, puzzle in enumerate(puzzles):
        suited = any(kind.suit for kind in kinds_in(puzzle))
        for place, (_, hand) in enumerate(puzzle.hands):
            for at, part, which, card, nth, packet in _cards(hand, events):
                if card.rank == "?" or (suited and not card.suit):
                    found.append(Spot(at, part, nth, number, place, which, card, packet))
        if (shown := _shown_at(puzzle, events)) is not None:
            found += _left(puzzle, number, shown)
    return found


def kinds_in(puzzle: DealModel) -> Iterator[Card]:
    """Yield every card that a dealing names."""
    yield from (card for card, _ in puzzle.apart)
    for _, hand in puzzle.hands:
        yield from hand.listed
        yield from hand.played


def _value(spot: Spot, hand: Filled) -> Card:
    if spot.part is Part.LEFT:
        return hand.left[spot.which]
    return hand.played[spot.which] if spot.part is Part.GONE else hand.cards[spot.which]


def _cards(hand: Hand, events: Sequence[Event]) -> Iterator[tuple[int, Part, int, Card, int, int]]:
    """Yield the cards of a hand as they are written: event, part, slot or play, card, and its
    number in the part, and its packet."""
    starts = [slot for _, slot in hand.drawn]
    dealt = starts[0] if starts else len(hand.listed)
    event = events[hand.at] if hand.at >= 0 else None
    if isinstance(event, Held) and len(event.cards) == dealt:
        packets = [number for number, packet in enumerate(event.packets) for _ in packet]
        for slot, (card, packet) in enumerate(zip(event.cards, packets, strict=True)):
            yield hand.at, Part.HELD, slot, card, slot, packet
    ends = [*starts[1:], len(hand.listed)]
    for (at, start), end in zip(hand.drawn, ends, strict=False):
        taken = _taken(events[at], end - start)
        for place, card in enumerate(taken):
            yield at, Part.TAKEN, start + place, card, place, 0
    by_event: defaultdict[int, list[int]] = defaultdict(list)
    for play, at in enumerate(hand.played_at):
        by_event[at].append(play)
    for at, plays in by_event.items():
        event = events[at] if at >= 0 else None
        gone = event.cards if isinstance(event, Play) and not event.parts else ()
        gone = event.put if isinstance(event, Exchange) else gone
        if len(gone) == len(plays):
            for place, (play, card) in enumerate(zip(plays, gone, strict=True)):
                yield at, Part.GONE, play, card, place, 0


def _taken(event: Event, cards: int) -> tuple[Card, ...]:
    if isinstance(event, Draw) and cards == 1:
        return (event.card,)
    if isinstance(event, Exchange) and cards == len(event.put):
        return (UNKNOWN,) * cards if event.taken is None else event.taken
    return ()


def _shown_at(puzzle: DealModel, events: Sequence[Event]) -> int | None:
    """Return the event before which the cards left in these hands would be shown; None where they
    are, or where the record ends before."""
    last = max((at for _, hand in puzzle.hands for at in hand.played_at), default=-1)
    for at in range(last + 1, len(events)) if last >= 0 else ():
        if isinstance(events[at], Show):
            return None
        if isinstance(events[at], CLOSING):
            return at
    return None


def _left(puzzle: DealModel, number: int, at: int) -> Iterator[Spot]:
    for place, (_, hand) in enumerate(puzzle.hands):
        for index in range(len(hand)):
            yield Spot(at, Part.LEFT, index, number, place, index, UNKNOWN)


class Blanks:
    """A record's events with all cards that are left out, and the events with some of them filled
    in. Cards left are shown by a line of their own, all of a dealing by one."""

    def __init__(self, events: Sequence[Event], puzzles: Sequence[DealModel]) -> None:
        self.events = events
        self.puzzles = puzzles
        self.spots = spots_of(puzzles, events)
        self._opening = [at for at, event in enumerate(events) if isinstance(event, Deal | Round)]
        self._left: defaultdict[int, list[Spot]] = defaultdict(list)  # cards left, by event
        for spot in self.spots:
            if spot.part is Part.LEFT:
                self._left[spot.at].append(spot)

    def forget_left(self) -> None:
        """Leave out the cards left when a deal is over."""
        self.spots = [spot for spot in self.spots if spot.part is not Part.LEFT]
        self._left.clear()

    def filled(self, hands: Sequence[Sequence[Filled]]) -> dict[Spot, Card]:
        """Return the cards that a deal puts in each place; `hands` are those found, by dealing."""
        return {spot: _value(spot, hands[spot.puzzle][spot.hand]) for spot in self.spots}

    def around(self, number: int) -> range:
        """Return the events from the shuffle before the cards of a dealing to the next one after
        them."""
        puzzle = self.puzzles[number]
        told = [at for _, at in puzzle.apart]
        for _, hand in puzzle.hands:
            told += [hand.at, *hand.played_at, *(at for at, _ in hand.drawn)]
        told = [at for at in told if at >= 0] or [0]
        before, behind = (
            bisect_right(self._opening, min(told)),
            bisect_right(self._opening, max(told)),
        )
        first = self._opening[before - 1] if before else 0
        end = self._opening[behind] if behind < len(self._opening) else len(self.events)
        return range(first, end)

    def told(self, cards: Assignment, where: range | None = None) -> list[tuple[int, Event]]:
        """Return the events there with these cards in their places, each with its number in the
        record; a line that is added has the number of the one after it."""
        by_event: defaultdict[int, list[Spot]] = defaultdict(list)
        for spot in cards:
            by_event[spot.at].append(spot)
        found: list[tuple[int, Event]] = []
        for at in range(len(self.events)) if where is None else where:
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
        if not any(spot in cards for spot in left):
            return ()
        runs: defaultdict[int, tuple[Card, ...]] = defaultdict(tuple)
        for spot in left:
            seat = self.puzzles[spot.puzzle].hands[spot.hand][0]
            runs[seat] += (cards.get(spot, UNKNOWN),)
        return tuple(runs.items())


def _with(event: Event, spots: Sequence[Spot], cards: Assignment) -> Event:
    """Return an event with its cards filled in."""
    runs = {part: {s.place: cards[s] for s in spots if s.part is part} for part in Part}
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
                blank = (UNKNOWN,) * len(event.put)
                taken = _run(blank if taken is None else taken, runs[Part.TAKEN])
            return event._replace(put=_run(event.put, runs[Part.GONE]), taken=taken)
    return event


def _run(run: tuple[Card, ...], new: Mapping[int, Card]) -> tuple[Card, ...]:
    return tuple(new.get(place, card) for place, card in enumerate(run))
