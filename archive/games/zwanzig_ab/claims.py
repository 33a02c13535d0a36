"""The claims of a record of Zwanzig ab, with their values by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.events import Deal, End, Event, Play, Score, Trick, Trump
from archive.games.zwanzig_ab.board import SEATS
from archive.games.zwanzig_ab.rules import LEFT, ROUND
from archive.games.zwanzig_ab.table_steps import Course
from archive.rules.faults_and_claims import Claim

MOST_CARDS = 8
"""The most cards that a hand can have, whatever is claimed: four such hands are the pack."""


class Claims(Course):
    """Claims of dealers, trump makers, leaders and totals."""

    claimants: ClassVar[frozenset[type]] = frozenset({Deal, Trump, Trick, Score, End})

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": "zwanzig-ab/6.2", "order": "zwanzig-ab/10.1", "lines": "zwanzig-ab/10.1",
        "pack": "zwanzig-ab/2.1", "players": "zwanzig-ab/1.1", "missing": "zwanzig-ab/10.5",
        "unfinished": "zwanzig-ab/10.3", "score": "zwanzig-ab/10.2", "result": "zwanzig-ab/8.1",
        "leader": "zwanzig-ab/6.1", "trick-winner": "zwanzig-ab/6.6", "hand": "zwanzig-ab/6.2",
        "dealer": "zwanzig-ab/1.3", "hand-size": "zwanzig-ab/2.2", "trump-maker": "zwanzig-ab/3.1",
    }  # fmt: skip

    def upheld_line(self, event: Event) -> tuple[str, int] | None:
        """Return the right claim of an event that is no play."""
        usual = self.phase == "" if isinstance(event, Score) else self.phase == "tricks"
        if not usual or self.line.early is not None:
            return None
        return super().upheld_line(event)

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return the claims of an event."""
        if self.phase == "beyond" and isinstance(event, Deal | Trump | Trick | Play):
            return ()
        if isinstance(event, Deal):
            return self._claims_of_deal(event)
        if isinstance(event, Trump):
            seat = event.seat if event.seat and event.seat <= SEATS else None
            due = self.maker if self.named_at == self.at else None
            return [Claim("trump-maker", None, seat, due or None, "zwanzig-ab/3.1", "seat")]
        if isinstance(event, Trick) and (self.phase != "tricks" or self.line.early is not None):
            return ()
        on = self.phase not in ("", "void") and not self.unplayed
        if isinstance(event, Score) and on:
            return [claim._replace(computed=None) for claim in super().claims(event)]
        return super().claims(event)

    def _claims_of_deal(self, event: Deal) -> Iterable[Claim]:
        due, cards, _ = self.deal_line
        said = event.dealer if event.dealer and event.dealer <= SEATS else None
        size = Claim("hand-size", None, cards, self.position.size, "zwanzig-ab/2.2", "cards")
        if due is None and self.number == len(self.dealt) == 1:
            return (size,)  # the rules do not say whom the lot falls on (1.3)
        return Claim("dealer", None, said, due, "zwanzig-ab/1.3", "dealer"), size

    def assume(self, claim: Claim) -> None:
        """Go on as if a claim were right."""
        value, position = claim.claimed, self.position
        if isinstance(value, int) and value > 0:
            if claim.kind in ("leader", "trick-winner") and position.takers:
                position.takers[-1] = (value,)
            elif claim.kind == "dealer":
                self._assume_dealer(value)
            elif claim.kind == "trump-maker":
                self._assume_dealer((value - 2) % SEATS + 1)
            elif claim.kind == "hand-size":
                position.size = min(value, MOST_CARDS)
        super().assume(claim)
        self.take_standing()

    def _assume_dealer(self, seat: int) -> None:
        self.seat_dealer(seat)
        self.position.staying, self.position.after = [*ROUND[1]], [*LEFT]
        if self.phase == "deal":
            self.enter("deal")
