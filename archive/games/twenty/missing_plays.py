"""Where plays are missing from a record of Twenty, from everything that shows where play stands.

A record shows it in many ways: by the numbers of plays and of lines, by whose turn it is, by hands
that are dealt when others are used up. Where these contradict each other, something is missing, or
something is wrong. `gap_readings` says how an event can be taken at a place in the game, and how
many slips that would be; of all ways through the record the one with the fewest is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from archive.core.budgets import GAPS
from archive.core.cards import UNKNOWN, Card
from archive.core.events import Event, Held, Play
from archive.games.twenty.gap_readings import lost_at, may_be_dealt, readings, straight
from archive.games.twenty.possible_places import Place, Reading
from archive.games.twenty.rules import PLAYS
from archive.rules.omissions import Missing, happens

EACH, MORE = 50, 2_000
"""The ways to take events that are weighed: a number for each event, and a number more; then the
record is taken as it stands."""
BOLD = (0, 0.1, 0.3)
"""How boldly the way is sought, the later ones where the ones before took too long."""
MOST = GAPS // len(BOLD)
"""The most steps of each search, however long the record."""
MOST_EVENTS = 400
"""The most events, apart from comments, of a record that is searched (a whole game of Twenty has
some 160 lines and plays): a longer one is taken as it stands."""


class Settled(NamedTuple):
    """The result: what is missing, by the index of the event before which it is; who begins the
    game, 0 where that is unknown; the events that may belong before or behind missing plays next to
    them; and the steps it took."""

    stretches: Mapping[int, Missing]
    begins: int
    unplaced: frozenset[int]
    steps: int


AS_IT_STANDS = Settled({}, 0, frozenset(), 0)


def settle(
    begin: Place, events: Sequence[Event], start: int = 0, torn: int | None = None
) -> Settled:
    """Return what is missing from these events, of which `start` is the index of the first: nothing
    where they are as they should be, or too much would have to be weighed."""
    if torn is None and straight(begin, events):
        return AS_IT_STANDS
    happened = [at for at, one in enumerate(events) if happens(one)]
    if len(happened) > MOST_EVENTS:
        return AS_IT_STANDS
    if torn == 0:
        begin = begin._replace(lost=True)
    gap = happened.index(torn) if torn else -1
    told = tuple(map(_bare, (events[at] for at in happened)))
    path, steps = way_through(begin, told, tuple(map(type, told)), gap)
    if path is None:
        return Settled({}, 0, frozenset(), steps)
    played = [one.place.first for one in path if one.place.plays]
    begins = next((seat for seat in played if seat), 0)
    places = [start + at for at in (*happened, len(events))]
    missing = {0: Missing(None, None, None)} if torn == 0 else {}
    missing.update(stretches(begin, path))
    return Settled({places[at]: one for at, one in missing.items()}, begins,
                   frozenset(places[at] for at in unplaced(begin, path, told)), steps)  # fmt: skip


@lru_cache(maxsize=8)
def way_through(
    begin: Place, events: tuple[Event, ...], _kinds: tuple[type, ...], gap: int
) -> tuple[list[Reading] | None, int]:
    """Return the first way through the events that is found, the less boldly sought before others,
    and the steps of all searches. Other rules and most repairs ask about the same events: it is
    found once. Events of two kinds may be equal as tuples, so that their kinds tell them apart."""
    path, steps, again = None, 0, listed_again(events)
    for bold in BOLD:
        path, taken = cheapest(begin, events, again, gap, bold)
        steps += taken
        if path is not None:
            break
    return path, steps


def _bare(event: Event) -> Event:
    """Return an event without whatever does not show where play stands."""
    return Play(event.number, event.seat, ()) if isinstance(event, Play) else event


def cheapest(
    begin: Place, events: Sequence[Event], again: AbstractSet[int], gap: int, bold: float
) -> tuple[list[Reading] | None, int]:
    """Return the readings of all events with the fewest slips, None where that takes too long; and
    the steps it took, one for each way to take an event. `again` are hands that are listed again;
    plays are missing before the event at the `gap`. The more `bold`, the sooner it follows a way
    that has come far, though there may be a better one."""
    queue: list[tuple[float, int, int]] = [(0, 0, 0)]
    nodes: list[tuple[Reading, int]] = [(Reading(0, begin), -1)]
    seen: set[tuple[int, Place]] = set()
    most = min(EACH * len(events) + MORE, MOST)
    while queue and len(nodes) < most:
        slips, before, node = heappop(queue)
        at, place = -before, nodes[node][0].place
        if at == len(events):
            return _path(nodes, node), len(nodes)
        if (at, place) in seen:
            continue
        seen.add((at, place))
        ways: Iterable[Reading]
        if at == gap:
            ways = [lost_at(place)]
        elif at in again and not place.lost:  # no new hand, for which plays would be missing
            ways = [Reading(1, place, vague=1)]
        else:
            ways = readings(place, events[at])
        for reading in ways:
            nodes.append((reading, node))
            heappush(queue, (slips + reading.slips - bold, -at - 1, len(nodes) - 1))
    return None, len(nodes)


def listed_again(events: Sequence[Event]) -> set[int]:
    """Return the events that list the last hand of a player once more."""
    again, last = set(), dict[int, tuple[Card, ...]]()
    for at, event in enumerate(events):
        if isinstance(event, Held):
            named = sum(card != UNKNOWN for card in event.cards)
            if event.cards == last.get(event.seat) and named > 1:
                again.add(at)
            last[event.seat] = event.cards
    return again


def _path(nodes: Sequence[tuple[Reading, int]], node: int) -> list[Reading]:
    path = []
    while node:
        reading, node = nodes[node]
        path.append(reading)
    return path[::-1]


def stretches(place: Place, path: Sequence[Reading]) -> Iterable[tuple[int, Missing]]:
    """Yield the gaps along a way through the record. Where several stretches lie before the next
    known place, it is the last of them after which play is known to stand. Plays are missing as
    early as they can be; what may be missing anywhere since the last known place makes all of it
    uncertain."""
    told = since = 0  # behind the last event that shows where play stands, or is a play
    crossed = 0  # the first play of the second round
    first = place.plays  # it may begin lost: a trial of a repair goes on in the middle
    open_: list[tuple[int, int]] = []  # the event where a stretch begins, and the count there
    for at, reading in enumerate(path):
        was, place = place, reading.place
        until = was.plays + reading.missing
        if reading.opens:
            open_.append((at, was.plays))
        elif was.lost and not place.lost:
            for begun, _ in open_[:-1]:
                yield begun, Missing(None, None, until)
            begun, count = open_[-1] if open_ else (0, first)
            only = reading.missing if len(open_) == 1 else None
            known = None if _of_any_round(path, at, was) else until
            yield begun, Missing(only, count + reading.missing, known)
            open_ = []
        elif reading.missing:
            if not reading.sure and told < at:
                yield told, Missing(None, None, until)
                if told < crossed:  # nor is it known there that a round is over
                    yield crossed, Missing(None, None, until)
                since = at
            known = None if _of_any_round(path, at, was) else until
            yield min(since, at), Missing(reading.missing, until, known)
        crossed = at if was.plays == PLAYS < place.plays else crossed
        told = at + 1 if reading.tells else told
        since = at + 1 if reading.tells or place.plays > was.plays else since
    for begun, _ in open_:
        yield begun, Missing(None, None, None)


def _of_any_round(path: Sequence[Reading], at: int, was: Place) -> bool:
    """Return whether a gap before an event is told by the line of a deal alone, which is the same
    in both rounds: nothing behind it shows which it is."""
    place = path[at].place
    if place.deals == was.deals or place.plays >= PLAYS:
        return False
    return not any(
        one.place.lines != place.lines or (one.tells and one.place.plays > place.plays)
        for one in path[at + 1 :]
    )


def unplaced(place: Place, path: Sequence[Reading], events: Sequence[Event]) -> Iterable[int]:
    """Yield the events that may belong before or behind plays missing next to them."""
    vague, missing = list[tuple[int, int]](), 0
    open_: list[tuple[int, int]] = []  # those before a stretch of which the end is not reached
    lost: list[tuple[int, int]] = []  # hands behind the beginning of one, with their seats
    unplayed: dict[int, int] = {}  # the last of these, by seat, before the next play
    for at, (reading, event) in enumerate(zip(path, events, strict=True)):
        was, place = place, reading.place
        missing += reading.missing
        if isinstance(event, Play):
            unplayed = {}
        elif isinstance(event, Held):
            before = unplayed.pop(event.seat, at)
            if events[before] != event:
                yield before  # of an earlier deal than this one
            if was.lost:
                unplayed[event.seat] = at
        if reading.vague:
            vague.append((at, reading.vague))
        elif was.lost and isinstance(event, Held):
            lost.append((at, event.seat))
        elif place.plays != was.plays or reading.tells:
            yield from (one for one, least in vague + open_ if missing >= least)
            open_ = [*open_, *vague] if place.lost else []
            vague, missing = [], 0
        if lost and not place.lost:
            there = place._replace(plays=was.plays + reading.missing)
            yield from (one for one, seat in lost if not may_be_dealt(there, seat))
            lost = []
    yield from (one for one, least in vague if missing >= least)
    yield from (one for one, _ in open_)
