"""A record in canonical form: one way to write its content.

One table line, one hand, one cycle of plays a line, comments and variations on lines of their own.
What could not be read stands between backquotes, so that it stays what it was. Writing what was
read back in changes nothing more: `write(read(write(r))) == write(r)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

from archive.core import events as said
from archive.core.cards import text_of
from archive.core.events import ACTIONS, Action, Event
from archive.core.record import Record, Tag, tag_order
from archive.notation import plays, table_lines

Turn: TypeAlias = Callable[[Action], str]
BESIDE = (*ACTIONS, said.Held, said.Unread, said.Comment, said.Nag, said.Stop)
"""Events that may stand on the line of the one before."""


def write(record: Record, turn: Turn = plays.write) -> str:
    """Return the record as canonical XXN, ending in a line end; `turn` writes players' actions."""
    return _text(record.tags, _lines(record.events, turn, _joined(record)))


def canonical(record: Record) -> str:
    """Return what a record says as canonical XXN, on whatever lines it stands; worked out once."""
    kept: dict[str, str] = record.__dict__
    if "_canonical" not in kept:
        kept["_canonical"] = text_from(record.tags, record.events)
    return kept["_canonical"]


def text_from(tags: Iterable[Tag], events: Iterable[Event], turn: Turn = plays.write) -> str:
    """Return tags and events as canonical XXN, as of a record that was never written."""
    return _text(tags, _lines(events, turn))


def written(event: Event) -> str:
    """Return one event as it is written, on one line."""
    return " ".join(_lines([event], plays.write))


def _text(tags: Iterable[Tag], lines: list[str]) -> str:
    head = [f'[{tag.name} "{_escaped(tag.value)}"]' for tag in sorted(tags, key=tag_order)]
    return "\n".join([*head, *([""] if head and lines else []), *lines, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _joined(record: Record) -> frozenset[int]:
    """Return the events that stay on the line of the one before: unreadable text may belong to its
    line, and so may what stands after it there."""
    events = record.events
    if not record.text or said.Unread not in map(type, events):
        return frozenset()
    found: set[int] = set()
    for at, (before, event) in enumerate(pairwise(events), start=1):
        if isinstance(before, said.Variation) or isinstance(event, said.Variation):
            continue
        unread = isinstance(event, said.Unread) or isinstance(before, said.Unread)
        if not isinstance(before, BESIDE) and not isinstance(event, said.Unread):
            continue  # after a table line
        if isinstance(before, said.Held) and not any(before.packets):
            continue  # unreadable text would be read as its cards
        if (unread or at - 1 in found) and record.line_of(at) == record.line_of(at - 1):
            found.add(at)
    return frozenset(found)


def _lines(events: Iterable[Event], turn: Turn, joined: frozenset[int] = frozenset()) -> list[str]:
    lines: list[str] = []
    cycle: list[str] = []  # the plays of the line being written
    seats: set[int] = set()
    before: Event | None = None
    for at, event in enumerate(events):
        if at in joined:
            if cycle:
                lines.append(" ".join(cycle))
                cycle, seats = [], set()
            acts = type(event) in ACTIONS
            piece = turn(event) if acts else _apart(event, turn)[0]  # type: ignore[arg-type]
            if isinstance(before, BESIDE):
                lines[-1] += f" {piece}"
            else:  # a table line takes all that stands on its line
                lines.append(f" {piece}")
            before = event
            continue
        before = event
        if type(event) in ACTIONS:  # most are
            seat: int = event.seat  # type: ignore[assignment, union-attr]
            if seat in seats:
                lines.append(" ".join(cycle))
                cycle, seats = [], set()
            seats.add(seat)
            cycle.append(turn(event))  # type: ignore[arg-type]
            continue
        if cycle:
            if isinstance(event, said.Nag):
                cycle.append(f"${event.value}")
                continue
            lines.append(" ".join(cycle))
            cycle, seats = [], set()
        if isinstance(event, said.Round) and lines:
            lines.append("")
        if type(event) in table_lines.ALIKE:  # most lines are
            lines.append(table_lines.write(event))
        else:
            lines.extend(_apart(event, turn))
    if cycle:
        lines.append(" ".join(cycle))
    return lines


def _apart(event: Event, turn: Turn) -> list[str]:
    """Return an event that stands on lines of its own."""
    match event:
        case said.Held(seat, packets):
            return [f"p{seat}: {'+'.join(map(text_of, packets))}".rstrip()]
        case said.Comment(text):
            return ["{" + _quoted(text, "}") + "}"]
        case said.Nag(value):
            return [f"${value}"]
        case said.Variation(events, closed):
            return ["(", *_lines(events, turn), *([")"] if closed else [])]
        case said.Stop(sign):
            return [sign]
        case said.Unread(text):
            return ["`" + _quoted(text, "`") + "`"]
    return [table_lines.write(event)]


def _quoted(text: str, end: str) -> str:
    """Return text that stands before a closing sign, without that sign in it."""
    text = text.replace("\\", "\\\\").replace(end, "\\" + end)
    # would open a record
    return re.sub(r'^(\ufeff?)\[(?=XXN ")', r"\1\\[", text, flags=re.MULTILINE)
