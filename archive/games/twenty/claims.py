"""The claims of a record of Twenty, with their values by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.events import Bonus, Deal, End, Event, Gap, Held, Play, Round, Score, Up
from archive.games.twenty.board import Board
from archive.games.twenty.rules import AIM, HAND, PLAYS, bonus_of
from archive.rules.faults_and_claims import Claim
from archive.rules.hand_seen import CODES


class Claims(Board):
    """Claims of tallies, points, bonuses and totals."""

    claimants: ClassVar[frozenset[type]] = frozenset({Up, Bonus, Score, End})
    plain_plays: ClassVar[bool] = True
    plain_scores: ClassVar[bool] = True

    def enter(self) -> None:
        """Enter the position's tally and points of a play."""
        position = self.position
        self.turn = position.mover if position.plays != PLAYS else 0
        if position.made < 0:
            self.forget_totals()
            return
        self.tally, self.earned = position.made, position.earned
        self.reason = "twenty/4.7"
        if position.ledger:
            for _, seat, points, clause in position.ledger:
                self.ledger.enter(self.ply, seat, points, f"{self.game}/{clause}")
                if clause != "5.1":
                    self.reason = f"{self.game}/{clause}"
            position.ledger = []
            if self.tally >= AIM:
                self.begun = self.begun[1], len(self.laid)
        if position.totals[1] < 0:
            self.ledger.lose_all()

    def forget_totals(self) -> None:
        """Clause 6.3: Make the tally of this round, and all totals, unknown from here on."""
        self.tally = self.earned = None
        self.reason = "twenty/6.3"
        self.ledger.lose_all()

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return the claims of an event."""
        if isinstance(event, Play):
            seat = event.seat
            return [
                Claim("tally", seat, event.tally, self.tally, "twenty/3.3", "tally"),
                Claim("points", seat, event.points, self.earned, self.reason, "points"),
            ]
        if isinstance(event, Up):
            return [Claim("up", None, event.bonus, _bonus(event), "twenty/2.2", "bonus")]
        if isinstance(event, Bonus):
            return self._claims_of_bonus(event)
        return [*self._bonus_passed_over(event), *super().claims(event)]

    def _claims_of_bonus(self, event: Bonus) -> list[Claim]:
        to = self.bonus_to
        points = self.bonus if to and event.seat <= self.seats else None
        whose = Claim("bonus-to", event.seat, event.seat, to, "twenty/5.1", "seat")
        if to in (None, event.seat):
            amount = Claim("bonus", event.seat, event.points, points, "twenty/5.1", "points")
            return [whose, amount]
        given = event.points if event.points is not None else points
        return [
            whose,
            Claim("bonus", event.seat, given, 0, "twenty/5.1", "points"),
            Claim("bonus", to, 0, points, "twenty/5.1", ""),
        ]

    def is_of_another_round(self, event: Bonus) -> bool:
        """Return whether a bonus goes to another player, or is another, than in the round that is
        over."""
        wrong = [one.computed not in (None, one.claimed) for one in self._claims_of_bonus(event)]
        return any(wrong)

    def _bonus_passed_over(self, event: Event) -> Iterable[Claim]:
        """Yield the claim of a standing that lacks the bonus, with no bonus before it: that there
        was none."""
        if self.bonus_at == self.at and self.bonus_to:
            part = f"p{self.bonus_to}"
            yield Claim("bonus", self.bonus_to, 0, self.bonus, "twenty/5.1", part)

    def total_at(self, event: Score | End, seat: int) -> int | None:
        """Return the total that a standing has to name: without the bonus where the line that
        gives it comes next, unless the standing has it already."""
        total = super().total_at(event, seat)
        if total is None or self.bonus is None or seat != self.bonus_to:
            return total
        waits = (seat, total) not in event.totals and self._bonus_follows()
        return total - self.bonus if waits else total

    def _bonus_follows(self) -> bool:
        """Return whether the bonus of this round is claimed only behind the present line."""
        for event in self.events[self.at + 1 :]:
            if isinstance(event, Bonus):
                return self.bonus_at < 0
            if isinstance(event, Play | Round | Deal | Up | Held | End | Gap):
                break
        return False

    def note_passed_over(self, event: Score | End) -> None:
        """Remember a standing that lacks the bonus and before which none was claimed."""
        if not (self.bonus and self.bonus_to) or self.bonus_at >= 0 or self._bonus_follows():
            return
        total = self.ledger.total(self.bonus_to)
        claimed = dict(reversed(event.totals)).get(self.bonus_to)
        if total is not None and claimed == total - self.bonus:
            self.bonus_at = self.at

    def assume(self, claim: Claim) -> None:
        """Go on as if a claim were right."""
        if claim.kind == "up" and isinstance(claim.claimed, int):
            self.position.bonus = claim.claimed
        elif claim.kind == "tally" and isinstance(claim.claimed, int) and claim.seat:
            self._assume_tally(claim.seat, claim.claimed)
        super().assume(claim)

    def _assume_tally(self, seat: int, tally: int) -> None:
        """Go on as if the last play had made this tally: score it again by the same clauses."""
        position = self.position
        if self.position.plays == PLAYS or self.tally is None or seat > self.seats:
            self.tally = tally
            position.tally = 0 if tally >= AIM else tally
            return
        if self.tally >= AIM:
            position.pile = [CODES[card] for _, card in self.swept]
            self.begun = self.begun[0], self.begun[0]
        if self.earned:
            self.ledger.strike()
            position.scorer = self.ledger.lines[-1].seat if self.ledger.lines else 0
        position.tally = position.made = tally
        position.earned = 0
        if tally >= AIM or len(position.pile) >= HAND:
            position.settle(seat, 0)
        self.enter()

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": "twenty/3.1", "order": "twenty/6.4", "lines": "twenty/6.4", "pack": "twenty/2.1",
        "players": "twenty/1.1", "missing": "twenty/6.3", "tally": "twenty/3.3", "up": "twenty/2.2",
        "bonus": "twenty/5.1", "score": "twenty/6.1", "result": "twenty/1.3",
        "unfinished": "twenty/6.2",
    }  # fmt: skip


def _bonus(event: Up) -> int | None:
    return bonus_of([CODES[card] for card in event.cards]) or None
