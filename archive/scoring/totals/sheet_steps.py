"""A sheet that has totals and no plays, as the steps of its totals from one standing to the
next."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from archive.core.cards import Card
from archive.core.events import (
    ACTIONS,
    Bonus,
    Comment,
    Deal,
    End,
    Event,
    Gap,
    Held,
    Keep,
    Round,
    Score,
    Show,
    Trump,
    Unread,
    Up,
)
from archive.core.numbers_in_comments import tricks_in
from archive.core.record import Record
from archive.rules.totals import SheetStep

TOLD = (*ACTIONS, Held, Keep, Up, Bonus, Gap, Unread)
"""Events that have more of a game than its totals, or leave something open."""

HANDS = 5
"""The hands of a round, each of which may have its standing."""


def of_totals_alone(record: Record) -> bool:
    """Return whether a record has standings, or nothing but an end with totals, or the trumps of
    its deals and their tricks, and of the play at most the cards that lost. Behind the line of a
    deal an end may be that of a later one."""
    kinds = set(map(type, record.events))
    if not kinds.isdisjoint(TOLD):
        return False
    ends = any(isinstance(one, End) and one.totals for one in record.events)
    standing = Score in kinds or (ends and kinds.isdisjoint({Deal, Round}))
    standing = standing or ({Deal, Trump} <= kinds and any(map(_tells_tricks, record.events)))
    shows = (one for one in record.events if isinstance(one, Show))
    return standing and all(map(_of_losers, shows))


def _tells_tricks(event: Event) -> bool:
    return isinstance(event, Comment) and bool(tricks_in(event.text))


def _of_losers(show: Show) -> bool:
    """Return whether the cards shown are of one rank, as those are that lose a hand together."""
    return len({card.rank for _, cards in show.shown for card in cards}) == 1


def steps(
    record: Record, seats: int, opening: int, unit: type[Event], out_at: int | None = None,
    goes_on: Callable[[Mapping[int, int], Mapping[int, int]], bool] = lambda *_: False,
    by_tricks: Callable[[SheetStep], Mapping[int, int]] = lambda _: {},
) -> Iterator[SheetStep]:  # fmt: skip
    """Yield the steps of a sheet; `unit` is the line that begins what is counted in it, a deal or a
    round, and `opening` the total at the beginning. A player with `out_at` points or more keeps
    them where a later standing leaves that player out. The totals at the end of the game are a
    standing where there is none behind the last deal, or where the game `goes_on` from the last
    standing to them. Behind a deal of which only tricks are told, and that is not the last behind
    others, the totals are what these make them: `by_tricks` gives them, or none where they do not
    tell."""
    before: dict[int, int] = dict.fromkeys(range(1, seats + 1), opening)
    last, suit = 0, ""
    begun: list[int] = []
    shown: dict[int, Card] = {}
    beside: list[str] = []
    standings = 0  # since the last unit began
    kinds = [type(event) for event in record.events]
    one_a_round = kinds.count(Score) <= kinds.count(Round) + 1
    tricks_at, alone = 0, True  # where the tricks of the deal are told; whether no step was before
    went_on = Score not in kinds  # whether anything was dealt since the last one
    for at, event in enumerate(record.events):
        went_on = went_on or isinstance(event, Deal | Round | Trump | Show)
        if isinstance(event, Deal | Round) and type(event) is unit:
            if tricks_at and begun == [last + 1]:
                yield (step := _counted(tricks_at, begun, before, suit, beside, by_tricks))
                before = dict(step.after)
                last, begun, beside, alone = last + 1, [], [], False
            tricks_at = standings = 0
            number = event.number if event.number is not None else last + len(begun) + 1
            begun.append(number)
            suit, shown = "", {}
        elif isinstance(event, Trump):
            suit = event.suit or ""
        elif isinstance(event, Show):
            shown = {seat: cards[0] for seat, cards in event.shown}
        elif isinstance(event, Comment):
            beside.append(event.text)
            tricks_at = at if _tells_tricks(event) else tricks_at
        elif isinstance(event, Score) or (
            isinstance(event, End)
            and event.totals
            and (went_on or goes_on(before, {**before, **dict(event.totals)}))
        ):
            deals: Sequence[int] = ()
            if begun and begun[-1] > last:
                deals = range(last + 1, begun[-1] + 1)
            after = {seat: total for seat, total in event.totals if seat <= seats}
            if out_at is not None:
                kept = {seat: total for seat, total in before.items() if total >= out_at}
                after = {**kept, **after}
            told = (suit, shown) if len(deals) == 1 else ("", {})
            next_ = number_behind(record, at, unit) if last and not went_on else None
            off = [seat for seat, total in after.items() if before.get(seat, total) != total]
            standings += 1
            of_hands = unit is Round and standings <= HANDS and (len(off) > 1 or not one_a_round)
            carried_to = last + 1 if next_ == last + 1 and not of_hands else 0
            yield SheetStep(at, deals, before.copy(), after, *told, beside, carried_to)
            before = {**{seat: before[seat] for seat in before if seat in after}, **after}
            last = begun[-1] if begun else last
            begun, suit, shown, beside, went_on, tricks_at = [], "", {}, [], False, 0
            alone = False
    if tricks_at and alone:
        known = before if begun == [last + 1] else {}
        yield _counted(tricks_at, begun, known, suit, beside, by_tricks)


def _counted(
    at: int, deals: Sequence[int], before: Mapping[int, int], suit: str, beside: Sequence[str],
    by_tricks: Callable[[SheetStep], Mapping[int, int]],
) -> SheetStep:  # fmt: skip
    """Return the step of a deal of which only the tricks are told."""
    step = SheetStep(at, deals, dict(before), {}, suit, {}, beside, by_tricks=True)
    return step._replace(after=by_tricks(step) if before else {})


def begun_behind(record: Record, last: SheetStep, unit: type[Event]) -> SheetStep | None:
    """Return what is told of the deals behind the last standing as a step without totals behind it;
    None where none has begun."""
    number, deals, suit, at = last.deals[-1] if last.deals else 0, list[int](), "", last.at
    beside: list[str] = []
    for place, event in enumerate(record.events[last.at + 1 :], last.at + 1):
        if isinstance(event, Deal | Round) and type(event) is unit:
            at, number = place, event.number if event.number is not None else number + 1
            deals.append(number)
            suit = ""
        elif isinstance(event, Trump):
            suit = event.suit or ""
        elif isinstance(event, Comment):
            beside.append(event.text)
    return SheetStep(at, deals, last.after, {}, suit, {}, beside) if deals else None


def number_behind(record: Record, at: int, unit: type[Event]) -> int | None:
    """Return the number of the next deal, or round, behind an event; None where none comes behind
    it, or it has no number."""
    behind = islice(record.openings, bisect_left(record.openings, at), None)
    event = next((one for now in behind if type(one := record.events[now]) is unit), None)
    return event.number if isinstance(event, Deal | Round) else None


def ended(record: Record) -> End | None:
    """Return the line about the end of the game."""
    return next((event for event in record.events if isinstance(event, End)), None)
