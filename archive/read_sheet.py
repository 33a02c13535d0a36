"""A sheet read by an importer, and believed only where its own numbers bear the reading out.

Where an importer leaves lines over, what it made of the others may be wrong, and a sheet that is
right be accused. So each such reading is held against the rules: where it has more against it than
one slip explains, the sheet is not judged, and the line that was in the way is named. So is it
where more than a third of the lines with numbers were left unread: that nothing is wrong in the
others says little.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.diagnostics import Diagnostic
from archive.core.record import Record
from archive.importers import registry
from archive.importers.imported import LEFT_OVER, Imported
from archive.notation import write
from archive.runtime.resource_limits import TooLong, deadline
from archive.scoring import verify

logger = logging.getLogger(__name__)

OF_WHOLE_LINES = frozenset({"figures", "losing-cards", "totals"})
"""Importers that take a line as a whole, or leave it."""
ENOUGH = 2
"""The fewest lines left over that may explain what is against the rules."""
DIGIT = re.compile(r"\d")
UNREAD = 3
"""One line with numbers in this many may be left unread, or more where so many events are read for
each."""
FOR_EACH = 5
"""The right numbers, or the events, that bear out a reading in spite of one fault."""


def import_bytes(
    data: bytes, filename: str | None = None, importer: str | None = None, **options: str
) -> Imported | None:
    """Read a text that is not XXN, as `importers.import_bytes` does; without records where too
    little of it was understood for what is against the rules to be its players' fault. Where an
    `importer` is named, all is taken as it reads it."""
    found = registry.import_bytes(data, filename, importer, **options)
    if found is None or importer is not None or not found.records:
        return found
    in_the_way = _line_in_the_way(found)
    return found if in_the_way is None else found.unjudged(in_the_way)


def convert(
    data: bytes, filename: str | None, ranks: str, patience: float, importer: str | None = None
) -> Imported | None:
    """Return the upload as an importer reads it, the one named or one that recognises it, even if
    only to say why it cannot; None where it is XXN, or nothing that any importer recognises."""
    try:
        with deadline(patience):
            imported = import_bytes(data, filename, importer, ranks=ranks)
            return imported if imported and (imported.xxn or imported.refusal) else None
    except TooLong:
        logger.error("Importing was given up after %g seconds", patience)
    except Exception:
        logger.exception("An upload could not be imported")
    return None


class _Evidence(NamedTuple):
    """What the rules say of a reading: the lines of its faults, None for one that stands in none;
    and how many events and right numbers it has."""

    faults: list[int | None]
    events: int
    right: int

    def bears_out(self, left_over: int) -> bool:
        """Return whether a reading that left so many lines over may be believed."""
        doubts = len(self.faults) + left_over
        return self.right >= FOR_EACH * len(self.faults) or FOR_EACH * doubts <= self.events


def _line_in_the_way(found: Imported) -> Diagnostic | None:
    """Return the line left over that is nearest above the first fault, if too little was understood
    to believe in the faults, and the first line left over where too little was read at all; else
    None."""
    left = [one for one in found.diagnostics if one.code == LEFT_OVER or one.severity == "error"]
    if unread := _unread(found, left):
        return unread[0]
    lines = {one.line for one in left}
    if len(lines) < ENOUGH or found.importer in OF_WHOLE_LINES:
        return None
    evidence = _evidence(found)
    borne_out = not evidence.faults or evidence.bears_out(len(lines))
    if borne_out and not any(_has_words_for_names(record) for record in found.records):
        return None
    first = min((line for line in evidence.faults if line is not None), default=0)
    below_title = [one for one in left if one.line > 1]
    above = [one for one in below_title if one.line <= first]
    return above[-1] if above else below_title[0]


def _unread(found: Imported, left: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the lines with numbers below the title of a sheet of which nothing was read, where
    these are so many that the others, though nothing be wrong in them, show little."""
    read = {
        spot.line
        for record, places in zip(found.records, found.places, strict=False)
        for event, spot in zip(record.events, places.spots, strict=False)
        if not isinstance(event, said.Comment | said.Stop)
    }
    plays = sum(
        not isinstance(one, said.Comment) for record in found.records for one in record.events
    )
    unread = {
        one.line: one for one in reversed(left)
        if one.line > 1 and one.line not in read and DIGIT.search(one.found)
    }  # fmt: skip
    many = len(unread) >= ENOUGH and UNREAD * len(unread) > len(unread) + len(read)
    return (
        [unread[line] for line in sorted(unread)] if many and plays < UNREAD * len(unread) else []
    )


def _has_words_for_names(record: Record) -> bool:
    """Return whether one player's name is another's with more behind it: “Vera ging” beside
    “Vera”."""
    return any(one.startswith(f"{other} ") for one in record.players for other in record.players)


def _evidence(found: Imported) -> _Evidence:
    """Return what the rules say of the records of a sheet."""
    faults, events, right = list[int | None](), 0, 0
    for number, record in enumerate(found.records, 1):
        verdict = verify(write(record).encode("utf-8", "surrogateescape")).as_dict()
        right += sum(one["held"] for one in verdict["checked"].values() if isinstance(one, dict))
        events += sum(not isinstance(one, said.Comment) for one in record.events)
        origin = found.origin(number)
        own = origin.of_findings(verdict) if origin else [None] * len(verdict["findings"])
        faults += [place["line"] if place else None
                   for place, one in zip(own, verdict["findings"], strict=True)
                   if one["severity"] == "error"]  # fmt: skip
    return _Evidence(faults, events, right)
