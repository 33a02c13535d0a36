"""The headings in rows that say where in the game they are: round, cards turned up, bonus, deal,
hands."""

from __future__ import annotations

from typing import NamedTuple

from archive.core import events as said
from archive.importers import which_game
from archive.importers.dates import date_in
from archive.importers.record_draft import RecordDraft
from archive.importers.rows.cells import Cell
from archive.importers.rows.fields import WHOLE, Fields

TAGS = {"event": "Event", "site": "Site", "date": "Date", "rules": "Rules"}
MOST_DEALS = 99
"""A larger number in a column for the deal is a hand, its cards written without spaces."""


class Labels(NamedTuple):
    """The values that were read last."""

    round: int | None = None
    deal: int | None = None
    trick: int | None = None
    up: str | None = None
    bonus: int | None = None
    winner: int | None = None


class Headings:
    """The reader that adds to the sheet what is new in each row."""

    def __init__(self, sheet: RecordDraft) -> None:
        self.sheet = sheet
        self.labels = Labels()
        self.game: str | None = None
        self.hands: dict[int, str] = {}

    def told(self, events: list[said.Event]) -> None:
        """Note headings that were read in a row of their own."""
        for event in events:
            if isinstance(event, said.Round):
                self.labels = Labels(event.number)
            elif isinstance(event, said.Deal):
                self.labels = self.labels._replace(deal=event.number, trick=None, winner=None)
                self.hands = {}
            elif isinstance(event, said.Trick):
                self.labels = self.labels._replace(trick=event.number)

    def read(self, row: Fields) -> None:
        """Add what a row says of its round, its deal and the cards turned up."""
        self._tags(row)
        nth = row.number("round")
        if nth is not None and nth != self.labels.round:
            self.labels = Labels(nth)
            self.sheet.add(said.Round(nth, None), row.cells["round"].at)
        up = row.get("up")
        if up is not None and up.text != self.labels.up:
            self._turned_up(up, row)
        bonus = row.number("bonus")
        if bonus is not None and bonus != self.labels.bonus:
            self._bonus(bonus, row.cells["bonus"].at)
        self._deal(row)
        trick = None if row.are_left else row.number("trick")
        if trick is not None and trick != self.labels.trick:
            first, won = self._named(row, "leader"), self.labels.winner
            if first and won not in (None, first):
                expected = f"{self.sheet.names[won - 1]}, who won the trick before"
                self.sheet.source.report(row.cells["leader"].at, "second-claim", expected,
                                         row.cells["leader"].text, severity="warning")  # fmt: skip
            self.labels = self.labels._replace(trick=trick, winner=None)
            self.sheet.add(said.Trick(trick, first or won), row.cells["trick"].at)
        if (winner := self._named(row, "winner")) is not None:
            self.labels = self.labels._replace(winner=winner)
            row.leave("winner")
        player, held = row.get("player"), row.get("held")
        if player is not None and held is not None:
            self._held(player, held)

    def _named(self, row: Fields, meaning: str) -> int | None:
        """Return the seat of the player in a column; any other text is kept as a comment."""
        cell = row.get(meaning)
        seat = self.sheet.seats.get(cell.text.casefold()) if cell else None
        if cell is not None and seat is None:
            row.leave(meaning)
        return seat

    def _tags(self, row: Fields) -> None:
        game = row.get("game")
        if game is not None and self.game is None:
            self.game = game.text
            named = which_game.named(game.text)
            if named is None or not self.sheet.name_game(named):
                self.sheet.tag("Source", game.text)
        for meaning, name in TAGS.items():
            cell = row.get(meaning)
            if (
                cell
                and not self.sheet.tag(name, cell.text)
                and self.sheet.tags[name] not in (cell.text, date_in(cell.text))
            ):
                self.sheet.source.report(cell.at, "another-tag", self.sheet.tags[name], cell.text,
                                         severity="warning")  # fmt: skip
                row.leave(meaning)

    def _turned_up(self, cell: Cell, row: Fields) -> None:
        self.labels = self.labels._replace(up=cell.text)
        cards = self.sheet.ranks.run(cell.text)
        if cards is None:
            self.sheet.not_a_card(cell.text, cell.at)
            row.leave("up")
        else:
            self.sheet.add(said.Up(cards, None), cell.at)

    def _bonus(self, bonus: int, at: int) -> None:
        """Add the bonus that the cards turned up are said to give."""
        self.labels = self.labels._replace(bonus=bonus)
        index = self.sheet.last(said.Up)
        up = self.sheet.events[index] if index is not None else None
        if index is not None and isinstance(up, said.Up) and up.bonus is None:
            self.sheet.put(index, up._replace(bonus=bonus))
        else:
            self.sheet.add(said.Up((), bonus), at)

    def _deal(self, row: Fields) -> None:
        cell, dealer, player = row.get("deal"), row.get("dealer"), row.get("player")
        if cell is not None and player is not None and self.is_hand(cell.text):
            self._held(player, cell)
            return
        nth = row.number("deal")
        if cell is not None and nth is not None and nth != self.labels.deal:
            self.labels = self.labels._replace(deal=nth, trick=None, winner=None)
            self.hands = {}
            seat = self.sheet.seat(dealer.text, dealer.at) if dealer else None
            self.sheet.add(said.Deal(nth, seat), cell.at)
        elif dealer is not None:
            self._dealer(self.sheet.seat(dealer.text, dealer.at), dealer.at)

    def _dealer(self, seat: int, at: int) -> None:
        index = self.sheet.last(said.Deal)
        deal = self.sheet.events[index] if index is not None else None
        if index is None or not isinstance(deal, said.Deal) or deal.dealer not in (None, seat):
            self.sheet.add(said.Deal(None, seat), at)
        elif deal.dealer is None:
            self.sheet.put(index, deal._replace(dealer=seat))

    def is_hand(self, text: str) -> bool:
        """Return whether a text in the column for the deal is a hand of cards."""
        run, number = self.sheet.ranks.run(text), WHOLE.fullmatch(text)
        return len(run or ()) > 1 and (number is None or int(number[1]) > MOST_DEALS)

    def _held(self, player: Cell, cell: Cell) -> None:
        """Add a hand beside its player, unless it is the same again."""
        seat = self.sheet.seat(player.text, player.at)
        if self.hands.get(seat) == cell.text:
            return
        packets = [self.sheet.ranks.run(piece) for piece in cell.text.split("+")]
        if None in packets:
            self.sheet.not_a_card(cell.text, cell.at)
            self.sheet.comment(f"{player.text}’s hand: {cell.text}", cell.at)
            return
        self.hands[seat] = cell.text
        ordered = tuple(
            tuple(sorted(packet or (), key=lambda one: one.order)) for packet in packets
        )
        self.sheet.hold(said.Held(seat, ordered), cell.at)
