"""Tricks counted beside a sheet of totals: what they score in their deal, held against the totals
behind it as plays are, with what the sheet seems to have thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.core.numbers_in_comments import tricks_in
from archive.games.zwanzig_ab.slips import (
    A_TRICK,
    ALONE,
    DOWN_SWEEP,
    HEARTS,
    LOST,
    NO_TRICK,
    SWEEP,
    TRICKS,
)
from archive.rules.slips import Entry, Stretch
from archive.rules.totals import Counted, Impossible, SheetStep

SEATS, START = 4, 20
FIVE_TRICKS = "zwanzig-ab/6.7"


def counted(step: SheetStep, players: Sequence[str]) -> Counted:
    """Return the tricks that a sheet counts beside a step of one deal, those of the last such
    comment; empty where it counts none, or not those of its players."""
    told = [tricks_in(one) for one in step.beside] if len(step.deals) == 1 else []
    last = next((one for one in reversed(told) if one), {})
    if not last.keys() <= {*players}:
        return {}
    return {players.index(name) + 1: won for name, won in last.items()}


def miscounted(tricks: Counted, deal: int) -> Impossible | None:
    """Return why tricks cannot have been shared out like this; None where they can."""
    total = sum(won or 0 for won in tricks.values())
    alone = [*tricks.values()].count(None) == SEATS - 1
    if total > TRICKS or (len(tricks) == SEATS and total < TRICKS and not alone):
        return Impossible("tricks", FIVE_TRICKS, total=total, deal=deal)
    return None


def stretch_of(step: SheetStep, tricks: Counted, sweep: int, *, down: bool) -> Stretch:
    """Return what the tricks of a deal score, beside the totals that the sheet has behind it.
    Where trumps are not told, points count double if all the totals do."""
    alone = [*tricks.values()].count(None) == SEATS - 1
    plain = list(_scored(tricks, sweep, alone=alone, down=down))
    sums = {one.seat: one.points for one in plain}
    moved = {seat: step.moved.get(seat, 0) for seat in tricks}
    doubled = moved == {seat: 2 * sums.get(seat, 0) for seat in tricks}
    if step.suit == "h" or (not step.suit and doubled):
        plain += [one._replace(clause=HEARTS) for one in plain]
    claimed = {seat: step.after[seat] for seat in tricks if seat in step.moved}
    trumps = {1: step.suit} if step.suit else {}
    return Stretch(plain, step.before, claimed, [1], SEATS, START, False, trumps, {}, False,
                   1, step.before)  # fmt: skip


def _scored(tricks: Counted, sweep: int, *, alone: bool, down: bool) -> Iterator[Entry]:
    """Yield what each player scores with so many tricks, hearts not yet doubled."""
    for seat, won in tricks.items():
        if alone and won is not None:
            yield Entry(1, seat, -TRICKS, ALONE, 0)
        elif won == TRICKS:
            yield Entry(1, seat, -sweep, DOWN_SWEEP if down else SWEEP, 0)
        elif won is not None:
            yield Entry(1, seat, -won or LOST, A_TRICK if won else NO_TRICK, 0)
