"""The table of a game of Zwanzig ab, and what a record has shown of it so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from archive.core.cards import PACKS, UNKNOWN, Card, WrittenHand
from archive.core.events import Action, Event, Exchange, Stay, Trick
from archive.core.phrase import Phrase
from archive.games.zwanzig_ab.rules import ALONE, LOST, ROUND, TRICKS, ZwanzigAb
from archive.rules.faults_and_claims import Dealing
from archive.rules.hand import NO, YES
from archive.rules.listed_or_played import all_seen
from archive.rules.pack import SUITS
from archive.rules.trick_taking import TrickPlay, Tricks

SEATS = 4
HAND = TRICKS
PACK = PACKS["32"]
STAYING = frozenset({"choices", "stay"})
GOING_ON = STAYING | {"deal", "exchange", "tricks"}
STOCK = PACK.size - SEATS * HAND


class DealLine(NamedTuple):
    """The line of a deal: who was due to deal, None where that is unknown; the number of cards that
    it names; and the dealer that it names though another was due, 0 for none."""

    due: int | None = None
    cards: int | None = None
    other_dealer: int = 0


class TrickLine(NamedTuple):
    """The last `@trick` of this deal: how many tricks were over then, -1 where there was none, and
    one that came too early, with its event, until the next play shows why."""

    over: int = -1
    early: tuple[Trick, int] | None = None


class Board(Tricks[ZwanzigAb]):
    """The table at one moment of a game of Zwanzig ab or Twenty down, around its position.

    `phase` is the part of the deal: `deal`, `exchange`, `choices` while those to stay in are due
    and nothing of them is written, `stay`, `tricks`; `gap` after a stretch that was not written
    down, `void` where cards are played though all others have dropped out, `beyond` once the record
    goes on after the game's end; empty before a deal and after it. `undecided` are those whose
    choice to stay in is not written. `tricks` has the completed tricks of this deal, `exchanged`
    who has exchanged in it, in order, `stock` the number of cards that are not dealt.
    """

    changing: ClassVar[tuple[str, ...]] = (
        "called", "decided", "exchanged", "tricks", "undecided", "unwritten",
    )  # fmt: skip
    game: ClassVar[str] = "zwanzig-ab"

    def __init__(self, position: ZwanzigAb) -> None:
        super().__init__(position)
        self.phase = ""
        self.doubt_at = -1  # the first deal line, where it says that it is not the first deal
        self.deal_line = DealLine()
        self.first_two: Mapping[int, tuple[Card, ...]] = {}  # by seat, where listed by themselves
        self.named_at = -1  # the event that named trumps
        self.stock = 0
        self.exchanged: list[int] = []
        self.decided: list[int] = []  # who has chosen whether to stay in
        self.undecided: set[int] = set()
        self.tricks: list[list[TrickPlay]] = []
        self.called: list[int] = []  # the number of each deal
        self.unwritten: set[int] = set()  # deals whose exchange is not written down, or not all
        self.line = TrickLine()
        self.events: Sequence[Event] = ()  # of the whole record
        self.acts = True  # whether any play is written

    # -- queries

    @property
    def deck(self) -> str:
        """Return the pack as a Deck tag names it."""
        return "32"

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.position.over

    @property
    def number(self) -> int | None:
        """Return the number of the deal in play, or of the last one; None where that is unknown."""
        return self.position.deals if self.position.deals >= 0 else None

    @property
    def dealer(self) -> int:
        """Return the dealer; 0 where that is unknown."""
        return self.position.dealer

    @property
    def maker(self) -> int:
        """Clause 3.1: Return who names trumps; 0 while the dealer is unknown."""
        return self.position.maker

    @property
    def trump(self) -> str | None:
        """Return the trump suit, None while it is unknown."""
        return SUITS[self.position.trump] if self.position.trump else None

    @property
    def to_name(self) -> bool:
        """Return whether trumps are still to be named: only hands of the deal are written."""
        return self.trump is None and self.phase == "deal"

    @property
    def late(self) -> bool:
        """Return whether the rules have changed for certain (3.3)."""
        return self.position.late == YES

    @property
    def players(self) -> list[int]:
        """Return the seats that play this deal's tricks."""
        return self.position.staying

    @property
    def won(self) -> list[int]:
        """Return the winner of each trick of this deal, 0 where it is unknown."""
        return [taker[0] if len(taker) == 1 else 0 for taker in self.position.takers]

    @property
    def dropped(self) -> list[int]:
        """Return the seats that have dropped out of this deal."""
        return [seat for seat in ROUND[1] if seat not in self.players]

    @property
    def order(self) -> Sequence[int]:
        """Return the seats from the trump maker to the dealer; from the first where that is
        unknown."""
        return ROUND[self.maker]

    @property
    def all_stay(self) -> bool:
        """Return whether it is certain that all must stay in this deal."""
        return self.position.may_drop_out == NO

    @property
    def walkover(self) -> bool:
        """Return whether all others have dropped out of the last deal (5.5)."""
        return bool(self.maker) and self.players == [self.maker]

    @property
    def scored(self) -> bool:
        """Return whether the position has come to the end of a deal."""
        return self.position.due in ("deal", "")

    @property
    def lacking(self) -> int:
        """Return how many plays the trick on the table lacks, where it is the last one of the
        deal."""
        position = self.position
        last = self.phase == "tricks" and position.tricks == position.size - 1
        if not last or self.disturbed or self.complete:
            return 0
        return max(0, len(self.players) - len(self.trick))

    @property
    def unplayed(self) -> bool:
        """Return whether nothing of this deal's play is written down, or nothing after the exchange
        in a deal of which all others may have dropped out."""
        if self.phase not in GOING_ON or self.decided:
            return False
        if self.trick or self.tricks or (self.phase == "exchange" and self.exchanged):
            return False
        return not self.exchanged or not self.all_stay

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 8.1: Return the lowest."""
        lowest = min(totals.values(), default=0)
        return [seat for seat, total in totals.items() if total == lowest]

    def missing(self) -> str:
        """Return what the game lacks to be over, in words."""
        if self.over:
            return Phrase("nothing: the game is over")
        if not self.phase:
            return (
                Phrase("a deal") if self.number is None else Phrase("deal {n}", n=self.number + 1)
            )
        return Phrase("the rest of deal {n}", n="?" if self.number is None else self.number)

    def turn_clause(self, action: Action) -> str:
        """Clauses 4.1, 5.1 and 6.2: Return the clause about turns: each phase has its own round of
        them."""
        if self.awaits is Exchange:
            return "zwanzig-ab/4.1"
        return "zwanzig-ab/5.1" if self.awaits is Stay else super().turn_clause(action)

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 2.1: Return every deal, each of which uses the whole pack."""
        first = max(0, len(self.dealt) - last) if last else 0
        for place, held in enumerate(self.dealt[first:], first + 1):
            hands = [(seat, place, hand) for seat, hand in sorted(held.items())]
            name = Phrase("deal {n}", n=self.called[place - 1])
            if place in self.unwritten:  # the cards put away from those hands are unknown
                hands = [(seat, place, _as_shown(hand)) for seat, _, hand in hands]
                listed, played = (list(cards) for cards in all_seen(hands))
                yield Dealing(name, PACK, "zwanzig-ab/2.1", listed, played)
            else:
                yield Dealing(name, PACK, "zwanzig-ab/2.1", *all_seen(hands))

    def deal_gives(self, trump: str | None) -> tuple[int, int]:
        """Clauses 7.1 to 7.6: Return the least and the most of a deal: a sweep at best, no trick at
        worst, twice that in hearts."""
        times = 1 if trump in ("c", "d", "s") else 2
        return -max(self.position.sweep, ALONE) * times, LOST * times

    def wins_whatever(self, ranges: Sequence[Mapping[int, tuple[int, int]]]) -> int:
        """Clause 8.1: Return the player alone lowest at or below zero, if no player was there
        before."""
        *before, last = ranges
        if any(low <= 0 for standing in before for low, _ in standing.values()):
            return 0
        for seat, (_, high) in last.items():
            if high <= 0 and all(high < low for other, (low, _) in last.items() if other != seat):
                return seat
        return 0


def _as_shown(hand: WrittenHand) -> WrittenHand:
    """Return a hand without the cards put away in an exchange that was not written down: there may
    have been none. Any card played may have been dealt, or taken."""
    put_away = len(hand.reach)
    twin = hand.copy()
    if not any(card is not UNKNOWN for card in hand.played[:put_away]):
        del twin.played[:put_away], twin.played_at[:put_away]
        twin.reach = ()
    return twin
