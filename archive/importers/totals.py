"""Sheets that give totals and no plays: a line or a row for each deal, in words or as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from archive.core import events as said
from archive.importers import games
from archive.importers.imported import Imported, Importer, Options
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import SEPARATORS, rows
from archive.importers.sheet import Sheet
from archive.importers.source import Source

LOOKED_AT = 1 << 16
"""A sheet is recognised by so many characters."""
LONGEST = 5_000
"""Lines that are read."""
UNIT = r"deal|hand|round|game|runde|spiel|no\.?|nr\.?"
NUMBER = r"[+\-−]?\d{1,6}"
UNITS = re.compile(rf"(?:{UNIT}|#)(?:\s+(?:no\.?|nr\.?))?", re.IGNORECASE)
DEAL = re.compile(
    rf"(?:after\s+|nach\s+)?(?P<unit>{UNIT})\s+(?P<number>\d{{1,4}})\s*[:.\-–|,;\t]?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
LAST = re.compile(
    r"(?:final(?:\s+(?:score|result|standing))?|total|totals|sum|end|result|gesamt|summe|ergebnis)"
    r"\s*[:\-–|,;\t]?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
START = re.compile(
    r"(?:start|beginning|anfang|beginn)\s*[:\-–|,;\t]?\s*(?P<rest>.*)", re.IGNORECASE
)
ONE = re.compile(
    rf"(?P<name>[^\W\d_][^,;:=|\d]*?) ?[:=]? ?(?P<points>{NUMBER})(?![\d.]*\d)"
    r"(?: ?(?:points?|pts\.?|punkte?)(?!\w))? ?(?:[,;|.]|$|(?<= ))",
    re.IGNORECASE,
)
PLAYERS = re.compile(r"\s*(?:,|\b(?:and|und|against|gegen|vs\.?)\b)\s*", re.IGNORECASE)
LONGEST_LINE = 1_000
"""Characters of a line that may be a standing."""
WON = re.compile(
    r"(?:winners?\s*:\s*(?P<behind>.+)|(?P<before>.+?)\s+(?:wins?|won))\.?", re.IGNORECASE
)
DRAW = re.compile(r"(?:it\s+(?:is|was)\s+)?a\s+draw\.?", re.IGNORECASE)
TAG = re.compile(r"(?P<name>event|date|site|rules|game|players)\s*:\s*(?P<value>.+)", re.IGNORECASE)


class Line(NamedTuple):
    """A line of a sheet as it was understood: what `kind` it is, the number of its deal, each
    player's points, its text, and where it stands."""

    kind: str
    at: int
    text: str
    number: int | None = None
    points: tuple[tuple[str, int], ...] = ()
    unit: str = ""


def recognises(data: bytes, filename: str | None, options: Options) -> bool:
    """Return whether the bytes are a sheet that gives nothing but totals: those of several deals,
    or of one where the sheet names its game."""
    if data[:4] == b"PK\x03\x04":
        return False
    source = Source(data[:LOOKED_AT], options.encoding)
    found = list(_lines(source.text))
    totals = [one for one in found if one.kind == "deal"]
    values = [points for one in totals for _, points in one.points]
    players = {name.casefold() for one in totals for name, _ in one.points}
    odd = [one for one in found if one.kind == "odd" and re.search(r"\d", one.text)
           and not START.fullmatch(one.text)]  # fmt: skip
    named = any(one.kind == "game" or one.text[:5].casefold() == "game:" for one in found)
    no_cards = any(not 1 <= value <= 10 for value in values)
    return len(totals) > (not named) and len(players) > 1 and no_cards and not odd


def _lines(text: str) -> Iterator[Line]:
    """Yield the lines of a sheet, in words or as a table."""
    table = _table(text)
    names: list[str] = table or []
    at = 0
    for number, whole in enumerate(text.split("\n")):
        if number == LONGEST:
            return
        words = whole.strip(" \t|#*").replace("**", "").replace("\t", "|")
        words = re.sub(r" {2,}", " ", words)
        place = at + len(whole) - len(whole.lstrip())
        at += len(whole) + 1
        if words and not re.fullmatch(r"[\s|:\-]+", words):
            yield _line(words, place, names)


def _table(text: str) -> list[str] | None:
    """Return the players that the header of a table names behind its column of deals."""
    for separator in SEPARATORS:
        for row, _ in zip(rows(text[:LOOKED_AT], separator), range(8), strict=False):
            first, *rest = row.texts
            if len(rest) > 1 and UNITS.fullmatch(first) and all(map(_is_name, rest)):
                return rest
    return None


def _is_name(text: str) -> bool:
    return bool(text) and not re.search(r"\d", text)


def _line(words: str, at: int, names: list[str]) -> Line:
    cells = [one.strip() for one in re.split(r"[,;\t|]", words)]
    if len(words) > LONGEST_LINE:
        return Line("odd", at, words)
    if names and len(cells) == len(names) + 1:
        row = _row(cells, names, at, words)
        if row is not None:
            return row
    if match := TAG.fullmatch(words):
        return Line("tag", at, words)
    for kind, pattern in (("deal", DEAL), ("start", START), ("end", LAST)):
        match = pattern.fullmatch(words)
        points = _points(match["rest"]) if match else ()
        if match and points:
            number = int(match["number"]) if kind == "deal" else None
            return Line(kind, at, words, number, points, match["unit"] if kind == "deal" else "")
    if games.in_title(words) and not re.search(r"\d\d\d", words):
        return Line("game", at, words)
    if WON.fullmatch(words) or DRAW.fullmatch(words):
        return Line("won", at, words)
    return Line("odd", at, words)


def _row(cells: list[str], names: list[str], at: int, words: str) -> Line | None:
    first, *rest = cells
    if rest == names or [one.casefold() for one in rest] == [one.casefold() for one in names]:
        return Line("header", at, words, unit=first)
    if not all(re.fullmatch(NUMBER, one) for one in rest):
        return None
    points = tuple(zip(names, map(_number, rest), strict=True))
    number = re.fullmatch(rf"(?:(?:{UNIT}|#)\s*)?(\d{{1,4}})[.:]?", first, re.IGNORECASE)
    if number:
        return Line("deal", at, words, int(number[1]), points)
    if LAST.fullmatch(first):
        return Line("end", at, words, None, points)
    return Line("start", at, words, None, points) if START.fullmatch(first) else None


def _points(text: str) -> tuple[tuple[str, int], ...]:
    """Return each player's points in a text that has nothing else; else none."""
    found, place = [], 0
    while place < len(text.rstrip(" .")):
        match = ONE.match(text, place)
        if match is None:
            return ()
        name = re.sub(r"^(?:and|und)\s+", "", match["name"].strip(), flags=re.IGNORECASE)
        found.append((name, _number(match["points"])))
        place = match.end()
        place += len(text[place:]) - len(text[place:].lstrip(" ,;|\t"))
    return tuple(found) if len(found) > 1 else ()


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    sheet = Sheet(source, Ranks.declared(options.ranks))
    lines = list(_lines(source.text))
    _head(sheet, lines)
    whole = _as_totals(lines, games_opening(sheet.game))
    unit = next((one.unit for one in lines if one.unit), "")
    rounds = sheet.game in (None, "twenty") and unit.casefold().startswith(("round", "runde"))
    last: tuple[tuple[int, int], ...] = ()
    ended = None
    for line in whole:
        totals = tuple((sheet.seat(name, line.at), points) for name, points in line.points)
        if line.kind == "deal":
            begun = said.Round(line.number, None) if rounds else said.Deal(line.number)
            sheet.add(begun, line.at)
            sheet.add(said.Score(totals), line.at)
            last = totals
        elif line.kind == "start":
            sheet.add(said.Score(totals), line.at)
        elif line.kind == "end":
            ended, last = line.at, totals
        elif line.kind == "won":
            ended = line.at if ended is None else ended
        elif line.kind == "odd" and not _are_players(line.text, lines):
            source.report(line.at, "kept-as-comment", "a deal with each player's total",
                          line.text, severity="note")  # fmt: skip
            sheet.comment(line.text, line.at)
    if ended is not None:
        sheet.add(said.End(last, _winners(sheet, lines)), ended)
    return Imported.of(IMPORTER, source, [sheet])


def _head(sheet: Sheet, lines: list[Line]) -> None:
    """Take the game, the tags and the players from the lines that tell them."""
    for line in lines:
        tag = TAG.fullmatch(line.text) if line.kind == "tag" else None
        if tag and tag["name"].casefold() == "players":
            for name in PLAYERS.split(tag["value"]):
                sheet.seat(name.strip(), line.at)
        elif line.kind == "odd" and _are_players(line.text, lines):
            for name in PLAYERS.split(line.text):
                sheet.seat(name, line.at)
        elif tag and tag["name"].casefold() != "game":
            sheet.tag(tag["name"].capitalize(), tag["value"])
        elif tag or line.kind == "game":
            found = games.in_title(line.text)
            if found:
                sheet.name_game(found)
            if line.kind == "game" and games.named(line.text) is None:
                sheet.tag("Event", line.text)


def _are_players(text: str, lines: list[Line]) -> bool:
    """Return whether a line names the players of the sheet and says nothing else."""
    told = {name.casefold() for line in lines if line.kind == "deal" for name, _ in line.points}
    return {name.strip(" .").casefold() for name in PLAYERS.split(text)} == told


def games_opening(game: str | None) -> int:
    """Return what all players of a game begin with."""
    return 20 if game == "zwanzig-ab" else 0


def _as_totals(lines: list[Line], opening: int) -> list[Line]:
    """Return the lines with totals, where they give what each deal scored and add it up at last."""
    deals = [one for one in lines if one.kind == "deal"]
    end = next((dict(one.points) for one in lines if one.kind == "end"), None)
    if end is None or not deals:
        return lines
    sums = {name: opening + sum(dict(one.points).get(name, 0) for one in deals) for name in end}
    falls = opening == 0 and any(
        after < before
        for one, other in pairwise(deals)
        for name, after in other.points
        for before in [dict(one.points).get(name, after)]
    )
    if dict(deals[-1].points) == end or not (sums == end or falls):
        return lines
    running = dict.fromkeys(end, opening)
    told = []
    for line in lines:
        if line.kind == "deal":
            for name, by in line.points:
                running[name] = running.get(name, opening) + by
            line = line._replace(points=tuple((name, running[name]) for name, _ in line.points))
        told.append(line)
    return told


def _winners(sheet: Sheet, lines: list[Line]) -> tuple[int, ...]:
    for line in lines:
        if line.kind == "won":
            if DRAW.fullmatch(line.text):
                return said.DRAW
            match = WON.fullmatch(line.text)
            names = (match["behind"] or match["before"]) if match else ""
            told = (name.strip(" .") for name in PLAYERS.split(names))
            return tuple(sorted(sheet.seat(name, line.at) for name in told))
    return ()


IMPORTER = Importer("totals", "a sheet of totals", recognises, _read)
