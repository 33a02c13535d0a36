"""The entries of a sheet, for the comparison with another sheet of the same game."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from archive.analysis.entry_statements import is_deed
from archive.core.events import Comment, Event, Gap, Nag, Stop, Variation
from archive.core.record import Record
from archive.notation.lexer import TOKEN

UNCOMPARED = frozenset({Comment, Nag, Variation, Stop})


class Sort(Enum):
    """The role of an entry in the game: an action in turn, a stretch that was not written down, or
    an optional line beside them."""

    DEED = auto()
    GAP = auto()
    LINE = auto()


class SheetEntry(NamedTuple):
    """One event of a sheet: its index, the beginning and end of its text, and the text without its
    number."""

    at: int
    offset: int
    end: int
    text: str
    number: str
    """Its number in the sheet; empty where it has none."""
    sort: Sort


def entries_of(record: Record) -> list[SheetEntry]:
    """Return the entries of a record, without comments and whatever else is not compared."""
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
