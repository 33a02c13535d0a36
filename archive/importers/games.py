"""Which game a sheet is of: what it says, else what only one of the games has."""

from __future__ import annotations

import re
from collections.abc import Iterable

from archive.core import events as said
from archive.core.events import Event

NAMES: dict[str, tuple[str, str]] = {
    "twenty-two": ("twenty-two", ""),
    "twenty two": ("twenty-two", ""),
    "twentytwo": ("twenty-two", ""),
    "zwanzig ab": ("zwanzig-ab", ""),
    "zwanzig-ab": ("zwanzig-ab", ""),
    "20 ab": ("zwanzig-ab", ""),
    "twenty down": ("zwanzig-ab", "zwanzig-ab/twenty-down@1"),
    "twenty-down": ("zwanzig-ab", "zwanzig-ab/twenty-down@1"),
    "count to 20": ("count-to-20", ""),
    "count to twenty": ("count-to-20", ""),
    "count-to-20": ("count-to-20", ""),
    "twenty": ("twenty", ""),
}
"""What the games are called, the game's name in XXN, and the rule set where the name means one."""

DEFAULT = "twenty"
PLAYERS = 2
"""So many play that game."""
TITLE = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(NAMES, key=len, reverse=True))})(?![\w-])", re.IGNORECASE
)
ONE_CARD = re.compile(
    r"(?<!\w)(?:trumps?|trumpf|tricks?|stich|exchanges?|swaps|draws? (?:a card|[2-9atjqk10]+[cdhs]?"
    r"\b)|d[2-9ATJQK?][cdhs]?\b|x-|x[2-9ATJQK])",
    re.IGNORECASE,
)
"""What never stands in a sheet of Twenty, where a play is one card."""

_OWN: dict[str, tuple[type, ...]] = {
    "zwanzig-ab": (said.Trump, said.Stay),
    "count-to-20": (said.Draw, said.Pass),
    "twenty": (said.Round, said.Up, said.Bonus),
    "twenty-two": (said.Exchange, said.Trick, said.Keep, said.Out),
}
"""What only this game has, or one of those above it."""


def named(text: str) -> tuple[str, str] | None:
    """The game that a whole text names, and the rule set where the name means one."""
    return NAMES.get(" ".join(text.split()).strip(" .:*_#").casefold())


def in_title(text: str) -> tuple[str, str] | None:
    """The game that is named in a heading."""
    found = TITLE.findall(text)
    return NAMES[found[0].casefold()] if found else None


def shown_by(events: Iterable[Event], players: int) -> str | None:
    """The game that what happened in it shows; None where it could be several."""
    kinds = set()
    several = False
    for event in events:
        kinds.add(type(event))
        if isinstance(event, said.Play) and (len(event.cards) > 1 or event.parts):
            several = True
    for game, own in _OWN.items():
        if kinds & set(own):
            return game
    return DEFAULT if not several and players <= 2 else None
