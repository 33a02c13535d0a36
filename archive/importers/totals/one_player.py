"""Lines that tell the total of one player alone: `After hand 1: Uli 10` where others have totals in
later lines, and a final score with one player a line, `Mia 205` above `Tom 160`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from archive.importers.player_names import called
from archive.importers.totals.deal_heads import plain_head
from archive.importers.totals.kinds_of_lines import DEAL, NUMBERED, Line
from archive.importers.totals.points import ADDED, HAS
from archive.importers.totals.standings import is_standing_after
from archive.importers.totals.words import A_NAME, LONGEST_LINE, NUMBER, number_of

OF_A_CARD = range(1, 11)
"""What a card may count: lines with no other numbers may be plays."""
ONE = re.compile(
    rf"(?P<name>{A_NAME}?)(?: (?:{HAS}|takes|bekommt|kriegt))?(?: ?[:=–]| -(?= ))? ?"
    rf"(?:{ADDED.pattern})?(?P<points>{NUMBER})(?: ?(?:points?|pts\.?|punkte?))?\.?",
    re.IGNORECASE,
)


MOST = 12
"""Players that a list may have."""


def with_one_player(lines: list[Line]) -> list[Line]:
    """Return the lines with those taken for totals that tell what one player has behind a deal, of
    players who have totals in other lines."""
    players = {name for line in lines if line.kind in ("deal", "start") for name in line.names}
    return [_as_a_deal(line, players) if is_standing_after(line) else line for line in lines]


def _as_a_deal(line: Line, players: set[str]) -> Line:
    """Return a line taken for totals if it tells those of one of these players behind a deal."""
    text = plain_head(line.text) if line.kind == "odd" and len(line.text) <= LONGEST_LINE else ""
    head = DEAL.fullmatch(text) or NUMBERED.fullmatch(text)
    one = ONE.fullmatch(head["rest"].strip()) if head else None
    if head is None or one is None or called(one["name"]).casefold() not in players:
        return line
    groups = head.groupdict()
    points = ((called(one["name"]), number_of(one["points"])),)
    return line._replace(kind="deal", number=int(groups["number"] or groups["nth"]), points=points)


def with_one_a_line(lines: list[Line]) -> list[Line]:
    """Return the lines with those that give one player's total each made one, the end of the game;
    the same ones where there are other totals, or more than one such list."""
    if any(line.kind in ("deal", "start", "end", "tricks") for line in lines):
        return lines
    lists = [found for found in _lists(lines) if 1 < len(found[1]) <= MOST]
    if len(lists) != 1:
        return lines
    ((at, found),) = lists
    if all(value in OF_A_CARD for line in found for _, value in line.points):
        return lines
    return _with_end(lines, at, found)


def _with_end(lines: list[Line], at: int, found: Sequence[Line]) -> list[Line]:
    """Return the lines with those `found` from a place on made one, the end of the game."""
    text = "; ".join(line.text for line in found)
    points = tuple(points for line in found for points in line.points)
    whole = found[0]._replace(kind="end", text=text, points=points)
    return [*lines[:at], whole, *lines[at + len(found) :]]


def _lists(lines: list[Line]) -> Iterator[tuple[int, list[Line]]]:
    """Yield the lists, each where it begins, with the lines of players who are not named in it
    before."""
    open_: list[Line] = []
    names: set[str] = set()
    for at, line in enumerate(lines):
        told = ONE.fullmatch(line.text) if len(line.text) <= LONGEST_LINE else None
        name = called(told["name"]) if told and line.kind == "odd" else ""
        if not name or name.casefold() in names:
            yield at - len(open_), open_
            open_, names = [], set()
        if told and name:
            names.add(name.casefold())
            open_.append(line._replace(points=((name, number_of(told["points"])),)))
    yield len(lines) - len(open_), open_
