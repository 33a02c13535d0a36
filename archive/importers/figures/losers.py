"""Who lost each hand of Twenty-Two, and with which card, in whatever words: behind each player's
name the card or what it counts, and perhaps the player's total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS
from archive.core.sums_beside_totals import Sum
from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.ranks import COUNTS
from archive.importers.record_draft import RecordDraft

FEWEST = 3
"""The fewest hands that make such a sheet."""
RIGHT_EACH = 2
"""The fewest right totals for each that is wrong."""
LEAST, MOST, OUT = 2, 11, 22
RANKS = {11: "A"} | {value: str(value) for value in range(2, 10)}


class Told(NamedTuple):
    """What a sheet tells of some players behind their names: cards and numbers, and where."""

    names: list[str]
    figures: list[Mark]
    at: int
    totals: Mapping[str, int] = {}


class Lost(NamedTuple):
    """A hand: who lost it, the rank of the card, empty where only its value is known; its value;
    the totals that are told, and those that it comes to."""

    names: list[str]
    rank: str
    value: int
    told: dict[str, int]
    due: dict[str, int]
    at: int

    @property
    def wrong(self) -> list[str]:
        """Return those whose totals are told and are others."""
        return [name for name, total in self.told.items() if total != self.due[name]]


class Losers(NamedTuple):
    """The hands of a sheet, and who is said to have won."""

    hands: list[Lost]
    winners: list[str]
    ended: int


def losers_of(sheet: Marked) -> Losers | None:
    """Return who lost each hand; None where a number or a card is left over, or too many totals are
    wrong."""
    told, winners, ended = list[Told](), list[str](), 0
    for number, line in enumerate(sheet.lines):
        read = _Entries(line)
        numbered = any(mark.kind == "unit" for mark in line.marks)
        if number != sheet.head and not read.together and not all(o.names for o in read.told):
            return None
        entries = _as_one(read.told) if read.together else read.told
        entries = [one for one in entries if one.names]
        if numbered and len(entries) > 1:
            return None
        told += entries
        if read.winners:
            winners, ended = [*winners, *read.winners], line.at
    hands: list[Lost] = []
    sums: Counter[str] = Counter()
    for one in told:
        if one.names[0] in winners and _is_total(one, sums):
            continue
        lost = _lost(one, sums)
        if lost is None:
            return None
        if any(sums[name] >= OUT for name in one.names):
            return None
        hands.append(lost)
        sums = Counter({**sums, **lost.due, **lost.told})
    wrong = sum(len(one.wrong) for one in hands)
    right = sum(len(one.told) for one in hands) - wrong
    if len(hands) < FEWEST or wrong > right // RIGHT_EACH:
        return None
    return Losers(hands, list(dict.fromkeys(winners)), ended)


class _Entries:
    """What a line tells of each player, and who has won. `told` may have an entry without a name,
    whose figures are left over."""

    def __init__(self, line: SheetLine) -> None:
        self.told: list[Told] = []
        self.winners: list[str] = []
        self._now = Told([], [], line.at)
        self._joined = self._won = False
        self.together = any(mark.kind == "together" for mark in line.marks)
        for mark in line.marks:
            self._take(mark)
        self._begin([], line.at)
        if line.sender and len(self.told) == 1 and not self.told[0].names:
            self.told[0].names.append(line.sender)

    def _take(self, mark: Mark) -> None:
        """Take one mark of the line."""
        now = self._now
        if mark.kind == "name":
            self._name(mark)
        elif mark.kind == "card" or (mark.kind == "number" and mark.number >= LEAST):
            now.figures.append(mark)
        elif mark.kind == "won":
            self._won = not now.names or bool(now.figures)
            self.winners += [] if self._won else now.names
        elif mark.kind == "end":
            self._begin([], mark.at)
            self._won = False
        elif mark.kind == "unit" and now.figures:
            self._begin([], mark.at)
        self._joined = (self._joined and mark.kind != "name") or mark.kind in ("and", "together")

    def _name(self, mark: Mark) -> None:
        """Take a player: the winner behind a word for that, one who lost too, or the next one."""
        now = self._now
        if self._won and not now.names:
            self.winners.append(mark.text)
            self._begin([mark.text], mark.at)
            self._won = False
        elif mark.text in now.names:
            return
        elif now.figures and not now.names and self.together:
            self._begin([mark.text], mark.at)
        elif bool(now.names) != bool(now.figures) and (self._joined or not now.names):
            now.names.append(mark.text)  # “Ann and Bo 10”, “3 for Bo”
        else:
            self._begin([mark.text], mark.at)

    def _begin(self, names: list[str], at: int) -> None:
        """Begin the next entry."""
        if self._now.figures:
            self.told.append(self._now)
        self._now = Told(names, [], at)


def _as_one(told: Sequence[Told]) -> list[Told]:
    """Return one hand that several lost: “both with a ten: Ann 25, Bo 23”; the entries as they are
    where they are no such hand."""
    first, *others = told or [Told([], [], 0)]
    card = first.figures[:1]
    totals = {one.names[0]: one.figures[0].number for one in others if len(one.figures) == 1}
    if first.names or not card or len(totals) != len(others) or not others:
        return list(told)
    return [Told([*totals], card, others[0].at, totals)]


def _is_total(one: Told, sums: Counter[str]) -> bool:
    """Return whether a number behind the winner is the winner's total."""
    return [(mark.kind, mark.number) for mark in one.figures] == [("number", sums[one.names[0]])]


def _lost(one: Told, sums: Counter[str]) -> Lost | None:
    """Return the hand that is told, None where a figure has no meaning."""
    first, *others = one.figures
    value = COUNTS.get(first.text, first.number)
    rank = first.text or RANKS.get(value, "")
    told = dict(one.totals)
    if not LEAST <= value <= MOST:  # the total alone
        told = dict.fromkeys(one.names, value)
        value, rank = value - sums[one.names[0]], ""
        if not LEAST <= value <= MOST:
            return None
    due = {name: sums[name] + value for name in one.names}
    for mark in others:
        if mark.kind == "card":
            if COUNTS.get(mark.text) != value:
                return None
            rank = rank if first.kind == "card" else mark.text
        elif mark.number == value:
            continue
        elif mark.number in due.values() or mark.number > max(due.values()) - value:
            told = dict.fromkeys(one.names, mark.number)
        else:
            return None
    return Lost(one.names, rank, value, told, due, one.at)


def draft(sheet: RecordDraft, marked: Marked, found: Losers) -> None:
    """Put the hands into a record: the cards where all of them are known and are kept, else what
    all have after each hand."""
    on_paper = "rasmussen" in marked.rules or not all(one.rank for one in found.hands)
    totals = {sheet.seat(name): 0 for name in marked.names}
    for number, one in enumerate(found.hands, 1):
        sheet.add(said.Deal(number), one.at)
        seats = sorted(sheet.seat(name) for name in one.names)
        if not on_paper:
            sheet.add(said.Keep(tuple(said.Kept(seat, CARDS[one.rank], None) for seat in seats)),
                      one.at)  # fmt: skip
        for wrong in _wrong_sums(one) if on_paper else ():
            sheet.add(said.Comment(wrong.words), one.at)
        after = {sheet.seat(name): total for name, total in {**one.due, **one.told}.items()}
        totals |= after
        if on_paper:
            sheet.add(said.Score(tuple(totals.items())), one.at)
        elif one.told:
            sheet.add(said.Score(tuple(sorted(after.items()))), one.at)
        if on_paper and (gone := tuple(seat for seat in seats if totals[seat] >= OUT)):
            sheet.add(said.Out(gone), one.at)
    if found.winners:
        won = tuple(sorted(sheet.seat(name) for name in found.winners))
        sheet.add(said.End(tuple(totals.items()) if on_paper else (), won), found.ended)


def _wrong_sums(one: Lost) -> Iterator[Sum]:
    for name in one.wrong:
        yield Sum(name, [one.due[name] - one.value, one.value], one.told[name])
