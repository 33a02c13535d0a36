"""The games of one table: by the column that names them, otherwise by what shows that another
begins; and where another may begin though nothing proves it, behind a result, or where the same
players play on below an empty row or are numbered from one again."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from copy import copy
from itertools import islice, pairwise
from typing import Final

from archive.importers import which_game
from archive.importers.prose.games_without_headings import joints
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.cells import Row
from archive.importers.rows.fields import LABELLED, WHOLE
from archive.importers.rows.headers import is_header
from archive.importers.rows.tables import Layout, is_sum

ROUND: Final = re.compile(r"(?:round|runde)[ \t]+(\d{1,4})[.:]?", re.IGNORECASE)
DEAL: Final = re.compile(
    r"(?:hand|deal|blatt|round|runde)[ \t]+(\d{1,4})\b[^\n]{0,80}", re.IGNORECASE
)
HEAD: Final = re.compile(
    r"(?:game|spiel|rules|regeln|event|turnier|date|datum|site|place|ort|deck|pack|view|players"
    r"|spieler|cut|abgehoben)[ \t]*:",
    re.IGNORECASE,
)
DEALT: Final = frozenset({"round", "deal", "trick", "held", "up"})
FEWEST: Final = 2
"""The fewest players, and the fewest plays of each, that make a game."""
MOST: Final = 12
"""Where more players than these have played, other players are no longer taken as a sign of another
game."""
BEHIND_RESULT = "no play behind a result; where another game begins, a column “Game” to number both"
UNPROVED = "one game; this may be another: then a column “Game” to number both"
BETWEEN = "  "
"""What stands between the cells of a row that is shown as a line."""


def games_of(rows: Sequence[Row], layout: Layout, *, one_card: bool) -> list[Sequence[Row]]:
    """Return the rows of each game. Where no column names games, one begins where the rounds begin
    again at one, or the deals of a game without rounds, or the plays where there is neither, and
    where other players begin to play. `one_card` is for Twenty, whose deals begin again with each
    round."""
    index = layout.column_of("game")
    if index is not None:
        starts = _named(rows, index)
    else:
        counted = layout.column_of("round")
        if not one_card and (deals := layout.column_of("deal")) is not None:
            counted = deals
        starts = {
            *begun_again(rows, counted),
            *_headed(rows, ROUND if one_card else DEAL),
            *_renumbered(rows, layout),
            *_newcomers(rows, layout.column_of("player")),
        }
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


def tells_deals(rows: Sequence[Row], layout: Layout) -> bool:
    """Return whether a table has rounds, deals or tricks, in a column or in rows of their own."""
    return not DEALT.isdisjoint(layout.meanings) or any(
        len(row.filled) == 1 and DEAL.fullmatch(row.filled[0].text) for row in rows
    )


def _renumbered(rows: Sequence[Row], layout: Layout) -> set[int]:
    """Return the rows in which plays are numbered from one again; none in a table that has deals,
    where each may begin so, or whose totals go on there. Each part must have several plays of each
    player."""
    if tells_deals(rows, layout):
        return set()
    found = begun_again(rows, layout.column_of("number"))
    player, total = layout.column_of("player"), layout.column_of("standing")
    parts = [rows[one:other] for one, other in pairwise([0, *sorted(found), len(rows)])]
    named = [Counter(_text(row, player).casefold() for row in part) for part in parts
             if player is not None]  # fmt: skip
    players = {name for counts in named for name in counts if name}
    if any(len(part) < FEWEST for part in parts) or any(
        counts[name] < FEWEST for counts in named for name in players
    ):
        return set()
    if total is not None and any(
        goes_on(above, below[0], player, total) for above, below in pairwise(parts)
    ):
        return set()
    return found


def goes_on(above: Sequence[Row], row: Row, player: int | None, total: int) -> bool:
    """Return whether a row's total includes what its player had in the rows above."""
    name = _text(row, player).casefold() if player is not None else ""
    texts = (
        _text(one, total) for one in reversed(above)
        if player is None or _text(one, player).casefold() == name
    )  # fmt: skip
    before = next((int(text) for text in texts if text.isdecimal()), 0)
    text = _text(row, total)
    return before > 0 and text.isdecimal() and int(text) >= before


def _newcomers(rows: Sequence[Row], index: int | None) -> set[int]:
    """Return the rows in which other players begin to play and all earlier ones have stopped: none
    of them has any of the next turns."""
    found: set[int] = set()
    if index is None:
        return found
    turns = [
        (number, name) for number, row in enumerate(rows)
        if len(row.filled) > 1 and not is_header(row.texts)
        and (name := _text(row, index).casefold()) and not is_sum(name)
    ]  # fmt: skip
    before: Counter[str] = Counter()
    for at, (number, name) in enumerate(turns):
        if name not in before and FEWEST <= len(before) <= MOST and min(before.values()) >= FEWEST:
            near = [one for _, one in turns[at : at + FEWEST * len(before)]]
            if len({*near}) >= FEWEST and before.keys().isdisjoint(near):
                found.add(number)
                before.clear()
        before[name] += 1
    return found


def ask(sheet: RecordDraft, rows: Sequence[Row]) -> None:
    """Report where another game may begin in rows that were read as one game, and how to make it
    clear. Results that are not results become standings or comments of the sheet."""
    lines, starts, at = [""], list[int](), 1
    for row in rows:
        lines += [""] * row.apart
        starts.append(at + row.apart)
        lines.append(_line(row))
        at = starts[-1] + len(lines[-1]) + 1
    begins = [row.at for row in rows]
    in_lines = copy(sheet)
    in_lines.places = [starts[max(0, bisect_right(begins, place) - 1)] for place in sheet.places]
    for joint in islice(joints(in_lines, "\n".join(lines), 0), 1):
        row = rows[max(0, bisect_right(starts, joint.at) - 1)]
        expected = BEHIND_RESULT if joint.behind_result else UNPROVED
        sheet.source.report(row.filled[0].at, "perhaps-another-game", expected,
                            _line(row), severity="warning")  # fmt: skip


def _line(row: Row) -> str:
    return BETWEEN.join(cell.text or cell.lacking or "" for cell in row.filled)
