"""Points of deals that are told in full, and totals counted on by them from the last standing that
is written, where it is not known how that came about: what a sheet that begins in the middle of a
game still tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from archive.core.events import ACTIONS, Deal, Event, Gap, Round, Score
from archive.rules.faults_and_claims import BEGINS_LATE, Fault
from archive.rules.gaps.signs_of_gaps import MISSING
from archive.rules.table import Table
from archive.rules.totals import SheetStep
from archive.scoring.prepared import Playable
from archive.scoring.totals.between_standings import cannot_be_given, wrong_for_certain
from archive.scoring.totals.sheet import Sheet
from archive.scoring.whole_deals import WholeDeals


class CountingOn:
    """What is known of points and totals, one event after the other. In games by rounds all of a
    round must be told in full up to there, as the points of a deal hang on the tally before it.

    `tells_points` is whether the points of the deal in play are known, though totals may not be.
    """

    def __init__(self, shown: Playable) -> None:
        self._record, self._seats = shown.known, shown.chosen.seats
        self._whole = WholeDeals(shown.known, shown.chosen)
        self._rounds = shown.chosen.game.rounds
        self._openings = frozenset(shown.known.openings)
        self.tells_points = False
        self._last = 0  # the number of the last deal, 0 at the line of a round
        self._round_played = False  # since the line of the round
        game = shown.chosen.totals()
        self._sheet = Sheet(shown.known, shown.chosen, game) if game is not None else None
        self._untold = False  # a standing without all players has other totals, and is not judged
        self._at = -1  # the last standing
        self._said: Mapping[int, int] = {}  # and its totals
        self._begin({})

    def _begin(self, ahead: dict[int, int]) -> None:
        """Count on from a standing that has so much more by seat than the rules give; from none
        where that is empty."""
        self._ahead = self._or = ahead  # or so much more, where the last standing is doubtful
        self._dealt: list[bool] = []  # the last deals, until something is played: whether they are
        self._full = True  # told in full, as all that were played since then are
        self._played = False  # since then
        self._number: int | None = None  # of the last deal since then, 0 at the line of a round
        self._in_turn = True  # in games by rounds, they are numbered in turn from there
        self._torn = False  # plays are missing in front of one of them

    def take(self, at: int, event: Event, faults: Sequence[Fault], table: Table) -> None:
        """Take an event that has just happened at the table, with its faults."""
        if at in self._openings:
            self._open(at, event)
        if any(one.code in MISSING and one.found != BEGINS_LATE for one in faults):
            self._miss()
        if isinstance(event, Gap):
            self.tells_points = False
            self._begin({})
        elif isinstance(event, Score):
            said = {seat: total for seat, total in event.totals if seat <= self._seats}
            if len(said) < self._seats:
                totals = self.totals(table) or said
                self._untold = any(totals.get(seat) != told for seat, told in said.items())
            elif self._stands_between_deals(at):
                self._stand(at, said, table)
        elif type(event) in ACTIONS:
            self._full = self._full and all(self._dealt)
            self._dealt, self._played, self._round_played = [], True, True
            self._untold = False

    def _miss(self) -> None:
        """Take plays that are missing before an event. Before the first action of a deal they may
        be of the deal in front of it, behind which the standing was written."""
        if self._rounds and self._round_played:
            self.tells_points = False
            self._begin({})
        elif self._dealt:
            self._torn = True
        else:
            self._begin({})

    def _open(self, at: int, event: Event) -> None:
        """Take the line of a deal or of a round."""
        full = self._whole.is_told_in_full(self._record.deal_around(at))
        self._dealt.append(full)
        if isinstance(event, Round):
            self._number = self._last = 0
            self._round_played = False
            self.tells_points = full
            return
        number = (event.number if isinstance(event, Deal) else None) or 0
        self._in_turn = self._in_turn and self._number == number - 1
        goes_on = not self._rounds or (self.tells_points and self._last == number - 1)
        self.tells_points = full and goes_on
        self._number = self._last = number

    def _stand(self, at: int, said: Mapping[int, int], table: Table) -> None:
        """Take a standing. One that has other totals than are counted on is held against these
        where it is wrong for certain, and no deal may be missing before it; else it is counted on
        from there. The next one may go on from either."""
        of_rules, totals = table.ledger.totals_by_seat, self.totals(table)
        stated = {seat: said[seat] - of_rules[seat] for seat in sorted(said)}
        if totals is None:
            self._begin(stated)
            self._number = self._last if self.tells_points else None  # the deal it stands behind
        elif any(ahead not in (self._ahead[one], self._or[one]) for one, ahead in stated.items()):
            certain = not self._torn and self._is_wrong(SheetStep(at, (), self._said, totals), said)
            counted, self._or = self._ahead, stated
            if not certain:
                self._begin(stated)
                self._or = counted
        else:
            self._ahead = self._or = stated
        self._at, self._said, self._torn = at, said, False

    def _is_wrong(self, step: SheetStep, said: Mapping[int, int]) -> bool:
        """Return whether a standing with other totals than those of a step is wrong for certain."""
        sheet = self._sheet
        return (
            sheet is not None
            and not cannot_be_given(sheet, step)
            and wrong_for_certain(sheet, self._at, step, said)
        )

    def totals(self, table: Table) -> Mapping[int, int] | None:
        """Return the totals by now, where the rules' own are not known and all deals played since
        the standing are told in full; otherwise None."""
        return self.standing(table) if self._played and not self._untold else None

    def standing(self, table: Table) -> Mapping[int, int] | None:
        """Return the same, also right behind the standing."""
        if not (self._ahead and self._full and table.ledger.unknown):
            return None
        if self._rounds and self._played and not self._in_turn:
            return None
        of_rules = table.ledger.totals_by_seat
        return {seat: of_rules[seat] + ahead for seat, ahead in self._ahead.items()}

    def _stands_between_deals(self, at: int) -> bool:
        """Return whether nothing is played behind an event before the next deal."""
        openings, acted = self._record.openings, self._record.acted
        deal, action = bisect_right(openings, at), bisect_right(acted, at)
        return action == len(acted) or (deal < len(openings) and openings[deal] < acted[action])
