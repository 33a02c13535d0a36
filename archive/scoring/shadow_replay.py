"""The shadow replay: the game as it would be if all claims of the record were right.

When a claim is wrong, the question is what else follows from it. The shadow replay is a second
table that assumes every wrong claim and goes on by the same rules. A later claim that is wrong too,
but right on this table, only follows from the first; one that fits neither table is a new mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from archive.core.budgets import REPLAYED, Steps
from archive.core.events import Event
from archive.rules.advance import advance
from archive.rules.faults_and_claims import POINTS, Claim
from archive.rules.table import Table
from archive.telling.finding_drafts import Copies, Draft


class Mistakes:
    """Mistakes that are open together, each once, in the order in which they were found.

    There may be as many as a record has lines, and every further one asks for the earliest, which
    is therefore kept.
    """

    __slots__ = ("_found", "earliest")

    def __init__(self, found: Iterable[Draft] = ()) -> None:
        self._found: dict[Draft, None] = {}
        self.earliest: Draft | None = None
        for finding in found:
            self.add(finding)

    def __iter__(self) -> Iterator[Draft]:
        return iter(self._found)

    def add(self, finding: Draft) -> None:
        """Add an open mistake."""
        self._found[finding] = None
        if self.earliest is None or finding.offset < self.earliest.offset:
            self.earliest = finding


def earliest(several: Iterable[Mistakes]) -> Draft | None:
    """Return the earliest of all these mistakes, None where there are none."""
    first = [some.earliest for some in several if some.earliest is not None]
    return min(first, key=lambda finding: finding.offset, default=None)


TALLY = "tally"
COUNTED = frozenset({"tally", "count"})
"""The claims of a play: the next right play ends a mistake about them."""
COUNTING = COUNTED | {"king", "pair"}
"""The claims of what the cards of a play count."""
STATE = "state"
"""The key of mistakes about the play itself: who leads, who deals, who is out."""

LATE = frozenset({"points", "bonus", "score", "result", "worth", "winner"})

MOST_REPLAYS = 8  # replaying a record from its start is not done for every one of a thousand faults

NO_FAULTS: AbstractSet[str] = frozenset()

Key = int | str


class ShadowReplay:
    """The second table, and the first mistakes that nothing has corrected yet.

    `open` has those mistakes by what they moved: the tally, the cards turned up, the state of play,
    or a seat's points. `begun` is whether a claim has been wrong, or a fault replayed as it may
    have been meant. From then on there is a second table; events happen to it when it is asked,
    which after most mistakes it never is again.
    """

    def __init__(
        self, events: Sequence[Event], open_table: Callable[[], Table], start: int = 0
    ) -> None:
        """Take the events of a record and `open_table`, which returns the table before the event
        `start`. Once the game has been replayed up to an event, it is replayed from there the next
        time."""
        self._events = events
        self._open_table = open_table
        self._start = start
        self._replays = 0
        self._due: list[tuple[int, int, str]] = []  # replays: from where, to which fault, its code
        self._steps = Steps(REPLAYED)
        self._meant: dict[int, Event] = {}  # what events are taken for, by their index
        self._beliefs: dict[int, list[Claim]] = {}  # after which events what was assumed
        self._right: list[tuple[int, Claim]] = []  # claims that correct it, and their events
        self._table: Table | None = None
        self._next = start  # the event that happens to it next
        self._told = NO_FAULTS  # those of it at the event before
        self.begun = False
        self.open: dict[Key, Mistakes] = {}

    def apart(self, events: Sequence[Event], copies: Copies) -> ShadowReplay:
        """Return a copy that goes on by itself, with events that are the same up to here."""
        twin = ShadowReplay(events, self._open_table, self._start)
        twin._replays, twin._due = self._replays, self._due.copy()
        twin._right = self._right.copy()
        twin._steps = self._steps.copy()
        twin._meant = self._meant.copy()
        twin._beliefs = {at: claims.copy() for at, claims in self._beliefs.items()}
        twin._table = self._table and self._table.copy()
        twin._next, twin._told, twin.begun = self._next, self._told, self.begun
        twin.open = {key: Mistakes(copies.of_all(found)) for key, found in self.open.items()}
        return twin

    def table_after(self, at: int) -> Table | None:
        """Return the second table after an event; None while there is none."""
        if self._due:
            self._replay()
        table = self._table
        if table is None:
            return None
        for now in range(self._next, min(at + 1, len(self._events))):
            advance(table, self._meant.get(now, self._events[now]), now)
            self._told, self._next = NO_FAULTS, now + 1
            if table.faults:
                self._told, table.faults = {fault.code for fault in table.faults}, []
            while self._right and self._right[0][0] == now:
                self._correct(self._right.pop(0)[1], table)
        return table

    def faults_at(self, at: int) -> AbstractSet[str] | None:
        """Return the codes of the faults at an event of the second table; None where there is no
        such table or event."""
        self.table_after(at)
        return self._told if self.begun and self._next == at + 1 else None

    def replay_as_meant(self, finding: Draft, rules: Table) -> None:
        """Replay the game with the event now happening as it may have been meant (`Table.meant`),
        unless enough has been replayed."""
        now = rules.at
        if self._right:
            self.table_after(now)
        if self._replays == MOST_REPLAYS or now - self._start > self._steps.left:
            return
        self._replays += 1
        self._steps.take(now - self._start)
        self._due.append((self._start, now, finding.code))
        self._start, self.begun = now, True
        keys: list[Key] = [TALLY, STATE, *rules.ledger.totals()]
        for key in keys:
            self._leave_open(key, finding)

    def _replay(self) -> None:
        """Replay the game to each of the faults for which this is due."""
        due, self._due = self._due, []
        for start, now, code in due:
            table = self._open_table()
            for at in range(start, now):
                advance(table, self._meant.get(at, self._events[at]), at)
                for claim in self._beliefs.get(at, ()):
                    table.assume(claim)
            table.faults = []
            self._open_table = table.copy().copy
            self._meant[now] = table.meant(self._meant.get(now, self._events[now]), code)
            self._table, self._next = table, now

    def same_claim(self, claim: Claim, at: int) -> Claim:
        """Return the same claim of an event with the value of the second table; where that sees no
        such claim, it has no objection.

        It is asked each time: assuming a tally may have changed the points of the play.
        """
        table = self.table_after(at)
        if table is None:
            return claim
        same = (
            one
            for one in table.claims(self._events[at])
            if (one.kind, one.seat) == (claim.kind, claim.seat)
        )
        return next(same, claim._replace(computed=claim.claimed))

    def may_correct(self, kind: str) -> bool:
        """Return whether a right claim of this kind may correct the second table."""
        if kind in COUNTED:
            return TALLY in self.open
        return kind in ("score", "result") and any(type(key) is int for key in self.open)

    def correct(self, claim: Claim, at: int) -> None:
        """Correct the second table by a right claim of an event, where it differs."""
        key = TALLY if claim.kind in COUNTED else claim.seat or 0
        if not (self.begun and claim.kind in (*COUNTED, "score", "result") and key in self.open):
            return
        self.open.pop(key)
        if self._table is None or self._due or self._next <= at:
            self._right.append((at, claim))
        else:
            self._correct(claim, self._table)

    def _correct(self, claim: Claim, table: Table) -> None:
        if claim.kind in COUNTED:
            if table.tally != claim.claimed:
                self._assume(claim, table)
        elif claim.seat is not None:
            told = table.ledger.total(claim.seat)
            self._assume(claim._replace(computed=told), table)

    def assume(self, told: Claim, rules: Table) -> None:
        """Go on as if a claim were right; from here on at the latest the second table differs from
        the rules."""
        table = self.table_after(rules.at)
        if table is None:
            table = self._table = rules.copy()
            self._next, self.begun = rules.at + 1, True
        self._assume(told, table)

    def _assume(self, claim: Claim, table: Table) -> None:
        self._beliefs.setdefault(table.at, []).append(claim)
        table.assume(claim)

    def mistake_behind(self, claim: Claim) -> Draft | None:
        """Return the first mistake that was assumed here and that nothing has corrected since."""
        if claim.kind in ("bonus", "bonus-to"):
            found = self.open.get("up") or self.open.get(claim.seat or 0) or self.open.get(TALLY)
        elif claim.kind == "winner":
            return self.first_uncorrected
        elif claim.kind in LATE or claim.kind in COUNTING:
            key: Key = TALLY if claim.kind in COUNTING else claim.seat or 0
            found = self.open.get(key) or self.open.get(TALLY) or self.open.get(STATE)
        else:
            found = self.open.get(STATE)
            return found.earliest if found else self.first_uncorrected
        return found.earliest if found else None

    @property
    def wrong_count(self) -> Draft | None:
        """Return the earliest mistake about the tally that nothing has corrected."""
        found = self.open.get(TALLY)
        return found.earliest if found else None

    @property
    def first_uncorrected(self) -> Draft | None:
        """Return the earliest mistake that nothing has corrected."""
        return earliest(self.open.values())

    def leave_open(self, finding: Draft, claim: Claim) -> None:
        """Remember a first mistake until something corrects it."""
        if claim.kind in COUNTED:
            key: Key = TALLY
        elif claim.kind == "up":
            key = claim.kind
        elif claim.kind in POINTS or claim.kind in LATE:
            key = claim.seat or 0
        else:
            key = STATE
        self._leave_open(key, finding)

    def _leave_open(self, key: Key, finding: Draft) -> None:
        self.open.setdefault(key, Mistakes()).add(finding)

    def note_points(self, root: Draft, seat: int | None, points: int) -> None:
        """Note the points that a first mistake moved, and that it is open for that seat."""
        if seat is None:
            return
        if root.effect is not None:
            root.effect = root.effect.moving(seat, points)
        self._leave_open(seat, root)
