"""The places where another game may begin in the rows of one table though nothing proves it: behind
a result, or where the same players play on below an empty row or are numbered from one again."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from archive.core import events as said
from archive.core.events import Event
from archive.importers.prose import games_without_headings
from archive.importers.prose.games_behind_unfinished import DEEDS
from archive.importers.record_draft import RecordDraft
from archive.importers.rows import games_in_table
from archive.importers.rows.cells import Row
from archive.importers.rows.tables import Layout, is_sum

BEHIND_RESULT = "no play behind a result; where another game begins, a column “Game” to number both"
UNPROVED = "one game; this may be another: then a column “Game” to number both"
BETWEEN = "  "
"""What stands between the cells of a row that is shown as a line."""


def ask(sheet: RecordDraft, rows: Sequence[Row], layout: Layout) -> None:
    """Report where another game may begin in rows that were read as one game, and how to make it
    clear."""
    row, expected = _behind_result(sheet, rows), BEHIND_RESULT
    if row is None:
        row, expected = _unproved(rows, layout), UNPROVED
    if row is not None:
        sheet.source.report(row.filled[0].at, "perhaps-another-game", expected, _line(row),
                            severity="warning")  # fmt: skip


def _behind_result(sheet: RecordDraft, rows: Sequence[Row]) -> Row | None:
    """Return the row of the first play behind a result that is not one, and turn that into a
    standing or a comment of the sheet; None where play continues in a further deal, or where the
    next totals go on from these."""
    played = [at for at, event in enumerate(sheet.events) if isinstance(event, DEEDS)]
    ends = [at for at, event in enumerate(sheet.events) if isinstance(event, said.End)]
    found = None
    for index, until in zip(ends, [*ends, len(sheet.events)][1:], strict=True):
        if not played or not played[0] < index < played[-1]:
            continue
        end, later = sheet.events[index], sheet.events[index + 1 : until + 1]
        assert isinstance(end, said.End)
        games_without_headings.take_back(sheet, index, _line(_row_of(sheet.places[index], rows)))
        if found is None and not (_goes_on(later) or games_without_headings.is_running(end, later)):
            behind = next(at for at in played if at > index)
            found = _row_of(sheet.places[behind], rows)
    if found is not None:
        games_without_headings.tell_result(sheet)
    return found


def _goes_on(later: Sequence[Event]) -> bool:
    """Return whether the first heading is of a round or deal that is not the first."""
    heading = next((one for one in later if isinstance(one, games_without_headings.HEADINGS)), None)
    return heading is not None and (heading.number or 0) > 1


def _unproved(rows: Sequence[Row], layout: Layout) -> Row | None:
    """Return the one row at which the same players may have begun to play another game."""
    if games_in_table.tells_deals(rows, layout):
        return None
    numbers = layout.column_of("number")
    if numbers is not None:
        starts = sorted(games_in_table.begun_again(rows, numbers))
    else:
        starts = [at for at, row in enumerate(rows) if at and row.apart]
    if len(starts) != 1:
        return None
    above, below = rows[: starts[0]], rows[starts[0] :]
    one, other = _players(above, layout), _players(below, layout)
    fewest = games_in_table.FEWEST
    if one.keys() != other.keys() or len(one) < fewest:
        return None
    if numbers is None and min(*one.values(), *other.values()) < fewest:
        return None
    player, total = layout.column_of("player"), layout.column_of("standing")
    on = total is not None and games_in_table.goes_on(above, below[0], player, total)
    return None if on else below[0]


def _players(rows: Sequence[Row], layout: Layout) -> Counter[str]:
    """Return the players who have cards in these rows, and in how many."""
    index = layout.column_of("player")
    if index is None:
        return Counter(
            owner.casefold()
            for row in rows
            for number, cell in enumerate(row.cells)
            if cell.text and layout.meaning(number) == "card" and (owner := layout.owner(number))
        )
    texts = (row.cells[index].text for row in rows if index < len(row.cells) > 1)
    return Counter(text.casefold() for text in texts if text and not is_sum(text))


def _row_of(place: int, rows: Sequence[Row]) -> Row:
    return rows[max(0, bisect_right([row.at for row in rows], place) - 1)]


def _line(row: Row) -> str:
    return BETWEEN.join(cell.text or cell.lacking or "" for cell in row.filled)
