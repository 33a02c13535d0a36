"""The common lines of sound and canonical records of trick games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archive.rules.sound_record import Deed, Line, SoundRecord, Unsure, run_of, sure


def stand_pat(position: Any, seat: int, _: None) -> None:
    """Read `x-`."""
    position.put_away(seat, [])


def exchange(position: Any, seat: int, cards: tuple[list[int], list[int]]) -> None:
    """Read `x9s7d>QhJh`."""
    put, taken = cards
    position.put_away(seat, put)
    position.take(seat, taken)


def deed_at_exchange(text: str) -> Deed:
    """Return a player's action in the exchange. Raises Unsure."""
    if text == "x-":
        return stand_pat, None, text
    put, to, taken = text[1:].partition(">")
    sure(text[0] == "x" and to)
    return exchange, (run_of(put), run_of(taken)), text


BEGUN = {
    (tricks, seat): f"n={tricks + 1} first=p{seat}" for tricks in range(26) for seat in range(1, 17)
}
"""The rest of a trick's line, by the tricks that are over and the leader."""


class SoundTricks(SoundRecord):
    """A record of a trick game on its way through a position."""

    def __init__(
        self, position: Any, lines: Mapping[str, Line], deeds: Mapping[str, Deed],
        ranks: int = 13, packs: int = 1,
    ) -> None:  # fmt: skip
        super().__init__(position, lines, deeds, ranks, packs)
        self.lined = -1  # tricks over at the last `@trick`
        self.leads = self.trick_lines = self.first_lines = 0

    def trick_line(self, rest: str) -> None:
        """Read `@trick n=1 first=p3`."""
        position = self.position
        tricks = position.tricks
        if (
            rest != BEGUN.get((tricks, position.turn))
            or position.due != "lay"
            or position.trick
            or self.lined == tricks
        ):
            raise Unsure
        self.lined = tricks
        if tricks:
            self.trick_lines += 1
        else:
            self.first_lines += 1

    def count_leads(self) -> None:
        """Count the leads of the deal that is over."""
        self.leads += self.position.tricks + (self.position.trick != [])

    def claim_tricks(self) -> None:
        """Count the claims about tricks, which are made by leading."""
        self.claim("leader", self.leads + self.first_lines)
        self.claim("trick-winner", self.trick_lines)
