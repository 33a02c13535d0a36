"""What a mistake changes: the points it moves, and whether it reaches the result.

A mistake reaches the result when nothing put it right before the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archive.core.events import End
from archive.rules.claims import several, winners_claimed
from archive.rules.table import Table
from archive.scoring.findings import Finding


def settle(
    findings: Sequence[Finding],
    table: Table,
    claimed: Mapping[int, int],
    ends: Sequence[End],
    still_open: Mapping[int | str, Sequence[Finding]],
) -> None:
    """Complete the effects of all first mistakes, once the record has been examined to its end.

    `claimed` are the points by seat the record ends with, `still_open` the mistakes about a seat's
    points that no later standing has put right.
    """
    winners = claimed_winners(claimed, ends, table)
    if not table.over or table.ledger.unknown or not winners:
        return
    for seat, total in claimed.items():
        difference = (table.ledger.total(seat) or 0) - total
        _carry(seat, difference, [f for f in still_open.get(seat, ()) if f.follows is None])
    same = several(table.winners) == winners
    for finding in findings:
        if finding.effect and not finding.follows:
            carried = finding.effect.result or finding.code == "wrong-winner"
            finding.effect.winner = "changes" if carried and not same else "same"


def _carry(seat: int, difference: int, mistakes: list[Finding]) -> None:
    """Say of which mistakes the claimed total of a seat is wrong in the end."""
    moved = [f.effect.points.get(seat, 0) if f.effect else 0 for f in mistakes]
    if difference and mistakes and sum(moved) != difference:
        mistakes, moved = mistakes[-1:], [difference]  # a later standing is wrong all over again
    for finding, points in zip(mistakes, moved, strict=True):
        if finding.effect and points and difference:
            finding.effect.result[seat] = points


def claimed_winners(claimed: Mapping[int, int], ends: Sequence[End], table: Table) -> int | None:
    """Who wins by the record's own account, packed: what `@end` says, else who would win with these
    points. None when it says nothing."""
    said = next((end.winners for end in ends if end.winners), ())
    if said:
        return winners_claimed(said, table.seats)
    if not claimed:
        return None
    known = {seat: total for seat, total in claimed.items() if seat <= table.seats}
    complete = len(known) == table.seats
    return several(table.winners_of(known)) or None if complete else None
