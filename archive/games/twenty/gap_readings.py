"""Where play of Twenty can stand at each line of a record, and what fills the gaps of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from archive.core.events import Bonus, Deal, End, Event, Gap, Held, Pass, Play, Round, Unread, Up
from archive.games.twenty.possible_places import (
    GAME,
    PAIR,
    SHIFTED,
    STEADY,
    UNNOTICED,
    UNTOLD,
    UNTRUSTED,
    Place,
    Reading,
    by_turns,
    played,
    seated,
    sure,
    with_hand,
)
from archive.games.twenty.rules import HAND, PLAYS, ROUNDS
from archive.notation.recovery import STRETCH

ANCHORS = frozenset({Held, Deal, Round, Up, Bonus, End})
"""Lines that show where play stands."""
LINE = 4
"""The most plays of a line that may be there twice."""
BROKEN = frozenset({Gap, Pass, Unread})
"""Events after which play may stand elsewhere; unread text only where it is a play."""


def straight(start: Place, events: Sequence[Event]) -> bool:
    """Return whether plays follow each other by number and by turns, and lines stand where they
    must: most records are such."""
    if start.lost or start.shift is None:
        return False
    plays, shift, turn = start.plays, start.shift, start.turn
    done: set[tuple[type, int]] = set(start.lines) | {(Deal, start.deals - 1)}
    done |= {(Held, GAME * seat + hand - 1) for seat, hand in enumerate(start.hands, 1)}
    for event in events:
        if isinstance(event, Play):
            plays += 1
            if event.number not in (plays + shift, None) or turn not in (event.seat, 0):
                return False
            turn = 3 - event.seat if plays != PLAYS else event.seat
        elif type(event) in ANCHORS and not _stands(event, plays, done):
            return False
        elif isinstance(event, Round):
            if turn and event.first not in (None, turn):
                return False
            turn = turn or event.first or 0
        elif type(event) in BROKEN and (not isinstance(event, Unread) or event.seat):
            return False
    return plays <= GAME


def readings(place: Place, event: Event) -> Iterable[Reading]:
    """Yield the possible places after an event, given the place before it."""
    match event:
        case Play(number, seat):
            return _play(place, number, seat)
        case Unread(_, seat) if seat and seat != STRETCH:
            return _play(place, None, max(seat, 0))
        case Gap() | Unread(_, -2):
            return [lost_at(place)]
        case Pass():
            return [Reading(1, place._replace(plays=place.plays + 1))]
        case Round() | Up() | Bonus() | End():
            return _line(place, event)
        case Deal(number):
            return _deal(place, number)
        case Held(seat) if seat in (1, 2):
            return _hand(place, seat)
    return [Reading(0, place)]


def lost_at(place: Place) -> Reading:
    """Return a reading with an unknown number of plays before an event."""
    return Reading(0, place._replace(lost=True, next=0), opens=True)


def _play(place: Place, number: int | None, seat: int) -> Iterator[Reading]:
    """Yield the ways to take a play; a seat of 0 is unknown."""
    plays, shift = place.plays, place.shift
    turn = place.turn
    on = number is None or (
        number == plays + shift + 1 if shift is not None else not _jump(place, number)
    )
    if on and 0 < seat < 3 and turn in (0, seat) and not place.lost and plays < GAME:
        yield Reading(0, played(place, number, seat), tells=number is not None)
        return
    if place.lost:
        yield from _play_behind_gap(place, number, seat)
        return
    if plays >= GAME:
        yield Reading(1, place)
        return
    if number is not None and shift is not None and 0 <= plays + shift - number < LINE:
        yield Reading(1, place)  # it stands there twice
    tells = number is not None
    if seat > 2:
        yield Reading(1, place._replace(plays=plays + 1))
    ahead = number - plays - shift - 1 if number is not None and shift is not None else 0
    missing = {0, ahead} if 0 < ahead < GAME - plays else {0}
    if turn not in (0, seat) and plays < GAME - 1:
        missing.add(1)
        if number is None and 0 < seat < 3:
            there = place._replace(plays=plays + 1, lost=True, next=3 - seat)
            yield Reading(place.dear + UNTOLD, there, opens=True)
    slips: float
    for lacking in sorted(missing, reverse=True):  # plays are missing rather than a number wrong
        there = place._replace(plays=plays + lacking)
        slips = place.dear if lacking else 0
        for more, shift, last in _numbered(there, number, lacking):
            for still, first in seated(there, seat):
                after = Place(there.plays + 1, False, shift, first, there.next, last, tells,
                              there.hands, there.deals, there.lines)  # fmt: skip
                yield Reading(slips + more + still, after, lacking, tells,
                              sure(place, lacking))  # fmt: skip


def _numbered(
    place: Place, number: int | None, lacking: int
) -> Iterator[tuple[float, int | None, int]]:
    """Yield the meanings of the next play's number: nothing new, or that it is wrong, or that all
    are from here on; each with how far numbers are ahead then, and with the last one."""
    if number is None:
        yield 0, place.shift, place.last
        return
    right = number - place.plays - 1
    if place.shift is None or place.shift == right:
        yield _jump(place, number) if number and place.shift is None else 0, right, number
        return
    if lacking == 1 and number == place.last + 1:
        yield UNNOTICED, right, number
    else:
        on = STEADY if place.numbered and number == place.last + 1 else 0
        yield SHIFTED + on, right, number
        yield 1 + on, place.shift, number


def _jump(place: Place, number: int) -> int:
    """Return the cost of a number that does not continue from those behind a gap, which are not
    trusted to show how many plays it hides."""
    return int(0 < place.last < number - 1)


def _play_behind_gap(place: Place, number: int | None, seat: int) -> Iterator[Reading]:
    slips: float = 0.0 if 0 in (seat, place.next) or seat == place.next else 1.0
    if number is not None and place.shift is not None:
        plays = number - 1 - place.shift
        if place.plays <= plays < GAME:
            there = place._replace(plays=plays, lost=False, next=0)
            for still, first in seated(there, seat):
                yield Reading(slips + still, there._replace(plays=plays + 1, first=first),
                              plays - place.plays)  # fmt: skip
        slips += SHIFTED if number > place.last + 1 else UNTRUSTED
    elif number is not None:
        slips += _jump(place, number)
    if place.plays < GAME:
        after = 3 - seat if seat else place.next and 3 - place.next
        shift = place.shift if number is None else None
        yield Reading(slips, place._replace(plays=place.plays + 1, next=after, shift=shift,
                                            last=number or place.last))  # fmt: skip


def _line(place: Place, event: Event) -> Iterator[Reading]:
    """Yield the ways to take a line that stands once in a round, before its first play or after its
    last."""
    kind = type(event)
    if kind is End:
        targets, here = [GAME], place.plays < GAME - 2 or place.plays == GAME
    elif isinstance(event, Round) and event.number is not None:
        targets = [PLAYS * (event.number - 1)] if 0 < event.number <= ROUNDS else []
        here = place.plays in targets
    else:
        targets = [PLAYS, GAME] if kind is Bonus else [0, PLAYS]
        here = place.plays in targets
    if kind is End and place.lost:
        yield Reading(0, place)
        return
    here &= (kind, place.plays // PLAYS) not in place.lines
    first = event.first if isinstance(event, Round) else None
    for target in targets:
        lacking = target - place.plays
        mark = (kind, target // PLAYS)
        if lacking < 0 or mark in place.lines or (kind is End and here):
            continue
        there = place._replace(plays=target, lost=False, lines=place.lines | {mark})
        if place.lost:  # the last play before it may be out of turn
            slips = float(place.next > 0 and by_turns(place.first, target - 1) == place.next)
        else:
            slips = place.dear if lacking else 0
        for still, begun in seated(there, first or 0):
            yield Reading(slips + still, there._replace(first=begun, next=0), lacking, tells=True,
                          sure=sure(place, lacking))  # fmt: skip
        if kind is Round and lacking and place.shift is not None and not place.lost:
            cut = there._replace(shift=place.shift - lacking, next=0)
            yield Reading(SHIFTED, cut._replace(first=place.first))  # the round is cut short
    if kind is End or not here:
        yield Reading(place.dear if here and place.plays < GAME else float(not here), place)


def _deal(place: Place, number: int | None) -> Iterator[Reading]:
    fresh = not place.lost and place.plays % PAIR == 0 and place.plays < GAME
    fresh &= place.deals <= place.plays // PAIR
    if place.lost and number is None:
        yield Reading(0, place._replace(next=0))
        return
    every = range(place.plays, GAME)
    if number is None:
        targets = [p for p in every if p % PAIR == 0 and place.deals <= p // PAIR][:2]
    else:
        targets = [p for p in every if p % PAIR == 0 and p % PLAYS == PAIR * (number - 1)]
    for target in targets:
        lacking = target - place.plays
        if place.deals > target // PAIR:
            continue
        there = place._replace(plays=target, lost=False, next=0, deals=target // PAIR + 1)
        slips = place.dear if lacking and not place.lost else 0
        yield Reading(slips, there, lacking, tells=True, sure=sure(place, lacking))
    if not fresh or (number is not None and place.plays not in targets):
        deals = place.plays // PAIR + 1 if fresh else place.deals
        yield Reading(1, place._replace(deals=deals))


def _hand(place: Place, seat: int) -> Iterator[Reading]:
    """Yield the ways to take a hand, listed when its owner has played the one before. Without a
    line of its deal it may be any later one too, all plays before it missing."""
    if place.lost:
        yield Reading(0, place._replace(next=0))
        return
    plays, listed = place.plays, place.hands[seat - 1]
    own = _plays_of(place, seat)
    number = plays // PLAYS * (PLAYS // PAIR) + own // HAND
    fits = own % HAND == 0 and plays < GAME and listed <= number
    of_its_deal = place.deals == number + 1
    if fits:
        yield Reading(0, with_hand(place, seat, number), tells=plays % PAIR == 0 and of_its_deal,
                      vague=PAIR if of_its_deal else 1)  # fmt: skip
    for target in range(plays + 1, 1 if fits and of_its_deal else GAME):
        if target % PAIR == 0 and listed <= target // PAIR:
            there = with_hand(place._replace(plays=target), seat, target // PAIR)
            lacking = target - plays
            yield Reading(place.dear, there, lacking, sure=sure(place, lacking), vague=1)
    if not fits:  # as many slips as to leave plays out: that is preferred
        yield Reading(1, place)


def _plays_of(place: Place, seat: int) -> int:
    """Return the number of plays by a seat in the round; 1 where neither it nor whether a hand is
    used up is known."""
    plays = place.plays
    begins = by_turns(place.first, plays - plays % PLAYS)
    return (plays % PLAYS + (seat == begins)) // 2 if begins or plays % PAIR == 0 else 1


def may_be_dealt(place: Place, seat: int) -> bool:
    """Return whether a seat may have no card left at a place."""
    return not place.first or _plays_of(place, seat) % HAND == 0


def _stands(event: Event, plays: int, done: set[tuple[type, int]]) -> bool:
    """Return whether a line stands where it must, after `plays` plays, for the first time."""
    match event:
        case Held(seat):
            mark, right = plays // PAIR + GAME * seat, plays % PAIR == 0 and seat in (1, 2)
        case Deal(number):
            mark, due = plays // PAIR, plays % PLAYS // PAIR + 1
            right = plays % PAIR == 0 and number in (None, due)
        case End():
            return not GAME - 2 <= plays < GAME
        case _:
            mark = plays // PLAYS
            right = plays % PLAYS == 0 and plays != (0 if isinstance(event, Bonus) else GAME)
            if isinstance(event, Round):
                right &= event.number in (None, mark + 1)
    if not right or (type(event), mark) in done:
        return False
    done.add((type(event), mark))
    return True
