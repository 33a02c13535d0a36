"""The average value of the rest of a round before its next hands are dealt, by place.

The averages are data, made by `python -m bench.rest_of_round`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

SCALE: Final = 100
"""The number of units in a point."""


@cache
def _averages() -> dict[int, list[list[int]]]:
    text = files("archive.analyst.twenty").joinpath("rest_of_round.json").read_text("utf-8")
    return {int(bonus): rows for bonus, rows in json.loads(text)["averages"].items()}


@cache
def before_hands(to_come: int, bonus: int) -> list[int]:
    """Return by place the value of `to_come` pairs of hands, at least one, for the player on turn,
    in hundredths of a point. Between no bonus and the highest it grows evenly."""
    found = _averages()
    highest = max(found)
    without, with_it = found[0][to_come - 1], found[highest][to_come - 1]
    return [
        (low * (highest - bonus) + high * bonus) // highest
        for low, high in zip(without, with_it, strict=True)
    ]
