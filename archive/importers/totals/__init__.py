"""Sheets that give totals and no plays: a line or a row for each deal, in words or as a table."""

from __future__ import annotations

from itertools import pairwise

from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import MORE_GAMES, MOST_GAMES, Source
from archive.importers.totals.game_of_totals import GameOfTotals
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.lines import LONGEST, LOOKED_AT, lines_of
from archive.importers.totals.only_totals import are_totals, with_deals_numbered
from archive.importers.totals.sheet_head import tag_of


def recognises(data: bytes, filename: str | None, options: Options) -> bool:
    """Return whether the bytes are a sheet that gives only totals: those of several deals, or of
    one where the sheet names its game."""
    if data[:4] == b"PK\x03\x04":
        return False
    source = Source(data[:LOOKED_AT], options.encoding)
    return are_totals(list(lines_of(source.text)))


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = Ranks.declared(options.ranks)
    lines = list(lines_of(source.text))
    left = source.text.split("\n", LONGEST)[LONGEST:]
    if left and left[0].strip():
        source.report(len(source.text) - len(left[0]), "long-sheet", f"at most {LONGEST} lines",
                      "more")  # fmt: skip
    return Imported.of(IMPORTER, source, sheets_of(source, ranks, lines))


def sheets_of(source: Source, ranks: Ranks, lines: list[Line]) -> list[RecordDraft]:
    """Return every game that the lines of a text give by its totals."""
    told = _games(with_deals_numbered(lines))
    if len(told) > MOST_GAMES:
        source.report(told[MOST_GAMES][0].at, "too-many-games", MORE_GAMES,
                      f"{len(told) - MOST_GAMES} more")  # fmt: skip
    return [GameOfTotals(RecordDraft(source, ranks), game).read() for game in told[:MOST_GAMES]]


def _games(lines: list[Line]) -> list[list[Line]]:
    """Return the lines of each game of an evening: a line that names a game or its players begins
    another once there have been totals, and so does a first deal behind others, unless it is
    written twice."""
    games_, last = [list[Line]()], 0
    twice = {id(other) for one, other in pairwise(one for one in lines if one.points)
             if one.kind == other.kind == "deal" and one.points == other.points}  # fmt: skip
    for line in lines:
        named = line.kind == "game" or (
            line.kind == "tag" and tag_of(line)[0] in ("game", "players")
        )
        first = line.kind == "deal" and line.number == 1 and id(line) not in twice
        if last and (named or first):
            games_.append([])
            last = 0
        games_[-1].append(line)
        last = line.number or last
    if len(games_) > 1 and not any(line.kind in ("deal", "tricks") for line in games_[-1]):
        below = games_.pop()  # the text below the last totals names their game
        games_[-1] += below
    return games_


IMPORTER = Importer(
    "totals", "a sheet of totals", recognises, _read, behind=frozenset({"losing-cards"})
)
