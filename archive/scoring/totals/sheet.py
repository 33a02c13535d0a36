"""A sheet of totals without plays: its record, the game by whose rules it is judged, and findings
about its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archive.core.events import Deal, End, Event, Round
from archive.core.record import Record
from archive.games import Chosen
from archive.notation.text_offsets import offset_of
from archive.rules.totals import WHAT_A_DEAL_GIVES, Impossible, TotalsGame
from archive.scoring.totals.sheet_steps import ended
from archive.telling.finding_drafts import Draft


class Sheet:
    """A sheet, and what its game says of totals; `unit` is the line that begins what is counted, a
    deal or a round."""

    def __init__(self, record: Record, chosen: Chosen, game: TotalsGame) -> None:
        self.record = record
        self.name = chosen.game.name
        self.clauses = chosen.begin().clauses
        self.unit: type[Event] = Round if chosen.game.rounds else Deal
        self.game = game
        self.seats = chosen.seats
        self.players = record.players

    @property
    def end(self) -> End | None:
        """Return the sheet's line about the end of the game; None without one."""
        return ended(self.record)

    def all_known(self, totals: Mapping[int, int | None]) -> dict[int, int] | None:
        """Return the totals of all seats; None where one of them is unknown."""
        known = {seat: total for seat, total in totals.items() if total is not None}
        return known if len(known) == self.seats else None

    def finding(
        self, code: str, at: int | None, clause: str | None, *, seat: int | None = None,
        severity: str = "error",
    ) -> Draft:  # fmt: skip
        """Return a finding about a line, or about the result in a tag where `at` is None."""
        text = self.record.text
        if at is None:
            offset = self.record.tag_offset("Result")
        else:
            part = f"p{seat}" if seat else "win" if code == "wrong-winner" else ""
            offset = offset_of(text, self.record.offsets[at], part)
        cited = f"{self.name}/{clause}" if clause and "/" not in clause else clause
        return Draft(code, severity, at, offset, None, cited, seat, None, None)  # type: ignore[arg-type]

    def impossible(self, at: int, reason: Impossible) -> Draft:
        """Return the finding about totals that cannot be."""
        one = len(reason.seats) == 1 or reason.kind.startswith(
            ("alone", "perhaps-alone", "sum", "carried")
        )
        seat = reason.seats[0] if one else None
        found = self.finding("impossible-total", at, reason.clause, seat=seat)
        found.reason = reason
        found.expected, found.found = WHAT_A_DEAL_GIVES, reason.kind
        return found


def as_seats(seats: Iterable[int]) -> str:
    """Return seats as a record writes them."""
    return ",".join(f"p{seat}" for seat in seats)
