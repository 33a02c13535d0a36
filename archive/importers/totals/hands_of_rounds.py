"""Sheets of Twenty with what each hand of a round brought: `Round 1` above `hand 1: Cora 23, Nils
14`, the bonus, and what the round came to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from archive.core.sums_beside_totals import Sum
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import points_of
from archive.importers.totals.words import LAST

ROUND = re.compile(r"(?:round|runde)\s(?P<number>[12])[:.]?", re.IGNORECASE)
TOTAL = re.compile(
    rf"(?:(?:round|runde)\s(?P<number>[12])\s(?:{LAST})|(?:{LAST})\s(?:round|runde)\s(?P<behind>[12]))"
    r"(?: ?[:=–-])? ?(?P<rest>[^\W\d_].*)",
    re.IGNORECASE,
)
BONUS = re.compile(r"bonus(?: ?[:=])? ?(?P<rest>[^\s:=].*)", re.IGNORECASE)
POINTS_FIRST = re.compile(r"(?P<points>\d{1,3})\s(?:(?:for|für|to|an)\s)?(?P<name>[^\W\d_]\S*)")
NAME_FIRST = re.compile(r"(?P<name>[^\W\d_][^\s:,]*)[:,]?\s(?P<points>\d{1,3})")
HANDS = frozenset({"hand", "deal", "blatt", "spiel"})
FEWEST = 2
"""The fewest hands of a round that is told so."""


def with_rounds(lines: list[Line]) -> list[Line]:
    """Return the lines with each round's points in place of those of its hands, which are `counted`
    and no more than comments; the same ones where the hands do not stand below rounds."""
    heads = [at for at, line in enumerate(lines) if ROUND.fullmatch(line.text)]
    parts = [lines[at:end] for at, end in zip(heads, [*heads[1:], len(lines)], strict=False)]
    if not parts or not all(sum(map(_is_hand, part)) >= FEWEST for part in parts):
        return lines
    if any(_is_hand(line) for line in lines[: heads[0]]) or any(map(_are_running, parts)):
        return lines
    return [*lines[: heads[0]], *(line for part in parts for line in _told(part))]


def _is_hand(line: Line) -> bool:
    return line.kind == "deal" and line.unit.casefold() in HANDS


def _are_running(part: Sequence[Line]) -> bool:
    """Return whether the numbers of the hands may be totals: no player's fall."""
    hands = [dict(line.points) for line in part if _is_hand(line)]
    names = {name for hand in hands for name in hand}
    numbers = [[hand[name] for hand in hands if name in hand] for name in names]
    return all(own == sorted(own) for own in numbers)


def _told(part: Sequence[Line]) -> Iterator[Line]:
    """Yield a round, with the lines behind it that are not of it."""
    head = ROUND.fullmatch(part[0].text)
    number = int(head["number"]) if head else 0
    hands = [line for line in part if _is_hand(line)]
    total = next((line for line in part if _total(line, number)), None)
    last = part.index(total or hands[-1])
    bonuses = [line for line in part[: last + 1] if _bonus(line, hands[0])]
    scored = [*hands, *bonuses]
    points = Counter[str]()
    for line in hands:
        points.update(dict(line.points))
    for line in bonuses:
        points.update(dict(_bonus(line, hands[0])))
    told = dict(_total(total, number)) if total else {}
    wrong = tuple(
        Sum(name, [by for line in scored if (by := _points(line, hands[0]).get(name))], told[name])
        for name in points
        if told.get(name, points[name]) != points[name]
    )
    for line in part[1 : last + 1]:
        if line is not total:
            counted = _is_hand(line) or _bonus(line, hands[0])
            kind = "counted" if counted else "remark"
            yield line._replace(kind=kind, number=None, points=(), unit="")
    yield part[0]._replace(
        kind="deal", number=number, unit="round", sums=wrong, at=(total or part[0]).at,
        text=(total or part[0]).text,
        points=tuple((name, told.get(name, by)) for name, by in points.items()),
    )  # fmt: skip
    yield from part[last + 1 :]


def _points(line: Line, hand: Line) -> dict[str, int]:
    return dict(line.points if _is_hand(line) else _bonus(line, hand))


def _total(line: Line, number: int) -> tuple[tuple[str, int], ...]:
    """Return what a line says that a round came to."""
    found = TOTAL.fullmatch(line.text) if line.kind in ("odd", "deal", "end") else None
    if found is None or int(found["number"] or found["behind"]) != number:
        return ()
    return points_of(found["rest"])


def _bonus(line: Line, hand: Line) -> tuple[tuple[str, int], ...]:
    """Return who gets the bonus of a round, and its points."""
    found = BONUS.fullmatch(line.text) if line.kind == "odd" else None
    rest = found["rest"].strip(" .") if found else ""
    told = POINTS_FIRST.fullmatch(rest) or NAME_FIRST.fullmatch(rest)
    names = {one.casefold(): one for one, _ in hand.points}
    name = names.get(told["name"].casefold()) if told else None
    return ((name, int(told["points"])),) if told and name else ()
