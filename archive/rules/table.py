"""The common part of all games' tables: a table awaits something, and events happen to it.

A game has a `Table` with one handler for each kind of event. `advance` (advance.py) checks what is
the same everywhere (does this kind of event belong to the game, is this the kind of action awaited,
is it this player's turn, was a play left out or written twice) and reports it, so that a handler
never asks whose turn it is. A handler has the position carry out what was done, enters what it
earns in the ledger, and reports what is wrong as a value; it never raises, because the rest of the
record can still be checked.

Actions are followed as they were, even against the rules: who played which card, who dealt.
Consequences are computed and never taken from the record: who won the trick, what it scored.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from archive.core.cards import UNKNOWN, Card
from archive.core.diagnostics import Severity
from archive.core.events import Action, Deal, Draw, Event, Exchange, Gap, Pass, Play, Stay, Totals
from archive.core.ledger import Ledger
from archive.core.phrase import Phrase, seats_up_to
from archive.rules.cards_denied import Denial
from archive.rules.claims_about_totals import Claiming
from archive.rules.faults_and_claims import Dealing, Fault
from archive.rules.omissions import NO_OMISSIONS, Place
from archive.rules.position import Position
from archive.rules.table_copies import twin_of

Handler: TypeAlias = Callable[[Any, Any], None]
"""The effect of an event of one kind on the table. Called with both."""

AWAITED: dict[type | None, str] = {
    Play: Phrase("a play"),
    Exchange: Phrase("an exchange"),
    Draw: Phrase("a draw"),
    Stay: Phrase("in or out"),
    Pass: Phrase("a pass"),
    None: Phrase("nothing"),
}
"""Kinds of actions, as a finding names them."""


def _not_known(number: int) -> bool:
    return False


Around = TypeVar("Around", bound=Position, covariant=True)
"""A game's own kind of position."""


class TableOf(Claiming, Generic[Around]):
    """The table at one moment of a game, around its position.

    `position` plays what the record says, and has the rules and nothing else: the record's lines,
    its numbers and its claims are the table's. `turn` is the seat that must act next, 0 when anyone
    may; `awaits` the kind of action that must come next, None for any the game has. `tally` and
    `earned` are the tally and points of the last play, None when they are unknown or the game has
    no such thing; `reason` is the clause that decided it. `round` counts from 1, 0 before the game
    begins; `ended` is whether the record's last line has been taken. `at` is the index of the event
    now happening, `acted` the action it was taken for, None where it was none; `ply` the number of
    actions so far, those that were left out included. `due` is the number the next action should
    have, 0 when any will do; `played` has actions by their numbers; `denied` the denials by plays
    that could not be decided at once. `omissions` has what is missing (gaps/); where there is any,
    `place` is kept. `follows` returns whether a number comes right after the one before.
    """

    game: ClassVar[str]
    position: Around
    handlers: ClassVar[Mapping[type, Handler]]
    gap_within: ClassVar[bool] = False
    """Whether a hand goes on after an unknown gap."""
    only_adds: ClassVar[bool] = False
    """Whether no play takes points away."""
    wins_by_points: ClassVar[bool] = True
    """Whether the totals show by how much a player has won."""
    plays_in_all: ClassVar[int] = 0
    """The number of plays of every whole game, where it is always the same."""
    fresh_start: ClassVar[type] = Deal
    """The kind of event after which nothing is out of step any more."""
    displacing: ClassVar[frozenset[str]] = frozenset({"wrong-turn"})
    """Faults after which the record and the due play may be out of step for a while."""
    out_of_step: ClassVar[frozenset[str]] = frozenset({"not-now"})
    """Faults that, after one of those, are only to be expected."""
    unsettling: ClassVar[frozenset[str]] = frozenset()
    """Displacing faults after which even the numbers cannot be known until a fresh start."""
    meant_otherwise: ClassVar[frozenset[str]] = frozenset({"wrong-turn"})
    """Displacing faults that may be slips of the pen: the game is replayed with the action that
    `meant` returns."""

    changing: ClassVar[tuple[str, ...]] = ("denied", "ledger", "played", "position")
    """Attributes that are changed in place, and so copied with the table; classes name their own.
    All others are only ever replaced."""

    def __init__(self, position: Around) -> None:
        """Take the position before anything happened."""
        self.position = position
        self.seats = position.seats
        self.at = -1
        self.ply = 0
        self.acted: Action | None = None
        self.due = 1
        self.played: dict[int, Action | None] = {}  # None for one that was left out
        self.round = 0
        self.ended = False
        self.turn = 0
        self.awaits: type | None = None
        self.tally: int | None = None
        self.earned: int | None = None
        self.reason = ""
        self.ledger = Ledger(self.seats, position.totals[1])
        self.faults: list[Fault] = []
        self.denied: list[Denial] = []
        self.omissions = NO_OMISSIONS
        self.place: Place = (1, 0)
        self.follows: Callable[[int], bool] = _not_known

    def copy(self) -> Self:
        """Return a table that goes its own way from here."""
        twin = twin_of(self)
        twin.faults = []
        return twin

    # -- queries

    @property
    @abstractmethod
    def deck(self) -> str:
        """Return the pack it is played with, as a Deck tag names it: `52`, `32`, `52x2`."""

    @property
    @abstractmethod
    def deal(self) -> int:
        """Return the number of the deal in play within its round; 0 before the first card."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Return whether the game has come to its end."""

    def may_come_to(self, totals: Totals, *, goes_on: bool) -> bool:
        """Return whether play may go on to these totals, in a game whose players score while a hand
        is played: within the hand, or beyond it where it is known that the game `goes_on`."""
        return False

    @property
    def trick_number(self) -> int:
        """Return the number of the trick that the last action belongs to; 0 where it belongs to
        none."""
        return 0

    @property
    def trick_taker(self) -> int:
        """Return who has won the trick that the last action completed; 0 where it did not, or the
        winner is unknown."""
        return 0

    @abstractmethod
    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Return every use of the pack so far, for the card count; with `last` only the latest."""

    def miswritten(self) -> Mapping[int, tuple[Card, ...]]:
        """Return the cards that lines beside the plays must have meant, by their events, where they
        list others and the plays leave no doubt."""
        return {}

    def forget_dealt(self) -> None:  # not worth it in every game
        """Forget the cards of deals before the last one: no later event needs them, and no card
        count is to count them again."""

    @abstractmethod
    def missing(self) -> str:
        """Return what the game still lacks to be over, in words; empty when it is over."""

    @property
    def awaited(self) -> int:
        """Return who is to act next; 0 where it is unknown."""
        return self.turn

    @property
    def in_step(self) -> bool:
        """Return whether play had been sound for so long, before the event now happening, that no
        earlier fault displaces it any more."""
        return False

    def turn_clause(self, action: Action) -> str:
        """Return the clause about whose turn it is to take such an action."""
        return self.clauses["turn"]

    # -- unwritten plays

    def stand_in(self, seat: int) -> Action:
        """Return what an action of this seat that was left out, or cannot be read, is taken for."""
        return Play(None, seat, (UNKNOWN,))

    @property
    def can_suppose(self) -> bool:
        """Return whether a play that was left out can be supposed here."""
        return True

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        """Report that `plays` plays are missing here, `found` instead; and go on as if each had
        been made with an unknown card. Return whether they can have been made here."""
        first, last = f"{self.ply + 1}.", f"{self.ply + plays}."
        due = (
            first
            if plays == 1 or found[0].isdigit()
            else Phrase("{first} to {last}", first=first, last=last)
        )
        seat = (self.turn or None) if plays == 1 else None
        self.fault("missing-play", self.clauses["missing"], due, found, seat=seat, part=part)
        for left in range(plays, 0, -1):
            if not self.can_suppose:
                self.open_gap()
                self.ply += left
                self.due += left if self.due else 0
                return False
            self.ply += 1
            if part == "number":
                self.played[self.due] = None
            self.due += self.due > 0
            event = self.stand_in(self.turn)
            self.handlers[type(event)](self, event)
        self.faults = [fault for fault in self.faults if fault.code != "unknown-card"]
        return True

    def resume(self, action: Action) -> None:  # most games cannot tell by a number
        """Go on with an action whose number is known, after a stretch that was not written down."""

    def look_ahead(self, events: Sequence[Event], result: Totals) -> None:  # most games need not
        """Note what a record and the result in its tag show as a whole, before it happens: for
        games in which later lines tell how an early one is meant."""

    @property
    def nothing_missing(self) -> bool:
        """Return whether the numbers show that nothing is missing before the next action."""
        return self.due > 0 and self.follows(self.due)

    def may_go_beyond(self, event: Gap) -> bool:
        """Return whether a written gap may take more than the rest of the hand in play."""
        return True

    def open_gap(self) -> None:
        """Make everything unknown from here on, until a line or a play shows where play stands."""
        raise NotImplementedError

    def move_on(self, action: Action) -> None:
        """Move on to the phase to which an action of another kind than the one awaited belongs, or
        report that it does not belong here. Its rule is asked next in either case."""
        self.fault("not-now", self.turn_clause(action), AWAITED[self.awaits],
                   AWAITED[type(action)], seat=action.seat)  # fmt: skip

    def stop(self) -> None:  # most games have nothing to say then
        """End the record, and report what it leaves open for good."""

    def meant(self, event: Event, code: str) -> Event:
        """Return the event that was probably meant in place of one with this fault, at the table as
        it was before: the same by the player whose turn it was."""
        return event._replace(seat=self.turn or event.seat) if isinstance(event, Action) else event

    def otherwise(self, event: Event) -> Event:
        """Return another possible meaning of an event that breaks no rule: for games in which one
        word chooses how the rest is to be played."""
        return event

    # -- for rules

    def score(self, seat: int, points: int, clause: str) -> None:
        """Enter points for a seat, with their clause."""
        self.ledger.enter(self.ply, seat, points, clause)

    def objections(self) -> list[str]:
        """Return the codes of the position's objections since the last time, and forget what it
        left open."""
        position = self.position
        found = [code for _, _, code, _ in position.objections]
        position.objections, position.open = [], []
        return found

    def knows_seat(self, seat: int, part: str = "seat") -> bool:
        """Return whether a player sits there; report a seat without a player."""
        if 0 < seat <= self.seats:
            return True
        self.fault("no-such-seat", self.clauses["players"], seats_up_to(self.seats), f"p{seat}",
                   seat=seat, part=part)  # fmt: skip
        return False

    def fault(
        self, code: str, clause: str, expected: str, found: str,
        *, seat: int | None = None, part: str = "", severity: Severity = "error",
        at: int | None = None, ply: int | None = None, shown: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """Report a fault."""
        self.faults.append(
            Fault(code, severity, clause, seat, expected, found, part, at, ply, shown)
        )

    def after(self, seat: int, among: Sequence[int] = ()) -> int:
        """Return the next seat clockwise, of those who take part (all when none are named)."""
        seat %= self.seats
        if not among:
            return seat + 1
        return min([other for other in among if other > seat] or among)


Table: TypeAlias = TableOf[Position]
"""The table of any game."""
