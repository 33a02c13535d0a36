"""Tricks counted beside a deal of which no plays are written down, as a comment of a record has
them: `Tricks: Greta 2, Sven 3, Oksana 0, Piotr out`."""

from __future__ import annotations

import re
from collections.abc import Mapping

OUT = "out"
WRITTEN = re.compile(r"(?:Tricks|Stiche): (?P<told>.{1,400})")
ONE = re.compile(rf"(?P<name>[^,:]{{1,200}}?) (?P<tricks>\d{{1,2}}|{OUT})")


def in_words(tricks: Mapping[str, int | None]) -> str:
    """Return the comment for what each player is said to have won, None for who dropped out."""
    told = (f"{name} {OUT if won is None else won}" for name, won in tricks.items())
    return f"Tricks: {', '.join(told)}"


def tricks_in(comment: str) -> dict[str, int | None]:
    """Return the tricks of each player that a comment counts, None for who dropped out; empty where
    it counts none."""
    found = WRITTEN.fullmatch(comment)
    told = [ONE.fullmatch(one) for one in found["told"].split(", ")] if found else []
    if not all(told):
        return {}
    return {
        one["name"]: None if one["tricks"] == OUT else int(one["tricks"]) for one in told if one
    }
