"""Deals, hands and trumps: sections 1, 2 and 3 of the page."""

from __future__ import annotations

from abc import abstractmethod

from archive.core.cards import Card, text_of
from archive.core.events import Action, Cut, Deal, Event, Held, Play, Trick, Trump
from archive.games.zwanzig_ab.cards import HAND
from archive.games.zwanzig_ab.clauses import (
    ALL_DROP,
    COURSE_OF_A_DEAL,
    DEALS_GO_ROUND,
    FIVE_CARDS,
    FOUR_PLAYERS,
    HELD_TRUMP,
    LATE_IF_TIED,
    LOWEST_WINS,
    NOT_WRITTEN,
    RULES_CHANGE,
)
from archive.games.zwanzig_ab.table import FREE_DEALS, SEATS, STOCK, ZwanzigTable, unknown_hand
from archive.notation.writer import written
from archive.rules.denials import Denial, kind_of

FIRST = 2  # cards dealt before trumps are named


class Deals(ZwanzigTable):
    """The rules about deals, hands and trumps."""

    __slots__ = ()

    def goes_on_after_end(self, event: Event) -> bool:
        """Whether the game is over already (8.1). What still happens then does not count; that
        something does is reported once."""
        if self.is_over and not self.past_end:
            self.past_end = True
            self.fault("after-the-end", LOWEST_WINS, "no further deal", written(event))
        return self.is_over

    def knows_seat(self, seat: int, part: str = "seat") -> bool:
        """Clause 1.1: whether somebody sits there."""
        if 0 < seat <= SEATS:
            return True
        self.fault("no-such-seat", FOUR_PLAYERS, "p1 to p4", f"p{seat}", seat=seat, part=part)
        return False

    def draw_lots(self, event: Cut) -> None:
        """Clause 1.3."""
        for seat, _ in event.drawn:
            self.knows_seat(seat)
        if self.deals:
            self.fault(
                "not-now",
                DEALS_GO_ROUND,
                "the lot to be drawn before the first deal",
                written(event),
            )

    # -- a deal

    def deal_cards(self, event: Deal) -> None:
        """Clauses 1.3 and 1.4: a deal begins, the next one clockwise deals."""
        if self.goes_on_after_end(event):
            return
        if self.phase == "deal" and not self.begun and self.deals and self.nothing_missing:
            self.fault("not-now", COURSE_OF_A_DEAL, "the line of a deal once", written(event))
            return
        self.finish_deal("a new deal")
        if self.goes_on_after_end(event):  # the deal before ended the game
            return
        known = self.number is not None
        due = (self.number or 0) + 1 if known else None
        number = event.number if event.number is not None else due
        if known and number != due and not self.deals:
            self.doubt_at = self.at  # perhaps the record begins late: the first play will show
        elif known and number != due:
            self.fault("misnumbered-line", COURSE_OF_A_DEAL, f"n={due}", f"n={number}", part="n",
                       severity="warning")  # fmt: skip
            number = due
        dealer = self.after(self.dealer) if self.dealer else 0
        said = event.dealer or 0
        if said and not self.knows_seat(said, "dealer"):
            said = 0
        self.open_deal(number, dealer or said)
        self.said_dealer = said if said != self.dealer else 0
        self.said_deal = (dealer or None, event.cards)

    def open_deal(self, number: int | None, dealer: int) -> None:
        """All that is so when a deal begins. `dealer` is 0 where nobody knows."""
        self.deals += 1
        self.number = number
        self.dealer = dealer
        self.said_dealer, self.said_deal = 0, (None, None)
        self.size = HAND
        self.late = self.rules_changed(number)
        self.dealt.append({})
        self.hands, self.listed, self.firsts = {}, set(), {}
        for seat in range(1, SEATS + 1):
            self.hold(seat, unknown_hand(HAND), -1)
        self.trump = "h" if self.late else None
        self.named_at, self.asked = -1, False
        self.playing = self.order
        self.stock = STOCK
        self.exchanged, self.exchanges = set(), 0
        self.stays, self.decided, self.dropped, self.undecided = 0, set(), [], set()
        self.trick, self.tricks, self.won, self.takers = [], [], [], []
        self.plies, self.unsure_leads = {}, set()
        self.lined, self.told_lead, self.early = -1, -1, None
        self.denials, self.disturbed, self.leader, self.lead = {}, False, 0, (0, 0)
        self.said_first = (0, 0)
        self.enter("deal")

    def takes(self, event: Event) -> bool:
        """Whether what happens belongs to a deal that can be followed: the game is not over, and
        there is no gap. A deal whose line is missing begins with whatever belongs to one."""
        if (self.is_over and self.goes_on_after_end(event)) or self.phase in ("gap", "void"):
            return False
        if not self.phase and self.walkover and isinstance(event, Play | Trick):
            self.fault("not-now", ALL_DROP, "no card to be played",
                       written(event))  # fmt: skip
            self.enter("void")
            return False
        if not self.phase:
            number = self.number + 1 if self.number is not None else None
            self.open_deal(number, self.after(self.dealer) if self.dealer else 0)
        if self.doubt_at >= 0 and isinstance(event, Action):
            self._see_where_it_begins(event)
        return True

    def _see_where_it_begins(self, action: Action) -> None:
        """The first deal line does not say that it is the first deal: it is if the plays begin
        with number 1."""
        if action.number != 1:
            self.begin_late()
            return
        self.fault("misnumbered-line", COURSE_OF_A_DEAL, "n=1", f"n={self.number}", part="n",
                   severity="warning", at=self.doubt_at)  # fmt: skip
        self.number, self.late, self.doubt_at = 1, False, -1
        self.trump = self.trump if self.named_at >= 0 else None

    def begin_late(self) -> None:
        """Clause 10.5: the record begins in the middle of the game."""
        at = self.doubt_at if self.doubt_at >= 0 else None
        self.fault("gap", NOT_WRITTEN, "the game from its beginning", "a later deal",
                   severity="note", at=at)  # fmt: skip
        self.doubt_at = -1
        self.forget_totals()
        self.late = self.rules_changed(self.number)

    def forget_totals(self) -> None:
        """From here on no score is known."""
        self.ledger.lose()
        self.reached = True if self.reached else None

    def rules_changed(self, number: int | None) -> bool | None:
        """Clauses 3.3 and 3.4, for the deal of that number; None where nobody knows."""
        if number is None:
            return None
        if number <= FREE_DEALS:
            return False
        if self.options.late_if_tied:
            return True
        return None if self.reached is None else not self.reached

    @abstractmethod
    def enter(self, phase: str) -> None:
        """Go on to a phase of the deal, or out of it: what is awaited there, and from whom."""

    @abstractmethod
    def finish_deal(self, found: str) -> None:
        """Something comes that can only come after a deal: bring the one in play to its end."""

    def show_maker(self, seat: int) -> None:
        """Somebody does what the trump maker does. That tells who dealt, where the record does not,
        or says so against the turn: who dealt is a fact."""
        before = (seat - 2) % SEATS + 1
        if not self.dealer or self.said_dealer == before:
            self.dealer = before
            self.playing = [one for one in self.order if one in self.playing]
        self.said_dealer = 0

    # -- hands

    def list_hand(self, event: Held) -> None:
        """Clause 2.2: five cards, two and three of them where they are told apart."""
        if not self.takes(event):
            return
        seat, held = event.seat, event.cards
        if not self.knows_seat(seat):
            return
        if self.phase != "deal":
            self.fault("not-now", COURSE_OF_A_DEAL, "hands to be listed before the exchange",
                       f"p{seat}'s hand", seat=seat)  # fmt: skip
            return
        if seat in self.listed:
            self.fault("dealt-early", FIVE_CARDS, f"one hand for p{seat}", "a second one",
                       seat=seat)  # fmt: skip
            self.hold(seat, unknown_hand(HAND), -1)  # of two listings nobody knows which is right
            self.firsts.pop(seat, None)
            return
        self.listed.add(seat)
        packets = [len(packet) for packet in event.packets]
        if len(held) != self.size:
            self.fault("wrong-number-of-cards", FIVE_CARDS, f"{self.size} cards", f"{len(held)}",
                       seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than a hand has, any five may have been the hand
            held = (held + unknown_hand(HAND))[: max(HAND, len(held))]
            held = held if len(held) <= 2 * HAND else unknown_hand(HAND)
        elif len(packets) > 1 and packets != [FIRST, HAND - FIRST]:
            self.fault("wrong-number-of-cards", FIVE_CARDS, "two cards and then three",
                       "+".join(map(str, packets)), seat=seat, part="cards")  # fmt: skip
        elif len(packets) > 1:
            self.firsts[seat] = event.packets[0]
        self.hold(seat, held, self.at)

    # -- trumps

    def name_trump(self, event: Trump) -> None:
        """Clauses 3.1 to 3.3. Whatever suit was named is trumps."""
        if not self.takes(event):
            return
        if event.seat and not self.knows_seat(event.seat):
            return
        if self.named_at >= 0 or self.phase != "deal":
            due = "trumps to be named earlier" if self.named_at < 0 else "trumps to be named once"
            self.fault("not-now", COURSE_OF_A_DEAL, due, written(event))
            if self.trump is None and self.named_at < 0:
                self.trump, self.named_at = event.suit, self.at
            return
        self.named_at = self.at
        if event.seat:
            self.show_maker(event.seat)
            self.enter(self.phase)
        if event.suit is None:
            return
        if self.late and event.suit != "h":
            tied = bool(self.reached)
            self.fault("wrong-trump", LATE_IF_TIED if tied else RULES_CHANGE, "h", event.suit,
                       seat=event.seat)  # fmt: skip
        self.trump = event.suit

    def close_dealing(self) -> None:
        """The first action comes: all hands are listed that will be (9.4)."""
        suit = self.trump
        if not self.options.held or self.late is not False or self.named_at < 0 or suit is None:
            return
        holds = self._held_first(suit)
        if holds is not True:
            self.fault(
                "unproved" if holds is None else "wrong-trump", HELD_TRUMP,
                self._first_cards(), suit, seat=self.maker or None, at=self.named_at, ply=self.ply,
                severity="note" if holds is None else "error",
            )  # fmt: skip
        if holds is None:
            self._deny_no_trump(suit)

    def _deny_no_trump(self, suit: str) -> None:
        """What naming this suit says of the first two cards, for whoever looks for a deal that
        fits: not both are of another."""
        hand = self.hands.get(self.maker)
        if hand is None or hand.at < 0:
            return
        first = FIRST if self.maker in self.firsts else len(hand.listed)
        self.denied.append(
            Denial(self.named_at, self.ply, self.maker, "wrong-trump", HELD_TRUMP,
                   self._first_cards(), suit,
                   kind_of(lambda card: card.suit != suit if card.suit else None),
                   limit=first, first=first, listed=hand.at)
        )  # fmt: skip

    def _held_first(self, suit: str) -> bool | None:
        """Whether the trump maker's first two cards had one of a suit; None where it depends."""
        listed = self.hands[self.maker].listed if self.maker in self.hands else unknown_hand(HAND)
        first = self.firsts.get(self.maker)
        of_it = [card.suit == suit if card.suit else None for card in first or listed]
        if True not in of_it and None not in of_it:
            return False
        # any two of five have one of the suit if but one of the five is of another
        sure = of_it.count(True) > len(of_it) - FIRST if first is None else True in of_it
        return True if sure else None

    def _first_cards(self) -> str:
        first: tuple[Card, ...] = self.firsts.get(self.maker, ())
        return text_of(first) or "?" * FIRST

    def note_trumps_unknown(self) -> None:
        """Clause 10.5: cards are played, and nobody has written down what trumps are."""
        if not self.asked:
            self.asked = True
            self.fault("gap", NOT_WRITTEN, "trumps named", "none", severity="note")
