"""Totals before and after a deal, with an arrow between them: `Resi 20 -> 16, Sepp 20 -> 19`, on
one line or with a player on each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import NamedTuple

from archive.importers.player_names import called
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import could_be_a_name
from archive.importers.totals.tricks import DROPPED_OUT, HEAD
from archive.importers.totals.words import A_NAME, LONGEST_LINE, NUMBER, number_of

ONE = re.compile(
    rf"(?:(?:and|und)\s++)?(?P<name>{A_NAME})\s*+(?::\s*+)?(?P<before>{NUMBER})"
    rf"(?:\s*+(?:→|[-–=]>|⇒)\s*+(?P<after>{NUMBER}))?(?![\w.]*\w)\s*+(?:[,;.|]\s*+)?"
)
HIGHEST = 10
"""What no card of Twenty counts more than."""
FEWEST = 2
"""The fewest tallies by which plays are told from totals."""
Points = tuple[tuple[str, int], ...]


class Moved(NamedTuple):
    """The totals of some players before a deal and after it."""

    before: Points
    after: Points


def moved_in(text: str) -> Moved | None:
    """Return the totals before and after in a text that has nothing else, with one arrow or more; a
    total without an arrow is the same before and after."""
    before, after, at, arrows = [], [], 0, False
    while at < len(text) <= LONGEST_LINE:
        one = ONE.match(text, at)
        if one is None or not could_be_a_name(one["name"]):
            return None
        arrows = arrows or one["after"] is not None
        name = called(one["name"])
        before.append((name, number_of(one["before"])))
        after.append((name, number_of(one["after"] or one["before"])))
        at = one.end()
    return Moved(tuple(before), tuple(after)) if arrows else None


def with_moves(lines: list[Line]) -> list[Line]:
    """Return the lines with those that have totals before and after a deal taken for both: those
    after behind the tricks of the deal, those before in front of them, where they are not the last
    ones told. Who dropped out and is not among them keeps the last total."""
    if _are_plays(lines):
        return lines
    told: list[Line] = []
    last: dict[str, int] = {}
    rest = iter(enumerate(lines))
    for at, line in rest:
        head, run = _headed(line), list(_run(lines[at:]))
        if not run:
            told.append(line)
            if line.kind in ("deal", "start"):
                last = {name.casefold(): total for name, total in line.points}
            continue
        for _ in run[1:]:
            next(rest)
        moved = [one for of_line in run for one in of_line.before]
        after = [one for of_line in run for one in of_line.after]
        above = told[-1] if told else None
        tricks = above if above and above.kind == "tricks" else None
        if (
            head is None
            and above
            and above.kind == "odd"
            and (head := _headed(above))
            and not head.text
        ):
            told.pop()  # it only heads the totals below it
        if tricks:
            named = {name.casefold() for name, _ in after}
            after += ((name, last[name.casefold()]) for name, won in tricks.points
                      if won == DROPPED_OUT and name.casefold() in last
                      and name.casefold() not in named)  # fmt: skip
        if any(last.get(name.casefold()) != total for name, total in moved):
            start = line._replace(kind="start", points=tuple(moved))
            told.insert(len(told) - bool(tricks), start)
        told.append(line._replace(
            kind="start" if tricks else "deal", points=tuple(after),
            number=head.number if head else None, suit=line.suit or (head.suit if head else ""),
        ))  # fmt: skip
        last |= {name.casefold(): total for name, total in after}
    return told


def _are_plays(lines: list[Line]) -> bool:
    """Return whether the numbers before and after are cards with the tallies that they make, one
    player behind the other: `Me 4 -> 4`, `Ada 5 -> 9`, `Me 2 -> 11`."""
    moved = [moved_in(line.text) for line in lines if line.kind == "odd"]
    pairs = [(one.before[0][1], one.after[0][1]) for one in moved if one and len(one.after) == 1]
    if any(not 1 <= card <= HIGHEST for card, _ in pairs):
        return False
    added = sum(tally == before + card for (_, before), (card, tally) in pairwise(pairs))
    return added >= FEWEST and 2 * added >= len(pairs)


def _headed(line: Line) -> Line | None:
    """Return the number of a deal before totals, with the text behind it and its trumps; None
    where a line does not begin with one."""
    head = HEAD.match(line.text) if line.kind == "odd" else None
    if head is None:
        return None
    number = int(head["number"] or head["nth"])
    return line._replace(number=number, text=line.text[head.end() :].strip(" .:,"))


def _run(lines: list[Line]) -> Iterator[Moved]:
    """Yield the totals before and after in each of the first lines, as long as they are of other
    players."""
    seen: set[str] = set()
    for line in takewhile(lambda one: one.kind == "odd", lines):
        head = _headed(line)
        if head and seen:
            return
        moved = moved_in(head.text if head else line.text)
        names = {name.casefold() for name, _ in moved.after} if moved else set()
        if moved is None or names & seen:
            return
        seen |= names
        yield moved
