"""Deals of which a sheet tells the exchange of some players only: who puts no card away is often
not named. There the plays have no numbers, by which the rules would take every line for told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from archive.core import events as said
from archive.core.events import Action, Event


def without_numbers(events: Sequence[Event]) -> list[Event]:
    """Return the events of a sheet that numbers no play itself, without numbers in each deal of
    which the exchange is told in part; where one of its plays was not understood they stay."""
    starts = [at for at, one in enumerate(events) if isinstance(one, said.Deal | said.Score)]
    found: list[Event] = []
    for start, end in pairwise([0, *(at for at in starts if at), len(events)]):
        deal = events[start:end]
        plays = [one for one in deal if isinstance(one, Action)]
        numbers = [one.number for one in plays if one.number is not None]
        follow = all(two == one + 1 for one, two in pairwise(numbers))
        exchanged = {one.seat for one in plays if isinstance(one, said.Exchange)}
        partly = exchanged and exchanged < {one.seat for one in plays}
        found += [
            one._replace(number=None) if partly and follow and isinstance(one, Action) else one
            for one in deal
        ]
    return found
