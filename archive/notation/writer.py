"""A record in canonical form: one way to write what it says.

One table line, one hand, one cycle of plays a line, comments and variations on lines of their own.
What could not be read stands between backquotes, so that it stays what it was.
Writing what was read back in changes nothing more: `write(read(write(r))) == write(r)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from archive import events as said
from archive.cards import text_of
from archive.events import Action, Event
from archive.notation import plays, table_lines
from archive.record import Record, Tag

LEADING_TAGS = ("XXN", "Game", "Rules", "Event", "Site", "Date")
CLOSING_TAGS = ("Deck", "View", "Result")


def write(record: Record) -> str:
    """The record as canonical XXN, ending in a line end."""
    tags = [f'[{tag.name} "{_escaped(tag.value)}"]' for tag in sorted(record.tags, key=tag_order)]
    lines = _lines(record.events)
    return "\n".join([*tags, *([""] if tags and lines else []), *lines, ""])


def written(event: Event) -> str:
    """One event as it is written, on one line."""
    return " ".join(_lines([event]))


def tag_order(tag: Tag) -> tuple[int, int, str]:
    """XXN, Game, Rules, Event, Site, Date, the players, Deck, View, Result, then by name."""
    if tag.name in LEADING_TAGS:
        return 0, LEADING_TAGS.index(tag.name), ""
    if re.fullmatch(r"P[1-9]\d?", tag.name):
        return 1, int(tag.name[1:]), ""
    if tag.name in CLOSING_TAGS:
        return 2, CLOSING_TAGS.index(tag.name), ""
    return 3, 0, tag.name


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _lines(events: Iterable[Event]) -> list[str]:
    lines: list[str] = []
    cycle: list[str] = []  # the plays of the line being written
    seats: set[int] = set()

    def end_cycle() -> None:
        if cycle:
            lines.append(" ".join(cycle))
        cycle.clear()
        seats.clear()

    for event in events:
        if isinstance(event, Action):
            if event.seat in seats:
                end_cycle()
            seats.add(event.seat)
            cycle.append(plays.write(event))
        elif isinstance(event, said.Nag) and cycle:
            cycle.append(f"${event.value}")
        else:
            end_cycle()
            if isinstance(event, said.Round) and lines:
                lines.append("")
            lines.extend(_apart(event))
    end_cycle()
    return lines


def _apart(event: Event) -> list[str]:
    """An event that stands on lines of its own."""
    match event:
        case said.Held(seat, packets):
            return [f"p{seat}: {'+'.join(text_of(packet) for packet in packets)}".rstrip()]
        case said.Comment(text):
            return ["{" + _quoted(text, "}") + "}"]
        case said.Nag(value):
            return [f"${value}"]
        case said.Variation(events):
            return ["(", *_lines(events), ")"]
        case said.Stop(sign):
            return [sign]
        case said.Unread(text):
            return ["`" + _quoted(text, "`") + "`"]
    return [table_lines.write(event)]


def _quoted(text: str, end: str) -> str:
    """Text as it stands before a closing sign, which it must not hold itself."""
    text = text.replace("\\", "\\\\").replace(end, "\\" + end)
    # would open a record
    return re.sub(r'^(\ufeff?)\[(?=XXN ")', r"\1\\[", text, flags=re.MULTILINE)
