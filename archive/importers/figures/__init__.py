"""Sheets in words that no other importer knows, read by their names and figures alone.

People tell the score of a game in a thousand ways: “Sam stuck with a nine”, “Kurt bleibt auf dem
König sitzen, 10”. What is sure in all of them are the players, the cards and the numbers. So here
the words are passed over, and each number is given the one meaning that fits the rules: the value
of a card, a player's points of a hand, or the total. A sheet is read only where no number is left
over, and nearly all of them fit; that it was read so is reported.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from archive.core import events as said
from archive.importers.dates import date_in
from archive.importers.figures import losers, plays, roles
from archive.importers.figures.points import TWENTY, TWENTY_TWO
from archive.importers.figures.sheet_lines import Marked, marked
from archive.importers.figures.vectors import read_vectors
from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import Source

READ_BY_FIGURES = "read-by-figures"


def recognises(data: bytes, filename: str | None, options: Options) -> bool:
    """Return whether every number of a sheet has a meaning."""
    return bool(_read(data, options).records)


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    found = None if data[:4] == b"PK\x03\x04" else marked(source.text)
    sheets = [] if found is None else _sheet(source, found)
    return Imported.of(IMPORTER, source, sheets)


def _sheet(source: Source, found: Marked) -> list[RecordDraft]:
    """Return the game of a sheet, none where it cannot be read."""
    sheet = RecordDraft(source, Ranks.declared(""), found.names)
    sheet.name_game((found.game, found.rules))
    head = found.lines[found.head]
    if day := date_in(head.text):
        sheet.tag("Date", day)
    sheet.tag("Event", head.text)
    sheet.remarks += [(one.text, one.at) for one in found.lines]
    beside: list[int] = []
    read = None if found.tells_plays else read_vectors(found)
    if found.game == TWENTY_TWO and not found.tells_plays and (lost := losers.losers_of(found)):
        losers.draft(sheet, found, lost)
        at, read_as = lost.hands[0].at, "who lost each hand, and with which card"
    elif read and (totals := roles.found_in(found, read)):
        roles.draft(sheet, found.game, totals, read)
        at, read_as, beside = totals.deals[0].at, "the points of each player", totals.beside
    elif found.game == TWENTY and (told := plays.plays_of(found)):
        plays.draft(sheet, told)
        at, read_as = told.told[0].at, "a card of each player in turn"
    else:
        return []
    _keep_words(sheet, found, beside)
    source.report(at, READ_BY_FIGURES, read_as, head.text, severity="note")
    return [sheet]


def _keep_words(sheet: RecordDraft, found: Marked, beside: Sequence[int]) -> None:
    """Put each line with words that were passed over, or numbers `beside` those of the record,
    behind its events, as a comment."""
    for number, line in enumerate(found.lines):
        end = line.at + len(line.text)
        if number == found.head or not (line.other or any(line.at <= at < end for at in beside)):
            continue
        behind = bisect_right(sheet.places, end)
        sheet.events.insert(behind, said.Comment(line.text.strip()))
        sheet.places.insert(behind, line.at)


IMPORTER = Importer(
    "figures", "the names and figures of a sheet", recognises, _read,
    behind=frozenset({"losing-cards", "totals", "prose", "csv", "evening", "json", "xlsx"}),
)  # fmt: skip
