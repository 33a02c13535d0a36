"""What every game's rules have in common: a table that awaits something, events that happen to it,
and faults with their clause.

A game is a `Table` with one rule a kind of event. The kernel looks after what is the same
everywhere (does this kind of event belong to the game, is it this player's turn), so that a rule
never asks whose turn it is. A rule changes the table, enters what it earns in the ledger, and
reports what is wrong as a value; it never raises, because the rest of the record can still be
checked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

from archive.cards import UNKNOWN, Card, Pack
from archive.diagnostics import Severity
from archive.events import ANNOTATIONS, End, Event, Play, Score, Unread
from archive.ledger import Ledger, Line
from archive.notation.writer import written

Rule: TypeAlias = Callable[[Any, Any], None]
"""One rule: what an event of one kind does to the table. Called with both."""


POINTS = frozenset({"points", "bonus", "score", "result"})
"""The kinds of claims that are about points on somebody's account."""


class Fault(NamedTuple):
    """A broken rule, or something that cannot be known from the record (severity `note`).

    `part` names the part of the event it is about (`cards`, `seat`, `bonus` …), so that its place
    can be found to the column; `at` is the event's index where it is not the one now happening.
    `expected` and `found` are short texts.
    """

    code: str
    severity: Severity
    clause: str
    seat: int | None
    expected: str
    found: str
    part: str
    at: int | None = None


class Claim(NamedTuple):
    """What the record says about one number, and what the rules give for it.

    `claimed` is None where the record says nothing, `computed` where the rules cannot say. `part`
    names the part of the event the claim stands in.
    """

    kind: str
    seat: int | None
    claimed: int | None
    computed: int | None
    clause: str
    part: str


class Seen(NamedTuple):
    """A card that one dealing of the pack must have held: the event that shows it, and the hand it
    belongs to (seat, number of the hand), if any."""

    card: Card
    at: int
    seat: int | None
    hand: int | None


class Dealing(NamedTuple):
    """One use of the pack, from shuffle to shuffle. `listed` is what the record says was held;
    `played` the same with every hand that its own plays contradict replaced by those plays."""

    name: str
    pack: Pack
    clause: str
    listed: list[Seen]
    played: list[Seen]


class Table(ABC):
    """The table at one moment of a game.

    `turn` is the seat that must act next, 0 when anyone may. `tally` and `earned` are what the last
    play made and scored, None when the record does not say enough; `reason` is the clause that
    decided it. `round` counts from 1, 0 before the game begins. `at` is the index of the event now
    happening, `ply` the number of plays so far, those that were left out included. `due` is the
    number the next play should have, 0 when any will do; `played` has plays by their numbers.
    """

    __slots__ = (
        "at", "due", "earned", "faults", "ledger", "played", "ply", "reason", "round", "tally",
        "turn",
    )  # fmt: skip

    game: ClassVar[str]
    deck: ClassVar[str]
    """The pack it is played with, as a Deck tag names it."""
    rules: ClassVar[Mapping[type, Rule]]
    clauses: ClassVar[Mapping[str, str]]
    """The clause behind each kind of claim (`tally`, `score`, …) and each check of the kernel."""

    def __init__(self, seats: int) -> None:
        self.at = -1
        self.ply = 0
        self.due = 1
        self.played: dict[int, tuple[int, tuple[Card, ...]]] = {}
        self.round = 0
        self.turn = 0
        self.tally: int | None = 0
        self.earned: int | None = 0
        self.reason = ""
        self.ledger = Ledger(seats)
        self.faults: list[Fault] = []

    def copy_into(self, twin: Table) -> None:
        """Give a new table this one's share of the state; games add their own in `copy`."""
        twin.at = self.at
        twin.ply = self.ply
        twin.due = self.due
        twin.played = self.played.copy()
        twin.round = self.round
        twin.turn = self.turn
        twin.tally = self.tally
        twin.earned = self.earned
        twin.reason = self.reason
        twin.ledger = self.ledger.copy()
        twin.faults = []

    @abstractmethod
    def copy(self) -> Table:
        """A table that goes its own way from here."""

    @property
    @abstractmethod
    def deal(self) -> int:
        """The number of the deal in play within its round; 0 before the first card."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has come to its end."""

    @property
    @abstractmethod
    def winners(self) -> list[int]:
        """Who wins by the standing as it is, several when it is a draw; none when unknown."""

    @abstractmethod
    def dealings(self) -> Iterable[Dealing]:
        """Every use of the pack so far, for the census."""

    @abstractmethod
    def missing(self) -> str:
        """What the game still lacks to be over, in words; empty when it is over."""

    @abstractmethod
    def believe_tally(self, seat: int, tally: int) -> None:
        """Go on as if the last play had made this tally: score it again by the same clauses."""

    def leave_out(self, plays: int, found: str, part: str = "") -> None:
        """Report that so many plays are missing here, `found` instead; and go on as if each had
        been made with a card nobody knows."""
        self.fault("missing-play", self.clauses["missing"], f"{self.ply + 1}.", found, part=part)
        rule = self.rules[Play]
        for _ in range(plays):
            self.ply += 1
            self.due += self.due > 0
            rule(self, Play(None, self.turn, (UNKNOWN,)))
        self.faults = [fault for fault in self.faults if fault.code != "unknown-card"]

    @abstractmethod
    def left_out(self, play: Play, missing: int) -> bool:
        """Whether so many plays were left out of the record just before this one, as its number
        says, or only the number is wrong."""

    @abstractmethod
    def resume(self, number: int) -> None:
        """Go on with the play of this number after a stretch that was not written down."""

    def claims(self, event: Event) -> Iterable[Claim]:
        """What an event just past claims, and what the rules give for it. Games add theirs."""
        clauses = self.clauses
        if isinstance(event, Play):
            seat = event.seat
            yield Claim("tally", seat, event.tally, self.tally, clauses["tally"], "tally")
            yield Claim("points", seat, event.points, self.earned, self.reason, "points")
        elif isinstance(event, Score | End):
            kind = "score" if isinstance(event, Score) else "result"
            first = dict(reversed(event.totals))  # of two words about a seat the first counts
            for seat, total in sorted(first.items()):
                yield Claim(kind, seat, total, self.ledger.total(seat), clauses[kind], f"p{seat}")
            if isinstance(event, End) and event.winners:
                claimed, computed = _one(event.winners), _one(self.winners)
                yield Claim("winner", None, claimed, computed, clauses["result"], "win")

    def believe(self, claim: Claim) -> None:
        """Go on as if this claim were right, to see what else would follow from it."""
        if claim.claimed is None or claim.seat is None:
            return
        if claim.kind == "tally":
            self.believe_tally(claim.seat, claim.claimed)
        elif claim.kind in POINTS and claim.computed is not None:
            self.ledger.correct(claim.seat, claim.claimed - claim.computed)

    def score(self, seat: int, points: int, clause: str) -> None:
        self.ledger.enter(Line(self.ply, seat, points, clause))

    def fault(
        self, code: str, clause: str, expected: str, found: str,
        *, seat: int | None = None, part: str = "", severity: Severity = "error",
        at: int | None = None,
    ) -> None:  # fmt: skip
        self.faults.append(Fault(code, severity, clause, seat, expected, found, part, at))


def _one(winners: Sequence[int]) -> int | None:
    """The seat that wins alone, 0 for several, None for nobody known."""
    return winners[0] if len(winners) == 1 else 0 if winners else None


def step(table: Table, event: Event, at: int) -> None:
    """Let one event of a record happen to the table; `at` is its index in the record.

    Annotations change nothing. What is wrong is in `table.faults` afterwards; the caller takes it
    from there.
    """
    kind: type = type(event)
    if kind is Unread and event.seat:  # type: ignore[union-attr]
        event = Play(None, event.seat, (UNKNOWN,), None, None, "")  # type: ignore[union-attr]
        kind = Play
    rule = table.rules.get(kind)
    if rule is None:
        if kind not in ANNOTATIONS:
            table.at = at
            table.fault("foreign-line", table.clauses["lines"], f"a line of the game {table.game}",
                        written(event))  # fmt: skip
        return
    table.at = at
    if isinstance(event, Play):
        number, seat = event.number, event.seat
        if number is not None and number != table.due and not _follows_on(table, event, number):
            return
        table.ply += 1
        if number is not None:
            table.played[number] = seat, event.cards
            table.due = number + 1
        elif table.due:
            table.due += 1
        if seat != table.turn and table.turn:
            table.fault("wrong-turn", table.clauses["turn"], f"p{table.turn}", f"p{seat}",
                        seat=seat, part="seat")  # fmt: skip
    rule(table, event)


def _follows_on(table: Table, play: Play, number: int) -> bool:
    """What a play's number says that is not the one due: where a gap ended, that plays were left
    out, or that this one was written twice and never happened (False)."""
    if not table.due or (not table.ply and number > 1):
        table.resume(number)
    elif number < table.due:
        if table.played.get(number) == (play.seat, play.cards):
            table.fault("doubled-play", table.clauses["order"], f"{table.due}.", f"{number}. again",
                        seat=play.seat, part="number")  # fmt: skip
            return False
    elif table.left_out(play, number - table.due):
        table.leave_out(number - table.due, f"{number}.", part="number")
    return True
