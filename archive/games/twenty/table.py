"""The table of a game of Twenty: each line of a record as an action of the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

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
    Totals,
    Up,
)
from archive.core.phrase import Phrase, to_go_on
from archive.games.twenty import gaps, rounds
from archive.games.twenty.board import EITHER_SEAT
from archive.games.twenty.claims import Claims
from archive.games.twenty.rules import HAND, PLAYS, ROUNDS
from archive.rules.hand_seen import CODES, HandSeen


class TwentyTable(Claims):
    """The table of a game of Twenty, with all its rules."""

    changing: ClassVar[tuple[str, ...]] = ("laid", "turned_up")

    game: ClassVar[str] = "twenty"
    only_adds: ClassVar[bool] = True
    plays_in_all: ClassVar[int] = ROUNDS * PLAYS
    fresh_start: ClassVar[type] = Round
    displacing: ClassVar[frozenset[str]] = frozenset(
        {"wrong-turn", "dealt-early", "no-cards-left", "wrong-starter", "passed"}
    )
    out_of_step: ClassVar[frozenset[str]] = frozenset(
        {"dealt-early", "no-cards-left", "short-round", "not-now"}
    )  # once a play went to the wrong seat, hands run out at the wrong moment
    unsettling: ClassVar[frozenset[str]] = frozenset({"passed", "short-round"})

    def copy(self) -> Self:
        """Return a copy that goes its own way from here."""
        twin = super().copy()
        now = [key for key in ((self.round, 1), (self.round, 2)) if key in self.dealt]
        twin.dealt = self.dealt | {key: [hand.copy() for hand in self.dealt[key]] for key in now}
        twin.stale = {seat: ranks.copy() for seat, ranks in self.stale.items()}
        return twin

    # -- queries

    @property
    def deck(self) -> str:
        """Return the pack as a Deck tag names it."""
        return "52"

    def may_come_to(self, totals: Totals, *, goes_on: bool) -> bool:
        """Return whether play may go on to these totals: within the hand, or beyond it where it is
        known that the game `goes_on`."""
        within_hand = self.plays > 0 and self.plays % (2 * HAND) > 0
        return (within_hand or goes_on) and gaps.may_come_to(self.position, dict(totals))

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.position.over

    def winners_of(self, totals: Mapping[int, int]) -> list[int]:
        """Clause 1.3: Return the players with the most points."""
        best = max(totals.values())
        return [seat for seat, total in totals.items() if total == best]

    def missing(self) -> str:
        """Return what the game lacks to be over, in words."""
        if self.over:
            return Phrase("nothing: the game is over")
        if not self.round:
            return Phrase("the first round")
        if self.plays == PLAYS:
            return Phrase("round {n}", n=ROUNDS)
        if self.plays < 0:
            return Phrase("the rest of round {n}", n=self.round)
        return Phrase("play {n} of round {m}", n=self.plays + 1, m=self.round)

    # -- plays

    def play_card(self, play: Play) -> None:
        """Take one turn: a card goes from the hand onto the pile (3.2), and scores its points."""
        position, seat, cards = self.position, play.seat, play.cards
        if position.due != "lay" or position.turn != seat or not seat:
            seat = rounds.accepts(self, seat)
            if not seat:
                return
        card = cards[0]
        if position.made < 0:
            rounds.find_hand(self, seat)
        if len(cards) != 1:
            self.fault("wrong-number-of-cards", "twenty/3.2", Phrase("one card"), f"{len(cards)}",
                       seat=seat, part="cards")  # fmt: skip
        hand = self.dealt[self.round, seat][-1]
        self.laid.append((seat, card))
        if position.plays == PLAYS - 1 and not position.bonus:
            rounds.find_turned_up(self, card)
        position.lay(seat, CODES[card])
        seen = bool(self.stale) and gaps.seen_before(self, seat, card)
        if position.objections or position.open:
            self._object(play, hand, seen)
        hand.plays.append((UNKNOWN if seen else card, self.at))
        self.enter()

    def _object(self, play: Play, hand: HandSeen, seen: bool) -> None:
        """Report the faults of a play, and what is unknown about it. A card `seen` before is of a
        hand that was listed earlier."""
        seat, card = play.seat, play.cards[0]
        unknown = {code for _, _, code, _ in self.position.open}
        for code in self.objections():
            if code == "card-not-held" and not seen:  # whose turn it is was checked before
                left = hand.hand().left
                self.fault(code, "twenty/3.2", Phrase("one of {cards}", cards=text_of(left)),
                           card.text, seat=seat, part="cards")  # fmt: skip
        if "unknown-card" in unknown:
            self.fault("unknown-card", "twenty/6.3", "the rank of the card", card.text, seat=seat,
                       part="cards", severity="note")  # fmt: skip
        if "unknown-bonus" in unknown:
            self.fault("unknown-bonus", "twenty/5.2", "the two cards turned up", Phrase("none"),
                       severity="note")  # fmt: skip

    def say_pass(self, event: Pass) -> None:
        """Clause 3.1: Report a pass, which no player may make."""
        self.fault("passed", "twenty/3.1", Phrase("a card"), "pass", seat=event.seat)
        if self.between_rounds:
            rounds.open_round(self, None)
        if event.seat in (1, 2) and not self.over:
            rounds.await_card(self, 3 - event.seat)

    # -- gaps

    def look_ahead(self, events: Sequence[Event], result: Totals) -> None:
        """Keep the record's events, which tell where a round is written to be over, and who begins
        the game, whatever one line of it says."""
        self.events = events

    @property
    def can_suppose(self) -> bool:
        """Return whether it is known whose turn a play that was left out would be."""
        known = self.plays >= 0 and not (self.over or self.astray)
        return known and bool(self.turn or self.starter)

    def stand_in(self, seat: int) -> Action:
        """Return what a play of this seat, or by the one who begins the next round, is taken
        for."""
        return super().stand_in(seat or (3 - self.starter if self.starter else 0))

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        """Report that plays are missing here, and go on as if each had been made."""
        return gaps.leave_out(self, plays, found, part)

    def open_gap(self) -> None:
        """Go on without knowing how many plays are missing here, nor the hands."""
        gaps.open_gap(self)

    def resume(self, action: Action) -> None:
        """Go on with the play of this number after a stretch that was not written down; it goes on
        behind lines of the next round where the number is of a later play."""
        plays = (action.number or 1) - 1
        if self.torn and not self.due and 0 <= self.plays != plays % PLAYS:
            gaps.open_gap(self)
        if self.astray or self.plays < 0:
            gaps.resume(self, plays, action.seat)

    # -- other lines

    def claim_bonus(self, event: Bonus) -> None:
        """Take a claim of the bonus."""
        if event.seat > self.seats:
            self.fault("no-such-seat", "twenty/1.1", EITHER_SEAT, f"p{event.seat}", seat=event.seat)
        later = self.bonus_at >= 0 or not self.round or self.is_of_another_round(event)
        if self.astray and later:
            rounds.open_round(self, None)
        if 0 <= self.plays < PLAYS:
            self.fault("not-now", "twenty/5.1", Phrase("the bonus after {n} plays", n=PLAYS),
                       Phrase("after {n}", n=self.plays))  # fmt: skip
        elif self.bonus_at >= 0:
            self.fault("not-now", "twenty/5.1", Phrase("one bonus a round"), Phrase("a second one"))
        self.bonus_at = self.at
        if self.plays < 0 and not self.astray:
            gaps.resume(self, PLAYS * self.round)

    def claim_score(self, event: Score | End) -> None:
        """Change nothing for a standing; the verdict compares it with the ledger."""
        beyond = {seat for seat, _ in event.totals if seat > self.seats}
        for seat in sorted(beyond):
            self.fault("no-such-seat", "twenty/1.1", EITHER_SEAT, f"p{seat}", seat=seat)
        self.note_passed_over(event)

    def end(self, event: End) -> None:
        """Take the record's last line."""
        if not self.ended and not self.over and 0 <= self.plays <= PLAYS:
            self.fault("early-end", "twenty/6.2", to_go_on(self.missing()),
                       "@end", severity="note")  # fmt: skip
            if any(claim.difference for claim in self.claims(event)):
                gaps.forget_unplayed(self)
        self.claim_score(event)


TwentyTable.handlers = {
    Play: TwentyTable.play_card, Held: rounds.list_hand, Deal: rounds.begin_deal,
    Round: rounds.begin_round, Up: rounds.turn_up, Bonus: TwentyTable.claim_bonus,
    Score: TwentyTable.claim_score, Gap: gaps.leave_gap, Pass: TwentyTable.say_pass,
    End: TwentyTable.end,
}  # fmt: skip
