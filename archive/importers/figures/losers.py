"""Who lost each hand of Twenty-Two, and with which card, in whatever words: behind each player's
name the card or what it counts, and perhaps the player's total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS
from archive.core.sums_beside_totals import Sum
from archive.importers.figures.losses import (
    LEAST,
    MOST,
    Entries,
    Told,
    all_with_one,
    as_one,
    of_a_row,
    standing_in,
    tells_totals,
)
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.ranks import COUNTS
from archive.importers.record_draft import RecordDraft

FEWEST = 3
"""The fewest hands that make such a sheet."""
RIGHT_EACH = 2
"""The fewest right totals for each that is wrong."""
OUT = 22
RANKS = {11: "A"} | {value: str(value) for value in range(2, 10)}


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
    """The hands of a sheet, who is said to have won, and the totals that are told behind them."""

    hands: list[Lost]
    winners: list[str]
    ended: int
    standing: Mapping[str, int] = {}


class _Lines:
    """What the lines of a sheet tell: the hands, who has won, and the totals behind them; `whole`
    is whether no number is left over."""

    def __init__(self, sheet: Marked) -> None:
        self.told: list[Told] = []
        self.winners: list[str] = []
        self.standing: dict[str, int] = {}
        self.ended = 0
        self._of_totals = any(tells_totals(line) for line in sheet.lines)
        self.whole = all(
            self._take(line, sheet.names, is_head=number == sheet.head)
            for number, line in enumerate(sheet.lines)
        )

    def _take(self, line: SheetLine, names: Sequence[str], *, is_head: bool) -> bool:
        """Take a line; return whether no number of it is left over."""
        if line.row:
            self.told.append(of_a_row(line, of_totals=self._of_totals))
            return True
        if self.told and (totals := standing_in(line, names)):
            self.standing, self.ended = totals, line.at
            return True
        read = Entries(line)
        if not is_head and not read.together and not all(one.names for one in read.told):
            return False
        entries = as_one(read.told) if read.together else read.told
        entries = [one for one in entries if one.names]
        if any(mark.kind == "unit" for mark in line.marks) and len(entries) > 1:
            entries = all_with_one(entries)
            if len(entries) > 1:
                return False
        self.told += entries
        if read.winners:
            self.winners += read.winners
            self.ended = line.at
        return not (self.standing and entries)  # no hand stands behind the end


def losers_of(sheet: Marked) -> Losers | None:
    """Return who lost each hand; None where a number or a card is left over, or too many totals are
    wrong."""
    lines = _Lines(sheet)
    if not lines.whole:
        return None
    told, winners, standing, ended = (
        lines.told,
        lines.winners,
        lines.standing,
        lines.ended,
    )
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
    against = [name for name, total in standing.items() if total != sums[name]]
    wrong = sum(len(one.wrong) for one in hands) + len(against)
    right = sum(len(one.told) for one in hands) + len(standing) - wrong
    if len(hands) < FEWEST or wrong > right // RIGHT_EACH:
        return None
    return Losers(hands, list(dict.fromkeys(winners)), ended, standing)


def _is_total(one: Told, sums: Counter[str]) -> bool:
    """Return whether a number behind the winner is the winner's total."""
    return [(mark.kind, mark.number) for mark in one.figures] == [("number", sums[one.names[0]])]


def _lost(one: Told, sums: Counter[str]) -> Lost | None:
    """Return the hand that is told, None where a figure has no meaning."""
    if not one.figures:
        return _by_totals(one, sums)
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


def _by_totals(one: Told, sums: Counter[str]) -> Lost | None:
    """Return a hand of which the totals alone are told; None where no card gives them."""
    value = min(total - sums[name] for name, total in one.totals.items())
    due = {name: sums[name] + value for name in one.names}
    if not LEAST <= value <= MOST:
        return None
    return Lost(one.names, RANKS.get(value, ""), value, dict(one.totals), due, one.at)


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
    last = tuple((sheet.seat(name), total) for name, total in found.standing.items())
    if found.winners:
        won = tuple(sorted(sheet.seat(name) for name in found.winners))
        sheet.add(
            said.End(last or (tuple(totals.items()) if on_paper else ()), won),
            found.ended,
        )
    elif last:
        sheet.add(said.Score(last), found.ended)


def _wrong_sums(one: Lost) -> Iterator[Sum]:
    for name in one.wrong:
        yield Sum(name, [one.due[name] - one.value, one.value], one.told[name])
