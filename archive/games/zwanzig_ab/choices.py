"""The exchange, and staying in or dropping out: sections 4 and 5 of the page."""

from __future__ import annotations

from abc import abstractmethod

from archive.core.cards import UNKNOWN
from archive.core.events import Action, Exchange, Phase, Play, Stay
from archive.games.zwanzig_ab.clauses import (
    AS_MANY,
    AT_MOST_THREE,
    CHANGED_ALL_STAY,
    COURSE_OF_A_DEAL,
    DIAMONDS,
    DOWN_ALL_STAY,
    EXCHANGE_ONCE,
    MAKER_STAYS,
    NONE_OR_THREE,
    WHO_SAYS_WHEN,
)
from archive.games.zwanzig_ab.deals import Deals
from archive.games.zwanzig_ab.table import SEATS
from archive.notation.writer import written

MOST = 3
"""Clause 4.2: cards in one exchange."""

NOT_KNOWN = "?"
"""The mark of a choice that was made and not written down; no record can write it."""


class Choices(Deals):
    """The rules about what is done between the deal and the first trick."""

    __slots__ = ()

    def turn_clause(self, action: Action) -> str:
        """Clauses 4.1, 5.1 and 6.2: each phase has its own round of turns."""
        if self.awaits is Exchange:
            return EXCHANGE_ONCE
        return WHO_SAYS_WHEN if self.awaits is Stay else super().turn_clause(action)

    # -- from phase to phase

    def enter(self, phase: str) -> None:
        self.phase, self.begun = phase, False
        doubtful = not self.dealer or self.said_dealer
        if phase in ("deal", "exchange"):
            self.awaits, self.turn = Exchange, 0 if doubtful else self.maker
        elif phase == "stay":
            self.awaits, self.turn = Stay, 0 if doubtful else self.after(self.maker)
        elif phase == "tricks":
            self.awaits, self.turn = Play, 0
            self.leader = self.maker if not doubtful and self.maker in self.playing else 0
        else:
            self.awaits, self.turn = None, 0

    def move_on(self, action: Action) -> None:
        """An action of a later phase ends the one before it; one of an earlier phase comes late. A
        choice to stay in may also be written down where nobody has one (10.4)."""
        if isinstance(action, Stay | Play):
            self.leave_exchange(written(action))
        if isinstance(action, Play):
            self.leave_stay(written(action))
        elif isinstance(action, Stay) and self.phase == "tricks" and self._no_card_yet():
            self.enter("stay")
        elif not isinstance(action, Stay) or self.phase == "tricks":
            self._out_of_place(action)

    def _no_card_yet(self) -> bool:
        return not self.trick and not self.won and not self.stays

    def _out_of_place(self, action: Action) -> None:
        self.fault("not-now", COURSE_OF_A_DEAL, _PHASES[self.phase], written(action),
                   seat=action.seat)  # fmt: skip
        self.turn = 0  # that says it all

    def leave_exchange(self, found: str, *, line: bool = False) -> None:
        """What belongs behind the exchange comes, an action or a line. Unless somebody's exchange
        is written down, it was left out of the record (10.4)."""
        if self.phase not in ("deal", "exchange"):
            return
        if not self.exchanges:
            self.close_dealing()
        if self.begun and line and self.turn:
            self.leave_out(SEATS - self.exchanges, found)
            return
        if self.begun:
            self.fault("not-now", COURSE_OF_A_DEAL, f"{self._waiting()} to exchange or stand pat",
                       found)  # fmt: skip
        for seat in self.hands:
            if seat not in self.exchanged:
                self._exchange_unwritten(seat)
        self.enter("stay" if not self.all_stay else "tricks")

    def leave_stay(self, found: str, *, line: bool = False) -> None:
        """The tricks begin. Unless somebody's choice is written down, all of them were left out of
        the record, and the first trick shows who has dropped out (10.4)."""
        if self.phase != "stay":
            return
        if self.begun and not (self.all_stay and not self.stays):
            if line and self.turn:
                self.leave_out(SEATS - 1 - self.stays, found)
                return
            self.fault("not-now", COURSE_OF_A_DEAL, f"{self._waiting()} to stay in or drop out",
                       found)  # fmt: skip
        self._end_stay()

    def _waiting(self) -> str:
        return f"p{self.turn}" if self.turn else "everybody"

    def begin_phase(self, event: Phase) -> None:
        """`@exchange` and `@stay`."""
        if not self.takes(event):
            return
        if event.word == "exchange" and self.phase == "deal":
            self.enter("exchange")
        elif event.word == "stay" and self.phase in ("deal", "exchange"):
            self.leave_exchange("@stay", line=True)
            self.enter("stay")
        elif event.word == "stay" and self.phase == "tricks" and self._no_card_yet():
            self.enter("stay")
        elif event.word != self.phase or self.begun:
            self.fault("not-now", COURSE_OF_A_DEAL, _PHASES[self.phase], f"@{event.word}")
            return
        self.begun = True

    def must_be(self, due: int, seat: int, clause: str) -> None:
        """The kernel could not ask whose turn it was, because only what is done now tells it."""
        if due and seat != due:
            self.fault("wrong-turn", clause, f"p{due}", f"p{seat}", seat=seat, part="seat")

    # -- exchange

    def exchange(self, event: Exchange) -> None:
        """Clauses 4.1 to 4.3, 9.5."""
        if not self.takes(event):
            return
        seat = event.seat
        if not self.knows_seat(seat):
            return
        if self.phase in ("deal", "exchange") and not self.exchanges:
            self.phase = "exchange"
            self.close_dealing()
        if self.phase == "exchange" and not self.exchanges and not self.turn:
            self.show_maker(seat)
            self.must_be(self.maker, seat, EXCHANGE_ONCE)
        if event.taken is None and not event.put:
            self._exchange_unwritten(seat)
        else:
            self._judge_exchange(event)
            self.swap(event, AS_MANY)
        if self.phase == "exchange":
            self.begun = True
            self.exchanges += 1
            waiting = [one for one in self.order if one not in self.exchanged]
            self.turn = waiting[0] if waiting else 0
            if self.exchanges == SEATS or not waiting:
                self.enter("stay" if not self.all_stay else "tricks")
        else:
            self.restore_turn()

    def _judge_exchange(self, event: Exchange) -> None:
        put = len(event.put)
        if put > MOST:
            self.fault("exchanged-too-many", AT_MOST_THREE, f"at most {MOST} cards", f"{put}",
                       seat=event.seat, part="cards")  # fmt: skip
        elif self.options.none_or_three and put not in (0, MOST):
            self.fault("wrong-number-of-cards", NONE_OR_THREE, "none or three cards", f"{put}",
                       seat=event.seat, part="cards")  # fmt: skip

    def _exchange_unwritten(self, seat: int) -> None:
        """Clause 10.4: up to three cards of this hand may have been exchanged."""
        self.exchanged.add(seat)
        self.unwritten.add(self.deals)
        hand = self.hands[seat]
        for _ in range(MOST):
            hand.take(UNKNOWN, self.at)
        hand.draw((UNKNOWN,) * MOST, self.at)

    # -- staying in

    def stay(self, event: Stay) -> None:
        """Clauses 5.1 to 5.4."""
        if not self.takes(event):
            return
        seat = event.seat
        if not self.knows_seat(seat):
            return
        if self.phase in ("deal", "exchange"):  # the deal was opened by this choice
            self.move_on(event)
        if self.phase != "stay":
            self.restore_turn()
            return
        if self.turn and seat == self.maker:
            self._trump_maker_says(event)
            return
        if not self.stays and not self.turn:
            self.show_maker((seat - 2) % SEATS + 1)
            self.must_be(self.after(self.maker), seat, WHO_SAYS_WHEN)
        self.begun = True
        self.stays += 1
        self.decided.add(seat)
        if event.mark == NOT_KNOWN:
            self.undecided.add(seat)
        elif not event.stays:
            self._drop_out(seat)
        waiting = [one for one in self.order[1:] if one not in self.decided]
        self.turn = waiting[0] if waiting else 0
        if self.stays >= SEATS - 1 or not waiting:
            self._end_stay()

    def _trump_maker_says(self, event: Stay) -> None:
        """Clause 5.2: the trump maker is not asked. To drop out is not allowed; to say before the
        others that one stays in is no turn, and not out of turn."""
        if event.stays and self.stays:
            return
        self.faults = [
            fault for fault in self.faults if (fault.at, fault.code) != (None, "wrong-turn")
        ]
        self.begun = True
        if not event.stays:
            self.fault("may-not-drop-out", MAKER_STAYS, "in", "out", seat=event.seat)

    def _drop_out(self, seat: int) -> None:
        clause = (
            DOWN_ALL_STAY if not self.options.dropping
            else MAKER_STAYS if seat == self.maker
            else DIAMONDS if self.trump == "d"
            else CHANGED_ALL_STAY if self.late
            else ""
        )  # fmt: skip
        if clause:
            self.fault("may-not-drop-out", clause, "in", "out", seat=seat)
        self.leave_play(seat)

    def leave_play(self, seat: int) -> None:
        """A player is out of this deal."""
        self.undecided.discard(seat)
        if seat in self.playing:
            self.playing.remove(seat)
            self.dropped.append(seat)
        self.denials.pop(seat, None)

    def _end_stay(self) -> None:
        """The tricks begin, or there are none (5.5). Whoever has not been asked may be out."""
        if not self.all_stay:
            others = [seat for seat in self.playing if seat != self.maker]
            self.undecided.update(seat for seat in others if seat not in self.decided)
        self.enter("tricks")
        if not self.undecided and self.playing in ([], [self.maker]):
            self.settle()

    @abstractmethod
    def settle(self) -> None:
        """The deal is over: score it."""

    @abstractmethod
    def restore_turn(self) -> None:
        """Whose turn it is, after something that came out of place."""


_PHASES = {
    "": "a deal to begin", "deal": "the exchange to begin", "exchange": "the exchange to go on",
    "stay": "the choices to stay in", "tricks": "cards to be played",
}  # fmt: skip
