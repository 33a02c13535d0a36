"""Cards of two players in turn, who stand above them all: `8 A 2 9 (10 Ben)`. Who began is known
only where a line says who got its points."""

from __future__ import annotations

from collections.abc import Iterator

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine

PAIR = 2
CELLS = ("card", "number")
GIVEN = (["number", "name"], ["name", "number"])
"""What stands behind the cards of a line: points, and whose they are."""


def in_turn(sheet: Marked) -> Iterator[Marked]:
    """Yield a sheet of cards without names with each card behind its player, as if the one or the
    other had begun, where that fits who got points; nothing of any other sheet."""
    if len(sheet.names) != PAIR:
        return
    below = [line for at, line in enumerate(sheet.lines) if at != sheet.head and _cards(line)]
    if not below or not any(_given(line) for line in below):
        return
    for first in range(PAIR):
        lines, turn, fits = list(sheet.lines), first, True
        for at, line in enumerate(lines):
            if line not in below:
                continue
            named = list[Mark]()
            for card in _cards(line):
                named += [Mark("name", sheet.names[turn % PAIR], 0, card.at, card.at), card]
                turn += 1
            given = _given(line)
            last = sheet.names[(turn - 1) % PAIR]
            fits = fits and all(mark.text == last for mark in given if mark.kind == "name")
            points = [mark for mark in given if mark.kind == "number"]
            lines[at] = line._replace(marks=[*named, *points])
        if fits:
            yield sheet._replace(lines=lines)


def _cards(line: SheetLine) -> list[Mark]:
    """Return the cards of a line that has nothing else, but for who got points behind them."""
    marks = [mark for mark in line.marks if mark.kind not in ("end", "and")]
    bracket = next((at for at, mark in enumerate(marks) if mark.text == "("), len(marks))
    cards = marks[:bracket]
    alone = all(mark.kind in CELLS for mark in cards)
    given = [mark.kind for mark in marks[bracket + 1 :] if mark.kind != "close"]
    return cards if alone and len(cards) > 1 and (not given or given in GIVEN) else []


def _given(line: SheetLine) -> list[Mark]:
    """Return who got points behind the cards of a line, and how many."""
    bracket = next((at for at, mark in enumerate(line.marks) if mark.text == "("), len(line.marks))
    return [mark for mark in line.marks[bracket + 1 :] if mark.kind in ("name", "number")]
