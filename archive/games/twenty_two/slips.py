"""How people miscount a losing card of Twenty-Two: what would explain a wrong total."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from archive.rules.slips import Slip, Stretch

VALUES, HIGHEST = "twenty-two/1.4", "twenty-two/5.2"
THOUGHT = {"A": (1, 14, 10, 20), "K": (13, 4), "Q": (12, 3), "J": (11, 2), "T": ()}
"""Other values that a card which counts 11 or 10 is taken for, by rank: its place in the suit, or
its points in other games."""


def slips(stretch: Stretch) -> Iterator[Slip]:
    """Yield the slips that belong to this game."""
    for deal in stretch.deals:
        sums = stretch.sums(deal)
        for seat, points in sums.items():
            rank = next((card.rank for card in stretch.left.get((deal, seat), ())), "")
            for wrong in THOUGHT.get(rank, ()):
                yield Slip("worth", VALUES, {seat: wrong - points}, 1, deal, seat, right=points,
                           wrong=wrong, suit=rank)  # fmt: skip
        for seat, other in permutations(sums, 2):
            if shown := stretch.left.get((deal, seat)):  # all who lost had cards of one rank
                yield Slip("loses-as-well", HIGHEST, {seat: -sums[seat]}, 1, deal, seat, other,
                           suit=shown[0].rank)  # fmt: skip
        for other in range(1, stretch.seats + 1):
            shown = stretch.left.get((deal, other), ())
            if other not in sums and shown:
                seat = next(iter(sums))
                higher = stretch.left.get((deal, seat), ())
                worth = 11 if shown[0].rank == "A" else 10 if shown[0].rank in "TJQK" else 0
                worth = worth or (int(shown[0].rank) if shown[0].rank.isdigit() else 0)
                if worth and higher:
                    yield Slip("loses-too", HIGHEST, {other: worth}, 1, deal, seat, other,
                               suit=shown[0].rank + higher[0].rank)  # fmt: skip
