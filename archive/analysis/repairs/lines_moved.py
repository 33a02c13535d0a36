"""Lines of a record that were written too late or too early, moved to their place; and hands of a
deal that were written into the row of another player."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from archive.analysis.repairs.fault import Fault, name_of, other_players
from archive.core.events import Action, Deal, Held, Round, Trick
from archive.notation.edits import Change, Edit
from archive.scoring import Question

MOST_HANDS = 12
"""The most hands of a deal that are looked at: no deal has more."""


def lines_exchanged(fault: Fault) -> Iterator[Change]:
    """Yield lines in the other order, where missing plays are written some lines later."""
    first = (fault.finding.expected or "").rstrip(".")
    at, events = fault.at, fault.events
    if fault.code != "missing-play" or at is None or not first.isdigit():
        return
    numbers = {events[now].number: now for now in fault.record.acted if now > at}  # type: ignore[union-attr]
    number = int(first)
    if number not in numbers:
        return
    late = numbers[number]
    while number + 1 in numbers and numbers[number + 1] > numbers[number]:
        number += 1
    early, begun = _line_before(fault, at), _line_before(fault, late)
    if early < begun <= _line_before(fault, numbers[number]):
        yield from _in_the_other_order(fault, early, begun, _line_end(fault, numbers[number]))


def hand_dealt_later(fault: Fault) -> Iterator[Change]:
    """Yield the line of a hand that was dealt too early behind the next line of a deal, or behind
    the play with which the player’s last hand is used up."""
    at, hand, events = fault.at, fault.event, fault.events
    if fault.code != "dealt-early" or at is None or not isinstance(hand, Held):
        return
    listed = [
        now for now, one in enumerate(events) if isinstance(one, Held) and one.seat == hand.seat
    ]
    behind = range(at + 1, len(events))
    opened = next((now for now in behind if isinstance(events[now], Deal | Round)), len(events))
    again = next((now for now in listed if now > at), len(events))
    if opened > again or opened == len(events):
        last = max((now for now in listed if now < at), default=at)
        plays = [now for now in fault.record.acted if events[now].seat == hand.seat]  # type: ignore[union-attr]
        of_hand = [now for now in plays if now > last][: len(hand.cards)]
        opened = of_hand[-1] if of_hand and of_hand[-1] > at else len(events)
    if opened < len(events):
        begun, ended = _line_begin(fault, at), _line_end(fault, at)
        yield from _in_the_other_order(fault, begun, ended, _line_end(fault, opened))


def _in_the_other_order(fault: Fault, first: int, second: int, end: int) -> Iterator[Change]:
    """Yield the change that exchanges two stretches of whole lines, one right behind the other."""
    text = fault.text
    if first < second < end and text[second - 1] == text[end - 1] == "\n":
        one, other = text[first:second], text[second:end]
        words = f"“{_heading(one)}” and “{_heading(other)}” in the other order"
        yield (Edit(first, one, other, words), Edit(second, other, one, words))


def _line_begin(fault: Fault, at: int) -> int:
    """Return where the line of an event begins."""
    return fault.text.rfind("\n", 0, fault.record.offsets[at]) + 1


def _line_end(fault: Fault, at: int) -> int:
    """Return where the line behind an event's begins."""
    ended = fault.text.find("\n", fault.record.offsets[at])
    return len(fault.text) if ended < 0 else ended + 1


def _line_before(fault: Fault, at: int) -> int:
    """Return where the line of an action begins, with the lines of the table right before it."""
    acted = fault.record.acted
    place = bisect_left(acted, at)
    first = acted[place - 1] + 1 if place else at
    while first < at and not isinstance(fault.events[first], Trick):
        first += 1
    return _line_begin(fault, first)


def _heading(lines: str) -> str:
    """Return the first line of several."""
    first, _, more = lines.strip().partition("\n")
    return f"{first} …" if more else first


# -- the rows of hands


def hands_in_other_rows(fault: Fault) -> Iterator[Change]:
    """Yield two hands of the deal in each other's rows, one of them that of the player at fault;
    and of a player with two of them, one in the row of a player who has none."""
    if fault.finding.question is not Question.LEGALITY or fault.at is None:
        return
    deal = [(at, fault.events[at]) for at in fault.deal(fault.at)]
    listed = ((at, hand.seat) for at, hand in deal if isinstance(hand, Held))
    hands = list(islice(listed, MOST_HANDS))
    seats = [seat for _, seat in hands]
    for at, seat in hands:
        for then, other in hands if seat == fault.finding.seat else ():
            if other != seat:
                names = [name_of(one, fault.players) for one in sorted([seat, other])]
                exchanged = sorted([(at, seat, other), (then, other, seat)])
                yield from _with_seats(fault, exchanged, f"{' and '.join(names)} exchanged")
    act = {deed.seat for _, deed in deal if isinstance(deed, Action)}
    for at, seat in hands:
        for none in sorted(act - {*seats}) if seats.count(seat) > 1 else ():
            words = other_players(f"p{none}", f"p{seat}", fault.players)
            yield from _with_seats(fault, [(at, seat, none)], words)


def _with_seats(fault: Fault, rows: list[tuple[int, int, int]], words: str) -> Iterator[Change]:
    """Yield the change that writes other seats for those of some rows."""
    edits = [Edit(fault.span(at)[0], f"p{seat}", f"p{other}", words) for at, seat, other in rows]
    if all(fault.text.startswith(f"{edit.old}:", edit.offset) for edit in edits):
        yield tuple(edits)
