"""Sheets that give totals and no plays: a line or a row for each deal, in words or as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archive.core import events as said
from archive.core.numbers_in_comments import Sum, tricks_in_words
from archive.importers import which_game
from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import MORE_GAMES, MOST_GAMES, Source
from archive.importers.totals.kinds_of_lines import DRAW, WON, Line, players_of
from archive.importers.totals.lines import LONGEST, LOOKED_AT, lines_of
from archive.importers.totals.only_totals import (
    are_totals,
    misspelt_names,
    with_deals_numbered,
    with_gap,
)
from archive.importers.totals.outcomes import total_of_winner
from archive.importers.totals.points import SUM, meant_by
from archive.importers.totals.sheet_head import (
    are_players,
    guess_game,
    keep_as_remark,
    seats_of,
    tag_of,
    take_head,
)
from archive.importers.totals.standings import names_with_totals
from archive.importers.totals.tricks import DROPPED_OUT

ROUNDS = 2
"""The rounds of a game of Twenty: rows that are more are of something else."""


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
    return [_sheet(source, ranks, game) for game in told[:MOST_GAMES]]


def _games(lines: list[Line]) -> list[list[Line]]:
    """Return the lines of each game of an evening: a line that names a game or its players begins
    another once there have been totals, and so does a first deal behind others."""
    games_, last = [list[Line]()], 0
    for line in lines:
        named = line.kind == "game" or (
            line.kind == "tag" and tag_of(line)[0] in ("game", "players")
        )
        if last and (named or (line.kind == "deal" and line.number == 1)):
            games_.append([])
            last = 0
        games_[-1].append(line)
        last = line.number or last
    if len(games_) > 1 and not any(line.kind in ("deal", "tricks") for line in games_[-1]):
        below = games_.pop()  # the text below the last totals names their game
        games_[-1] += below
    return games_


def _sheet(source: Source, ranks: Ranks, lines: list[Line]) -> RecordDraft:
    """Return one game as a sheet."""
    sheet = RecordDraft(source, ranks)
    take_head(sheet, lines)
    players = names_with_totals(lines)
    unit = next((one.unit for one in lines if one.unit), "")
    by_round = unit.casefold().startswith(("round", "runde", "rnd", "rd"))
    if sheet.game is None and "Rules" not in sheet.tags:
        guess_game(sheet, lines, by_round=by_round and len(players) == which_game.PLAYERS)
    lines = _spelled(sheet, lines)
    few = sum(line.kind == "deal" for line in lines) <= ROUNDS
    rounds = sheet.game in (None, "twenty") and (by_round or (unit in ("", "#") and few))
    whole = with_gap(lines)
    last: tuple[tuple[int, int], ...] = ()
    ended, ends = None, False
    counted = False  # whether tricks stand behind the last totals
    stay: said.Totals = ()  # the totals of those who are out of the deal with these tricks
    for line in whole:
        if len({name.casefold() for name, _ in line.points}) < len(line.points):
            keep_as_remark(sheet, line)
            continue
        totals = tuple((sheet.seat(name, line.at), points) for name, points in line.points)
        if line.kind in ("deal", "tricks", "start"):
            dealt = sheet.last(said.Deal) is not None or sheet.last(said.Round) is not None
            first = line.kind == "start" and not dealt
            opened = {total for _, total in totals} == {which_game.opening(sheet.game)}
            before = _deal_before(whole, line) if first and not opened else 0
            _add_totals(sheet, line, totals, before, rounds=rounds)
            counted = line.kind == "tricks"
            stay = _staying(last, totals) if counted else ()
            last = () if counted else totals
        elif line.kind == "end":
            if ends := sheet.last(said.Score) is None:  # it is all that is written down
                _add_wrong_sums(sheet, line)
                sheet.add(said.Score(totals), line.at)
            ended, last = line.at, totals
        elif line.kind == "won" and _known(line, players):
            ended = line.at if ends or ended is None else ended
            won = WON.fullmatch(line.text)
            own = total_of_winner(won["rest"] or "") if won and counted else None
            if own is not None:
                last = (*stay, *((seat, own) for seat in seats_of(sheet, line)[:1]))
            elif won and won["rest"]:
                sheet.comment(line.text, line.at)
        else:
            last = () if line.kind == "gap" else last
            _add_beside(sheet, line, players, rounds=rounds)
    if ended is not None:
        sheet.add(said.End(last, _winners(sheet, lines, players)), ended)
    return sheet


def _staying(before: said.Totals, tricks: said.Totals) -> said.Totals:
    """Return the totals of those who are out of a deal, where all others but one are."""
    out = [seat for seat, won in tricks if won == DROPPED_OUT]
    alone = len(tricks) - len(out) == 1
    return tuple((seat, total) for seat, total in before if alone and seat in out)


def _add_beside(sheet: RecordDraft, line: Line, players: set[str], *, rounds: bool) -> None:
    """Add what a line without totals says: a gap, or a deal of which nothing can be read, who is
    out, or a remark."""
    if line.kind == "gap" and line.number is None:
        sheet.add(said.Gap(""), line.at)
    elif line.kind == "gap":
        begun = said.Round(line.number, None) if rounds else said.Deal(line.number)
        sheet.add(begun, line.at)
    elif line.kind == "out" and sheet.game == "twenty-two":
        _out(sheet, line)
    elif line.kind in ("odd", "out", "won", "remark") and not are_players(line.text, players):
        keep_as_remark(sheet, line)


def _add_totals(
    sheet: RecordDraft, line: Line, totals: said.Totals, before: int, *, rounds: bool
) -> None:
    """Add a deal with its totals, the tricks that are counted in one, or a standing, which is that
    behind the deal `before` if it is not 0."""
    if line.kind == "tricks":
        sheet.add(said.Deal(line.number), line.at)
        _tricks(sheet, line)
        return
    if line.kind == "deal":
        _begin(sheet, line, rounds=rounds)
    elif before:
        sheet.add(said.Round(before, None) if rounds else said.Deal(before), line.at)
    sheet.add(said.Score(totals), line.at)


def _begin(sheet: RecordDraft, line: Line, *, rounds: bool) -> None:
    """Add the deal of a line, its trumps, and the wrong sums beside its totals."""
    sheet.add(said.Round(line.number, None) if rounds else said.Deal(line.number), line.at)
    if line.suit:
        sheet.add(said.Trump(None, line.suit), line.at)
    _add_wrong_sums(sheet, line)


def _add_wrong_sums(sheet: RecordDraft, line: Line) -> None:
    """Keep the wrong sums of a line beside its totals."""
    for wrong in _wrong_sums(line):
        sheet.add(said.Comment(wrong), line.at)


def _tricks(sheet: RecordDraft, line: Line) -> None:
    """Add the trumps of a deal and the tricks that are counted in it."""
    if line.suit:
        sheet.add(said.Trump(None, line.suit), line.at)
    won = {sheet.names[sheet.seat(name) - 1]: None if n == DROPPED_OUT else n
           for name, n in line.points}  # fmt: skip
    sheet.add(said.Comment(tricks_in_words(won)), line.at)


def _deal_before(lines: list[Line], start: Line) -> int:
    """Return the number of the deal behind which a standing was that the next deal goes on from; 0
    where that is the first, or not numbered."""
    behind = lines[lines.index(start) + 1 :]
    told = next((line for line in behind if line.kind in ("deal", "tricks")), None)
    return (told.number or 1) - 1 if told else 0


def _spelled(sheet: RecordDraft, lines: list[Line]) -> list[Line]:
    """Return the lines with each misspelt name replaced by the name that is meant, and report
    it."""
    slips = misspelt_names(lines)
    told: list[Line] = []
    for line in lines:
        for name, _ in line.points:
            if name in slips:
                sheet.misspelt(name, slips[name], line.at)
        points = tuple((slips.get(name, name), points) for name, points in line.points)
        told.append(line._replace(points=points) if slips else line)
    return told


def _wrong_sums(line: Line) -> Iterator[str]:
    """Yield the sums beside the totals of a line that are added up wrong, each with the name of the
    player whose total it gives."""
    for written in SUM.finditer(line.text):
        first, *parts = re.findall(r"[+−–-]?\s*\d+", written[0].replace(" ", ""))
        *added, told = (int(one.translate(str.maketrans("−–", "--"))) for one in (first, *parts))
        names = [name for name, points in line.points if points == told]
        before = line.text[: written.start()].rstrip(" :=").casefold()
        named = [name for name in names if before.endswith(name.casefold())]
        if sum(added) != told and names:
            yield Sum((named or names)[0], added, told).words


def _out(sheet: RecordDraft, line: Line) -> None:
    """Add who is out; a line that gives their points is kept too, and one that may mean others."""
    seats = seats_of(sheet, line)
    if not seats:
        keep_as_remark(sheet, line)
        return
    sheet.add(said.Out(seats), line.at)
    if re.search(r"\d", line.text):
        sheet.comment(line.text, line.at)


def _known(line: Line, players: set[str]) -> bool:
    """Return whether a line says that the game is drawn, or that a player won who has totals."""
    named = meant_by([*map(str.casefold, players_of(line))], [*players])
    return DRAW.fullmatch(line.text) is not None or (bool(named) and {*named} <= players)


def _winners(sheet: RecordDraft, lines: list[Line], players: set[str]) -> tuple[int, ...]:
    for line in lines:
        if line.kind == "won" and _known(line, players):
            if DRAW.fullmatch(line.text):
                return said.DRAW
            return seats_of(sheet, line)
    return ()


IMPORTER = Importer(
    "totals", "a sheet of totals", recognises, _read, behind=frozenset({"losing-cards"})
)
