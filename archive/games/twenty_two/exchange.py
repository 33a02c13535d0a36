"""The exchange, and who takes part in a hand: section 3 of the page."""

from __future__ import annotations

from archive.cards import UNKNOWN
from archive.events import Action, Exchange, Pass, Phase, Play
from archive.games.twenty_two.clauses import (
    EXCHANGE,
    IN_TURN,
    LINES,
    REPLACED,
    WHO_IS_DEALT_IN,
)
from archive.games.twenty_two.deals import Deals
from archive.games.twenty_two.table import Stage


class Exchanges(Deals):
    """The rules about the exchange."""

    __slots__ = ()

    def turn_clause(self, action: Action) -> str:
        """Clauses 3.1 and 4.1: the exchange goes round once, before the tricks."""
        return EXCHANGE if isinstance(action, Exchange) else super().turn_clause(action)

    def begin_exchange(self, event: Phase) -> None:
        """`@exchange`: after the deal, before anybody has exchanged or played."""
        if event.word != "exchange":
            self.fault("foreign-line", LINES, "a line of the game twenty-two", f"@{event.word}")
        elif (self.stage is not Stage.EXCHANGE or self.ply_in_deal) and not self.gapped:
            self.fault("not-now", EXCHANGE, "the exchange once, after the deal", "@exchange")
        else:
            self.announced = True

    def exchange(self, event: Exchange) -> None:
        """Clauses 3.1 and 3.2."""
        seat = event.seat
        if self.due_turn:
            self.turn, self.due_turn = self.due_turn, 0
            return  # the kernel has said that it does not belong here
        if self.refused(seat):
            if self.over or not self.turn or self.stage is not Stage.EXCHANGE:
                return
            seat = self.turn  # somebody exchanged, and it was their turn
            event = event._replace(seat=seat)
        if self.gapped:
            return
        if self.stage in (Stage.BEFORE, Stage.LAST, Stage.SCORED):
            self._open_with(event)
        if self.stage is not Stage.EXCHANGE or self.awaits is Play:
            return
        if not self.exchanged:
            self.act_first(seat)
        if not self._takes_part(seat):
            return
        again = seat in self.exchanged
        self.exchanged.add(seat)
        if not event.put and event.taken is None:
            self.forget_hand(seat)
            self.stock = None
        else:
            if self.stock is not None and len(event.put) > self.stock:
                self.fault("exchanged-too-many", REPLACED, f"at most {self.stock} cards",
                           f"{len(event.put)}", seat=seat, part="cards")  # fmt: skip
            if event.taken is not None and len(event.taken) != len(event.put):
                self.uneven |= {seat}
            self.swap(event, REPLACED)
        self._next_to_exchange(again)

    def _open_with(self, action: Action) -> None:
        """The line of a deal was left out: the kernel asked whose turn it is before it began."""
        self.open_deal()
        if self.turn and self.turn != action.seat and not isinstance(action, Play):
            self.fault("wrong-turn", self.turn_clause(action), f"p{self.turn}",
                       f"p{action.seat}", seat=action.seat, part="seat")  # fmt: skip

    def _takes_part(self, seat: int) -> bool:
        """Whether a seat plays this hand. That it does shows where it was not known; who is out
        plays out of turn."""
        if seat in self.playing:
            self.doubtful -= {seat}
            return True
        if seat in self.hands:  # though out
            self.playing = sorted({*self.playing, seat})
            return True
        if seat not in self.doubtful:
            if not self.turn:
                due = self.leader or self.playing[0]
                self.fault("wrong-turn", WHO_IS_DEALT_IN, f"p{due}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
            return False
        self.doubtful -= {seat}
        self.playing = sorted({*self.playing, seat})
        self.hold(seat, (UNKNOWN,) * max(self.sizes, default=52), -1)
        return True

    def _next_to_exchange(self, again: bool) -> None:
        """Clause 3.1. Who exchanges a second time does so in the place of the one who was due."""
        if again and self.turn:
            self.exchanged.add(self.turn)
        waiting = self.waiting_to_exchange()
        if self.doubtful:
            self.turn, self.awaits = 0, None
        elif waiting:
            self.turn, self.awaits = waiting[0], Exchange
        else:
            self.turn, self.awaits = 0, Play

    def say_pass(self, event: Pass) -> None:
        """Clause 4.1: nobody may."""
        if self.refused(event.seat):
            return
        self.fault("passed", IN_TURN, "cards", "pass", seat=event.seat)
        if self.awaits is Exchange and event.seat in self.playing:
            self.exchanged.add(event.seat)
            self._next_to_exchange(False)
        elif self.stage is Stage.TRICKS and event.seat in self.playing:
            self.lay_nothing(event.seat)

    def lay_nothing(self, seat: int) -> None:
        """Somebody lets a trick go by without a card."""
        raise NotImplementedError
