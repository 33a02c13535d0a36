"""Rows of plays to records, by the columns that the header names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from archive import events as said
from archive.importers.imported import Column
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.headers import meaning_of, place_of
from archive.importers.sheet import Sheet
from archive.importers.source import Source
from archive.record import Record

GAME = "twenty"
WHOLE = re.compile(r"(-?\d{1,9})(?:[.,]0+)?")
BONUS = ("bonus", "end of round bonus", "round bonus")
PLAYED = ("card", "tally", "points", "standing")
TAGS = {"event": "Event", "site": "Site", "date": "Date"}
Report = Callable[..., None]


def columns_of(header: Row, report: Report) -> tuple[Column, ...]:
    """What each column is read as. One that nobody knows is reported, and so is a second column
    of one meaning."""
    columns: list[Column] = []
    for index, cell in enumerate(header.cells):
        meaning = meaning_of(cell.text)
        if meaning is not None and any(meaning == column.meaning for column in columns):
            report(cell.at, "second-column", f"one column with the {meaning}", cell.text,
                   severity="warning")  # fmt: skip
            meaning = None
        elif meaning is None and cell.text:
            report(cell.at, "unknown-column", "a column such as player, card, tally, points",
                   cell.text, severity="warning")  # fmt: skip
        columns.append(Column(place_of(index), cell.text, meaning))
    return tuple(columns)


class Plays:
    """Reads the rows of one table; a new value in the column `game` begins a new record."""

    def __init__(self, source: Source, ranks: Ranks, columns: Sequence[Column]) -> None:
        self.source = source
        self.ranks = ranks
        self.columns = columns
        self.records: list[Record] = []
        self._begin()

    def _begin(self) -> None:
        self.sheet = Sheet(self.source, self.ranks)
        self.game: str | None = None
        self.round: int | None = None
        self.deal: int | None = None
        self.up: str | None = None

    def read(self, rows: Iterable[Row]) -> list[Record]:
        for row in rows:
            self._row(row)
        self.records.append(self.sheet.record(GAME))
        return self.records

    def _row(self, row: Row) -> None:
        cells: dict[str, Cell] = {}
        unused: list[str] = []
        for index, cell in enumerate(row.cells):
            column = self.columns[index] if index < len(self.columns) else None
            if not cell.text:
                continue
            if column is None:
                self.source.report(cell.at, "no-column", f"{len(self.columns)} cells, as the header"
                                   " has", cell.text)  # fmt: skip
                unused.append(cell.text)
            elif column.meaning is None:
                unused.append(f"{column.header or column.place}: {cell.text}")
            else:
                cells[column.meaning] = cell
        if row.odd is not None:
            self.source.report(row.odd.at, "after-quotes", "a separator or the line's end",
                               row.odd.text)  # fmt: skip
            unused.append(row.odd.text)
        self._headings(cells, unused)
        self._play(cells, row, unused)
        for text in unused:
            self.sheet.comment(text)
        if "comment" in cells:
            self.sheet.comment(cells["comment"].text)

    def _headings(self, cells: dict[str, Cell], unused: list[str]) -> None:
        game = cells.get("game")
        if game is not None and game.text != self.game:
            if self.game is not None:
                self.records.append(self.sheet.record(GAME))
                self._begin()
            self.game = game.text
            self.sheet.tag("Source", game.text)
        for meaning, name in TAGS.items():
            cell = cells.get(meaning)
            if cell and not self.sheet.tag(name, cell.text) and self.sheet.tags[name] != cell.text:
                self.source.report(cell.at, "another-tag", self.sheet.tags[name], cell.text,
                                   severity="warning")  # fmt: skip
                unused.append(f"{meaning}: {cell.text}")
        nth = self._number("round", cells, unused)
        if nth is not None and nth != self.round:
            self.round, self.deal, self.up = nth, None, None
            self.sheet.events.append(said.Round(nth, None))
        if "up" in cells and cells["up"].text != self.up:
            self._turned_up(cells["up"], unused)
        nth = self._number("deal", cells, unused)
        if nth is not None and nth != self.deal:
            self.deal = nth
            self.sheet.events.append(said.Deal(nth))

    def _turned_up(self, cell: Cell, unused: list[str]) -> None:
        self.up = cell.text
        cards = self.ranks.run(cell.text)
        if cards is None:
            fix = self.ranks.hint(cell.text)
            self.source.report(cell.at, "not-a-card", self.ranks.expected, cell.text, fix=fix)
            unused.append(f"up: {cell.text}")
        else:
            self.sheet.events.append(said.Up(cards, None))

    def _play(self, cells: dict[str, Cell], row: Row, unused: list[str]) -> None:
        player, card = cells.get("player"), cells.get("card")
        number = self._number("number", cells, unused)
        tally = self._number("tally", cells, unused)
        points = self._number("points", cells, unused)
        standing = self._number("standing", cells, unused)
        if player is None:
            told = [cells[name] for name in PLAYED if name in cells]
            if told:
                self.source.report(told[0].at, "no-player", "a player in this row", told[0].text)
                unused += [f"{name}: {cells[name].text}" for name in PLAYED if name in cells]
            if card is not None and number is None:
                self.sheet.skip()
            return
        seat = self.sheet.seat(player.text)
        if card is not None and card.text.casefold() in BONUS:
            self.sheet.events.append(said.Bonus(seat, points))
        else:
            self._card(seat, card or Cell("", row.at), number, tally, points, unused)
        if standing is not None:
            self.sheet.events.append(said.Score(((seat, standing),)))

    def _card(
        self, seat: int, card: Cell, number: int | None, tally: int | None, points: int | None,
        unused: list[str],
    ) -> None:  # fmt: skip
        cards = self.ranks.run(card.text)
        if cards is None:
            found, fix = card.text or "an empty cell", self.ranks.hint(card.text)
            self.source.report(card.at, "not-a-card", self.ranks.expected, found, fix=fix)
            if card.text:
                unused.append(f"card: {card.text}")
        if number is not None and not 0 < number < 1_000_000:
            unused.append(f"number: {number}")
            number = None
        if tally is not None and tally < 0:
            unused.append(f"tally: {tally}")
            tally = None
        self.sheet.play(seat, cards, number=number, tally=tally, points=points)

    def _number(self, meaning: str, cells: dict[str, Cell], unused: list[str]) -> int | None:
        """The whole number in a cell; anything else there is reported and kept."""
        cell = cells.get(meaning)
        if cell is None:
            return None
        match = WHOLE.fullmatch(cell.text)
        if match is None:
            self.source.report(
                cell.at, "not-a-number", f"a whole number for the {meaning}", cell.text
            )
            unused.append(f"{meaning}: {cell.text}")
            return None
        return int(match[1])
