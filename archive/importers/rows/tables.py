"""Where a table of plays begins among rows, and what its columns hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from archive.importers.actions import deed
from archive.importers.imported import Column
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import Row
from archive.importers.rows.headers import is_header, meaning_of, place_of

Report = Callable[..., None]
HEADER_WITHIN = 60
"""The header of a table is looked for in so many rows from the top."""
TRIED = 12
"""Rows below a header that are looked at to see whether each column is a player's."""
NAME = re.compile(r"[^\W\d_][^\d:;|()=]{0,39}")
ENDED = re.compile(r"[\s.]*")


class Layout(NamedTuple):
    """What the columns of a table hold: `meanings` by column, and where each player has a column
    of their own, the `owner` of each."""

    columns: tuple[Column, ...]
    meanings: tuple[str | None, ...] = ()
    owners: tuple[str | None, ...] = ()

    @property
    def by_player(self) -> bool:
        return any(self.owners)

    def meaning(self, index: int) -> str | None:
        return self.meanings[index] if index < len(self.meanings) else None

    def column_of(self, meaning: str) -> int | None:
        """The column of a meaning."""
        return self.meanings.index(meaning) if meaning in self.meanings else None

    def owner(self, index: int) -> str | None:
        return self.owners[index] if index < len(self.owners) else None


def header_at(rows: Sequence[Row], ranks: Ranks) -> int | None:
    """Which row heads a table of plays; None where none of the first ones does."""
    for index, row in enumerate(rows[:HEADER_WITHIN]):
        if is_header(row.texts):
            return index
    for index in range(min(len(rows), HEADER_WITHIN)):
        if len(owners_of(rows, index, ranks)) > 1:
            return index
    return None


def layout_of(rows: Sequence[Row], index: int, ranks: Ranks, report: Report) -> Layout:
    """What each column is read as. One that is not known is reported, and so is a second column of
    one meaning."""
    header = rows[index]
    owned = {} if is_header(header.texts) else owners_of(rows, index, ranks)
    columns: list[Column] = []
    meanings: list[str | None] = []
    owners: list[str | None] = []
    owner: str | None = None
    seen: set[tuple[str, str | None]] = set()
    for number, cell in enumerate(header.cells):
        meaning = meaning_of(cell.text)
        if number in owned:
            owner, meaning = cell.text, "card"
        elif meaning not in ("tally", "points", "standing"):
            owner = None
        if meaning is not None and (meaning, owner) in seen:
            report(cell.at, "second-column", f"one column with the {meaning}", cell.text,
                   severity="warning")  # fmt: skip
            meaning = None
        elif meaning is None and cell.text:
            report(cell.at, "unknown-column", "a column such as player, card, tally, points",
                   cell.text, severity="warning")  # fmt: skip
        if meaning is not None:
            seen.add((meaning, owner))
        shown = f"{meaning} of {owner}" if owner and meaning else meaning
        columns.append(Column(place_of(number), cell.text, shown))
        meanings.append(meaning)
        owners.append(owner)
    return Layout(tuple(columns), tuple(meanings), tuple(owners))


def owners_of(rows: Sequence[Row], index: int, ranks: Ranks) -> dict[int, str]:
    """The columns that are headed by a name and hold what that player did."""
    found: dict[int, str] = {}
    for cell in rows[index].cells:
        known = not cell.text or meaning_of(cell.text) is not None
        if not known and (not NAME.fullmatch(cell.text) or whole_deed(cell.text, ranks)):
            return {}  # numbers, cards or sentences: this is no header
    below = rows[index + 1 : index + 1 + TRIED]
    for number, cell in enumerate(rows[index].cells):
        if not cell.text or meaning_of(cell.text) is not None:
            continue
        texts = [row.cells[number].text for row in below if number < len(row.cells)]
        texts = [text for text in texts if text]
        able = sum(whole_deed(text, ranks) for text in texts)
        if able and 2 * able >= len(texts):
            found[number] = cell.text
    return found


def whole_deed(text: str, ranks: Ranks) -> bool:
    """Whether a cell says what somebody did, and nothing else."""
    found = deed(text, 0, ranks)
    return found is not None and not found.odd and ENDED.fullmatch(text, found.end) is not None
