"""Lines that tell of one hand together: its number and trumps above it, or each player on a line
of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine

BESIDE = frozenset({"and", "close", "dash"})
OF_PLAYERS = frozenset({"name", "number", "arrow", "out", "tricks", "final", "end"}) | BESIDE


def joined(sheet: Marked) -> Marked:
    """Return a sheet with such lines made one, with empty ones in place of the others."""
    lines = list(sheet.lines)
    for start, end in _runs(lines, sheet.head):
        run = lines[start:end]
        lines[start] = SheetLine(
            "\n".join(line.text for line in run), run[0].at,
            [mark for line in run for mark in line.marks], other=any(line.other for line in run),
        )  # fmt: skip
        lines[start + 1 : end] = [line._replace(text="", marks=[]) for line in run[1:]]
    return sheet._replace(lines=lines)


def _runs(lines: Sequence[SheetLine], head: int) -> Iterator[tuple[int, int]]:
    """Yield where such lines begin and end; not with the line that heads the sheet."""
    start = 0
    while start < len(lines):
        end = start + (start != head and _heads_a_hand(lines[start].marks))
        names = list[str]()
        while end < len(lines) and end != head and (name := _player_of(lines[end].marks)):
            if name in names:
                break
            names.append(name)
            end += 1
        if end > start + 1:
            yield start, end
        start = max(end, start + 1)


def _heads_a_hand(marks: Sequence[Mark]) -> bool:
    """Return whether a line has the number of a hand or trumps, and nothing else."""
    kinds = {mark.kind for mark in marks} - BESIDE
    return bool(kinds) and kinds <= {"unit", "suit"}


def _player_of(marks: Sequence[Mark]) -> str:
    """Return the one player of whom a line tells a number, or one before an arrow and one behind;
    empty where it tells anything else."""
    kinds = [mark.kind for mark in marks]
    one_each = kinds.count("name") == kinds.count("number") - kinds.count("arrow") == 1
    if not one_each or not OF_PLAYERS.issuperset(kinds):
        return ""
    return next(mark.text for mark in marks if mark.kind == "name")
