"""Totals on both sides of a stretch that was not written down: what was played in between is not
known, and yet it can give no totals that no play can give, as none that are lower where points are
only added."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from archive.core.events import End, Score
from archive.rules.gaps.signs_of_gaps import MISSING
from archive.rules.totals import SheetStep
from archive.scoring.prepared import Examined
from archive.scoring.totals.sheet import Sheet
from archive.telling.finding_drafts import Draft

CERTAIN = frozenset({"less", "out", "fives"})
"""Reasons why totals cannot be that hold for any number of deals."""


def findings(played: Examined, found: Sequence[Draft]) -> Iterator[Draft]:
    """Yield totals behind a stretch that nothing played in it can give, from those before. A
    standing of which something is said already proves nothing."""
    gaps = sorted({one.at for one in found if one.code in MISSING and one.at is not None})
    game = played.chosen.totals()
    if not gaps or game is None:
        return
    wrong = {one.at for one in found if one.severity == "error" and one.code not in MISSING}
    sheet, before, last = Sheet(played.record, played.chosen, game), dict[int, int](), -1
    for at, event in enumerate(played.record.events):
        if not (isinstance(event, Score | End) and event.totals):
            continue
        after = {seat: total for seat, total in event.totals if seat <= sheet.seats}
        torn = bisect_right(gaps, last) < bisect_right(gaps, at)
        if last >= 0 and torn and wrong.isdisjoint({last, at}):
            reason = game.impossible(SheetStep(at, (), before, after))
            if reason is not None and reason.kind in CERTAIN:
                yield sheet.impossible(at, reason)
                return
        before, last = {**before, **after}, at
