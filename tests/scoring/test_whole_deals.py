"""Deals that are written with all their plays, in a record of which much is wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, SupportsIndex

from archive.core.events import Deal, Event, Play
from archive.scoring.whole_deals import WholeDeals


class Watched(list[Event]):
    """Events, and how many of them were looked at in stretches."""

    looked_at = 0

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        found = super().__getitem__(at)
        if isinstance(at, slice):
            self.looked_at += len(found)
        return found


def test_a_deal_is_gone_through_once_however_much_is_wrong_in_it() -> None:
    """A deal of 13,000 plays, each against the rules, was gone through 13,000 times."""
    events = Watched([Deal(1, None, 5), *(Play(at, 1, (), None, None) for at in range(1, 500))])
    whole = range(len(events))
    record: Any = SimpleNamespace(events=events, openings=[0], deal_around=lambda _: whole)
    chosen: Any = SimpleNamespace(all_turns_written=lambda _: False, seats=4)
    wrong: Any = [
        SimpleNamespace(severity="error", follows=None, code="not-followed", at=at)
        for at in whole[1:]
    ]
    assert not WholeDeals(record, chosen).have_all_that_is_wrong(wrong)
    assert events.looked_at < 4 * len(events)
