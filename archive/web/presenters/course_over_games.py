"""The course of a player's points over games, a line for each kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.services.search import Scored

HIGH: Final = 100
EDGE: Final = 8


@dataclass(frozen=True, slots=True)
class PointShown:
    """A game on the line: its place, in percent, and its page."""

    record_id: str
    x: float
    y: float
    points: int
    won: bool | None


@dataclass(frozen=True, slots=True)
class CourseShown:
    """The points of one player in one game, oldest first. `path` is in percent of both sides."""

    game: str
    path: str
    points: list[PointShown]
    low: int
    high: int


def courses_of(scored: Sequence[Scored]) -> list[CourseShown]:
    """Return a course for every game with two results, the most played first."""
    by_game: dict[str, list[Scored]] = {}
    for one in scored:
        by_game.setdefault(one.game, []).append(one)
    courses = [_course_of(game, found) for game, found in by_game.items() if len(found) > 1]
    return sorted(courses, key=lambda one: -len(one.points))


def _course_of(game: str, found: Sequence[Scored]) -> CourseShown:
    low, high = min(one.points for one in found), max(one.points for one in found)
    span = max(high - low, 1)
    points = [
        PointShown(
            one.record_id,
            round(2 + 96 * at / (len(found) - 1), 2),
            round(HIGH - EDGE - (HIGH - 2 * EDGE) * (one.points - low) / span, 2),
            one.points, one.won,
        )
        for at, one in enumerate(found)
    ]  # fmt: skip
    path = "".join(f"{'L' if at else 'M'}{one.x} {one.y}" for at, one in enumerate(points))
    return CourseShown(game, path, points, low, high)
