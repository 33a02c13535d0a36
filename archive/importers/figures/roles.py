"""What the numbers of a sheet are, found by trying: totals, those before a hand, what it gave, or
tricks. Numbers
that are written in the same way mean the same in the whole sheet; the meaning is taken by which
the fewest of them are against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from archive.core import events as said
from archive.core.sums_beside_totals import Sum
from archive.core.tricks_beside_deals import in_words
from archive.importers import which_game
from archive.importers.figures.number_lists import Vector, Way
from archive.importers.figures.points import COUNT, FIVE, TWENTY, ZWANZIG, Game
from archive.importers.figures.sheet_lines import Marked
from archive.importers.figures.vectors import Read
from archive.importers.record_draft import RecordDraft

Role: TypeAlias = Literal["totals", "gains", "tricks", "before"]
Roles: TypeAlias = Mapping[Way, Role]
FEWEST = 2
"""The fewest deals that make such a sheet, where it has no end."""
ROUNDS, PAIR = 2, 2
ONE_IN = 4
"""One number in this many may be against the rules."""
MOST_VECTORS = 500
"""The most lists of numbers whose meanings are tried."""
NO_MEANING = 1_000
"""What a number without any meaning counts, against one that is wrong."""
MOST_OF_A_PLAY = 30
"""What no tally, nor the points of most plays, come to."""
MOST_OF_A_CARD = 10
BONUS = re.compile(r"(?<!\w)bonus", re.IGNORECASE)
MOST_WAYS = 4
"""The most ways of writing numbers whose meanings are tried."""


class Deal(NamedTuple):
    """A hand or round: its number and trumps, the totals after it and before it, as far as they are
    known, and where these stand; the tricks where they are told, wrong sums of totals, and where it
    stands and its totals do."""

    number: int
    suit: str
    totals: dict[str, int]
    before: dict[str, int]
    goes_on: int
    tricks: dict[str, int | None]
    wrong: list[Sum]
    at: int
    ended: int


class Found(NamedTuple):
    """A sheet with a meaning for every number: its deals, how many numbers are against the rules,
    those of the end, and the places of what is not in the deals themselves."""

    deals: list[Deal]
    misfits: int
    end: dict[str, int]
    beside: list[int]


def found_in(sheet: Marked, read: Read) -> Found | None:
    """Return what the numbers mean, totals where they may be that too; None where too many are
    against the rules."""
    game = Game(sheet)
    told = [one for one in read.vectors if one.kind not in ("won", "start")]
    if (
        alone := read.whole
        and len(read.vectors) == len(told) == 1
        and _may_be_the_end(told[0], sheet)
    ):
        read.vectors[:] = [told[0]._replace(kind="final")]
    written = list(dict.fromkeys(one.way for one in told if not one.kind))
    if game.name == TWENTY and not _are_points_of_rounds(told):
        return None
    if not told or len(written) > MOST_WAYS or len(read.vectors) > MOST_VECTORS:
        return None
    best: list[tuple[int, Found]] = []
    for roles in product(*(_possible(game, way) for way in written)):
        tried = _Attempt(game, dict(zip(written, roles, strict=True)), alone=alone)
        for one in read.vectors:
            tried.take(one)
        if (found := tried.found()) is not None:
            denied = game.denies(read.winners, tried.totals | tried.end)
            best.append((found.misfits + denied, found))
    least = min((misfits for misfits, _ in best), default=0)
    first = next((one for misfits, one in best if misfits == least), None)
    enough = first and (
        first.end
        or len(first.deals) >= FEWEST
        or (first.deals and any(way.moved for way in written))
    )
    if first is None or not enough:
        return None
    if least and _has_bonus_apart(sheet):
        return None
    numbers = sum(len(one.values) for one in told)
    return first if least <= max(1, numbers // (ONE_IN * len(game.names))) else None


def _may_be_the_end(one: Vector, sheet: Marked) -> bool:
    """Return whether the only numbers of a sheet are the totals at the end of its game: all
    players have one, and they are more than those of a play."""
    numbers = [number for number in one.values.values() if number is not None]
    whole = sheet.head >= 0 and len(numbers) == len(sheet.names)
    cards = range(1, MOST_OF_A_CARD if sheet.game == ZWANZIG else MOST_OF_A_PLAY)
    no_plays = any(number not in cards for number in numbers)
    return whole and not one.unit and one.kind in ("", "final") and no_plays


def _are_points_of_rounds(told: Sequence[Vector]) -> bool:
    """Return whether numbers of Twenty are more than those of single plays."""
    return any(
        number is not None and number > MOST_OF_A_PLAY
        for one in told
        for number in one.values.values()
    )


def _has_bonus_apart(sheet: Marked) -> bool:
    """Return whether a bonus stands on a line of its own, so that totals may have it in them; that
    is no header with totals."""
    return any(
        BONUS.search(line.text) and not any(mark.kind in ("number", "final") for mark in line.marks)
        for line in sheet.lines
    )


def _possible(game: Game, way: Way) -> Iterator[Role]:
    """Yield what numbers written in one way may be."""
    if not way.signed:
        yield "totals"
    yield "gains"
    if not way.signed and game.name == ZWANZIG:
        yield "tricks"
    if way.moved and not way.place:
        yield "before"


class _Attempt:
    """A sheet read with some meanings of its numbers: the totals so far, the deals, and how many
    numbers are against the rules. `alone` is whether the totals at the end are all it has."""

    def __init__(self, game: Game, roles: Roles, *, alone: bool) -> None:
        self.game, self.roles, self.alone = game, roles, alone
        self.totals = game.start()
        self.deals: list[Deal] = []
        self.end: dict[str, int] = {}
        self.misfits = 0
        self.beside: list[int] = []
        self._without_zero = 0  # hands in which all players pay: 20 was made
        self._numbered = False  # whether the last deal has a number
        self._others_unknown = False  # whether only one player’s tricks are told
        self._open = False  # the totals of the last deal may still be told
        self._unit, self._suit = 0, ""  # of the deal before which totals are told
        self._begun = False  # whether it is told how the game begins

    def found(self) -> Found | None:
        """Return what was found; None where it has no sense."""
        if self.game.name == TWENTY and len(self.deals) > ROUNDS:
            return None
        often = max(0, self._without_zero - len(self.deals) // 2)
        misfits = (
            self.misfits
            + NO_MEANING * self._others_unknown
            + (often if self.game.name == COUNT else 0)
        )
        return Found(self.deals, misfits, self.end, self.beside)

    def take(self, one: Vector) -> None:
        """Take the next numbers."""
        values = {name: number for name, number in one.values.items() if number is not None}
        opening = [*values.values()] == [self.game.gains.opening] * len(self.game.names)
        role: Role = "tricks" if one.kind == "tricks" else self.roles.get(one.way, "totals")
        added_up = len(self.deals) >= FEWEST and len(values) == len(self.game.names)
        stands = (one.kind == "so far" and not one.unit) or (
            (role == "totals" or (role == "gains" and added_up))
            and not one.unit
            and values.items() <= self.totals.items()
        )
        if one.kind == "beside":
            right = values.items() <= self.totals.items()
            self.misfits += 0 if right else NO_MEANING
        elif one.kind == "start" or (not self.deals and opening and one.kind != "final"):
            self.totals |= values
            self._unit, self._suit, self._begun = one.unit, one.suit, True
        elif role == "before":
            self._go_on(one, values)
        elif one.kind in ("final", "won") or self._is_the_end(values, role):
            self.misfits += self._against_the_end(values, one.kind)
            self.end |= values if one.kind != "won" else {}
        elif self._open and self.deals and (role == "totals" or one.kind == "so far"):
            self._close(values, one.at)
        elif stands and self.deals:
            self.misfits += sum(total != self.totals[name] for name, total in values.items())
            self.totals |= values
            self.beside.append(one.at)
        elif role == "gains" and added_up and not one.unit and self._all_but_one_stand(values):
            self._close(values, one.at)
        else:
            self._begin(one, role, values)

    def _all_but_one_stand(self, values: Mapping[str, int]) -> bool:
        """Return whether numbers are the totals so far, but for one of three or more."""
        right = sum(total == self.totals[name] for name, total in values.items())
        return right == len(self.game.names) - 1 > 1 and len(values) > right

    def _is_the_end(self, values: Mapping[str, int], role: Role) -> bool:
        """Return whether points of Twenty behind those of two rounds are what these come to."""
        whole = self.game.name == TWENTY and len(self.deals) == ROUNDS
        return whole and role == "gains" and len(values) == len(self.game.names)

    def _go_on(self, one: Vector, values: Mapping[str, int]) -> None:
        """Take the totals before the next deal, or before that whose tricks are told."""
        last = self.deals[-1].before if self._open else self.totals
        known = bool(self.deals) or self._begun
        self.misfits += known and sum(last[name] != total for name, total in values.items())
        last |= values
        self._unit, self._suit, self._begun = one.unit, one.suit, True
        if self._open:
            self.deals[-1] = self.deals[-1]._replace(goes_on=one.at)

    def _begin(self, one: Vector, role: Role, values: dict[str, int]) -> None:
        """Take the numbers of the next deal."""
        names, totals = self.game.names, self.totals
        self.beside += [one.at] if role == "gains" else []
        self.misfits += NO_MEANING * self._others_unknown
        due = self.deals[-1].number + 1 if self.deals else 1
        told = one.unit or self._unit or due
        number = due if self.deals else told
        known = self.deals or self._begun or number == 1
        self.misfits += bool(self.deals or role != "totals") and told != due
        self.misfits += NO_MEANING * bool(one.way.place and self._numbered and not one.unit)
        self._numbered = bool(one.unit)
        tricks: dict[str, int | None] = {}
        if role == "tricks":
            tricks = {name: one.values.get(name, 0 if self.game.down else None) for name in names}
            self.misfits += sum(tricks[name] or 0 for name in names) != FIVE
            self._others_unknown = len(values) == 1 and not self.game.down
            points = next(self.game.by_tricks(tricks, one.suit))
            after = {name: totals[name] + points[name] for name in names}
        elif role == "gains":
            lacks = self.game.name == TWENTY and len(values) < PAIR
            self.misfits += NO_MEANING if lacks else 0
            after = {name: totals[name] + values.get(name, 0) for name in names}
        else:
            after = totals | values
            complete = self.game.name in (TWENTY, COUNT)
            self.misfits += len(names) - len(values) if complete else 0
        if role != "tricks" and known:
            gained = [after[name] - totals[name] for name in names]
            self._without_zero += 0 not in gained
            self.misfits += self.game.misfits(gained)
        before = dict(totals) if known or role != "totals" else {}
        suit = one.suit or self._suit
        self.deals.append(Deal(number, suit, after, before, one.at, tricks, [], one.at, one.at))
        self._open, self.totals = role != "totals", dict(after)
        self._unit, self._suit = 0, ""

    def _close(self, values: dict[str, int], at: int) -> None:
        """Take the totals that are told after a deal; count those that it does not come to."""
        last = self.deals[-1]
        before = last.before
        after = before | values
        wrong: list[Sum] = []
        if last.tricks:
            self.misfits += not any(
                all(before[name] + points[name] == after[name] for name in values)
                for points in self.game.by_tricks(last.tricks, last.suit)
            )
        else:
            off = [name for name in values if values[name] != last.totals[name]]
            wrong = [
                Sum(name, [before[name], last.totals[name] - before[name]], values[name])
                for name in off
            ]
            self.misfits += len(off)
        self.deals[-1] = last._replace(totals=after, wrong=wrong, ended=at)
        self.totals, self._open, self._others_unknown = dict(after), False, False

    def _against_the_end(self, values: Mapping[str, int], kind: str) -> int:
        """Return how many totals at the end are not those of the deals. What the winner has won by
        stands alone, too."""
        if not values or self.alone:
            return 0
        totals = self.totals
        first, second, *_ = (*sorted(totals.values()), 0)
        by = abs(totals[next(iter(values))] - (second if len(totals) == PAIR else first))
        if kind == "won" and [*values.values()] in ([by], [second - first]):
            return 0
        return sum(total != totals[name] for name, total in values.items())


def draft(sheet: RecordDraft, game: str, found: Found, read: Read) -> None:
    """Put the deals into a record."""
    totals: said.Totals = ()
    last = dict[str, int]()
    for deal in found.deals:
        opened = not last and {*deal.before.values()} == {which_game.opening(game)}
        if deal.before not in ({}, last) and not opened:
            sheet.add(said.Score(_seated(sheet, deal.before)), deal.goes_on)
        begun = said.Round(deal.number, None) if game == TWENTY else said.Deal(deal.number)
        sheet.add(begun, deal.at)
        if deal.suit:
            sheet.add(said.Trump(None, deal.suit), deal.at)
        if deal.tricks:
            sheet.add(said.Comment(in_words(deal.tricks)), deal.at)
        for wrong in deal.wrong:
            sheet.add(said.Comment(wrong.words), deal.at)
        totals, last = _seated(sheet, deal.totals), deal.totals
        sheet.add(said.Score(totals), deal.ended)
    if found.end or read.winners:
        ended = _seated(sheet, found.end)
        if not found.deals:  # it is all that is written down
            sheet.add(said.Score(ended), read.vectors[0].at)
        won = tuple(sorted(sheet.seat(name) for name in read.winners))
        at = read.ended or read.vectors[-1].at
        sheet.add(said.End(ended or totals, won), at)


def _seated(sheet: RecordDraft, totals: Mapping[str, int]) -> said.Totals:
    return tuple((sheet.seat(name), total) for name, total in totals.items())
