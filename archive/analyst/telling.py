"""What was found of a choice, as it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from archive.analyst import glyphs
from archive.analyst.annotations import Option, PlyWeighed
from archive.analyst.comparison import Compared

C = TypeVar("C")
EXACT, SURE, AVERAGE, NOT = "exact", "sure", "average", "not"
"""How a choice was weighed."""


class Chosen(NamedTuple):
    """What was done: its play in the game, whose it was, how it is written, what that player had
    scored before."""

    ply: int
    seat: int
    done: str
    total: int


def forced(chosen: Chosen) -> PlyWeighed:
    """Return a play that was the only one."""
    return PlyWeighed(chosen.ply, chosen.seat, chosen.done, chosen.done, 0, 0, 0.0, 0.0)


def not_weighed(chosen: Chosen) -> PlyWeighed:
    """Return a play that cannot be weighed."""
    ply, seat, done, _ = chosen
    return PlyWeighed(ply, seat, done, done, 0, None, 0.0, 0.0, how=NOT)


def told(
    game: str, chosen: Chosen, made: C, names: Mapping[C, str], found: Compared[C], how: str,
    known: Mapping[C, float] | None,
) -> PlyWeighed:  # fmt: skip
    """Return a choice as it is told, its line left out. `known` are the choices' values with all
    cards known, None where these were not weighed."""
    at, loss, error = found.found
    best = found.choices[at]
    mark = glyphs.mistake(game, loss, error)
    lost = None if known is None else max(known.values()) - known[made]
    options = sorted(zip(found.choices, found.worth, strict=True), key=lambda one: -one[1])
    return PlyWeighed(
        chosen.ply, chosen.seat, chosen.done, names[best], 0, lost, round(loss, 2),
        round(error, 2), mark, glyphs.luck(game, mark, lost),
        [
            Option(names[one], None if known is None else known[one], round(worth, 2))
            for one, worth in options
        ],
        how=how, total=round(chosen.total + found.points[at], 2),
    )  # fmt: skip
