"""The table at one moment of a game of Zwanzig ab, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from archive.core.cards import SUITS, UNKNOWN, Card, Hand
from archive.core.events import Trick
from archive.games.zwanzig_ab.cards import HAND, PACK
from archive.games.zwanzig_ab.clauses import (
    DEALS_GO_ROUND,
    FIVE_CARDS,
    FOUR_PLAYERS,
    LEADER,
    LINES,
    LOWEST_WINS,
    NOT_WRITTEN,
    ONE_CARD_EACH,
    ONE_PACK,
    STANDING,
    TRICK_WINNER,
    TRUMP_MAKER,
    UNFINISHED,
)
from archive.rules.claims import Dealing
from archive.rules.holdings import all_seen
from archive.rules.trick_taking import TrickPlay, TrickTable

SEATS = 4
OPENING = 20
FREE_DEALS = 8
"""After so many deals the rules change (3.3)."""

ORDERS = {
    start: [(start - 1 + step) % SEATS + 1 for step in range(SEATS)]
    for start in range(1, SEATS + 1)
}
"""Clockwise, from each seat."""

STOCK = PACK.size - SEATS * HAND


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `sweep` is what all five tricks take off; `dropping` whether anybody
    may drop out at all; `held` whether trumps must be a suit among the maker's first two cards;
    `none_or_three` whether an exchange is of three cards or none."""

    sweep: int = 5
    late_if_tied: bool = True
    dropping: bool = True
    held: bool = False
    none_or_three: bool = False
    down: bool = False


class ZwanzigTable(TrickTable):
    """The table at one moment of a game of Zwanzig ab or Twenty down.

    `phase` is what is going on: `deal`, `exchange`, `stay`, `tricks`; `gap` after a stretch that
    was not written down, `void` where cards are played though all others have dropped out; empty
    before a deal and after it. `number` is the number of the deal in
    play, or of the last one, None where nobody knows; `late` whether the rules have changed for it
    (3.3). `trump` is the trump suit, None while it is not known. `dropped` are the seats that have
    dropped out, `undecided` those of which it is not written whether they stay in. `tricks` has
    the completed tricks of this deal, `takers` who may have won each; they stay until the next
    deal.
    """

    __slots__ = (
        "asked", "begun", "decided", "doubt_at", "dropped", "early", "ended", "exchanges", "firsts",
        "is_over", "late", "lined", "listed", "named_at", "number", "options", "past_end", "phase",
        "plies", "reached", "said_deal", "said_dealer", "size", "stays", "takers", "told_lead",
        "tricks", "trump", "undecided", "unsure_leads", "unwritten",
    )  # fmt: skip

    game: ClassVar[str] = "zwanzig-ab"

    def __init__(self, options: Options) -> None:
        super().__init__(SEATS, OPENING)
        self.options = options
        self.phase = ""
        self.number: int | None = 0
        self.doubt_at = -1  # the first deal line, where it says that it is not the first deal
        self.said_dealer = 0  # named by the deal line though another is due
        self.said_deal: tuple[int | None, int | None] = (None, None)  # dealer due, cards each
        self.size = HAND
        self.late: bool | None = False
        self.reached: bool | None = False  # somebody stood at zero or below within eight deals
        self.listed: set[int] = set()  # seats whose hand is listed
        self.firsts: dict[int, tuple[Card, ...]] = {}  # the first two cards, where told apart
        self.trump: str | None = None
        self.named_at = -1  # the event that named trumps
        self.asked = False  # it was noted that trumps are not known
        self.begun = False  # the phase has a line or an action of its own
        self.exchanges = 0
        self.stays = 0
        self.decided: set[int] = set()  # who has said whether to stay in
        self.dropped: list[int] = []
        self.undecided: set[int] = set()
        self.tricks: list[list[TrickPlay]] = []
        self.takers: list[frozenset[int]] = []
        self.plies: dict[int, int] = {}  # of this deal's plays, by event
        self.unwritten: set[int] = set()  # deals whose exchange is not written down, or not all
        self.lined = -1  # how many tricks were over at the last @trick
        self.early: tuple[Trick, int] | None = None  # a @trick before the one before is complete
        self.told_lead = -1  # the play of whose lead it was said that another is to lead
        self.unsure_leads: set[int] = set()  # plays that led when it was not certain who was to
        self.is_over = False
        self.past_end = False  # the record has gone on, and that was reported
        self.ended = False

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self.copy_into(twin)
        for name in (
            "asked", "begun", "doubt_at", "early", "ended", "exchanges", "is_over", "late", "lined",
            "named_at", "number", "options", "past_end", "phase", "reached", "said_deal",
            "said_dealer", "size", "stays", "told_lead", "trump",
        ):  # fmt: skip
            setattr(twin, name, getattr(self, name))
        for name in (
            "decided", "dropped", "firsts", "listed", "plies", "takers", "tricks", "undecided",
            "unsure_leads", "unwritten",
        ):  # fmt: skip
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # -- what can be asked

    @property
    def deck(self) -> str:
        return "32"

    @property
    def over(self) -> bool:
        return self.is_over

    @property
    def maker(self) -> int:
        """Clause 3.1: who names trumps; 0 while the dealer is not known."""
        return self.after(self.dealer) if self.dealer else 0

    @property
    def order(self) -> list[int]:
        """The seats from the trump maker to the dealer; from the first where nobody knows."""
        return ORDERS[self.maker or 1].copy()

    @property
    def all_stay(self) -> bool:
        """Whether it is certain that nobody may drop out of this deal (5.3, 5.4, 9.2)."""
        return not self.options.dropping or self.trump == "d" or self.late is True

    @property
    def walkover(self) -> bool:
        """Whether all others have dropped out of the last deal (5.5)."""
        return bool(self.maker) and self.playing == [self.maker]

    @property
    def trumps(self) -> Sequence[str]:
        """The suits that may be trumps: one where it is known."""
        return self.trump or SUITS

    @property
    def lacking(self) -> int:
        """How many plays the trick on the table lacks, where it is the last one of the deal."""
        if self.phase != "tricks" or len(self.won) != self.size - 1 or self.disturbed:
            return 0
        return max(0, len(self.playing) - len(self.trick)) if not self.complete else 0

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 8.1: the lowest."""
        lowest = min(totals.values(), default=0)
        return [seat for seat, total in totals.items() if total == lowest]

    def missing(self) -> str:
        if self.over:
            return "nothing: the game is over"
        number = self.number if self.number is not None else "?"
        if not self.phase:
            return f"deal {self.number + 1}" if self.number is not None else "a deal"
        return f"the rest of deal {number}"

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 2.1: each deal uses the whole pack."""
        for number, hands in self.hands_dealt(last):
            if number in self.unwritten:  # what was put away of those hands nobody knows
                shown = [(seat, deal, _as_shown(hand)) for seat, deal, hand in hands]
                listed, played = (list(cards) for cards in all_seen(shown))
                yield Dealing(f"deal {number}", PACK, ONE_PACK, listed, played)
            else:
                yield Dealing(f"deal {number}", PACK, ONE_PACK, *all_seen(hands))

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": ONE_CARD_EACH, "order": LINES, "lines": LINES, "pack": ONE_PACK,
        "players": FOUR_PLAYERS, "missing": NOT_WRITTEN, "unfinished": UNFINISHED,
        "score": STANDING, "result": LOWEST_WINS, "leader": LEADER, "trick-winner": TRICK_WINNER,
        "hand": ONE_CARD_EACH, "dealer": DEALS_GO_ROUND, "hand-size": FIVE_CARDS,
        "trump-maker": TRUMP_MAKER,
    }  # fmt: skip

    displacing: ClassVar[frozenset[str]] = frozenset(
        {
            "wrong-turn", "wrong-leader", "card-not-held", "not-followed", "not-trumped",
            "wrong-number-of-cards", "uneven-exchange", "exchanged-too-many", "wrong-trump",
            "may-not-drop-out", "not-now",
        }
    )  # fmt: skip
    unsettling: ClassVar[frozenset[str]] = frozenset({"not-now"})
    retold: ClassVar[frozenset[str]] = displacing - unsettling


def _as_shown(hand: Hand) -> Hand:
    """A hand without the cards put away in an exchange that nobody wrote down: there may have been
    none. Any card played may have been dealt, or taken."""
    put_away = len(hand.reach)
    twin = hand.copy()
    if not any(card is not UNKNOWN for card in hand.played[:put_away]):
        del twin.played[:put_away], twin.played_at[:put_away]
        twin.reach = ()
    return twin


def unknown_hand(size: int) -> tuple[Card, ...]:
    return (UNKNOWN,) * size
