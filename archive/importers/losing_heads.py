"""The head of a sheet of losing cards: its game and all its players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.core import events as said
from archive.importers import which_game
from archive.importers.dates import date_in
from archive.importers.losing_lines import NAME, UNIT
from archive.importers.losing_lists import BY_NUMBER, Told
from archive.importers.player_names import BETWEEN, is_first_person
from archive.importers.record_draft import RecordDraft
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import could_be_a_name

GAME = "twenty-two"
OF_A_HAND = re.compile(rf"(?<!\w)(?:{UNIT}\s+\d|\d\.\s*{UNIT})", re.IGNORECASE)
AMONG = re.compile(
    r"^(?:with|between|mit|zwischen|(?:[^\W_]{1,8}\s+of\s+us|wir\s+waren|players|spieler):)\s+",
    re.IGNORECASE,
)
"""What may stand between the game and the players: “Twenty-Two with Ann, Bob”, “Twenty-Two, four of
us: Ann, Bob, Cleo, Dan”."""
TRIMMED = " .,:;()–-"
"""What may stand around the names in a title."""


def take_heads(sheet: RecordDraft, told: Sequence[Told]) -> None:
    """Take the game and all players."""
    losers = {name.casefold() for _, _, lost in told if lost for name, _, _ in lost.cards}
    for line, _, lost in told:
        if lost is None:
            _head(sheet, line, losers)
    if sheet.game is None:
        sheet.guess_game(GAME, 0)
    listed = " or ".join(sheet.names)
    for line, _, lost in told:
        for name, _, _ in lost.cards if lost else ():
            known = name.casefold() in sheet.seats or is_first_person(name)
            if listed and not known:
                sheet.source.report(line.at, "unknown-player", listed, line.text)
            sheet.seat(name)


def _head(sheet: RecordDraft, line: Line, losers: set[str]) -> None:
    """Take the game and the players from a line that names them."""
    text = line.text
    found = which_game.in_title(text)
    if found is None and line.kind == "game" and (number := BY_NUMBER.match(text)):
        found, text = (GAME, ""), text[number.end() :]
    if found:
        sheet.remarks.append((text, line.at))
        sheet.name_game(found)
        if OF_A_HAND.search(text):  # it says more than a heading does
            expected = "a hand with who lost it and the losing card, such as “Hand 3: Anna K”"
            sheet.source.report(line.at, "not-understood", expected, text)
            sheet.add(said.Gap(""), line.at)
            sheet.comment(text, line.at)
        text = AMONG.sub("", which_game.TITLE.sub("", text).strip(TRIMMED))
    names = [
        name.strip(TRIMMED)
        for name in BETWEEN.split(re.sub(r"(?i)^(players|spieler)(\s*:|\b)", "", text))
    ]
    more = [name for name in names if NAME.fullmatch(name) and not could_be_a_name(name)]
    names = [name for name in names if name not in more]
    alone = names[-1].split() if names else []  # “Ada Ben Cleo”, without commas
    if alone and losers <= {name.casefold() for name in alone}:
        names = alone
    if (
        len(names) > 1
        and all(map(NAME.fullmatch, names))
        and losers & {name.casefold() for name in names}
    ):
        for name in names:
            sheet.seat(name, line.at)
    elif found and line.kind == "game" and re.search(r"[^\W\d_]", text):
        more.append(text)
    if found and more:
        sheet.tag("Event", line.text)  # it says more than the game
    if found and (day := date_in(line.text)):
        sheet.tag("Date", day)
