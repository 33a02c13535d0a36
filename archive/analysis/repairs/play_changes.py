"""Plays that were left out of a record, or written in another order than they were made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.analysis.entry_statements import seat_of
from archive.analysis.repairs.fault import Fault
from archive.analysis.repairs.possible_deeds import Between, deeds, quoted, with_play
from archive.core.budgets import Steps
from archive.core.events import ACTIONS, Action, Draw, Pass, numbers_of
from archive.notation.edits import Change, Edit


class _Gap(NamedTuple):
    """A place where a play may have been left out: the plays before and after it, None at either
    end of the record, and the number of the one between."""

    before: int | None
    after: int | None
    number: int

    @property
    def between(self) -> Between:
        """Return both plays."""
        return self.before, self.after


def missing_plays_written(fault: Fault, steps: Steps) -> Iterator[Change]:
    """Yield a play that was left out, where the numbers skip one or the fault says so: by any
    player, from the rest of the hand or of any card, or another action of the game."""
    missing = fault.code == "missing-play"
    due = (fault.finding.expected or "").rstrip(".")
    if missing and fault.at is not None and due.isdecimal():
        yield from _unnumbered(fault, fault.at, int(due))
    for gap in _skipped(fault):
        near = next(fault.deal(at) for at in (gap.after, gap.before) if at is not None)
        steps.take(len(near))
        told = missing and due == str(gap.number)
        seats = _seats(fault, gap)
        if told and fault.finding.seat:
            seats = list(dict.fromkeys([fault.finding.seat, *seats]))
        written = _deeds_in(fault, gap, seats, fault.at if told else None)
        if told or not written:
            written |= dict.fromkeys(f"p{seat} {card}" for seat in seats for card in fault.named)
        yield from _written_in(fault, gap, written, f"{gap.number}. ")


def _unnumbered(fault: Fault, at: int, number: int) -> Iterator[Change]:
    """Yield the one play missing before an event, where its number goes to the next one or plays
    have none."""
    acted, seat = fault.record.acted, fault.finding.seat
    place = bisect_left(acted, at)
    goes_to_next = numbers_of(fault.events[at : at + 1]) == [number]
    if place and (goes_to_next or not any(numbers_of(fault.events))):
        gap = _Gap(acted[place - 1], (*acted[place : place + 1], None)[0], number)
        seats = [seat] if seat else _seats(fault, gap)
        yield from _written_in(fault, gap, _deeds_in(fault, gap, seats, at), "")


def other_turns(fault: Fault) -> Iterator[Change]:
    """Yield what a player may have done who is said to have passed, or to have drawn where nothing
    was left to draw: a play from the rest of the hand, or another action of the game."""
    at, event, acted = fault.at, fault.event, fault.record.acted
    if fault.code not in ("passed", "empty-stock") or at is None:
        return
    if not isinstance(event, Pass | Draw):
        return
    before = acted[bisect_left(acted, at) - 1] if acted and acted[0] < at else None
    offset, text = fault.deed(at)
    said = text.partition(" ")[2]
    may = deeds(event.seat, fault.hand(at, event.seat), (before, None), fault.events)
    for deed in dict.fromkeys(may):
        if deed != text:
            words = f"{quoted(deed.partition(' ')[2])} for “{said}”"
            yield (Edit(offset, text, deed, words),)


def _skipped(fault: Fault) -> Iterator[_Gap]:
    """Yield the gaps where the numbers of the plays skip one. After the last play of the record
    another may have been left out, too."""
    if not fault.where:
        return
    numbered = [
        (at, event.number)
        for at, event in enumerate(fault.events)
        if isinstance(event, Action) and event.number is not None
    ]
    first, last = fault.where[0], fault.where[-1]
    for (at, number), (after, other) in pairwise([(-1, 0), *numbered]):
        if other == number + 2 and first <= after and at <= last:
            yield _Gap(at if at >= 0 else None, after, number + 1)
    if numbered and first <= numbered[-1][0] <= last:
        yield _Gap(numbered[-1][0], None, numbered[-1][1] + 1)


def _deeds_in(fault: Fault, gap: _Gap, seats: Sequence[int], at: int | None) -> dict[str, None]:
    """Return what these players may have done there: in the deal of the event `at` which one is
    missed, before it is in another. Most often both plays are of one deal."""
    deals = dict.fromkeys(fault.deal(one) for one in gap.between if one is not None)
    return dict.fromkeys(
        text
        for deal in sorted(deals, key=lambda deal: at is not None and at not in deal)
        for seat in seats
        for text in deeds(seat, fault.hand(deal.start, seat), gap.between, fault.events)
    )


def _seats(fault: Fault, gap: _Gap) -> list[int]:
    """Return all seats, first the one after the player before and before the one after."""
    if fault.verdict.examination is None:
        return []
    count = fault.verdict.examination.table.seats
    near = [
        (seat_of(fault.events[at]) - 1 + by) % count + 1
        for at, by in zip(gap.between, (1, -1), strict=True)
        if at is not None
    ]
    return list(dict.fromkeys([*near, *range(1, count + 1)]))


def _written_in(fault: Fault, gap: _Gap, deeds: dict[str, None], number: str) -> Iterator[Change]:
    """Yield one play more between two, with this number before it: after the one, and before the
    other where lines stand between."""
    before, after = gap.between
    for deed in deeds:
        words = with_play(gap.number, deed, fault.players)
        if before is not None:
            offset, text = fault.span(before)
            yield (Edit(offset + len(text), "", f" {number}{deed}", words),)
        if after is not None and (before is None or after > before + 1):
            offset, text = fault.span(after)
            start = fault.text.index(text, offset) if text else offset
            yield (Edit(start, "", f"{number}{deed} ", words),)


def two_plays_exchanged(fault: Fault) -> Iterator[Change]:
    """Yield two plays in each other's place, next to each other or with one between, numbers aside;
    of two draws the cards alone. Those next to the fault come first."""
    if not fault.where:
        return
    around = range(fault.where[0], fault.where[-1] + 1)
    plays = [at for at in around if type(fault.events[at]) in ACTIONS]
    here = fault.where[-1] if fault.at is None else fault.at
    pairs = [*pairwise(plays), *zip(plays, plays[2:], strict=False)]
    for two in sorted(pairs, key=lambda two: min(abs(two[0] - here), abs(two[1] - here))):
        draws = all(isinstance(fault.events[at], Draw) for at in two)
        for span_of in (_drawn_span, Fault.deed) if draws else (Fault.deed,):
            (offset, text), (other_offset, other_text) = (span_of(fault, at) for at in two)
            if text and other_text and text != other_text:
                words = f"“{text}” and “{other_text}” in the other order"
                yield (
                    Edit(offset, text, other_text, words),
                    Edit(other_offset, other_text, text, words),
                )


def _drawn_span(fault: Fault, at: int) -> tuple[int, str]:
    """Return the place of what a draw says after its player, and the text."""
    offset, text = fault.deed(at)
    seat, space, drawn = text.partition(" ")
    return offset + len(seat + space), drawn
