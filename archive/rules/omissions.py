"""The omissions of a record, and their places."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from archive.core.events import ANNOTATIONS, Action, Event, Unread
from archive.notation.writer import written

Place: TypeAlias = tuple[int, int]
"""A place in a record that stays the same when something is changed elsewhere: the number due after
the last one written, and the number of events since."""


class Omission(NamedTuple):
    """Something that a record leaves out: the number with which it goes on, 0 where no number shows
    it, and how many plays are missing: 0 where nothing is known, `WITHIN` where that is so and it
    does not go beyond the hand in play; and what was `due` in its place, where that tells what is
    missing."""

    number: int
    plays: int = 0
    due: str = ""


WITHIN = -1
DEAL_BY_NUMBER, DEAL_BY_DEALER, DEAL_BY_CARDS = (
    "a deal n={n}", "a deal by {seat}", "a deal of {cards}",
)  # fmt: skip
"""What was due where whole deals are missing, by what tells of them: the number of the next one,
its dealer, or its number of cards."""
PERHAPS_THIS_ONE = "{deal}, perhaps this one"
"""The same where the next deal may be wrong itself instead."""
LEAST_OF_A_PAGE = 4
"""The fewest actions, with their numbers, that are a page where they stand there twice."""
NO_OMISSIONS: Mapping[Place, Omission] = MappingProxyType({})


def unnumbered(event: Event) -> str:
    """Return an event as it is written, without its number."""
    return written(event._replace(number=None) if isinstance(event, Action) else event)


def happens(event: Event) -> bool:
    """Return whether an event is more than a note about the game."""
    return type(event) not in ANNOTATIONS or (isinstance(event, Unread) and event.seat != 0)
