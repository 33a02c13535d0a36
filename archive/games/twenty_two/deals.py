"""The draw for the deal, the deal and the exchange: sections 1 to 3 of the page."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Cut, Deal, Held
from archive.games.twenty_two.clauses import (
    BY_LOSING_CARD,
    DRAW_FOR_DEAL,
    FIRST_DEALER,
    IN_TURN,
    LAST_ONE,
    LINES,
    LOSER_DEALS,
    PACKS,
    PLAYERS,
    SEVEN,
    SHORT_PACK,
    WHO_IS_DEALT_IN,
)
from archive.games.twenty_two.table import Shuffle, Stage, TwentyTwoTable, named
from archive.games.twenty_two.values import (
    ANY,
    FIRST_HAND,
    HEIGHTS,
    LIMIT,
    MOST,
    Span,
    most_cards_for,
)
from archive.rules.claims import CardSeen

MOST_WITH_ONE_PACK = 6


class Deals(TwentyTwoTable):
    """The rules about who deals, how many cards, and the exchange."""

    __slots__ = ()

    def settle_hand(self) -> None:
        """The hand is over: whatever comes next, it is scored first."""
        raise NotImplementedError

    def refused(self, seat: int) -> bool:
        """Whether nothing more can happen: a seat nobody sits in, or the end of the game, which is
        reported once."""
        if seat > self.seats:
            self.faults = [fault for fault in self.faults if fault.code != "wrong-turn"]
            self.fault("no-such-seat", PLAYERS, f"p1 to p{self.seats}", f"p{seat}", seat=seat,
                       part="seat")  # fmt: skip
            return True
        ended = self.beyond or (self.stage is Stage.SCORED and self.over)
        return ended and self.after_the_end(f"p{seat}")

    def after_the_end(self, found: str) -> bool:
        """Clause 6.2: the game is over, and was not gone on with."""
        if self.over and not self.beyond:
            self.fault("after-the-end", LAST_ONE, "nothing more to be played", found)
            self.beyond = True
        return self.beyond

    # -- the draw

    def draw_for_deal(self, event: Cut) -> None:
        """Clauses 2.1 and 2.6."""
        if self.after_the_end("@cut"):
            return
        if self.under_way:
            self.settle_hand()
        first = self.stage is Stage.BEFORE
        clause = FIRST_DEALER if first else DRAW_FOR_DEAL
        drawers = list(range(1, self.seats + 1)) if first else list(self.dealers)
        settled = self.stage not in (Stage.BEFORE, Stage.SCORED) or len(self.dealers) == 1
        if settled and not self.gapped:
            self.fault("not-now", clause, "no draw: it is settled who deals", "@cut")
            return
        drawn: dict[int, Card] = {}
        for seat, run in event.drawn:
            if seat > self.seats:
                self.fault("no-such-seat", clause, f"p1 to p{self.seats}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
            elif drawers and seat not in drawers:
                self.fault("not-now", clause, f"a draw by {named(drawers)}", f"a draw by p{seat}",
                           seat=seat)  # fmt: skip
            elif len(run) != 1 or seat in drawn:
                self.fault("wrong-number-of-cards", clause, "one card each", "more", seat=seat,
                           part="cards")  # fmt: skip
            else:
                drawn[seat] = run[0]
        seen = tuple(CardSeen(card, self.at, None, None) for _, run in event.drawn for card in run)
        self.shuffles.append(Shuffle("the draw for the deal", 0, seen, self.out_of_pack()))
        highest = highest_of({seat: drawn.get(seat, UNKNOWN) for seat in drawers or drawn})
        if highest is not None and len(highest) == 1:
            self.dealers = tuple(highest)

    # -- the deal

    def deal_cards(self, event: Deal) -> None:
        """`@deal`: who deals and how many cards is what was done; whether it was right, `claims`
        says."""
        if self.after_the_end("@deal"):
            return
        fresh = self.stage is Stage.EXCHANGE and not self.ply_in_deal and not self.gapped
        another = self.tell_deal and (self.hands or event.number == self.deals + 1)
        if fresh and not another:
            self._deal_told_late(event)
            return
        late = self.stage is Stage.BEFORE and not self.shuffles and (event.number or 1) > 1
        if late and not self.gapped:
            self.begin_late()
        self.open_deal(event.dealer, event.cards, event.number)
        self.tell_deal = True

    def _deal_told_late(self, event: Deal) -> None:
        """The line of the deal that is dealt already: a second one, or one behind its hands."""
        again = self.tell_deal
        self.fault("not-now", LINES, "the line of the deal once, before its hands", "@deal")
        if not again:
            self.tell_deal = True
            self.dealer = event.dealer or self.dealer
            self._find_first()

    @property
    def under_way(self) -> bool:
        """Whether a hand is begun, or all but its last cards are played; what comes only behind a
        hand then ends it, though the rest of it is not written down."""
        begun = self.stage is Stage.EXCHANGE and bool(self.exchanged)
        return begun or self.stage in (Stage.TRICKS, Stage.LAST)

    @property
    def ply_in_deal(self) -> bool:
        """Whether anything was done in this deal."""
        return bool(self.exchanged or self.trick or self.won)

    def open_deal(
        self, dealer: int | None = None, size: int | None = None, number: int | None = None
    ) -> None:
        """Clauses 2.1 to 2.7. What the line of the deal leaves out is as it should be."""
        if self.stage is not Stage.BEFORE:
            self.settle_hand()
        due = self.deals + 1
        self.deals = number if number is not None and self.gapped else due
        self.deal_offset = self.misnumbered(number, self.deals, self.deal_offset)
        if due == 1 and self.options.packs == 1 and self.seats > MOST_WITH_ONE_PACK:
            self.fault("wrong-player-count", PACKS, f"at most {MOST_WITH_ONE_PACK} players with "
                       "one pack", f"{self.seats}")  # fmt: skip
        first = self.stage is Stage.BEFORE and not self.gapped
        self.stage, self.gapped = Stage.EXCHANGE, False
        if not first:
            self.dealer_clause = DRAW_FOR_DEAL if len(self.losers or ()) > 1 else LOSER_DEALS
        self.playing = self.alive.copy()
        self.hands, self.exchanged = {}, set()
        self.dealt.append({})
        self.shuffles.append(Shuffle(f"deal {self.deals}", len(self.dealt), (), self.out_of_pack()))
        self.trick, self.won, self.led, self.pending, self.skipped = [], [], 0, -1, 0
        self.spent, self.shown, self.losers, self.gone = 0, {}, None, ()
        self.tell_deal, self.trick_offset, self.vague, self.disputed = False, 0, frozenset(), {}
        self.unheard, self.silent, self.stood_pat = frozenset(), {}, frozenset()
        self.uneven = frozenset()
        self.alive_before, self.told_by_keep = self.alive, False
        self.due_size, self.size_clause = self._due_size(first)
        sizes = [given for given in (size, self.due_size) if given is not None]
        self.sizes = tuple(dict.fromkeys(sizes))
        self._stock_up()
        self._name_dealer(dealer)

    def misnumbered(self, number: int | None, due: int, offset: int) -> int:
        """Report a number that is not due, once: the ones after it may go on from it. By how much
        the record is ahead."""
        if number is None or number == due:
            return offset if number is None else 0
        if number != due + offset:
            self.fault("misnumbered-line", LINES, f"n={due}", f"n={number}", part="n",
                       severity="warning")  # fmt: skip
        return number - due

    def _due_size(self, first: bool) -> tuple[int | None, str]:
        """Clauses 2.2 to 2.4: how many cards everybody is due, None if nobody can say."""
        size, clause = (FIRST_HAND, SEVEN) if first else (self.last_worth, BY_LOSING_CARD)
        left, players = self.pack.size - len(self.out_of_pack()), max(1, len(self.alive))
        each = left // players
        unkept = self._out_unseen()
        if size is not None and size > (left - unkept) // players:
            unsure = self.doubtful or (left - unkept) // players < each
            return (None if unsure else each), SHORT_PACK
        return size, clause

    def _out_unseen(self) -> int:
        """How many losing cards may be out of the pack that the record does not tell of: no more
        than everybody's points can be made of, low cards all of them."""
        unkept = self.unkept + sum(kept.seat in self.doubtful for kept in self.kept)
        if self.options.meet_lead or not unkept:
            return 0
        out = self.seats - len(self.alive)
        points = (LIMIT - 1) * len(self.alive) + (LIMIT - 1 + MOST) * out
        return min(unkept, most_cards_for(points, self.pack) - len(self.out_of_pack()))

    def _stock_up(self) -> None:
        known = self.sizes and not self.doubtful
        dealt = self.sizes[0] * len(self.playing) if known else 0
        left = self.pack.size - len(self.out_of_pack()) - dealt
        self.stock = max(0, left) if known else None

    def _name_dealer(self, dealer: int | None) -> None:
        """Clauses 2.5 and 2.6: who deals, and so who is first to exchange and to lead (4.1)."""
        if dealer is not None and dealer > self.seats:
            self.fault("no-such-seat", LOSER_DEALS, f"p1 to p{self.seats}", f"p{dealer}",
                       part="dealer")  # fmt: skip
            dealer = None
        may, self.dealers = self.dealers, ()
        self.due_dealer = may[0] if len(may) == 1 else None
        if dealer and len(may) > 1 and dealer not in may:
            self.fault("wrong-dealer", DRAW_FOR_DEAL, named(may), f"p{dealer}", seat=dealer,
                       part="dealer")  # fmt: skip
        self.dealer = dealer or self.due_dealer or 0
        self._find_first()

    def first_after(self, *dealers: int) -> None:
        """Clauses 3.1 and 4.1: the first to the dealer's left begins. Of two dealers that a record
        may mean, the first action tells which it was."""
        if self.doubtful or not self.playing:
            dealers = ()  # nobody can say who sits next to the dealer
        self.leaders = tuple(self.after(dealer, self.playing) for dealer in dealers)
        one = len(set(self.leaders)) == 1
        self.leader = self.leaders[0] if one else 0
        self.turn = self.leader
        self.awaits = None

    def list_hand(self, event: Held) -> None:
        """A hand as written down, before the exchange."""
        seat, held = event.seat, event.cards
        if self.refused(seat):
            return
        if self.stage in (Stage.BEFORE, Stage.LAST, Stage.SCORED):
            self.open_deal()
        if self.gapped:
            return
        if self.ply_in_deal:
            self.fault("not-now", LINES, "hands before the exchange", f"a hand of p{seat}",
                       seat=seat)  # fmt: skip
            return
        if seat in self.hands:
            self.fault("dealt-early", WHO_IS_DEALT_IN, "one hand for each", f"another for p{seat}",
                       seat=seat)  # fmt: skip
            self.hold(seat, (UNKNOWN,) * len(self.hands[seat]), -1)  # nobody knows which it was
            return
        if seat not in self.playing or seat in self.doubtful:
            self._deal_in(seat)
        if not held and seat in self.playing:
            self.fault("not-dealt-in", WHO_IS_DEALT_IN, f"cards for p{seat}", "none", seat=seat)
            self._deal_out(seat)
            return
        if len(self.sizes) > 1 and len(held) in self.sizes:
            self.sizes = (len(held),)
            self._stock_up()
        size = self.sizes[0] if self.sizes else len(held)
        if len(held) != size:
            self.fault("wrong-number-of-cards", self.size_clause or SEVEN, f"{size} cards",
                       f"{len(held)}", seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than were dealt, any of them may have been the hand
            self.uneven |= {seat} if len(held) > size else set()
            held = held + (UNKNOWN,) * (size - len(held))
        if not self.sizes:
            self.sizes = (size,)
            self._stock_up()
        self.hold(seat, held, self.at)

    def _deal_in(self, seat: int) -> None:
        """Clause 2.7: only those who are in get cards."""
        if seat not in self.alive:
            self.fault("dealt-in", WHO_IS_DEALT_IN, f"no cards for p{seat}", "a hand", seat=seat)
            return  # unless they play, too, nothing else is changed by it
        self.doubtful -= {seat}
        self.playing = sorted({*self.playing, seat})
        self._find_first()

    def _deal_out(self, seat: int) -> None:
        """Somebody got no cards, and so plays no part in this hand."""
        if len(self.playing) > 1:
            self.playing.remove(seat)
            self._find_first()

    def _find_first(self) -> None:
        dealers = (self.dealer, self.due_dealer)
        self.first_after(*dict.fromkeys(dealer for dealer in dealers if dealer))

    def all_dealt(self) -> None:
        """The first action: hands that nobody listed are hands nobody knows. Who is said to be out
        and has no hand, though all others have one, was not dealt in (2.7). Of somebody who may be
        out that says nothing: the tricks will."""
        unlisted = [seat for seat in self.playing if seat not in self.hands]
        if self.hands and unlisted and set(unlisted) <= self.said_out:
            for seat in unlisted:
                self.fault("not-dealt-in", WHO_IS_DEALT_IN, f"cards for p{seat}", "none", seat=seat)
                self._deal_out(seat)
        for seat in self.playing:
            if seat not in self.hands:
                self.hold(seat, self.unknown_hand(), -1)

    def act_first(self, seat: int) -> None:
        """Clauses 3.1 and 4.1: the first action of a deal. It tells who began, where that was not
        known."""
        self.all_dealt()
        if not self.leader:
            if self.leaders and seat not in self.leaders:
                self.fault("wrong-turn", IN_TURN, f"p{self.leaders[0]}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
                self.leader = self.leaders[0]
            else:
                self.leader = seat
        self.leaders = (self.leader,)


def highest_of(drawn: dict[int, Card]) -> list[int] | None:
    """Who has the highest card, several if they are equal; None where that is not known."""
    spans = {
        seat: ANY if (height := HEIGHTS[card]) is None else Span(height, height)
        for seat, card in drawn.items()
    }
    top = max((span.low for span in spans.values()), default=0)
    able = [seat for seat, span in spans.items() if span.high >= top]
    return able if able and all(spans[seat].low == spans[seat].high for seat in able) else None
