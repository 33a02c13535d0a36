"""The games of one table: by the column that names them, by rounds or deals that begin again at
one, and by what shows in a text, too, that another begins or may begin."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import pairwise
from typing import Final

from archive.importers import which_game
from archive.importers.actions import deed
from archive.importers.prose.games_without_headings import Joint, joints
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.cells import Row
from archive.importers.rows.fields import LABELLED, WHOLE
from archive.importers.rows.headers import NEEDED, is_header, meaning_of
from archive.importers.rows.tables import Layout

ROUND: Final = re.compile(r"(?:round|runde)[ \t]+(\d{1,4})[.:]?", re.IGNORECASE)
DEAL: Final = re.compile(
    r"(?:hand|deal|blatt|round|runde)[ \t]+(\d{1,4})\b[^\n]{0,80}", re.IGNORECASE
)
HEAD: Final = re.compile(
    r"(?:game|spiel|rules|regeln|event|turnier|date|datum|site|place|ort|deck|pack|view|players"
    r"|spieler|cut|abgehoben)[ \t]*:",
    re.IGNORECASE,
)
BEHIND_RESULT = "no play behind a result; where another game begins, a column “Game” to number both"
UNPROVED = "one game; this may be another: then a column “Game” to number both"
BETWEEN = "  "
"""What stands between the cells of a row that is shown as a line."""


def games_of(rows: Sequence[Row], layout: Layout, *, one_card: bool) -> list[Sequence[Row]]:
    """Return the rows of each game. Where no column names games, one begins where the rounds begin
    again at one, or the deals of a game without rounds. `one_card` is for Twenty, whose deals begin
    again with each round."""
    index = layout.column_of("game")
    if index is not None:
        starts = _named(rows, index)
    else:
        counted = layout.column_of("round")
        if not one_card and (deals := layout.column_of("deal")) is not None:
            counted = deals
        starts = {*begun_again(rows, counted), *_headed(rows, ROUND if one_card else DEAL)}
    edges = [0, *sorted(starts), len(rows)]
    return [rows[start:end] for start, end in pairwise(edges)]


def head_of(rows: Sequence[Row]) -> int:
    """Return the number of rows at the head of a game, above its header or its first round."""
    count = 0
    while count < len(rows) and _is_head(rows[count]):
        count += 1
    return count


def _is_head(row: Row) -> bool:
    texts = [cell.text for cell in row.filled]
    return not texts or HEAD.match(texts[0]) is not None or (
        len(texts) == 1 and which_game.named(texts[0]) is not None
    )  # fmt: skip


def _headed(rows: Sequence[Row], heading: re.Pattern[str]) -> set[int]:
    """Return the rows at which the head of a game begins, by its first round or deal in a row of
    its own, where others stood above."""
    found, seen = set(), False
    for number, row in enumerate(rows):
        told = heading.fullmatch(row.filled[0].text) if len(row.filled) == 1 else None
        if told is None:
            continue
        if seen and int(told[1]) == 1:
            start = number
            while start and (_is_head(rows[start - 1]) or is_header(rows[start - 1].texts)):
                start -= 1
            found.add(start)
        seen = True
    return found


def _text(row: Row, index: int) -> str:
    return row.cells[index].text if index < len(row.cells) else ""


def _named(rows: Sequence[Row], index: int) -> set[int]:
    """Return the rows in which a column names another game."""
    found, game = set(), ""
    for number, row in enumerate(rows):
        text = _text(row, index)
        if text and game and text != game:
            found.add(number)
        game = text or game
    return found


def begun_again(rows: Sequence[Row], index: int | None) -> set[int]:
    """Return the rows in which a column that had counted on is at one again."""
    found, before = set(), 0
    for number, row in enumerate(rows if index is not None else ()):
        assert index is not None
        text = _text(row, index)
        match = WHOLE.fullmatch(text) or LABELLED.fullmatch(text)
        if match is None:
            continue
        if int(match[1]) == 1 and before > 1:
            found.add(number)
        before = int(match[1])
    return found


class InLines:
    """The rows of a table that were read as one game, as the lines of a text. Results of the sheet
    that are none become standings or comments."""

    def __init__(self, sheet: RecordDraft, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.starts: list[int] = []
        lines, at = [""], 1
        for row in rows:
            lines += [""] * row.apart
            self.starts.append(at + row.apart)
            lines.append(_line(row))
            at = self.starts[-1] + len(lines[-1]) + 1
        begins = [row.at for row in rows]
        self.sheet = copy(sheet)
        self.sheet.places = [
            self.starts[max(0, bisect_right(begins, place) - 1)] for place in sheet.places
        ]
        self.joints = joints(self.sheet, "\n".join(lines), 0) if rows else []

    def row_of(self, joint: Joint) -> int:
        """Return the row at which another game would begin."""
        return max(0, bisect_right(self.starts, joint.at) - 1)

    def others(self) -> list[int]:
        """Return the rows at which another game begins."""
        return [self.row_of(joint) for joint in self.joints if joint.another]

    def ask(self) -> None:
        """Report where another game may begin, and how to make it clear."""
        for joint in self.joints[:1]:
            row = self.rows[self.row_of(joint)]
            expected = BEHIND_RESULT if joint.behind_result else UNPROVED
            self.sheet.source.report(row.filled[0].at, "perhaps-another-game", expected,
                                     _line(row), severity="warning")  # fmt: skip


def tables_of(rows: Sequence[Row], owners: Iterable[str]) -> list[Sequence[Row]]:
    """Return the rows of each table, from its header on: a header with other columns than the one
    before begins a further table, and so do the names of the players again, in any order."""
    starts, here = [0], [*map(meaning_of, rows[0].texts)]
    names = set() if is_header(rows[0].texts) else {name.casefold() for name in owners}
    for index, row in enumerate(rows[1:], 1):
        texts = row.texts
        said = [*map(meaning_of, texts)]
        if said != here and NEEDED.issubset(said):
            starts.append(index)
            here = said
        elif names and sum(text.casefold() in names for text in texts) > 1 and all(
            text.casefold() in names or meaning_of(text) for text in texts if text
        ):  # fmt: skip
            starts.append(index)
    return [rows[start:end] for start, end in pairwise([*starts, len(rows)])]


def is_one_card(rows: Sequence[Row], layout: Layout, ranks: Ranks) -> bool:
    """Return whether a play is one card in this table, as in Twenty."""
    index = layout.column_of("game")
    named = which_game.in_title(" ".join(" ".join(row.texts) for row in rows[:3]))
    if index is not None and rows[-1:] and index < len(rows[-1].cells):
        named = which_game.named(rows[-1].cells[index].text) or named
    if named:
        return named[0] == which_game.DEFAULT
    cards = [number for number, meaning in enumerate(layout.meanings) if meaning == "card"]
    for row in rows:
        held = [row.cells[at].text for at in cards if at < len(row.cells)]
        if not layout.by_player and sum(ranks.run(text) is not None for text in held if text) > 1:
            return False
        for number, cell in enumerate(row.cells):
            if len(cell.text) < 2:
                continue
            if not cell.text.isdecimal() and which_game.ONE_CARD.search(cell.text):
                return False
            if layout.meaning(number) == "card":
                found = deed(cell.text, 0, ranks)
                if found and len(found.cards) > 1 and not (found.claims or found.odd):
                    return False
    return True


def _line(row: Row) -> str:
    return BETWEEN.join(cell.text or cell.lacking or "" for cell in row.filled)
