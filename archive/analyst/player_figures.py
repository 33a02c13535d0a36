"""A player's figures over many games: mistakes, what was given away, and points without the luck.

A game counts if it was weighed to its end. What a player gained by play is what the others gave
away on average less what this player gave away: the points by which the player would have won had
the cards been even.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from archive.analyst.glyphs import GOOD, certain

T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)
"""Student's 97.5 % quantiles for one degree of freedom and more."""


class Mean(NamedTuple):
    """An average over games, and how far it may be off either way with a chance of 95 %; None for a
    single game, which cannot show it."""

    value: float
    within: float | None


@dataclass(slots=True)
class GameFigures:
    """A player's figures in one kind of game, a value for each game."""

    mistakes: list[int] = field(default_factory=list)
    given_away: list[float] = field(default_factory=list)
    by_play: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Return how many games were weighed."""
        return len(self.mistakes)

    def mean(self, name: str) -> Mean:
        """Return the average of a figure, by its name."""
        return mean_of(getattr(self, name))


def mean_of(values: list[float]) -> Mean:
    """Return an average with its interval."""
    if len(values) < 2:
        return Mean(fmean(values), None)
    free = len(values) - 1
    t = T95[free - 1] if free <= len(T95) else 1.96 + 2.5 / free
    return Mean(fmean(values), t * stdev(values) / sqrt(len(values)))


def figures(weighed: Iterable[tuple[int, str]]) -> dict[str, GameFigures]:
    """Return a player's figures by game, from the seat and the annotations of each."""
    found: dict[str, GameFigures] = {}
    for seat, body in weighed:
        said = json.loads(body)
        if said["not_weighed"] or not said["plies"]:
            continue
        choices = [*said["plies"], *said["trumps"]]
        lost = _lost(choices)
        own, others = lost.pop(f"p{seat}", 0.0), list(lost.values())
        if not others:
            continue
        kind = found.setdefault(said["game"], GameFigures())
        kind.mistakes.append(
            sum(one["seat"] == f"p{seat}" and one["glyph"] not in (0, GOOD) for one in choices)
        )
        kind.given_away.append(own)
        kind.by_play.append(fmean(others) - own)
    return found


def _lost(plies: Iterable[dict[str, Any]]) -> dict[str, float]:
    """Return by seat what was given away beyond doubt."""
    lost: dict[str, float] = {}
    for one in plies:
        seat = one["seat"]
        lost[seat] = lost.get(seat, 0.0) + certain(one["fair"], one["error"])
    return lost
