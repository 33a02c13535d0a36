"""Why a sheet's points cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Impossible(NamedTuple):
    """Why no deal can give what a sheet has. `seats` are the players it turns on, `points` what
    they are said to score, `total` and `deal` where it stands, `most` a bound that is passed."""

    kind: str
    clause: str
    seats: Sequence[int] = ()
    points: Sequence[int] = ()
    total: int = 0
    deal: int = 0
    most: int = 0
