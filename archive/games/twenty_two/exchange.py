"""The exchange, and who takes part in a hand: section 3 of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Action, Exchange, Pass, Phase, Play
from archive.games.twenty_two.clauses import (
    EXCHANGE,
    IN_TURN,
    LINES,
    REPLACED,
    WHO_IS_DEALT_IN,
)
from archive.games.twenty_two.deals import Deals
from archive.games.twenty_two.table import Stage
from archive.rules.denials import Denied


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
            self._begin_with(event)
        if not self._takes_part(seat):
            return
        self._pass_over_the_silent(event)
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
        self.hold(seat, self.unknown_hand(), -1)
        return True

    def _next_to_exchange(self, again: bool) -> None:
        """Clause 3.1. Who exchanges a second time does so in the place of the one who was due."""
        if again and self.turn:
            self.exchanged.add(self.turn)
        waiting = self.waiting_to_exchange()
        if self.doubtful or not self.leader:
            self.turn, self.awaits = 0, None
        elif waiting:
            self.turn, self.awaits = waiting[0], Exchange
        else:
            self.turn, self.awaits = 0, Play

    # -- exchanges that are not written down

    def _begin_with(self, event: Exchange) -> None:
        """The first exchange of a hand that is written down. Where it is not known who was to
        begin, only its number says that there was none before it."""
        number = event.number
        follows = number == 1 or (number is not None and self.played.get(number - 1) is not None)
        if self.leader or self.leaders or follows:
            self.act_first(event.seat)
        else:
            self.all_dealt()

    def _pass_over_the_silent(self, event: Exchange) -> None:
        """Clause 3.1: where exchanges have no numbers, those who were due before this one may have
        had theirs, and nobody wrote it down."""
        waiting, seat = self.waiting_to_exchange(), event.seat
        if event.number is not None or not self.turn or seat not in waiting or self.doubtful:
            return
        if unheard := waiting[: waiting.index(seat)]:
            self.faults = [fault for fault in self.faults if fault.code != "wrong-turn"]
            self._pass_over(unheard)

    def _pass_over(self, unheard: Sequence[int]) -> None:
        self.unheard |= {*unheard}
        self.exchanged |= {*unheard}

    def fall_silent(self) -> None:
        """Clause 3.1: the tricks begin. Of those whose exchange is not written down, a listed hand
        tells what they were dealt, and not what they play from; unless there was no card to be had.
        """
        seats = self.unheard.union(self.playing).difference(self.exchanged - self.unheard)
        listed = [seat for seat in sorted(seats) if seat in self.hands and self.hands[seat].at >= 0]
        if self.stock != 0 and listed:
            self.silent = dict.fromkeys(listed, 0)
            self.unwritten.add(len(self.dealt))

    def take(self, seat: int, run: tuple[Card, ...], clause: str) -> None:
        if seat in self.silent:
            self._take_in(seat, run)
        super().take(seat, run, clause)

    def _take_in(self, seat: int, run: tuple[Card, ...]) -> None:
        """Clauses 3.1 and 3.2: a card that was not dealt to its player shows that there was an
        exchange, as long as the pack had so many cards left."""
        hand = self.hands[seat]
        trial = hand.copy()
        foreign = [card for card in run if not trial.take(card, self.at)]
        room = len(foreign) if self.stock is None else self.stock - sum(self.silent.values())
        for card in foreign[: max(0, room)]:
            if not self.silent[seat]:
                self.fault("unwritten-exchange", EXCHANGE, "an exchange", card.text, seat=seat,
                           part="cards", severity="note")  # fmt: skip
            self.silent[seat] += 1
            hand.draw((UNKNOWN,), -1)
        hand.reach = ()  # the exchange came before all plays: each may be one of the cards taken

    def deny(self, play: Play, code: str, clause: str, expected: Callable[[], str],
             denied: Denied, limit: int = 1) -> bool:  # fmt: skip
        """What is denied of a hand that may have been changed is for its later cards to prove."""
        before = len(self.denied)
        allowed = super().deny(play, code, clause, expected, denied, limit)
        if play.seat in self.silent or play.seat in self.vague or play.seat in self.uneven:
            del self.denied[before:]
        return allowed

    def suppose_stood_pat(self) -> None:
        """Clause 3.1: at the end of a hand it is supposed of everybody whose exchange is not
        written down that there was none, if all that was played and denied fits the hand dealt."""
        self.stood_pat = frozenset(seat for seat, taken in self.silent.items() if not taken)
        for seat in self.stood_pat:
            left = self.left(seat)
            denials = (*self.denials.get(seat, ()), *(d for d in self.doubts if d.seat == seat))
            if any(denial.refuted(left) for denial in denials):
                self.stood_pat -= {seat}

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
