"""The tricks: section 6 of the page."""

from __future__ import annotations

from archive.core.cards import SUITS
from archive.core.events import Play, Trick
from archive.games.zwanzig_ab.cards import EXACT, ONLY, readings, strength, takers
from archive.games.zwanzig_ab.choices import Choices
from archive.games.zwanzig_ab.clauses import (
    FOLLOW,
    LEADER,
    LINES,
    ONE_CARD_EACH,
    TRUMP_IT,
)
from archive.games.zwanzig_ab.table import SEATS
from archive.notation.writer import written
from archive.rules.denials import Denied, kind_of

OF_SUIT: dict[str, Denied] = {
    suit: kind_of(lambda card, suit=suit: card.suit == suit if card.suit else None)  # type: ignore[misc]
    for suit in SUITS
}


class Plays(Choices):
    """The rules about tricks."""

    __slots__ = ()

    # -- a card

    def play_card(self, play: Play) -> None:
        """Clause 6.2: one card to the trick."""
        if not self.takes(play):
            return
        seat = play.seat
        if not self.knows_seat(seat):
            return
        if self.phase != "tricks":  # the deal was opened by this card
            self.move_on(play)
            if self.phase != "tricks":
                return
        if play.tally is not None or play.points is not None or play.parts:
            self._refuse_numbers(play)
        if len(play.cards) != 1:
            self.fault("wrong-number-of-cards", ONE_CARD_EACH, "one card", f"{len(play.cards)}",
                       seat=seat, part="cards")  # fmt: skip
            play = play._replace(cards=play.cards[:1])
        self._settle_what_is_open(play)
        if self.undecided:  # most plays are none of these: so it is asked here, not there
            self._pass_over_undecided(seat)
        if self.phase != "tricks":  # nobody else had stayed in
            self.takes(play)
            return
        if seat in self.dropped:
            self._come_back(seat)
        if seat != self.leader and self.leader:
            self._lead_out_of_turn(play)
        self.plies[self.at] = self.ply
        self.undecided.discard(seat)
        self.lay(play)
        if self.undecided and self.phase == "tricks":
            self.restore_turn()

    def _refuse_numbers(self, play: Play) -> None:
        """No play counts anything in this game."""
        numbers = (play.tally, play.points, *[part.value for part in play.parts])
        if any(number is not None for number in numbers):
            part = "tally" if play.tally is not None else "points"
            self.fault("foreign-claim", LINES, "a card alone", written(play._replace(number=None)),
                       seat=play.seat, part=part)  # fmt: skip

    def _settle_what_is_open(self, play: Play) -> None:
        """What the play now to come tells of the lines before it."""
        if self.early is not None:
            self._settle_early_line(play)
        if self.trump is None:
            self.note_trumps_unknown()
        if not self.trick and not self.won:
            self._lead_of_the_deal(play.seat)

    def _lead_of_the_deal(self, seat: int) -> None:
        """Whoever leads first is the trump maker, where nothing else tells."""
        if not self.dealer or self.said_dealer:
            self.show_maker(seat)
            self.leader = self.maker if self.maker in self.playing else 0

    def _lead_out_of_turn(self, play: Play) -> None:
        """Who leads has won the trick before, or so it is claimed. But a card that only the one who
        is to lead can hold was led by nobody else: the seat is wrong."""
        seat, due = play.seat, self.leader
        if self.trick and not self.complete:
            return
        if not self._can_hold(seat, play) and self._can_hold(due, play):
            self.fault("wrong-leader", LEADER, f"p{due}", f"p{seat}", seat=seat, part="seat")
            self.leader, self.told_lead = 0, self.at

    def _can_hold(self, seat: int, play: Play) -> bool:
        return self.hands[seat].copy().take(play.cards[0], self.at)

    def _come_back(self, seat: int) -> None:
        """Somebody who is said to have dropped out plays a card where his turn would be: that is
        out of turn, but he is in."""
        if len(self.won) > 1 or not self.trick:
            return
        last, leader = self.trick[-1].seat, self.lead[0]
        due = leader if self.complete else self._next_to_play()
        if (seat - last) % SEATS >= ((due - last) % SEATS or SEATS):
            return
        if self.complete:  # it was thought to be
            self.must_be(self.leader, seat, ONE_CARD_EACH)
            for over in (self.won, self.takers, self.tricks):
                over.pop()
        self.dropped.remove(seat)
        self.playing = [one for one in self.order if one == seat or one in self.playing]

    def _pass_over_undecided(self, seat: int) -> None:
        """Clause 10.4: those of whom nothing is written have dropped out if the first trick passes
        them over."""
        if self.won or not self.trick or self.turn:
            return
        if any(one.seat == seat for one in self.trick):
            self.close_first_trick()
            return
        due = self._next_to_play()
        while due and due != seat and due in self.undecided and seat in self.playing:
            self.leave_play(due)
            due = self._next_to_play()
        if due != seat:
            self.fault("wrong-turn", ONE_CARD_EACH, f"p{due}", f"p{seat}", seat=seat, part="seat")
            self.disturbed = True

    def close_first_trick(self) -> None:
        """Clause 10.4: the first trick is over, and those that are still undecided were not in."""
        if not self.won and self.trick and self.phase == "tricks" and not self.complete:
            self._leave_undecided_out()

    def close_choices(self, found: str) -> None:
        """What can only come after a deal comes, and no card has been played. Choices to stay in
        that were left out are supposed; perhaps all others had dropped out (5.5)."""
        if self.phase == "stay" and self.stays and self.turn:
            self.leave_out(SEATS - 1 - self.stays, found)
        if self.phase == "tricks" and self.stays and not self.trick and not self.won:
            self._leave_undecided_out()
        self.close_first_trick()

    def _leave_undecided_out(self) -> None:
        laid = {one.seat for one in self.trick} or {self.maker}
        waiting = [seat for seat in self.playing if seat not in laid]
        if any(seat not in self.undecided for seat in waiting):
            return
        for seat in waiting:
            self.leave_play(seat)
        if self.trick:
            self.end_trick()
        elif self.walkover:
            self.settle()

    def restore_turn(self) -> None:
        if self.phase == "stay":
            waiting = [seat for seat in self.order[1:] if seat not in self.decided]
            self.turn = waiting[0] if waiting else 0
        elif self.phase == "tricks":
            on = bool(self.trick) and not self.complete
            due = self._next_to_play() if on else 0
            self.turn = 0 if due in self.undecided and not self.won else due

    # -- a trick

    def begin_trick(self, event: Trick) -> None:
        """Clause 6.1: `@trick` says who leads."""
        if not self.takes(event):
            return
        if event.first is not None and not self.knows_seat(event.first, "first"):
            event = event._replace(first=None)
        if self.phase != "tricks":
            self.leave_exchange("@trick", line=True)
            self.leave_stay("@trick", line=True)
            if self.phase != "tricks":
                return
        self.close_first_trick()
        if self.phase == "tricks" and self.trick and self.disturbed and not self.complete:
            self._close_disturbed_trick()
        if self.phase != "tricks":
            return
        if self.trick and not self.complete and self.due and self.early is None:
            self.early = event, self.at  # too early, or cards were left out: the next will show
            return
        if self.lined == len(self.won) and (self.complete or not self.trick):
            self.fault("not-now", ONE_CARD_EACH, "a card", written(event))
            return
        super().begin_trick(event)
        self.lined = len(self.won)
        self.restore_turn()

    def _settle_early_line(self, play: Play) -> None:
        """A line of the next trick came before all had played to this one. Where the numbers go on
        without a break, it stands too early; else the cards before it were left out."""
        assert self.early is not None
        (line, at), self.early = self.early, None
        if self.trick and not self.complete:
            due = self._next_to_play()
            if play.number is None:
                self.leave_out(len(self.playing) - len(self.trick), "a new trick")
            elif play.seat != due:
                self._close_disturbed_trick()  # that it is out of turn has been said
            else:
                self.fault("not-now", ONE_CARD_EACH, f"p{due} to play", written(line), at=at)
                return
        self.lined = len(self.won)

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        early, self.early = self.early, None
        made = super().leave_out(plays, found, part)
        if early is not None:
            self.lined = len(self.won)
        return made

    def _close_disturbed_trick(self) -> None:
        """Somebody played out of turn, and the next trick begins before all have played: those who
        are passed over in the first trick have dropped out, whatever was written."""
        laid = {one.seat for one in self.trick}
        if not self.won:
            for seat in self.playing.copy():
                if seat not in laid:
                    self.leave_play(seat)
        self.end_trick()

    def judge_lead(self, play: Play) -> None:
        """Any card may be led. Who leads is a claim about the trick before, where its winner is
        known; else it must be one of those who may have won it."""
        may = self.takers[-1] if self.takers and not self.leader else frozenset()
        if self.told_lead == self.at:
            return
        if play.seat in may:
            self.unsure_leads.add(self.at)
        elif may:
            self.fault("wrong-leader", LEADER, seats_text(may), f"p{play.seat}", seat=play.seat,
                       part="seat")  # fmt: skip

    def judge_answer(self, play: Play) -> None:
        """Clauses 6.3 and 6.4. What hangs on a card or trumps not known is judged when the deal is
        over."""
        led, card = self.trick[0].cards[0].suit, play.cards[0]
        if not led or not card.suit or card.suit == led:
            return
        void = self.deny(play, "not-followed", FOLLOW, lambda: f"?{led}", OF_SUIT[led])
        trump = self.trump
        if void and trump and trump not in (led, card.suit):
            self.deny(play, "not-trumped", TRUMP_IT, lambda: f"?{trump}", OF_SUIT[trump])

    def winner_of_trick(self) -> int:
        """Clause 6.6. 0 where it depends on what is not known."""
        trick = self.trick
        cards = [one.cards[0] for one in trick]
        if self.trump and EXACT.issuperset(cards):
            led, trump = cards[0].suit, self.trump
            counts = [strength(card, led, trump) for card in cards]
            most = max(counts)
            may = ONLY[trick[counts.index(most)].seat] if counts.count(most) == 1 else frozenset()
        else:
            may = takers([(one.seat, readings(one.cards[0])) for one in trick], self.trumps)
        self.takers.append(may)
        self.tricks.append(trick)
        return next(iter(may)) if len(may) == 1 else 0

    def trick_over(self) -> None:
        if len(self.won) >= self.size or self.playing == [self.maker]:
            self.settle()


def seats_text(seats: frozenset[int]) -> str:
    return " or ".join(f"p{seat}" for seat in sorted(seats))
