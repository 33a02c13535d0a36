"""The way a sheet writes ranks if it does not declare one and its cards leave no doubt.

A `10` beside a `J`, a `Q` or a `K` is the ten, and a `D` or a `B` where there is no `J`, `Q` or `T`
is German. A `10` without letters beside it may be any card that counts ten.
"""

from __future__ import annotations

import re

from archive.importers.actions import LAYS
from archive.importers.ranks import SAID, Ranks
from archive.importers.source import Source

LOOKED_AT = 1 << 16
"""The number of characters in which ranks are looked for."""
BLANKS = re.compile(r"[ \t]+")
WRITTEN = re.compile(
    r"(?<![^\s:;,|*_])(?P<played>10|[JQKTBD])(?=[ \t]?[(\[=][ \t]?\d)"
    r"|(?:^|[,;|\t])[ \t]?(?P<cell>10|[JQKTBD])(?=[ \t]?(?:[,;|\t]|$))"
    rf"|(?<=[ \t])(?i:{LAYS})[ \t](?P<laid>10|[JQKTBD])(?!\w)"
    r"|(?<=[ \t])(?P<run>[JQK])(?=[ \t](?:10|[2-9JQKA])[ \t]?(?:$|[,;.]))",
    re.MULTILINE,
)
"""A rank with a tally behind it, alone in its cell, behind a word for playing, or before other
cards, in a text where one blank stands for many: looked for from each of them, a long run of tabs
would be looked at many times."""


def inferred(text: str) -> str:
    """Return the one way of writing ranks that the cards of a text allow; empty where it is that of
    XXN, or in doubt."""
    text = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", text)
    found = {one[one.lastgroup or 0] for one in WRITTEN.finditer(text)}
    if "T" in found or not found & {"10", "B", "D"}:
        return ""
    if found & {"B", "D"}:
        return "" if found & {"J", "Q"} else "BDKA"
    return "10" if found & {"J", "Q", "K"} else ""


def ranks_of(source: Source, declared: str) -> Ranks:
    """Return the ranks declared for a sheet, otherwise those that its cards show; a note says so
    where they are German."""
    shown = "" if declared else inferred(source.text[:LOOKED_AT])
    if shown == "BDKA":
        expected = f"ranks declared; the cards were read as {SAID[shown]}"
        source.report(0, "ranks-not-declared", expected, "none", severity="note")
    return Ranks.declared(declared or shown)
