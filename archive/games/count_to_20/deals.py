"""Cuts, deals and hands: section 2 of the page."""

from __future__ import annotations

from archive.core.cards import UNKNOWN, Hand
from archive.core.events import Cut, Deal, Held
from archive.games.count_to_20.clauses import (
    BY_TURNS,
    DEALER,
    LINES,
    NOT_WRITTEN,
    OUT_OF_CARDS,
    SEVEN_CARDS,
    TARGET,
)
from archive.games.count_to_20.endings import Endings
from archive.games.count_to_20.values import HAND, PACK


class Deals(Endings):
    """The rules about who deals, and what."""

    __slots__ = ()

    def tell_cut(self, event: Cut) -> None:
        """Clause 2.1: recorded, not judged."""
        if self.number:
            self.fault("not-now", DEALER, "a cut before the first deal", "@cut")
        for seat, _ in event.drawn:
            self.known_seat(seat)

    def deal_cards(self, event: Deal) -> None:
        if self.beyond:
            return
        if self.in_play and not self.turns and self.nothing_missing:
            self.fault("not-now", LINES, "the line of a deal once", "@deal")
            return
        self.end_hand_unseen("@deal")
        if self.over:
            self.fault("after-the-end", TARGET, "no further deal", "@deal")
            self.beyond = True
            return
        due = self.number + 1
        if event.number is not None and event.number != due:
            if not self.number and event.number > 1:
                self.late = True  # as the numbers of the turns will show
            elif self.numbered:
                self.fault("misnumbered-line", LINES, f"n={due}", f"n={event.number}", part="n",
                           severity="warning")  # fmt: skip
            elif event.number > due:  # whole hands were not written down
                self.ledger.lose()
                self.dealer_due = 0
        self.open_deal(event.dealer or 0)
        if self.late or not self.numbered:
            self.number = event.number or due
        self.numbered = True
        self.said_cards = event.cards
        if event.dealer is not None and not self.known_seat(event.dealer, "dealer"):
            self.dealer = self.turn = 0
        for hand in self.hands.values():
            self._size(hand, event.cards)

    def open_deal(self, dealer: int) -> None:
        """Clauses 2.1 to 2.3. `dealer` is 0 where the record does not say."""
        self.number += 1
        self.adrift = False
        self.round = 1
        self.opened = self.at
        self.dealer_due = self.after(self.dealer) if self.dealer and self.numbered else 0
        self.dealer = dealer or self.dealer_due
        self.turn = self.after(self.dealer) if self.dealer else 0
        self.fresh = 0
        if dealer and self.dealer_due not in (0, dealer):
            # the line may be wrong, or the deal: whoever begins shows which
            self.fresh, self.turn = self.after(self.dealer_due), 0
        self.said_cards = None
        self.in_play, self.maybe_over, self.shown, self.scored = True, False, False, False
        self.turns, self.made, self.passes, self.gapped = 0, 1, 0, False
        self.stock = (PACK.size - HAND * self.seats,) * 2
        self.unseen = self.strayed = False
        self.loose, self.unnamed, self.open_passes, self.open_sets = set(), {}, [], []
        self.hands = {seat: Hand((UNKNOWN,) * HAND) for seat in range(1, self.seats + 1)}
        self.dealt.append((self.number, self.hands))
        self.tally, self.reason = None, ""

    def _size(self, hand: Hand, cards: int | None) -> None:
        """As many cards as the deal's line says were dealt, where that can be."""
        if cards is not None and 0 < cards <= PACK.size // self.seats:
            hand.listed = (UNKNOWN,) * cards
            hand.left = list(hand.listed)
            self.stock = (PACK.size - cards * self.seats,) * 2

    def list_hand(self, event: Held) -> None:
        """A hand as written down, at the beginning of its deal."""
        seat, held = event.seat, event.cards
        if self.beyond or not self.known_seat(seat):
            return
        if not self.in_play:
            self.end_hand_unseen("a hand")
            if self.over:
                self.fault("after-the-end", TARGET, "no further deal", "a hand", seat=seat)
                self.beyond = True
                return
            self.open_deal(0)
        if self.turns or self.hands[seat].at >= 0:
            self.fault("not-now", SEVEN_CARDS, "hands listed once, when they are dealt",
                       "another hand", seat=seat)  # fmt: skip
            return
        if len(held) not in (HAND, self.said_cards):
            due = self.said_cards or HAND
            self.fault("wrong-number-of-cards", SEVEN_CARDS, f"{due} cards", f"{len(held)}",
                       seat=seat, part="cards")  # fmt: skip
            if len(held) > 2 * HAND:  # nobody can have been dealt that
                return
            # too few: the others were not written down; too many: which, nobody knows
            held += (UNKNOWN,) * (due - len(held))
            if len(held) > due:
                self.loose.add(seat)
        self.hands[seat] = Hand(held, self.at)
        self._count_stock()

    def _count_stock(self) -> None:
        """What is left of the pack when the hands are dealt. Of a hand with too many cards it is
        not known how many it had."""
        least = most = PACK.size
        for seat, hand in self.hands.items():
            least -= len(hand)
            most -= min(len(hand), HAND) if seat in self.loose else len(hand)
        self.stock = max(0, least), max(0, most)

    def begins(self, seat: int) -> None:
        """Clause 2.3: the first turn of a hand, where the deal does not say whose it is."""
        if self.fresh and seat == self.fresh:
            self.dealer = self.dealer_due  # the line named the wrong player, the deal was right
        elif self.dealer and self.fresh and seat != self.after(self.dealer):
            self.fault("wrong-turn", BY_TURNS, f"p{self.after(self.dealer)}", f"p{seat}",
                       seat=seat, part="seat")  # fmt: skip
        elif not self.dealer and not self.gapped:
            self.dealer = next(one for one in range(1, self.seats + 1) if self.after(one) == seat)
        self.fresh = 0

    def begin_late(self) -> None:
        """Clause 8.4: the record begins in the middle of the game."""
        self.late = False
        self.fault("gap", NOT_WRITTEN, "every turn written down", "a later one", severity="note")
        if self.number != 1:
            self.ledger.lose()

    def may_act(self, seat: int) -> bool:
        """Whether somebody sits there and a hand is in play; one that was not announced begins."""
        if not self.known_seat(seat, "seat") or self.beyond or self.adrift:
            return False
        if not self.in_play:
            if self.over:
                self.fault("after-the-end", TARGET, "no further turn", f"p{seat}", seat=seat)
                return False
            if self.number and not self.scored:
                clause = self.reason or OUT_OF_CARDS
                self.fault("after-the-end", clause, "no further turn in this hand", f"p{seat}",
                           seat=seat)  # fmt: skip
                self.strayed = True
                return False
            self.open_deal(0)
            if self.turn and self.turn != seat:  # the kernel asked before this hand had begun
                self.fault("wrong-turn", BY_TURNS, f"p{self.turn}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
        if self.late:
            self._first_turn_of_all()
        if not self.turns and not self.turn:
            self.begins(seat)
        elif self.turn and seat != self.turn:
            self._skip_to(seat)
        self.turns += 1
        self.maybe_over = False
        return True

    def _first_turn_of_all(self) -> None:
        """The first deal that is written down has another number than 1. If the turns are numbered
        from 1 it is the first one all the same."""
        if 1 not in self.played:
            self.begin_late()
            return
        self.late = False
        self.fault("misnumbered-line", LINES, "n=1", f"n={self.number}", part="n",
                   severity="warning", at=self.opened)  # fmt: skip
        self.number = 1
        self.dealt[-1] = 1, self.hands

    def _skip_to(self, seat: int) -> None:
        """A turn out of turn: others may have had theirs, unwritten, or it was somebody else's."""
        if not self.turns:
            self.dealer = 0  # it may be the dealer who was written down wrong
        left_out = self.turn
        while left_out != seat:
            self.lose_turn(left_out)
            left_out = self.after(left_out)
        self.loose.add(seat)

    def lose_turn(self, seat: int) -> None:
        """Clauses 8.3 and 8.4: a turn of which nothing is known."""
        self.stock = max(0, self.stock[0] - 1), self.stock[1]
        self.made |= self.due_counts
        self.loose.add(seat)
        self.tally, self.reason = None, NOT_WRITTEN
        self.next_after(seat)
        self.gapped = self.maybe_over = True

    def next_after(self, seat: int) -> None:
        """Clause 2.3."""
        self.turn = seat % self.seats + 1
        self.passes, self.gapped = 0, False
