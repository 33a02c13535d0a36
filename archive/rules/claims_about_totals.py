"""A table's part in judging claims: tallies, points, standings, winners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.events import End, Event, Score
from archive.core.ledger import Ledger
from archive.rules.faults_and_claims import POINTS, Claim, packed_seats, winners_claimed


class Claiming(ABC):
    """A table with which the claims of a record are compared."""

    clauses: ClassVar[Mapping[str, str]]
    """The clause for each kind of claim (`tally`, `score`, …) and each common check: turn, order,
    lines, pack, players, missing, unfinished."""
    claimants: ClassVar[frozenset[type]] = frozenset({Score, End})
    """The kinds of events that can claim something, plays aside."""
    plain_plays: ClassVar[bool] = False
    """Whether a play claims nothing but a tally and points."""
    plain_scores: ClassVar[bool] = False
    """Whether a standing claims nothing but each seat's total, always to be judged."""

    seats: int
    ledger: Ledger

    @abstractmethod
    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Return who would win with these totals at the end, several when they share; empty when
        there is no winner."""

    @property
    def winners(self) -> list[int]:
        """Return who wins by the present standing; empty when that is unknown."""
        totals = self.ledger.known_totals()
        return [] if totals is None else self.winners_of(totals)

    def upheld(self, event: Event) -> tuple[str, int] | None:
        """Return the kind and number of the claims of an event just past, where they are right and
        need nothing else. A short cut past `claims` for the most frequent events; None where there
        is none."""
        if self.plain_scores and isinstance(event, Score):
            totals = event.totals
            return ("score", len(totals)) if totals == self.ledger.standing else None
        return None

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return the claims of an event just past, with their values by the rules. Games add
        theirs."""
        if isinstance(event, Score | End):
            return self.claims_of_totals(event)
        return ()

    def total_at(self, _event: Score | End, seat: int) -> int | None:
        """Return the total of a player that a standing just past has to name."""
        return self.ledger.total(seat)

    def claims_of_totals(self, event: Score | End) -> Iterable[Claim]:
        """Return the claims of a standing, or of a result with its winners."""
        clauses = self.clauses
        kind = "score" if isinstance(event, Score) else "result"
        first = dict(reversed(event.totals))
        for seat, total in sorted(set(event.totals)):
            part = f"p{seat}" if total == first[seat] else f"p{seat}:{total}"  # a second word
            yield Claim(kind, seat, total, self.total_at(event, seat), clauses[kind], part)
        if isinstance(event, End) and event.winners:
            claimed = winners_claimed(event.winners, self.seats)
            computed = packed_seats(self.winners) or None
            yield Claim("winner", None, claimed, computed, clauses["result"], "win")

    def assume(self, claim: Claim) -> None:
        """Go on as if this claim were right, to see what else would follow from it. Games add how
        they assume a claim that is not about points."""
        if claim.kind in POINTS and claim.seat is not None and claim.computed is not None:
            self.ledger.correct(claim.seat, -claim.difference)
