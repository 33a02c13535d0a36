"""Sheets that give what each deal scored, and not the totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.standings import is_standing_after

SUMMED = 2
"""The fewest deals that a line below them adds up."""


def as_totals(
    lines: list[Line], opening: int, *, only_added: bool, deals_of_a_game: int | None = None
) -> list[Line]:
    """Return the lines with totals, where they give what each deal scored and add it up at the end;
    or in a game in which points are `only_added`, where they add nothing up and cannot be totals.
    `deals_of_a_game` is how many a whole game has, where that is so in every game."""
    deals = [one for one in lines if one.kind == "deal"]
    end = next((dict(one.points) for one in lines if one.kind == "end"), None)
    if end is None and only_added and len(deals) > SUMMED and _last_adds_up(deals):
        *deals, last = deals
        end = dict(last.points)
        lines = [line._replace(kind="end", number=None) if line is last else line for line in lines]
    falls = list(_falls(deals)) if opening == 0 else []
    if end is None:
        whole = len(deals) == deals_of_a_game
        holes = _have_holes(deals) and not any(map(is_standing_after, deals))
        single = only_added and (_of_single_deals(falls, deals, whole=whole) or holes)
        if not single:
            return lines
    else:
        sums = _sums(deals, end, opening)
        if not deals or dict(deals[-1].points) == end or not (sums == end or falls):
            return lines
        if _alike(dict(deals[-1].points), end) > _alike(sums, end):
            return lines  # a total that falls has a slip
    names = end or {name: 0 for one in deals for name, _ in one.points}
    return _running(lines, dict.fromkeys(names, opening))


def _last_adds_up(deals: list[Line]) -> bool:
    """Return whether the last line is what all others come to, which are points of single deals."""
    *others, last = deals
    told = dict(last.points)
    named = {name for one in others for name, _ in one.points}
    if named != told.keys() or not any(_falls(others)):  # else they may be totals
        return False
    return any(told.values()) and told == _sums(others, told, 0)


def _running(lines: list[Line], begun: Mapping[str, int]) -> list[Line]:
    """Return the lines with totals in place of what the deals scored; players have `begun` with
    these."""
    running = {**begun}
    opening = min(begun.values(), default=0)
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


def _of_single_deals(falls: list[tuple[int, str, int]], deals: list[Line], *, whole: bool) -> bool:
    """Return whether falling numbers are what single deals scored, and not totals with a slip: a
    player's number falls to nothing, or every player's falls, and not in the last deal alone. Of a
    `whole` game that is so where any falls in its last deal: it is more easily told by what each of
    its few deals gave than in totals."""
    if whole:
        return bool(falls)
    players = {name for one in deals for name, _ in one.points}
    early = any(at < len(deals) - 1 for at, _, _ in falls)
    to_nothing = any(after == 0 for _, _, after in falls)
    return early and (to_nothing or players == {name for _, name, _ in falls})


def _alike(totals: Mapping[str, int], end: Mapping[str, int]) -> int:
    """Return of how many players the totals are those of the end."""
    return sum(totals.get(name) == total for name, total in end.items())
