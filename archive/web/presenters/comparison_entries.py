"""An entry of one of two sheets, as its writer knows it: their own line, or words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.sheet_entries import SheetEntry
from archive.core.events import Action, End, Event, Play, Score
from archive.core.text import shortened
from archive.importers.origin import Origin, Own
from archive.scoring import Verdict
from archive.web.language import _
from archive.web.presenters.action_text import deed, said_of
from archive.web.words import counted, name_of, total_words


def own_place(own: Own) -> str:
    """Return the place of an entry in a sheet: `line 7`, `cell B4`."""
    if own.cell:
        return _("cell %(cell)s", cell=own.cell)
    return _("line %(line)s", line=own.line)


LONGEST_ENTRY: Final = 300


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entry of a sheet."""

    line: int
    text: str
    own: Own | None = None
    """Its place in the user's own sheet, where that was not XXN."""
    words: str = ""
    """The entry in words, where the sheet is XXN."""

    @property
    def where(self) -> str:
        """Return its place in words, as a heading: `Line 7`, `Cell B4`."""
        where = own_place(self.own) if self.own else _("line %(line)s", line=self.line)
        return where[:1].upper() + where[1:]


def entry_shown(
    entry: SheetEntry, verdict: Verdict, origin: Origin | None, names: Sequence[str]
) -> EntryShown:
    """Return an entry of a sheet; `names` are those of the players by their seats on it."""
    line, column = verdict.record.place(entry.offset)
    own = origin.at(line, column) if origin else None
    words = "" if own else _in_words(verdict.record.events[entry.at], names)
    return EntryShown(line, shortened(entry.text, LONGEST_ENTRY), own, words)


def _in_words(event: Event, names: Sequence[str]) -> str:
    """Return a line of XXN in words, `Bertha plays nine (20; 10 points)`; empty for a line that is
    seldom disputed, which is shown as it is written."""
    if isinstance(event, Action):
        claims = [str(event.tally)] if isinstance(event, Play) and event.tally is not None else []
        if isinstance(event, Play) and event.points is not None:
            claims.append(counted(event.points, "point"))
        done = said_of(name_of(names, event.seat), deed(event))
        return f"{done} ({'; '.join(claims)})" if claims else done
    if isinstance(event, Score | End):
        totals = ((name_of(names, seat), total_words(total)) for seat, total in event.totals)
        return ", ".join(" ".join(one) for one in totals)
    return ""
