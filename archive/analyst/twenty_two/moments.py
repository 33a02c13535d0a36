"""A record of Twenty-Two, moment by moment, with what each player could know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.analyst.hidden import Faults, ranks_known
from archive.analyst.packed import number_of
from archive.analyst.twenty_two.ranks import equal_or_beat, highest_of, takes
from archive.analyst.twenty_two.stand import LOWEST, Stand, best_of, packed, stand_of
from archive.core.events import ACTIONS, Exchange, Play
from archive.core.record import Record
from archive.games.twenty_two.ranking import height
from archive.games.twenty_two.rules import TwentyTwo
from archive.rules.position import Action, Position
from archive.scoring.line_text import text_of, text_of_event
from archive.scoring.positions import numbers, positions


class Moment(NamedTuple):
    """A player about to lay cards or to put some away."""

    ply: int
    seat: int
    done: str
    """What was done, as a line of play has it."""
    made: int
    """The cards laid or put away."""
    choices: dict[int, str]
    """The cards that could be, with what was done, and how that is written."""
    stand: Stand
    """How it stands, from this player on."""
    sizes: tuple[int, ...]
    """By place how many cards are held."""
    unseen: tuple[int, ...]
    """The cards that the player has not seen, each as a hand of one."""
    faults: tuple[Faults | None, ...]
    """By place, from the next player on, what speaks against cards there."""
    position: TwentyTwo

    @property
    def is_exchange(self) -> bool:
        """Return whether cards are put away, and none laid."""
        return self.position.due == "put_away"


class _Shown:
    """What a deal has shown so far: cards laid, put away by each, the rank below which each holds
    none, and from which rank on each holds no more than so many."""

    def __init__(self, seats: int) -> None:
        self.laid: list[int] = []
        self.put_away: list[list[int]] = [[] for _ in range(seats + 1)]
        self.least = [0] * (seats + 1)
        self.most: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]

    def note(self, position: TwentyTwo, laid: list[int]) -> None:
        """Take in cards about to be laid."""
        seat, cards = position.turn, packed(laid)
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
        """Return what speaks against cards in a hand, None where any will do."""
        least, most = 1 << 4 * self.least[seat], self.most[seat]
        if least == 1 and not most:
            return None
        bounds = [(1 << 4 * rank, number) for rank, number in most]

        def against(cards: list[int]) -> int:
            found = sum(card < least for card in cards)
            for bound, number in bounds:
                found += max(0, sum(card >= bound for card in cards) - number)
            return found

        return against


def _from(cards: int, rank: int) -> int:
    """Return how many cards are of a rank or higher."""
    return number_of(cards >> 4 * rank)


def moments(record: Record) -> Iterator[Moment]:
    """Give the plays and exchanges, as far as the record names all cards."""
    stood = positions(record)
    deals, shown = 0, _Shown(0)
    for ply, event in enumerate(one for one in record.events if type(one) in ACTIONS):
        position = stood.get(ply)
        if not _goes_on(position, stood.get(ply + 1)) or not isinstance(position, TwentyTwo):
            return
        if position.deals != deals:
            deals, shown = position.deals, _Shown(position.seats)
        seat = position.turn
        if isinstance(event, Exchange):
            put = numbers(event.put)
            others: list[Action] = [("put_away", seat, cards) for cards in exchanges(position)]
            yield _moment(ply + 1, event, put, others, position, shown)
            shown.put_away[seat] += put
        elif isinstance(event, Play):
            cards = numbers(event.cards)
            yield _moment(ply + 1, event, cards, position.legal(), position, shown)
            shown.note(position, cards)


def _goes_on(position: Position | None, following: Position | None) -> bool:
    """Return whether all hands are known at a moment, and what comes after it."""
    return (
        isinstance(position, TwentyTwo)
        and following is not None
        and position.due in ("put_away", "lay")
        and ranks_known(position.hands)
    )


def exchanges(position: TwentyTwo) -> list[list[int]]:
    """Return what it is weighed to put away: nothing, or cards that lie side by side when a hand is
    sorted."""
    hand = sorted(position.hands[position.turn].known, key=height)
    most = min(len(hand), position.stock)
    return [[]] + [
        hand[at : at + number]
        for number in range(1, most + 1)
        for at in range(len(hand) - number + 1)
    ]


def _moment(
    ply: int, event: Exchange | Play, made: list[int], choices: list[Action], position: TwentyTwo,
    shown: _Shown,
) -> Moment:  # fmt: skip
    own, done = position.turn, text_of_event(event) or ""
    at = position.order.index(own)
    seats = [*position.order[at:], *position.order[:at]]
    seen = [*position.hands[own].known, *shown.put_away[own], *shown.laid]
    return Moment(
        ply, own, done, packed(made),
        {**{packed(one[2]): text_of(one) for one in choices}, packed(made): done},
        stand_of(position, own), tuple(len(position.hands[seat]) for seat in seats),
        _unseen(position.pack(), seen), tuple(shown.faults(seat) for seat in seats[1:]), position,
    )  # fmt: skip


def _unseen(pack: Sequence[int], seen: Sequence[int]) -> tuple[int, ...]:
    """Return the cards of a pack that were not seen, each as a hand of one."""
    left = Counter(map(height, pack))
    left.subtract(map(height, seen))
    return tuple(
        1 << 4 * (high - LOWEST) for high in sorted(left) for _ in range(max(0, left[high]))
    )
