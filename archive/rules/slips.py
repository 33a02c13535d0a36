"""Slips that people make in counting, and the stretch of a game in which one was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from archive.core.cards import Card


class Slip(NamedTuple):
    """One likely mistake, and what it would add to each seat's total beyond what the rules add.

    `rank` is how easily it is made, 1 most easily (docs/verdicts.md). `clause` is the rule. The
    rest are its particulars: the deal from 1, the player and another one, the play, the `right`
    value and the one that the record seems to count, the one `before`, a suit or ranks.
    """

    kind: str
    clause: str
    moves: Mapping[int, int]
    rank: int = 2
    deal: int = 0
    seat: int = 0
    other: int = 0
    ply: int = 0
    right: int = 0
    wrong: int = 0
    before: int = 0
    suit: str = ""

    def explains(self, wrong: Mapping[int, int]) -> bool:
        """Return whether the slip alone explains how much more than due each seat is given."""
        return wrong == {seat: points for seat, points in self.moves.items() if points}


class Entry(NamedTuple):
    """A score of one player: in which deal (counted from 1), by which play and clause."""

    deal: int
    seat: int
    points: int
    clause: str
    ply: int


class Stretch(NamedTuple):
    """The game between one standing and the next.

    `before` are all totals of the standing before, as it was written, and `claimed` those of the
    record at the end of the stretch. `deals` are the numbers of the deals in it, `seats` how many
    players there are, `opening` is the total at the beginning, `first` whether no standing was
    written before. `trumps` are by deal; `left` has the cards shown or kept, by deal and seat, and
    for seat 0 those turned up. `plays_told` means that plays are written with their points; `last`
    is the number of the last deal, and `at_deal` has all totals when that began.
    """

    entries: Sequence[Entry]
    before: Mapping[int, int]
    claimed: Mapping[int, int]
    deals: Sequence[int]
    seats: int
    opening: int
    first: bool
    trumps: Mapping[int, str]
    left: Mapping[tuple[int, int], Sequence[Card]]
    plays_told: bool
    last: int
    at_deal: Mapping[int, int]

    def due(self, seat: int) -> int:
        """Return a seat's points in the stretch."""
        return sum(entry.points for entry in self.entries if entry.seat == seat)

    def of(self, deal: int, seat: int) -> list[Entry]:
        """Return a seat's scores in one deal."""
        return [one for one in self.entries if (one.deal, one.seat) == (deal, seat)]

    def sums(self, deal: int) -> dict[int, int]:
        """Return the points of each seat that scores in a deal."""
        found: dict[int, int] = {}
        for one in self.entries:
            if one.deal == deal:
                found[one.seat] = found.get(one.seat, 0) + one.points
        return found

    @property
    def wrong(self) -> dict[int, int]:
        """Return how much more the record adds in this stretch than the rules do, by seat; seats
        for which both add the same are left out."""
        moved = {
            seat: total - self.before[seat] - self.due(seat)
            for seat, total in self.claimed.items()
            if seat in self.before
        }
        return {seat: points for seat, points in moved.items() if points}
