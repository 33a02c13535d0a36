"""What the trick games share: who leads, who follows, who won.

Who leads a trick is what was done; who won the one before is what follows by the rules. So the
first card of a trick is a claim about the trick before it, held against the rules like any other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from archive.core.cards import Card
from archive.core.events import Event, Play, Score, Trick
from archive.rules.claims import Claim
from archive.rules.hands import HandsTable
from archive.rules.table import Around


class TrickPlay(NamedTuple):
    """What one player laid to the trick, and by which event of the record."""

    seat: int
    cards: tuple[Card, ...]
    at: int


NOTHING, ONE_LEADER = ("leader", 0), ("leader", 1)


class Tricks(HandsTable[Around]):
    """What lies on the table of a trick game, and what is claimed of it.

    `trick` is what was laid to the trick so far, or to the last one while the next has not begun.
    `leader` is who is due to lead the next trick, 0 when anyone may or that is not known.
    """

    changing: ClassVar[tuple[str, ...]] = ("trick",)

    def __init__(self, position: Around) -> None:
        super().__init__(position)
        self.round = 1
        self.deals = 0
        self.trick: list[TrickPlay] = []
        self.leader = 0
        self.lead: tuple[int, int] = (0, 0)  # of the trick in play: who led, who was due to
        self.said_first: tuple[int, int] = (0, 0)  # by the last @trick: who leads, who is due to
        self.disturbed = False  # a card of this trick was played out of turn

    @property
    @abstractmethod
    def players(self) -> list[int]:
        """Return the seats that play to this deal's tricks."""

    @property
    @abstractmethod
    def dealer(self) -> int:
        """Return who deals; 0 where that is not known."""

    @property
    @abstractmethod
    def won(self) -> list[int]:
        """Return the winner of each trick of this deal, 0 where it is not known."""

    @property
    def deal(self) -> int:
        return self.deals

    @property
    def trick_number(self) -> int:
        if not self.trick:
            return 0
        return len(self.won) if self.complete else len(self.won) + 1

    @property
    def trick_taker(self) -> int:
        return self.won[-1] if self.complete and self.won else 0

    @property
    def awaited(self) -> int:
        return self.turn or (0 if 0 < len(self.trick) < len(self.players) else self.leader)

    @property
    def complete(self) -> bool:
        """Return whether everybody has played to the trick on the table."""
        laid = len(self.trick)
        return 0 < laid >= len(self.players)

    def begin_trick(self, event: Trick) -> None:
        """Begin the next trick at `@trick`, which may say who leads."""
        lacking = len(self.players) - len(self.trick)
        if self.trick and lacking > 0 and not self.disturbed and self.due:
            self.leave_out(lacking, "a new trick")
        due = len(self.won) + 1
        if event.number is not None and event.number != due:
            self.fault("misnumbered-line", self.clauses["lines"], f"n={due}", f"n={event.number}",
                       part="n", severity="warning")  # fmt: skip
        self.clear_trick(event)

    def clear_trick(self, event: Trick) -> None:
        """Begin a trick with nothing laid to it yet. Who leads it is claimed."""
        self.trick = []
        self.said_first = event.first or 0, self.leader

    def next_to_play(self) -> int:
        """Return the first after the leader, clockwise, who has not played to this trick yet."""
        laid = {one.seat for one in self.trick}
        waiting = [seat for seat in self.players if seat not in laid]
        return self.after(self.lead[0], waiting) if waiting else 0

    # -- what is claimed, and what was not written down

    def upheld(self, event: Event) -> tuple[str, int] | None:
        """Return the claim of a play or line that is right, as most are; None where `claims` has
        to look at it."""
        if type(event) is Play:
            trick = self.trick
            if len(trick) != 1 or trick[0].at != self.at:
                return NOTHING
            led, due = self.lead
            return NOTHING if not due else ONE_LEADER if led == due else None
        return self.upheld_line(event)

    def upheld_line(self, event: Event) -> tuple[str, int] | None:
        """Return the same of an event that is no play."""
        if type(event) is Trick:
            first, due = self.said_first
            if not first:
                return NOTHING
            return None if first != due else ("trick-winner", 1) if self.won else ONE_LEADER
        if type(event) is Score:
            totals = event.totals
            return ("score", len(totals)) if totals == self.ledger.standing else None
        return None

    def claims(self, event: Event) -> Iterable[Claim]:
        """Return what an event claims: a leader claims to have won the trick before, and so may
        `@trick first=`."""
        if isinstance(event, Trick):
            first, due = self.said_first
            kind = "trick-winner" if self.won else "leader"
            return [Claim(kind, None, first or None, due or None, self.clauses[kind], "first")]
        if isinstance(event, Play):
            led, due = self.lead
            opened = len(self.trick) == 1 and self.trick[0].at == self.at
            if opened and due:
                return [Claim("leader", None, led, due, self.clauses["leader"], "seat")]
            return ()
        return super().claims(event)

    def assume(self, claim: Claim) -> None:
        """Go on as if the leader had won the trick before."""
        if claim.kind in ("leader", "trick-winner") and isinstance(claim.claimed, int):
            self.leader = claim.claimed
            if claim.kind == "leader":
                self.lead = self.lead[0], claim.claimed
        super().assume(claim)
