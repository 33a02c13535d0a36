"""Puzzles: the mistakes of a game, given to a reader who may choose better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from archive.analyst.annotations import Annotations, PlyWeighed
from archive.analyst.glyphs import GOOD, THRESHOLDS, marked
from archive.scoring.line_in_address import TRUMP

FEW: Final = 1 / 3
"""The share of good choices below which a puzzle is harder."""
LEVELS: Final = ("easy", "middling", "hard")


class Answer(NamedTuple):
    """A possible choice: as a line of play gives it, what it gives away, and whether that is too
    little to be called a mistake."""

    choice: str
    loss: float
    good: bool


class Puzzle(NamedTuple):
    """A moment at which a mistake was made. The order of its `answers` gives nothing away."""

    weighed: PlyWeighed
    answers: tuple[Answer, ...]

    @property
    def number(self) -> int:
        """Return the number of the play; for trumps it is that of the play that follows,
        negated."""
        return -self.weighed.ply if self.of_trumps else self.weighed.ply

    @property
    def of_trumps(self) -> bool:
        """Return whether the mistake was to name these trumps."""
        return self.weighed.card.startswith(TRUMP)

    @property
    def share(self) -> float:
        """Return the share of good choices."""
        return sum(one.good for one in self.answers) / len(self.answers)

    def answer(self, choice: str) -> Answer | None:
        """Return the answer for a choice; None where the puzzle has no such choice."""
        return next((one for one in self.answers if one.choice == choice), None)

    def solved_by(self, choice: str) -> bool:
        """Return whether a choice is a right one."""
        return any(one.good for one in self.answers if one.choice == choice)


def puzzles(said: Annotations, seat: int = 0) -> list[Puzzle]:
    """Return the mistakes of a game as puzzles, those of one seat if it is given."""
    found = []
    for one in said.choices:
        if one.glyph in (0, GOOD) or len(one.options) < 2 or seat not in (0, one.seat):
            continue
        least, most = marked(said.game)[-1], max(option.fair for option in one.options)
        answers = (
            Answer(option.card, round(most - option.fair, 2), most - option.fair < least)
            for option in sorted(one.options, key=lambda option: option.card)
        )
        found.append(Puzzle(one, tuple(answers)))
    return found


def level(game: str, puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, as a word: harder where few choices are good, and where the
    mistake was not a grave one."""
    least = _grave(game)
    return LEVELS[(puzzle.share <= FEW) + (puzzle.weighed.fair < least)]


def difficulty(game: str, puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, from 0 to 100: the fewer choices are good and the less the
    mistake gave away, the harder. Each of the two counts half."""
    grave = _grave(game)
    return round(50 * (1 - puzzle.share) + 50 * grave / (grave + puzzle.weighed.fair))


def in_order(found: Sequence[Puzzle], game: str) -> list[Puzzle]:
    """Return puzzles from the easy to the hard ones."""
    return sorted(
        found,
        key=lambda one: (
            LEVELS.index(level(game, one)), difficulty(game, one), one.number,
        ),
    )  # fmt: skip


def _grave(game: str) -> float:
    return THRESHOLDS[game][1][0]
