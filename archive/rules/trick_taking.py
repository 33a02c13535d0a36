"""The common part of the trick games: who leads, who follows, who won.

The leader of a trick is an action; the winner of the one before is a consequence. So the first card
of a trick is a claim about the trick before it, checked by the rules like any other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from archive.core.cards import Card
from archive.core.events import Event, Play, Score, Trick
from archive.core.phrase import Phrase
from archive.rules.faults_and_claims import Claim
from archive.rules.table import Around
from archive.rules.table_with_hands import HandsTable


class TrickPlay(NamedTuple):
    """The cards that one player laid to the trick, the event, and the number of the action."""

    seat: int
    cards: tuple[Card, ...]
    at: int
    ply: int


NOTHING, ONE_LEADER = ("leader", 0), ("leader", 1)


class Tricks(HandsTable[Around]):
    """The state of a trick game's table, with the claims about it.

    `trick` are the cards laid to the trick so far, or to the last one while the next has not begun.
    `leader` is who is due to lead the next trick, 0 when anyone may or that is unknown.
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
        """Return the dealer; 0 where that is unknown."""

    @property
    @abstractmethod
    def won(self) -> list[int]:
        """Return the winner of each trick of this deal, 0 where it is unknown."""

    @property
    def deal(self) -> int:
        """Return the number of the deal in play."""
        return self.deals

    @property
    def trick_number(self) -> int:
        """Return the number of the last action's trick."""
        if not self.trick:
            return 0
        return len(self.won) if self.complete else len(self.won) + 1

    @property
    def trick_taker(self) -> int:
        """Return who has won the trick that the last action completed, 0 for none."""
        return self.won[-1] if self.complete and self.won else 0

    @property
    def awaited(self) -> int:
        """Return who is to act next; 0 where it is unknown."""
        return self.turn or (0 if 0 < len(self.trick) < len(self.players) else self.leader)

    @property
    def complete(self) -> bool:
        """Return whether every player has played to the trick on the table."""
        laid = len(self.trick)
        return 0 < laid >= len(self.players)

    def begin_trick(self, event: Trick) -> None:
        """Begin the next trick at `@trick`, which may name the leader."""
        lacking = len(self.players) - len(self.trick)
        if self.trick and lacking > 0 and not self.disturbed and self.due:
            self.leave_out(lacking, Phrase("a new trick"))
        due = len(self.won) + 1
        if event.number is not None and event.number != due:
            self.fault("misnumbered-line", self.clauses["lines"], f"n={due}", f"n={event.number}",
                       part="n", severity="warning")  # fmt: skip
        self.clear_trick(event)

    def clear_trick(self, event: Trick) -> None:
        """Begin a trick with nothing laid to it yet. Its leader is claimed."""
        self.trick = []
        self.said_first = event.first or 0, self.leader

    def next_to_play(self) -> int:
        """Return the first after the leader, clockwise, who has not played to this trick yet."""
        laid = {one.seat for one in self.trick}
        waiting = [seat for seat in self.players if seat not in laid]
        return self.after(self.lead[0], waiting) if waiting else 0

    # -- claims, and unwritten plays

    def upheld(self, event: Event) -> tuple[str, int] | None:
        """Return the claim of a play or line that is right, as most are; None where `claims` has to
        look at it."""
        if type(event) is Play:
            trick = self.trick
            if len(trick) != 1 or trick[0].at != self.at:
                return NOTHING
            led, due = self.lead
            return NOTHING if not due else ONE_LEADER if led == due else None
        return self.upheld_line(event)

    def upheld_line(self, event: Event) -> tuple[str, int] | None:
        """Return the same for an event that is no play."""
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
        """Return the claims of an event: a leader claims to have won the trick before, and so may
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
