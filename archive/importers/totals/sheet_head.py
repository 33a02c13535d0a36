"""What stands around the totals of a sheet: its game, its tags, its players, and remarks."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.importers import which_game
from archive.importers.dates import date_in
from archive.importers.number_words import NUMBER_WORDS
from archive.importers.record_draft import RecordDraft
from archive.importers.torn import is_torn_after
from archive.importers.totals.bare_rows import rosters_of
from archive.importers.totals.kinds_of_lines import TAG, TAGS, Line, is_headed_as_a_deal, players_of
from archive.importers.totals.points import meant_by, players_in
from archive.importers.totals.standings import names_with_totals
from archive.importers.which_game import ZWANZIG

NAME = re.compile(r"[^\W\d_][^\d,;:=]{0,40}")
FOUR = 4
MOST_NAMED = 12
"""The most players that one line may name."""


def tag_of(line: Line) -> tuple[str, str]:
    """Return the name of a tag, in English, and its value; empty where the line is none."""
    tag = TAG.fullmatch(line.text) if line.kind == "tag" else None
    name = tag["name"].casefold() if tag else ""
    return TAGS.get(name, name), tag["value"] if tag else ""


def take_head(sheet: RecordDraft, lines: list[Line]) -> None:
    """Take the game, the tags and the players from the lines that give them."""
    players = names_with_totals(lines)
    for line in lines:
        tag, value = tag_of(line)
        if tag == "players":
            for name in players_in(value):
                sheet.seat(name, line.at)
        elif line.kind == "odd" and are_players(line.text, players):
            _seat_named(sheet, line)
        elif tag == "rules" and not which_game.are_rules(value):
            keep_as_remark(sheet, line)
        elif tag and tag != "game":
            sheet.tag(tag.capitalize(), value)
        elif tag or line.kind == "game":
            sheet.remarks.append((line.text, line.at))
            found = which_game.in_title(value if tag else line.text)
            taken = found is not None and sheet.name_game(found)
            _seat_listed(sheet, line, players)
            if line.kind == "game" and which_game.named(line.text) is None:
                taken = sheet.tag("Event", line.text)
                if day := date_in(line.text):
                    sheet.tag("Date", day)
            if not taken:
                keep_as_remark(sheet, line)


def _seat_named(sheet: RecordDraft, line: Line) -> None:
    """Seat the players whom a line names, and take the game that stands among them."""
    for name in players_in(line.text):
        game = which_game.named(name)
        if game is None:
            sheet.seat(name, line.at)
        else:
            sheet.name_game(game)


def _seat_listed(sheet: RecordDraft, line: Line, players: set[str]) -> None:
    """Seat the players whom a line lists beside the game, where there are more of them than have
    totals."""
    for names in rosters_of([line.text]).values():
        names = tuple(
            one for one in names if NUMBER_WORDS.keys().isdisjoint(one.casefold().split())
        )
        if players < {name.casefold() for name in names}:
            for name in names:
                sheet.seat(name, line.at)


def are_players(text: str, told: set[str]) -> bool:
    """Return whether a line names all of these players, perhaps others too, and says nothing
    else."""
    names = {name.casefold() for name in players_in(text)}
    return told <= names and len(names) <= MOST_NAMED and all(map(NAME.fullmatch, names))


def guess_game(sheet: RecordDraft, lines: list[Line], *, by_round: bool) -> None:
    """Take the game of a sheet that names none: by the totals at the beginning, and by what each
    deal gives. Rounds of two are of Twenty."""
    above = next((line for line in lines if line.kind in ("start", "deal")), None)
    before = dict(above.points) if above and above.kind == "start" else {}
    start = list(before.values())
    if len(start) == FOUR and {*start} == {which_game.opening(ZWANZIG)}:
        sheet.name_game((ZWANZIG, ""))
    elif not by_round:
        deals = [line for line in lines if line.kind == "deal"]
        standings = [dict(line.points) for line in deals]
        same = bool(standings) and before.keys() == standings[0].keys()
        told = which_game.shown_by_totals(standings, before if same else None)
        if told is not None:
            sheet.guess_game(told, deals[0].at)


def seats_of(sheet: RecordDraft, line: Line) -> tuple[int, ...]:
    """Return the seats of those of whom a line says that they won or are out."""
    names = meant_by(players_of(line), sheet.names)
    return tuple(sorted(sheet.seat(name, line.at) for name in names))


def keep_as_remark(sheet: RecordDraft, line: Line) -> None:
    """Keep a line as a comment, and report it; one that is headed as a deal has totals that are not
    understood. One that says that something is missing is a gap."""
    if is_torn_after(line.text, sheet.events):
        sheet.add(said.Gap(""), line.at)
        return
    expected = "a deal with each player’s total"
    if line.kind != "remark" and is_headed_as_a_deal(line):
        sheet.source.report(line.at, "not-understood", expected, line.text)
    else:
        sheet.source.report(line.at, "kept-as-comment", expected, line.text, severity="note")
    sheet.comment(line.text, line.at)
