"""The draw for the deal, the deal and the exchange: sections 1 to 3 of the page."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Cut, Deal, Held
from archive.games.twenty_two.board import Shuffle, Stage, named
from archive.games.twenty_two.course import Course
from archive.games.twenty_two.rules import ONE_PACK
from archive.rules.claims import CardSeen
from archive.rules.shown_cards import CODES


class Deals(Course):
    """The rules about who deals, how many cards, and the exchange."""

    def settle_hand(self) -> None:
        """Score the hand that is over before the next event."""
        raise NotImplementedError

    def refused(self, seat: int) -> bool:
        """Return whether nothing more can happen: a seat without a player, or the end of the game,
        which is reported once."""
        if seat > self.seats:
            self.faults = [fault for fault in self.faults if fault.code != "wrong-turn"]
            self.knows_seat(seat)
            return True
        ended = self.beyond or (self.stage is Stage.SCORED and self.over)
        return ended and self.after_the_end(f"p{seat}")

    def after_the_end(self, found: str) -> bool:
        """Clause 6.2: Report that the game is over, and return whether it is."""
        if self.over and not self.beyond:
            self.fault("after-the-end", "twenty-two/6.2", "nothing more to be played", found)
            self.beyond = True
        return self.beyond

    # -- the draw

    def draw_for_deal(self, event: Cut) -> None:
        """Clauses 2.1 and 2.6: Take a draw for the deal."""
        if self.after_the_end("@cut"):
            return
        if self.under_way:
            self.settle_hand()
        position, first = self.position, self.stage is Stage.BEFORE
        clause = "twenty-two/2.1" if first else "twenty-two/2.6"
        self.ending = True
        if self.told_by_keep:  # of a draw by one alone the others are not written
            seats = [seat for seat, _ in event.drawn if seat <= self.seats]
            self.lost_too(seats if len(seats) > 1 else self.playing)
        drawers = sorted(position.drawing)
        settled = self.stage not in (Stage.BEFORE, Stage.SCORED) or len(drawers) == 1
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
        if drawers:  # else it is unknown who else drew
            position.cut([CODES[drawn.get(seat, UNKNOWN)] for seat in position.drawing])
        self.said()

    # -- the deal

    def deal_cards(self, event: Deal) -> None:
        """Take `@deal`: its dealer and its number of cards are facts; whether they were right,
        `claims` says."""
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
        """Take the line of the deal that is dealt already: a second one, or one behind its
        hands."""
        again = self.tell_deal
        self.fault(
            "not-now", "twenty-two/9.5", "the line of the deal once, before its hands", "@deal"
        )
        if not again:
            self.tell_deal = True
            self.position.dealer = event.dealer or self.dealer
            self.seat_players(self.playing)
            self._find_first()

    @property
    def under_way(self) -> bool:
        """Return whether a hand is begun, or all but its last cards are played; an event that comes
        only after a hand then ends it, though the rest of it is not written down."""
        begun = self.stage is Stage.EXCHANGE and bool(self.exchanged)
        return begun or self.stage in (Stage.TRICKS, Stage.LAST)

    @property
    def ply_in_deal(self) -> bool:
        """Return whether anything was done in this deal."""
        return bool(self.exchanged or self.trick or self.position.takers)

    def open_deal(
        self, dealer: int | None = None, size: int | None = None, number: int | None = None
    ) -> None:
        """Clauses 2.1 to 2.7: Open a deal. What its line leaves out is as it should be."""
        if self.stage is not Stage.BEFORE:
            self.settle_hand()
        due, uncounted = self.deals + 1, self.gapped or not self.deals_told
        self.deals_told = number is not None or (self.deals_told and not self.gapped)
        self.deals = number if number is not None and uncounted else due
        self.deal_offset = self.misnumbered(number, self.deals, self.deal_offset)
        if due == 1 and self.position.packs == 1 and self.seats > ONE_PACK:
            self.fault("wrong-player-count", "twenty-two/1.2", f"at most {ONE_PACK} players with "
                       "one pack", f"{self.seats}")  # fmt: skip
        first = self.stage is Stage.BEFORE and not self.gapped
        self.stage, self.gapped = Stage.EXCHANGE, False
        if not first:
            self.dealer_clause = (
                "twenty-two/2.6" if len(self.losers or ()) > 1 else "twenty-two/2.5"
            )
        self.hands, self.exchanged = {}, set()
        self.dealt.append({})
        self.shuffles.append(Shuffle(f"deal {self.deals}", len(self.dealt), (), self.out_of_pack()))
        self.trick, self.pending, self.skipped = [], -1, 0
        self.shown, self.losers = {}, None
        self.tell_deal, self.trick_offset, self.vague, self.disputed = False, 0, frozenset(), {}
        self.unheard, self.silent, self.stood_pat = frozenset(), {}, frozenset()
        self.uneven, self.told_by_keep, self.ending = frozenset(), False, False
        self._name_dealer(dealer)
        position = self.position
        wanted = position.size
        position.deal(self.dealer)
        self.said()
        due = position.size
        self.size_clause = "twenty-two/2.2" if first else "twenty-two/2.3"
        if due != wanted:
            self.size_clause = "twenty-two/2.4"
        self.due_size = due if due >= 0 else None
        self.playing = self.alive.copy()
        self.sizes_may_be(*(given for given in (size, self.due_size) if given is not None))
        if position.size != due:
            position.give_out(position.size)
        self._find_first()

    def misnumbered(self, number: int | None, due: int, offset: int) -> int:
        """Report a number that is not due, once: the ones after it may continue from it. Return how
        far the record is ahead."""
        if number is None or number == due:
            return offset if number is None else 0
        if number != due + offset:
            self.fault("misnumbered-line", "twenty-two/9.5", f"n={due}", f"n={number}", part="n",
                       severity="warning")  # fmt: skip
        return number - due

    def _name_dealer(self, dealer: int | None) -> None:
        """Clauses 2.5 and 2.6: Set the dealer, and so who is first to exchange and to lead
        (4.1)."""
        if dealer is not None and dealer > self.seats:
            self.fault("no-such-seat", "twenty-two/2.5", f"p1 to p{self.seats}", f"p{dealer}",
                       part="dealer")  # fmt: skip
            dealer = None
        may = sorted(self.position.drawing)
        self.due_dealer = may[0] if len(may) == 1 else None
        if dealer and len(may) > 1 and dealer not in may:
            self.fault("wrong-dealer", "twenty-two/2.6", named(may), f"p{dealer}", seat=dealer,
                       part="dealer")  # fmt: skip
        self.position.dealer = dealer or self.due_dealer or 0

    def first_after(self, *dealers: int) -> None:
        """Clauses 3.1 and 4.1: Set the first to the dealer's left to begin. Of two dealers that a
        record may mean, the first action shows which it was."""
        if self.doubtful or not self.playing:
            dealers = ()  # it is unknown who sits next to the dealer
        self.leaders = tuple(self.after(dealer, self.playing) for dealer in dealers)
        one = len(set(self.leaders)) == 1
        self.leader = self.leaders[0] if one else 0
        self.turn = self.leader
        self.awaits = None

    def list_hand(self, event: Held) -> None:
        """Take a hand as written down, before the exchange."""
        seat, held = event.seat, event.cards
        if self.refused(seat):
            return
        if self.under_way and self.ply_in_deal and self.unwritten_hands:
            self.settle_hand()
        if self.stage in (Stage.BEFORE, Stage.LAST, Stage.SCORED):
            self.open_deal()
        if self.gapped:
            return
        if self.ply_in_deal:
            self.fault("not-now", "twenty-two/9.5", "hands before the exchange",
                       f"a hand of p{seat}", seat=seat)  # fmt: skip
            return
        if seat in self.hands:
            self.fault("dealt-early", "twenty-two/2.7", "one hand for each", f"another for p{seat}",
                       seat=seat)  # fmt: skip
            self.hold(seat, (UNKNOWN,) * len(self.hands[seat]), -1)  # it is unknown which it was
            return
        if seat not in self.playing or seat in self.doubtful:
            self._deal_in(seat)
        if not held and seat in self.playing:
            self.fault("not-dealt-in", "twenty-two/2.7", f"cards for p{seat}", "none", seat=seat)
            self._deal_out(seat)
            return
        if len(self.sizes) > 1 and len(held) in self.sizes:
            self.sizes_may_be(len(held))
            self.position.give_out(len(held))
        size = self.sizes[0] if self.sizes else len(held)
        if len(held) != size:
            self.fault("wrong-number-of-cards", self.size_clause or "twenty-two/2.2",
                       f"{size} cards", f"{len(held)}", seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than were dealt, any of them may have been the hand
            self.uneven |= {seat} if len(held) > size else set()
            held = held + (UNKNOWN,) * (size - len(held))
        if not self.sizes:
            self.sizes_may_be(size)
            self.position.give_out(size)
        self.hold(seat, held, self.at)

    @property
    def unwritten_hands(self) -> bool:
        """Return whether nothing is written of the hands in play, all plays of which were left
        out."""
        hands = [*self.hands.values(), *self.dealt[-1].values()]
        return all(hand.at < 0 and max(hand.played_at, default=-1) < 0 for hand in hands)

    def _deal_in(self, seat: int) -> None:
        """Clause 2.7: Deal a player in: only those who are in get cards."""
        if seat not in self.alive:
            self.fault("dealt-in", "twenty-two/2.7", f"no cards for p{seat}", "a hand", seat=seat)
            return  # unless they play, too, nothing else is changed by it
        self.shows_in(seat)
        self._find_first()

    def _deal_out(self, seat: int) -> None:
        """Note that a player got no cards, and so plays no part in this hand."""
        if len(self.playing) > 1:
            self.seat_players(one for one in self.playing if one != seat)
            self._find_first()

    def _find_first(self) -> None:
        dealers = (self.dealer, self.due_dealer)
        self.first_after(*dict.fromkeys(dealer for dealer in dealers if dealer))

    def all_dealt(self) -> None:
        """End the dealing at the first action: hands not listed are unknown. A player who is said
        to be out and has no hand, though all others have one, was not dealt in (2.7). For a player
        who may be out that shows nothing: the tricks will."""
        unlisted = [seat for seat in self.playing if seat not in self.hands]
        if self.hands and unlisted and set(unlisted) <= self.said_out:
            for seat in unlisted:
                self.fault(
                    "not-dealt-in", "twenty-two/2.7", f"cards for p{seat}", "none", seat=seat
                )
                self._deal_out(seat)
        for seat in self.playing:
            if seat not in self.hands:
                self.hold(seat, self.unknown_hand(), -1)

    def act_first(self, seat: int) -> None:
        """Clauses 3.1 and 4.1: Take the first action of a deal. It shows who began, where that was
        unknown."""
        self.all_dealt()
        if not self.leader:
            if self.leaders and seat not in self.leaders:
                self.fault("wrong-turn", "twenty-two/4.1", f"p{self.leaders[0]}", f"p{seat}",
                           seat=seat, part="seat")  # fmt: skip
                self.leader = self.leaders[0]
            else:
                self.leader = seat
        self.leaders = (self.leader,)
