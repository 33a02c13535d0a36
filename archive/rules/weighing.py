"""What is missing where a record may be torn, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from archive.core.events import Event, Gap
from archive.rules.omissions import NO_OMISSIONS, Omission, Place
from archive.rules.out_of_turn import weigh_charge, weigh_turn
from archive.rules.skipped_numbers import weigh_number
from archive.rules.table import Table
from archive.rules.torn_record import WATCHING, Skip, TornRecord
from archive.rules.wrongs import (
    ENDING,
    FRESH,
    LOOKED_AT,
    MISSING,
    NOTHING,
    OPENING,
    SKIPPED,
    STANDING,
    STANDINGS,
    TELLING,
)


def weighed(
    events: Sequence[Event], open_table: Callable[[], Table], skips: Mapping[int, Skip],
    *, turns: bool = False,
) -> tuple[Mapping[Place, Omission], int]:  # fmt: skip
    """Return what is missing from a record, by its place, and the steps it took to find out. With
    `turns` it is also tried where a player acts out of turn."""
    torn = TornRecord(events, open_table, skips)
    _weigh(torn, turns)
    found = {place: one for place, one in torn.found.items() if place not in WATCHING}
    return found or NO_OMISSIONS, torn.taken


def _weigh(torn: TornRecord, turns: bool) -> None:
    """Walk through a record and try, wherever it may be torn, what is missing there: nothing, so
    many plays, or an omission of which nothing is known."""
    if torn.skips and not torn.wrong(torn.start(), 0, {}, plain=True):
        torn.skips = {}  # nothing is missing, only numbers are wrong
    table = torn.start()
    kept, kept_at = table.copy(), 0  # before the last deal
    charged = 0  # the first event of it that is wrong, and nothing missing before it
    later = bool(torn.skips) or any(type(one) is Gap for one in torn.events)
    untold = unscored = not table.follows(1)
    sound = True  # nothing was wrong so far that plays left out do not explain
    skipped = False  # a line of this deal has another number than its own
    for at, event in enumerate(torn.events):
        if not later and (torn.steps < 0 or torn.too_torn):
            break
        place = table.place
        if place not in torn.weighed:
            if place[1] == 0 and place[0] in torn.skips:
                weigh_number(torn, table, at)
            if isinstance(event, Gap) and table.gap_within and table.may_go_beyond(event):
                _weigh_gap(torn, table, at)
        fresh = table.copy() if turns and type(event) in FRESH else None
        before, due = table.place, table.due
        torn.happen(table, at)
        torn_here = turns and any(one.code in MISSING for one in table.faults)
        wrong = torn.wrongs(table, at) if turns else NOTHING
        table.faults = []
        if wrong and not charged and not wrong & LOOKED_AT and not table.follows(due):
            charged = at
        several = wrong | {STANDINGS} if skipped and wrong & ENDING else wrong
        looked_at = wrong & LOOKED_AT or (STANDINGS in several and sound and not table.over)
        weigh = looked_at and before not in torn.weighed and torn.steps >= 0
        if weigh:
            torn.weighed.add(before)
        late = wrong and (
            (untold and type(event) not in OPENING) or (unscored and STANDINGS in wrong)
        )
        late = late and _begins_late(torn, at)
        untold = untold and type(event) not in TELLING
        unscored = unscored and type(event) not in STANDING
        again = charged and (torn_here or wrong & LOOKED_AT) and torn.steps >= 0
        explained = (
            late
            or (again and weigh_charge(torn, kept, kept_at, charged))
            or (weigh and weigh_turn(torn, kept, kept_at, at, due, several))
        )
        sound = sound and bool(explained or wrong <= {SKIPPED})
        skipped = not explained and (SKIPPED in wrong or (skipped and not fresh))
        if explained:
            kept, kept_at = (torn.start(), 0) if late else (kept, kept_at)
            charged = 0
            table = kept.copy()
            for now in range(kept_at, at + 1):
                torn.happen(table, now)
                table.faults = []
        elif fresh:
            kept, kept_at, charged = fresh, at, 0


def _weigh_gap(torn: TornRecord, table: Table, at: int) -> None:
    """Find out whether an omission that is told of goes beyond the end of a hand."""
    beyond = {table.place: Omission(0)}
    if not torn.may_weigh(table.place) or (
        torn.wrong(table, at, {}) and not torn.wrong(table, at, beyond)
    ):
        torn.found.update(beyond)


def _begins_late(torn: TornRecord, at: int) -> bool:
    """Find out whether the record begins later than the game does, by an event that is wrong and
    the first to tell where play stands; return whether it does."""
    late = {(1, 0): Omission(0)}
    if torn.wrong(torn.start(), 0, late, last=at):
        return False
    torn.found.update(late)
    return True
