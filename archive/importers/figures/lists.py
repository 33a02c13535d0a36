"""Each player's losing cards of Twenty-Two in a line, or the totals that they came to: “Kit: 10, 8,
6 = 24 (out)”. In which hand a card lost they do not tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.core import events as said
from archive.core.numbers_in_comments import Sum
from archive.importers.figures.losers import OUT, RIGHT_EACH
from archive.importers.figures.losses import LEAST, MOST, sentences_in
from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.ranks import COUNTS
from archive.importers.record_draft import RecordDraft

FEWEST = 2
"""The fewest cards that make a list, of one player at least."""


class Listed(NamedTuple):
    """A player's line: what the cards count, what they come to as it says, and whether the player
    is out by it."""

    name: str
    counts: list[int]
    told: int | None
    out: bool
    at: int

    @property
    def total(self) -> int:
        """Return the total that the line gives, else what its cards come to."""
        return sum(self.counts) if self.told is None else self.told


class Lists(NamedTuple):
    """The lines of a sheet, who is said to have won, and where."""

    listed: list[Listed]
    winners: list[str]
    ended: int


def lists_of(sheet: Marked) -> Lists | None:
    """Return each player's cards; None where a player has no line or several, where a number is
    left over, or where cards and totals cannot be told apart."""
    if any(line.row for line in sheet.lines):
        return _of_columns(sheet)
    lines, winners, ended = list[SheetLine](), list[str](), 0
    for number, line in enumerate(sheet.lines):
        kinds = [mark.kind for mark in line.marks]
        if "won" in kinds:
            winners += [name for one in sentences_in(line, sheet.names) for name in one.winners]
            ended = line.at
        elif number != sheet.head and ("number" in kinds or "card" in kinds):
            lines.append(line)
    rows = [_row(line) for line in lines]
    those = [row for row in rows if row is not None]
    names = [row[0] for row in those]
    if len(those) < len(rows) or sorted(names) != sorted(sheet.names):
        return None
    by_cards = [_of_cards(*row) for row in those]
    by_totals = [_of_totals(*row) for row in those]
    found = [one for one in (by_cards, by_totals) if None not in one and _are_lists(one)]
    if len(found) != 1:
        return None
    return Lists([one for one in found[0] if one is not None], winners, ended)


def _of_columns(sheet: Marked) -> Lists | None:
    """Return the cards that stand below each player, and the totals below these; None where a row
    may be a hand, because none has several cards, or where totals do not bear it out."""
    cards: dict[str, list[int]] = {name: [] for name in sheet.names}
    told, out, several, first = dict[str, int](), set[str](), False, 0
    for number, line in enumerate(sheet.lines):
        named, row = "", set[int]()
        for mark in line.marks if number != sheet.head else ():
            if mark.kind == "name":
                named = mark.text
            elif mark.kind == "out":
                out.add(named)
            elif mark.kind in ("number", "card") and (line.row and not told):
                cards[named].append(COUNTS.get(mark.text, mark.number))
                row.add(cards[named][-1])
                first = first or line.at
            elif mark.kind == "number" and named not in told:
                told[named] = mark.number
            elif mark.kind not in ("and", "end", "arrow", "final", "unit"):
                return None
        several = several or len(row) > 1
    listed = [
        Listed(name, counts, told.get(name), name in out, first) for name, counts in cards.items()
    ]
    able = several and told.keys() == cards.keys() and "" not in told
    able = able and all(LEAST <= one <= MOST for counts in cards.values() for one in counts)
    able = able and all(sum(counts[:-1]) < OUT for counts in cards.values())
    return Lists(listed, [], 0) if able and _are_lists(listed) else None


def _row(line: SheetLine) -> tuple[str, list[Mark], list[Mark], bool, int] | None:
    """Return the player of a line, the figures before a sign of a sum, those behind it, whether the
    player is out, and where the line begins; None where it is no line of one player."""
    named = [mark.text for mark in line.marks if mark.kind == "name"]
    if len(named) != 1 or line.marks[0].kind != "name":
        return None
    before: list[Mark] = []
    behind: list[Mark] = []
    now = before
    for mark in line.marks:
        if mark.kind in ("arrow", "final", "so far") and before:
            now = behind
        elif mark.kind in ("number", "card"):
            now.append(mark)
    out = any(mark.kind == "out" for mark in line.marks)
    return named[0], before, behind, out, line.at


def _of_cards(
    name: str, before: Sequence[Mark], behind: Sequence[Mark], out: bool, at: int
) -> Listed | None:
    """Return the line as one of cards, and their sum; None where it is none."""
    counts = [COUNTS.get(mark.text, mark.number) for mark in before]
    if len(behind) > 1 or not all(LEAST <= one <= MOST for one in counts):
        return None
    if sum(counts[:-1]) >= OUT:
        return None
    return Listed(name, counts, behind[0].number if behind else None, out, at)


def _of_totals(
    name: str, before: Sequence[Mark], behind: Sequence[Mark], out: bool, at: int
) -> Listed | None:
    """Return the line as one of totals, each with a card more; None where it is none."""
    totals = [0, *(mark.number for mark in before)]
    counts = [two - one for one, two in pairwise(totals)]
    fits = all(LEAST <= one <= MOST for one in counts) and totals[-1] - sum(counts[-1:]) < OUT
    again = all(mark.number == totals[-1] for mark in behind)
    cards = any(mark.kind == "card" for mark in before)
    return Listed(name, counts, totals[-1], out, at) if fits and again and not cards else None


def _are_lists(found: Sequence[Listed | None]) -> bool:
    """Return whether a line has several cards, and most totals are what the cards come to."""
    listed = [one for one in found if one is not None]
    wrong = sum(one.total != sum(one.counts) for one in listed)
    right = sum(one.told is not None for one in listed) - wrong
    wrong += sum(one.out and one.total < OUT for one in listed)
    return max(len(one.counts) for one in listed) >= FEWEST and wrong <= right // RIGHT_EACH


def draft(sheet: RecordDraft, found: Lists) -> None:
    """Put the totals into a record, and who is out."""
    first, last = found.listed[0].at, found.listed[-1].at
    for one in found.listed:
        if one.total != sum(one.counts):
            parts = one.counts if one.counts[1:] else [0, *(one.counts or [0])]
            sheet.add(said.Comment(Sum(one.name, parts, one.total).words), first)
    totals = {one.name: one.total for one in found.listed}
    sheet.add(said.Score(sheet.seated(totals)), first)
    if out := sheet.seats_of(one.name for one in found.listed if one.out):
        sheet.add(said.Out(out), last)
    if found.winners:
        sheet.add(said.End((), sheet.seats_of(found.winners)), found.ended)
