"""The ledger of a game: the points that the rules give, line by line, each citing the clause that
earns it."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One entry of the ledger: who scored how much at which ply, and the clause that says so."""

    ply: int
    seat: int
    points: int
    clause: str


_line = tuple.__new__  # half the time that Line(…) takes, and a third of all plays score


class Ledger:
    """Running totals by seat. A total is None once points may have been scored that the record
    does not show."""

    __slots__ = ("lines", "totals_by_seat", "unknown")

    def __init__(self, seats: int, opening: int = 0) -> None:
        """Start every seat with `opening` points."""
        self.totals_by_seat = [0, *[opening] * seats]
        self.lines: list[Line] = []
        self.unknown: set[int] = set()  # seats whose total the record does not tell

    def copy(self) -> Ledger:
        """Return a copy that changes apart from this ledger."""
        twin = Ledger(0)
        twin.totals_by_seat = self.totals_by_seat.copy()
        twin.lines = self.lines.copy()
        twin.unknown = self.unknown.copy()
        return twin

    def enter(self, ply: int, seat: int, points: int, clause: str) -> None:
        """Enter a line."""
        self.totals_by_seat[seat] += points
        self.lines.append(_line(Line, (ply, seat, points, clause)))

    def strike(self) -> None:
        """Remove the last line."""
        line = self.lines.pop()
        self.totals_by_seat[line.seat] -= line.points

    def correct(self, seat: int, points: int) -> None:
        """Set a total without a line, where another sum is assumed than the lines give. A seat
        without a player has no total, and nothing happens."""
        if 0 < seat < len(self.totals_by_seat):
            self.totals_by_seat[seat] += points

    def lose(self, *seats: int) -> None:
        """Count the totals of these seats as unknown from here on."""
        self.unknown.update(seats)

    def lose_all(self) -> None:
        """Count every seat's total as unknown from here on."""
        self.unknown.update(range(1, len(self.totals_by_seat)))

    def total(self, seat: int) -> int | None:
        """Return a seat's points; None where they are unknown or the seat has no player."""
        return (
            self.totals_by_seat[seat]
            if 0 < seat < len(self.totals_by_seat) and seat not in self.unknown
            else None
        )

    def totals(self) -> dict[int, int | None]:
        """Return the points of each seat; None where they are not known."""
        return {seat: self.total(seat) for seat in range(1, len(self.totals_by_seat))}

    @property
    def standing(self) -> tuple[tuple[int, int], ...]:
        """Return all totals as a record writes them, by seat; empty while one of them is not
        known."""
        return () if self.unknown else tuple(enumerate(self.totals_by_seat))[1:]

    def known_totals(self) -> dict[int, int] | None:
        """Return all totals, or None while one of them is not known."""
        return None if self.unknown else dict(enumerate(self.totals_by_seat[1:], 1))
