"""The annotations of a game: every play weighed, round by round, and the course of the whole game;
and puzzles: its mistakes, given to a reader who may choose better.

They are a layer beside the record, with the versions of analyst and engine in it, and never become
part of a player's record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

from archive.analyst.glyphs import GOOD, THRESHOLDS, marked
from archive.scoring.line_in_address import TRUMP

ANALYST: Final = "14"
"""The version of the analyst: another version may give other annotations of the same record."""


@dataclass(frozen=True, slots=True)
class Option:
    """A possible choice: the value of the rest of the round or deal for the player after it, with
    all cards known (None where that was not weighed) and by what could be known."""

    card: str
    hindsight: float | None
    fair: float


@dataclass(frozen=True, slots=True)
class Move:
    """A play of a line: what it makes and what it scores."""

    seat: int
    card: str
    tally: int
    points: int


@dataclass(frozen=True, slots=True)
class PlyWeighed:
    """A play, and what it gave away."""

    ply: int
    seat: int
    card: str
    """The card, or the choice in the form of a line of play: `7h7c`, `x9h`, `d`, `pass`, `in`."""
    best: str
    """The choice that could be expected to bring most."""
    margin: int
    """By how much the first player was ahead before it."""
    hindsight: float | None
    """What it gave away with all cards known, in points; None where that was not weighed."""
    fair: float
    """What it could be expected to give away, by what the player could know."""
    error: float
    """The standard error of `fair`; 0 where all possible deals were gone through."""
    glyph: int = 0
    luck: str = ""
    options: list[Option] = field(default_factory=list)
    """The cards that could be played, none where there was only one."""
    line: list[Move] = field(default_factory=list)
    """The line that the better card leads to, to the end of the hands, both playing their best."""
    how: str = ""
    """How it was weighed: `exact`; by what the player can be `sure` of; by the `average` of deals
    played out; `not` at all; empty where there was no choice."""
    total: float | None = None
    """The player's expected total at the end of the deal, None where that is not known."""


@dataclass(frozen=True, slots=True)
class RoundWeighed:
    """A round: `margin` is by how much its starter outscored the other, `par` what that would have
    been had both played their best, `hindsight` and `fair` by seat what was given away."""

    round: int
    starter: int
    first_ply: int
    bonus: int
    par: int
    margin: int
    hindsight: Mapping[int, int]
    fair: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Story:
    """A game as a whole. The `winner` won by the `margin`, with more than two players the
    difference from the others' average; 0 is a draw. Of the margin, or of the first player's where
    there is no winner, the plays account for `by_play` and the cards for the rest. `turning` is the
    play since which the winner was expected to win, 0 where there is none."""

    winner: int
    margin: int
    by_play: float
    by_cards: float
    turning: int
    gave_away: Mapping[int, float]
    mistakes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Annotations:
    """The annotations of a game; `not_weighed` is a word for why not all was weighed, or empty."""

    game: str
    engine: str
    seed: str
    samples: int
    not_weighed: str = ""
    rounds: list[RoundWeighed] = field(default_factory=list)
    plies: list[PlyWeighed] = field(default_factory=list)
    expected: list[tuple[int, float]] = field(default_factory=list)
    """By ply, by how much the first player was expected to win after it."""
    story: Story | None = None
    trumps: list[PlyWeighed] = field(default_factory=list)
    """The trumps that were named, each by the number of the play that follows."""
    analyst: str = ANALYST

    @property
    def choices(self) -> list[PlyWeighed]:
        """Return the plays and the trumps that were named, in their order."""
        return sorted([*self.trumps, *self.plies], key=lambda one: one.ply)

    def at(self, ply: int) -> PlyWeighed | None:
        """Return the annotation of a ply, None where it was not weighed."""
        return next((one for one in self.plies if one.ply == ply), None)

    def as_dict(self) -> dict[str, Any]:
        """Return the annotations as JSON gives them, seats as `p1`."""
        said: dict[str, Any] = _plain(asdict(self))
        return said

    def json(self) -> str:
        """Return the annotations as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(",", ":"))


SEATS: Final = ("seat", "starter", "winner")
"""The keys whose values are seats; JSON omits a seat of 0."""


def _plain(value: Any, name: str = "") -> Any:
    match value:
        case dict():
            return {_key(key): _plain(one, str(key)) for key, one in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case int() if name in SEATS:
            return f"p{value}" if value else None
        case float():
            return round(value, 2)
    return value


def _key(key: Any) -> str:
    return f"p{key}" if isinstance(key, int) else str(key)


def of_json(text: str) -> Annotations:
    """Return annotations from their JSON."""
    said = json.loads(text)
    story = said["story"]
    return Annotations(
        **{
            **said,
            "rounds": [RoundWeighed(**_seats(one)) for one in said["rounds"]],
            "plies": [_ply(one) for one in said["plies"]],
            "trumps": [_ply(one) for one in said["trumps"]],
            "expected": [(ply, margin) for ply, margin in said["expected"]],
            "story": Story(**_seats(story)) if story else None,
        }
    )


def _ply(said: dict[str, Any]) -> PlyWeighed:
    return PlyWeighed(
        **{
            **_seats(said),
            "options": [Option(**one) for one in said["options"]],
            "line": [Move(**_seats(one)) for one in said["line"]],
        }
    )


def _seats(said: dict[str, Any]) -> dict[str, Any]:
    """Return an object of JSON with seats as numbers again."""
    found: dict[str, Any] = {}
    for name, value in said.items():
        if name in SEATS:
            value = int(value[1:]) if value else 0
        elif isinstance(value, dict):
            value = {int(seat[1:]): one for seat, one in value.items()}
        found[name] = value
    return found


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
        """Return the number of the play; for trumps that of the play that follows, negated."""
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
    """Return how hard a puzzle is: harder where few choices are good, or the mistake not grave."""
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
