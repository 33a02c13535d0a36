"""The turns of a record of Count to 20, with what each player could know, and a hand between two of
them in the numbers of `packed_hands`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from archive.analyst.count_to_20.shown_by_turns import Past
from archive.analyst.hidden import RANK, Doubting, Faults, ranks_known
from archive.analyst.kept import Kept
from archive.analyst.moments import Moment, followed
from archive.core.events import ACTIONS, Action, Deal, Draw, Event, Pass, Play
from archive.core.record import Record
from archive.games.count_to_20.rules import CountTo20
from archive.rules.pack import KING
from archive.rules.position import Action as Choice
from archive.scoring.line_in_address import text_of, text_of_event
from archive.scoring.record_positions import numbers

DRAW: Final = 0
PASS: Final = -1
"""The choice of a pass, beside the sets of cards."""


class TableState(NamedTuple):
    """The table of a hand. Hands and the turn are by place round the table; `made` is the last
    count, `passes` the number of passes since, `drawn` that of cards drawn from the stock."""

    hands: tuple[int, ...]
    turn: int
    made: int
    passes: int
    drawn: int

    def after(self, choice: int, stock: list[int]) -> TableState:
        """Return the table after a set of cards, a draw or a pass."""
        hands = list(self.hands)
        turn = (self.turn + 1) % len(hands)
        if choice == PASS:
            return self._replace(turn=turn, passes=self.passes + 1)
        if choice == DRAW:
            hands[self.turn] += stock[self.drawn]
            return self._replace(hands=tuple(hands), turn=turn, passes=0, drawn=self.drawn + 1)
        hands[self.turn] -= choice
        return self._replace(hands=tuple(hands), turn=turn, passes=0, made=self.made + 1)


MANY = 20
CountMoment = Moment[CountTo20, TableState]
"""The moment before a turn; the choice is a set of cards, a draw or a pass."""


def packed(cards: Sequence[int]) -> int:
    """Return cards as one whole number."""
    return sum(1 << 4 * ((card & RANK) - 1) for card in cards)


def seats_from(position: CountTo20, first: int) -> list[int]:
    """Return all seats clockwise, from one on."""
    return [(first - 1 + step) % position.seats + 1 for step in range(position.seats)]


def state_of(position: CountTo20, first: int) -> TableState:
    """Return the table before a turn, hands from the seat `first` on."""
    seats = seats_from(position, first)
    hands = tuple(packed(position.hands[seat].known) for seat in seats)
    return TableState(hands, seats.index(position.turn), position.count or 0, position.passes, 0)


def ways(ranks: Sequence[int], due: int) -> int:
    """Return in how many ways some of these cards make a count. Pairs are left out, because they
    make no count that one of them does not; a king counts for many."""
    found = [1] + [0] * due
    for rank in ranks:
        value = min(rank, 10)
        if rank == KING:
            found[due] += MANY
        else:
            for total in range(due, value - 1, -1):
                found[total] += found[total - value]
    return found[due]


def choice_of(action: Choice) -> int:
    """Return an action as a set of cards, a draw or a pass."""
    return packed(action[2]) if action[0] == "make" else DRAW if action[0] == "draw" else PASS


class CountShown:
    """What a hand has shown: the sets played, by seat the counts that could not be made, with what
    was played since, and each count to be made, with the set for it or 0 for a draw."""

    def __init__(self, seats: int) -> None:
        self.played: list[int] = []
        self.passes: list[list[tuple[int, list[int]]]] = [[] for _ in range(seats + 1)]
        self.turns: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]
        self.kept = Kept()

    def note(self, position: CountTo20, event: Action) -> None:
        """Note a turn."""
        seat, count = position.turn, (position.count or 0) + 1
        if isinstance(event, Play):
            cards = numbers(event.cards)
            self.played += cards
            for _, since in self.passes[seat]:
                since += [card & RANK for card in cards]
            self.turns[seat].append((count, packed(cards)))
        elif isinstance(event, Draw):
            if self.turns[seat][-1:] == [(count, 0)]:  # the cards that were not used are left once
                self.turns[seat][-1] = (0, 0)
            self.turns[seat].append((count, 0))
        elif isinstance(event, Pass) and not position.may_pass:
            self.passes[seat].append((count, []))

    def faults(self, seat: int) -> Faults | None:
        """Return what rules ranks out in a hand, None where any may be there."""
        passes = [(due, since[:]) for due, since in self.passes[seat]]
        if not passes:
            return None

        def against(ranks: list[int]) -> int:
            return sum(ways([*ranks, *since], due) for due, since in passes)

        return against

    def doubting(self, seat: int, held: int) -> Doubting | None:
        """Return what makes cards less likely, of `held` cards; None where all are as likely."""
        turns = self.turns[seat][:]
        return partial(Past, turns, held, self.kept) if turns else None


def moments(record: Record) -> Iterator[CountMoment]:
    """Yield the turns, for as long as the record names all cards."""
    draws = _draws(record.events)
    for ply, event, position, shown in followed(record, CountTo20, CountShown):
        if not _goes_on(position):
            return
        known = [one for at, one in draws[position.deals] if at >= ply]
        yield moment(ply, event, position, shown, known)


def _draws(events: Sequence[Event]) -> dict[int, list[tuple[int, int]]]:
    """Return by deal the cards drawn in it, each with its play."""
    found: dict[int, list[tuple[int, int]]] = {0: []}
    deals, ply = 0, 0
    for event in events:
        if isinstance(event, Deal):
            deals += 1
            found[deals] = []
        ply += type(event) in ACTIONS
        if isinstance(event, Draw) and event.card.rank != "?":
            found[deals].append((ply, numbers([event.card])[0]))
    return found


def _goes_on(position: CountTo20) -> bool:
    """Return whether a turn comes next, and all hands are known."""
    return (
        position.due == "turn"
        and position.count is not None
        and not (position.spare or position.in_doubt or position.passes < 0)
        and ranks_known(position.hands)
    )


def moment(
    ply: int, event: Action, position: CountTo20, shown: CountShown, known: Sequence[int] = ()
) -> CountMoment:
    """Return the moment before a turn; `known` are the next cards of the stock, if known."""
    own, done = position.turn, text_of_event(event) or ""
    made = PASS if isinstance(event, Pass) else DRAW
    if isinstance(event, Play):
        made = packed(numbers(event.cards))
    seats = seats_from(position, own)
    seen = (*position.hands[own].known, *shown.played)
    left, gone = (Counter(card & RANK for card in cards) for cards in (position.pack(), seen))
    return CountMoment(
        ply, own, done, made,
        {**{choice_of(one): text_of(one) for one in position.legal()}, made: done},
        tuple(len(position.hands[seat]) for seat in seats),
        tuple(sorted((left - gone).elements())),
        tuple(shown.faults(seat) for seat in seats[1:]), position, state_of(position, own), known,
        tuple(shown.doubting(seat, len(position.hands[seat])) for seat in seats[1:]),
    )  # fmt: skip
