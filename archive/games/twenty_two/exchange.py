"""The exchange, and who takes part in a hand: section 3 of the page."""

from __future__ import annotations

from archive.core.cards import LARGEST, UNKNOWN, Card, Hand, text_of
from archive.core.events import Action, Exchange, Phase, Play
from archive.games.twenty_two.board import Stage
from archive.games.twenty_two.deals import Deals
from archive.rules.hand import UNCOUNTED
from archive.rules.shown_cards import CODES

BETWEEN = (Stage.BEFORE, Stage.LAST, Stage.SCORED)
"""The stages in which a line or an action of the next hand opens it, though its deal is not
written."""


class Exchanges(Deals):
    """The rules about the exchange."""

    def turn_clause(self, action: Action) -> str:
        """Clauses 3.1 and 4.1: Return the clause about turns: the exchange goes round once, before
        the tricks."""
        return "twenty-two/3.1" if isinstance(action, Exchange) else super().turn_clause(action)

    def begin_exchange(self, event: Phase) -> None:
        """Take `@exchange`, which stands after the deal, before any exchange or play. After a hand
        it begins the next one, whose deal is not written."""
        if event.word != "exchange":
            self.fault(
                "foreign-line", "twenty-two/9.5", "a line of the game twenty-two", f"@{event.word}"
            )
        elif self.stage in BETWEEN and not self.gapped and not self.over:
            self.open_deal()
        elif (self.stage is not Stage.EXCHANGE or self.ply_in_deal) and not self.gapped:
            self.fault(
                "not-now", "twenty-two/3.1", "the exchange once, after the deal", "@exchange"
            )

    def exchange(self, event: Exchange) -> None:
        """Clauses 3.1 and 3.2: Take an exchange."""
        seat = event.seat
        if self.due_turn:
            self.turn, self.due_turn = self.due_turn, 0
            return  # it was reported that it does not belong here
        if self.refused(seat):
            if self.over or not self.turn or self.stage is not Stage.EXCHANGE:
                return
            seat = self.turn  # the exchange of the player on turn
            event = event._replace(seat=seat)
        if self.gapped:
            return
        if self.stage in BETWEEN:
            self._open_with(event)
            seat = seat or self.turn
        if self.stage is not Stage.EXCHANGE or self.awaits is Play:
            return
        if not self.exchanged:
            self._begin_with(event._replace(seat=seat))
        if not self._takes_part(seat):
            return
        self._pass_over_the_silent(event)
        again = seat in self.exchanged
        self.exchanged.add(seat)
        if not event.put and event.taken is None:
            self.forget_hand(seat)
        else:
            self._swap(event)
        self._next_to_exchange(again)

    def forget_hand(self, seat: int) -> None:
        """Forget a seat's cards, though not their number: its exchange was not written down. For
        the card count it was dealt what was listed."""
        self.hands[seat] = Hand((UNKNOWN,) * max(0, len(self.hands[seat])))
        self.must_not_know(seat)
        self.position.stock = UNCOUNTED

    def _swap(self, event: Exchange) -> None:
        """Clause 3.2: put cards away and take as many from the pack."""
        seat, put, position, undealt = event.seat, event.put, self.position, self.undealt
        taken = (UNKNOWN,) * len(put) if event.taken is None else event.taken
        position.put_away(seat, [CODES[card] for card in put[:LARGEST]])
        if put or taken:
            position.wanted = len(put)
            position.take(seat, [CODES[card] for card in taken[:LARGEST]])
        said = self.said()
        if "exchanged-too-many" in said:
            self.fault("exchanged-too-many", "twenty-two/3.2", f"at most {undealt} cards",
                       f"{len(put)}", seat=seat, part="cards")  # fmt: skip
        if "uneven-exchange" in said:
            self.uneven |= {seat}
            self.fault("uneven-exchange", "twenty-two/3.2", f"{len(put)} taken", f"{len(taken)}",
                       seat=seat, part="cards")  # fmt: skip
        self.take(seat, put, "twenty-two/3.2")
        taken += (UNKNOWN,) * (len(put) - len(taken))
        if taken:
            self.hands[seat].draw(taken, self.at)

    def _open_with(self, action: Action) -> None:
        """Open a deal whose line was left out: its first turn was checked before it began."""
        self.open_deal()
        if action.seat not in (self.turn, 0) and self.turn and not isinstance(action, Play):
            self.fault("wrong-turn", self.turn_clause(action), f"p{self.turn}",
                       f"p{action.seat}", seat=action.seat, part="seat")  # fmt: skip

    def _takes_part(self, seat: int) -> bool:
        """Return whether a seat plays this hand. That it acts shows it where it was unknown; a
        player who is out plays out of turn."""
        if seat in self.playing and not self.doubtful:
            return True
        if seat in self.playing or seat in self.hands:  # though out
            self.shows_in(seat)
            return True
        if seat not in self.doubtful:
            if not self.turn and self.playing:
                due = self.leader or self.playing[0]
                self.fault("wrong-turn", "twenty-two/2.7", f"p{due}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
            return False
        self.shows_in(seat)
        self.hold(seat, self.unknown_hand(), -1)
        return True

    def _next_to_exchange(self, again: bool) -> None:
        """Clause 3.1: Await the next exchange. A player who exchanges a second time does so in the
        place of the one who was due."""
        if again and self.turn:
            self.exchanged.add(self.turn)
        waiting = self.waiting_to_exchange()
        if self.doubtful or not self.leader:
            self.turn, self.awaits = 0, None
        elif waiting:
            self.turn, self.awaits = waiting[0], Exchange
        else:
            self.turn, self.awaits = 0, Play

    # -- unwritten exchanges

    def _begin_with(self, event: Exchange) -> None:
        """Take the first exchange of a hand that is written down. Where it is unknown who was to
        begin, only its number shows that there was none before it."""
        number = event.number
        follows = number == 1 or (number is not None and self.played.get(number - 1) is not None)
        if self.leader or self.leaders or follows:
            self.act_first(event.seat)
        else:
            self.all_dealt()

    def _pass_over_the_silent(self, event: Exchange) -> None:
        """Clause 3.1: Pass over those who were due before this one: where exchanges have no
        numbers, they may have had theirs, unwritten."""
        waiting, seat = self.waiting_to_exchange(), event.seat
        if event.number is not None or not self.turn or seat not in waiting or self.doubtful:
            return
        if unheard := waiting[: waiting.index(seat)]:
            self.faults = [fault for fault in self.faults if fault.code != "wrong-turn"]
            self.unheard |= {*unheard}
            self.exchanged |= {*unheard}

    def fall_silent(self) -> None:
        """Clause 3.1: Begin the tricks. For a player whose exchange is not written down, a listed
        hand is what was dealt, and not what is played from; unless there was no card to be had."""
        seats = self.unheard.union(self.playing).difference(self.exchanged - self.unheard)
        listed = [seat for seat in sorted(seats) if seat in self.hands and self.hands[seat].at >= 0]
        if self.undealt != 0 and listed:
            self.silent = dict.fromkeys(listed, 0)
            for seat in listed:
                self.must_not_know(seat)
            self.unwritten.add(len(self.dealt))

    def take(
        self, seat: int, run: tuple[Card, ...], clause: str, part: str = "cards"
    ) -> None:  # fmt: skip
        """Take cards from a hand; those it cannot have held are a fault, and leave open who wins
        the trick and what the others had to play. What they prove about earlier plays is reported
        too."""
        if seat in self.silent:
            self._take_in(seat, run, part)
        if (hand := self.hands.get(seat)) is None:
            return
        for card in run[:LARGEST]:  # of a thousand laid down, the first are named
            if not hand.take(card, self.at):
                self.shaky = True
                self.fault("card-not-held", clause, f"one of {text_of(hand.left)}", card.text,
                           seat=seat, part=part)  # fmt: skip
        for doubt in self.doubts:
            doubt.later += run if doubt.seat == seat else ()
        if self.denials:
            self.reveal(seat, run)

    def _take_in(self, seat: int, run: tuple[Card, ...], part: str) -> None:
        """Clauses 3.1 and 3.2: Note that a card that was not dealt to its player shows an exchange,
        as long as the pack had enough cards left."""
        hand = self.hands[seat]
        trial = hand.copy()
        foreign = [card for card in run if not trial.take(card, self.at)]
        room = len(foreign) if self.undealt is None else self.undealt - sum(self.silent.values())
        for card in foreign[: max(0, room)]:
            if not self.silent[seat]:
                self.fault("unwritten-exchange", "twenty-two/3.1", "an exchange", card.text,
                           seat=seat, part=part, severity="note")  # fmt: skip
            self.silent[seat] += 1
            hand.draw((UNKNOWN,), -1)
        hand.reach = ()  # the exchange came before all plays: each may be one of the cards taken

    def suppose_stood_pat(self) -> None:
        """Clause 3.1: At the end of a hand suppose that players whose exchange is not written down
        had none, if all that was played and denied fits the hand dealt."""
        self.stood_pat = frozenset(seat for seat, taken in self.silent.items() if not taken)
        for seat in self.stood_pat:
            left = self.left(seat)
            denials = (*self.denials.get(seat, ()), *(d for d in self.doubts if d.seat == seat))
            if any(denial.refuted(left) for denial in denials):
                self.stood_pat -= {seat}
