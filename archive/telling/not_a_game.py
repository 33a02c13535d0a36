"""Text that is no game in any form: one sentence in place of a fault for every word of it. It names
what could not be used, by its line and its words, what was expected, and an example."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from archive.core import events as said
from archive.core.diagnostics import Diagnostic
from archive.core.events import ANNOTATIONS, Event
from archive.core.record import SEAT, Record
from archive.importers.source import LARGEST, Source
from archive.importers.unused import Trouble, unused
from archive.languages.language import ENGLISH, Language
from archive.telling.finding_drafts import Draft

KEPT: Final = frozenset({"byte-order-mark", "line-ends", "not-utf-8", "large-record"})
"""Faults of the bytes themselves, which are reported all the same."""
OURS: Final = frozenset({"XXN", "Game", "Rules"})
"""Tags by which a text says that it is a record of a game known here; so do those of players."""
SHOWN: Final = 60
LINE: Final = "a line such as {text}"
COLUMNS: Final = "columns such as Player, Card, Tally, Points"
IN_JSON: Final = "a sheet such as {text}"
SHORTER: Final = "a sheet of at most {n} MB"

EXPECTED: Final = {
    Trouble.HEADER: COLUMNS, Trouble.NO_CARDS: COLUMNS, Trouble.NO_PLAYERS: COLUMNS,
    Trouble.JSON: IN_JSON, Trouble.LONG: SHORTER, Trouble.UNFINISHED: "a sheet of one game",
}  # fmt: skip
"""What was expected in place of the line; a line such as the example where nothing else is said."""
SENTENCES: Final = {
    Trouble.EMPTY: "There is nothing in it; expected is a game, with a line such as “{instead}” "
    "for each play.",
    Trouble.LONG: "This cannot be read as a game: from line {n}, “{text}”, to its end there are "
    "more than {m} MB, the most that is read of a sheet; expected are several parts, such as a "
    "file for each evening.",
    Trouble.BYTES: "This cannot be read as a game: it is no text, for line {n} is “{text}”; "
    "expected is a text with lines such as “{instead}”.",
    Trouble.JSON: "This cannot be read as a game: line {n}, “{text}”, is JSON without “tags” and "
    "“events”; expected is a sheet such as {instead}.",
    Trouble.HEADER: "This cannot be read as a game: line {n}, “{text}”, heads no column with "
    "players or cards; expected are columns such as Player, Card, Tally, Points.",
    Trouble.NO_PLAYERS: "This cannot be read as a game: line {n}, “{text}”, heads no column with "
    "the players; expected are columns such as Player, Card, Tally, Points.",
    Trouble.NO_CARDS: "This cannot be read as a game: line {n}, “{text}”, heads no column with "
    "the cards; expected are columns such as Player, Card, Tally, Points.",
    Trouble.ALONE: "This cannot be read as a game: line {n}, “{text}”, is its only play; "
    "expected are at least two, each written as in “{instead}”.",
    Trouble.UNFINISHED: "This is no game in XXN: line {n}, “{text}”, is a play as sheets in words "
    "have it, but no such sheet was read, or not within its time; expected is a shorter one, such "
    "as a file for each game.",
    Trouble.NO_GAME: "This cannot be read as a game: nothing says which game it is, and line {n}, "
    "“{text}”, may be of several; expected is a line above it such as “{instead}”.",
    Trouble.IN_THE_WAY: "This cannot be read as a game: line {n}, “{text}”, is not understood as a "
    "play, a hand or a total, and without it the rest could be read; expected is a line such as "
    "“{instead}”.",
    Trouble.ONE_OF_SEVERAL: "This cannot be read as a game: its lines do not go together, and "
    "without line {n}, “{text}”, or without another one the rest could be read; expected are lines "
    "such as “{instead}”.",
    Trouble.HEADING: "This cannot be read as a game: below line {n}, “{text}”, there is no play, "
    "no hand and no total; expected is a line such as “{instead}”.",
    Trouble.LINE: "This cannot be read as a game: line {n}, “{text}”, is not understood as a "
    "play, a hand or a total; expected is a line such as “{instead}”.",
}
"""What is said of the line: `{text}` is what stands there, `{instead}` an example."""


class _Place(NamedTuple):
    """What could not be used, its line from 1, its first character, what is shown of it, and an
    example."""

    trouble: Trouble
    line: int
    column: int
    shown: str
    example: str

    @property
    def expected(self) -> str:
        """Return what was expected there."""
        told = EXPECTED.get(self.trouble, LINE)
        example = self.example if told is IN_JSON else f"“{self.example}”"
        return told.replace("{n}", str(LARGEST >> 20)).replace("{text}", example)


def faults_of(record: Record) -> list[Diagnostic] | None:
    """Return the remaining faults of a record of which nothing could be read, each fault of its
    bytes once; None where something could."""
    if _says_something(record.events) or any(
        name in OURS or SEAT.fullmatch(name) for name, _ in record.tags
    ):
        return None
    codes = {fault.code for fault in record.diagnostics}
    if "utf-16" in codes or (record.tags and "unreadable" not in codes):
        return None
    kept = {fault.code: fault for fault in reversed(record.diagnostics) if fault.code in KEPT}
    return list(reversed(kept.values()))


def diagnostics_of(record: Record) -> list[Diagnostic]:
    """Return the reader's faults of a record; for text that is no game in any form, one
    sentence."""
    left = faults_of(record)
    if left is None:
        return record.diagnostics
    found = _unused(record)
    byte = len(record.text[: record.offset(found.line, found.column)].encode("utf-8", "replace"))
    return [Diagnostic("unreadable", "error", found.line, found.column, byte, found.expected,
                       found.shown, None), *left]  # fmt: skip


def _says_something(events: Iterable[Event]) -> bool:
    """Return whether anything in the text is part of a game."""
    return any(
        type(event) not in ANNOTATIONS
        or (isinstance(event, said.Variation) and _says_something(event.events))
        for event in events
    )


def finding(record: Record) -> Draft:
    """Return the finding about it."""
    found = _unused(record)
    at = record.offset(found.line, found.column)
    return Draft("unreadable", "error", None, at, None, None, None, found.expected, found.shown)


def sentence(record: Record, language: Language = ENGLISH) -> str:
    """Return the sentence with what could not be used, what was expected, and an example."""
    found = _unused(record)
    return language.say(
        SENTENCES[found.trouble],
        n=found.line, m=LARGEST >> 20, text=found.shown, instead=found.example,
    )  # fmt: skip


def sentence_about(data: bytes, size: int) -> str | None:
    """Return the same about a file among others that begins with `data`, in English, as it is
    stored; None where the file is no text."""
    found = _unused(Record(text=Source(data).raw.replace("\r\n", "\n")), size)
    if found.trouble is Trouble.BYTES:
        return None
    shown = found.shown.encode("utf-8", "replace").decode()
    return ENGLISH.say(SENTENCES[found.trouble], n=found.line, m=LARGEST >> 20, text=shown,
                       instead=found.example)  # fmt: skip


def _unused(record: Record, size: int | None = None) -> _Place:
    trouble, at, example = unused(
        record.text, record.lines, len(record.raw) if size is None else size
    )
    line = record.lines[at]
    shown = line.strip(" \t\ufeff")
    column = len(line) - len(line.lstrip(" \t\ufeff")) + 1
    if len(shown) > SHOWN:
        shown = shown[: SHOWN - 1].rstrip() + "…"
    return _Place(trouble, at + 1, column if shown else 1, shown or "nothing", example)
