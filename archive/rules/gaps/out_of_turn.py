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
    Play,
    Show,
    Trick,
)
from archive.rules.gaps.misplaced import goes_on, may_stand_wrong, written_wrong
from archive.rules.gaps.signs_of_gaps import (
    FRESH,
    MISPLACED,
    NOT_SWAPPED,
    OPENING,
    OVERFULL,
    PLAYED_ON,
    SEVERAL,
    SHORT,
    SHOWING,
    SKIPPED,
    STANDINGS,
    TURNS,
    one_card_off,
    wrongs,
)
from archive.rules.gaps.torn_record import MOST_LINES, TornRecord
from archive.rules.gaps.unplayed_deals import unplayed
from archive.rules.omissions import Omission
from archive.rules.table import Table

COUNTED = "count-not-made"
"""The finding about cards that do not make the count that is due."""
UNDRAWN = frozenset({"card-not-held", "passed"})
"""Findings where cards were drawn that are not written down."""
NUMBER = "wrong-number-of-cards"
"""The finding about the number of cards of a hand, or of those left."""
IN_FRONT = frozenset({*OPENING, Held})
"""Events in front of the plays of a deal."""


def try_turn(
    torn: TornRecord, kept: Table, kept_at: int, at: int, due: int, wrong: frozenset[str], *,
    torn_deal: bool,
) -> bool:  # fmt: skip
    """Find out whether plays are missing before an action that is out of turn, or before the lines
    in front of it; return whether they are. `due` is the number due before it, `kept` the table
    before the last deal, at the event `kept_at`, of which it is known whether it is torn."""
    event = torn.events[at]
    torn.steps -= 2 * (at - kept_at)
    number = event.number if isinstance(event, Action) else None
    head = _torn_off(torn, kept, kept_at, at) if wrong & {COUNTED, *UNDRAWN} else None
    skipped = SKIPPED in wrong
    behind = skipped and at >= torn.unnumbered  # no number of a play shows where it belongs
    numbered = kept.follows(number or due) and head is None and not behind
    telling = wrong & (TURNS if numbered else SHOWING | {STANDINGS, OVERFULL})
    next_hand = PLAYED_ON in wrong and _begins_next_hand(torn, at, kept.seats)
    if torn.steps < 0 or torn.too_torn or not (telling or next_hand or (skipped and not numbered)):
        return False
    over = PLAYED_ON in wrong and type(event) in ACTIONS
    tables, before, right = _before(torn, kept, kept_at, at, in_play=over)
    if head is not None:
        tables = [(head, _table_at(torn, kept, kept_at, head))]
    if next_hand and right and not (before.over or written_wrong(torn, kept, kept_at, at)):
        return _missing_before(torn, before, at, [0])
    behind_torn = torn_deal or tables[-1][0] < at or unplayed(torn.events, at)
    skipped &= len(wrong) > 1 or (type(event) in FRESH and behind_torn)
    other_turns = torn.slip < kept_at and goes_on(torn, at)
    torn.slip = at
    if not (skipped or telling):
        return False
    apart = head is not None or not (numbered or number)
    drawn = head is not None and wrong & UNDRAWN  # before the first play that is written
    short = wrong & SHORT and not numbered
    slip = not (skipped or drawn or short or (apart and _tells_of_another_turn(torn, at, wrong)))
    slip = slip and _one_slip(torn, before, at, wrong, other_turns)
    if slip and (not wrong & MISPLACED or may_stand_wrong(torn, kept, kept_at, at, due)):
        return False
    # they score next to nothing, and no hand comes right behind
    stretch = STANDINGS in wrong or _tells_of_another_hand(torn, at, wrong)
    no_play = short and not any(type(one) in ACTIONS for one in torn.events[kept_at:at])
    few = [] if stretch or no_play else range(1, before.seats + 1)
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


def try_charge(torn: TornRecord, kept: Table, kept_at: int, charged: int) -> bool:
    """Find out whether plays are missing before an event that was wrong by itself, now that more of
    its deal is missing than was thought; return whether they are. Between two lines it is never
    told how many they are."""
    torn.steps -= charged - kept_at
    table = _table_at(torn, kept, kept_at, charged)
    lines = ACTIONS.isdisjoint(map(type, torn.events[max(0, charged - 1) : charged + 1]))
    few = [] if lines else range(1, table.seats + 1)
    return _missing_before(torn, table, charged, (*few, 0))


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
    torn: TornRecord, table: Table, at: int, wrong: frozenset[str], other_turns: bool
) -> bool:
    """Return whether all is right behind an event if it alone is wrong. It is not where play goes
    on from a player out of turn (`other_turns`), or without numbers from a tally that was not due;
    nor is a line that is wrong about several hands or players, nor that of a trick without plays;
    nor where no number follows a number of cards, but for one card: it is of another deal or
    turn."""
    event = torn.events[at]
    if _tells_of_another_hand(torn, at, wrong):
        return not all(torn.wrong(table, at, {}, meant=one) for one in one_card_off(event))
    code = next(iter(sorted(wrong & TURNS)), "")
    untold = isinstance(event, Action) and not event.number
    plain = event._replace(tally=None) if untold and isinstance(event, Play) else event
    several = wrong & {SEVERAL, STANDINGS} or (
        code and (untold or (other_turns and code == "wrong-turn"))
    )
    again = at > 0 and type(torn.events[at - 1]) is Trick
    untried = type(event) is Trick and (again or not goes_on(torn, at))
    if PLAYED_ON in wrong and type(event) in ACTIONS and torn.wrong(table, at + 1, {}):
        return False  # the hand is not over without it either
    if not (several or untried) and not torn.wrong(table, at, {}, but=at, meant=plain):
        return True
    meant = table.meant(event, code) if code else event
    if meant == event or torn.wrong(table, at, {}, meant=meant):
        return False
    number = event.number if isinstance(event, Action) else None
    at_next = (number + 1, 0) if number else (table.place[0], table.place[1] + 1)
    torn.tried.add(at_next)  # the next one may seem wrong
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
        return PLAYED_ON in wrong and not goes_on(torn, at)
    if not (COUNTED in wrong and isinstance(event, Play) and event.tally is not None):
        return False
    if UNKNOWN in event.cards:
        return False
    behind = takewhile(lambda one: type(one) not in FRESH, torn.events[at + 1 :])
    told = (one.tally for one in behind if isinstance(one, Play) and one.tally is not None)
    return next(told, event.tally + 1) > event.tally


def _tells_of_another_hand(torn: TornRecord, at: int, wrong: frozenset[str]) -> bool:
    """Return whether an event is a hand, or the cards left, of another number of cards, in a record
    without numbers; or a hand that no play follows, of another number or other cards."""
    kind = type(torn.events[at])
    if kind is Held and at >= torn.unnumbered:
        return bool(wrong & {NUMBER, NOT_SWAPPED})
    return NUMBER in wrong and kind in (Held, Show) and not torn.numbered
