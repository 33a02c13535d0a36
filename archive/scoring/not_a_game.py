"""Text that is no game in any form: one sentence in place of a fault for every word of it."""

from __future__ import annotations

from collections.abc import Iterable

from archive.core import events as said
from archive.core.diagnostics import Diagnostic
from archive.core.events import ANNOTATIONS, Event
from archive.core.record import Record
from archive.languages.language import ENGLISH, Language
from archive.scoring.finding_drafts import Draft

FORMS = (
    "a game in XXN, a score sheet with lines such as “Anna: 8 (8)”, or a table with columns such "
    "as Player, Card, Tally, Points"
)
"""The forms that can be read, with an example of each."""
KEPT = frozenset({"byte-order-mark", "line-ends", "not-utf-8", "utf-16", "large-record"})
"""Faults of the bytes themselves, which are reported all the same."""
SHOWN = 60


def faults_of(record: Record) -> list[Diagnostic] | None:
    """Return the remaining faults of a record of which nothing could be read, each fault of its
    bytes once; None where something could."""
    if record.tags or _says_something(record.events):
        return None
    if not any(fault.code in ("unreadable", "not-utf-8") for fault in record.diagnostics):
        return None
    kept = {fault.code: fault for fault in reversed(record.diagnostics) if fault.code in KEPT}
    return list(reversed(kept.values()))


def diagnostics_of(record: Record) -> list[Diagnostic]:
    """Return the reader's faults of a record; for text that is no game in any form, one
    sentence."""
    left = faults_of(record)
    if left is None:
        return record.diagnostics
    return [Diagnostic("unreadable", "error", 1, 1, 0, FORMS, _begins(record), None), *left]


def _says_something(events: Iterable[Event]) -> bool:
    """Return whether anything in the text is part of a game."""
    return any(
        type(event) not in ANNOTATIONS
        or (isinstance(event, said.Variation) and _says_something(event.events))
        for event in events
    )


def finding(record: Record) -> Draft:
    """Return the finding about it."""
    shown = _begins(record)
    return Draft("unreadable", "error", None, 0, None, None, None, FORMS, shown)


def sentence(record: Record, language: Language = ENGLISH) -> str:
    """Return the sentence with what was expected, and what is there."""
    return language.say(
        "This cannot be read as a game. It should be {forms}; it begins with “{beginning}”.",
        forms=language.text(FORMS),
        beginning=_begins(record),
    )


def _begins(record: Record) -> str:
    """Return the beginning of the first line with anything on it."""
    line = next((line.strip() for line in record.lines if line.strip()), "")
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"
