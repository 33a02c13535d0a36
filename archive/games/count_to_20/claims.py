"""The claims of a record of Count to 20, with their values by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.diagnostics import Severity
from archive.core.events import Deal, End, Event, Play, Score
from archive.games.count_to_20.announcements import announced
from archive.games.count_to_20.board import Board, Torn, in_words
from archive.games.count_to_20.counting import AIM, counts_of, only
from archive.games.count_to_20.rules import HAND
from archive.rules.faults_and_claims import POINTS, Claim
from archive.rules.hand import UNCOUNTED
from archive.rules.hand_seen import CODES


class Claims(Board):
    """Claims of counts, announcements, dealers, hand sizes and totals."""

    claimants: ClassVar[frozenset[type]] = frozenset({Deal, Score, End})

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 7.3: Return the players with the fewest points."""
        fewest = min(totals.values())
        return [seat for seat, total in totals.items() if total == fewest]

    # -- the ledger and the position's totals

    def enter(self) -> None:
        """Enter the position's scores in the ledger, and its unknown totals."""
        position = self.position
        for _, seat, points, clause in position.ledger:
            self.score(seat, points, f"{self.game}/{clause}")
        position.ledger = []
        for seat in range(1, self.seats + 1):
            if position.totals[seat] < 0:
                self.ledger.lose(seat)

    def lose_totals(self) -> None:
        """Make every total unknown from here on."""
        self.ledger.lose_all()
        self.settle_totals()

    def settle_totals(self) -> None:
        """Give the position the totals of the ledger."""
        ledger = self.ledger
        self.position.totals = [
            total + (UNCOUNTED if seat in ledger.unknown else 0)
            for seat, total in enumerate(ledger.totals_by_seat)
        ]

    def restore(self) -> None:
        """Remove the scores of the hand just over."""
        self.ledger = self.ending.before.copy()
        self.settle_totals()
        self.position.before = self.position.totals[:]

    # -- claims

    def upheld(self, event: Event) -> tuple[str, int] | None:
        """Return the claim of a play of the count due that announces nothing, as most are, and
        those of a standing that is right."""
        if type(event) is Play:
            plain = self.accepted == self.at and not (event.parts or self.torn == Torn.HAND)
            return ("count", 1) if plain and event.tally and event.tally == self.count else None
        if type(event) is Score and not (self.position.may_be_over or self.beyond):
            totals = event.totals
            return ("score", len(totals)) if totals == self.ledger.standing else None
        return None

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return the claims of an event."""
        if isinstance(event, Play):
            if self.torn == Torn.HAND and all(card.rank != "?" for card in event.cards):
                can = counts_of([CODES[card] for card in event.cards])  # wherever in a hand it was
                due = _due(event.tally, can)
                return [Claim("count", event.seat, event.tally, due, "count-to-20/3.1", "tally")]
            return self._claims_of_play(event) if self.accepted == self.at else ()
        if isinstance(event, Deal):
            return self._claims_of_deal(event) if not self.beyond else ()
        return super().claims(event)

    def _claims_of_play(self, play: Play) -> Iterable[Claim]:
        """Clauses 3.1 and 4.4: Return the claims of a play."""
        seat, made = play.seat, self.position.made
        yield Claim("count", seat, play.tally, _due(play.tally, made), "count-to-20/3.1", "tally")
        for said in announced(play.parts, self.count) if play.parts else ():
            due = said.value if said.right else _either(said.possible)
            kind = "king" if said.of_kings else "pair"
            yield Claim(kind, seat, said.value, due, "count-to-20/4.4", "cards")

    def _claims_of_deal(self, deal: Deal) -> Iterable[Claim]:
        """Clauses 2.1 and 2.2: Return the claims of a deal's line."""
        due = self.opening.dealer_due
        if due and (deal.dealer or 0) <= self.seats:
            yield Claim("dealer", None, deal.dealer, due, "count-to-20/2.1", "dealer")
        yield Claim("hand-size", None, deal.cards, HAND, "count-to-20/2.2", "cards")

    def claims_of_totals(self, event: Score | End) -> Iterable[Claim]:
        """Return the claims of a standing or a result."""
        unsettled = self.position.may_be_over or (self.beyond and isinstance(event, Score))
        for claim in super().claims_of_totals(event):
            yield claim._replace(computed=None) if unsettled else claim

    def assume(self, claim: Claim) -> None:
        """Go on as if a claim were right."""
        if claim.kind == "count" and isinstance(claim.claimed, int) and claim.seat:
            self._assume_count(claim.seat, claim.claimed)
        super().assume(claim)
        if claim.kind in POINTS:
            self.settle_totals()

    def _assume_count(self, seat: int, count: int) -> None:
        if not 0 < count <= AIM:
            return
        position = self.position
        position.made = 1 << count
        self.tally = count
        if self.in_play and count == AIM:
            self.end_hand("6.2")
        elif not self.in_play and not self.ending.scored and len(self.hands[seat]) > 0:
            self.restore()
            position.ended_by = ""
            position.await_action("turn", self.after(seat))
            self.turn = position.turn

    def end_hand(self, clause: str) -> None:
        """End the hand by a clause."""
        raise NotImplementedError

    # -- what is wrong

    def fault(
        self, code: str, clause: str, expected: str, found: str,
        *, seat: int | None = None, part: str = "", severity: Severity = "error",
        at: int | None = None, ply: int | None = None, shown: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """Report a fault, unless it only follows from one just before."""
        super().fault(code, clause, expected, found, seat=seat, part=part, severity=severity,
                      at=at, ply=ply, shown=shown)  # fmt: skip
        if severity == "error" and self.shaken[1] != self.ply:
            self.shaken = self.shaken[1], self.ply

    @property
    def in_step(self) -> bool:
        """Return whether all was right for so long before this event that no earlier fault explains
        one now."""
        earlier, last = self.shaken
        return self.ply - (earlier if last == self.ply else last) > 2 * self.seats

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": "count-to-20/2.3", "order": "count-to-20/8.7", "lines": "count-to-20/8.7",
        "pack": "count-to-20/1.2", "players": "count-to-20/1.1", "missing": "count-to-20/8.4",
        "score": "count-to-20/8.1", "result": "count-to-20/7.3", "unfinished": "count-to-20/8.2",
    }  # fmt: skip


def _due(claimed: int | None, made: int) -> int | str | None:
    """Return the count made, for a claim of it: a claim that may be right is not judged."""
    if made & (made - 1) and claimed is not None and claimed <= AIM and made >> claimed & 1:
        return None
    return _either(made)


def _either(counts: int) -> int | str | None:
    """Return a number, or the choice of several in words; None for none at all."""
    return only(counts) or in_words(counts) if counts else None
