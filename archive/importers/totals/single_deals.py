"""Sheets that give what each deal scored, and not the totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise, product

from archive.importers.totals.lines import Line
from archive.importers.totals.tables import LONGEST_LINE

NAME = r"[^\W\d_][^\W_]*"
BONUS = re.compile(
    rf"(?<!\w)bonus(?:\s(?:was|is|of|for|to|war|ist|von|für))?[ :|]*(?:(?P<before>{NAME})[ :|]+)?"
    rf"(?P<points>\d{{1,3}})(?!\w)(?:,? (?:(?:for|to|für|an) )?(?P<behind>{NAME}))?[ .|]*$",
    re.IGNORECASE,
)
"""The bonus of the round above, at the end of a row or a sentence, perhaps with who gets it."""
MOST = 2
"""The most such rows: a round has one."""


def as_totals(lines: list[Line], opening: int, *, only_added: bool) -> list[Line]:
    """Return the lines with totals, where they give what each deal scored and add it up at the end;
    or in a game in which points are `only_added`, where they add nothing up and cannot be
    totals."""
    deals = [one for one in lines if one.kind == "deal"]
    end = next((dict(one.points) for one in lines if one.kind == "end"), None)
    falls = list(_falls(deals)) if opening == 0 else []
    if end is None:
        if not (only_added and (_of_single_deals(falls, deals) or _have_holes(deals))):
            return lines
    else:
        if deals and (told := _with_bonuses(lines, end, opening)):
            return as_totals(told, opening, only_added=only_added)
        sums = _sums(deals, end, opening)
        if not deals or dict(deals[-1].points) == end or not (sums == end or falls):
            return lines
    headed = [one for one in lines if one.kind == "header"]
    names = end or {name: 0 for one in (*deals, *headed) for name, _ in one.points}
    running = dict.fromkeys(names, opening)
    told = []
    for line in lines:
        if line.kind == "deal":
            for name, by in line.points:
                running[name] = running.get(name, opening) + by
            line = line._replace(points=tuple(running.items()))
        told.append(line)
    return told


def _sums(deals: list[Line], end: Mapping[str, int], opening: int) -> dict[str, int]:
    """Return what the deals come to for the players of the end."""
    return {name: opening + sum(dict(one.points).get(name, 0) for one in deals) for name in end}


def _with_bonuses(lines: list[Line], end: Mapping[str, int], opening: int) -> list[Line]:
    """Return the lines with each bonus added to the round above it, for the players with whom all
    comes to the end; nothing where there is none, or where more than one way does."""
    rows = [(at, one) for at, line in enumerate(lines) if line.kind == "odd"
            and len(line.text) <= LONGEST_LINE and (one := BONUS.search(line.text))]  # fmt: skip
    if not 0 < len(rows) <= MOST:
        return []
    names = {name.casefold(): name for name in end}
    told = [names.get((one["before"] or one["behind"] or "").casefold()) for _, one in rows]
    ways = []
    for getting in product(*([name] if name else end for name in told)):
        by_line = _of_rounds(lines, [at for at, _ in rows])
        added = Counter[tuple[int, str]]()
        for deal, (_, row), name in zip(by_line, rows, getting, strict=True):
            added[deal, name] += int(row["points"])
        whole = [
            line._replace(points=tuple((name, by + added[at, name]) for name, by in line.points))
            for at, line in enumerate(lines)
        ]
        if _sums([one for one in whole if one.kind == "deal"], end, opening) == end:
            ways.append([
                one._replace(kind="remark") if at in {row for row, _ in rows} else one
                for at, one in enumerate(whole)
            ])  # fmt: skip
    return ways[0] if len(ways) == 1 else []


def _of_rounds(lines: list[Line], rows: list[int]) -> list[int]:
    """Return for each row the place of the last deal above it, or -1."""
    deals = [at for at, line in enumerate(lines) if line.kind == "deal"]
    return [max((at for at in deals if at < row), default=-1) for row in rows]


def _have_holes(deals: list[Line]) -> bool:
    """Return whether a player has nothing in a deal and something in a later one, as who scored
    nothing may have where points stand and not totals."""
    without: set[str] = set()
    for one in deals:
        here = {name for name, _ in one.points}
        if without & here:
            return True
        without |= {name for other in deals for name, _ in other.points} - here
    return False


def _falls(deals: list[Line]) -> Iterator[tuple[int, str, int]]:
    """Yield each number that is less than in the deal before, with that deal's place and the
    player."""
    for at, (one, other) in enumerate(pairwise(deals), 1):
        before = dict(one.points)
        for name, after in other.points:
            if after < before.get(name, after):
                yield at, name, after


def _of_single_deals(falls: list[tuple[int, str, int]], deals: list[Line]) -> bool:
    """Return whether falling numbers are what single deals scored, and not totals with a slip: a
    player's number falls to nothing, or every player's falls, and not in the last deal alone."""
    players = {name for one in deals for name, _ in one.points}
    early = any(at < len(deals) - 1 for at, _, _ in falls)
    to_nothing = any(after == 0 for _, _, after in falls)
    return early and (to_nothing or players == {name for _, name, _ in falls})
