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
from archive.games.twenty_two import course_of_tricks, deals, end_of_hand, exchange
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
        if not course_of_tricks.move_on(self, action):
            super().move_on(action)

    def settle_hand(self) -> None:
        """Score the hand that is over before the next event."""
        end_of_hand.settle_hand(self)


TwentyTwoTable.handlers = {
    Cut: deals.draw_for_deal, Deal: deals.deal_cards, Held: deals.list_hand,
    Phase: exchange.begin_exchange, Exchange: exchange.exchange_cards,
    Pass: course_of_tricks.say_pass, Trick: course_of_tricks.begin_trick,
    Play: course_of_tricks.play_cards, Show: end_of_hand.show_cards,
    Keep: end_of_hand.keep_cards, Out: end_of_hand.say_out, Score: end_of_hand.claim_score,
    Gap: end_of_hand.leave_gap, End: end_of_hand.end,
}  # fmt: skip
