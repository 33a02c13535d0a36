"""The common steps of a deal at the table: whose turn it is, who is in and holds what, what is
scored."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.cards import LARGEST, UNKNOWN, Card, WrittenHand, text_of
from archive.core.events import Event, Exchange, Play, Stay
from archive.core.phrase import Phrase
from archive.games.zwanzig_ab.board import SEATS, STAYING, Board
from archive.games.zwanzig_ab.rules import ROUND
from archive.notation.writer import written
from archive.rules.hand import PERHAPS, UNCOUNTED, YES
from archive.rules.hand import Hand as HandHeld
from archive.rules.hand_seen import CODES


class Course(Board):
    """The table of a game, with its common steps."""

    def objected(self) -> dict[str, str]:
        """Return the position's objections since the last time, by code with their clause, and
        forget what it left open."""
        position = self.position
        if not (position.objections or position.open):
            return {}
        found = {code: f"{self.game}/{clause}" for _, _, code, clause in position.objections}
        position.objections, position.open = [], []
        return found

    def enter(self, phase: str) -> None:
        """Go on to a phase of the deal, or out of it: set the awaited action, and its player."""
        self.phase, self.turn = phase, 0
        position, told = self.position, self.dealer and not self.deal_line.other_dealer
        if phase in ("deal", "exchange"):
            self.awaits, self.turn = Exchange, self.maker if told else 0
            position.await_action("put_away", self.turn)
        elif phase in STAYING:
            self.awaits, self.turn = Stay, self.order[1] if told else 0
            position.waiting = [*self.order[1:]]
            position.await_action("stay", self.turn)
        elif phase == "tricks":
            self.awaits = Play
            self.leader = self.maker if told and self.maker in self.players else 0
            position.await_action("lay", self.leader)
        else:
            self.awaits = None
            position.due = position.due and "deal"

    def restore_turn(self) -> None:
        """Restore the turn, after something that came out of place."""
        if self.phase in STAYING:
            waiting = [seat for seat in self.order[1:] if seat not in self.decided]
            self.turn = waiting[0] if waiting else 0
        elif self.phase == "tricks":
            due = self.next_to_play() if self.trick and not self.complete else 0
            self.turn = 0 if due in self.undecided and not self.tricks else due

    def seat_dealer(self, seat: int) -> None:
        """Set the dealer's seat."""
        position = self.position
        position.dealer, position.maker = seat, seat % SEATS + 1
        position.waiting = [one for one in self.order if one not in self.exchanged]
        self.deal_line = self.deal_line._replace(other_dealer=0)

    def show_maker(self, seat: int) -> None:
        """Take the player before `seat` for the dealer, as `seat` does what the trump maker does,
        unless the record named another dealer: who dealt is a fact."""
        before = (seat - 2) % SEATS + 1
        if not self.dealer or self.deal_line.other_dealer == before:
            self.seat_dealer(before)
        self.deal_line = self.deal_line._replace(other_dealer=0)

    def must_be(self, due: int, seat: int, clause: str) -> None:
        """Report a player who is not the one due, where only the present action shows who that
        is."""
        if due and seat != due:
            self.fault("wrong-turn", clause, f"p{due}", f"p{seat}", seat=seat, part="seat")

    def goes_on_after_end(self, event: Event) -> bool:
        """Return whether the game is over already (8.1). What still happens then does not count,
        and is reported once."""
        if self.over and self.phase != "beyond":
            self.enter("beyond")
            self.fault("after-the-end", "zwanzig-ab/8.1", Phrase("no further deal"), written(event))
        return self.over

    def hold(self, seat: int, held: Sequence[Card], at: int) -> WrittenHand:
        """Give a seat its hand for this deal."""
        self.position.hands[seat] = HandHeld([CODES[card] for card in held])
        return super().hold(seat, held, at)

    def show(self, seat: int, run: tuple[Card, ...], clause: str, *, foreign: bool) -> None:
        """Take cards from a hand, some of which it cannot have held where they are `foreign`. What
        they prove about earlier plays is reported too."""
        hand = self.hands[seat]
        for card in run[:LARGEST]:  # of a thousand laid down, the first are named
            if not hand.take(card, self.at) and foreign:
                self.fault("card-not-held", clause,
                           Phrase("one of {cards}", cards=text_of(hand.left)), card.text, seat=seat,
                           part="cards")  # fmt: skip
        if self.denials:
            self.reveal(seat, run)

    def drop_out(self, seat: int) -> None:
        """Take a player out of this deal."""
        self.undecided.discard(seat)
        if seat in self.players:
            self.position.drop_out(seat)
        self.denials.pop(seat, None)

    def come_in(self, seat: int) -> None:
        """Take a player back in who was thought to have dropped out."""
        out, self.position.staying = self.dropped, [*ROUND[1]]
        self.position.after = [0, *ROUND[2]]
        for other in out:
            if other != seat:
                self.position.drop_out(other)

    # -- points

    def take_standing(self) -> None:
        """Give the position the totals of the ledger."""
        totals = self.ledger.totals().values()
        self.position.totals = [0, *(UNCOUNTED if one is None else one for one in totals)]

    def enter_scores(self) -> None:
        """Enter the position's scores."""
        position = self.position
        for _, seat, points, clause in position.ledger:
            self.score(seat, points, f"{self.game}/{clause}")
        position.ledger = []
        self.ledger.lose(*(one for one in ROUND[1] if position.totals[one] < UNCOUNTED // 2))

    def forget_totals(self) -> None:
        """Make every score unknown from here on."""
        self.ledger.lose_all()
        self.position.lose_totals()
        self.position.reached = YES if self.position.reached == YES else PERHAPS


def unknown_hand(size: int) -> tuple[Card, ...]:
    """Return a hand of `size` unknown cards."""
    return (UNKNOWN,) * size
