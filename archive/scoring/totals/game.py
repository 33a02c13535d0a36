"""The common interface of all games for sheets of totals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from archive.scoring.slips import Impossible
from archive.scoring.totals.steps import Step


class TotalsGame(ABC):
    """A game as far as its totals matter.

    `opening` is the total at the beginning, `last_clause` the clause after which no more is played,
    `out_at` the points with which a player is out, where the game has that. `whole` says whether
    the deals of the step at hand were played to their end.
    """

    opening = 0
    out_at: int | None = None
    last_clause: str
    whole = False

    @abstractmethod
    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None: ...

    @abstractmethod
    def impossible(self, step: Step) -> Impossible | None:
        """Return why no deal can give a step, None where one can or it is unknown."""

    @abstractmethod
    def over(self, totals: Mapping[int, int]) -> bool:
        """Return whether the game is over with these totals."""

    def goes_on(self, before: Mapping[int, int], after: Mapping[int, int]) -> bool:
        """Return whether more was played from totals to those of the end, and not written down: the
        game is over with these and not with those, and more than one player has others. Of one
        player alone a slip of the pen is more likely."""
        others = [seat for seat in after if before.get(seat) != after[seat]]
        return bool(before) and len(others) > 1 and not self.over(before) and self.over(after)

    def moves_at_most(self, deals: Sequence[int], suit: str) -> int | None:
        """Return how many points these deals together can move one player at most towards the end
        of the game; None in a game where that shows nothing."""
        return None

    def may_win(self, before: Mapping[int, int], most: int) -> list[int]:
        """Return the players who may win where deals behind these totals end the game and move no
        player by more than `most`."""
        return [*before]

    def over_before(self, step: Step) -> bool:
        """Return whether the game was over before a step, whatever the totals."""
        return False

    def over_at_end(self) -> bool:
        """Return whether the game is over, whatever the totals, where the sheet says it ended."""
        return False

    def over_unsaid(self) -> bool:
        """Return whether the game is over with the last totals, though the sheet does not say that
        it ended, and whatever they are."""
        return False

    @abstractmethod
    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """Return the winners of a game that is over."""

    def ends_by(self, totals: Mapping[int, int]) -> str:
        """Return the clause by which a game that is over has been won."""
        return self.last_clause

    def out(self, totals: Mapping[int, int]) -> list[int] | None:
        """Return the players who are out with these totals, None in a game that no player
        leaves."""
        return None
