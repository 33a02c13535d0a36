"""The reader of a table: the plays by the columns that its header names, and rows of another kind
around them, which are read like sentences.

Every cell that is not empty is used, or reported as not used.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from archive.importers import which_game
from archive.importers.actions import deed
from archive.importers.prose import go_on
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.prose.names import misspelt, names_in
from archive.importers.prose.words import TAGS as TAG_WORDS
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.fields import LABELLED, LEFT, WHOLE, Fields, fields_of
from archive.importers.rows.games_in_table import InLines, games_of, head_of, is_one_card, tables_of
from archive.importers.rows.headers import is_header, meaning_of
from archive.importers.rows.headings import TAGS, Headings
from archive.importers.rows.running_totals import are_totals
from archive.importers.rows.tables import SUMS, Layout, is_sum, layout_of, owners_of
from archive.importers.rows.turns import Manner, Turns
from archive.importers.source import MORE_GAMES, MOST_GAMES, Source

A_WORD = re.compile(r"[^\W\d_]{3}")
BETWEEN = "  "
"""What stands between the cells of a row that is read as a sentence."""


LOOKED_AT = 1 << 16
"""The number of characters in which misspelt names are looked for."""
COLON = ": "
LISTED = ", "
WON = frozenset({"winner", "winners", "sieger", "siegerin"})
HEADED = frozenset({*TAG_WORDS, "players", "spieler", *SUMS, *WON})
"""What has its value in the next cell."""


class Plays:
    """The reader of one table; a new value in the column `game` begins a new record. Rows above the
    header belong to the first one."""

    def __init__(self, source: Source, ranks: Ranks) -> None:
        self.source = source
        self.ranks = ranks
        self.layout = Layout(())

    def read(self, rows: Sequence[Row], header: int) -> list[RecordDraft]:
        """Return the games of the rows, whose header is the one at that index."""
        games: list[_Game] = []
        more: list[Row] = []
        above = rows[:header]
        layouts: dict[tuple[str, ...], Layout] = {}
        for table in tables_of(rows[header:], owners_of(rows, header, self.ranks).values()):
            heads = tuple(table[0].texts)
            layout = layouts.get(heads) or layout_of(table, 0, self.ranks, self.source.report)
            layouts[heads] = layout  # the same columns again, though nothing may be below them
            below = table[layout.height :]
            if not games:
                one_card = is_one_card(rows, layout, self.ranks)
            totals = are_totals(layout, below, self.source)
            if not games:
                self.layout = layout.of_totals() if totals else layout
            manner = Manner(layout, one_card, totals)
            for number, own in enumerate(games_of(below, layout, one_card=one_card)):
                if games and number == 0 and games[-1].goes_on(own, layout):
                    games[-1].read((), own, manner)
                    continue
                if len(games) >= MOST_GAMES:
                    more += own[:1]
                    continue
                if number:
                    above, own = own[: head_of(own)], own[head_of(own) :]
                for nth, game in enumerate(self._apart(above, own, manner)):
                    games.append(game)
                    if (number or nth) and layout.column_of("game") is None:
                        self._is_another(game.sheet, games[-2].sheet, game.tables[0])
                above = ()
        if more:
            self.source.report(more[0].at, "too-many-games", MORE_GAMES, f"{len(more)} more")
        for game in games:
            game.settle()
        return [game.sheet for game in games]

    def _apart(self, above: Sequence[Row], rows: Sequence[Row], manner: Manner) -> Iterator[_Game]:
        """Yield the one game of these rows, or each of several that they prove to hold."""
        noted = self.source.noted()
        whole = self._game(above, rows, manner)
        others = whole.in_lines.others() if whole.in_lines else []
        cuts = [at - len(above) for at in others if at > len(above)]
        if not cuts:
            yield whole
            return
        self.source.forget_since(noted)
        for start, end in pairwise([0, *cuts, len(rows)]):
            own = rows[start:end]
            above, own = (own[: head_of(own)], own[head_of(own) :]) if start else (above, own)
            yield self._game(above, own, manner)

    def _game(self, above: Sequence[Row], rows: Sequence[Row], manner: Manner) -> _Game:
        """Return these rows as one game."""
        names, column = names_of(above, rows, manner.layout), manner.layout.column_of("player")
        cells = [] if column is None else [row.cells[column] for row in rows
                                           if column < len(row.cells)]  # fmt: skip
        text = "\n".join(cell.text for cell in cells)
        slips = misspelt(names, text[:LOOKED_AT], listed=False)
        sheet = RecordDraft(self.source, self.ranks, [one for one in names if one not in slips])
        for spelling, name in slips.items():
            first = next(cell for cell in cells if cell.text.casefold() == spelling.casefold())
            sheet.also_called(spelling, name, first.at)
        game = _Game(sheet, manner)
        game.read(above, rows, manner)
        if manner.layout.column_of("game") is None:
            game.in_lines = InLines(sheet, [*above, *rows])
        return game

    def _is_another(self, sheet: RecordDraft, before: RecordDraft, rows: Sequence[Row]) -> None:
        """Report that a further game was read from these rows. It is of the kind of the one before
        where it names none."""
        if sheet.game is None and "Rules" not in sheet.tags and before.game is not None:
            sheet.name_game((before.game, ""))
        first = next(cell for row in rows for cell in row.filled)
        expected = "one game; from here on it is read as another"
        self.source.report(first.at, "another-game", expected, first.text, severity="note")


class _Game:
    """The reader of one game."""

    def __init__(self, sheet: RecordDraft, manner: Manner) -> None:
        self.sheet = sheet
        self.manner = manner
        self.headings = Headings(sheet)
        self.turns = Turns(sheet, self.headings, manner)
        self.telling: GameInWords | None = None
        self.tables: list[list[Row]] = []
        self.in_lines: InLines | None = None  # where no column names games

    def read(self, above: Sequence[Row], rows: Sequence[Row], manner: Manner) -> None:
        """Read the rows of one table, which has columns of its own."""
        self.manner = self.turns.manner = manner
        self.tables.append([*above, *rows])
        for row in above:
            self._tell(row.filled, all_noted=False)
        for row in rows:
            self._row(row)

    def goes_on(self, rows: Sequence[Row], layout: Layout) -> bool:
        """Return whether the rows of a further table are of this game."""
        index = layout.column_of("game")
        named = (row.cells[index].text for row in rows if index < len(row.cells)) if (
            index is not None
        ) else ()  # fmt: skip
        return next(filter(None, named), self.headings.game) == self.headings.game

    def settle(self) -> None:
        """Add what only the end of the game settles."""
        if self.telling is not None:
            self.telling.settle()
        if len(self.tables) == 1 and self.in_lines:
            self.in_lines.ask()

    def _row(self, row: Row) -> None:
        layout = self.manner.layout
        if is_header(row.texts) and [meaning_of(text) for text in row.texts] == [
            meaning_of(column.header) for column in layout.columns
        ]:
            return  # the header again, as on a second page
        filled = row.filled
        if len(filled) == 1 and row.odd is None and self._stands_alone(row, filled[0]):
            self._tell(filled)
            return
        won = bool(filled) and _tells_winner(filled[0])
        if won or (not layout.by_player and self._is_sentence(row)):
            self._tell(filled)
            return
        fields = fields_of(row, layout, self.sheet.source)
        heads = layout.by_player and bool(filled) and is_sum(filled[0].text)
        head = row.cells.index(filled[0]) if heads else 0
        if heads or self.turns.is_beside(row):
            fields.cells.pop(layout.meaning(head) or "", None)
        before = self.sheet.played
        self.headings.read(fields)
        self.turns.read(row, fields)
        if self.telling is not None and self.sheet.played != before:
            self.telling.played()
        for text, at in fields.unused:
            self.sheet.comment(text, at)
        self._comment(fields)

    def _comment(self, fields: Fields) -> None:
        cell = fields.get("comment")
        if cell is not None:
            self.sheet.comment(cell.text, cell.at)

    def _stands_alone(self, row: Row, cell: Cell) -> bool:
        """Return whether the one cell of a row is a heading or a sentence rather than a value."""
        layout, index = self.manner.layout, row.cells.index(cell)
        meaning = layout.meaning(index)
        if meaning in ("comment", "game", *TAGS) or WHOLE.fullmatch(cell.text) or cell.lacking:
            return False
        if index >= len(layout.columns) and index > 0:
            return False
        if layout.owner(index) or meaning == "card":
            return deed(cell.text, 0, self.sheet.ranks) is None
        return meaning in (None, "round", "deal", "trick", "number", "player")

    def _is_sentence(self, row: Row) -> bool:
        """Return whether a row is a sentence spread over cells: it has words where its columns have
        numbers, or, without a player, cards."""
        layout, found = self.manner.layout, False
        first = row.cells.index(row.filled[0]) if row.filled else 0
        for index, cell in enumerate(row.cells):
            meaning = layout.meaning(index)
            counts = index == first and meaning in ("round", "deal", "trick", "number")
            heads = LABELLED.fullmatch(cell.text) or LEFT.fullmatch(cell.text)
            if counts and A_WORD.search(cell.text) and not heads:
                return True
            if meaning == "player" and cell.text:
                return False
            if not cell.text or meaning not in ("round", "deal", "trick", "number", "card"):
                continue
            if WHOLE.fullmatch(cell.text) or LABELLED.fullmatch(cell.text):
                continue
            if A_WORD.search(cell.text) and deed(cell.text, 0, self.sheet.ranks) is None:
                found = True
        return found

    def _tell(self, cells: Sequence[Cell], *, all_noted: bool = True) -> None:
        """Read a row as a sentence; within a table it is reported where it is none."""
        source = self.sheet.source
        text = BETWEEN.join(cell.text for cell in cells)
        if len(cells) > 1 and cells[0].text.casefold() in HEADED:
            text = text.replace(BETWEEN, COLON, 1)
            if cells[0].text.casefold() not in SUMS:
                text = text.replace(BETWEEN, LISTED)
        starts, at = [], 0
        for cell in cells:
            starts.append(at)
            at += len(cell.text) + len(BETWEEN)
            if cell.lacking:
                source.report(cell.at, "no-value", "a value", cell.lacking)

        def where(index: int) -> int:
            nth = max(0, bisect_right(starts, index) - 1)
            return source.inside(cells[nth].at, index - starts[nth])

        blank = self.sheet.game is None and not self.sheet.events
        if blank and (found := which_game.in_title(text)):
            self.sheet.name_game(found)
        if self.telling is None:
            self.telling = GameInWords(self.sheet, "", one_card=self.manner.one_card)
        before = len(self.sheet.events)
        self.telling.all_noted = all_noted
        go_on(self.telling, text, where)
        self.headings.told(self.sheet.events[before:])


def names_of(above: Sequence[Row], rows: Sequence[Row], layout: Layout) -> list[str]:
    """Return the players as the rows above the table name them, otherwise in the order in which
    they play."""
    told = names_in("\n".join(BETWEEN.join(row.texts) for row in above)) if above else []
    if len(told) > 1:
        return told
    names = {owner.casefold(): owner for owner in reversed(layout.owners) if owner}
    order = [owner.casefold() for owner in layout.owners if owner]
    index = layout.column_of("player")
    for row in rows if index is not None else ():
        assert index is not None
        if is_header(row.texts):
            continue
        cells = [
            cell
            for cell in row.cells[index : index + 1]
            if cell.text and not is_sum(cell.text) and not _tells_winner(cell)
        ]
        if cells and any(cell.text for cell in row.cells[index + 1 :]):
            order.append(cells[0].text.casefold())
            names.setdefault(order[-1], cells[0].text)
    return [names[name] for name in dict.fromkeys(order)]


def _tells_winner(cell: Cell) -> bool:
    """Return whether a cell is a heading for the winner in the next cell."""
    return cell.text.casefold().rstrip(" :") in WON
