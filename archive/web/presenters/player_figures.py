"""A player's figures for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archive.analyst.figures import GameFigures


def figures_as_dict(figures: Mapping[str, GameFigures]) -> list[dict[str, Any]]:
    """Return a player's figures by game as the API gives them."""
    return [
        {
            "game": kind, "games": one.games,
            **{
                name: one.mean(name)._asdict() for name in ("mistakes", "given_away", "by_play")
            },
        }
        for kind, one in figures.items()
    ]  # fmt: skip
