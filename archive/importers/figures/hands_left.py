"""Cards left in hands of Count to 20, told beside the points that they cost: “K 7 J = 35”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.importers.figures.marks import Mark

LOW, TEN = 5, 10
COSTS = {"A": 5, "T": 10, "J": 10, "Q": 10, "K": 20}


def hands_in(marks: Sequence[Mark]) -> Iterator[tuple[list[Mark], Mark]]:
    """Yield the cards left in a hand of Count to 20 with the points that they are said to cost:
    “K 7 J = 35”."""
    cards: list[Mark] = []
    for at, mark in enumerate(marks):
        if mark.kind in ("number", "card"):
            cards.append(mark)
        elif mark.kind == "arrow" and mark.text != "(" and cards:
            behind = marks[at + 1 : at + 2]
            if behind and behind[0].kind == "number" and _are_cards(cards):
                yield cards, behind[0]
            cards = []
        elif mark.kind != "and":
            cards = []


def _are_cards(marks: Sequence[Mark]) -> bool:
    return all(mark.number <= TEN for mark in marks)


def with_points_alone(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of a line without cards whose points are told behind them."""
    cards = {mark for hand, _ in hands_in(marks) for mark in hand}
    return [mark for mark in marks if mark not in cards]


def is_their_sum(cards: Sequence[Mark], points: Mark) -> bool:
    """Return whether the cards left in a hand cost so much (count-to-20/6.4 to 6.6)."""
    return points.number == sum(
        COSTS.get(mark.text, LOW if mark.number < TEN else TEN) for mark in cards
    )
