"""Sentences that give all players the same total to begin with: `Start: 20 each`, `alle fangen mit
20 an`."""

from __future__ import annotations

import re
from typing import Final

from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.tables import LONGEST_LINE
from archive.importers.totals.words import START

_EACH: Final = r"(?:each|apiece|for\s+(?:each|all)|jeder?|für\s+(?:alle|jeden))"
_POINTS: Final = r"(?:\s+(?:points|pts\.?|punkte?n?))?"
EACH: Final = re.compile(
    rf"(?:(?:{START})\s*+[:=–-]?\s*+)?(?:(?:with|at|on|mit|bei)\s+)?"
    rf"(?:(?:je|{_EACH})\s+(?P<behind>\d{{1,3}}){_POINTS}|(?P<before>\d{{1,3}}){_POINTS}\s+{_EACH})"
    r"(?:\s+(?:to\s+(?:start|begin)(?:\s+with)?|zu\s+beginn|am\s+anfang))?"
    r"|(?:we|they|everybody|everyone|all|each|wir|alle|jeder?)(?:\s+(?:all|alle|players?|of\s+us))?"
    r"\s+(?:start|begin|began|beg[ai]nn|fang|fing|fäng)\w*\s+(?:with|at|on|from|mit|bei|auf|von)\s+"
    rf"(?P<told>\d{{1,3}}){_POINTS}(?:\s+an)?(?:\s+(?:each|je))?",
    re.IGNORECASE,
)


def with_openings(lines: list[Line]) -> list[Line]:
    """Return the lines with each such sentence above a deal made a standing of the players who have
    totals in that deal."""
    told: list[Line] = []
    players: tuple[str, ...] = ()
    for line in reversed(lines):
        if line.kind == "deal":
            players = tuple(name for name, _ in line.points)
        total = total_of_each(line)
        if total is not None and players:
            line = line._replace(kind="start", points=tuple((name, total) for name in players))
        told.append(line)
    return told[::-1]


def total_of_each(line: Line) -> int | None:
    """Return the total with which all players begin by a line; None where it says no such thing."""
    able = line.kind == "odd" and len(line.text) <= LONGEST_LINE
    each = EACH.fullmatch(line.text.strip(" .!")) if able else None
    return int(each["before"] or each["behind"] or each["told"]) if each else None
