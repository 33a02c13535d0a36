"""A choice weighed over deals drawn by chance, and its annotation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from archive.analyst import glyphs
from archive.analyst.annotations import Move, Option, PlyWeighed
from archive.analyst.comparison import Compared
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import Moment
from archive.rules.hand import UNCOUNTED

EXACT, SURE, AVERAGE, NOT = "exact", "sure", "average", "not"
"""The ways to weigh a choice."""
NO_DEAL_FOUND = "no-deal-found"
"""The word for why a choice was not weighed."""


class Weigher(Protocol):
    """The way a game weighs the choices at a moment."""

    def known(self) -> Mapping[int, float] | None:
        """Return the value of each choice with all cards known; None where it was not weighed."""

    def fair(self) -> tuple[str, Compared[int]]:
        """Return how the choices were weighed by what the player could know, and the result."""

    def line(self, choice: int) -> list[Move]:
        """Return the line of play that a choice leads to."""


def weighed(
    game: str, now: Moment[Any, Any], seed: str, weigher: Callable[[HiddenCards], Weigher]
) -> PlyWeighed:
    """Return the choice made at a moment, weighed; `seed` determines which cards are drawn."""
    if len(now.choices) == 1:
        return PlyWeighed(now.ply, now.seat, now.done, now.done, 0, 0, 0.0, 0.0)
    rng = Random(f"{seed}/{now.ply}")  # noqa: S311 - nothing secret
    hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, rng, now.doubting)
    if not hidden.fits:
        return PlyWeighed(now.ply, now.seat, now.done, now.done, 0, None, 0.0, 0.0, how=NOT)
    weighs = weigher(hidden)
    known = weighs.known()
    how, found = weighs.fair()
    one = told(game, now, found, how, known)
    if one.glyph in (0, glyphs.GOOD):
        return one
    return replace(one, line=weighs.line(found.choices[found.found.best]))


def told(
    game: str, now: Moment[Any, Any], found: Compared[int], how: str,
    known: Mapping[int, float] | None,
) -> PlyWeighed:  # fmt: skip
    """Return the annotation of a choice without its line. `known` are the choices' values with all
    cards known, None where these were not weighed."""
    at, loss, error = found.found
    best = found.choices[at]
    mark = glyphs.mistake(game, loss, error) or glyphs.GOOD * (found.only and best == now.made)
    lost = None if known is None else round(max(known.values()) - known[now.made], 2)
    options = sorted(zip(found.choices, found.worth, strict=True), key=lambda one: -one[1])
    stood, then = now.position.totals[now.seat], found.points[found.choices.index(now.made)]
    total = round(stood + then, 2) if stood > UNCOUNTED // 2 else None
    return PlyWeighed(
        now.ply, now.seat, now.done, now.choices[best], 0, lost, round(loss, 2),
        round(error, 2), mark, glyphs.luck(game, mark, lost),
        [
            Option(now.choices[one], None if known is None else known[one], round(worth, 2))
            for one, worth in options
        ],
        how=how, total=total,
    )  # fmt: skip
