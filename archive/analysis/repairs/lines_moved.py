"""Lines of a record that were written too late or too early, moved to their place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from archive.core.events import Deal, Held, Round, Trick
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Verdict


def lines_exchanged(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield lines in the other order, where plays that are missing are written some lines later:
    those up to there after them."""
    first = (finding.expected or "").rstrip(".")
    if finding.code != "missing-play" or finding.at is None or not first.isdigit():
        return
    events, acted = verdict.record.events, verdict.record.acted
    numbers = {events[at].number: at for at in acted if at > finding.at}  # type: ignore[union-attr]
    late = numbers.get(int(first))
    if late is None:
        return
    number = int(first)
    while number + 1 in numbers and numbers[number + 1] > numbers[number]:
        number += 1
    early, begun = _line_before(finding.at, verdict), _line_before(late, verdict)
    if early < begun <= _line_before(numbers[number], verdict):
        yield from _in_the_other_order(early, begun, _line_end(numbers[number], verdict), verdict)


def hand_dealt_later(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the line of a hand that was dealt too early behind the next line of a deal, or behind
    the play with which the player’s last hand is used up."""
    at, events = finding.at, verdict.record.events
    if finding.code != "dealt-early" or at is None or not isinstance(hand := events[at], Held):
        return
    behind = range(at + 1, len(events))
    opened = next((now for now in behind if type(events[now]) in (Deal, Round)), len(events))
    again = next((now for now in behind if _is_hand_of(hand.seat, events[now])), len(events))
    if opened > again or opened == len(events):
        plays = [now for now in verdict.record.acted if events[now].seat == hand.seat]  # type: ignore[union-attr]
        last = max((now for now in range(at) if _is_hand_of(hand.seat, events[now])), default=at)
        of_hand = [now for now in plays if now > last][: len(hand.cards)]
        opened = of_hand[-1] if of_hand and of_hand[-1] > at else len(events)
    if opened < len(events):
        here, ended = _line_begin(at, verdict), _line_end(at, verdict)
        yield from _in_the_other_order(here, ended, _line_end(opened, verdict), verdict)


def _is_hand_of(seat: int, event: object) -> bool:
    return isinstance(event, Held) and event.seat == seat


def _in_the_other_order(first: int, second: int, end: int, verdict: Verdict) -> Iterator[Change]:
    """Yield the change that exchanges two stretches of whole lines, one right behind the other."""
    text = verdict.record.text
    if first < second < end and text[second - 1] == text[end - 1] == "\n":
        one, other = text[first:second], text[second:end]
        words = f"“{_heading(one)}” and “{_heading(other)}” in the other order"
        yield (Edit(first, one, other, words), Edit(second, other, one, words))


def _line_begin(at: int, verdict: Verdict) -> int:
    """Return where the line of an event begins."""
    return verdict.record.text.rfind("\n", 0, verdict.record.offsets[at]) + 1


def _line_end(at: int, verdict: Verdict) -> int:
    """Return where the line behind an event's begins."""
    text = verdict.record.text
    ended = text.find("\n", verdict.record.offsets[at])
    return len(text) if ended < 0 else ended + 1


def _line_before(at: int, verdict: Verdict) -> int:
    """Return where the line of an action begins, with the lines of the table right before it."""
    record = verdict.record
    place = bisect_left(record.acted, at)
    first = record.acted[place - 1] + 1 if place else at
    while first < at and not isinstance(record.events[first], Trick):
        first += 1
    return _line_begin(first, verdict)


def _heading(lines: str) -> str:
    """Return the first line of several."""
    first, _, more = lines.strip().partition("\n")
    return f"{first} …" if more else first
