"""Plays missing before something out of turn, though no number shows it: found by trying."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from archive.core.cards import UNKNOWN
from archive.core.events import (
    ACTIONS,
    Action,
    Gap,
    Held,
    Pass,
    Phase,
    Play,
    Score,
    Show,
    Trick,
    Trump,
)
from archive.rules.advance import step
from archive.rules.gaps.before_totals import unplayed
from archive.rules.gaps.torn_record import MOST_LINES, TornRecord
from archive.rules.gaps.wrongs import (
    FRESH,
    MISPLACED,
    OPENING,
    OVERFULL,
    PLAYED_ON,
    SEVERAL,
    SHOWING,
    SKIPPED,
    STANDINGS,
    TURNS,
    one_card_off,
    wrongs,
)
from archive.rules.omissions import Omission
from archive.rules.table import Table

COUNTED = "count-not-made"
"""The finding about cards that do not make the count that is due."""
UNDRAWN = frozenset({"card-not-held", "passed"})
"""Findings where cards were drawn that are not written down."""
NUMBER = "wrong-number-of-cards"
"""The finding about the number of cards of a hand, or of those left."""
OF_A_DEAL = frozenset({Held, Pass, Phase, Score})
"""Events that may be the first, or the last, written of a deal."""
IN_FRONT = frozenset({*OPENING, Held})
"""Events in front of the plays of a deal."""


def weigh_turn(
    torn: TornRecord, kept: Table, kept_at: int, at: int, due: int, wrong: frozenset[str]
) -> bool:
    """Find out whether plays are missing before an action that is out of turn, or before the lines
    in front of it; return whether they are. `due` is the number due before it, `kept` the table
    before the last deal, at the event `kept_at`."""
    event = torn.events[at]
    torn.steps -= 2 * (at - kept_at)
    number = event.number if isinstance(event, Action) else None
    head = _torn_off(torn, kept, kept_at, at) if wrong & {COUNTED, *UNDRAWN} else None
    numbered = kept.follows(number or due) and head is None
    telling = wrong & (TURNS if numbered else SHOWING | {STANDINGS, OVERFULL})
    skipped = SKIPPED in wrong
    next_hand = PLAYED_ON in wrong and _begins_next_hand(torn, at, kept.seats)
    if torn.steps < 0 or torn.too_torn or not (telling or next_hand or (skipped and not numbered)):
        return False
    over = PLAYED_ON in wrong and type(event) in ACTIONS
    tables, before, right = _before(torn, kept, kept_at, at, in_play=over)
    if head is not None:
        tables = [(head, _table_at(torn, kept, kept_at, head))]
    if next_hand and right and not (before.over or _written_wrong(torn, kept, kept_at, at)):
        return _missing_before(torn, before, at, [0])
    skipped &= len(wrong) > 1 or (type(event) in FRESH and tables[-1][0] < at)
    goes_on = torn.slip < kept_at and _goes_on(torn, at)
    torn.slip = at
    if not (skipped or telling):
        return False
    apart = head is not None or not (numbered or number)
    drawn = head is not None and wrong & UNDRAWN  # before the first play that is written
    slip = not (skipped or drawn or (apart and _tells_of_another_turn(torn, at, wrong)))
    slip = slip and _one_slip(torn, before, at, wrong, goes_on)
    if slip and (not wrong & MISPLACED or _may_stand_wrong(torn, kept, kept_at, at)):
        return False
    # they score next to nothing, and no hand comes right behind
    stretch = STANDINGS in wrong or _tells_of_another_hand(torn, at, wrong)
    few = [] if stretch else range(1, before.seats + 1)
    torn_at = [(now, twin) for now, twin in tables if not (numbered or twin.nothing_missing)]
    in_play = [(now, twin) for now, twin in torn_at if twin.can_suppose] if over else tables
    for supposed, places in ((few, in_play), ([0], torn_at)):
        if any(_missing_before(torn, twin, now, supposed) for now, twin in reversed(places)):
            torn.slip = -1
            return True
    return False


def _begins_next_hand(torn: TornRecord, at: int, seats: int) -> bool:
    """Return whether an action after the end of a hand may belong to the next one, with the lines
    between them missing: more than a turn by each."""
    behind = torn.events[at : at + seats + 1]
    return len(behind) > seats and all(type(one) in ACTIONS for one in behind)


def weigh_charge(torn: TornRecord, kept: Table, kept_at: int, charged: int) -> bool:
    """Find out whether plays are missing before an event that was wrong by itself, now that more of
    its deal is missing than was thought; return whether they are."""
    torn.steps -= charged - kept_at
    table = _table_at(torn, kept, kept_at, charged)
    return _missing_before(torn, table, charged, (*range(1, table.seats + 1), 0))


def _table_at(torn: TornRecord, kept: Table, kept_at: int, at: int) -> Table:
    """Return the table before an event of the deal that begins with the table `kept`."""
    table = kept.copy()
    for now in range(kept_at, at):
        torn.happen(table, now)
    table.faults = []
    return table


def _missing_before(torn: TornRecord, table: Table, at: int, supposed: Iterable[int]) -> bool:
    """Find out whether nothing is wrong any more with one of these numbers of plays missing before
    an event; 0 is a stretch of which nothing is known."""
    for plays in supposed:
        omission = {table.place: Omission(0, plays)}
        if not torn.wrong(table, at, omission):
            torn.found.update(omission)
            return True
    return False


def _before(
    torn: TornRecord, kept: Table, kept_at: int, at: int, *, in_play: bool
) -> tuple[list[tuple[int, Table]], Table, bool]:
    """Return the table before each of the lines in front of an action, or before a line each of
    those of its deal, as far as all is right up to there; and the table before it, which comes
    last where all is right, else first. And that one again, and whether all is right. Plays may be
    missing before any line or action while the hand is `in_play`, where it is over too early."""
    table, tables, right = kept.copy(), list[tuple[int, Table]](), True
    first = max(kept_at, at - MOST_LINES)
    acts = type(torn.events[at]) in ACTIONS
    while acts and not in_play and any(type(one) in ACTIONS for one in torn.events[first:at]):
        first += 1
    for now in range(kept_at, at):
        event = torn.events[now]
        if right and (now >= first if acts else type(event) not in ACTIONS):
            tables.append((now, table.copy()))
        torn.happen(table, now)
        right = not wrongs(table, event) and right
    tables = tables[-MOST_LINES:]
    tables.insert(len(tables) if right else 0, (at, table.copy()))
    return tables, table, right


def _one_slip(
    torn: TornRecord, table: Table, at: int, wrong: frozenset[str], goes_on: bool
) -> bool:
    """Return whether all is right behind an event if it alone is wrong. It is not where play
    `goes_on` from a player out of turn, or without numbers from a tally that was not due; nor is a
    line that is wrong about several hands or players, nor that of a trick without plays; nor where
    plays have no numbers a number of cards, but for one card: it is of another deal or turn."""
    event = torn.events[at]
    if _tells_of_another_hand(torn, at, wrong):
        return not all(torn.wrong(table, at, {}, meant=one) for one in one_card_off(event))
    code = next(iter(sorted(wrong & TURNS)), "")
    untold = isinstance(event, Action) and not event.number
    plain = event._replace(tally=None) if untold and isinstance(event, Play) else event
    several = wrong & {SEVERAL, STANDINGS} or (
        code and (untold or (goes_on and code == "wrong-turn"))
    )
    again = at > 0 and type(torn.events[at - 1]) is Trick
    untried = type(event) is Trick and (again or not _goes_on(torn, at))
    if PLAYED_ON in wrong and type(event) in ACTIONS and torn.wrong(table, at + 1, {}):
        return False  # the hand is not over without it either
    if not (several or untried) and not torn.wrong(table, at, {}, but=at, meant=plain):
        return True
    meant = table.meant(event, code) if code else event
    if meant == event or torn.wrong(table, at, {}, meant=meant):
        return False
    number = event.number if isinstance(event, Action) else None
    at_next = (number + 1, 0) if number else (table.place[0], table.place[1] + 1)
    torn.weighed.add(at_next)  # the next one may seem wrong
    return True


def _torn_off(torn: TornRecord, kept: Table, kept_at: int, at: int) -> int | None:
    """Return the first action of a deal, or behind a gap in it, if only its line and hands are in
    front of it and its number follows no other: plays may be missing before it."""
    kinds = [type(one) for one in torn.events[kept_at : at + 1]]
    gaps = [now for now, kind in enumerate(kinds) if kind is Gap]
    first = gaps[-1] + 1 if gaps else 0
    head = first
    while head < len(kinds) and kinds[head] in IN_FRONT:
        head += 1
    if not first < head < len(kinds) or kinds[head] not in ACTIONS:
        return None
    number = torn.events[kept_at + head].number  # type: ignore[union-attr]
    apart = gaps or (number and not kept.follows(number))
    return kept_at + head if apart else None


def _tells_of_another_turn(torn: TornRecord, at: int, wrong: frozenset[str]) -> bool:
    """Return whether an action is wrong for the turn that is due, and right for another one with
    nothing behind it to tell that it is not: its cards, all named, make the count that it says, and
    the next that is told in its deal is higher; or it is the last of more passes than end a
    hand."""
    event = torn.events[at]
    if isinstance(event, Pass):
        return PLAYED_ON in wrong and not _goes_on(torn, at)
    if not (COUNTED in wrong and isinstance(event, Play) and event.tally is not None):
        return False
    if UNKNOWN in event.cards:
        return False
    behind = takewhile(lambda one: type(one) not in FRESH, torn.events[at + 1 :])
    told = (one.tally for one in behind if isinstance(one, Play) and one.tally is not None)
    return next(told, event.tally + 1) > event.tally


def _tells_of_another_hand(torn: TornRecord, at: int, wrong: frozenset[str]) -> bool:
    """Return whether an event is a hand, or the cards left, of another number of cards, in a record
    without numbers."""
    told = torn.numbered and at < torn.unnumbered
    return NUMBER in wrong and type(torn.events[at]) in (Held, Show) and not told


def _may_stand_wrong(torn: TornRecord, kept: Table, kept_at: int, at: int) -> bool:
    """Return whether an event that is not due may only have been written in the wrong place: no
    play is, and anything else only where play goes on behind it before the next deal, where it
    stands in its deal already, where trumps stand in front of all its plays, where a choice before
    it was written wrong, or where it is right earlier in it and not what a deal may begin or end
    with. In a record that is torn elsewhere it may be of a later deal, of which the rest is
    missing; so may the line of a phase in any, which is the same in every deal."""
    event = torn.events[at]
    kind = type(event)
    if kind in ACTIONS and kind is not Pass:
        return False
    again = kind is not Phase and event in torn.events[kept_at:at]
    whole = not torn.is_torn and Gap not in map(type, torn.events)
    named = whole and kind is Trump and unplayed(torn.events, at)
    here = again or named or _goes_on_in_its_deal(torn, kept, at)
    if here or _written_wrong(torn, kept, kept_at, at):
        return True
    return not (kind in OF_A_DEAL or torn.is_torn) and _was_due(torn, kept, kept_at, at)


def _written_wrong(torn: TornRecord, kept: Table, kept_at: int, at: int) -> bool:
    """Return whether nothing at all is wrong where one choice in the deal before an event was
    another one."""
    table = kept.copy()
    for now in range(kept_at, at):
        meant = table.otherwise(torn.events[now])
        if meant is not torn.events[now] and not torn.wrong(table, now, {}, meant=meant):
            return True
        torn.happen(table, now)
        table.faults = []
    return False


def _was_due(torn: TornRecord, kept: Table, kept_at: int, at: int) -> bool:
    """Return whether nothing is wrong up to an event's place when it is written earlier in its
    deal, between other lines or in place of another of its player's."""
    event, table = torn.events[at], kept.copy()
    seat = getattr(event, "seat", 0)
    for now in range(kept_at, at):
        other = torn.events[now]
        again = type(other) is type(event) and getattr(other, "seat", 0) == seat
        if any(_right(torn, table, at, start) for start in range(now, now + again + 1)):
            return True
        torn.happen(table, now)
        table.faults = []
    return False


def _right(torn: TornRecord, table: Table, at: int, start: int) -> bool:
    """Return whether nothing is wrong with an event that happens before those from `start` up to
    its place, nor missing before it, nor wrong with any of these."""
    twin = torn.twin(table, {})
    step(twin, torn.events[at], torn.places[at])
    wrong = bool(wrongs(twin, torn.events[at], gaps=True))
    for now in range(start, at):
        if wrong or torn.steps < 0:
            return False
        torn.steps -= 1
        wrong = bool(wrongs(twin, torn.happen(twin, now)))
    return not wrong


def _goes_on(torn: TornRecord, at: int) -> bool:
    """Return whether a player acts behind an event before the next deal."""
    behind = (type(one) for one in torn.events[at + 1 :])
    return next((one in ACTIONS for one in behind if one in ACTIONS | FRESH), False)


def _goes_on_in_its_deal(torn: TornRecord, table: Table, at: int) -> bool:
    """Return whether a player acts behind an event, and no gap before that may reach beyond its
    deal."""
    behind = takewhile(lambda one: type(one) not in ACTIONS, torn.events[at + 1 :])
    gaps = (one for one in behind if isinstance(one, Gap))
    return _goes_on(torn, at) and not any(map(table.may_go_beyond, gaps))
