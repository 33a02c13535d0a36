"""The moments of a record of Twenty-Two at which a player chooses, with what that player could
know, and a deal between two plays in the numbers of `packed_hands`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.analyst.hidden import Bounds, Faults, ranks_known
from archive.analyst.moments import Moment, followed
from archive.analyst.packed_cards import number_of
from archive.analyst.twenty_two.packed_hands import (
    RANKS,
    equal_or_beat,
    high_cards,
    highest_of,
    takes,
)
from archive.core.events import Action, Exchange, Play
from archive.core.record import Record
from archive.games.twenty_two.ranking import height
from archive.games.twenty_two.rules import TwentyTwo
from archive.rules.position import Action as Choice
from archive.scoring.line_in_address import text_of, text_of_event
from archive.scoring.record_positions import numbers

LOWEST = 2
"""How high the lowest card is, the two."""


class TableState(NamedTuple):
    """The table of a deal. Hands are by place round the table, from some player on; so are the
    player on turn and the one who has the trick so far, or leads (`taker`). `laid` players have
    laid `number` cards each, `led` and `best` are the first and the best of them; each hand had
    `size` cards before the trick."""

    hands: tuple[int, ...]
    turn: int
    laid: int
    number: int
    led: int
    best: int
    taker: int
    size: int
    meets: bool

    @property
    def trick(self) -> tuple[int, int, int, int, int, int]:
        """Return the trick in the form that the solver and the plain players take."""
        return self.turn, self.laid, self.number, self.led, self.best, self.taker

    def after(self, cards: int) -> TableState:
        """Return the table after the player on turn has laid cards. A full trick is left lying."""
        hands = list(self.hands)
        hands[self.turn] -= cards
        wins = not self.laid or takes(cards, self.led, self.best, self.meets)
        return self._replace(
            hands=tuple(hands), turn=(self.turn + 1) % len(hands), laid=self.laid + 1,
            number=self.number or cards >> 4 * highest_of(cards), led=self.led or cards,
            best=cards if wins else self.best, taker=self.turn if wins else self.taker,
        )  # fmt: skip


def packed(cards: Sequence[int]) -> int:
    """Return cards as one whole number."""
    return sum(1 << 4 * (height(card) - LOWEST) for card in cards)


def best_of(position: TwentyTwo) -> int:
    """Return the best cards of a trick so far; all of its cards must be known."""
    return sum(1 << 4 * (high - LOWEST) for high in position.best[0])


def seats_from(position: TwentyTwo, first: int) -> list[int]:
    """Return the seats of those who play, clockwise from one on."""
    at = position.order.index(first)
    return [*position.order[at:], *position.order[:at]]


def state_of(position: TwentyTwo, first: int) -> TableState:
    """Return the table before a play or an exchange, hands from the seat `first` on."""
    seats = seats_from(position, first)
    trick = position.trick if position.due == "lay" else []
    leads = position.turn if position.due == "lay" else position.order[0]
    return TableState(
        tuple(packed(position.hands[seat].known) for seat in seats),
        seats.index(position.turn if position.due == "lay" else leads),
        len(trick), len(trick[0]) if trick else 0,
        packed(trick[0]) if trick else 0, best_of(position) if trick else 0,
        seats.index(position.taking[0] if trick else leads),
        len(position.hands[position.turn]), position.meets,
    )  # fmt: skip


ALL = (1 << 4 * RANKS) - 1
"""The bits of all ranks."""
ABOVE_NINE = 10 - LOWEST
"""The ranks up to the nine."""
KeepMoment = Moment[TwentyTwo, TableState]
"""The moment before a play or an exchange; the choice is the cards laid or put away."""


class KeepShown:
    """What a deal has shown so far: cards laid, cards put away by each, the rank below which each
    holds none, and by rank how many cards of it and above each holds at most."""

    def __init__(self, seats: int) -> None:
        self.laid: list[int] = []
        self.put_away: list[list[int]] = [[] for _ in range(seats + 1)]
        self.least = [0] * (seats + 1)
        self.most: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]

    def note(self, position: TwentyTwo, event: Action) -> None:
        """Note cards about to be laid, or put away."""
        seat = position.turn
        if isinstance(event, Exchange):
            self.put_away[seat] += numbers(event.put)
        elif isinstance(event, Play):
            self._note_laid(position, seat, numbers(event.cards))

    def _note_laid(self, position: TwentyTwo, seat: int, laid: list[int]) -> None:
        cards = packed(laid)
        self.laid += laid
        self.most[seat] = [(rank, most - _from(cards, rank)) for rank, most in self.most[seat]]
        if not position.trick:
            return
        led = packed(position.trick[0])
        if position.meets:
            if not equal_or_beat(cards, led):
                rank, number = highest_of(led), len(position.trick[0])
                self.least[seat] = highest_of(cards)
                self.most[seat].append((rank, number - 1 - _from(cards, rank)))
        elif not takes(cards, led, best_of(position), False):
            self.least[seat] = highest_of(cards)

    def faults(self, seat: int) -> Faults | None:
        """Return what rules cards out in a hand, None where any may be there."""
        least, most = 1 << 4 * self.least[seat], self.most[seat]
        if least == 1 and not most:
            return None
        return Bounds([(least - 1, 0), *((ALL & -1 << 4 * rank, number) for rank, number in most)])


def _from(cards: int, rank: int) -> int:
    """Return how many cards are of a rank or higher."""
    return number_of(cards >> 4 * rank)


def moments(record: Record) -> Iterator[KeepMoment]:
    """Yield the plays and exchanges, for as long as the record names all cards."""
    for ply, event, position, shown in followed(record, TwentyTwo, KeepShown):
        if position.due not in ("put_away", "lay") or not ranks_known(position.hands):
            return
        yield moment(ply, event, position, shown)


def is_exchange(now: KeepMoment) -> bool:
    """Return whether cards are put away, and none laid."""
    return now.position.due == "put_away"


def greedy(now: KeepMoment) -> int:
    """Return what a player does who wants to be rid of the highest cards at once: puts away all
    above a nine, as many as may be, and lays the dearest."""
    if not is_exchange(now):
        return max(now.choices)
    hand = now.stand.hands[0]
    return high_cards(hand, min(number_of(hand >> 4 * ABOVE_NINE), now.position.stock))


def exchanges(position: TwentyTwo) -> list[Choice]:
    """Return the exchanges weighed: of no cards, or of some side by side in a sorted hand."""
    seat = position.turn
    hand = sorted(position.hands[position.turn].known, key=height)
    most = min(len(hand), position.stock)
    return [("put_away", seat, [])] + [
        ("put_away", seat, hand[at : at + number])
        for number in range(1, most + 1)
        for at in range(len(hand) - number + 1)
    ]


def moment(ply: int, event: Action, position: TwentyTwo, shown: KeepShown) -> KeepMoment:
    """Return the moment before a play or an exchange."""
    own, done = position.turn, text_of_event(event) or ""
    cards = event.put if isinstance(event, Exchange) else getattr(event, "cards", ())
    made = packed(numbers(cards))
    choices = position.legal() if position.due == "lay" else exchanges(position)
    seats = seats_from(position, own)
    seen = [*position.hands[own].known, *shown.put_away[own], *shown.laid]
    left, gone = (Counter(packed([card]) for card in cards) for cards in (position.pack(), seen))
    return KeepMoment(
        ply, own, done, made, {**{packed(one[2]): text_of(one) for one in choices}, made: done},
        tuple(len(position.hands[seat]) for seat in seats), tuple(sorted((left - gone).elements())),
        tuple(shown.faults(seat) for seat in seats[1:]), position, state_of(position, own),
    )  # fmt: skip
