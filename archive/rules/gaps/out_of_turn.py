"""Plays missing before something out of turn, though no number shows it: found by trying."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

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
from archive.rules.gaps.missing_deals import deals_skipped
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
from archive.rules.gaps.torn_record import MOST_LINES, LatestDeal, TornRecord
from archive.rules.gaps.unplayed_deals import unplayed
from archive.rules.omissions import Omission
from archive.rules.table import Table

COUNTED = "count-not-made"
"""The finding about cards that do not make the count that is due."""
PASSED = "passed"
"""The finding about a pass where there is a card to draw."""
UNDRAWN = frozenset({"card-not-held", PASSED})
"""Findings where cards were drawn that are not written down."""
NUMBER = "wrong-number-of-cards"
"""The finding about the number of cards of a hand, or of those left."""
IN_FRONT = frozenset({*OPENING, Held})
"""Events in front of the plays of a deal."""


class Doubt(NamedTuple):
    """An event in which something is `wrong`, the number `due` before it, and its deal, of which it
    is known whether it is torn elsewhere."""

    at: int
    due: int
    wrong: frozenset[str]
    deal: LatestDeal
    torn_deal: bool


def try_turn(torn: TornRecord, doubt: Doubt) -> bool:
    """Find out whether plays are missing before an action that is out of turn, or before the lines
    in front of it; return whether they are."""
    at, wrong, deal = doubt.at, doubt.wrong, doubt.deal
    torn.steps -= 2 * (at - deal.start)
    head = _torn_off(torn, deal, at) if wrong & {COUNTED, *UNDRAWN} else None
    numbered = head is None and _is_numbered(torn, doubt)
    telling = wrong & (TURNS if numbered else SHOWING | {STANDINGS, OVERFULL})
    skipped = SKIPPED in wrong
    next_hand = PLAYED_ON in wrong and _begins_next_hand(torn, at, deal.table.seats)
    if torn.steps < 0 or torn.too_torn or not (telling or next_hand or (skipped and not numbered)):
        return False
    over = PLAYED_ON in wrong and type(torn.events[at]) in ACTIONS
    places, here, right = _before(torn, deal, at, in_play=over)
    if head is not None:
        places = [(head, deal.table_at(torn, head))]
    if next_hand and right and not (here.over or written_wrong(torn, deal, at)):
        return _missing_before(torn, here, at, [0])
    behind_torn = doubt.torn_deal or places[-1][0] < at or unplayed(torn.events, at)
    skipped &= len(wrong) > 1 or (type(torn.events[at]) in FRESH and behind_torn)
    other_turns = torn.slip < deal.start and goes_on(torn, at)
    torn.slip = at
    off = head is not None
    if not skipped and not (
        telling and _is_more_than_a_slip(torn, doubt, here, other_turns, off=off, numbered=numbered)
    ):
        return False
    unnumbered = [] if numbered else [one for one in places if not one[1].nothing_missing]
    in_play = [one for one in unnumbered if one[1].can_suppose] if over else places
    skips = deals_skipped(torn, at, wrong, here)
    few = () if skips else _plays_supposed(torn, doubt, here, numbered=numbered)
    for supposed, tables in ((few, in_play), ([0], unnumbered)):
        if any(
            _missing_before(torn, table, now, supposed, skips if now == at else "")
            for now, table in reversed(tables)
        ):
            torn.slip = -1
            return True
    return False


def _is_numbered(torn: TornRecord, doubt: Doubt) -> bool:
    """Return whether a number says that no play is missing before an event, and the event is not
    the line of a deal or a trick, or a hand with cards of another, behind the last number, where
    none shows where it belongs."""
    event = torn.events[doubt.at]
    number = event.number if isinstance(event, Action) else None
    behind = not doubt.wrong.isdisjoint({SKIPPED, OVERFULL}) and doubt.at >= torn.unnumbered
    return doubt.deal.table.follows(number or doubt.due) and not behind


def _is_more_than_a_slip(
    torn: TornRecord, doubt: Doubt, here: Table, other_turns: bool, *, off: bool, numbered: bool
) -> bool:
    """Return whether more is wrong than one event, or its place: it is where cards were drawn or a
    deal was cut short that nothing numbers, where several pass, and where the event is right for
    another turn. `off` is whether its deal's first action may have others before it."""
    event, at, wrong = torn.events[doubt.at], doubt.at, doubt.wrong
    drawn = off and wrong & UNDRAWN  # before the first play that is written
    short = wrong & SHORT and not numbered
    apart = off or not (numbered or (isinstance(event, Action) and event.number))
    passes = not numbered and PASSED in wrong and _passes_on(torn, at)
    if drawn or short or passes or (apart and _tells_of_another_turn(torn, at, wrong)):
        return True
    if not _one_slip(torn, here, at, wrong, other_turns):
        return True
    return bool(wrong & MISPLACED) and not may_stand_wrong(torn, doubt.deal, at, doubt.due)


def _plays_supposed(
    torn: TornRecord, doubt: Doubt, here: Table, *, numbered: bool
) -> Sequence[int]:
    """Return the numbers of plays that may be missing before an event; none where it shows that a
    whole stretch is: a few plays score next to nothing, and no hand comes right behind them."""
    at, wrong = doubt.at, doubt.wrong
    acted = any(type(one) in ACTIONS for one in torn.events[doubt.deal.start : at])
    unplayed_deal = wrong & SHORT and not (numbered or acted)
    if STANDINGS in wrong or unplayed_deal or _tells_of_another_hand(torn, at, wrong):
        return ()
    return range(1, here.seats + 1)


def _begins_next_hand(torn: TornRecord, at: int, seats: int) -> bool:
    """Return whether an action after the end of a hand may belong to the next one, with the lines
    between them missing: more than a turn by each."""
    behind = torn.events[at : at + seats + 1]
    return len(behind) > seats and all(type(one) in ACTIONS for one in behind)


def try_charge(torn: TornRecord, deal: LatestDeal, charged: int) -> bool:
    """Find out whether plays are missing before an event that was wrong by itself, now that more of
    its deal is missing than was thought; return whether they are. Between two lines it is never
    told how many they are."""
    torn.steps -= charged - deal.start
    table = deal.table_at(torn, charged)
    lines = ACTIONS.isdisjoint(map(type, torn.events[max(0, charged - 1) : charged + 1]))
    few = [] if lines else range(1, table.seats + 1)
    return _missing_before(torn, table, charged, (*few, 0))


def _missing_before(
    torn: TornRecord, table: Table, at: int, supposed: Iterable[int], due: str = ""
) -> bool:
    """Find out whether nothing is wrong any more with one of these numbers of plays missing before
    an event, in place of what was `due`; 0 is a stretch of which nothing is known."""
    for plays in supposed:
        omission = {table.place: Omission(0, plays, due)}
        if not torn.wrong(table, at, omission):
            torn.found.update(omission)
            return True
    return False


def _before(
    torn: TornRecord, deal: LatestDeal, at: int, *, in_play: bool
) -> tuple[list[tuple[int, Table]], Table, bool]:
    """Return the table before each of the lines in front of an action, or before a line each of
    those of its deal, as far as all is right up to there; and the table before it, which comes
    last where all is right, else first. And that one again, and whether all is right. Plays may be
    missing before any line or action while the hand is `in_play`, where it is over too early."""
    table, tables, right = deal.table.copy(), list[tuple[int, Table]](), True
    first = max(deal.start, at - MOST_LINES)
    acts = type(torn.events[at]) in ACTIONS
    while acts and not in_play and any(type(one) in ACTIONS for one in torn.events[first:at]):
        first += 1
    for now in range(deal.start, at):
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


def _torn_off(torn: TornRecord, deal: LatestDeal, at: int) -> int | None:
    """Return the first action of a deal, or behind a gap in it, if only its line and hands are in
    front of it and its number follows no other: plays may be missing before it."""
    kinds = [type(one) for one in torn.events[deal.start : at + 1]]
    gaps = [now for now, kind in enumerate(kinds) if kind is Gap]
    first = gaps[-1] + 1 if gaps else 0
    head = first
    while head < len(kinds) and kinds[head] in IN_FRONT:
        head += 1
    if not first < head < len(kinds) or kinds[head] not in ACTIONS:
        return None
    number = torn.events[deal.start + head].number  # type: ignore[union-attr]
    apart = gaps or (number and not deal.table.follows(number))
    return deal.start + head if apart else None


def _passes_on(torn: TornRecord, at: int) -> bool:
    """Return whether players pass behind a pass in its deal, too."""
    behind = takewhile(lambda one: type(one) not in FRESH, torn.events[at + 1 :])
    return any(type(one) is Pass for one in behind)


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
