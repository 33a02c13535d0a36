"""How people miscount a deal of Zwanzig ab or Twenty down, and what explains a wrong total: sweeps,
hearts, players who won no trick or dropped out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from archive.rules.slips import Slip, Stretch

A_TRICK, SWEEP, NO_TRICK = "zwanzig-ab/7.1", "zwanzig-ab/7.2", "zwanzig-ab/7.3"
OUT, ALONE, HEARTS = "zwanzig-ab/7.4", "zwanzig-ab/7.5", "zwanzig-ab/7.6"
DOWN_SWEEP = "zwanzig-ab/9.3"
SWEEPS = (SWEEP, DOWN_SWEEP)
TRICKS, LOST = 5, 5


def slips(stretch: Stretch) -> Iterator[Slip]:
    """Yield the slips that belong to this game."""
    for deal in stretch.deals:
        yield from _of_hearts(stretch, deal)
        yield from _of_players(stretch, deal)
        yield from _of_losers(stretch, deal)
        yield from _of_tricks(stretch, deal)


def _times(stretch: Stretch, deal: int) -> int:
    return 2 if any(one.clause == HEARTS and one.deal == deal for one in stretch.entries) else 1


def _of_hearts(stretch: Stretch, deal: int) -> Iterator[Slip]:
    sums, suit = stretch.sums(deal), stretch.trumps.get(deal, "")
    if _times(stretch, deal) == 2:
        halves = {seat: -points // 2 for seat, points in sums.items()}
        yield Slip("hearts-once", HEARTS, halves, 1, deal)
        for seat, points in halves.items():
            if len(halves) > 1 and _of_one(stretch, sums, seat):
                yield Slip("hearts-once", HEARTS, {seat: points}, 1, deal, seat)
    elif suit:
        if len(sums) > 1:
            yield Slip("plain-doubled", HEARTS, sums, 1, deal, suit=suit)
        for seat, points in sums.items():
            if _of_one(stretch, sums, seat):
                yield Slip("plain-doubled", HEARTS, {seat: points}, 2, deal, seat, suit=suit)


def _of_one(stretch: Stretch, sums: Mapping[int, int], seat: int) -> bool:
    """Return whether a deal can have been miscounted for one player alone: no other who scored in
    it has a right total beside."""
    return not any(
        points and other != seat and other in stretch.claimed and other not in stretch.wrong
        for other, points in sums.items()
    )


def _of_players(stretch: Stretch, deal: int) -> Iterator[Slip]:
    times, sums = _times(stretch, deal), stretch.sums(deal)
    for one in stretch.entries:
        if one.deal != deal or one.clause == HEARTS:
            continue
        right = -one.points
        if one.clause in SWEEPS:
            wrong = 15 - right
            kind = "sweep-value-in-hearts" if times == 2 else "sweep-value"
            yield Slip(kind, one.clause, {one.seat: (right - wrong) * times}, 1, deal, one.seat,
                       right=right * times, wrong=wrong * times)  # fmt: skip
            yield Slip("sweep-forgotten", one.clause, {one.seat: right * times}, 1, deal, one.seat,
                       right=right * times)  # fmt: skip
            if times == 2:  # and counted once on top of it
                yield Slip(kind, one.clause, {one.seat: right * times - wrong}, 2, deal, one.seat,
                           right=right * times, wrong=wrong)  # fmt: skip
        elif one.clause == ALONE:
            yield Slip("alone-value", ALONE, {one.seat: -5 * times}, 1, deal, one.seat,
                       right=5 * times, wrong=10 * times)  # fmt: skip
        elif one.clause == NO_TRICK:
            moves = {one.seat: -LOST * times}
            yield Slip("no-trick-forgotten", NO_TRICK, moves, 1, deal, one.seat, right=LOST * times)
    for seat in range(1, stretch.seats + 1):
        if seat not in sums:
            yield Slip("out-penalised", OUT, {seat: LOST * times}, 1, deal, seat,
                       right=LOST * times)  # fmt: skip


def _of_losers(stretch: Stretch, deal: int) -> Iterator[Slip]:
    """Yield the slips that those who won no trick were given no points for that, or in hearts the
    plain ones, where there are several."""
    seats = [one.seat for one in stretch.entries if (one.deal, one.clause) == (deal, NO_TRICK)]
    due = LOST * _times(stretch, deal)
    if len(seats) > 1:
        yield Slip("no-tricks-forgotten", NO_TRICK, dict.fromkeys(seats, -due), 1, deal, right=due)
        if due > LOST:
            yield Slip("no-tricks-once", HEARTS, dict.fromkeys(seats, -LOST), 1, deal, right=due,
                       wrong=LOST)  # fmt: skip


def _of_tricks(stretch: Stretch, deal: int) -> Iterator[Slip]:
    """Yield a trick counted for another player than its winner."""
    times, sweep = _times(stretch, deal), TRICKS
    won: dict[int, int] = {}
    for one in stretch.entries:
        if one.deal == deal and one.clause in (A_TRICK, NO_TRICK, *SWEEPS):
            won[one.seat] = {A_TRICK: -one.points, NO_TRICK: 0}.get(one.clause, TRICKS)
            sweep = -one.points if one.clause in SWEEPS else sweep

    def scored(tricks: int) -> int:
        return {0: LOST, TRICKS: -sweep}.get(tricks, -tricks) * times

    for seat, other in permutations(won, 2):
        if won[seat] and won[other] < TRICKS:
            moves = {
                seat: scored(won[seat] - 1) - scored(won[seat]),
                other: scored(won[other] + 1) - scored(won[other]),
            }
            yield Slip("trick-to-another", A_TRICK, moves, 2, deal, seat, other)
    for seat, tricks in won.items():
        for counted in range(1, TRICKS):
            if tricks not in (0, TRICKS, counted):
                moves = {seat: scored(counted) - scored(tricks)}
                rank = 1 if abs(counted - tricks) == 1 else 3
                yield Slip("tricks-miscounted", A_TRICK, moves, rank, deal, seat, right=tricks,
                           wrong=counted)  # fmt: skip
