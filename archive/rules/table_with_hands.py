"""Hands: dealt, changed in an exchange and played from; and their owners' denials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from archive.core.cards import Card, WrittenHand
from archive.rules.cards_denied import Denial
from archive.rules.listed_or_played import certainly_left
from archive.rules.table import Around, TableOf


class HandsTable(TableOf[Around]):
    """The table of a game in which each deal gives every player one hand.

    `hands` are the hands in play by seat, `dealt` those of every deal so far (seat, hand).
    `denials` are those of this deal, by seat, that are still open.
    """

    def __init__(self, position: Around) -> None:
        super().__init__(position)
        self.hands: dict[int, WrittenHand] = {}
        self.dealt: list[dict[int, WrittenHand]] = []
        self.denials: dict[int, list[Denial]] = {}

    def copy(self) -> Self:
        """Return a copy that goes its own way from here."""
        twin = super().copy()
        twin.dealt = [
            *self.dealt[:-1],
            *({seat: hand.copy() for seat, hand in hands.items()} for hands in self.dealt[-1:]),
        ]
        twin.hands = {
            seat: twin.dealt[-1][seat] if hand is self.dealt[-1].get(seat) else hand.copy()
            for seat, hand in self.hands.items()
        }
        twin.denials = {
            seat: [denial.copy() for denial in denials] for seat, denials in self.denials.items()
        }
        return twin

    def forget_dealt(self) -> None:
        """Forget the cards of deals before the last one."""
        self.dealt = [*({} for _ in self.dealt[:-1]), *self.dealt[-1:]]

    # -- hands

    def hold(self, seat: int, held: Sequence[Card], at: int) -> WrittenHand:
        """Give a seat its hand for this deal; `at` is the event that lists it, -1 for none."""
        hand = self.hands[seat] = WrittenHand(held, at)
        self.dealt[-1][seat] = hand
        return hand

    # -- denials

    def reveal(self, seat: int, run: tuple[Card, ...]) -> None:
        """Compare cards that come to light with their player's denials."""
        denials = self.denials.get(seat)
        if not denials:
            return
        left, still = self.left(seat), []
        blamed: set[int] = set()  # a play that was not allowed is reported once
        for denial in denials:
            denial.later += run
            if denial.at in blamed:
                continue
            if denial.refuted(left):
                blamed.add(denial.at)
                self.fault(denial.code, denial.clause, denial.expected, denial.found, seat=seat,
                           part="cards", at=denial.at, ply=denial.ply)  # fmt: skip
            elif not denial.proved(left):
                still.append(denial)
        self.denials[seat] = still

    def close_denials(self) -> None:
        """End a deal's denials: one that is not proved now never will be."""
        for seat, denials in self.denials.items():
            left = self.left(seat)
            told: set[int] = set()
            for denial in denials:
                if denial.at not in told and not denial.proved(left):
                    told.add(denial.at)
                    self.fault("unproved", denial.clause, denial.expected, denial.found, seat=seat,
                               part="cards", severity="note", at=denial.at,
                               ply=denial.ply)  # fmt: skip
        self.denials = {}

    def left(self, seat: int) -> list[Card]:
        """Return the cards a seat still holds, as far as they are known. A listing that its own
        plays contradict shows nothing."""
        hand = self.hands.get(seat)
        return [] if hand is None else certainly_left(hand)
