"""The table of a game of Count to 20: each line of a record as an action of the position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from archive.core.cards import CARDS, text_of
from archive.core.events import (
    Action,
    Cut,
    Deal,
    Draw,
    End,
    Event,
    Gap,
    Held,
    Pass,
    Play,
    Score,
    Show,
    Totals,
)
from archive.core.phrase import Phrase
from archive.games.count_to_20 import deals, end_of_hand
from archive.games.count_to_20.board import Torn, in_words
from archive.games.count_to_20.claims import Claims
from archive.games.count_to_20.counting import (
    AIM,
    UP_TO_AIM,
    counts_of,
    numbers_in,
    only,
)
from archive.games.count_to_20.open_passes import OpenPass, OpenSet, could_pass
from archive.rules.hand import UNCOUNTED
from archive.rules.hand_seen import CODES
from archive.rules.pack import write_card

COUNT = re.compile(r"(?:^|\s)count=(\d{1,2})(?=\s|$)", re.ASCII)


class CountTo20Table(Claims):
    """The table of a game of Count to 20."""

    game: ClassVar[str] = "count-to-20"
    gap_within: ClassVar[bool] = True
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "count-not-made", "empty-stock", "passed", "could-make-count",
         "card-not-held", "after-the-end", "wrong-number-of-cards"}
    )  # fmt: skip
    out_of_step: ClassVar[frozenset[str]] = displacing | {"short-deal"}
    unsettling: ClassVar[frozenset[str]] = frozenset(
        {"wrong-number-of-cards", "card-not-held", "after-the-end"}
    )

    meant_otherwise: ClassVar[frozenset[str]] = Claims.meant_otherwise | {"count-not-made"}

    @property
    def deck(self) -> str:
        """Return the pack as a Deck tag names it."""
        return "52"

    # -- turns

    def draw_card(self, event: Draw) -> None:
        """Clause 3.3: Take a draw."""
        seat = event.seat
        if not deals.may_act(self, seat):
            return
        self.position.draw(seat)
        if "empty-stock" in self.objections():
            self.fault("empty-stock", "count-to-20/5.1", "a card in the stock", Phrase("none"),
                       seat=seat, part="cards")  # fmt: skip
            self.tally, self.reason = None, "count-to-20/8.4"
        else:
            self.position.take(seat, [CODES[event.card]])
            self.hands[seat].draw((event.card,), self.at)
            self.reason = "count-to-20/3.3"
        self.turn = self.position.turn

    def play_set(self, play: Play) -> None:
        """Clause 3.4: Take a play."""
        position, seat = self.position, play.seat
        codes = [CODES[card] for card in play.cards]
        counts = counts_of(codes)
        first = play.tally == 1 and not self.in_play and counts >> 1 & 1 > 0
        if not deals.may_act(self, seat, opens_hand=first):
            if self.torn == Torn.HAND and not counts:  # whatever is due
                self.fault("count-not-made", "count-to-20/3.4", in_words(UP_TO_AIM & ~1),
                           text_of(play.cards), seat=seat, part="cards")  # fmt: skip
            return
        if not play.cards:
            if not self.faults:  # it has not been reported yet that a turn is missing here
                self.fault("unproved", "count-to-20/8.4", "a turn that can be read", f"p{seat}",
                           seat=seat, severity="note")  # fmt: skip
            self.unseen = True
            self.lose_turn(seat)
            return
        self.accepted = self.at
        if play.points is not None:
            self.fault("foreign-claim", "count-to-20/8.7", "no points for a play",
                       f"/{play.points}", seat=seat, part="points")  # fmt: skip
        due, loose = position.due_counts, seat in self.loose
        position.make(seat, codes, play.tally or 0)
        self._lay(play, due, loose=loose)
        self.tally, self.reason = self.count, "count-to-20/3.4"
        end_of_hand.prove_passes(self, seat)
        self.go_on()

    def _lay(self, play: Play, due: int, *, loose: bool) -> None:
        """Report the faults of a set just played, and what is unknown about it."""
        position, seat, cards, hand = self.position, play.seat, play.cards, self.hands[play.seat]
        if any(card.rank == "?" for card in cards):
            cards = tuple([CARDS[write_card(code)] for code in position.named])
        if any(code == "count-not-made" for _, _, code, _ in position.open):
            self.open_sets.append(OpenSet(self.at, self.ply, seat, due, cards))
        before = text_of(hand.left) if position.objections else ""
        wrong = self.objections()
        foreign = end_of_hand.take(self, seat, cards, loose=loose)
        if foreign:
            self.fault("card-not-held", "count-to-20/3.4", Phrase("one of {cards}", cards=before),
                       foreign[0].text, seat=seat, part="cards")  # fmt: skip
        elif "count-not-made" in wrong:
            found = text_of(play.cards)
            if position.counts:
                counts = in_words(position.counts)
                found = Phrase("{cards}, which make {counts}", cards=found, counts=counts)
            self.fault("count-not-made", "count-to-20/3.4", in_words(due), found, seat=seat,
                       part="cards")  # fmt: skip

    def say_pass(self, event: Pass) -> None:
        """Clauses 3.3 and 5.2 to 5.4: Take a pass."""
        position, seat = self.position, event.seat
        if not deals.may_act(self, seat):
            return
        held = len(self.hands[seat].played)
        one = OpenPass(self.at, self.ply, seat, position.due_counts, held)
        loose = seat in self.loose
        position.pass_turn(seat)
        left_open = bool(position.open)
        wrong = self.objections()
        if "passed" in wrong:
            self.fault(
                "passed", "count-to-20/3.3", "a card drawn, or the count made", "pass", seat=seat
            )
            self.tally, self.reason = None, "count-to-20/8.4"
        else:
            self.reason = "count-to-20/5.3" if position.may_pass else "count-to-20/5.2"
            if "could-make-count" in wrong:
                shown = could_pass(one, self.hands[seat], loose=loose)[1]
                end_of_hand.refute_pass(self, one, shown)
            elif left_open:
                self.open_passes.append(one)
        self.go_on()

    def go_on(self) -> None:
        """Go on with the next turn, or with what comes after the hand."""
        self.turn = self.position.turn
        if not self.in_play:
            end_of_hand.hand_over(self)

    def end_hand(self, clause: str) -> None:
        """End the hand by a clause."""
        self.position.end_hand(clause)
        end_of_hand.hand_over(self)

    # -- unwritten turns

    @property
    def can_suppose(self) -> bool:
        """Return whether a turn that was left out can be supposed here."""
        return self.in_play and self.turn > 0

    def stand_in(self, seat: int) -> Action:
        """Return an unknown turn: no cards, so no play that could be written."""
        return Play(None, seat, ())

    def otherwise(self, event: Event) -> Event:
        """Return an unknown turn for a pass, with which a hand may end."""
        return self.stand_in(event.seat) if isinstance(event, Pass) else event

    def meant(self, event: Event, code: str) -> Event:
        """Return a set that does not make the count due as one of which the players say what its
        cards count: they may go on from there without a word."""
        if code != "count-not-made" or not isinstance(event, Play):
            return super().meant(event, code)
        count = only(counts_of([CODES[card] for card in event.cards]))
        return event._replace(tally=count) if count else event

    def lose_turn(self, seat: int) -> None:
        """Clauses 8.3 and 8.4: Take an unknown turn."""
        self.position.miss_turn(seat)
        self.tally, self.reason = None, "count-to-20/8.4"
        self.turn = self.position.turn

    def leave_gap(self, event: Gap) -> None:
        """Clause 8.4: Note that an unknown number of turns is missing."""
        self.fault("gap", "count-to-20/8.4", "every turn written down", "@gap", severity="note")
        self.due = 0
        if self.beyond or not self.in_play:
            self.open_gap()
            return
        if self.late:  # the record begins late, and that is reported already
            self.late = False
            self.lose_totals()
        position = self.position
        told = COUNT.search(event.text)
        counts = int(told[1]) if told else None
        if counts is not None and counts < AIM:
            position.made = 1 << counts
        else:  # it can only have risen
            position.made = sum(1 << n for n in range(min(numbers_in(position.made)), AIM))
        end_of_hand.let_go(self)
        position.stock, position.spare = 0, self.stock[1]
        position.passes, position.may_be_over = UNCOUNTED, True
        deals.await_turn(self, 0)
        self.opening, self.tally = self.opening._replace(other_first=0), None

    def may_go_beyond(self, event: Gap) -> bool:
        """Return whether a gap may go beyond the hand: not where it names the last count."""
        return not COUNT.search(event.text)

    def open_gap(self) -> None:
        """Clause 8.4: Make everything unknown, as whole hands may be missing; the next line of a
        deal shows where play is."""
        if self.beyond:
            return
        if self.in_play:
            end_of_hand.let_go(self)
            self.position.may_be_over = True
        end_of_hand.end_hand_unseen(self, Phrase("more"))
        self.lose_totals()
        self.torn, self.ending = Torn.HAND, self.ending._replace(untold=frozenset())

    def look_ahead(self, events: Sequence[Event], result: Totals) -> None:
        """Note the last standing of each player of whom the result tells."""
        standings = ((at, one) for at, one in enumerate(events) if isinstance(one, Score | End))
        last = {seat: at for at, one in standings for seat, _ in one.totals}
        self.told_last = {seat: last.get(seat, -1) for seat, _ in result}

    def stop(self) -> None:
        """End the record: what is open stays open."""
        if self.in_play:
            end_of_hand.close_doubts(self)
        else:
            end_of_hand.close_hand(self)


CountTo20Table.handlers = {
    Cut: deals.tell_cut, Deal: deals.deal_cards, Held: deals.list_hand,
    Play: CountTo20Table.play_set, Draw: CountTo20Table.draw_card, Pass: CountTo20Table.say_pass,
    Show: end_of_hand.show_cards, Score: end_of_hand.claim_score, End: end_of_hand.end,
    Gap: CountTo20Table.leave_gap,
}  # fmt: skip
