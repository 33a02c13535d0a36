"""The order in which a record has the lines of a deal, where a sheet tells them in another: choices
to stay in beside the first trick, exchanges behind choices, a list of exchanges. And deals of
which a sheet tells the exchange of some players only: who puts no card away is often not named, so
the plays have no numbers there, by which the rules would take every line for told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise, takewhile

from archive.core import events as said
from archive.core.events import ACTIONS, Action, Event

NEAR = 30
"""The most events among which a deal is looked for."""
BETWEEN_DEALS = (said.Deal, said.Round, said.Score)


def put_last_in_order(events: list[Event], places: list[int], players: int) -> None:
    """Move the last event, an action, up to where it belongs: a choice to stay in above the cards
    of the first trick, for a table has `out` where its player has no card; an exchange above the
    choices."""
    if isinstance(events[-1], said.Stay):
        first = _first_of_the_last(events, said.Play)
        if 0 < len(events) - 1 - first < players and not _played_before(events, first):
            _move_last_to(events, places, first - isinstance(events[first - 1], said.Trick))
    elif isinstance(events[-1], said.Exchange):
        _move_last_to(events, places, _first_of_the_last(events, said.Stay))


def put_exchanges_in_turn(events: list[Event], places: list[int], players: int) -> None:
    """Put the exchanges that stand last into the order round the table, where it is known who
    deals."""
    near = islice(reversed(events), NEAR)
    dealer = next((one.dealer for one in near if isinstance(one, said.Deal)), None)
    first = _first_of_the_last(events, said.Exchange)
    told = [(one, place) for one, place in zip(events[first:], places[first:], strict=True)
            if isinstance(one, said.Exchange)]  # fmt: skip
    if dealer is None or not isinstance(events[-1], said.Exchange):
        return
    numbers = [one.number for one, _ in told]
    told.sort(key=lambda one: (one[0].seat - dealer - 1) % players)
    events[first:] = [
        one._replace(number=number) for (one, _), number in zip(told, numbers, strict=True)
    ]
    places[first:] = [place for _, place in told]


def _first_of_the_last(events: Sequence[Event], kind: type[Event]) -> int:
    """Return the index of the first of the events of a kind right above the last event."""
    first = len(events) - 1
    while first and isinstance(events[first - 1], kind):
        first -= 1
    return first


def _move_last_to(events: list[Event], places: list[int], first: int) -> None:
    """Move the last event up to a place; the numbers of actions stay in order."""
    numbers = iter([one.number for one in events[first:] if isinstance(one, Action)])
    moved = [events[-1], *events[first:-1]]
    events[first:] = [
        one._replace(number=next(numbers)) if isinstance(one, Action) else one for one in moved
    ]
    places[first:] = [places[-1], *places[first:-1]]


def _played_before(events: Sequence[Event], at: int) -> bool:
    """Return whether a card has been played in the deal before an event."""
    above = (events[now] for now in range(at - 1, -1, -1))
    before = takewhile(lambda one: not isinstance(one, BETWEEN_DEALS), above)
    return any(isinstance(one, said.Play) for one in before)


def without_numbers(events: Sequence[Event]) -> list[Event]:
    """Return the events of a sheet that numbers no play itself, without numbers in each deal of
    which the exchange is told in part; where one of its plays was not understood they stay."""
    starts = [at for at, one in enumerate(events) if isinstance(one, said.Deal | said.Score)]
    found: list[Event] = []
    for start, end in pairwise([0, *(at for at in starts if at), len(events)]):
        deal = events[start:end]
        plays = [one for one in deal if isinstance(one, Action)]
        numbers = [one.number for one in plays if one.number is not None]
        follow = all(two == one + 1 for one, two in pairwise(numbers))
        exchanged = {one.seat for one in plays if isinstance(one, said.Exchange)}
        partly = exchanged and exchanged < {one.seat for one in plays}
        found += [
            one._replace(number=None) if partly and follow and isinstance(one, Action) else one
            for one in deal
        ]
    return found


def begin_late(events: Sequence[Event]) -> bool:
    """Return whether a sheet begins in the middle of a game: with a deal or a round of a higher
    number than 1, or with a standing and not with its first deal. At its beginning all players have
    the same."""
    told = [one for one in events if isinstance(one, said.Deal | said.Round | said.Score | Action)]
    heads = [*takewhile(lambda one: isinstance(one, said.Deal | said.Round), told)]
    firsts = {type(one): one.number for one in reversed(heads)
              if isinstance(one, said.Deal | said.Round)}  # fmt: skip
    if any(number is not None and number > 1 for number in firsts.values()):
        return True
    totals = dict(told[0].totals) if told and isinstance(told[0], said.Score) else {}
    deals = (one.number for one in told if isinstance(one, said.Deal | said.Round))
    return len({*totals.values()}) > 1 and next(deals, None) != 1


def count_from_one(events: Sequence[Event]) -> bool:
    """Return whether the first play of a sheet has the number 1."""
    return next((one.number for one in events if isinstance(one, Action)), None) == 1


def may_lack_draws(events: Sequence[Event], players: int) -> bool:
    """Return whether a sheet of Count to 20 leaves the cards drawn out: no player draws or passes
    on it, and a player makes a count who is not the next one."""
    if any(isinstance(one, said.Draw | said.Pass) for one in events):
        return False
    turns = [one for one in events if isinstance(one, said.Play | said.Deal)]
    return any(
        isinstance(one, said.Play) and isinstance(next_, said.Play)
        and next_.seat != one.seat % players + 1
        for one, next_ in pairwise(turns)
    )  # fmt: skip


def may_lack_deals(events: Sequence[Event], players: int) -> bool:
    """Return whether a sheet may leave whole deals out: the numbers of its deals skip some, a deal
    has totals and no plays, or a player deals who does not keep a card of the deal before, or of so
    many `players` is not the next one. Where it is not by turns that they deal, there are none."""
    deals = [at for at, one in enumerate(events) if isinstance(one, said.Deal)]
    for start, end in pairwise([*deals, len(events)]):
        kinds = {type(one) for one in events[start:end]}
        if said.Score in kinds and kinds.isdisjoint(ACTIONS):
            return True
    for before, at in pairwise(deals):
        first, second = events[before], events[at]
        if isinstance(first, said.Deal) and isinstance(second, said.Deal):
            if first.number and second.number and second.number > first.number + 1:
                return True
            kept = [one for one in events[before:at] if isinstance(one, said.Keep)]
            due = {one.seat for line in kept for one in line.kept}
            if players and first.dealer and not due:
                due = {first.dealer % players + 1}
            if second.dealer and due and second.dealer not in due:
                return True
    return False


def all_without_numbers(events: Sequence[Event]) -> list[Event]:
    """Return the events of a sheet without the numbers of plays, which it does not have itself."""
    return [one._replace(number=None) if isinstance(one, Action) else one for one in events]
