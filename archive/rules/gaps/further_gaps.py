"""Further gaps in a record that has one: where something is still wrong, a gap there may explain
it.

One thing wrong in a record that is otherwise whole is a slip. Where lines were lost in one place
they may have been lost in others, and what is left of a sound record accuses no player.
"""

from __future__ import annotations

from archive.rules.gaps.missing_deals import deals_skipped
from archive.rules.gaps.signs_of_gaps import FRESH
from archive.rules.gaps.torn_record import LatestDeal, TornRecord
from archive.rules.omissions import Omission


def look_again(torn: TornRecord) -> None:
    """Find out whether a stretch is missing before each event that is still wrong, wherever no
    number says that nothing is."""
    table = torn.start()
    deal = LatestDeal(table.copy(), 0)
    for at, event in enumerate(torn.events):
        if torn.steps < 0:
            return
        if type(event) in FRESH:
            deal = LatestDeal(table.copy(), at)
        certain, place = table.nothing_missing, table.place
        torn.steps -= 1
        torn.happen(table, at)
        wrong = torn.wrongs(table, at)
        table.faults = []
        if not wrong or certain or torn.lost(place) or torn.too_few(table, at):
            continue
        torn.steps -= at - deal.start
        before = deal.table_at(torn, at)
        stretch = {place: Omission(0, due=deals_skipped(torn, at, wrong, before))}
        if not torn.wrong(before, at, stretch, last=at):
            torn.tried.add(place)
            torn.found.update(stretch)
            table = torn.twin(before, {})
            torn.happen(table, at)
            table.faults = []
