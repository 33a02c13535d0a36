"""The standings of a sheet that has totals and no plays, as its score sheet: nothing can be counted
beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from archive.core.record import Record
from archive.games import Chosen
from archive.rules.totals import SheetStep
from archive.scoring.totals.check_steps import StepCheck
from archive.scoring.totals.sheet import Sheet
from archive.scoring.totals.sheet_steps import of_totals_alone
from archive.web.language import _
from archive.web.words import deal_word, in_rounds


class StandingWritten(NamedTuple):
    """A standing: what was played before it, each player's points in that, and the totals, by seat;
    whether something is wrong with it, and whether it is not written but made by the tricks that
    the sheet counts."""

    label: str
    gained: Mapping[int, int]
    totals: Mapping[int, int]
    wrong: bool
    by_tricks: bool


def standings_written(
    record: Record, chosen: Chosen, wrong: Collection[int]
) -> list[StandingWritten]:
    """Return the standings of a sheet of totals alone, none of any other; something is `wrong` on
    these lines of the record."""
    game = chosen.totals()
    if game is None or not of_totals_alone(record):
        return []
    return [
        StandingWritten(
            _label(step, record.game),
            step.moved,
            step.after,
            record.line_of(step.at) in wrong,
            step.by_tricks,
        )
        for step in StepCheck(Sheet(record, chosen, game)).steps
    ]


def _label(step: SheetStep, game: str | None) -> str:
    """Return what was played before a standing: `Round 2`, `Deals 3–5`; empty where the sheet does
    not say."""
    if not step.deals:
        return ""
    first, last = step.deals[0], step.deals[-1]
    numbers = str(first) if first == last else f"{first}–{last}"
    if in_rounds(game):
        return _("Round %(round)s", round=numbers)
    return f"{deal_word(game)} {numbers}"
