"""Twenty in whole numbers: tallies, hands, and what each card does to them.

Suits play no part in Twenty, nor do ranks of one value, so a hand is a multiset of values, and one
small number stands for it. The game's own rules give what a card scores.
"""

from itertools import combinations_with_replacement
from typing import Final

from archive.analyst.number_types import i64, vec
from archive.games.twenty.rules import AIM, EXACT, HAND, reward

VALUES: Final = range(1, EXACT + 1)
"""The values that a card can have."""

PLACES: "Final[list[tuple[int, int]]]" = [(0, 0)] + [
    (tally, cards) for cards in range(1, 2 * HAND + 1) for tally in range(cards, AIM)
]
"""Every tally below twenty, and the number of cards that made it; an index into them is a place."""
FLAGGED: Final = len(PLACES)
"""The number added to a place where the player on turn was the last to score."""
PLACE_OF: Final = {place: at for at, place in enumerate(PLACES)}
MOST_CARDS: Final = 2 * HAND


def _made(tally: int, cards: int, value: int) -> "tuple[int, int]":
    """Return the place that a card leads to from another, and what it scores."""
    tally, cards = tally + value, cards + 1
    points = reward(tally, cards)[0] if tally >= AIM or cards >= HAND else 0
    if tally >= AIM or cards > MOST_CARDS:
        return 0, points
    return PLACE_OF[tally, cards], points


POINTS = [[_made(*place, value)[1] if value else 0 for place in PLACES] for value in range(11)]
"""By value and place what a card scores."""
AFTER = [[_made(*place, value)[0] if value else 0 for place in PLACES] for value in range(11)]
"""By value and place the place that a card leads to."""

HANDS: "Final[list[tuple[int, ...]]]" = [
    hand for size in range(HAND + 1) for hand in combinations_with_replacement(VALUES, size)
]
"""Every hand of no more than five cards, by the values of its cards; an index is a hand."""
HAND_OF: Final = {hand: at for at, hand in enumerate(HANDS)}

HAND_BITS: Final = 12
PLACE_BITS: Final = 9
LEFT: Final = (1 << HAND_BITS) - 1
"""The bits of the hand that is left."""
TO: Final = (1 << PLACE_BITS) - 1
"""The bits of a place."""
WIDTH: Final = 292
"""The number of places, with those of the last scorer."""
LAST_CARD: Final = 10
"""The last hand of one card; these hands are numbered by its value, before those of more cards."""


def without(hand: int, value: int) -> int:
    """Return a hand less one card of a value."""
    cards = list(HANDS[hand])
    cards.remove(value)
    return HAND_OF[tuple(cards)]


PLAYABLE: "Final[list[list[int]]]" = [sorted(set(cards)) for cards in HANDS]
"""By hand the values that can be played, each once."""


CODES: "Final[list[vec[i64]]]" = [
    vec[i64]([value * WIDTH << HAND_BITS | without(hand, value) for value in values])
    for hand, values in enumerate(PLAYABLE)
]
"""The playable cards: the beginning of a value's moves, in the low bits the hand left."""


class Choices:
    """The effect of a card by its value and place: where it leads (`after`) and what it scores
    (`points`), and both in one row, `moves`, with the place in the low bits. Points are counted in
    units of one `scale`-th; in a round's `last` hands places also say who scored last."""

    __slots__ = ("after", "moves", "points")

    def __init__(self, scale: int, last: bool) -> None:
        self.points: list[list[int]] = [[one * scale for one in row] for row in POINTS]
        self.after: list[list[int]] = [list(row) for row in AFTER]
        if last:
            self.follow_last_scorer()
        self.moves: vec[i64] = vec[i64]([0] * (WIDTH * len(self.points)))
        for value, (points, after) in enumerate(zip(self.points, self.after, strict=True)):
            for place, (one, to) in enumerate(zip(points, after, strict=True)):
                self.moves[WIDTH * value + place] = one << PLACE_BITS | to

    def follow_last_scorer(self) -> None:
        """Let places say whether the player on turn was the last to score: false after a play that
        scored, otherwise true where the other player was not."""
        for value in range(11):
            after, points = self.after[value], self.points[value]
            unflagged = [to + FLAGGED * (not points[at]) for at, to in enumerate(after)]
            self.after[value] = unflagged + after
            self.points[value] = points + points


WHOLE: Final = Choices(1, False)
WHOLE_LAST: Final = Choices(1, True)
