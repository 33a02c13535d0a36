"""Two sheets of one game aligned: which entry of the one stands for which of the other.

They are aligned by actions, as far as both of them have them, and not by numbers or claims: a play
left out on one sheet moves nothing on the other. Players are known by their names, in whatever
seats a sheet has them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from archive.analysis.comparison.common_runs import CommonRuns
from archive.analysis.comparison.sheet_entries import SheetEntry, Sort, entries_of
from archive.analysis.entry_statements import (
    Agreement,
    Seats,
    Statement,
    agreement_of,
    seat_of,
    statement_of,
)
from archive.core.budgets import CELLS, PAIRS, Steps
from archive.core.cards import LARGEST, UNKNOWN
from archive.core.events import Event, Play
from archive.core.record import Record

MOST_CELLS = 250_000
"""The most pairs of entries that are aligned exactly, between two places where the sheets agree;
beyond it entries are paired in their order."""
NEARBY = 4
"""The greatest distance at which an action is the same one, written in another order."""


class Block(NamedTuple):
    """Adjacent entries that stand for one another, or for nothing; `in_a` and `in_b` are their
    places in each text. `told` compares two single entries; None for more or fewer. `after` is the
    sheet that ends before them, `a` or `b`."""

    a: tuple[SheetEntry, ...]
    b: tuple[SheetEntry, ...]
    in_a: int
    in_b: int
    told: Agreement | None
    after: str = ""

    @property
    def agrees(self) -> bool:
        """Return whether nothing that both sheets say here differs."""
        return self.told is not None and self.told.agrees

    @property
    def silent(self) -> str:
        """Return the sheet that says nothing here without a contradiction: it has ended before,
        lacks a line beside plays, or has a gap for plays. Empty where both have something, or only
        one a play."""
        if self.told is not None or self.after:
            return self.after
        one, another = ({entry.sort for entry in entries} for entries in (self.a, self.b))
        for sheet, own, other in (("a", one, another), ("b", another, one)):
            if own == {Sort.GAP} or (not own and Sort.DEED not in other):
                return sheet
        return ""

    @property
    def parts(self) -> bool:
        """Return whether the sheets part here, in their actions."""
        deeds = any(entry.sort is not Sort.LINE for entry in self.a + self.b)
        return deeds and not self.agrees and not self.after


class Alignment(NamedTuple):
    """All entries of both sheets in their order, as blocks. `exact` is False where the steps were
    used up before the best alignment was found."""

    blocks: list[Block]
    exact: bool


def align(a: Record, b: Record, seats: Seats, steps: Steps) -> Alignment:
    """Return two sheets aligned; what the steps do not suffice for is paired in its order."""
    sheets = _Sheets(a, b, seats, steps)
    return Alignment(sheets.blocks(), sheets.exact)


Pair: TypeAlias = "tuple[int | None, int | None, int, int]"
"""Two entries by their indices, None for none, and the place of both."""


class _Sheets:
    def __init__(self, a: Record, b: Record, seats: Seats, steps: Steps) -> None:
        self.steps = steps
        self.exact = True
        self.ends = [len(one.text.rstrip()) for one in (a, b)]
        self.left, self.right = entries_of(a), entries_of(b)
        self.said_a = [statement_of(entry.event, {}) for entry in self.left]
        self.said_b = [statement_of(entry.event, seats) for entry in self.right]
        self.seats = seats

    def blocks(self) -> list[Block]:
        """Return the alignment as blocks."""
        pairs = list(self._pairs())
        blocks = _with_ends([self._block(pair) for pair in pairs])
        parts = _together(blocks, [self._alone(pair) for pair in pairs])
        return [_merged(blocks[start:end]) for start, end in parts]

    def _pairs(self) -> Iterator[Pair]:
        """Yield the pairs of entries: their indices, None for none, and the two places."""
        ours = [_key(entry.event, {}) for entry in self.left]
        theirs = [_key(entry.event, self.seats) for entry in self.right]
        runs = CommonRuns(ours, theirs, self.steps)
        for tag, i, i_end, j, j_end in runs.get_opcodes():
            if tag == "equal":
                yield from ((i + n, j + n, i + n, j + n) for n in range(i_end - i))
            else:
                yield from self._between(range(i, i_end), range(j, j_end))
        self.exact &= runs.exact

    def _between(self, one: range, other: range) -> Iterator[Pair]:
        """Yield the cheapest alignment of two stretches: entries that agree are paired, then those
        about the same thing that differ; the rest stands alone."""
        if not self._afford(one, other):
            self.exact = False
            ways = ["pair"] * min(len(one), len(other))
            ways += ["a"] * (len(one) - len(ways)) + ["b"] * (len(other) - len(ways))
        else:
            ways = self._cheapest(one, other)
        i, j = one.start, other.start
        for way in ways:
            yield (None if way == "b" else i, None if way == "a" else j, i, j)
            i += way != "b"
            j += way != "a"

    def _afford(self, one: range, other: range) -> bool:
        """Take the steps for aligning two stretches exactly; return whether there are as many."""
        cells = len(one) * len(other)
        if not cells:
            return True
        named = sum(map(_named, self.said_a[one.start : one.stop]))
        named *= sum(map(_named, self.said_b[other.start : other.stop]))
        steps = cells // CELLS + named // PAIRS + 1
        if cells > MOST_CELLS or steps > self.steps.left:
            return False
        self.steps.take(steps)
        return True

    def _cheapest(self, one: range, other: range) -> list[str]:
        costs = [[float(j) for j in range(len(other) + 1)]]
        ways = [[""] + ["b"] * len(other)]
        for i, left in enumerate(one, 1):
            before, costs_here, ways_here = costs[-1], [float(i)], ["a"]
            for j, right in enumerate(other, 1):
                options = [
                    (before[j - 1] + self._cost(left, right), "pair"),
                    (before[j] + 1, "a"),
                    (costs_here[j - 1] + 1, "b"),
                ]
                cost, way = min(options, key=lambda option: option[0])
                costs_here.append(cost)
                ways_here.append(way)
            costs.append(costs_here)
            ways.append(ways_here)
        i, j, steps = len(one), len(other), list[str]()
        while i or j:
            way = ways[i][j]
            steps.append(way)
            i -= way != "b"
            j -= way != "a"
        return steps[::-1]

    def _cost(self, left: int, right: int) -> float:
        """Return the cost of pairing two entries; standing alone costs one each."""
        a, b = self.said_a[left], self.said_b[right]
        one, other = self.left[left], self.right[right]
        if agreement_of(a, b).agrees:
            return 0
        same_seat = a.facts.get("seat") == b.facts.get("seat")
        if a.kind is not b.kind:
            both_deeds = Sort.DEED is one.sort is other.sort
            return 1.8 if both_deeds and same_seat else 3
        if one.sort is not Sort.DEED:
            return 1 if same_seat else 3
        if same_seat or _same_cards(a, b):
            return 1.2 if one.number == other.number else 1.6
        return 1.9 if one.number == other.number else 3

    def _block(self, pair: Pair) -> Block:
        i, j, place_a, place_b = pair
        a = (self.left[i],) if i is not None else ()
        b = (self.right[j],) if j is not None else ()
        compared = None
        if i is not None and j is not None:
            compared = agreement_of(self.said_a[i], self.said_b[j])
        in_a = _place(self.left, place_a, self.ends[0])
        return Block(a, b, in_a, _place(self.right, place_b, self.ends[1]), compared)

    def _alone(self, pair: Pair) -> Statement | None:
        """Return the content of an action that only one sheet has at this place."""
        match pair:
            case int(i), None, *_ if self.left[i].sort is Sort.DEED:
                return self.said_a[i]
            case None, int(j), *_ if self.right[j].sort is Sort.DEED:
                return self.said_b[j]
        return None


def _place(entries: Sequence[SheetEntry], index: int, end: int) -> int:
    return entries[index].offset if index < len(entries) else end


def _with_ends(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks, those after the last entry of a sheet told as such."""
    last = {
        "a": max((at for at, one in enumerate(blocks) if one.a), default=-1),
        "b": max((at for at, one in enumerate(blocks) if one.b), default=-1),
    }
    sheet = min(last, key=lambda one: last[one])
    end = last[sheet]
    return [*blocks[: end + 1], *(one._replace(after=sheet) for one in blocks[end + 1 :])]


def _merged(run: Sequence[Block]) -> Block:
    if len(run) == 1:
        return run[0]
    a = tuple(entry for block in run for entry in block.a)
    b = tuple(entry for block in run for entry in block.b)
    return Block(a, b, run[0].in_a, run[0].in_b, None)


def _named(statement: Statement) -> int:
    """Return the number of cards in an entry that are compared."""
    return sum(min(len(run), LARGEST) for run in statement.cards.values())


def _same_cards(a: Statement, b: Statement) -> bool:
    return agreement_of(a._replace(facts={}), b._replace(facts={})).agrees


def _key(event: Event, seats: Seats) -> Hashable:
    """Return the key by which entries are first aligned: player and action, cards by their ranks;
    for lines and hands only the kind and the seat."""
    seat = seats.get(seat_of(event) or getattr(event, "seat", 0) or 0, 0)
    seat = seat or getattr(event, "seat", 0) or 0
    if isinstance(event, Play):
        ranks = "".join(sorted(card.rank for card in event.cards))
        # unnamed cards agree with any: they hold nothing in place
        return (Play, seat, ranks) if UNKNOWN.rank not in ranks else (Play, id(event))
    return type(event), seat


def _together(blocks: Sequence[Block], moved: Sequence[Statement | None]) -> list[tuple[int, int]]:
    """Return which blocks belong together: adjacent entries that one sheet lacks, and an action
    that the sheets have in another order, with what stands between."""
    joined = [False] * len(blocks)  # whether a block belongs to the one before it
    for at, block in enumerate(blocks):
        if at and blocks[at - 1].parts and block.parts:
            joined[at] = None in (blocks[at - 1].told, block.told)
        deed = moved[at]
        for later in range(at + 1, min(at + 1 + NEARBY, len(blocks))) if deed else ():
            other, elsewhere = moved[later], bool(block.a) != bool(blocks[later].a)
            if deed and other and elsewhere and agreement_of(deed, other).agrees:
                joined[at + 1 : later + 1] = [True] * (later - at)
                break
    starts = [at for at, one in enumerate(joined) if not one]
    return list(pairwise([*starts, len(blocks)]))
