"""What lies on the table in a game of Twenty, as a page draws it."""

from __future__ import annotations

from archive.core.cards import Card, Hand
from archive.games.twenty.rules import AIM, PLAYS
from archive.games.twenty.rules import Twenty as Game
from archive.rules.following import Following, HandSeen


class Board(Following):
    """The cards on the table, and those not dealt yet.

    `dealt` has all hands of each round and seat so far, `laid` the cards of the round in their
    order, `begun` where among these the pile began, and the one before it.
    """

    __slots__ = ("begun", "dealt", "laid", "turned_up")

    position: Game
    dealt: dict[tuple[int, int], list[HandSeen]]
    laid: list[tuple[int, Card]]
    begun: tuple[int, int]
    turned_up: dict[int, tuple[tuple[Card, ...], int]]  # by round, with the event's index

    @property
    def up(self) -> tuple[Card, ...]:
        """The cards turned up in this round."""
        return self.turned_up.get(self.round, ((), -1))[0]

    @property
    def bonus(self) -> int | None:
        """The bonus of this round; None where it is not known."""
        return self.position.bonus or None

    @property
    def bonus_to(self) -> int | None:
        """Who takes it; None before the round is over."""
        return self.position.scorer or None if self.position.plays == PLAYS else None

    @property
    def starter(self) -> int:
        """Who begins this round, 0 where that is not known."""
        return self.position.starter

    @property
    def swept(self) -> list[tuple[int, Card]]:
        """The tally cards that the last play set aside, and who laid each."""
        return self.laid[self.begun[0] :] if self.tally is not None and self.tally >= AIM else []

    @property
    def pile(self) -> list[tuple[int, Card]]:
        """Tally cards: who laid each, and which it is."""
        return self.laid[self.begun[1] :]

    def waits(self, seat: int) -> bool:
        """Whether the last hand listed is one that its owner is dealt only with the next turn."""
        hands = self.dealt.get((self.round, seat), ())
        return (
            len(hands) > 1
            and hands[-1].at >= 0
            and not hands[-1].plays
            and not self.position.at_once
        )

    def shown_of(self, seat: int) -> list[HandSeen]:
        """The hands of this round that its owner has been dealt."""
        hands = self.dealt.get((self.round, seat), [])
        return hands[:-1] if self.waits(seat) else hands

    @property
    def listed(self) -> dict[int, tuple[tuple[Card, ...], int]]:
        """The hands that are listed and not dealt yet, by seat, with the event's index."""
        waiting = {seat: self.dealt[self.round, seat][-1] for seat in (1, 2) if self.waits(seat)}
        return {seat: (hand.cards, hand.at) for seat, hand in waiting.items()}

    @property
    def hands(self) -> dict[int, Hand]:
        """The hands in play, by seat."""
        hands = {seat: self.shown_of(seat) for seat in (1, 2)}
        return {seat: shown[-1].hand() for seat, shown in hands.items() if shown}

    @property
    def deal(self) -> int:
        """The number of the hand in play, 1 to 5; 0 before the round's first card."""
        return max(len(self.shown_of(seat)) for seat in (1, 2))

    @property
    def stock(self) -> int:
        """Cards not yet dealt in this round."""
        return PLAYS - sum(len(hand.cards) for seat in (1, 2) for hand in self.shown_of(seat))
