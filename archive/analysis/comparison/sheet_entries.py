"""The entries of a sheet, as two sheets of one game are laid side by side."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from archive.analysis.statements import is_deed
from archive.core.events import Comment, Event, Gap, Nag, Stop, Variation
from archive.core.record import Record
from archive.notation.lexer import TOKEN

UNCOMPARED = frozenset({Comment, Nag, Variation, Stop})


class Sort(Enum):
    """What an entry is in the course of the game: something done in turn, a stretch that was not
    written down, or a line beside them, which is written by who likes to."""

    DEED = auto()
    GAP = auto()
    LINE = auto()


class SheetEntry(NamedTuple):
    """One event of a sheet: its index, where its text begins and ends, and the text without its
    number."""

    at: int
    offset: int
    end: int
    text: str
    number: str
    """The number it has in the sheet; empty where it has none."""
    sort: Sort


def entries_of(record: Record) -> list[SheetEntry]:
    """Return the entries of a record, without comments and what else is not compared."""
    return [
        _entry(record.text, at, offset, event)
        for at, (event, offset) in enumerate(zip(record.events, record.offsets, strict=True))
        if type(event) not in UNCOMPARED
    ]


def _entry(text: str, at: int, offset: int, event: Event) -> SheetEntry:
    match = TOKEN.match(text, offset)
    whole = match[0].strip() if match else ""
    start = offset + (match[0].index(whole) if match else 0)
    words = " ".join(whole.split())
    head, dot, rest = words.partition(". ")
    numbered = dot and head.isdigit()
    return SheetEntry(at, start, start + len(whole), rest if numbered else words,
                 head if numbered else "", _sort(event))  # fmt: skip


def _sort(event: Event) -> Sort:
    if isinstance(event, Gap):
        return Sort.GAP
    return Sort.DEED if is_deed(event) else Sort.LINE
