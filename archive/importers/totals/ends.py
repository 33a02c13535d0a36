"""The last deal of a sheet of totals, where it cannot be read."""

from __future__ import annotations

import re

from archive.importers.totals.deal_heads import plain_head, without_in
from archive.importers.totals.kinds_of_lines import DEAL, Line, is_headed_as_a_deal

MORE = re.compile(
    r"(?:(?:and|und|to|bis|[-–&+/,]) ?)?\d|.*(?<!\w)(?:deals|hands|rounds|spielen?|runden)(?!\w)",
    re.IGNORECASE,
)
"""What shows that a line tells of more deals than one."""


def _alone(text: str) -> int | None:
    """Return the number of the deal that a line tells of; None where it may tell of several."""
    head = DEAL.match(plain_head(text))
    number = head and (head["number"] or head["nth"])
    more = head is not None and MORE.match(head["rest"])
    return int(number) if number and not more else None


def with_gap(lines: list[Line]) -> list[Line]:
    """Return the lines with a gap behind one that tells of a deal, cannot be read, and has no other
    deal and no end with totals behind it; of one deal with its number that is what is known. A
    sentence such as `In round 2 Mia led` may be about a deal yet to be played, where nothing says
    who won or is out."""
    last = max((at for at, line in enumerate(lines) if line.number is not None), default=None)
    if last is None or any(line.kind == "end" for line in lines):
        return lines
    over = any(line.kind in ("won", "out") for line in lines)
    for at, line in enumerate(lines[last + 1 :], last + 1):
        told = line._replace(text=without_in(line.text)) if over else line
        if line.kind == "odd" and is_headed_as_a_deal(told):
            gap = line._replace(kind="gap", number=_alone(told.text))
            return [*lines[:at], gap, *lines[at:]]
    return lines
