"""A final score with one player a line: `Mia 205` above `Tom 160`, under the name of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archive.importers.first_person import called
from archive.importers.totals.by_player import MOST
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import ADDED, HAS
from archive.importers.totals.tables import LONGEST_LINE, number_of
from archive.importers.totals.words import A_NAME, NUMBER

OF_A_CARD = range(1, 11)
"""What a card may count: lines with no other numbers may be plays."""
OF_ONE = re.compile(
    rf"(?P<name>{A_NAME})(?: (?:{HAS})| ?[:=–]| -(?= ))? ?(?:{ADDED.pattern})?(?P<points>{NUMBER})"
    r"(?: ?(?:points?|pts\.?|punkte?))?\.?",
    re.IGNORECASE,
)


def with_one_a_line(lines: list[Line]) -> list[Line]:
    """Return the lines with those that give one player's total each made one, the end of the game;
    the same ones where there are other totals, or more than one such list."""
    if any(line.kind in ("deal", "start", "end", "tricks") for line in lines):
        return lines
    lists = [found for found in _lists(lines) if 1 < len(found[1]) <= MOST]
    if len(lists) != 1:
        return lines
    ((at, found),) = lists
    points = [points for line in found for points in line.points]
    if all(value in OF_A_CARD for _, value in points):
        return lines
    text = "; ".join(line.text for line in found)
    whole = found[0]._replace(kind="end", text=text, points=tuple(points))
    return [*lines[:at], whole, *lines[at + len(found) :]]


def with_end_one_a_line(lines: list[Line]) -> list[Line]:
    """Return the lines with those behind the last deal that give all players' totals one by one
    made one, the end of the game; the same ones where another line gives the end."""
    last = max((at for at, line in enumerate(lines) if line.kind == "deal"), default=None)
    if last is None or any(line.kind == "end" for line in lines):
        return lines
    players = {name.casefold() for line in lines for name, _ in line.points}
    for at, found in _lists(lines[last + 1 :]):
        points = tuple(points for line in found for points in line.points)
        if {name.casefold() for name, _ in points} == players:
            text = "; ".join(line.text for line in found)
            whole = found[0]._replace(kind="end", text=text, points=points)
            at += last + 1
            return [*lines[:at], whole, *lines[at + len(found) :]]
    return lines


def _lists(lines: list[Line]) -> Iterator[tuple[int, list[Line]]]:
    """Yield the lists, each where it begins, with the lines of players who are not named in it
    before."""
    open_: list[Line] = []
    names: set[str] = set()
    for at, line in enumerate(lines):
        told = OF_ONE.fullmatch(line.text) if len(line.text) <= LONGEST_LINE else None
        name = called(told["name"]) if told and line.kind == "odd" else ""
        if not name or name.casefold() in names:
            yield at - len(open_), open_
            open_, names = [], set()
        if told and name:
            names.add(name.casefold())
            open_.append(line._replace(points=((name, number_of(told["points"])),)))
    yield len(lines) - len(open_), open_
