"""The certain facts about the end of a game with an unknown card or play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from archive.core.events import DRAW


class CertainResult(NamedTuple):
    """The certain facts: the `winner` as verdicts name it; the `score` and the `card`, where they
    are the same in every possibility; and whether that rests `by_numbers` on the record's numbers
    and not on the rules alone. `plies` are the plays in question."""

    winner: str
    score: dict[int, int | None] | None
    card: str
    by_numbers: bool
    plies: tuple[int, ...]

    @property
    def known(self) -> dict[int, int | None] | None:
        """Return the score by the rules alone; None where it rests on the record's word."""
        return None if self.by_numbers else self.score

    def upholds(
        self, totals: Sequence[tuple[int, int]], winners: Iterable[tuple[int, ...]]
    ) -> bool:
        """Return whether the rules alone confirm all that a record claims about the end: totals by
        seat, at each place where they are written, and the winners."""
        score = self.known or {}
        won = {named_as_winner(seats) for seats in winners if seats}
        right = all(score.get(seat) == total for seat, total in totals)
        return bool(totals) and right and won <= {self.winner}


def named_as_winner(seats: tuple[int, ...]) -> str:
    """Return the seats as verdicts name a winner."""
    return "draw" if seats == DRAW else ",".join(f"p{seat}" for seat in sorted(seats))
