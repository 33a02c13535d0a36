"""Which game a sheet of totals is of that names none, by what each deal gives the players.

In Count to 20 all points are fives; in Twenty-Two one card is lost a hand; Zwanzig ab begins at
twenty; and no round of Twenty gives both together less than 320. A sheet in quarrel may have a
wrong total, so the game is told that fits all but few of them, and better than the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

Standing = Mapping[str, int]

TWO: Final = 2
FOUR: Final = 4
LEAST_OF_A_ROUND: Final = 320
LOST: Final = range(2, 12)
"""What a card can count that loses a hand."""
A_DEAL: Final = range(-10, 11)
FEW: Final = 3
"""One of so many totals may be wrong."""


def game_by_totals(standings: Sequence[Standing]) -> str | None:
    """Return the game that gives such totals; None where several could, or none does."""
    if not standings or len({frozenset(one) for one in standings}) != 1:
        return None
    players = len(standings[0])
    misfits = {
        "count-to-20": _misfits(standings, 0, _of_fives),
        "twenty-two": _misfits(standings, 0, _of_one_card),
    }
    if players == FOUR:
        misfits["zwanzig-ab"] = _misfits(standings, 20, _of_tricks)
    if players == TWO:
        misfits["twenty"] = _misfits(standings, 0, _of_a_round)
    fewest = min(misfits.values())
    best = [game for game, number in misfits.items() if number == fewest]
    return best[0] if len(best) == 1 and fewest * FEW <= len(standings) * players else None


def _misfits(
    standings: Sequence[Standing], opening: int, of: Callable[[Sequence[int]], int]
) -> int:
    """Return how many totals do not fit a game in which all begin at `opening`."""
    start = dict.fromkeys(standings[0], opening)
    return sum(
        of([after[name] - before[name] for name in after])
        for before, after in pairwise([start, *standings])
    )


def _of_fives(gains: Sequence[int]) -> int:
    return sum(gain < 0 or gain % 5 > 0 for gain in gains)


def _of_one_card(gains: Sequence[int]) -> int:
    losers = [gain for gain in gains if gain]
    if not losers:
        return len(gains)
    return sum(gain not in LOST for gain in losers) + len({*losers}) - 1


def _of_tricks(gains: Sequence[int]) -> int:
    return sum(gain not in A_DEAL for gain in gains)


def _of_a_round(gains: Sequence[int]) -> int:
    falls = sum(gain < 0 for gain in gains)
    return falls if sum(gains) >= LEAST_OF_A_ROUND else len(gains)
