"""What a deal changed, where that stands in a sheet and is no total: `Anna -2, Ben -1, Dora +5`,
between the totals before and after, or in place of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from archive.core.sums_beside_totals import Sum
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.tables import LONGEST_LINE

Points = tuple[tuple[str, int], ...]
SIGNED = re.compile(r"(?<![\w.])[+−-]\d")
"""A number with its sign."""
PLUS = re.compile(r"(?<![\w.])\+\d")


def all_signed(line: Line, points: Points) -> bool:
    """Return whether each number of a row but nothing has a sign."""
    signed = SIGNED.findall(line.text) if len(line.text) <= LONGEST_LINE else ()
    return len(signed) >= sum(number != 0 for _, number in points) > 0


def are_changes(deals: Sequence[Line], opening: int, start: Line | None) -> bool:
    """Return whether the numbers of the deals are what each changed: all have signs, a plus among
    them; or players begin with more than that, and have less than nothing behind the first deal."""
    signed = all(all_signed(one, one.points) for one in deals)
    if signed and any(PLUS.search(one.text[:LONGEST_LINE]) for one in deals):
        return True
    values = [number for one in deals for _, number in one.points]
    begun = start is None or {total for _, total in start.points} == {opening}
    low = min((number for _, number in deals[0].points), default=0) < 0
    return begun and deals[0].number == 1 and low and max(map(abs, values)) <= opening // 2


def between(lines: Sequence[Line], standings: Sequence[Points]) -> set[int]:
    """Return the places of rows that tell what a deal changed between the totals before it and
    those after: their numbers have signs, and come to the totals after; or all have them, a plus
    among them, in a sheet whose totals have none."""
    told = [at for at, points in enumerate(standings) if points]
    bare = any(not SIGNED.search(lines[at].text) for at in told)
    found = set()
    for before, at, after in zip([None, *told], told, [*told[1:], None], strict=False):
        if not SIGNED.search(lines[at].text):
            continue
        signed = all_signed(lines[at], standings[at]) and PLUS.search(lines[at].text)
        fits = before is not None and after is not None and _come_to(
            standings[before], standings[at], standings[after]
        )  # fmt: skip
        if fits or (signed and bare):
            found.add(at)
    return found


def with_wrong_sums(
    lines: Sequence[Line], standings: Sequence[Points], changes: set[int]
) -> list[Line]:
    """Return the lines, those of totals with each sum that the changes before them do not come
    to."""
    found = [*lines]
    told = [at for at, points in enumerate(standings) if points]
    for (before, at), (_, after) in pairwise(pairwise(told)):
        if at not in changes or {before, after} & changes:
            continue
        had, get = dict(standings[before]), dict(standings[at])
        wrong = tuple(
            Sum(name, [had[name], get[name]], total)
            for name, total in standings[after]
            if name in had and name in get and had[name] + get[name] != total
        )
        found[after] = found[after]._replace(sums=wrong)
    return found


def _come_to(before: Points, change: Points, after: Points) -> bool:
    """Return whether a change makes the totals after of those before."""
    had, get = dict(before), dict(change)
    names = had.keys() | get.keys()
    return {name: had.get(name, 0) + get.get(name, 0) for name in names} == dict(after)
