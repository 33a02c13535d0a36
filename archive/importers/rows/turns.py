"""The actions of players in a row: one player and a card, or a column for each player."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import NamedTuple

from archive.core import events as said
from archive.importers.actions import Deed, deed
from archive.importers.order_of_deals import BETWEEN_DEALS
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.card_columns import ENDED, NAME
from archive.importers.rows.cells import Cell, Row
from archive.importers.rows.fields import LABELLED, LEFT, WHOLE, Fields
from archive.importers.rows.headings import Headings
from archive.importers.rows.tables import SUM_OF, Layout, is_sum
from archive.importers.rows.trick_order import in_order

BONUS = ("bonus", "end of round bonus", "round bonus")
PLAYED = ("card", "tally", "points", "standing")
BESIDE = frozenset({"player", "comment", "round", "deal", "trick", "up", "bonus"})
A_WORD = re.compile(r"[^\W\d_]{3}[^\d]*")
CLAIMED = re.compile(r"[(=\[+/]")
MOST_NUMBER = 1_000_000
FEW = 2


class Manner(NamedTuple):
    """The form of a table: its columns, whether a play is one card, and whether the points are
    running totals."""

    layout: Layout
    one_card: bool
    totals: bool


class Turns:
    """The reader that adds to the sheet each action that a row gives."""

    def __init__(self, sheet: RecordDraft, headings: Headings, manner: Manner) -> None:
        self.sheet = sheet
        self.headings = headings
        self.manner = manner

    def read(self, row: Row, fields: Fields) -> None:
        """Add what a row says the players did."""
        if self.manner.layout.by_player:
            self._by_player(row, fields)
        else:
            self._one(row, fields)

    # -- a player and a card

    def _one(self, row: Row, fields: Fields) -> None:
        player, card = fields.get("player"), fields.get("card")
        fields.part_tally()
        number, tally, points, standing = (
            fields.number(key) for key in ("number", "tally", "points", "standing")
        )
        if player is None:
            self._without_player(fields, skipped=card is not None and number is None)
            return
        if is_sum(player.text):
            self._sum(row, fields, player)
            return
        if self._is_more_than_a_name(player.text):
            self._kept(row, fields, player)
            return
        seat = self.sheet.seat(player.text, player.at)
        if self.manner.totals and points is not None:
            standing, points = (points if standing is None else standing), None
        if card is not None and card.text.casefold() in BONUS:
            beside = {} if points is None else {"points": fields.cells["points"].at}
            self.sheet.add(said.Bonus(seat, points), card.at, beside)
            if tally is not None:
                self._note(fields.cells["tally"], "no tally beside a bonus")
                fields.leave("tally")
        elif card is not None and fields.are_left:
            self._left(seat, card)
        elif card is not None or tally is not None or points is not None:
            self._card(seat, card or Cell("", row.at), fields, number, (tally, points))
        elif standing is None and not self._holds(fields):
            self._kept(row, fields, player)
        if standing is not None:
            self.sheet.add(said.Score(((seat, standing),)), self._stands(fields))

    def _is_more_than_a_name(self, text: str) -> bool:
        """Return whether a cell says more of a player known already: `Walter 10♣ J♠ (15)`."""
        said_more = not NAME.fullmatch(text) and text.casefold() not in self.sheet.seats
        return said_more and any(
            text.casefold().startswith(f"{name} ") for name in self.sheet.seats
        )

    def _sum(self, row: Row, fields: Fields, head: Cell) -> None:
        """Add a row with the total of one player; any other row of totals is kept."""
        of = SUM_OF.fullmatch(head.text)
        name = (of["behind"] or of["before"]) if of else ""
        beside = [cell for cell in row.filled if cell.at != head.at]
        if name.casefold() in self.sheet.seats and len(beside) == 1:
            total = WHOLE.fullmatch(beside[0].text)
            if total:
                seat = self.sheet.seat(name)
                self.sheet.add(said.Score(((seat, int(total[1])),)), beside[0].at)
                return
        self._kept(row, fields, head)

    def _left(self, seat: int, card: Cell) -> None:
        """Add the last cards of a player to those of the others shown right above."""
        run = self.sheet.ranks.run(card.text)
        if run is None:
            self.sheet.not_a_card(card.text, card.at)
            self.sheet.comment(card.text, card.at)
            return
        above = self.sheet.last_event
        if isinstance(above, said.Show) and seat not in dict(above.shown):
            shown = sorted((*above.shown, (seat, run)), key=lambda one: one[0])
            self.sheet.put(-1, said.Show(tuple(shown)))
        else:
            self.sheet.add(said.Show(((seat, run),)), card.at)

    def _without_player(self, fields: Fields, *, skipped: bool) -> None:
        """Keep what a row without a player says of a play."""
        told = [name for name in PLAYED if name in fields]
        if told:
            cell = fields.cells[told[0]]
            self.sheet.source.report(cell.at, "no-player", "a player in this row", cell.text)
            for name in told:
                fields.leave(name)
        if skipped:
            self.sheet.skip()

    def _holds(self, fields: Fields) -> bool:
        """Return whether the row lists a hand."""
        deal = fields.get("deal")
        return "held" in fields or (deal is not None and self.headings.is_hand(deal.text))

    def _kept(self, row: Row, fields: Fields, player: Cell) -> None:
        """Keep a row that is no play as a comment, and report it."""
        text = "  ".join(cell.text for cell in row.filled)
        self._note(player._replace(text=text), "a player and what was played")
        fields.unused[:] = [(text, player.at)]

    def _note(self, cell: Cell, expected: str) -> None:
        self.sheet.source.report(cell.at, "kept-as-comment", f"{expected}; this is kept as a "
                                 "comment", cell.text, severity="note")  # fmt: skip

    def _card(
        self, seat: int, card: Cell, fields: Fields, number: int | None,
        claims: tuple[int | None, int | None],
    ) -> None:  # fmt: skip
        """Add a player's action, with the tally and the points beside it."""
        tally, points = claims
        found = self._deed(card, fields)
        if self._has_dropped_out(seat, found):
            return
        if number is not None and not 0 < number < MOST_NUMBER:
            self._odd("number", fields)
            number = None
        if tally is not None and tally < 0:
            self._odd("tally", fields)
            tally = None
        parts = {}
        if self._fits("tally", found.tally, tally, found, fields):
            found = found._replace(tally=tally)
            parts["tally"] = fields.cells["tally"].at
        if self._fits("points", found.points, points, found, fields):
            found = found._replace(points=points)
            parts["points"] = fields.cells["points"].at
        self.sheet.act(seat, found, card.at, number, parts)

    def _has_dropped_out(self, seat: int, found: Deed) -> bool:
        """Return whether a player drops out once more in a deal, as in a table that has it beside
        each trick."""
        if found.kind != "stay" or found.stays:
            return False
        of_deal = takewhile(lambda one: not isinstance(one, BETWEEN_DEALS),
                            reversed(self.sheet.events))  # fmt: skip
        return any(
            isinstance(one, said.Stay) and one.seat == seat and not one.stays for one in of_deal
        )

    def _stands(self, fields: Fields) -> int:
        """Return the place of a standing: in a column of running totals that may be the one of
        points."""
        return fields.cells["standing" if "standing" in fields else "points"].at

    def _odd(self, meaning: str, fields: Fields) -> None:
        cell = fields.cells[meaning]
        self.sheet.source.report(cell.at, "not-a-number", f"a {meaning} from 1", cell.text)
        fields.leave(meaning)

    def _fits(
        self, meaning: str, inside: int | None, beside: int | None, found: Deed, fields: Fields
    ) -> bool:
        """Return whether a claim can be taken from its column; one that contradicts the cell of the
        play, or stands behind something that is no play, is kept and reported."""
        if beside is None:
            return False
        if found.kind == "play" and inside in (None, beside):
            return True
        cell = fields.cells[meaning]
        expected = f"the {meaning} once, and behind a play"
        self.sheet.source.report(cell.at, "second-claim", expected, cell.text, severity="warning")
        fields.leave(meaning)
        return False

    def _deed(self, card: Cell, fields: Fields) -> Deed:
        """Return the action that a cell gives; a play of an unknown card where it cannot be
        read."""
        ranks = self.sheet.ranks
        found = deed(card.text, 0, ranks, one_card=self.manner.one_card)
        if found is None and self.manner.one_card:
            found = deed(card.text, 0, ranks)
        if self.manner.one_card and found and found.odd and not CLAIMED.search(card.text):
            found = found._replace(cards=(), parts=(), tally=None)  # `D 2` has no tally
        whole = found is not None and ENDED.fullmatch(card.text, found.end) is not None
        if found is None or not whole or found.odd or found.unclear:
            self.sheet.not_a_card(card.text, card.at)
            if card.text:
                fields.unused.append((f"card: {card.text}", card.at))
        return found if found is not None and whole else Deed("play", 0)

    # -- a column for each player

    def _by_player(self, row: Row, fields: Fields) -> None:
        layout = self.manner.layout
        own: dict[str, dict[str, Cell]] = {}
        for index, cell in enumerate(row.cells):
            owner, meaning = layout.owner(index), layout.meaning(index)
            if owner and meaning and cell.text:
                own.setdefault(owner, {})[meaning] = cell
        if own and is_sum(row.filled[0].text):
            self._sums(row, own, fields)
            return
        if own and (fields.are_left or self.is_beside(row)):
            self._shown(fields.cells.get("trick") or row.cells[0], row, own, fields)
            return
        alone = sum("card" in about for about in own.values()) == 1
        number = fields.number("number")
        for owner, about in self._in_order(own):
            shared = {key: fields.cells[key] for key in PLAYED if key in fields} if alone else {}
            mine = Fields(fields.source, {**shared, **about}, fields.unused)
            self._owned(self.sheet.seat(owner), mine, number if alone else None)
        for key in () if alone else PLAYED:
            if key in fields:
                expected = f"one play in this row, or a column with the {key} for each player"
                cell = fields.cells[key]
                self.sheet.source.report(cell.at, "no-player", expected, cell.text)
                fields.leave(key)

    def _in_order(self, own: dict[str, dict[str, Cell]]) -> list[tuple[str, dict[str, Cell]]]:
        """Return the players' cells in the order in which they played: that of the columns, and of
        a trick the one that its leader gives."""
        told = [*own.items()]
        if "trick" not in self.manner.layout.meanings or len(told) < FEW:
            return told
        by_seat = {self.sheet.seat(owner): (owner, about) for owner, about in told}
        return [by_seat[seat] for seat in in_order(self.sheet, by_seat)]

    def is_beside(self, row: Row) -> bool:
        """Return whether a row has a word where the table numbers its rows."""
        layout = self.manner.layout
        counts = layout.by_player and layout.meaning(0) in ("number", "trick", "round", "deal")
        word = row.cells[0].text if counts and row.cells else ""
        return not LABELLED.fullmatch(word) and A_WORD.fullmatch(word) is not None

    def _shown(self, head: Cell, row: Row, own: dict[str, dict[str, Cell]], fields: Fields) -> None:
        """Add a row with the cards that were left; any other row of words is kept as a comment."""
        cards = {owner: self.sheet.ranks.run(about["card"].text) if "card" in about else None
                 for owner, about in own.items()}  # fmt: skip
        if LEFT.fullmatch(head.text) and all(cards.values()):
            shown = sorted((self.sheet.seat(owner), run or ()) for owner, run in cards.items())
            self.sheet.add(said.Show(tuple(shown)), head.at)
        else:
            self._kept(row, fields, head)

    def _owned(self, seat: int, fields: Fields, number: int | None) -> None:
        fields.part_tally()
        tally, points, standing = (fields.number(key) for key in PLAYED[1:])
        at = next(iter(fields.cells.values())).at
        if self.manner.totals and points is not None and standing is None:
            standing, points = points, None
        follows = number if number == self.sheet.played + 1 else None  # else it counts the rows
        card = fields.get("card")
        if card is not None or tally is not None or points is not None:
            self._card(seat, card or Cell("", at), fields, follows, (tally, points))
        if standing is not None:
            self.sheet.add(said.Score(((seat, standing),)), self._stands(fields))

    def _sums(self, row: Row, own: dict[str, dict[str, Cell]], fields: Fields) -> None:
        """Add a row of totals under the players' columns."""
        totals, parts = [], dict[str, int]()
        for owner, about in own.items():
            for cell in about.values():
                if match := WHOLE.fullmatch(cell.text):
                    seat = self.sheet.seat(owner)
                    totals.append((seat, int(match[1])))
                    parts[f"p{seat}"] = cell.at
                else:
                    self.sheet.source.report(cell.at, "not-a-number", "a total", cell.text)
                    fields.unused.append((cell.text, cell.at))
        if totals:
            self.sheet.add(said.Score(tuple(totals)), row.filled[0].at, parts)
