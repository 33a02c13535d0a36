"""Plays of Twenty in whatever words: behind each player's name the card, and perhaps the tally, the
points and the player's total, each known by what the rules give; or cards of two players in turn,
who stand above them all, `8 A 2 9 (10 Ben)`. Who began is then known only where a line says who got
its points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS
from archive.importers.figures.marks import Kind, Mark, by_name
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.record_draft import RecordDraft

TOLD: frozenset[Kind] = frozenset({"number", "card"})
PAIR, FEWEST = 2, 4
"""The fewest plays that make such a sheet."""
RIGHT_EACH = 2
"""The fewest right numbers for each that is wrong."""
TWENTY, FIVE_TALLY, TEN = 20, 5, 10
VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
CELLS = ("card", "number")
GIVEN = (["number", "name"], ["name", "number"])
"""What stands behind the cards of a line: points, and whose they are."""


class Told(NamedTuple):
    """A play: who made it, the card, and what the sheet gives for the tally and the points."""

    name: str
    card: str
    tally: int | None
    points: int | None
    at: int


class Plays(NamedTuple):
    """The plays of a sheet, standings between them by the number of plays before, and how many of
    its numbers are right and wrong."""

    told: list[Told]
    standings: list[tuple[int, dict[str, int], int]]
    right: int
    wrong: int


class _Game:
    """A round of Twenty as far as numbers show it: the tally and its cards, and all points."""

    def __init__(self, names: Sequence[str]) -> None:
        self.tally = self.cards = 0
        self.totals = dict.fromkeys(names, 0)

    def play(self, name: str, value: int) -> tuple[int, int, int]:
        """Return the tally, the points and the number of tally cards of a play (twenty/4.1 to
        4.5)."""
        self.tally, self.cards = self.tally + value, self.cards + 1
        tally, points, cards = self.tally, 0, self.cards
        if tally == TWENTY:
            points = TEN
        elif tally > TWENTY:
            points = tally - TWENTY
        elif self.cards >= FIVE_TALLY:
            points = 15 << (self.cards - FIVE_TALLY)
        if tally >= TWENTY:
            self.tally = self.cards = 0
        self.totals[name] += points
        return tally, points, cards


def plays_of(sheet: Marked) -> Plays | None:
    """Return the plays of a sheet, those of cards without names only where one player can have
    begun; None where there are none."""
    found = [one for told in in_turn(sheet) if (one := _plays_of(told))]
    return found[0] if len(found) == 1 else _plays_of(sheet)


def _plays_of(sheet: Marked) -> Plays | None:
    """Return the plays of a sheet that names who played; None where a number is left over, too many
    of them are wrong, or the players do not take turns."""
    game, found = _Game(sheet.names), Plays([], [], 0, 0)
    for number, line in enumerate(sheet.lines):
        if number == sheet.head:
            continue
        if standing := _standing(line, game):
            right = sum(game.totals[name] == total for name, total in standing.items())
            found.standings.append((len(found.told), standing, line.at))
            found = found._replace(right=found.right + right,
                                   wrong=found.wrong + len(standing) - right)  # fmt: skip
            continue
        entries = list(by_name(line.marks, TOLD))
        named = {mark.text for mark in line.marks if mark.kind == "name"}
        if not found.told and not named <= {name for name, _ in entries}:
            continue  # a title: a player named in it has no number
        for name, figures in entries:
            read = _read(game, name, figures) if name else None
            if read is None and not name and not found.told:
                continue  # above the first play
            if read is None:
                return None
            play, right, wrong = read
            found.told.append(play)
            found = found._replace(right=found.right + right, wrong=found.wrong + wrong)
    names = [play.name for play in found.told]
    again = any(one == other for one, other in pairwise(names))
    if (
        len({*names}) != PAIR
        or len(names) < FEWEST
        or again
        or not found.right
        or found.wrong > found.right // RIGHT_EACH
    ):
        return None
    return found


def _standing(line: SheetLine, game: _Game) -> dict[str, int]:
    """Return the totals of a line that says so, or has just those of all players; empty for any
    other."""
    entries = list(by_name(line.marks, TOLD))
    numbers = {name: figures[0].number for name, figures in entries if len(figures) == 1}
    said_so = any(mark.kind in ("so far", "final") for mark in line.marks)
    whole = len(numbers) == len(entries) and numbers.keys() == game.totals.keys()
    return numbers if whole and (said_so or numbers == game.totals) else {}


def _read(game: _Game, name: str, figures: Sequence[Mark]) -> tuple[Told, int, int] | None:
    """Return a play, and how many of its numbers are right and wrong; None where the first is no
    card, or one has no meaning."""
    first, *others = figures
    value = VALUES.get(first.text, first.number)
    if not 1 <= value <= TEN:
        return None
    tally, points, cards = game.play(name, value)
    told: dict[str, int] = {}
    right = wrong = 0
    for mark in others:
        number = VALUES.get(mark.text, mark.number)
        due = {"tally": tally, "points": points, "total": game.totals[name]}
        due |= {"cards": cards} if cards >= FIVE_TALLY and tally < TWENTY else {}
        fits = [one for one, is_due in due.items() if one not in told and number == is_due]
        kind = fits[0] if fits else ""
        if kind:
            right += 1
        elif mark.text and mark.kind == "card":
            return None
        else:
            kind = next((one for one in ("tally", "points") if one not in told), "")
            wrong += 1
        if not kind:
            return None
        told[kind] = number
    rank = first.text or ("A" if value == 1 else "T" if value == TEN else str(value))
    return (Told(name, rank, told.get("tally"), told.get("points"), first.at), right, wrong)


def draft(sheet: RecordDraft, found: Plays) -> None:
    """Put the plays into a record."""
    standings = list(found.standings)
    for number, one in enumerate(found.told, 1):
        while standings and standings[0][0] < number:
            _, totals, at = standings.pop(0)
            sheet.add(said.Score(sheet.seated(totals)), at)
        play = said.Play(number, sheet.seat(one.name), (CARDS[one.card],), one.tally, one.points)
        sheet.add(play, one.at)
    for _, totals, at in standings:
        sheet.add(said.Score(sheet.seated(totals)), at)


def in_turn(sheet: Marked) -> Iterator[Marked]:
    """Yield a sheet of cards without names with each card behind its player, as if the one or the
    other had begun, where that fits who got points; nothing of any other sheet."""
    if len(sheet.names) != PAIR:
        return
    below = [line for at, line in enumerate(sheet.lines) if at != sheet.head and _cards(line)]
    if not below or not any(_given(line) for line in below):
        return
    for first in range(PAIR):
        lines, turn, fits = list(sheet.lines), first, True
        for at, line in enumerate(lines):
            if line not in below:
                continue
            named = list[Mark]()
            for card in _cards(line):
                named += [Mark("name", sheet.names[turn % PAIR], 0, card.at, card.at), card]
                turn += 1
            given = _given(line)
            last = sheet.names[(turn - 1) % PAIR]
            fits = fits and all(mark.text == last for mark in given if mark.kind == "name")
            points = [mark for mark in given if mark.kind == "number"]
            lines[at] = line._replace(marks=[*named, *points])
        if fits:
            yield sheet._replace(lines=lines)


def _cards(line: SheetLine) -> list[Mark]:
    """Return the cards of a line that has nothing else, but for who got points behind them."""
    marks = [mark for mark in line.marks if mark.kind not in ("end", "and")]
    bracket = next((at for at, mark in enumerate(marks) if mark.text == "("), len(marks))
    cards = marks[:bracket]
    alone = all(mark.kind in CELLS for mark in cards)
    given = [mark.kind for mark in marks[bracket + 1 :] if mark.kind != "close"]
    return cards if alone and len(cards) > 1 and (not given or given in GIVEN) else []


def _given(line: SheetLine) -> list[Mark]:
    """Return who got points behind the cards of a line, and how many."""
    bracket = next((at for at, mark in enumerate(line.marks) if mark.text == "("), len(line.marks))
    return [mark for mark in line.marks[bracket + 1 :] if mark.kind in ("name", "number")]
