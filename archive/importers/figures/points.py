"""What the games say of points: with how many a game begins, what a deal can give, what tricks
count, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from archive.importers import which_game
from archive.importers.figures.sheet_lines import Marked
from archive.importers.which_game import TWENTY, TWENTY_TWO, ZWANZIG

FIVE = 5
SWEEPS = {True: (10, 5), False: (5, 10)}
"""What all five tricks take off, first by the usual rules: in Twenty down, and in Zwanzig ab."""


class Game:
    """What a game says of totals. `down` is whether a player who wins no trick always pays."""

    def __init__(self, sheet: Marked) -> None:
        self.name = sheet.game
        self.names = sheet.names
        self.down = "twenty-down" in sheet.rules
        self.gains = next(one.gains for one in which_game.KNOWN if one.game == sheet.game)

    def start(self) -> dict[str, int]:
        """Return the totals at the beginning."""
        return dict.fromkeys(self.names, self.gains.opening)

    def misfits(self, gained: Sequence[int]) -> int:
        """Return how many players cannot get these points in one deal."""
        if self.name == ZWANZIG:
            return int(not self._by_some_tricks(gained))
        if self.name == TWENTY:
            return sum(one < 0 for one in gained)
        return self.gains.misfits(gained)

    def _by_some_tricks(self, gained: Sequence[int]) -> bool:
        """Return whether five tricks can give these points."""
        won = [-one for one in gained if one < 0]
        paid = {one for one in gained if one > 0}
        if self.down and 0 in gained:
            return False
        return any(
            paid <= {5 * times}
            and (sum(won) == FIVE * times or won in ([times * FIVE], [times * 2 * FIVE]))
            and all(one % times == 0 for one in won)
            for times in (1, 2)
        )

    def denies(self, winners: Sequence[str], totals: Mapping[str, int]) -> bool:
        """Return whether others have won than the sheet says."""
        if not winners or self.name == TWENTY_TWO:
            return False
        best = (max if self.name == TWENTY else min)(totals.values())
        return {*winners} != {name for name, total in totals.items() if total == best}

    def by_tricks(self, tricks: Mapping[str, int | None], suit: str) -> Iterator[dict[str, int]]:
        """Yield the points that tricks may give, the likeliest first."""
        for times in (2,) if suit == "h" else (1,) if suit else (1, 2):
            for sweep in SWEEPS[self.down]:
                yield {
                    name: times * _points(tricks.get(name, 0 if self.down else None), sweep)
                    for name in self.names
                }


def _points(tricks: int | None, sweep: int) -> int:
    if tricks is None:
        return 0
    return -sweep if tricks == FIVE else -tricks or 5
