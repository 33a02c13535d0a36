"""Plays, their score, the bonus, and what else a record says: sections 3 to 6 of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from archive.core.cards import UNKNOWN, text_of
from archive.core.events import (
    Action,
    Bonus,
    Deal,
    End,
    Event,
    Gap,
    Held,
    Pass,
    Play,
    Round,
    Score,
    Up,
)
from archive.games.twenty.clauses import (
    BY_TURNS,
    FIFTY_PLAYS,
    LAST_TO_SCORE,
    LINES,
    NO_BONUS_KNOWN,
    NOT_WRITTEN,
    OTHER_BEGINS,
    OWN_HAND,
    TALLY,
    TURNED_UP,
    TWO_ROUNDS,
    UNFINISHED,
)
from archive.games.twenty.deals import Deals
from archive.games.twenty.hands import only_value
from archive.games.twenty.values import PLAYS, ROUNDS, VALUES, bonus_of, points_for
from archive.rules.claims import Claim
from archive.rules.table import Rule


class Twenty(Deals):
    """The table of a game of Twenty with all its rules."""

    __slots__ = ()

    def play_card(self, play: Play) -> None:
        """One turn: a card from the hand onto the pile (3.2), and what it scores."""
        seat, cards = play.seat, play.cards
        if self.skipping:
            self._tell_skipped(play)
        usual = seat == self.turn and self.plays < PLAYS and self.round
        if not usual and not self._accepts(play):
            return
        hand = self.hands.get(seat)
        # quicker than to ask how many cards are left, which foreign cards alone make necessary
        if hand is None or not hand.left or (hand.foreign and not hand):
            hand = self._refill(seat)
        card = cards[0]
        if len(cards) != 1:
            self.fault("wrong-number-of-cards", OWN_HAND, "one card", f"{len(cards)}",
                       seat=seat, part="cards")  # fmt: skip
        value = VALUES[card] if card is not UNKNOWN else only_value(hand)
        seen = self.stale and self._seen_before(seat, card)
        if not hand.take(UNKNOWN if seen else card, self.at):
            self.fault("card-not-held", OWN_HAND, f"one of {text_of(hand.left)}", card.text,
                       seat=seat, part="cards")  # fmt: skip
        before = self.tally if self.pile else self.tally and 0  # after a sweep, from nothing (4.5)
        self.pile.append((seat, card))
        self.plays += 1
        self.turn = 3 - seat
        if value is None and self.tally is not None:
            self.fault("unknown-card", NOT_WRITTEN, "the rank of the card", card.text, seat=seat,
                       part="cards", severity="note")  # fmt: skip
        if value is None or before is None:
            self.forget_totals()
        else:
            self._settle(seat, before + value)
        if self.plays == PLAYS and self.counted:
            self._end_round()

    def _tell_skipped(self, play: Play) -> None:
        """The line of this deal leaves out a number. Where plays are numbered these tell whether a
        hand is missing; where they are not, it is."""
        self.skipping = False
        if play.number is None and self.counted:
            listed = self.listed.copy()
            self.leave_page_out()
            self.listed = listed
            self.turn = play.seat

    def _accepts(self, play: Play) -> bool:
        """Whether a play counts that is not simply the next one: a round's first, one out of turn,
        or one that nobody can make."""
        seat = play.seat
        if seat > 2:
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat, part="seat")
            return False
        if self.over:
            self.fault("after-the-end", FIFTY_PLAYS, "no further play", f"p{seat}", seat=seat)
            return False
        if self._between_rounds():
            self._open_round(None)
            if self.turn and self.turn != seat:  # the kernel asked before this round had begun
                self.fault("wrong-turn", OTHER_BEGINS, f"p{self.turn}", f"p{seat}", seat=seat,
                           part="seat")  # fmt: skip
        if not self.plays and not self.turn and not self.gapped:
            if self.starter not in (0, seat):
                self.fault("wrong-starter", OTHER_BEGINS, f"p{seat}", f"p{self.starter}",
                           seat=self.starter, part="first", at=self.opened)  # fmt: skip
            self.starter = seat
        return True

    def say_pass(self, event: Pass) -> None:
        """Clause 3.1: nobody may."""
        self.passes += 1
        self.fault("passed", BY_TURNS, "a card", "pass", seat=event.seat)
        self.turn = 3 - event.seat if event.seat <= self.seats else self.turn

    def _settle(self, seat: int, tally: int) -> None:
        """Score the play that made this tally (4.1 to 4.7); from 20 on it sets the pile aside
        (4.5). `tally` stays as made until the next play: that is what a record claims."""
        self.tally = tally
        self.earned, self.reason = points, clause = points_for(tally, len(self.pile))
        if points:
            self.ledger.enter(self.ply, seat, points, clause)
        if tally >= 20:
            self.swept, self.pile = self.pile, []
        elif self.swept:
            self.swept = []

    def _end_round(self) -> None:
        """Clauses 4.6 and 5.1."""
        self.turn = 0
        last = self.ledger.lines[-1].seat if self.ledger.lines else None
        if self.tally is None or last is None:
            return
        self.bonus_to = last
        if self.bonus is None:
            self.fault("unknown-bonus", NO_BONUS_KNOWN, "the two cards turned up", "none",
                       severity="note")  # fmt: skip
            self.ledger.lose()
        else:
            self.score(last, self.bonus, LAST_TO_SCORE)

    # -- what else a record says

    def assume(self, claim: Claim) -> None:
        if claim.kind == "up" and isinstance(claim.claimed, int):
            self.bonus = claim.claimed
        elif claim.kind == "tally" and isinstance(claim.claimed, int) and claim.seat:
            self._believe_tally(claim.seat, claim.claimed)
        super().assume(claim)

    def claims(self, event: Event) -> Iterable[Claim]:
        if isinstance(event, Play):
            seat = event.seat
            return [
                Claim("tally", seat, event.tally, self.tally, TALLY, "tally"),
                Claim("points", seat, event.points, self.earned, self.reason, "points"),
            ]
        if isinstance(event, Up):
            return [Claim("up", None, event.bonus, bonus_of(event.cards), TURNED_UP, "bonus")]
        if isinstance(event, Bonus):
            to = self.bonus_to if self.plays == PLAYS else None
            points = self.bonus if to and event.seat <= self.seats else None
            whose = Claim("bonus-to", event.seat, event.seat, to, LAST_TO_SCORE, "seat")
            if to in (None, event.seat):
                amount = Claim("bonus", event.seat, event.points, points, LAST_TO_SCORE, "points")
                return [whose, amount]
            given = event.points if event.points is not None else points
            return [
                whose,
                Claim("bonus", event.seat, given, 0, LAST_TO_SCORE, "points"),
                Claim("bonus", to, 0, points, LAST_TO_SCORE, ""),
            ]
        return [*self._bonus_passed_over(event), *super().claims(event)]

    def _bonus_passed_over(self, event: Event) -> Iterable[Claim]:
        """A standing that no bonus went before, and that lacks it, says there was none."""
        if self.passed_over == self.at and self.bonus_to:
            part = f"p{self.bonus_to}"
            yield Claim("bonus", self.bonus_to, 0, self.bonus, LAST_TO_SCORE, part)

    def claim_bonus(self, event: Bonus) -> None:
        if event.seat > self.seats:
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{event.seat}", seat=event.seat)
        if self.unplayed:
            self.leave_page_out()
        if self.plays < PLAYS and self.counted:
            self.fault("not-now", LAST_TO_SCORE, f"the bonus after {PLAYS} plays",
                       f"after {self.plays}")  # fmt: skip
        elif self.bonus_claimed:
            self.fault("not-now", LAST_TO_SCORE, "one bonus a round", "a second one")
        self.bonus_claimed = True

    def claim_score(self, event: Score | End) -> None:
        """A standing changes nothing; the verdict holds it against the ledger."""
        beyond = {seat for seat, _ in event.totals if seat > self.seats}
        for seat in sorted(beyond):
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat)
        if self.unplayed and self._differs(event):
            self.leave_page_out()
        if self.bonus and self.bonus_to and not self.bonus_claimed:
            total = self.ledger.total(self.bonus_to)
            claimed = dict(reversed(event.totals)).get(self.bonus_to)
            if total is not None and claimed == total - self.bonus:
                self.bonus_claimed, self.passed_over = True, self.at

    def _differs(self, event: Score | End) -> bool:
        """Whether somebody stands otherwise than before this round."""
        known = [(total, self.ledger.total(seat)) for seat, total in event.totals if seat <= 2]
        return any(total != before for total, before in known if before is not None)

    def leave_gap(self, event: Gap) -> None:
        """Clause 6.3: plays are missing, nobody knows how many."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "@gap", severity="note")
        if self._between_rounds() and self.round < ROUNDS:
            self._open_round(None)
        self._lose_plays()

    def left_out(self, action: Action, missing: int) -> bool:
        """An odd number of plays left out shows in the turn; for an even number the tally that is
        claimed must show it, or only the number is wrong."""
        if not self.turn or self.plays + missing >= PLAYS:
            return False
        if action.seat != (self.turn if missing % 2 == 0 else 3 - self.turn):
            return False
        if missing % 2 or not isinstance(action, Play) or action.tally is None:
            return missing % 2 == 1
        value, tally = VALUES[action.cards[0]], self.tally if self.pile else self.tally and 0
        return value is not None and tally is not None and tally + value != action.tally

    def resume(self, number: int) -> None:
        """By its number a play's place in the round is known again."""
        if self.torn:
            self._resume_torn(number)
        if not self.ply and not self.gapped:
            self._begin_late()
            if number > PLAYS and not self.round:
                self.round = 1
            if self._between_rounds() and self.round < ROUNDS:
                self._open_round(None)
            self.turn, self.gapped = 0, True
            self.tally = None
        plays = number - 1 - PLAYS * (self.round - 1)
        if 0 <= plays < PLAYS:
            self.plays, self.counted = plays, True

    def end(self, event: End) -> None:
        if not self.ended and self.round == ROUNDS and self.ends_with(self.plays):
            self.leave_out(PLAYS - self.plays, "@end")
        if self.ended:
            self.fault("not-now", LINES, "one @end", "a second one")
        elif not self.over and self.counted:
            self.fault("early-end", UNFINISHED, f"the record to go on: {self.missing()} is next",
                       "@end", severity="note")  # fmt: skip
        self.claim_score(event)
        self.ended = True

    def _believe_tally(self, seat: int, tally: int) -> None:
        """Go on as if the last play had made this tally: score it again by the same clauses."""
        if self.plays == PLAYS or self.tally is None or seat > self.seats:
            self.tally = tally
            return
        if self.swept:
            self.pile, self.swept = self.swept, []
        if self.earned:
            self.ledger.strike()
        self._settle(seat, tally)

    rules: ClassVar[Mapping[type, Rule]] = {
        Play: play_card, Held: Deals.list_hand, Deal: Deals.deal_hands, Score: claim_score,
        Round: Deals.begin_round, Up: Deals.turn_up, Bonus: claim_bonus, Gap: leave_gap,
        Pass: say_pass, End: end,
    }  # fmt: skip
