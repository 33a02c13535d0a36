"""Puzzles: the mistakes of a game, given to a reader who may choose better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from archive.analyst.annotations import Annotations, PlyWeighed
from archive.analyst.glyphs import GOOD, THRESHOLDS, marked
from archive.scoring.line_of_play import TRUMP

FEW: Final = 1 / 3
"""A share of good choices that makes a puzzle harder."""
LEVELS: Final = ("easy", "middling", "hard")


class Answer(NamedTuple):
    """Something that could be chosen: as a line of play has it, what it gives away, and whether
    that is too little to be called a mistake."""

    choice: str
    loss: float
    good: bool


class Puzzle(NamedTuple):
    """A moment at which a mistake was made. Its `answers` stand in no telling order."""

    weighed: PlyWeighed
    answers: tuple[Answer, ...]

    @property
    def number(self) -> int:
        """Return the number of the play; that of trumps is the one of the play that follows, less
        than nothing."""
        return -self.weighed.ply if self.of_trumps else self.weighed.ply

    @property
    def of_trumps(self) -> bool:
        """Return whether trumps were named."""
        return self.weighed.card.startswith(TRUMP)

    @property
    def share(self) -> float:
        """Return what share of the choices is good."""
        return sum(one.good for one in self.answers) / len(self.answers)

    def answer(self, choice: str) -> Answer | None:
        """Return what a choice comes to, None where it is none."""
        return next((one for one in self.answers if one.choice == choice), None)

    def solved_by(self, choice: str) -> bool:
        """Return whether a choice is a right one."""
        return any(one.good for one in self.answers if one.choice == choice)


def puzzles(said: Annotations, seat: int = 0) -> list[Puzzle]:
    """Return the mistakes of a game as puzzles, those of one seat where one is given."""
    least = marked(said.game)[-1]
    found = []
    for one in said.choices:
        if one.glyph in (0, GOOD) or len(one.options) < 2 or seat not in (0, one.seat):
            continue
        most = max(option.fair for option in one.options)
        answers = (
            Answer(option.card, round(most - option.fair, 2), most - option.fair < least)
            for option in sorted(one.options, key=lambda option: option.card)
        )
        found.append(Puzzle(one, tuple(answers)))
    return found


def level(game: str, puzzle: Puzzle) -> str:
    """Return how hard a puzzle is: harder where few choices are good, and where the mistake was
    none of the grave ones."""
    least = _grave(game)
    return LEVELS[(puzzle.share <= FEW) + (puzzle.weighed.fair < least)]


def difficulty(game: str, puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, from 0 to 100: the fewer choices are good and the less the
    mistake gave away, the harder. Half of it each."""
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
