"""Who lost each hand of Twenty-Two, and with which card, in whatever words: behind each player's
name the card or what it counts, and perhaps the player's total. Where cards of several ranks stand
in one hand, its players showed them, and the highest lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, product
from typing import NamedTuple

from archive.importers.figures import words
from archive.importers.figures.losses import (
    LEAST,
    MOST,
    Sentence,
    Told,
    of_a_row,
    sentences_in,
    tells_totals,
    value_of,
)
from archive.importers.figures.sheet_lines import Marked

FEWEST = 2
"""The fewest hands that make such a sheet."""
RIGHT_EACH = 2
"""The fewest hands and right totals for each that is wrong."""
FOR_EACH = 4
"""The fewest of them for each, where words alone say which game it is."""
NO_MEANING = 1_000
"""What a figure without any meaning counts, against one that is wrong."""
TWICE = 2
"""What counts a word that a player is out, against a number."""
OUT = 22
RANKS = {11: "A"} | {value: str(value) for value in range(2, 10)}
HEIGHTS = "23456789TJQKA"
"""The ranks, the lowest first."""


class Lost(NamedTuple):
    """Who lost a hand with a card: its rank, empty where only its value is known; its value, what
    the sheet says that it counts, the totals that are told, and those that it comes to."""

    names: list[str]
    rank: str
    value: int
    worth: int | None
    told: dict[str, int]
    due: dict[str, int]
    out: list[str]
    at: int

    @property
    def wrong(self) -> list[str]:
        """Return those whose totals are told and are others."""
        return [name for name, total in self.told.items() if total != self.due[name]]


class Hand(NamedTuple):
    """A hand: its number, who lost it, and all cards that were shown, if others lost nothing."""

    number: int
    lost: list[Lost]
    shown: list[Lost]

    @property
    def at(self) -> int:
        """Return where it stands."""
        return self.lost[0].at


class Beside(NamedTuple):
    """What a sheet says beside hands: totals, who is out, or that a hand cannot be read; and the
    number of this hand, or of the one behind which it begins."""

    totals: dict[str, int]
    out: list[str]
    gap: bool
    number: int
    at: int


class Losers(NamedTuple):
    """What a sheet tells, in its order; who is said to have won, and where; whether it can be of no
    other game."""

    steps: list[Hand | Beside]
    winners: list[str]
    ended: int
    is_sure: bool

    @property
    def hands(self) -> list[Hand]:
        """Return the hands."""
        return [one for one in self.steps if isinstance(one, Hand)]


class _Attempt:
    """A sheet read in one way: whether only the highest card of a hand loses, whether hands without
    numbers are those of a line, and whether a number behind a card is what it counts."""

    def __init__(self, sheet: Marked, *, shown: bool, by_line: bool, worth: bool) -> None:
        self.steps: list[Hand | Beside] = []
        self.sums: Counter[str] = Counter()
        self.misfits = self.outs = self.right = self.named = self.fits = self.totals = 0
        self._lists = False  # whether lines without numbers have several cards
        self._sheet, self._shown, self._by_line, self._worth = sheet, shown, by_line, worth

    @property
    def is_borne_out(self) -> bool:
        """Return whether totals bear out what may be tricks too: cards of several ranks on lines
        without the number of a hand."""
        tricks = any(isinstance(one, Hand) and one.shown and not one.number for one in self.steps)
        return not (tricks or self._lists) or self.totals > self.misfits + 1

    def take(self, one: Sentence, *, numbered: bool) -> None:
        """Take a sentence; `numbered` is whether the sheet gives the numbers of its hands."""
        told = [entry for entry in one.told if entry.figures or entry.totals]
        numbers = [entry.number for entry in told]
        totals = {entry.names[0]: number for entry, number in zip(told, numbers, strict=True)
                  if number is not None}  # fmt: skip
        alone = len(totals) == len(told) and all(len(entry.names) == 1 for entry in told)
        right = sum(self.sums[name] == total for name, total in totals.items())
        apart = all(
            entry.before or entry.names[0] in one.winners
            or (total is not None and total < LEAST)
            or (numbered and (total == self.sums[entry.names[0]] or (total or 0) > MOST))
            for entry, total in zip(told, numbers, strict=True)
        )  # fmt: skip
        several = len(totals) > 1 and (2 * right >= len(totals) or max(totals.values()) > MOST)
        begins = several and not self.steps and len({*totals.values()}) > 1
        stands = ((apart or several) and not one.unit) or begins
        if told and alone and not one.row and (stands or (one.of_totals and len(totals) > 1)):
            self._beside(one, one.told, totals)
            self.right += len(totals) if begins else right
            self.totals += right
            self.misfits += 0 if begins else len(totals) - right
        else:
            hands = [*self._hands(one, told)]
            several = not one.unit and len({*map(_card, told)}) > 1
            self._lists = self._lists or (several and not self._says_lost(one))
            for hand in hands:
                self._hand(hand)
            others = [entry for entry in one.told if entry not in told]
            unread = bool(one.unit) and not (one.told or one.winners)
            self._beside(one, others, {}, gap=unread)

    def _says_lost(self, one: Sentence) -> bool:
        """Return whether the line of a sentence says that its cards are losing ones."""
        lines = (line.text for line in self._sheet.lines if line.at == one.at)
        return any(map(words.LOST.search, lines))

    def _beside(
        self, one: Sentence, entries: Sequence[Told], totals: dict[str, int], *, gap: bool = False
    ) -> None:
        """Take totals, who is out, or a hand of which nothing can be read."""
        out = [name for entry in entries if entry.out for name in entry.names]
        self.outs += sum(self.sums[name] < OUT for name in out if name not in totals)
        if totals or out or gap:
            self.steps.append(Beside(totals, out, gap, one.unit, one.at))
            self.sums.update({name: total - self.sums[name] for name, total in totals.items()})

    def _hands(self, one: Sentence, told: Sequence[Told]) -> Iterator[list[Told]]:
        """Yield the hands of a sentence."""
        if one.unit or self._by_line:
            for _, entries in groupby(told, key=lambda entry: entry.unit):
                yield [*entries]
        else:
            for _, entries in groupby(told, key=_card):
                yield [*entries]

    def _hand(self, told: Sequence[Told]) -> None:
        """Take a hand, and add what it gives."""
        lost = [self._lost(entry) for entry in told]
        known = [entry for entry in lost if entry is not None]
        if len(known) < len(lost):
            self.misfits += NO_MEANING
            return
        losing = known
        counted = all(entry.told or entry.worth for entry in known)
        self.misfits += NO_MEANING * (self._shown and not all(entry.rank for entry in known))
        if len({entry.value for entry in known}) > 1:
            self.misfits += counted if self._shown else 1 if counted else NO_MEANING
        if self._shown and len({entry.rank for entry in known}) > 1:
            highest = max(HEIGHTS.find(entry.rank) for entry in known)
            losing = [entry for entry in known if HEIGHTS.find(entry.rank) == highest]
        shown = known if len(losing) < len(known) else []
        names = [name for entry in known for name in entry.names]
        self.misfits += NO_MEANING * (len({*names}) < len(names))
        self.named += all(entry.rank for entry in known)
        for entry in losing:
            self.misfits += len(entry.wrong) + (entry.worth not in (None, entry.value))
            self.misfits += sum(self.sums[name] >= OUT for name in entry.names)
            self.right += len(entry.told) - len(entry.wrong) + (entry.worth == entry.value)
            self.totals += len(entry.told) - len(entry.wrong)
            after = {**entry.due, **entry.told}
            self.sums.update({name: total - self.sums[name] for name, total in after.items()})
        self.steps.append(Hand(told[0].unit, losing, shown))

    def _lost(self, one: Told) -> Lost | None:
        """Return who lost with a card, None where a figure has no meaning."""
        out = one.names if one.out else []
        if not one.figures:
            return self._by_totals(one, out)
        first, *others = one.figures
        value = value_of(first)
        rank = first.text or self._rank(value)
        told, worth = dict(one.totals), None
        if value > MOST and self._worth and not others:
            self.misfits += 1  # no card counts so much
        elif not LEAST <= value <= MOST:  # the total alone
            self.fits += 1
            told = dict.fromkeys(one.names, value)
            value, rank = value - self.sums[one.names[0]], ""
            if not LEAST <= value <= MOST:
                return None
        due = {name: self.sums[name] + value for name in one.names}
        for mark in others:
            is_total = mark.number in due.values()
            if mark.kind == "card":
                if value_of(mark) != value:
                    return None
                rank = rank if first.kind == "card" else mark.text
            elif mark.number == value and (self._worth or not is_total):
                worth = value
                self.fits += self._worth and not is_total
            elif is_total or not self._worth or self._is_nearer(mark.number, value, due):
                told = dict.fromkeys(one.names, mark.number)
                self.fits += is_total and not self._worth
            elif worth is None:
                worth = mark.number
            else:
                return None
        if worth is not None and self._worth:
            due = {name: self.sums[name] + worth for name in one.names} if not told else due
        return Lost(one.names, rank, value, worth, told, due, out, one.at)

    @staticmethod
    def _is_nearer(number: int, value: int, due: dict[str, int]) -> bool:
        """Return whether a number that is neither is nearer to a total than to a card’s value."""
        return min(abs(number - total) for total in due.values()) < abs(number - value)

    def _by_totals(self, one: Told, out: list[str]) -> Lost | None:
        """Return a hand of which the totals alone are told; None where no card gives them."""
        value = min(total - self.sums[name] for name, total in one.totals.items())
        due = {name: self.sums[name] + value for name in one.names}
        if not LEAST <= value <= MOST:
            return None
        return Lost(one.names, self._rank(value), value, None, dict(one.totals), due, out, one.at)

    def _rank(self, value: int) -> str:
        """Return the rank of a card by its number: a ten is one where pictures have letters."""
        letters = any(mark.kind == "card" for line in self._sheet.lines for mark in line.marks)
        return "T" if letters and value == 10 else RANKS.get(value, "")


def _card(one: Told) -> tuple[str, int]:
    """Return the first card of an entry, where it has one."""
    return (one.figures[0].text, one.figures[0].number) if one.figures else ("", 0)


def losers_of(sheet: Marked) -> Losers | None:
    """Return who lost each hand; None where a number or a card is left over, or too many totals are
    wrong."""
    of_totals = any(tells_totals(line) for line in sheet.lines)
    sentences = [
        one
        for number, line in enumerate(sheet.lines)
        for one in ([of_a_row(line, of_totals=of_totals)] if line.row
                    else sentences_in(line, sheet.names, is_head=number == sheet.head))
    ]  # fmt: skip
    for at, (above, one) in enumerate(pairwise(sentences)):
        alone = not above.told and not one.unit
        if alone and any(entry.figures for entry in one.told):
            sentences[at : at + 2] = [above._replace(unit=0), one._replace(unit=above.unit)]
    if not all(entry.names for one in sentences for entry in one.told):
        return None
    told = [one.unit for one in sentences if one.told]
    if _are_totals(sentences, sheet.names):
        return None
    numbered = sum(map(bool, told)) > len(told) // 2
    tried = [_Attempt(sheet, shown=shown, by_line=by_line, worth=worth) for shown, by_line, worth
             in product((False, True), (False, True), (True, False))]  # fmt: skip
    for way in tried:
        for one in sentences:
            way.take(one, numbered=numbered)
        way.misfits += NO_MEANING * (not way.is_borne_out)
    best = min(tried, key=lambda way: (way.misfits + TWICE * way.outs, -way.fits))
    right = best.right + best.named // RIGHT_EACH
    if best.misfits > max(right // RIGHT_EACH, numbered or best.named >= FEWEST):
        return None
    alone = words.LOST.search("\n".join(line.text for line in sheet.lines)) is not None
    few = alone and numbered and best.misfits <= best.right // FOR_EACH
    sure = few or (not best.misfits and (alone or (numbered and _only_fit_it(best))))
    winners = [name for one in sentences for name in one.winners]
    ended = max((one.at for one in sentences if one.winners), default=0)
    found = Losers(best.steps, list(dict.fromkeys(winners)), ended, sure)
    first = next(iter(found.steps), None)
    begun = isinstance(first, Beside) and len(first.totals) > 1
    return found if len(found.hands) >= FEWEST - begun else None


def _are_totals(sentences: Sequence[Sentence], names: Sequence[str]) -> bool:
    """Return whether each hand has a number of every player, which others read as totals."""
    hands = [one.told for one in sentences if one.unit and len(one.told) > 1]
    every = all(len(told) == len(names) and all(one.number is not None for one in told)
                for told in hands)  # fmt: skip
    return len(hands) > 1 and every


def _only_fit_it(found: _Attempt) -> bool:
    """Return whether numbers without cards can be of no other game: two that are different, one of
    them what an ace counts."""
    told = [one for hand in found.steps if isinstance(hand, Hand) for one in hand.lost]
    values = {one.value for one in told}
    return found.right == 0 and len(told) > FEWEST and MOST in values and len(values) > 1
