"""The table at one moment of a game of Count to 20, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, Self

from archive.core.cards import Card, Hand
from archive.core.events import Action, Deal, End, Play, Score
from archive.core.ledger import Ledger
from archive.games.count_to_20.clauses import (
    BY_TURNS,
    FEWEST_WINS,
    LINES,
    NOT_WRITTEN,
    ONE_PACK,
    PLAYERS,
    STANDING,
    UNFINISHED,
)
from archive.games.count_to_20.values import LAST, PACK, Counts, in_words, only
from archive.rules.claims import Dealing
from archive.rules.holdings import all_seen
from archive.rules.table import Table


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays: to how many points, whether with an empty stock one must make the
    count, and what becomes of a tie."""

    target: int = 100
    empty_stock: Literal["forced", "may-pass"] = "forced"
    tie: Literal["shared", "play-on"] = "shared"


class OpenPass(NamedTuple):
    """A pass of somebody who had to make the count if that could be done, and whose cards are not
    all known: where it stands, what was due, and how many cards had been played from the hand."""

    at: int
    ply: int
    seat: int
    due: Counts
    played: int


class OpenSet(NamedTuple):
    """A set of which some cards are not named, and which may not make what was due: where it
    stands, and what was due."""

    at: int
    ply: int
    seat: int
    due: Counts
    cards: tuple[Card, ...]


class CountTable(Table):
    """The table at one moment of a game of Count to 20.

    `hands` are the hands in play by seat, `dealt` those of all deals by their numbers. `made` is
    the last count made, as bits, several where the record does not say which; `stock` the fewest
    and the most cards the stock can have. `loose` are the seats to whose hands cards may have come,
    or from which they may have gone, that nobody wrote down. `unnamed` has the cost of each card a
    seat has played without a name. `passes` counts those in a row.
    """

    __slots__ = (
        "accepted", "adrift", "before", "beyond", "dealer", "dealer_due", "dealt", "ended", "fresh",
        "gapped", "hands", "in_play", "late", "loose", "made", "maybe_over", "number", "numbered",
        "open_passes", "open_sets", "opened", "options", "passes", "said_cards", "scored",
        "shaken", "shown", "stock", "strayed", "turns", "unnamed", "unseen", "untold",
    )  # fmt: skip

    game: ClassVar[str] = "count-to-20"
    gap_within: ClassVar[bool] = True
    claimants: ClassVar[frozenset[type]] = frozenset({Deal, Score, End})
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "count-not-made", "empty-stock", "passed", "could-make-count",
         "card-not-held", "after-the-end", "wrong-number-of-cards"}
    )  # fmt: skip
    out_of_step: ClassVar[frozenset[str]] = displacing | {"short-deal"}
    unsettling: ClassVar[frozenset[str]] = frozenset(
        {"wrong-number-of-cards", "card-not-held", "after-the-end"}
    )

    def __init__(self, options: Options, seats: int) -> None:
        super().__init__(seats)
        self.options = options
        self.number = 0  # of the deal in play or just over
        self.numbered = True  # it is known how many deals there have been
        self.dealer = 0
        self.dealer_due = 0  # 0 where it is not known, as in the first deal
        self.said_cards: int | None = None  # to each, as the deal's line says
        self.fresh = 0  # who else may begin: the deal's line names a dealer who was not due
        self.in_play = False
        self.maybe_over = False  # the hand may be over, but the record does not say enough
        self.scored = True  # the last hand has been entered in the ledger, and told
        self.shown = False
        self.turns = 0  # in this hand
        self.made: Counts = 1
        self.stock = (0, 0)
        self.passes = 0
        self.gapped = False  # nothing but passes since a stretch not written down
        self.hands: dict[int, Hand] = {}
        self.loose: set[int] = set()
        self.unnamed: dict[int, list[int | None]] = {}
        self.untold: set[int] = set()  # whose cards left nobody knows, of the hand just over
        self.open_passes: list[OpenPass] = []
        self.open_sets: list[OpenSet] = []
        self.dealt: list[tuple[int, dict[int, Hand]]] = []
        self.before = self.ledger  # as it was before this hand was scored
        self.beyond = False  # the record goes on after the game is over
        self.ended = False
        self.adrift = False  # nothing is known until a hand is dealt
        self.accepted = -1  # the last play that was one
        self.late = False  # the first deal written down may be a later one
        self.opened = 0  # which event opened the deal
        self.unseen = False  # cards may have been drawn in this hand that nobody wrote down
        self.strayed = False  # somebody had a turn after the hand was over: perhaps it was not
        self.shaken = (-99, -99)  # the plies of the last two faults

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self.copy_into(twin)
        for name in CountTable.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.loose = self.loose.copy()
        twin.untold = self.untold.copy()
        twin.unnamed = {seat: costs.copy() for seat, costs in self.unnamed.items()}
        twin.open_passes = self.open_passes.copy()
        twin.open_sets = self.open_sets.copy()
        twin.dealt = self.dealt.copy()
        if twin.dealt:  # only the hands of the last deal can still change
            number, hands = twin.dealt[-1]
            hands = {seat: hand.copy() for seat, hand in hands.items()}
            twin.dealt[-1] = number, hands
            twin.hands = hands
        return twin

    @property
    def deck(self) -> str:
        return "52"

    @property
    def deal(self) -> int:
        return self.number

    @property
    def count(self) -> int | None:
        """The last count made in this hand, 0 for none yet; None where it is not known."""
        return only(self.made)

    @property
    def due_counts(self) -> Counts:
        """Clause 3.1: what may be due."""
        return self.made << 1 & ((2 << LAST) - 1)

    @property
    def over(self) -> bool:
        return self.reached is True

    @property
    def reached(self) -> bool | None:
        """Whether the game has come to its end (7.1, 7.5); None where that is not known."""
        if self.in_play or not self.number:
            return False
        target, totals = self.options.target, self.ledger.totals()
        lowest = [self.ledger.totals_by_seat[seat] for seat in totals]  # points never go down
        if max(lowest) < target:
            return None if self.ledger.unknown else False
        if self.options.tie == "shared":
            return True
        if self.ledger.unknown:
            return None
        return lowest.count(min(lowest)) == 1

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 7.3."""
        fewest = min(totals.values())
        return [seat for seat, total in totals.items() if total == fewest]

    def missing(self) -> str:
        if self.over:
            return ""
        if self.in_play:
            return f"the count of {in_words(self.due_counts)} in deal {self.number}"
        return f"deal {self.number + 1}" if self.number else "the first deal"

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 1.2: each deal shuffles the whole pack."""
        for number, hands in self.dealt[-last:]:
            held = [(seat, number, hand) for seat, hand in sorted(hands.items())]
            listed, played = all_seen(held)
            yield Dealing(f"deal {number}", PACK, ONE_PACK, listed, played)

    def forget_dealt(self) -> None:
        self.dealt = [*((number, {}) for number, _ in self.dealt[:-1]), *self.dealt[-1:]]

    @property
    def can_suppose(self) -> bool:
        return self.in_play and self.turn > 0

    def stand_in(self, seat: int) -> Action:
        """A turn of which nothing is known: no cards, so no play that could be written."""
        return Play(None, seat, ())

    @property
    def in_step(self) -> bool:
        """Whether all went well for so long before this event that no earlier fault explains one
        now."""
        earlier, last = self.shaken
        return self.ply - (earlier if last == self.ply else last) > 2 * self.seats

    def fault(self, code: str, clause: str, expected: str, found: str, **more: Any) -> None:
        super().fault(code, clause, expected, found, **more)
        if more.get("severity", "error") == "error" and self.shaken[1] != self.ply:
            self.shaken = self.shaken[1], self.ply

    def restore(self, ledger: Ledger) -> None:
        """Take back what has been scored since the ledger was like this."""
        self.ledger = ledger.copy()

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": BY_TURNS, "order": LINES, "lines": LINES, "pack": ONE_PACK, "players": PLAYERS,
        "missing": NOT_WRITTEN, "score": STANDING, "result": FEWEST_WINS,
        "unfinished": UNFINISHED,
    }  # fmt: skip
