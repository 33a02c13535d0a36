"""One game told by its totals, on its way into a record, a line at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from archive.core import events as said
from archive.core.numbers_in_comments import Sum, tricks_in_words
from archive.importers import which_game
from archive.importers.record_draft import RecordDraft
from archive.importers.totals.kinds_of_lines import DRAW, WON, Line, players_of
from archive.importers.totals.only_totals import misspelt_names, with_gap
from archive.importers.totals.points import SUM, meant_by, total_of_winner
from archive.importers.totals.sheet_head import (
    are_players,
    guess_game,
    keep_as_remark,
    seats_of,
    take_head,
)
from archive.importers.totals.standings import names_with_totals
from archive.importers.totals.tricks import DROPPED_OUT
from archive.importers.which_game import TWENTY_TWO

ROUNDS = 2
"""The rounds of a game of Twenty: rows that are more are of something else."""
ROUND = ("round", "runde", "rnd", "rd")
"""Words that begin the name of a round."""
REMARKS = ("odd", "out", "won", "remark")
"""Lines that are kept as they are written, where they say nothing else."""


class GameOfTotals:
    """A game told by totals, and the draft of its record.

    `players` are the names that have totals. `last` are the last totals that were told, `ended` is
    where the end of the game stands and `won` where it is said who won, and `alone` whether all
    that is written down is its final totals. Where tricks were `counted` behind the last totals,
    `stay` are the totals of those who were out of that deal.
    """

    def __init__(self, sheet: RecordDraft, lines: list[Line]) -> None:
        self.sheet = sheet
        take_head(sheet, lines)
        self.players = names_with_totals(lines)
        unit = next((one.unit for one in lines if one.unit), "")
        by_round = unit.casefold().startswith(ROUND)
        if sheet.game is None and "Rules" not in sheet.tags:
            two = len(self.players) == which_game.PLAYERS
            guess_game(sheet, lines, by_round=by_round and two)
        self.lines = _spelled(sheet, lines)
        few = sum(line.kind == "deal" for line in lines) <= ROUNDS
        numbered = by_round or (unit in ("", "#") and few)
        self.rounds = sheet.game in (None, "twenty") and numbered
        self.last: said.Totals = ()
        self.ended: int | None = None
        self.won: int | None = None
        self.alone = self.counted = False
        self.stay: said.Totals = ()

    def read(self) -> RecordDraft:
        """Return the draft with all that the lines say."""
        lines = with_gap(self.lines)
        for at, line in enumerate(lines):
            if len({name.casefold() for name, _ in line.points}) < len(line.points):
                keep_as_remark(self.sheet, line)
            elif line.kind in ("deal", "tricks", "start"):
                self._take_totals(line, lines[at + 1 :])
            elif line.kind == "end":
                self._take_final_totals(line)
            elif line.kind == "won" and _known(line, self.players):
                self._take_winner(line)
            else:
                self._take_beside(line)
        if self.ended is not None:
            win = {} if self.won is None else {"win": self.won}
            self.sheet.add(said.End(self.last, self._winners()), self.ended, win)
        return self.sheet

    def _take_totals(self, line: Line, behind: list[Line]) -> None:
        """Add a deal with its totals, the tricks that are counted in one, or a standing from which
        the lines behind it go on."""
        sheet, totals = self.sheet, self._totals(line)
        begun = sheet.last(said.Deal) is not None or sheet.last(said.Round) is not None
        self.counted = line.kind == "tricks"
        if line.kind == "tricks":
            sheet.add(said.Deal(line.number), line.at)
            _add_tricks(sheet, line)
            self.stay, self.last = _staying(self.last, totals), ()
            return
        if line.kind == "deal":
            self._begin(line.number, line)
            if line.suit:
                sheet.add(said.Trump(None, line.suit), line.at)
            _add_wrong_sums(sheet, line)
        elif not begun and not self._opens(totals) and (before := _deal_before(behind)):
            self._begin(before, line)
        sheet.add(said.Score(totals), line.at)
        self.stay, self.last = (), totals

    def _opens(self, totals: said.Totals) -> bool:
        """Return whether these are the totals with which the game begins."""
        return {total for _, total in totals} == {which_game.opening(self.sheet.game)}

    def _begin(self, number: int | None, line: Line) -> None:
        """Add the beginning of a deal, or of a round where the game is told by rounds."""
        begun = said.Round(number, None) if self.rounds else said.Deal(number)
        self.sheet.add(begun, line.at)

    def _take_final_totals(self, line: Line) -> None:
        totals = self._totals(line)
        self.alone = self.sheet.last(said.Score) is None
        if self.alone:
            _add_wrong_sums(self.sheet, line)
            self.sheet.add(said.Score(totals), line.at)
        self.ended, self.last = line.at, totals

    def _take_winner(self, line: Line) -> None:
        """Note that a player has won, perhaps with another total than the one that stands above, or
        with the only one that is told behind tricks."""
        if self.alone or self.ended is None:
            self.ended = line.at
        self.won = line.at if self.won is None else self.won
        won = WON.fullmatch(line.text)
        beside = (won["rest"] or "") if won else ""
        total = total_of_winner(beside)
        seats = () if total is None else seats_of(self.sheet, line)[:1]
        if self.counted and total is not None:
            self.last = (*self.stay, *((seat, total) for seat in seats))
        elif total is not None and self._is_another(seats, total):
            self.last = tuple((seat, total if seat in seats else own) for seat, own in self.last)
        elif beside:
            self.sheet.comment(line.text, line.at)

    def _is_another(self, seats: Sequence[int], total: int) -> bool:
        """Return whether a total is not the last one of these players, nor by how much they are
        ahead of another."""
        totals = dict(self.last)
        own = [totals[seat] for seat in seats if seat in totals]
        return bool(own) and all(
            total not in (each, *(abs(each - other) for other in totals.values())) for each in own
        )

    def _take_beside(self, line: Line) -> None:
        """Add what a line without totals says: a gap, or a deal of which nothing can be read, who
        is out, or a remark."""
        sheet = self.sheet
        if line.kind == "gap":
            self.last = ()
            if line.number is None:
                sheet.add(said.Gap(""), line.at)
            else:
                self._begin(line.number, line)
        elif line.kind == "out" and sheet.game == TWENTY_TWO:
            _add_out(sheet, line)
        elif line.kind in REMARKS and not are_players(line.text, self.players):
            keep_as_remark(sheet, line)

    def _totals(self, line: Line) -> said.Totals:
        return tuple((self.sheet.seat(name, line.at), points) for name, points in line.points)

    def _winners(self) -> tuple[int, ...]:
        for line in self.lines:
            if line.kind == "won" and _known(line, self.players):
                if DRAW.fullmatch(line.text):
                    return said.DRAW
                return seats_of(self.sheet, line)
        return ()


def _staying(before: said.Totals, tricks: said.Totals) -> said.Totals:
    """Return the totals of those who are out of a deal, where all others but one are."""
    out = [seat for seat, won in tricks if won == DROPPED_OUT]
    alone = len(tricks) - len(out) == 1
    return tuple((seat, total) for seat, total in before if alone and seat in out)


def _add_wrong_sums(sheet: RecordDraft, line: Line) -> None:
    """Keep the wrong sums of a line beside its totals."""
    for wrong in _wrong_sums(line):
        sheet.add(said.Comment(wrong), line.at)


def _add_tricks(sheet: RecordDraft, line: Line) -> None:
    """Add the trumps of a deal and the tricks that are counted in it."""
    if line.suit:
        sheet.add(said.Trump(None, line.suit), line.at)
    won = {sheet.names[sheet.seat(name) - 1]: None if n == DROPPED_OUT else n
           for name, n in line.points}  # fmt: skip
    sheet.add(said.Comment(tricks_in_words(won)), line.at)


def _deal_before(behind: list[Line]) -> int:
    """Return the number of the deal behind which a standing was that the lines `behind` it go on
    from; 0 where they begin with the first deal, or do not number it."""
    told = next((line for line in behind if line.kind in ("deal", "tricks")), None)
    return (told.number or 1) - 1 if told else 0


def _spelled(sheet: RecordDraft, lines: list[Line]) -> list[Line]:
    """Return the lines with each misspelt name replaced by the name that is meant, and report
    it."""
    slips = misspelt_names(lines)
    told: list[Line] = []
    for line in lines:
        for name, _ in line.points:
            if name in slips:
                sheet.misspelt(name, slips[name], line.at)
        points = tuple((slips.get(name, name), points) for name, points in line.points)
        told.append(line._replace(points=points) if slips else line)
    return told


def _wrong_sums(line: Line) -> Iterator[str]:
    """Yield the sums beside the totals of a line that are added up wrong, each with the name of the
    player whose total it gives."""
    for written in SUM.finditer(line.text):
        first, *parts = re.findall(r"[+−–-]?\s*\d+", written[0].replace(" ", ""))
        *added, told = (int(one.translate(str.maketrans("−–", "--"))) for one in (first, *parts))
        names = [name for name, points in line.points if points == told]
        before = line.text[: written.start()].rstrip(" :=").casefold()
        named = [name for name in names if before.endswith(name.casefold())]
        if sum(added) != told and names:
            yield Sum((named or names)[0], added, told).words


def _add_out(sheet: RecordDraft, line: Line) -> None:
    """Add who is out; a line that gives their points is kept too, and one that may mean others."""
    seats = seats_of(sheet, line)
    if not seats:
        keep_as_remark(sheet, line)
        return
    sheet.add(said.Out(seats), line.at)
    if re.search(r"\d", line.text):
        sheet.comment(line.text, line.at)


def _known(line: Line, players: set[str]) -> bool:
    """Return whether a line says that the game is drawn, or that a player won who has totals."""
    named = meant_by([*map(str.casefold, players_of(line))], [*players])
    return DRAW.fullmatch(line.text) is not None or (bool(named) and {*named} <= players)
