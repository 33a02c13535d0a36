"""The possible progress of a game of Twenty at a line of a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from archive.games.twenty.rules import HAND, PLAYS, ROUNDS

GAME, PAIR = ROUNDS * PLAYS, 2 * HAND
LATE, UNTOLD, UNTRUSTED, UNNOTICED, SHIFTED, STEADY = 0.5, 0.05, 0.25, 0.5, 1.1, 0.6
"""The costs, against one for a slip: a record begins late, nothing shows how many plays are
missing, numbers behind a gap show nothing, a play was left out unnoticed so that those behind it
have the wrong numbers, numbers or turns are other ones from somewhere on, numbers run on where
plays are missing."""


class Place(NamedTuple):
    """The progress of a game: `plays` plays, or more where that is `lost`. `shift` is how far the
    numbers are ahead, `first` who began the first round, `next` whose turn it is where only the
    plays show it, `last` the last number, `numbered` whether the last play has it. `hands`, by
    seat, and `deals` count what was listed last, `lines` has the lines that stand once in a
    round."""

    plays: int = 0
    lost: bool = False
    shift: int | None = 0
    first: int = 0
    next: int = 0
    last: int = 0
    numbered: bool = False
    hands: tuple[int, int] = (0, 0)
    deals: int = 0
    lines: frozenset[tuple[type, int]] = frozenset()

    @property
    def turn(self) -> int:
        """Return whose turn it is; 0 where that is unknown."""
        return by_turns(self.first, self.plays)

    @property
    def dear(self) -> float:
        """Return the cost of missing plays here."""
        return 1 if self.plays else LATE


class Reading(NamedTuple):
    """One way to take an event: its number of slips, the place after it, and the number of missing
    plays before it. `tells` means that it shows where play stands, `opens` that it is a gap; `sure`
    that the missing plays can be missing nowhere but here; where `vague` plays or more are missing
    next to it, it can also belong behind them."""

    slips: float
    place: Place
    missing: int = 0
    tells: bool = False
    sure: bool = True
    opens: bool = False
    vague: int = 0


def by_turns(first: int, plays: int) -> int:
    """Return whose turn it is after `plays` plays, by clauses 1.2 and 3.1; given whose turn it is
    in place of `first`, who began."""
    return first and (first if (plays + plays // PLAYS) % 2 == 0 else 3 - first)


def played(place: Place, number: int | None, seat: int) -> Place:
    """Return the place behind a play that fits in every way."""
    plays, _, shift, first, later, last, _, hands, deals, lines = place
    if number is not None:
        shift, last = number - plays - 1, number
    first = first or by_turns(seat, plays)
    return Place(plays + 1, False, shift, first, later, last, number is not None, hands, deals,
                 lines)  # fmt: skip


def sure(place: Place, lacking: int) -> bool:
    """Return whether `lacking` plays can be missing nowhere but here: numbers show it, or for one
    play whose turn it is."""
    return lacking == 1 or place.numbered


def with_hand(place: Place, seat: int, number: int) -> Place:
    """Return the place where a hand of a seat was listed, of this number."""
    one, other = place.hands
    return place._replace(hands=(number + 1, other) if seat == 1 else (one, number + 1))


def seated(place: Place, seat: int) -> Iterator[tuple[float, int]]:
    """Yield what the next player's seat shows about who began the first round: nothing new, or that
    the seat is wrong, or that from here on turns are the other way round."""
    turn = place.turn
    if not turn or seat in (0, turn):
        yield 0, place.first or by_turns(seat if seat in (1, 2) else 0, place.plays)
        return
    yield 1, place.first
    yield SHIFTED, 3 - place.first
