"""Sheets in words that no other importer knows, read by their names and figures alone.

People tell the score of a game in a thousand ways: “Sam stuck with a nine”, “Kurt bleibt auf dem
König sitzen, 10”. What is sure in all of them are the players, the cards and the numbers. So here
the words are passed over, and each number is given the one meaning that fits the rules: the value
of a card, a player's points of a hand, or the total. A sheet is read only where no number is left
over, and nearly all of them fit; that it was read so is reported.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from archive.core import events as said
from archive.importers import which_game
from archive.importers.dates import date_in
from archive.importers.figures import lists, losers, losers_record, plays, roles
from archive.importers.figures.columns import is_header
from archive.importers.figures.segments import hand_by_hand, joined
from archive.importers.figures.sheet_lines import Marked, marked_ways
from archive.importers.figures.vectors import read_vectors
from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import Source
from archive.importers.torn import is_torn_after
from archive.importers.which_game import TWENTY, TWENTY_TWO, ZWANZIG

READ_BY_FIGURES = "read-by-figures"


class _Reading(NamedTuple):
    """A way to read a sheet: what puts it into a record, where it begins, what it was read as, the
    players in the order of their seats, and the places of numbers beside those of the record."""

    draft: Callable[[RecordDraft], None]
    at: int
    read_as: str
    names: list[str]
    beside: Sequence[int] = ()
    of_losers: bool = False
    is_sure: bool = False
    misfits: int = 0


def read(importer: Importer, data: bytes, options: Options, *, of_losers: bool = False) -> Imported:
    """Return the game of a sheet that can be read in one way only: as one of the game that it
    names, else as one of any. `of_losers` is whether it tells who lost hands, or else anything
    else."""
    source = Source(data, options.encoding)
    ways = [] if data[:4] == b"PK\x03\x04" else marked_ways(source.text)
    able = not of_losers or any(found.game == TWENTY_TWO for found in ways)
    sheets = sheets_of(source, source.text, of_losers=of_losers) if ways and able else []
    return Imported.of(importer, source, sheets)


def sheets_of(
    source: Source, text: str, where: Callable[[int], int] = int, *, of_losers: bool = False
) -> list[RecordDraft]:
    """Return the game of a text, where it can be read in one way only; `where` gives the place in
    the source of each of its characters."""
    told = ways_to_read(text)
    ways = [way for way in told if way[1].of_losers == of_losers]
    return [_sheet(source, *way, where) for way in ways] if len(told) == 1 else []


@lru_cache(maxsize=2)
def ways_to_read(text: str) -> list[tuple[Marked, _Reading]]:
    """Return the ways to read a sheet, one for each game that it may be of."""
    told = ((found, next(_readings(hand_by_hand(found)), None)) for found in marked_ways(text))
    ways = [(found, reading) for found, reading in told
            if reading is not None and (found.head >= 0 or reading.is_sure)]  # fmt: skip
    least = min((reading.misfits for _, reading in ways), default=0)
    return [way for way in ways if way[1].misfits == least]


def _sheet(
    source: Source, found: Marked, reading: _Reading, where: Callable[[int], int]
) -> RecordDraft:
    """Return the game of a sheet."""
    named = any(
        mark.kind == "card" and mark.text != "A" for one in found.lines for mark in one.marks
    )
    sheet = RecordDraft(source, Ranks("", by_value=not named), reading.names)
    head = found.lines[max(found.head, 0)]
    if found.head < 0:
        sheet.guess_game(found.game, where(reading.at))
    else:
        sheet.name_game((found.game, found.rules))
        if which_game.named(head.text) is None:
            sheet.tag("Event", head.text.strip(" #*|;,\t"))
    if day := date_in(head.text):
        sheet.tag("Date", day)
    sheet.remarks += [(one.text, where(one.at)) for one in found.lines]
    reading.draft(sheet)
    _keep_words(sheet, found, reading.beside)
    sheet.places = [where(at) for at in sheet.places]
    source.report(where(reading.at), READ_BY_FIGURES, reading.read_as, head.text, severity="note")
    return sheet


def _readings(found: Marked) -> Iterator[_Reading]:
    """Yield the ways in which a sheet can be read."""
    names = found.names
    if not found.tells_plays:
        yield from _of_points(found)
    if found.game == TWENTY and (told := plays.plays_of(found)):
        draft = partial(plays.draft, found=told)
        yield _Reading(draft, told.told[0].at, "a card of each player in turn", names)


def _of_points(found: Marked) -> Iterator[_Reading]:
    """Yield the ways to read a sheet without plays."""
    names = found.names
    if found.game == TWENTY_TWO and (lost := losers.losers_of(found)):
        draft = partial(losers_record.draft, marked=found, found=lost)
        read_as = "who lost each hand, and with which card"
        yield _Reading(draft, lost.hands[0].at, read_as, names, of_losers=True,
                       is_sure=lost.is_sure)  # fmt: skip
    if found.game == TWENTY_TWO and (listed := lists.lists_of(found)):
        draft = partial(lists.draft, found=listed)
        lines = [one.at for one in listed.listed]
        read_as = "each player’s losing cards"
        yield _Reading(draft, lines[0], read_as, names, lines, of_losers=True)
    tried = [(read, totals) for way in (joined(found), found) if (read := read_vectors(way))
             and (totals := roles.found_in(way, read))]  # fmt: skip
    if tried:
        read, totals = min(tried, key=lambda one: one[1].misfits)
        draft = partial(roles.draft, game=found.game, found=totals, read=read)
        at = read.vectors[0].at
        able = all(one.gains.players in (0, len(names)) for one in which_game.KNOWN
                   if one.game == found.game)  # fmt: skip
        trumps = found.game == ZWANZIG and all(one.suit for one in read.vectors if one.unit)
        sure = not totals.misfits or totals.headed or trumps
        yield _Reading(draft, at, "the points of each player", names, totals.beside,
                       is_sure=able and sure,
                       misfits=totals.misfits)  # fmt: skip


def _keep_words(sheet: RecordDraft, found: Marked, beside: Sequence[int]) -> None:
    """Put each line with words that were passed over, or numbers `beside` those of the record,
    behind its events, as a comment, or as a gap where it says that something is missing; of a line
    with nothing but a remark behind its numbers that remark."""
    for number, line in enumerate(found.lines):
        end = line.at + len(line.text)
        told = line.other or any(line.at <= at < end for at in beside)
        unused = not (told or line.remark) or is_header(line.marks, len(found.names))
        if number == found.head or unused:
            continue
        behind = bisect_right(sheet.places, end)
        text = line.text.strip() if told else line.remark
        torn = is_torn_after(text, sheet.events[:behind])
        sheet.events.insert(behind, said.Gap("") if torn else said.Comment(text))
        sheet.places.insert(behind, line.at)


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    return bool(_read(data, options).records)


def _read(data: bytes, options: Options) -> Imported:
    return read(IMPORTER, data, options)


def _tells_losers(data: bytes, filename: str | None, options: Options) -> bool:
    return bool(_read_losers(data, options).records)


def _read_losers(data: bytes, options: Options) -> Imported:
    return read(OF_LOSERS, data, options, of_losers=True)


OF_LOSERS = Importer("losing-cards", "a sheet of losing cards", _tells_losers, _read_losers)
"""Sheets of Twenty-Two that give only who lost each hand with which card, `3. Ana A, Cem A`, or
each player's losing cards, `Ann: J, A`."""
IMPORTER = Importer(
    "figures", "the names and figures of a sheet", _recognises, _read,
    behind=frozenset({"losing-cards", "totals", "prose", "csv", "evening", "json", "xlsx"}),
)  # fmt: skip
