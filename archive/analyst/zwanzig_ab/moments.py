"""The moments of a record of Zwanzig ab or Twenty down at which a player chooses, with what that
player could know, and the tricks before a card is laid, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from archive.analyst.hidden import Bounds, Faults
from archive.analyst.moments import Moment, followed
from archive.analyst.zwanzig_ab.solver import SUIT, Tricks, allowed, better, suit_of, unlike
from archive.core.events import ACTIONS, Action, Exchange, Play, Stay
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import TRICKS, ZwanzigAb
from archive.games.zwanzig_ab.trick_takers import HEIGHTS, ONE
from archive.rules.hand import Hand
from archive.rules.pack import write_card
from archive.scoring.line_in_address import text_of as choice_text
from archive.scoring.line_in_address import text_of_event
from archive.scoring.record_positions import numbers

LOWEST: Final = 7
"""How high the lowest card of a suit is, the seven."""
WHOLE_PACK: Final = [1 << at for at in range(32)]


class TableState(NamedTuple):
    """The table of a deal. Hands are by place round the table, from some player on, of those who
    have stayed in; so are the player on turn and the `first` to lay a card to this trick. `trick`
    is what was laid to it, `won` the tricks that the player at place 0 has so far."""

    hands: tuple[int, ...]
    turn: int
    trick: tuple[int, ...]
    first: int
    trump: int
    won: int

    def apart(self, unseen: Sequence[int]) -> list[int]:
        """Return cards that the player on turn may lay, one of each kind that makes no difference
        to the trick for a player who has not seen some cards."""
        hand, led = self.hands[self.turn], suit_of(self.trick[0]) if self.trick else -1
        legal = allowed(hand, led, SUIT << 8 * self.trump)
        found = unlike(hand, sum(unseen) | sum(self.trick), legal)
        return [card for card in WHOLE_PACK if card & found]

    def solver(self) -> Tricks:
        """Return the solver of the tricks for the player at place 0."""
        return Tricks(self.hands, self.trump)

    def sure(self, solver: Tricks) -> int:
        """Return how many tricks that player is sure of in all before a trick is begun."""
        tricks = self.hands[self.first].bit_count()
        return self.won + solver.sure(sum(self.hands), self.first, tricks, 0, tricks)

    def sure_after(self, card: int, solver: Tricks) -> int:
        """Return how many tricks that player is sure of in all after a card is laid."""
        trick, seats = (*self.trick, card), len(self.hands)
        tricks = self.hands[self.turn].bit_count()
        best, place = best_in(trick, solver.trumps)
        taker = (self.first + place) % seats
        return self.won + solver.rest(
            sum(self.hands) ^ card, (self.turn + 1) % seats, len(trick), suit_of(trick[0]), best,
            taker, tricks, 0, tricks,
        )  # fmt: skip


def best_in(trick: Sequence[int], trumps: int) -> tuple[int, int]:
    """Return the best card laid to a trick, and its place among them; 0 before there is one."""
    best, place = (*trick, 0)[0], 0
    for number, laid in enumerate(trick):
        if laid & better(best, trumps):
            best, place = laid, number
    return best, place


def like(card: int, apart: Sequence[int]) -> int:
    """Return the card among those that stand apart which has the same effect as another."""
    return min(one for one in apart if suit_of(one) == suit_of(card) and one >= card)


def bit_of(card: int) -> int:
    """Return a card as a bit: eight to a suit, the higher the stronger."""
    return 1 << 8 * ((card >> 4) - 1) + HEIGHTS[card & 15] - LOWEST


def bits_of(hand: Hand) -> list[int]:
    """Return the cards of a hand that are named, rank and suit."""
    return [bit_of(card) for card in hand.known if card >> 4 and card & 15]


def seats_from(position: ZwanzigAb, first: int) -> list[int]:
    """Return the seats that have stayed in, clockwise from one on."""
    order = sorted(position.staying)
    at = order.index(first)
    return [*order[at:], *order[:at]]


def state_of(position: ZwanzigAb, own: int) -> TableState:
    """Return the table, hands from a seat on: before a card is laid, or before the tricks."""
    seats, trick = seats_from(position, own), position.trick
    turn = position.turn if position.due == "lay" else position.maker
    return TableState(
        tuple(sum(bits_of(position.hands[seat])) for seat in seats), seats.index(turn),
        tuple(bit_of(card) for _, card in trick), seats.index(trick[0][0] if trick else turn),
        position.trump - 1, position.takers.count(ONE[own]),
    )  # fmt: skip


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
    """What a deal has shown: cards laid, cards put away by each, and the suits each lacks."""

    def __init__(self, seats: int) -> None:
        self.laid = 0
        self.put_away = [0] * (seats + 1)
        self.lacks = [0] * (seats + 1)

    def note(self, position: ZwanzigAb, event: Action) -> None:
        """Note cards about to be laid or put away; trumps that are not known tell nothing."""
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
    """Yield the exchanges, choices to stay in and plays before which all cards are named."""
    drawn = drawn_from(record)
    for ply, event, position, shown in followed(record, ZwanzigAb, TrickShown, suits=True):
        found = moment(ply, event, position, shown, drawn.get(ply, ()))
        if found is not None:
            yield found


def drawn_from(record: Record) -> dict[int, list[int]]:
    """Return by exchange the cards drawn in it and later in its deal, if they are known."""
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
    """Return the moment before a choice; None where cards are not named or all others have dropped
    out. `known` are the next cards of the pack, if these are known."""
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
