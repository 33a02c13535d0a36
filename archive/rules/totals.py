"""What a game says of totals where no plays are written down: what its deals can give, when it is
over and who has won, and how people miscount.

A game's folder has it in a module `totals`, as `TOTALS`; one without is judged by its plays alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from archive.core.cards import Card
from archive.core.events import DRAW
from archive.rules.slips import Slip, Stretch

Counted = Mapping[int, int | None]
"""Tricks by seat, None for who dropped out."""
WHAT_A_DEAL_GIVES = "what a deal can give"
"""What is expected of a standing that no deal, or no number of deals, can give."""


class SheetStep(NamedTuple):
    """From one standing to the next: the event with the standing, the numbers of the deals between,
    empty where their number is unknown, the totals before and after by seat, where both are known,
    trumps where they are named, the cards that losers showed, by seat, and the comments in
    between. `carried_to` is the number of the next deal where nothing was dealt in between, so that
    these are the totals before once more; otherwise 0. With `by_tricks` there is no standing behind
    it, and the totals are what the tricks of its deal make them, empty where that is unknown."""

    at: int
    deals: Sequence[int]
    before: Mapping[int, int]
    after: Mapping[int, int]
    suit: str = ""
    shown: Mapping[int, Card] = {}
    beside: Sequence[str] = ()
    carried_to: int = 0
    by_tricks: bool = False

    @property
    def moved(self) -> dict[int, int]:
        """Return each player's points in between."""
        return {seat: total - self.before[seat] for seat, total in self.after.items()
                if seat in self.before}  # fmt: skip


class Impossible(NamedTuple):
    """The reason why no deal can give what a sheet has. `seats` are the players concerned, `points`
    their claimed scores, `total` and `deal` the place, `most` a bound that is passed, or what is
    right in place of `total`; `rank` that of a card that lost."""

    kind: str
    clause: str
    seats: Sequence[int] = ()
    points: Sequence[int] = ()
    total: int = 0
    deal: int = 0
    most: int = 0
    rank: str = ""


class Ending(NamedTuple):
    """The reason why a game is won, or not yet. `seats` are the players concerned, with `points`
    each; `claimed` are the claimed winners. `target` is how far Count to 20 goes, or with how many
    points a player is out, `reached` how far the record seems to take it."""

    kind: str
    clause: str
    totals: Mapping[int, int]
    seats: Sequence[int]
    claimed: Sequence[int]
    points: int
    target: int = 0
    reached: int = 0


class TotalsGame(ABC):
    """A game as far as its totals matter.

    `opening` is the total at the beginning, `out_at` the points with which a player is out, where
    the game has that. `last_clause` is the clause after which no more is played, `over_by` are
    those by which the game is over and not only a hand of it, `nothing_by` that for a player who
    scores nothing; `doubling` are clauses that only add to the points of another. `wins` says
    whether the `most`, the `fewest` or the `lowest` points win. `whole` says whether the deals of
    the step at hand were played to their end.
    """

    opening = 0
    out_at: int | None = None
    last_clause: str
    nothing_by: str
    over_by: frozenset[str]
    doubling: frozenset[str] = frozenset()
    wins = "most"
    whole = False

    @abstractmethod
    def __init__(self, rule_set: str, options: Mapping[str, str], seats: int) -> None: ...

    # -- what deals can give

    @abstractmethod
    def impossible(self, step: SheetStep) -> Impossible | None:
        """Return why no deal can give a step, None where one can or it is unknown."""

    @abstractmethod
    def slips(self, stretch: Stretch) -> Iterator[Slip]:
        """Yield the slips of this game that people may have made in a stretch, beside those that
        any game has."""

    def moves_at_most(self, deals: Sequence[int], suit: str) -> int | None:
        """Return how many points these deals together can move one player at most towards the end
        of the game; None in a game where that shows nothing."""
        return None

    def tricks_beside(self, step: SheetStep, players: Sequence[str]) -> Counted:
        """Return the tricks that a sheet counts beside a step of one deal; empty where it counts
        none, and in games whose points do not come from them."""
        return {}

    def by_tricks(self, step: SheetStep, tricks: Counted) -> Stretch | Impossible:
        """Return what the tricks of a deal score, or why they cannot have been shared out so."""
        raise NotImplementedError

    # -- the end

    @abstractmethod
    def over(self, totals: Mapping[int, int]) -> bool:
        """Return whether the game is over with these totals."""

    @abstractmethod
    def winners(self, totals: Mapping[int, int]) -> list[int]:
        """Return the winners of a game that is over."""

    def goes_on(self, before: Mapping[int, int], after: Mapping[int, int]) -> bool:
        """Return whether more was played from totals to those of the end, and not written down: the
        game is over with these and not with those, and more than one player has others, or one deal
        can give those of one. Otherwise of one player alone a slip of the pen is more likely."""
        others = [seat for seat in after if before.get(seat) != after[seat]]
        if not (before and others) or self.over(before) or not self.over(after):
            return False
        return len(others) > 1 or not copy(self).impossible(SheetStep(0, (1,), before, after))

    def may_win(self, before: Mapping[int, int], most: int) -> list[int]:
        """Return the players who may win where deals behind these totals end the game and move no
        player by more than `most`."""
        return [*before]

    def over_before(self, step: SheetStep) -> bool:
        """Return whether the game was over before a step, whatever the totals."""
        return False

    def over_at_end(self) -> bool:
        """Return whether the game is over, whatever the totals, where the sheet says it ended."""
        return False

    def over_unsaid(self) -> bool:
        """Return whether the game is over with the last totals, though the sheet does not say that
        it ended, and whatever they are."""
        return False

    def ends_by(self, totals: Mapping[int, int]) -> str:
        """Return the clause by which a game that is over has been won."""
        return self.last_clause

    def out(self, totals: Mapping[int, int]) -> list[int] | None:
        """Return the players who are out with these totals, None in a game that no player
        leaves."""
        return None

    # -- why it is over, or not

    @abstractmethod
    def why_not_over(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """Return why the game goes on with these totals, None where they do not show it. `claimed`
        are the winners that the record names."""

    def won_by(self, totals: Mapping[int, int], winners: Sequence[int]) -> str | None:
        """Return the clause by which these players have won, None where totals do not show it."""
        return None

    def why_won(
        self, totals: Mapping[int, int], claimed: Sequence[int], winners: Sequence[int]
    ) -> Ending | None:
        """Return why these players have won, and not the claimed winners."""
        clause = self.won_by(totals, winners) if winners else None
        if clause is None:
            return None
        alone = len(claimed) == 1 and tuple(claimed) != DRAW
        kind = "shared" if len(winners) > 1 else self.wins if alone else "not-level"
        return Ending(kind, clause, totals, winners, claimed, totals[winners[0]])

    def why_not_out(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """Return why players are still in the game whom a record calls out; None where they are
        not."""
        return None

    def why_not_won(self, totals: Mapping[int, int], claimed: Sequence[int]) -> Ending | None:
        """Return why a claimed winner has not won, whatever the totals that are unknown; None where
        that player may have."""
        return None

    def why_only_one(self, before: Mapping[int, int], able: Sequence[int], most: int) -> Ending:
        """Return why only one player can have won with deals that move none by more than `most`; of
        a game in which that shows something."""
        raise NotImplementedError

    def why_not_within(
        self, before: Mapping[int, int], claimed: Sequence[int], able: Sequence[int], most: int
    ) -> Ending:
        """Return why a player cannot have won with deals that move none by more than `most`."""
        raise NotImplementedError
