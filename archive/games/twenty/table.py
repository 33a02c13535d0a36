"""The table at one moment of a game of Twenty, and what can be asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypeAlias

from archive.core.cards import UNKNOWN, Card, Hand
from archive.core.events import Bonus, End, Round, Score, Up
from archive.games.twenty.clauses import (
    BY_TURNS,
    LAST_TO_SCORE,
    LINES,
    MORE_WINS,
    NOT_WRITTEN,
    ONE_PACK,
    STANDING,
    TALLY,
    TURNED_UP,
    TWO_ROUNDS,
    UNFINISHED,
)
from archive.games.twenty.values import HANDS, PACK, PLAYS, ROUNDS
from archive.rules.claims import CardSeen, Dealing
from archive.rules.holdings import all_seen
from archive.rules.table import Table


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `replenish` changes what is seen and when, never a score (2.4, 2.5)."""

    hands: Literal["hidden", "open"] = "hidden"
    replenish: Literal["own-turn", "both"] = "own-turn"


Pile: TypeAlias = list[tuple[int, Card]]
"""Tally cards: who laid each, and which it is."""


class TwentyTable(Table):
    """The table at one moment of a game of Twenty.

    `hands` are the hands in play by seat, `dealt` all hands of each round and seat so far, `pile`
    the tally cards, `swept` those that the last play set aside. `plays` counts within the round.
    """

    __slots__ = (
        "bonus", "bonus_claimed", "bonus_to", "counted", "deals", "dealt", "dealt_in", "doubtful",
        "ended", "gapped", "hands", "listed", "opened", "options", "passed_over", "passes",
        "pile", "plays", "skipping", "stale", "starter", "swept", "told_deal", "torn",
        "unordered", "up", "ups", "waiting",
    )  # fmt: skip

    game: ClassVar[str] = "twenty"
    deck: ClassVar[str] = "52"
    claimants: ClassVar[frozenset[type]] = frozenset({Up, Bonus, Score, End})
    fills_in: ClassVar[bool] = True
    whole_game: ClassVar[int] = ROUNDS * PLAYS
    plain_plays: ClassVar[bool] = True
    plain_scores: ClassVar[bool] = True
    fresh_start: ClassVar[type] = Round
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "dealt-early", "no-cards-left", "wrong-starter", "passed"}
    )
    out_of_step: ClassVar[frozenset[str]] = frozenset(
        {"dealt-early", "no-cards-left", "short-round", "not-now"}
    )  # once a play went to the wrong seat, hands run out at the wrong moment
    unsettling: ClassVar[frozenset[str]] = frozenset({"passed", "short-round"})

    def __init__(self, options: Options) -> None:
        super().__init__(2)
        self.tally = self.earned = 0
        self.options = options
        self.plays = 0
        self.starter = 0
        self.opened = 0  # which event opened the round
        self.deals = 0  # deal lines in this round
        self.up: tuple[Card, ...] = ()
        self.ups: dict[int, tuple[tuple[Card, ...], int]] = {}  # by round, with the event's index
        self.bonus: int | None = None
        self.bonus_to: int | None = None
        self.bonus_claimed = False
        self.passed_over = -1  # which standing left out a bonus that is due
        self.pile: Pile = []
        self.swept: Pile = []
        self.hands: dict[int, Hand] = {}
        self.listed: dict[int, tuple[tuple[Card, ...], int]] = {}  # for the next hand, by seat
        self.dealt: dict[tuple[int, int], list[Hand]] = {}
        self.dealt_in: dict[int, int] = {}  # by which deal of the round a seat's last hand is
        self.waiting: dict[int, int] = {}  # which hand the one listed is, where plays are left out
        self.unordered = False  # hands were left out, so that it is not known which is which
        self.told_deal = 0  # how many plays there were at the last line of a deal
        self.skipping = False  # the last line of a deal leaves out a number
        self.gapped = False  # a stretch of this round was not written down
        self.stale: dict[int, Counter[str]] = {}  # ranks of listed hands that may still be held
        self.torn = 0  # the number that was due where a stretch begins that is not written down
        self.passes = 0  # in this round, though nobody may
        self.counted = True  # it is known how many plays there were in this round
        self.doubtful: set[int] = set()  # rounds of which it is not clear what belongs to them
        self.ended = False

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        self.copy_into(twin)
        twin.options = self.options
        twin.plays = self.plays
        twin.starter = self.starter
        twin.opened = self.opened
        twin.deals = self.deals
        twin.up = self.up
        twin.ups = self.ups.copy()
        twin.bonus = self.bonus
        twin.bonus_to = self.bonus_to
        twin.bonus_claimed = self.bonus_claimed
        twin.passed_over = self.passed_over
        twin.pile = self.pile.copy()
        twin.swept = self.swept
        twin.listed = self.listed.copy()
        now = [key for key in ((self.round, 1), (self.round, 2)) if key in self.dealt]
        twin.dealt = self.dealt | {key: [hand.copy() for hand in self.dealt[key]] for key in now}
        twin.hands = {seat: twin.dealt[self.round, seat][-1] for seat in self.hands}
        twin.dealt_in = self.dealt_in.copy()
        twin.waiting = self.waiting.copy()
        twin.unordered = self.unordered
        twin.told_deal = self.told_deal
        twin.skipping = self.skipping
        twin.gapped = self.gapped
        twin.counted = self.counted
        twin.stale = {seat: cards.copy() for seat, cards in self.stale.items()}
        twin.torn = self.torn
        twin.passes = self.passes
        twin.doubtful = self.doubtful.copy()
        twin.ended = self.ended
        return twin

    @property
    def over(self) -> bool:
        return self.round == ROUNDS and self.plays == PLAYS and self.counted

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 1.3."""
        best = max(totals.values())
        return [seat for seat, total in totals.items() if total == best]

    @property
    def awaited(self) -> int:
        """Who plays next; before a round's first play whoever is said to begin it."""
        return self.turn or (0 if self.plays else self.starter)

    @property
    def deal(self) -> int:
        """The number of the hand in play, 1 to 5; 0 before the round's first card."""
        return max((len(self.dealt.get((self.round, seat), ())) for seat in (1, 2)), default=0)

    @property
    def stock(self) -> int:
        """Cards not yet dealt in this round."""
        return PLAYS - sum(
            len(hand.listed) for seat in (1, 2) for hand in self.dealt.get((self.round, seat), ())
        )

    def missing(self) -> str:
        if self.over:
            return "nothing: the game is over"
        if not self.round:
            return "the first round"
        if self.plays == PLAYS:
            return "round 2"
        return f"play {self.plays + 1} of round {self.round}"

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 2.1: each round shuffles the whole pack."""
        for number in range(max(1, self.round - last + 1) if last else 1, self.round + 1):
            if number in self.doubtful:
                continue
            up, at = self.ups.get(number, ((), -1))
            seen = [CardSeen(card, at, None, None) for card in up if card is not UNKNOWN]
            listed, played = all_seen(
                [
                    (seat, k, hand)
                    for seat in (1, 2)
                    for k, hand in enumerate(self.dealt.get((number, seat), ())[:HANDS], 1)
                ]
            )
            yield Dealing(f"round {number}", PACK, ONE_PACK, seen + listed, seen + played)

    def forget_totals(self) -> None:
        """Clause 6.3: from here on the tally of this round is not known, nor any total."""
        self.tally = self.earned = None
        self.reason = NOT_WRITTEN
        self.ledger.lose()
        self.swept = []

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": BY_TURNS, "order": LINES, "lines": LINES, "pack": ONE_PACK, "players": TWO_ROUNDS,
        "missing": NOT_WRITTEN, "tally": TALLY, "up": TURNED_UP, "bonus": LAST_TO_SCORE,
        "score": STANDING, "result": MORE_WINS, "unfinished": UNFINISHED,
    }  # fmt: skip
