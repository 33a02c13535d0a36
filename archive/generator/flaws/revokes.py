"""Plays that were not allowed: two cards of one player change places within a deal, so that the
first of them breaks a rule. They are chosen so that nothing else is wrong: every other play is
still allowed, and every trick has the winner it had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from archive.core.cards import Card
from archive.core.events import Deal, Play, Show, Trick, Trump
from archive.core.record import Record
from archive.generator.flaws.cards import played_as, shuffle_around
from archive.generator.flaws.record_edits import Flaw

LOW_TO_HIGH = "23456789TJQKA"

Laid: TypeAlias = tuple[Card, ...]


class Rules(NamedTuple):
    """The forbidden plays and the winner of a trick in a game, to keep a fault alone."""

    game: str

    def broken(self, before: Sequence[Laid], laid: Laid, hand: Sequence[Card], trump: str) -> str:
        """Return the rule that a play breaks, `laid` still among the cards of its `hand`; empty
        when it is allowed. `before` is what lies there already."""
        if not before:
            return ""
        if trump:
            return _not_followed(before[0][0].suit, laid[0], hand, trump)
        if "rasmussen" in self.game:
            return _not_met(before[0], laid, hand)
        best = before[self.winner(before, trump)]
        return "" if _beats(laid, best) else _not_lowest(laid, hand)

    def winner(self, trick: Sequence[Laid], trump: str) -> int:
        """Return which of the plays wins."""
        if trump:
            led = trick[0][0].suit
            worth = [(card.suit == trump, card.suit == led, _height(card)) for (card,) in trick]
            return worth.index(max(worth))
        if "rasmussen" in self.game:
            sets = [(_height(laid[0]), at) for at, laid in enumerate(trick) if _equal(laid)]
            return max(sets)[1]
        best = 0
        for at, laid in enumerate(trick):
            if _beats(laid, trick[best]):
                best = at
        return best


def _height(card: Card) -> int:
    return LOW_TO_HIGH.index(card.rank)


def _heights(cards: Sequence[Card]) -> list[int]:
    return sorted((_height(card) for card in cards), reverse=True)


def _equal(laid: Laid) -> bool:
    return len({card.rank for card in laid}) == 1


def _beats(laid: Laid, other: Laid) -> bool:
    pairs = zip(_heights(laid), _heights(other), strict=True)
    return all(one >= another for one, another in pairs)


def _not_followed(led: str, card: Card, hand: Sequence[Card], trump: str) -> str:
    suits = {held.suit for held in hand}
    if led in suits:
        return "" if card.suit == led else "not-followed"
    return "not-trumped" if trump in suits and card.suit != trump else ""


def _not_lowest(laid: Laid, hand: Sequence[Card]) -> str:
    return "" if _heights(laid) == _heights(hand)[-len(laid) :] else "not-lowest"


def _not_met(led: Laid, laid: Laid, hand: Sequence[Card]) -> str:
    least = _height(led[0])
    if sum(height >= least for height in _heights(hand)) >= len(led):
        return "" if all(height >= least for height in _heights(laid)) else "led-not-met"
    return _not_lowest(laid, hand)


class Tricks:
    """The tricks of one deal: the indices of their plays, and what else is needed about them."""

    def __init__(self, record: Record, where: range) -> None:
        self.rules = Rules(record.rules or "")
        self.events = {at: record.events[at] for at in where}
        self.tricks: list[list[int]] = []
        self.trump = ""
        self.last: dict[int, Laid] = {}
        for at, event in self.events.items():
            if isinstance(event, Trick):
                self.tricks.append([])
            elif isinstance(event, Play) and self.tricks:
                self.tricks[-1].append(at)
            elif isinstance(event, Trump):
                self.trump = event.suit or ""
            elif isinstance(event, Show):
                self.last = dict(event.shown)

    def play(self, at: int) -> Play:
        """Return the play at an event."""
        event = self.events[at]
        assert isinstance(event, Play)
        return event

    def broken(self, kept: Mapping[int, Laid] = {}) -> list[tuple[int, str]]:
        """Return every play that is not allowed, with the rule it breaks; `kept` are cards that a
        player had besides those played and shown."""
        held = {seat: [*kept.get(seat, ()), *cards] for seat, cards in self.last.items()}
        held.update({seat: list(kept[seat]) for seat in kept if seat not in held})
        found = []
        for trick in reversed(self.tricks):
            laid = [self.play(at).cards for at in trick]
            for place, at in enumerate(trick):
                hand = held.setdefault(self.play(at).seat, [])
                hand += laid[place]
                code = self.rules.broken(laid[:place], laid[place], hand, self.trump)
                found += [(at, code)] if code else []
        return found

    def winners(self) -> list[int]:
        """Return who wins each trick, by its place in the trick."""
        laid = [[self.play(at).cards for at in trick] for trick in self.tricks]
        return [self.rules.winner(trick, self.trump) for trick in laid]


def revoke(code: str) -> Flaw:
    """Return the flaw of breaking a rule of tricks, by its code: `not-followed`."""

    def flaw(record: Record, rng: Random) -> Record | None:
        deals = [at for at, event in enumerate(record.events) if isinstance(event, Deal)]
        rng.shuffle(deals)
        for at in deals:
            deal = Tricks(record, shuffle_around(record, at + 1))
            for first, second in _changes(deal, rng):
                changed = _exchanged(record, deal, code, first, second)
                if changed is not None:
                    return changed
        return None

    return flaw


def _changes(deal: Tricks, rng: Random) -> list[tuple[int, int]]:
    """Return pairs of plays of a player, neither of them a lead, in random order."""
    follows = [at for trick in deal.tricks for at in trick[1:]]
    pairs = [
        (one, other)
        for one in follows
        for other in follows
        if one < other and deal.play(one).seat == deal.play(other).seat
    ]
    rng.shuffle(pairs)
    return pairs


def _exchanged(record: Record, deal: Tricks, code: str, first: int, second: int) -> Record | None:
    """Return the record with a card of each of two plays changed for one of the other, if the first
    then breaks the rule and nothing else follows."""
    one, other = deal.play(first), deal.play(second)
    card, another = one.cards[0], other.cards[0]
    winners = deal.winners()
    deal.events[first] = played_as(one, card, another)
    deal.events[second] = played_as(other, another, card)
    alone = deal.broken() == [(first, code)] and deal.winners() == winners
    events = [deal.events.get(at, event) for at, event in enumerate(record.events)]
    deal.events[first], deal.events[second] = one, other
    return Record(record.tags, events) if alone else None
