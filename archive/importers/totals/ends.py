"""The end of a sheet of totals: who won with both totals behind it, a second round whose totals are
the last ones, and a last deal that cannot be read."""

from __future__ import annotations

import re

from archive.importers.player_names import called
from archive.importers.totals import kinds_of_lines as of_sheets
from archive.importers.totals.deal_heads import plain_head, without_in
from archive.importers.totals.kinds_of_lines import DEAL, Line, is_headed_as_a_deal
from archive.importers.totals.outcomes import result_of_two

PLAYERS = 2
MORE = re.compile(
    r"(?:(?:and|und|to|bis|[-–&+/,]) ?)?\d|.*(?<!\w)(?:deals|hands|rounds|spielen?|runden)(?!\w)",
    re.IGNORECASE,
)
"""What shows that a line tells of more deals than one."""


def with_results(lines: list[Line]) -> list[Line]:
    """Return the lines of one game, with the totals of two players behind who won as its end; the
    same ones where another line gives the end, or where not just two players have totals."""
    deals = [line for line in lines if line.kind == "deal"]
    names = [called(name) for name in dict(deals[0].points)] if deals else []
    if len(names) != PLAYERS or any(line.kind == "end" for line in lines):
        return lines
    told: list[Line] = []
    for line in lines:
        won = of_sheets.WON.fullmatch(line.text) if line.kind == "won" else None
        result = result_of_two(won["rest"] or "") if won else None
        winner = called(won["before"]) if won and result else ""
        others = [name for name in names if name.casefold() != winner.casefold()]
        if result and len(others) == 1:
            totals = {others[0]: result[1]}
            points = tuple((name, totals.get(name, result[0])) for name in names)
            told.append(line._replace(kind="end", points=points))
            line = line._replace(text=f"{winner} won")
        told.append(line)
    return told


def with_second_round(lines: list[Line]) -> list[Line]:
    """Return the lines of a game of two rounds of which one is told, with the totals at the end as
    those behind the second; the same ones where these are not more than those behind the first."""
    deals = [line for line in lines if line.kind == "deal"]
    end = next((line for line in lines if line.kind == "end"), None)
    if len(deals) != 1 or deals[0].number != 1 or end is None:
        return lines
    first, last = dict(deals[0].points), dict(end.points)
    if first == last or first.keys() != last.keys() or any(last[one] < first[one] for one in last):
        return lines
    at = lines.index(end)
    return [*lines[:at], end._replace(kind="deal", number=2), *lines[at:]]


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
