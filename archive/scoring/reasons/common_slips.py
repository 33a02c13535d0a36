"""Slips made in every game: something left out, counted twice, or given to another player."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import combinations, permutations
from typing import Any

from archive.rules.slips import Slip, Stretch


def slips(stretch: Stretch, sum_clause: str, doubling: AbstractSet[str]) -> Iterator[Slip]:
    """Yield the slips that any game may have in a stretch; `sum_clause` is the clause about the
    standing, `doubling` are clauses that only add to the points of another."""
    yield from _of_scores(stretch, doubling)
    for deal in stretch.deals:
        yield from _of_a_deal(stretch, deal)
    yield from _of_sums(stretch, sum_clause)


def _of_scores(stretch: Stretch, doubling: AbstractSet[str]) -> Iterator[Slip]:
    for one in stretch.entries:
        single = [entry for entry in stretch.of(one.deal, one.seat) if entry.clause not in doubling]
        if len(single) == 1:
            continue  # the same as all that the player scores in the deal, below
        kinds = {"forgotten": -one.points, "twice": one.points}
        for kind, points in kinds.items():
            yield Slip(kind, one.clause, {one.seat: points}, deal=one.deal, seat=one.seat,
                       ply=one.ply, right=one.points)  # fmt: skip


def _of_a_deal(stretch: Stretch, deal: int) -> Iterator[Slip]:
    sums = stretch.sums(deal)
    clauses = {seat: stretch.of(deal, seat)[0].clause for seat in sums}
    plies = {seat: stretch.of(deal, seat)[0].ply for seat in sums}
    if len(sums) > 1:
        clause = next(iter(clauses.values()))
        forgotten = {seat: -points for seat, points in sums.items()}
        yield Slip("deal-forgotten", clause, forgotten, deal=deal)
        yield Slip("deal-twice", clause, sums, deal=deal)
    for seat, points in sums.items():
        single: dict[str, Any] = {"deal": deal, "seat": seat, "right": points, "ply": plies[seat]}
        yield Slip("points-forgotten", clauses[seat], {seat: -points}, **single)
        yield Slip("points-twice", clauses[seat], {seat: points}, **single)
        yield Slip("sign", clauses[seat], {seat: -2 * points}, **single)
        for other in range(1, stretch.seats + 1):
            if other != seat:
                moves = {seat: -points, other: points}
                yield Slip("to-another", clauses[seat], moves, other=other, **single)
    for one, other in combinations(sums, 2):
        moved = sums[other] - sums[one]
        yield Slip("points-exchanged", clauses[one], {one: moved, other: -moved},
                   deal=deal, seat=one, other=other)  # fmt: skip


def _of_sums(stretch: Stretch, clause: str) -> Iterator[Slip]:
    seats = [seat for seat in stretch.claimed if seat in stretch.before]
    if not stretch.first and stretch.entries:
        moves = {seat: stretch.opening - stretch.before[seat] for seat in seats}
        if sum(map(bool, moves.values())) > 1:
            yield Slip("not-carried", clause, moves, rank=1)
        for seat, points in moves.items():
            yield Slip("not-carried", clause, {seat: points}, rank=2, seat=seat)
    yield from _of_the_last_deal(stretch, clause, seats)
    totals = {seat: stretch.before[seat] + stretch.due(seat) for seat in seats}
    for one, other in combinations(totals, 2):
        moved = totals[other] - totals[one]
        yield Slip("totals-exchanged", clause, {one: moved, other: -moved}, rank=1,
                   seat=one, other=other)  # fmt: skip
    for seat, total in totals.items():
        digits = str(abs(total))
        for order in permutations(digits) if 1 < len(digits) < 4 else ():
            written = int("".join(order)) * (-1 if total < 0 else 1)
            if written != total and order[0] != "0":
                yield Slip("digits", clause, {seat: written - total}, rank=3, seat=seat,
                           right=total, wrong=written)  # fmt: skip
        if total:
            yield Slip(
                "minus-left-out" if total < 0 else "minus-added",
                clause,
                {seat: -2 * total},
                rank=3,
                seat=seat,
                right=total,
            )


def _of_the_last_deal(stretch: Stretch, clause: str, seats: list[int]) -> Iterator[Slip]:
    """Yield the slip of writing the last deal's points in place of the sum, where that differs from
    forgetting the standing before."""
    dealt = stretch.at_deal
    if not any(points != stretch.opening for points in dealt.values()):
        return
    if stretch.opening == 0 and not stretch.first and dict(stretch.before) == dealt:
        return
    totals = {seat: stretch.before[seat] + stretch.due(seat) for seat in seats}
    given = {seat: -dealt[seat] for seat in totals}
    yield Slip("deal-alone", clause, given, 1, stretch.last)
    for seat, points in given.items():
        yield Slip("deal-alone", clause, {seat: points}, 2, stretch.last, seat)
