"""A record of Zwanzig ab or Twenty down, moment by moment, with what each player could know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from archive.analyst.zwanzig_ab.dealing import of_suit
from archive.analyst.zwanzig_ab.tricks import Moment
from archive.core.events import Action, Exchange, Play, Stay
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import TRICKS, ZwanzigAb
from archive.games.zwanzig_ab.taking import HEIGHTS, ONE
from archive.rules.hand import Hand
from archive.rules.pack import write_card
from archive.scoring.positions import numbers, positions

LOWEST = 7
"""How high the lowest card of a suit is, the seven."""


class Choice(NamedTuple):
    """A card about to be laid, or a player about to stay in or drop out."""

    ply: int
    seat: int
    done: str
    """The card laid, as it is written; `in` or `out`."""
    card: int
    """The same as a bit, 0 for no card."""
    seats: tuple[int, ...]
    """By place, from the player on turn, who plays to the tricks."""
    moment: Moment
    leads: int
    """The place of the one who leads, where no trick has begun."""
    position: ZwanzigAb


def bit_of(card: int) -> int:
    """Return a card as a bit: eight to a suit, the higher the stronger."""
    return 1 << 8 * ((card >> 4) - 1) + HEIGHTS[card & 15] - LOWEST


def text_of(bit: int) -> str:
    """Return a card as it is written."""
    at = bit.bit_length() - 1
    return write_card(16 * (at // 8 + 1) + HEIGHTS.index(at % 8 + LOWEST))


class _Shown:
    """What a deal has shown so far: cards laid, put away by each, and suits that each lacks."""

    def __init__(self) -> None:
        self.laid = 0
        self.put_away = [0] * 5
        self.lacks = [0] * 5

    def note(self, position: ZwanzigAb, card: int) -> None:
        """Take in a card about to be laid."""
        seat = position.turn
        if position.trick and card >> 4 != position.trick[0][1] >> 4:
            self.lacks[seat] |= of_suit((position.trick[0][1] >> 4) - 1)
            if card >> 4 != position.trump:
                self.lacks[seat] |= of_suit(position.trump - 1)
        self.laid |= bit_of(card)


def choices(record: Record) -> Iterator[Choice]:
    """Give the plays and the choices to stay in, as far as the record names all cards."""
    stood = positions(record)
    acts = [event for event in record.events if isinstance(event, Action)]
    deals, shown = 0, _Shown()
    for ply, event in enumerate(acts):
        position = stood.get(ply)
        if not isinstance(position, ZwanzigAb) or ply + 1 not in stood:
            return
        if position.deals != deals:
            deals, shown = position.deals, _Shown()
        if isinstance(event, Exchange):
            shown.put_away[event.seat] |= sum(map(bit_of, numbers(event.put)))
        elif isinstance(event, Stay):
            yield from _stay(ply + 1, event, position, shown)
        elif isinstance(event, Play):
            card = numbers(event.cards)[0]
            seats = _from(position.turn, position.staying)
            moment = _moment(position, seats, shown)
            if moment is not None:
                yield Choice(ply + 1, event.seat, event.cards[0].text, bit_of(card), seats, moment,
                             0, position)  # fmt: skip
            shown.note(position, card)


def _stay(ply: int, event: Stay, position: ZwanzigAb, shown: _Shown) -> Iterator[Choice]:
    seats = _from(event.seat, position.staying)
    moment = _moment(position, seats, shown)
    if moment is not None and len(seats) > 1:
        yield Choice(ply, event.seat, "in" if event.stays else "out", 0, seats, moment,
                     seats.index(position.maker), position)  # fmt: skip


def _from(seat: int, staying: list[int]) -> tuple[int, ...]:
    """Return the seats that play, from one on."""
    at = sorted(staying).index(seat)
    order = sorted(staying)
    return (*order[at:], *order[:at])


def _moment(position: ZwanzigAb, seats: tuple[int, ...], shown: _Shown) -> Moment | None:
    hands = [position.hands[seat] for seat in seats]
    cards = sum(len(hand) for hand in hands) + len(position.trick)
    whole = cards == len(seats) * (TRICKS - position.tricks)
    if not (whole and position.trump and all(map(_is_known, hands))):
        return None
    own = seats[0]
    return Moment(
        tuple(sum(map(bit_of, hand.known)) for hand in hands),
        tuple(bit_of(card) for _, card in position.trick),
        position.trump - 1, position.takers.count(ONE[own]), shown.laid | shown.put_away[own],
        tuple(shown.lacks[seat] for seat in seats),
    )  # fmt: skip


def _is_known(hand: Hand) -> bool:
    """Return whether every card of a hand is named, rank and suit."""
    return not (hand.unknown or hand.doubted) and all(
        card >> 4 and card & 15 for card in hand.known
    )
