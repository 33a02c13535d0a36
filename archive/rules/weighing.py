"""What is missing where a record may be torn, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from archive.core.events import ACTIONS, Event, Gap
from archive.rules.omissions import NO_OMISSIONS, Omission, Place
from archive.rules.out_of_turn import weigh_charge, weigh_turn
from archive.rules.skipped_numbers import weigh_number
from archive.rules.table import Table
from archive.rules.torn_record import WATCHING, Skip, TornRecord
from archive.rules.wrongs import (
    BEGUN,
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
    # nothing was wrong until the last action, nor behind it, that plays left out do not explain
    sound = right = True
    torn_deal = _begins_within(torn)  # it shows by itself that it is torn
    begun = False  # its hands or plays are written
    for at, event in enumerate(torn.events):
        if not later and (torn.steps < 0 or torn.too_torn):
            break
        if table.place not in torn.weighed:
            _weigh_told(torn, table, at)
        fresh = table.copy() if turns and type(event) in FRESH else None
        before, due = table.place, table.due
        torn.happen(table, at)
        said = {one.code for one in table.faults} if turns else NOTHING
        torn_here = said & MISSING
        wrong = torn.wrongs(table, at) if turns else NOTHING
        table.faults = []
        if type(event) in ACTIONS:
            sound, right = sound and right, True
        if wrong and not charged and not wrong & LOOKED_AT and not table.follows(due):
            charged = at
        begun = (begun and not fresh) or type(event) in BEGUN
        breaks_off = begun and "gap" in said and type(event) is not Gap
        torn_deal = torn_deal or breaks_off or torn.lost(before)
        several = wrong | {STANDINGS} if torn_deal and wrong & ENDING else wrong
        looked_at = wrong & LOOKED_AT or (
            STANDINGS in several and sound and (torn_deal or not table.over)
        )
        weigh = looked_at and before not in torn.weighed and torn.steps >= 0
        if weigh:
            torn.weighed.add(before)
        late = wrong and (
            (untold and type(event) not in OPENING) or (unscored and STANDINGS in several)
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
        right = bool(explained or (right and wrong <= {SKIPPED}))
        if SKIPPED in wrong and not charged and not table.follows(due):
            charged = at
        torn_deal = SKIPPED in wrong or (torn_deal and not fresh)
        if explained:
            kept, kept_at = (torn.start(), 0) if late else (kept, kept_at)
            charged = 0
            table, torn_deal = _told_again(torn, kept, kept_at, at)
        elif fresh:
            kept, kept_at, charged = fresh, at, 0


def _weigh_told(torn: TornRecord, table: Table, at: int) -> None:
    """Find out what is missing where a number or a gap tells that something is."""
    event = torn.events[at]
    number, passed = table.place
    if passed == 0 and number in torn.skips:
        weigh_number(torn, table, at)
    if isinstance(event, Gap) and table.gap_within and table.may_go_beyond(event):
        _weigh_gap(torn, table, at)


def _told_again(torn: TornRecord, kept: Table, kept_at: int, at: int) -> tuple[Table, bool]:
    """Return a table behind an event, with what was found to be missing since the table that was
    kept; and whether anything is of which nothing is known."""
    table, lost = kept.copy(), False
    for now in range(kept_at, at + 1):
        lost = lost or torn.lost(table.place)
        torn.happen(table, now)
        table.faults = []
    return table, lost


def _weigh_gap(torn: TornRecord, table: Table, at: int) -> None:
    """Find out whether an omission that is told of goes beyond the end of a hand."""
    beyond = {table.place: Omission(0)}
    if not torn.may_weigh(table.place) or (
        torn.wrong(table, at, {}) and not torn.wrong(table, at, beyond)
    ):
        torn.found.update(beyond)


def _begins_within(torn: TornRecord) -> bool:
    """Return whether a record that tells of its later deals where they begin does not tell it of
    its first."""
    kinds = [type(one) for one in torn.events]
    return kinds[:1] != [] and kinds[0] not in OPENING and not FRESH.isdisjoint(kinds)


def _begins_late(torn: TornRecord, at: int) -> bool:
    """Find out whether the record begins later than the game does, by an event that is wrong and
    the first to tell where play stands; return whether it does."""
    late = {(1, 0): Omission(0)}
    if torn.wrong(torn.start(), 0, late, last=at):
        return False
    torn.found.update(late)
    return True
