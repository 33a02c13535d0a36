"""What the numbers of a sheet are, found by trying: totals, what a hand gave, or tricks. Numbers
that are written in the same way mean the same in the whole sheet; the meaning is taken by which
the fewest of them are against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from archive.core import events as said
from archive.core.sums_beside_totals import Sum
from archive.core.tricks_beside_deals import in_words
from archive.importers import which_game
from archive.importers.figures.sheet_lines import Marked
from archive.importers.figures.vectors import COUNT, FIVE, Read, Vector
from archive.importers.record_draft import RecordDraft

Role: TypeAlias = Literal["totals", "gains", "tricks"]
FEWEST = 2
ROUNDS = 2
"""The rounds of a game of Twenty."""
ONE_IN = 4
"""One number in this many may be against the rules."""
MOST_KEYS = 4
"""The most ways of writing numbers whose meanings are tried."""
ZWANZIG, TWENTY, TWENTY_TWO = "zwanzig-ab", "twenty", "twenty-two"
SWEEPS = {True: (10, 5), False: (5, 10)}
"""What all five tricks take off, first by the usual rules: in Twenty down, and in Zwanzig ab."""


class Deal(NamedTuple):
    """A hand or round: the totals after it, and beside them what it gave, or the tricks; who is not
    what the totals before it make, by the rules of sums; where."""

    number: int
    suit: str
    totals: dict[str, int]
    tricks: dict[str, int | None]
    wrong: list[Sum]
    at: int


class Found(NamedTuple):
    """A sheet with a meaning for every number: its deals, how many numbers are against the rules,
    those of the end, and the places of what is not in the deals themselves."""

    deals: list[Deal]
    misfits: int
    end: dict[str, int]
    beside: list[int]


class Game:
    """What a game says of totals. `down` is whether a player who wins no trick always pays."""

    def __init__(self, sheet: Marked) -> None:
        self.name = sheet.game
        self.names = sheet.names
        self.down = "twenty-down" in sheet.rules
        self.gains = next(one.gains for one in which_game.KNOWN if one.game == sheet.game)

    def start(self) -> dict[str, int]:
        """Return the totals at the beginning."""
        return dict.fromkeys(self.names, self.gains.opening)

    def misfits(self, gained: Sequence[int]) -> int:
        """Return how many players cannot get these points in one deal."""
        if self.name == ZWANZIG:
            return int(not self._by_some_tricks(gained))
        if self.name == TWENTY:
            return sum(one < 0 for one in gained)
        wrong = self.gains.misfits(gained)
        return wrong + (self.name == COUNT and bool(gained) and 0 not in gained)

    def _by_some_tricks(self, gained: Sequence[int]) -> bool:
        """Return whether five tricks can give these points."""
        won = [-one for one in gained if one < 0]
        paid = {one for one in gained if one > 0}
        if self.down and 0 in gained:
            return False
        return any(
            paid <= {5 * times}
            and (sum(won) == FIVE * times or won in ([times * FIVE], [times * 2 * FIVE]))
            and all(one % times == 0 for one in won)
            for times in (1, 2)
        )

    def denies(self, winners: Sequence[str], found: Found) -> bool:
        """Return whether others have won than the sheet says."""
        if not winners or not found.deals or self.name == TWENTY_TWO:
            return False
        totals = found.deals[-1].totals
        best = (max if self.name == TWENTY else min)(totals.values())
        return {*winners} != {name for name, total in totals.items() if total == best}

    def by_tricks(self, tricks: Mapping[str, int | None], suit: str) -> Iterator[dict[str, int]]:
        """Yield the points that tricks may give, the likeliest first."""
        for times in (2,) if suit == "h" else (1,) if suit else (1, 2):
            for sweep in SWEEPS[self.down]:
                yield {
                    name: times * _points(tricks.get(name, 0 if self.down else None), sweep)
                    for name in self.names
                }


def _points(tricks: int | None, sweep: int) -> int:
    if tricks is None:
        return 0
    return -sweep if tricks == FIVE else -tricks or 5


def found_in(sheet: Marked, read: Read) -> Found | None:
    """Return what the numbers mean, totals where they may be that too; None where too many are
    against the rules."""
    game = Game(sheet)
    told = [one for one in read.vectors if one.kind not in ("won", "start")]
    keys = list(dict.fromkeys(one.key for one in told if not one.kind))
    if not told or len(keys) > MOST_KEYS:
        return None
    best: list[tuple[int, Found]] = []
    for roles in product(*(_possible(game, key) for key in keys)):
        tried = _tried(game, read.vectors, dict(zip(keys, roles, strict=True)))
        if tried is None:
            continue
        best.append((tried.misfits + game.denies(read.winners, tried), tried))
    least = min((misfits for misfits, _ in best), default=0)
    first = next((one for misfits, one in best if misfits == least), None)
    if first is None or len(first.deals) < (1 if first.end else FEWEST):
        return None
    numbers = sum(len(one.values) for one in told)
    return first if least <= max(1, numbers // (ONE_IN * len(game.names))) else None


def _possible(game: Game, key: tuple[int, bool]) -> list[Role]:
    """Return what numbers written in one way may be."""
    if key[1]:
        return ["gains"]
    tricks: list[Role] = ["tricks"] if game.name == ZWANZIG else []
    return ["totals", "gains", *tricks]


def _tried(
    game: Game, vectors: Sequence[Vector], roles: Mapping[tuple[int, bool], Role]
) -> Found | None:
    """Return the sheet with these meanings; None where it has no sense."""
    totals = game.start()
    deals: list[Deal] = []
    end: dict[str, int] = {}
    misfits = 0
    beside: list[int] = []
    open_ = False  # the totals of the last deal may still be told
    for one in vectors:
        values = {name: number for name, number in one.values.items() if number is not None}
        if one.kind == "start":
            totals |= values
            continue
        if one.kind in ("final", "won"):
            misfits += _against_the_end(values, totals, one.kind)
            end |= values if one.kind == "final" else {}
            continue
        if one.kind == "so far":
            misfits += sum(total != totals[name] for name, total in values.items())
            totals |= values
            beside.append(one.at)
            continue
        if not deals and [*values.values()] == [game.gains.opening] * len(game.names):
            continue
        role: Role = "tricks" if one.kind == "tricks" else roles[one.key]
        if role == "totals" and open_ and deals:
            misfits += _close(game, deals, values)
            totals, open_ = dict(deals[-1].totals), False
            continue
        beside += [one.at] if role == "gains" else []
        number = len(deals) + 1
        if one.unit and one.unit != number:
            misfits += 1
        if role == "tricks":
            tricks = {name: one.values.get(name, 0 if game.down else None) for name in game.names}
            misfits += sum(tricks[name] or 0 for name in game.names) != FIVE
            gained = next(game.by_tricks(tricks, one.suit))
            after = {name: totals[name] + gained[name] for name in game.names}
            deals.append(Deal(number, one.suit, after, tricks, [], one.at))
        else:
            after = totals | values if role == "totals" else {
                name: totals[name] + values.get(name, 0) for name in game.names
            }  # fmt: skip
            if role == "totals" and game.name in (TWENTY, COUNT):
                misfits += len(game.names) - len(values)
            misfits += game.misfits([after[name] - totals[name] for name in game.names])
            deals.append(Deal(number, one.suit, after, {}, [], one.at))
        open_, totals = role != "totals", dict(deals[-1].totals)
    if game.name == TWENTY and len(deals) > ROUNDS:
        return None
    return Found(deals, misfits, end, beside)


def _against_the_end(values: Mapping[str, int], totals: Mapping[str, int], kind: str) -> int:
    """Return how many totals at the end are not those of the deals. What the winner has won by
    stands alone, too."""
    (number, *more) = values.values()
    first, second, *_ = (*sorted(totals.values()), 0)
    by = abs(totals[next(iter(values))] - (second if len(totals) == 2 else first))
    if kind == "won" and not more and number in (by, second - first):
        return 0
    return sum(total != totals[name] for name, total in values.items())


def _close(game: Game, deals: list[Deal], values: dict[str, int]) -> int:
    """Take the totals that are told after a deal; return how many it does not come to."""
    last = deals[-1]
    before = dict(deals[-2].totals) if len(deals) > 1 else game.start()
    after = before | values
    wrong: list[Sum] = []
    if last.tricks:
        fits = [
            gained for gained in game.by_tricks(last.tricks, last.suit)
            if all(before[name] + gained[name] == after[name] for name in values)
        ]  # fmt: skip
        misfits = 0 if fits else 1
    else:
        off = [name for name in values if values[name] != last.totals[name]]
        wrong = [
            Sum(name, [before[name], last.totals[name] - before[name]], values[name])
            for name in off
        ]
        misfits = len(off)
    deals[-1] = last._replace(totals=after, wrong=wrong)
    return misfits


def draft(sheet: RecordDraft, game: str, found: Found, read: Read) -> None:
    """Put the deals into a record."""
    totals: said.Totals = ()
    for deal in found.deals:
        begun = said.Round(deal.number, None) if game == TWENTY else said.Deal(deal.number)
        sheet.add(begun, deal.at)
        if deal.suit:
            sheet.add(said.Trump(None, deal.suit), deal.at)
        if deal.tricks:
            sheet.add(said.Comment(in_words(deal.tricks)), deal.at)
        for wrong in deal.wrong:
            sheet.add(said.Comment(wrong.words), deal.at)
        totals = tuple((sheet.seat(name), total) for name, total in deal.totals.items())
        sheet.add(said.Score(totals), deal.at)
    if found.end or read.winners:
        last = tuple((sheet.seat(name), total) for name, total in found.end.items())
        won = tuple(sorted(sheet.seat(name) for name in read.winners))
        at = read.ended or found.deals[-1].at
        sheet.add(said.End(last or totals, won), at)
