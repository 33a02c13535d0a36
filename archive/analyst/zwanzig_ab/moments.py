"""The moments of a record of Zwanzig ab or Twenty down at which a player chooses, with what that
player could know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from archive.analyst.hidden import Bounds, Faults
from archive.analyst.moments import Moment, followed
from archive.analyst.zwanzig_ab.solver import SUIT, suit_of
from archive.analyst.zwanzig_ab.table_state import (
    LOWEST,
    WHOLE_PACK,
    TableState,
    bit_of,
    bits_of,
    like,
    seats_from,
    state_of,
)
from archive.core.events import ACTIONS, Action, Exchange, Play, Stay
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import TRICKS, ZwanzigAb
from archive.games.zwanzig_ab.trick_takers import HEIGHTS
from archive.rules.pack import write_card
from archive.scoring.line_in_address import text_of as choice_text
from archive.scoring.line_in_address import text_of_event
from archive.scoring.record_positions import numbers

STAYS: Final = {1: "in", 0: "out"}
"""How staying in and dropping out are written, by their number."""
TrickMoment = Moment[ZwanzigAb, TableState]
"""The moment before a choice: a card, whether the player stays in, or the cards put away."""


def text_of(bit: int) -> str:
    """Return a card as it is written."""
    return write_card(card_of(bit))


def card_of(bit: int) -> int:
    """Return a card in the form of positions."""
    at = bit.bit_length() - 1
    return 16 * (at // 8 + 1) + HEIGHTS.index(at % 8 + LOWEST)


def of_suit(suit: int) -> int:
    """Return all cards of a suit, counted from 0."""
    return SUIT << 8 * suit


def packed(cards: Iterable[int]) -> int:
    """Return cards as bits."""
    return sum(map(bit_of, cards))


class TrickShown:
    """What a deal has shown so far: cards laid, cards put away by each, and the suits that each
    lacks."""

    def __init__(self, seats: int) -> None:
        self.laid = 0
        self.put_away = [0] * (seats + 1)
        self.lacks = [0] * (seats + 1)

    def note(self, position: ZwanzigAb, event: Action) -> None:
        """Note a card about to be laid, or cards about to be put away. Trumps may be unknown, and
        tell nothing then."""
        seat = position.turn
        if isinstance(event, Exchange):
            self.put_away[event.seat] |= packed(numbers(event.put))
        elif isinstance(event, Play):
            card = numbers(event.cards)[0]
            led = position.trick[0][1] >> 4 if position.trick else card >> 4
            if card >> 4 != led:
                self.lacks[seat] |= of_suit(led - 1)
                if position.trump not in (0, card >> 4):
                    self.lacks[seat] |= of_suit(position.trump - 1)
            self.laid |= bit_of(card)

    def faults(self, seat: int) -> Faults | None:
        """Return what rules cards out in a hand, None where any may be there."""
        lacks = self.lacks[seat]
        return Bounds([(lacks, 0)]) if lacks else None


def moments(record: Record) -> Iterator[TrickMoment]:
    """Yield the exchanges, the choices to stay in and the plays before which all cards are
    named."""
    drawn = drawn_from(record)
    for ply, event, position, shown in followed(record, ZwanzigAb, TrickShown, suits=True):
        found = moment(ply, event, position, shown, drawn.get(ply, ()))
        if found is not None:
            yield found


def drawn_from(record: Record) -> dict[int, list[int]]:
    """Return by exchange the cards drawn in it and in those that follow in its deal, as far as they
    are known."""
    found: dict[int, list[int]] = {}
    following: list[int] = []
    done = [event for event in record.events if type(event) in ACTIONS]
    for ply, event in reversed(list(enumerate(done, 1))):
        if not isinstance(event, Exchange):
            following = []
            continue
        taken = numbers(event.taken or ())
        told = len(taken) == len(event.put) and all(card >> 4 and card & 15 for card in taken)
        following = [*map(bit_of, taken), *following] if told else []
        found[ply] = following
    return found


def moment(
    ply: int, event: Action, position: ZwanzigAb, shown: TrickShown, known: Sequence[int] = ()
) -> TrickMoment | None:
    """Return the moment before a card is laid, a player stays in or drops out, or cards are put
    away; None where cards are not named or all others have dropped out. `known` are the next cards
    of the pack, if these are known."""
    if not isinstance(event, Play | Stay | Exchange):
        return None
    own = event.seat
    seats = seats_from(position, own)
    hands = [position.hands[seat] for seat in seats]
    cards = sum(len(bits_of(hand)) for hand in hands) + len(position.trick)
    whole = cards == len(seats) * (TRICKS - position.tricks)
    if not (whole and position.trump and len(seats) > 1):
        return None
    stand = state_of(position, own)
    seen = shown.laid | shown.put_away[own] | stand.hands[0]
    unseen = [card for card in WHOLE_PACK if not card & seen]
    if isinstance(event, Stay):
        made = int(event.stays)
        done = STAYS[made]
        choices = STAYS if position.due == "stay" else {made: done}
    elif isinstance(event, Exchange):
        done, made = text_of_event(event) or "", packed(numbers(event.put))
        choices = {packed(one[2]): choice_text(one) for one in position.legal()} | {made: done}
    else:
        done, apart = event.cards[0].text, stand.apart(unseen)
        laid = bit_of(numbers(event.cards)[0])
        if not any(suit_of(one) == suit_of(laid) and one >= laid for one in apart):
            return None  # who is still in is not told, so neither what may be laid
        made = like(laid, apart)
        choices = {card: done if card == made else text_of(card) for card in sorted(apart)}
    return TrickMoment(
        ply, own, done, made, choices, tuple(map(len, hands)), unseen,
        tuple(shown.faults(seat) for seat in seats[1:]), position, stand, known,
    )  # fmt: skip
