"""What the rules give: points, line by line, each citing the clause that earns it."""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """One entry of the ledger: who scored how much at which ply, and the clause that says so."""

    ply: int
    seat: int
    points: int
    clause: str


class Ledger:
    """Running totals by seat. A total is None once points may have been scored that the record
    does not show."""

    __slots__ = ("lines", "totals_by_seat", "unknown")

    def __init__(self, seats: int) -> None:
        self.totals_by_seat = [0] * (seats + 1)
        self.lines: list[Line] = []
        self.unknown = False

    def copy(self) -> Ledger:
        twin = Ledger(0)
        twin.totals_by_seat = self.totals_by_seat.copy()
        twin.lines = self.lines.copy()
        twin.unknown = self.unknown
        return twin

    def enter(self, line: Line) -> None:
        self.totals_by_seat[line.seat] += line.points
        self.lines.append(line)

    def strike(self) -> None:
        """Take the last line out again."""
        line = self.lines.pop()
        self.totals_by_seat[line.seat] -= line.points

    def correct(self, seat: int, points: int) -> None:
        """Move a total without a line: somebody believes another sum than the lines give. A seat
        that nobody sits in has no total to move."""
        if 0 < seat < len(self.totals_by_seat):
            self.totals_by_seat[seat] += points

    def total(self, seat: int) -> int | None:
        """None for a seat that nobody sits in, too."""
        return (
            self.totals_by_seat[seat]
            if 0 < seat < len(self.totals_by_seat) and not self.unknown
            else None
        )

    def totals(self) -> dict[int, int | None]:
        return {seat: self.total(seat) for seat in range(1, len(self.totals_by_seat))}

    def leaders(self) -> list[int]:
        """The seats with the most points; none while a total is unknown."""
        if self.unknown:
            return []
        best = max(self.totals_by_seat[1:])
        return [seat for seat, total in enumerate(self.totals_by_seat) if seat and total == best]
