"""The table at one moment of a game of Twenty-Two, around its position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar

from archive.core.cards import RANKS, UNKNOWN, Card, Pack, WrittenHand
from archive.core.events import Deal, End, Keep, Out, Score, Trick
from archive.core.phrase import Phrase, any_of
from archive.games.twenty_two.ranking import highest
from archive.games.twenty_two.rules import TwentyTwo
from archive.games.twenty_two.table_state import (
    DealLine,
    KeptCard,
    LastCard,
    Shuffle,
    Stage,
    Torn,
    TrickLine,
)
from archive.rules.faults_and_claims import CardSeen, Dealing, cards_too_many
from archive.rules.listed_or_played import all_seen
from archive.rules.trick_taking import Tricks

KEPT = Phrase("the losing cards")
ANY_SIZE = 52
"""The number of cards supposed in a hand of unknown size (9.3), so that it never runs out."""
ANY_HAND = (UNKNOWN,) * ANY_SIZE


class Board(Tricks[TwentyTwo]):
    """The table at one moment of a game of Twenty-Two, around its position.

    `shown` has the last cards of this hand by seat, `losers` who lost it (None where that is
    unknown), `kept` all losing cards so far. `sizes` is the number of cards dealt to each, two
    numbers where the record contradicts itself, `exchanged` who has had the exchange of this deal.
    """

    game: ClassVar[str] = "twenty-two"
    wins_by_points: ClassVar[bool] = False
    claimants: ClassVar[frozenset[type]] = frozenset({Deal, Trick, Keep, Out, Score, End})
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "passed", "not-now", "no-such-seat", "card-not-held", "mixed-lead",
         "wrong-number-of-cards", "kept-no-card", "dealt-early", "dealt-in", "not-dealt-in",
         "not-lowest", "led-not-met"}
    )  # fmt: skip
    out_of_step: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "not-now", "wrong-number-of-cards", "mixed-lead", "kept-no-card",
         "short-deal", "missing-play"}
    )  # fmt: skip
    """Findings after which hands and tricks no longer agree, as after a play out of turn."""

    changing: ClassVar[tuple[str, ...]] = (
        "exchanged", "kept", "playing", "shown", "shuffles", "unwritten",
    )  # fmt: skip

    def __init__(self, position: TwentyTwo) -> None:
        super().__init__(position)
        position.shown = True
        self.stage: str = Stage.BEFORE
        self.playing: list[int] = []  # clockwise from the first seat
        self.said_out: frozenset[int] = frozenset()  # wrongly, by the record
        self.beyond = False
        self.torn: str = Torn.NOWHERE
        self.deals_ahead: int | None = 0  # by the record's numbers; None where uncounted
        # this deal
        self.deal_line = DealLine()
        self.sizes: tuple[int, ...] = ()
        self.exchanged: set[int] = set()
        self.shuffles: list[Shuffle] = []
        self.unwritten: dict[int, int] = {}  # by seat the cards that an exchange must have brought
        # this trick
        self.line = TrickLine()
        self.supposes_to = -1  # the last ply that can be of this hand, while plays are supposed
        self.taker_unknown = False  # as a card was laid that no player can have played
        # the end of the hand
        self.shown: dict[int, LastCard] = {}
        self.losers: tuple[int, ...] | None = None
        # whose totals, what more they may have, and what may be kept, before it was scored
        self.unknown_before = frozenset(self.ledger.unknown), self.position.more, 0
        self.kept: list[KeptCard] = []

    # -- queries

    @property
    def deck(self) -> str:
        """Return the pack as a Deck tag names it."""
        return "52" if self.position.packs == 1 else f"52x{self.position.packs}"

    @property
    def pack(self) -> Pack:
        """Return the pack."""
        return Pack(RANKS, self.position.packs)

    @property
    def over(self) -> bool:
        """Clauses 6.2 and 6.3: Return whether the game is over."""
        position = self.position
        return self.stage is Stage.SCORED and not position.doubtful and len(position.alive) < 2

    @property
    def unplayed(self) -> bool:
        """Return whether a hand is dealt, and nothing was done in it yet."""
        begun = self.exchanged or self.trick or self.position.takers
        return self.stage is Stage.EXCHANGE and not begun

    @property
    def under_way(self) -> bool:
        """Return whether a hand is begun, or all but its last cards are played; an event that
        comes only after a hand then ends it, though the rest of it is not written down."""
        begun = self.stage is Stage.EXCHANGE and bool(self.exchanged)
        return begun or self.stage in (Stage.TRICKS, Stage.LAST)

    @property
    def dealer(self) -> int:
        """Return the dealer; 0 where that is unknown."""
        return self.position.dealer

    @property
    def due_dealer(self) -> int:
        """Clauses 2.5 and 2.6: Return who is to deal this hand; 0 where it may be several."""
        drawing = self.position.drawing
        return drawing[0] if len(drawing) == 1 else 0

    @property
    def leaders(self) -> list[int]:
        """Clauses 3.1 and 4.1: Return who may be first in this hand, to the dealer's left: two
        where the dealer is contradicted, none where it is unknown who sits there."""
        if self.doubtful or not self.playing:
            return []
        dealers = dict.fromkeys((self.dealer, self.due_dealer))
        return [self.after(dealer, self.playing) for dealer in dealers if dealer]

    @property
    def players(self) -> list[int]:
        """Return the seats that play this hand."""
        return self.playing

    @property
    def won(self) -> list[int]:
        """Return the winner of each trick of this deal, 0 where it is unknown."""
        return [taking[0] if len(taking) == 1 else 0 for taking in self.position.takers]

    @property
    def alive(self) -> list[int]:
        """Return the players still in, those in `doubtful` only as far as is known."""
        return self.position.alive

    @property
    def doubtful(self) -> list[int]:
        """Return the players who may be in or out."""
        return self.position.doubtful

    @property
    def gone(self) -> list[int]:
        """Clause 6.1: Return the players who are out since this hand."""
        alive = self.position.alive
        before = self.position.before if self.stage is Stage.SCORED else ()
        return [seat for seat in before if seat not in alive]

    @property
    def undealt(self) -> int | None:
        """Return the number of cards left in the pack; None where that is unknown."""
        return self.position.stock if self.position.stock >= 0 else None

    @property
    def led(self) -> int:
        """Return the number of cards led to this trick; 0 before it, and where that is unknown."""
        return len(self.position.trick[0]) if self.position.trick else 0

    @property
    def spent(self) -> int:
        """Return the number of cards that each player has played to the tricks, where the size of
        hands is known."""
        return self.position.size - self.position.left

    @property
    def told_by_keep(self) -> bool:
        """Return whether nothing but the cards kept tells who lost this hand."""
        last = self.position.last.values()
        return self.losers is not None and not (last and highest([*last])[1])

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clauses 6.2 to 6.4: Return the winners among those who play the last hand; none while
        several are left."""
        twin = self.position.copy()
        twin.before, twin.more = self.playing or self.alive, [0] * (self.seats + 1)
        twin.totals = [0, *(totals.get(seat, 0) for seat in range(1, self.seats + 1))]
        twin.eliminate()
        return twin.winners()

    def missing(self) -> str:
        """Return what the game lacks to be over, in words."""
        if self.over:
            return ""
        if self.stage in (Stage.BEFORE, Stage.SCORED):
            return Phrase("hand {n}", n=self.deals + 1)
        if self.stage is Stage.TRICKS:
            number = len(self.position.takers) + 1
            return Phrase("trick {n} of hand {m}", n=number, m=self.deals)
        if self.stage is Stage.EXCHANGE:
            return Phrase("the exchange of hand {n}", n=self.deals)
        return Phrase("the last cards of hand {n}", n=self.deals)

    def out_of_pack(self) -> tuple[KeptCard, ...]:
        """Clauses 5.4, 5.5 and 8.4: losing cards that are not dealt again, for certain."""
        return tuple(kept for kept in self.kept if self.position.keeps(kept.seat))

    def dealings(self, last: int = 0) -> Iterable[Dealing]:
        """Clause 1.3: Return every shuffle, for the card count. A hand of which nothing was written
        down may be that of a player who was out already, and takes no cards from the pack. Losing
        cards kept since the last shuffle are counted by themselves where they alone are too
        many."""
        last_one: Dealing | None = None
        kept_out = "twenty-two/5.4"
        for shuffle in self.shuffles[-last:]:
            out = [CardSeen(one.card, one.at, one.seat, None) for one in shuffle.out]
            named = [seen for seen in (*out, *shuffle.drawn) if seen.card is not UNKNOWN]
            hands = self.dealt[shuffle.deal - 1] if shuffle.deal else {}
            listed, played = all_seen(
                (seat, shuffle.deal, as_dealt(hand))
                for seat, hand in sorted(hands.items())
                if hand.at >= 0 or hand.played or hand.drawn
            )
            cards = named + listed, named + played
            if not shuffle.exchanges_written:  # the cards put away from those hands are unknown
                cards = cards[0].without_hands(), cards[1].without_hands()
            last_one = Dealing(shuffle.name, self.pack, "twenty-two/1.3", *cards, out, kept_out)
            yield last_one
        out = [CardSeen(one.card, one.at, one.seat, None) for one in self.out_of_pack()]
        kept = Dealing(KEPT, self.pack, kept_out, out, out)
        if cards_too_many(kept) and not (last_one and cards_too_many(last_one)):
            yield kept

    def left(self, seat: int) -> list[Card]:
        """Return the cards that a seat certainly still holds."""
        hand = self.position.hands[seat]
        unnamed = hand.gone and min(hand.gone) <= 0  # it may be any of those named
        if seat not in self.hands or ((hand.known or hand.doubted) and not unnamed):
            return super().left(seat)
        # what it must have taken came for as many put away
        return [UNKNOWN] * max(0, len(self.hands[seat]) - self.unwritten.get(seat, 0))

    def unknown_hand(self) -> tuple[Card, ...]:
        """Return an unlisted hand."""
        return (UNKNOWN,) * max(self.sizes) if self.sizes else ANY_HAND

    @property
    def trick_begun(self) -> bool:
        """Return whether one player has played to a trick that another has not."""
        return 0 < len(self.trick) < len(self.playing)

    def waiting_to_exchange(self) -> list[int]:
        """Clause 3.1: Return the players who have not exchanged yet, in their order."""
        return [seat for seat in self.around(self.leader) if seat not in self.exchanged]

    def around(self, first: int) -> list[int]:
        """Return the players of this hand, clockwise from a seat."""
        at = bisect_left(self.playing, first or self.seats)
        return self.playing[at:] + self.playing[:at]

    clauses: ClassVar[Mapping[str, str]] = {
        "turn": "twenty-two/4.1", "order": "twenty-two/9.5", "lines": "twenty-two/9.5",
        "pack": "twenty-two/1.3", "deck": "twenty-two/1.1",
        "players": "twenty-two/1.1", "missing": "twenty-two/9.3",
        "score": "twenty-two/9.1", "result": "twenty-two/9.1", "unfinished": "twenty-two/9.2",
        "hand": "twenty-two/4.1", "leader": "twenty-two/4.1", "trick-winner": "twenty-two/4.7",
    }  # fmt: skip


def named(seats: Sequence[int]) -> str:
    """Return seats as a finding names them: `p1`, `p1 or p3`."""
    return any_of(f"p{seat}" for seat in seats)


def as_dealt(hand: WrittenHand) -> WrittenHand:
    """Return the hand as the card count takes it: one of unknown size had as many cards as were
    seen to leave it. Three of fifty-two cards each would be more than any pack has."""
    if hand.at >= 0 or hand.listed[:ANY_SIZE] != ANY_HAND:
        return hand
    unseen = sum(1 for _ in takewhile(lambda card: card is UNKNOWN, hand.left))
    over = min(unseen, ANY_SIZE - len(hand.reach))
    if over <= 0:
        return hand
    twin = hand.copy()
    twin.listed = hand.listed[over:]
    twin.drawn = tuple((at, first - over) for at, first in hand.drawn)
    twin.reach = tuple(reach - over for reach in hand.reach)
    twin.left = twin.left[over:] if twin.left[:over] == [UNKNOWN] * over else twin.left
    return twin
