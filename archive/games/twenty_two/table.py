"""The table of a game of Twenty-Two: each line of a record as an action of the position."""

from __future__ import annotations

from archive.core.events import (
    Action,
    Cut,
    Deal,
    End,
    Exchange,
    Gap,
    Held,
    Keep,
    Out,
    Pass,
    Phase,
    Play,
    Score,
    Show,
    Trick,
)
from archive.games.twenty_two import deals, exchange, plays, scores
from archive.games.twenty_two.claims import Claims


class TwentyTwoTable(Claims):
    """The table of a game of Twenty-Two with all its rules."""

    def turn_clause(self, action: Action) -> str:
        """Clauses 3.1 and 4.1: Return the clause about turns: the exchange goes round once, before
        the tricks."""
        return "twenty-two/3.1" if isinstance(action, Exchange) else super().turn_clause(action)

    def move_on(self, action: Action) -> None:
        """Move on from the exchange to the tricks, or report that the action does not belong
        here."""
        if not plays.move_on(self, action):
            super().move_on(action)
            self.due_turn, self.turn = self.turn, 0  # one fault is enough

    def settle_hand(self) -> None:
        """Score the hand that is over before the next event."""
        scores.settle_hand(self)

    def play_last_card(self, play: Play) -> None:
        """Take the play of a last card."""
        scores.play_last_card(self, play)

    def stop(self) -> None:
        """Clause 9.4: End the record; what is not proved by now stays open."""
        scores.stop(self)


TwentyTwoTable.rules = {
    Cut: deals.draw_for_deal, Deal: deals.deal_cards, Held: deals.list_hand,
    Phase: exchange.begin_exchange, Exchange: exchange.exchange_cards, Pass: plays.say_pass,
    Trick: plays.begin_trick, Play: plays.play_cards, Show: scores.show_cards,
    Keep: scores.keep_cards, Out: scores.say_out, Score: scores.claim_score,
    Gap: scores.leave_gap, End: scores.end,
}  # fmt: skip
