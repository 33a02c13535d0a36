"""Rows to records: the plays of a table by the columns that its header names, and around them what
stands in rows of its own, which is read as a sentence would be.

Every cell that has something in it is used, or said not to have been.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive import events as said
from archive.importers import games
from archive.importers.deeds import Deed, deed
from archive.importers.prose.names import names_in
from archive.importers.prose.reader import Telling
from archive.importers.ranks import Ranks
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.headers import is_header, meaning_of
from archive.importers.rows.running import are_totals
from archive.importers.rows.tables import ENDED, Layout, layout_of
from archive.importers.sheet import Sheet
from archive.importers.source import Source

WHOLE = re.compile(r"([+-]?\d{1,9})(?:[.,]0+)?")
BONUS = ("bonus", "end of round bonus", "round bonus")
PLAYED = ("card", "tally", "points", "standing")
TAGS = {"event": "Event", "site": "Site", "date": "Date", "rules": "Rules"}
SUMS = frozenset(
    "total totals sum score scores standing standings result final summe gesamt stand ergebnis"
    " final score".split()
)
MOST_CARDS_OF_A_NUMBER = 99
"""A larger number in a column for the deal is a hand, its cards written without spaces."""
LABELLED = re.compile(r"(?:round|runde|hand|deal|blatt|no|nr)\.?[ \t]*(\d{1,4})\.?", re.IGNORECASE)


class Labels(NamedTuple):
    """What the rows have said of where in the game they are."""

    round: int | None = None
    deal: int | None = None
    up: str | None = None


class Plays:
    """Reads the rows of one table from its header on; a new value in the column `game` begins a new
    record. What stands above the header belongs to the first."""

    def __init__(self, source: Source, ranks: Ranks) -> None:
        self.source = source
        self.ranks = ranks
        self.layout = Layout(())
        self.sheets: list[Sheet] = []

    def read(self, rows: Sequence[Row], header: int) -> list[Sheet]:
        self.layout = layout_of(rows, header, self.ranks, self.source.report)
        self.totals = are_totals(self.layout, rows[header + 1 :], self.source)
        self.one_card = self._one_card(rows)
        above, games_ = rows[:header], self._games(rows[header + 1 :])
        for number, own in enumerate(games_):
            self._begin(above if number == 0 else (), own)
            for row in above if number == 0 else ():
                self._tell(row.filled)
            for row in own:
                self._row(row)
            self.sheets.append(self.sheet)
        return self.sheets

    def _begin(self, above: Sequence[Row], rows: Sequence[Row]) -> None:
        self.sheet = Sheet(self.source, self.ranks, self._names(above, rows))
        self.telling: Telling | None = None
        self.game: str | None = None
        self.labels = Labels()
        self.up_at: int | None = None
        self.hands: dict[int, str] = {}

    # -- looking ahead

    def _games(self, rows: Sequence[Row]) -> list[list[Row]]:
        """The rows of each game, by the column that names them."""
        found: list[list[Row]] = [[]]
        index = self._index("game")
        game: str | None = None
        for row in rows:
            text = row.cells[index].text if index is not None and index < len(row.cells) else ""
            if text and game is not None and text != game:
                found.append([])
            game = text or game
            found[-1].append(row)
        return found

    def _names(self, above: Sequence[Row], rows: Sequence[Row]) -> list[str]:
        """Who plays: as the rows above the table say, else in the order in which they play."""
        told = names_in("\n".join("  ".join(row.texts) for row in above)) if above else []
        owners = list(dict.fromkeys(owner for owner in self.layout.owners if owner))
        player, card = self._index("player"), self._index("card")
        played = [] if player is None else [
            row.cells[player].text for row in rows
            if player < len(row.cells) and row.cells[player].text
            and any(cell.text for cell in row.cells[player + 1:]) and card is not None
        ]  # fmt: skip
        names = {
            name.casefold(): name for name in reversed([*owners, *played])
            if name.casefold().strip(" :.") not in SUMS
        }  # fmt: skip
        first = list(dict.fromkeys(name.casefold() for name in [*owners, *played]))
        own = [names[name] for name in first if name in names]
        if len(told) > 1 and {name.casefold() for name in told} >= set(names):
            return told
        return [name for name in own if len(name) > 1 or not _initial_of(name, told)] if not told else told

    def _one_card(self, rows: Sequence[Row]) -> bool:
        """Whether a play is one card in this table."""
        index = self._index("game")
        head = " ".join(" ".join(row.texts) for row in rows[:3])
        named = games.in_title(head)
        if index is not None and rows[-1:] and index < len(rows[-1].cells):
            named = games.named(rows[-1].cells[index].text) or named
        if named:
            return named[0] == "twenty"
        for row in rows:
            for number, cell in enumerate(row.cells):
                if games.ONE_CARD.search(cell.text):
                    return False
                if self.layout.meaning(number) == "card" and cell.text:
                    found = deed(cell.text, 0, self.ranks)
                    if found and len(found.cards) > 1 and not found.claims:
                        return False
        return True

    def _index(self, meaning: str) -> int | None:
        meanings = self.layout.meanings
        return meanings.index(meaning) if meaning in meanings else None

    # -- a row

    def _row(self, row: Row) -> None:
        if is_header(row.texts) and [meaning_of(text) for text in row.texts] == [
            meaning_of(column.header) for column in self.layout.columns
        ]:
            return  # the header again, as on a second page
        filled = row.filled
        if len(filled) == 1 and self._stands_alone(row, filled[0]):
            self._tell(filled)
            return
        cells, unused = self._by_meaning(row)
        if row.odd is not None:
            self.source.report(row.odd.at, "after-quotes", "a separator or the line's end",
                               row.odd.text)  # fmt: skip
            unused.append((row.odd.text, row.odd.at))
        if self.layout.by_player:
            self._headings(cells, unused)
            self._turns(row, cells, unused)
        elif not self._has_player(cells) and self._is_sentence(cells):
            self._tell(filled)
            return
        else:
            self._headings(cells, unused)
            self._play(cells, row, unused)
        for text, at in unused:
            self.sheet.comment(text, at)
        if "comment" in cells:
            self.sheet.comment(cells["comment"].text, cells["comment"].at)

    def _stands_alone(self, row: Row, cell: Cell) -> bool:
        """Whether the one cell of a row is a heading or a sentence rather than a value."""
        index = row.cells.index(cell)
        meaning = self.layout.meaning(index)
        if meaning in ("comment", "game", *TAGS) or WHOLE.fullmatch(cell.text) or cell.lacking:
            return False
        if self.layout.owner(index):
            return deed(cell.text, 0, self.ranks) is None
        return meaning in (None, "round", "deal", "number", "player") or (
            meaning == "card" and deed(cell.text, 0, self.ranks) is None
        )

    def _has_player(self, cells: dict[str, Cell]) -> bool:
        return "player" in cells

    def _is_sentence(self, cells: dict[str, Cell]) -> bool:
        """Whether a row without a player is a sentence spread over cells: it has words where its
        columns have numbers or cards."""
        for meaning in ("round", "deal", "number", "card"):
            cell = cells.get(meaning)
            if cell is None or WHOLE.fullmatch(cell.text) or LABELLED.fullmatch(cell.text):
                continue
            if meaning != "card" and self.ranks.run(cell.text):
                continue
            if re.search(r"[^\W\d_]{3}", cell.text):
                return True
        return False

    def _by_meaning(self, row: Row) -> tuple[dict[str, Cell], list[tuple[str, int]]]:
        cells: dict[str, Cell] = {}
        unused: list[tuple[str, int]] = []
        for index, cell in enumerate(row.cells):
            if cell.lacking:
                header = self.layout.columns[index].header if index < len(self.layout.columns) else ""
                self.source.report(cell.at, "no-value", f"a value{f' for {header}' if header else ''}",
                                   cell.lacking)  # fmt: skip
            if not cell.text:
                continue
            meaning = self.layout.meaning(index)
            if index >= len(self.layout.columns):
                count = len(self.layout.columns)
                self.source.report(cell.at, "no-column", f"{count} cells, as the header has",
                                   cell.text)  # fmt: skip
                unused.append((cell.text, cell.at))
            elif meaning is None:
                column = self.layout.columns[index]
                unused.append((f"{column.header or column.place}: {cell.text}", cell.at))
                if not column.header:
                    self.source.report(cell.at, "no-header", "a header for this column",
                                       cell.text, severity="warning")  # fmt: skip
            elif self.layout.owner(index) is None:
                cells[meaning] = cell
        return cells, unused

    def _tell(self, cells: Sequence[Cell]) -> None:
        """Read a row as a sentence."""
        text = "  ".join(cell.text for cell in cells)
        starts, at = [], 0
        for cell in cells:
            starts.append((at, cell.at))
            at += len(cell.text) + 2

        def where(index: int) -> int:
            start, at = max((one for one in starts if one[0] <= index), default=starts[0])
            return self.source.inside(at, index - start)

        if self.sheet.game is None and (found := games.in_title(text)) and not self.sheet.events:
            self.sheet.name_game(found)
        telling = self.telling
        if telling is None:
            telling = self.telling = Telling(self.sheet, "", where=where, one_card=self.one_card)
        before = len(self.sheet.events)
        telling.go_on(text, where)
        for event in self.sheet.events[before:]:
            if isinstance(event, said.Round):
                self.labels = Labels(event.number)
            elif isinstance(event, said.Deal):
                self.labels = self.labels._replace(deal=event.number)

    # -- what stands in the columns

    def _headings(self, cells: dict[str, Cell], unused: list[tuple[str, int]]) -> None:
        game = cells.get("game")
        if game is not None and self.game is None:
            self.game = game.text
            named = games.named(game.text)
            if named is None or not self.sheet.name_game(named):
                self.sheet.tag("Source", game.text)
        for meaning, name in TAGS.items():
            cell = cells.get(meaning)
            if cell and not self.sheet.tag(name, cell.text) and self.sheet.tags[name] != cell.text:
                self.source.report(cell.at, "another-tag", self.sheet.tags[name], cell.text,
                                   severity="warning")  # fmt: skip
                unused.append((f"{meaning}: {cell.text}", cell.at))
        nth = self._number("round", cells, unused)
        if nth is not None and nth != self.labels.round:
            self.labels = Labels(nth)
            self.sheet.add(said.Round(nth, None), cells["round"].at)
        up = cells.get("up")
        if up is not None and up.text != self.labels.up:
            self._turned_up(up, unused)
        self._deal(cells, unused)

    def _deal(self, cells: dict[str, Cell], unused: list[tuple[str, int]]) -> None:
        cell, dealer = cells.get("deal"), cells.get("dealer")
        player = cells.get("player")
        if cell is not None and player is not None and self._is_hand(cell.text):
            self._held(player, cell)
        else:
            nth = self._number("deal", cells, unused)
            if nth is not None and nth != self.labels.deal:
                self.labels = self.labels._replace(deal=nth)
                seat = self.sheet.seat(dealer.text, dealer.at) if dealer else None
                self.sheet.add(said.Deal(nth, seat), (cell or cells["deal"]).at)
            elif dealer is not None:
                index = self.sheet.last(said.Deal)
                event = self.sheet.events[index] if index is not None else None
                seat = self.sheet.seat(dealer.text, dealer.at)
                if not isinstance(event, said.Deal) or event.dealer not in (None, seat):
                    self.sheet.add(said.Deal(None, seat), dealer.at)
                elif index is not None and event.dealer is None:
                    self.sheet.put(index, event._replace(dealer=seat))
        held = cells.get("held")
        if held is not None and player is not None:
            self._held(player, held)

    def _is_hand(self, text: str) -> bool:
        run = self.ranks.run(text)
        number = WHOLE.fullmatch(text)
        return bool(run) and len(run or ()) > 1 and (
            number is None or int(number[1]) > MOST_CARDS_OF_A_NUMBER
        )

    def _held(self, player: Cell, cell: Cell) -> None:
        """A hand beside its player; the same one again is no new one."""
        seat = self.sheet.seat(player.text, player.at)
        if self.hands.get(seat) == cell.text:
            return
        packets = [self.ranks.run(piece) for piece in cell.text.split("+")]
        if None in packets:
            self.sheet.not_a_card(cell.text, cell.at)
            self.sheet.comment(f"{player.text}’s hand: {cell.text}", cell.at)
            return
        self.hands[seat] = cell.text
        last = self.sheet.events[-1] if self.sheet.events else None
        if not isinstance(last, said.Deal | said.Held):
            self.sheet.add(said.Deal(None), cell.at)
        ordered = tuple(
            tuple(sorted(packet or (), key=lambda one: one.order)) for packet in packets
        )
        self.sheet.add(said.Held(seat, ordered), cell.at)

    def _turned_up(self, cell: Cell, unused: list[tuple[str, int]]) -> None:
        self.labels = self.labels._replace(up=cell.text)
        cards = self.ranks.run(cell.text)
        if cards is None:
            self.sheet.not_a_card(cell.text, cell.at)
            unused.append((f"up: {cell.text}", cell.at))
        else:
            self.sheet.add(said.Up(cards, None), cell.at)

    def _play(self, cells: dict[str, Cell], row: Row, unused: list[tuple[str, int]]) -> None:
        player, card = cells.get("player"), cells.get("card")
        number = self._number("number", cells, unused)
        tally = self._number("tally", cells, unused)
        points = self._number("points", cells, unused)
        standing = self._number("standing", cells, unused)
        if player is None:
            told = [cells[name] for name in PLAYED if name in cells]
            if told:
                self.source.report(told[0].at, "no-player", "a player in this row", told[0].text)
                unused += [(f"{name}: {cells[name].text}", cells[name].at) for name in PLAYED
                           if name in cells]  # fmt: skip
            if card is not None and number is None:
                self.sheet.skip()
            return
        if player.text.casefold().strip(" :.") in SUMS:
            text = "  ".join(cell.text for cell in row.filled)
            self.source.report(player.at, "kept-as-comment", "a player who played; this row is kept"
                               " as a comment", text, severity="note")  # fmt: skip
            unused[:] = [(text, player.at)]
            return
        seat = self.sheet.seat(player.text, player.at)
        if self.totals and points is not None:
            standing, points = (points if standing is None else standing), None
        if card is not None and card.text.casefold() in BONUS:
            self.sheet.add(said.Bonus(seat, points), card.at)
            self._tally_unused(cells, tally, unused)
        elif card is None and tally is None and points is None and (
            standing is not None or "held" in cells or self._held_here(cells)
        ):
            pass  # a hand or a standing without a play
        elif card is None and cells.keys() <= {"player", "comment", "round", "deal", "up"}:
            self.source.report(player.at, "kept-as-comment", "a card that this player played; this "
                               "row is kept as a comment", player.text, severity="note")  # fmt: skip
            unused.append((player.text, player.at))
        else:
            at = card or Cell("", row.at)
            self._card(seat, at, cells, number, tally, points, unused)
        if standing is not None:
            self.sheet.add(said.Score(((seat, standing),)), player.at)

    def _held_here(self, cells: dict[str, Cell]) -> bool:
        return "deal" in cells and self._is_hand(cells["deal"].text)

    def _tally_unused(
        self, cells: dict[str, Cell], tally: int | None, unused: list[tuple[str, int]]
    ) -> None:
        if tally is not None:
            cell = cells["tally"]
            self.source.report(cell.at, "kept-as-comment", "no tally beside a bonus; this is kept as"
                               " a comment", cell.text, severity="note")  # fmt: skip
            unused.append((f"tally: {cell.text}", cell.at))

    def _card(
        self, seat: int, card: Cell, cells: dict[str, Cell], number: int | None,
        tally: int | None, points: int | None, unused: list[tuple[str, int]],
    ) -> None:  # fmt: skip
        found = self._deed(card, unused)
        for meaning, value in (("number", number), ("tally", tally)):
            if value is not None and (value < 0 or (meaning == "number" and not 0 < value < 10**6)):
                cell = cells[meaning]
                self.source.report(cell.at, "not-a-number", f"a {meaning} from 1", cell.text)
                unused.append((f"{meaning}: {value}", cell.at))
                number = None if meaning == "number" else number
                tally = None if meaning == "tally" else tally
        beside = {"tally": (tally, found.tally), "points": (points, found.points)}
        for meaning, (value, inside) in beside.items():
            cell = cells.get(meaning)
            if value is None or cell is None:
                continue
            if (inside is not None and inside != value) or found.kind != "play":
                self.source.report(cell.at, "second-claim", f"the {meaning} once, and behind a play",
                                   cell.text, severity="warning")  # fmt: skip
                unused.append((f"{meaning}: {cell.text}", cell.at))
            else:
                found = found._replace(**{meaning: value})
        self.sheet.act(seat, found, card.at, number)

    def _deed(self, card: Cell, unused: list[tuple[str, int]]) -> Deed:
        """What a cell says was done; a play of an unknown card where that cannot be read."""
        found = deed(card.text, 0, self.ranks, one_card=self.one_card)
        if found is None and self.one_card:
            found = deed(card.text, 0, self.ranks)
        whole = found is not None and ENDED.fullmatch(card.text, found.end)
        if found is None or not whole or found.odd or found.unclear:
            self.sheet.not_a_card(card.text, card.at)
            if card.text:
                unused.append((f"card: {card.text}", card.at))
        if found is None or not whole:
            return Deed("play", 0)
        return found

    def _turns(
        self, row: Row, cells: dict[str, Cell], unused: list[tuple[str, int]]
    ) -> None:
        """What each player did, where each has a column."""
        own: dict[str, dict[str, Cell]] = {}
        for index, cell in enumerate(row.cells):
            owner, meaning = self.layout.owner(index), self.layout.meaning(index)
            if owner and meaning and cell.text:
                own.setdefault(owner, {})[meaning] = cell
        label = next(iter(cells.values())).text if cells else ""
        if own and label.casefold().strip(" :.") in SUMS or row.cells[0].text.casefold() in SUMS:
            self._sums(row, own)
            return
        played = [owner for owner, about in own.items() if "card" in about]
        alone = len(played) == 1
        number = self._number("number", cells, unused) if "number" in cells else None
        for owner, about in own.items():
            seat = self.sheet.seat(owner)
            about = {**({key: cells[key] for key in ("tally", "points", "standing") if key in cells}
                        if alone else {}), **about}  # fmt: skip
            tally, points, standing = (
                self._number(key, about, unused) for key in ("tally", "points", "standing")
            )
            if self.totals and points is not None and standing is None:
                standing, points = points, None
            if "card" in about:
                self._card(seat, about["card"], about, number if alone else None, tally, points,
                           unused)  # fmt: skip
            elif tally is not None or points is not None:
                cell = about.get("tally") or about["points"]
                self._card(seat, Cell("", cell.at), about, None, tally, points, unused)
            if standing is not None:
                self.sheet.add(said.Score(((seat, standing),)), about[
                    "standing" if "standing" in about else "points"].at)  # fmt: skip
        if not alone:
            for key in PLAYED:
                if key in cells:
                    self.source.report(cells[key].at, "no-player", "one play in this row, or a "
                                       f"column with the {key} for each player", cells[key].text)  # fmt: skip
                    unused.append((f"{key}: {cells[key].text}", cells[key].at))

    def _sums(self, row: Row, own: dict[str, dict[str, Cell]]) -> None:
        """A row of totals under the players' columns."""
        totals = []
        for owner, about in own.items():
            for cell in about.values():
                match = WHOLE.fullmatch(cell.text)
                if match:
                    totals.append((self.sheet.seat(owner), int(match[1])))
                else:
                    self.source.report(cell.at, "not-a-number", "a total", cell.text)
                    self.sheet.comment(cell.text, cell.at)
        if totals:
            self.sheet.add(said.Score(tuple(totals)), row.filled[0].at)

    def _number(
        self, meaning: str, cells: dict[str, Cell], unused: list[tuple[str, int]]
    ) -> int | None:
        """The whole number in a cell; anything else there is reported and kept."""
        cell = cells.get(meaning)
        if cell is None:
            return None
        match = WHOLE.fullmatch(cell.text)
        if match is None and meaning in ("round", "deal", "number"):
            match = LABELLED.fullmatch(cell.text)
        if match is None and meaning == "number":
            match = re.fullmatch(r"(\d{1,6})[.):]", cell.text)
        if match is None and meaning == "points":
            match = re.fullmatch(r"\+?[ ]?(-?\d{1,9})(?:[ ]?(?:points?|pts?\.?|Punkte?))?", cell.text)
        if match is None:
            self.source.report(
                cell.at, "not-a-number", f"a whole number for the {meaning}", cell.text
            )
            unused.append((f"{meaning}: {cell.text}", cell.at))
            return None
        return int(match[1])


def _initial_of(name: str, names: Sequence[str]) -> bool:
    return any(one[:1].casefold() == name.casefold() for one in names)
