"""The beginning of a table of plays among rows, and the meaning of its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from archive.importers.imported import Column
from archive.importers.ranks import Ranks
from archive.importers.rows.card_columns import (
    NAME,
    TRIED,
    cards_in,
    counts_rows,
    joined,
    told_apart,
    whole_deed,
)
from archive.importers.rows.cells import Row
from archive.importers.rows.headers import is_header, meaning_of, meaning_of_player, place_of
from archive.importers.which_game import in_title

Report = Callable[..., None]
HEADER_WITHIN = 60
"""The number of rows from the top in which the header of a table is looked for."""
POINTS = r"(?:points?|pts?\.?|Punkte?|Pkt\.?|P)"
TALLY = re.compile(
    rf"=?[ ]?(\d{{1,4}})(?:[ ]?\+[ ]?(?P<more>\d{{1,9}})"
    rf"|[ ]?[(][ ]?\+?(?P<inside>\d{{1,9}})(?:[ ]?{POINTS})?[ ]?[)]"
    rf"|[ ]?[,;/]?[ ]?\+?(?P<behind>\d{{1,9}})[ ]{POINTS})?",
    re.IGNORECASE,
)
"""A tally, perhaps with its points behind it: `= 20 +10`, `20 (10)`, `21, 1 pt`."""
HIGHEST = 29
"""The highest tally: a ten laid on nineteen."""
HEADED = re.compile(r"(round|runde|hand|deal|blatt|trick|stich)[ ]+\d{1,4}[.:]?", re.IGNORECASE)
A_WORD = re.compile(r"[^\W\d_]+")
FULL = 20
FEWEST = 3
"""The fewest numbers that must go up for a column of totals to be the tally."""


SUMS = frozenset({
    "total", "totals", "sum", "score", "scores", "standing", "standings", "result", "final",
    "summe", "gesamt", "stand", "ergebnis", "final score", "endstand", "zwischenstand",
})  # fmt: skip
"""What stands in place of a name where a row has totals."""
_SUM, _ONE = "|".join(SUMS), r"[^\W\d_][^\d:;|()=]*?"
SUM_OF = re.compile(
    rf"(?:{_SUM})(?:[ ]?[:–-]|[ ](?:for|of|für|von))?[ ][(]?(?P<behind>{_ONE})[)]?[ :]*"
    rf"|(?P<before>{_ONE})[ :(-]+(?:{_SUM})[ :)]*",
    re.IGNORECASE,
)
"""The heading of a row with the total of one player: `Total Anna`, `Anna total`."""


def is_sum(text: str) -> bool:
    """Return whether a text in place of a name says that its row has totals, of all or of one
    player."""
    return text.casefold().strip(" :.") in SUMS or SUM_OF.fullmatch(text[:80]) is not None


class Layout(NamedTuple):
    """The meaning of a table's columns: `meanings` by column, and the `owner` of each where every
    player has a column of their own."""

    columns: tuple[Column, ...]
    meanings: tuple[str | None, ...] = ()
    owners: tuple[str | None, ...] = ()
    height: int = 1
    """Rows of the header: two where the columns of each player are named below the names."""

    @property
    def by_player(self) -> bool:
        """Return whether every player has a column of their own."""
        return any(self.owners)

    def meaning(self, index: int) -> str | None:
        """Return the meaning of a column; None where it is not known."""
        return self.meanings[index] if index < len(self.meanings) else None

    def column_of(self, meaning: str) -> int | None:
        """Return the column with a meaning."""
        return self.meanings.index(meaning) if meaning in self.meanings else None

    def owner(self, index: int) -> str | None:
        """Return the player whose column it is; None where it is no player's own."""
        return self.owners[index] if index < len(self.owners) else None

    def of_totals(self) -> Layout:
        """Return the layout for a table in which the points are running totals."""
        return self._replace(columns=tuple(
            column if column.meaning is None or not column.meaning.startswith("points") else
            column._replace(meaning=column.meaning.replace("points", "standing", 1))
            for column in self.columns
        ))  # fmt: skip


def header_at(rows: Sequence[Row], ranks: Ranks) -> int | None:
    """Return the row that heads a table of plays; None where none of the first ones does."""
    for index, row in enumerate(rows[:HEADER_WITHIN]):
        meanings = [meaning_of(text) for text in row.texts]
        if is_header(row.texts) or cards_in(rows, index, ranks, meanings) is not None:
            return index
    for index in range(min(len(rows), HEADER_WITHIN)):
        if len(owners_of(rows, index, ranks)) > 1:
            return index
    return None


def layout_of(rows: Sequence[Row], index: int, ranks: Ranks, report: Report) -> Layout:
    """Return the meaning of each column. An unknown column is reported, and so is a second column
    of one meaning."""
    header = rows[index]
    told = told_apart(rows, index, partial(_below, rows, index), ranks)
    cards, several = cards_in(rows, index, ranks, told), joined(header.texts, told)
    headed = is_header(header.texts) or cards is not None
    owned = {} if headed else owners_of(rows, index, ranks)
    if owned and (named := _named_below(rows, index)):
        return _two_rows(header, named, owned)
    columns: list[Column] = []
    meanings: list[str | None] = []
    owners: list[str | None] = []
    owner: str | None = None
    seen: set[tuple[str, str | None]] = set()
    of_players = _of_players(header, owned)
    in_turn = _plays_in_turn(rows, index, owned)
    totals, deals = tallies_in(rows, index), _deals_in(rows, index)
    for number, cell in enumerate(header.cells):
        meaning = "tally" if number == totals else told[number]
        meaning = "card" if number == cards else meaning
        if number == deals:
            meaning = "deal"
        elif owned and meaning is None and counts_rows(_below(rows, index, number)):
            meaning = "number"
        if number == totals:
            report(cell.at, "running-totals", "totals of each player; these rise with each play "
                   "up to 20 and were read as the tally", cell.text, severity="note")  # fmt: skip
        if number in of_players:
            owner, meaning = of_players[number]
        elif not cell.text:
            meaning = meaning_without_header(_below(rows, index, number), owner, seen)
            owner = owner if meaning in ("tally", "points") else None
        elif meaning not in ("tally", "points", "standing") or in_turn:
            owner = None
        if meaning is not None and (meaning, owner) in seen and number not in several:
            report(cell.at, "second-column", f"one column with the {meaning}", cell.text,
                   severity="warning")  # fmt: skip
            meaning = None
        elif meaning is None and cell.text and (not owned or _below(rows, index, number)):
            report(cell.at, "unknown-column", "a column such as player, card, tally, points",
                   cell.text, severity="warning")  # fmt: skip
        if meaning is not None:
            seen.add((meaning, owner))
        shown = f"{meaning} of {owner}" if owner and meaning else meaning
        columns.append(Column(place_of(number), cell.text, shown))
        meanings.append(meaning)
        owners.append(owner)
    return Layout(tuple(columns), tuple(meanings), tuple(owners))


def _of_players(header: Row, owned: dict[int, str]) -> dict[int, tuple[str, str]]:
    """Return the columns of players, and what they hold: their cards, or what the heading says."""
    found = {number: (name, "card") for number, name in owned.items()}
    for number, cell in enumerate(header.cells):
        if number not in owned and (own := meaning_of_player(cell.text, owned.values())):
            found[number] = own
    return found


def _plays_in_turn(rows: Sequence[Row], index: int, owned: dict[int, str]) -> bool:
    """Return whether each row has a card of one player alone: what stands behind the players is
    then of that play, and not of the last player."""
    below = rows[index + 1 : index + 1 + TRIED]
    filled = [sum(bool(row.cells[at].text) for at in owned if at < len(row.cells)) for row in below]
    return len(owned) > 1 and 2 * filled.count(1) > len(filled)


def _deals_in(rows: Sequence[Row], index: int) -> int | None:
    """Return the column `Spiel` that numbers the deals of a table with tricks, and not its
    games."""
    meanings = [meaning_of(text) for text in rows[index].texts]
    if "trick" not in meanings or "deal" in meanings or meanings.count("game") != 1:
        return None
    number = meanings.index("game")
    texts = _below(rows, index, number)
    return number if texts and all(map(str.isdecimal, texts)) else None


def _named_below(rows: Sequence[Row], index: int) -> list[str | None]:
    """Return the meaning of each column by the row below a header of names; nothing where that row
    does not give it."""
    texts = rows[index + 1].texts if index + 1 < len(rows) else []
    meanings = [meaning_of(text) for text in texts]
    filled = [meaning for text, meaning in zip(texts, meanings, strict=True) if text]
    return meanings if "card" in filled and all(filled) else []


def _two_rows(header: Row, named: list[str | None], owned: dict[int, str]) -> Layout:
    """Return the layout of a table whose second row names the columns of each player."""
    columns, owners, owner = [], [], None
    for number, meaning in enumerate(named):
        owner = owned.get(number, owner)
        own = owner if meaning in ("card", "tally", "points", "standing") else None
        text = header.cells[number].text if number < len(header.cells) else ""
        shown = f"{meaning} of {own}" if own else meaning
        columns.append(Column(place_of(number), text or owner or "", shown))
        owners.append(own)
    return Layout(tuple(columns), tuple(named), tuple(owners), 2)


def meaning_without_header(
    texts: Sequence[str], owner: str | None, seen: set[tuple[str, str | None]]
) -> str | None:
    """Return the meaning of a column without a header: numbers behind a player's column are their
    tallies, and then their points; `Round 1`, `Hand 2` and `Trick 3` are headings."""
    if owner is not None and texts and all(map(TALLY.fullmatch, texts)):
        if ("tally", owner) not in seen:
            return "tally"
        return None if ("points", owner) in seen else "points"
    words = {match[1].casefold() for match in map(HEADED.fullmatch, texts) if match}
    if len(words) != 1 or not all(map(HEADED.fullmatch, texts)):
        return None
    meaning = meaning_of(words.pop())
    return None if (str(meaning), None) in seen else meaning


def tallies_in(rows: Sequence[Row], index: int) -> int | None:
    """Return the column headed as totals whose numbers go up from play to play of all players, and
    begin again from 20 on: that is the tally. None where there is no such column, or a tally."""
    header = rows[index].texts
    meanings = [meaning_of(text) for text in header]
    if "tally" in meanings or meanings.count("standing") != 1:
        return None
    number = meanings.index("standing")
    texts = _below(rows, index, number)
    found = [TALLY.fullmatch(text) for text in texts]
    values = [int(match[1]) for match in found if match]
    if len(values) < FEWEST or len(values) < len(texts) or max(values) > HIGHEST:
        return None
    rise = all(two > one or one >= FULL for one, two in pairwise(values))
    return number if rise else None


def _below(rows: Sequence[Row], index: int, number: int) -> list[str]:
    """Return what stands in a column below its header, beside anything else than a total."""
    plays = (
        row for row in rows[index + 1 :]
        if len(row.filled) > 1 and not is_sum(row.filled[0].text)
    )  # fmt: skip
    cells = (row.cells[number].text for row in plays if number < len(row.cells))
    return [text for text in cells if text]


def owners_of(rows: Sequence[Row], index: int, ranks: Ranks) -> dict[int, str]:
    """Return the columns that are headed by a name and hold that player's actions."""
    found: dict[int, str] = {}
    for cell in rows[index].cells:
        known = not cell.text or meaning_of(cell.text) is not None or in_title(cell.text)
        if not known and (not NAME.fullmatch(cell.text) or whole_deed(cell.text, ranks)):
            return {}  # numbers, cards or sentences: this is no header
    below = rows[index + 1 : index + 1 + TRIED]
    names = {cell.text.casefold() for cell in rows[index].cells if cell.text}
    if sum(_names_one(row, names) for row in below) > 1:
        return {}  # the lines below are sentences with commas
    for number, cell in enumerate(rows[index].cells):
        if not cell.text or meaning_of(cell.text) is not None or in_title(cell.text):
            continue
        if meaning_of_player(cell.text, (one.text for one in rows[index].cells)):
            continue
        texts = [row.cells[number].text for row in below if number < len(row.cells)]
        texts = [text for text in texts if text]
        if counts_rows(texts):
            continue
        able = sum(whole_deed(text, ranks) for text in texts)
        if able and 2 * able >= len(texts):
            found[number] = cell.text
    return found


def _names_one(row: Row, names: set[str]) -> bool:
    """Return whether the first of several cells has one of these names among its words, and is no
    heading for totals."""
    filled = row.filled
    if len(filled) < 2 or is_sum(filled[0].text):
        return False
    return not names.isdisjoint(A_WORD.findall(filled[0].text[:80].casefold()))
