"""Plays of Count to 20 in whatever words: behind each player's name the cards, and perhaps the
count that they make, what a king counts, or that a card was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS, UNKNOWN
from archive.importers.figures.marks import Kind, Mark, by_name
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.record_draft import RecordDraft

TOLD: frozenset[Kind] = frozenset({"number", "card", "draw", "out", "and", "arrow"})
FEWEST = 5
"""The fewest turns that make such a sheet."""
RIGHT_EACH = 2
"""The fewest right plays for each that is wrong."""
LAST, TEN, PAIR = 20, 10, 2
VALUES = {"A": 1, "T": TEN, "J": TEN, "Q": TEN}
RANKS = {1: "A", TEN: "T"} | {value: str(value) for value in range(2, TEN)}


class Figure(NamedTuple):
    """A number or a card, and whether a sign joins it to the one before it: “3 + 5”."""

    mark: Mark
    joined: bool


class Turn(NamedTuple):
    """A turn: who took it, the ranks of the cards that were played, none where one was drawn, and
    the count due, if the cards make it or the sheet says that they do."""

    name: str
    ranks: list[str]
    counted: int | None
    at: int


class Left(NamedTuple):
    """Cards that a player had left, and what they come to, if that is told."""

    name: str
    ranks: list[str]
    points: int | None
    at: int


class Counts(NamedTuple):
    """The turns of a hand, the first count if some were made before, the cards left, the totals
    told behind them, and where."""

    turns: list[Turn]
    first: int
    left: list[Left]
    totals: dict[str, int]
    ended: int

    @property
    def order(self) -> list[str]:
        """Return the players as they take turns."""
        return list(dict.fromkeys(turn.name for turn in self.turns))


class _Hand:
    """A hand as far as the turns show it: the count due, and how many plays make it."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.left: list[Left] = []
        self.due = self.first = 1
        self.right = self.wrong = 0
        self.over = False

    def take(self, name: str, marks: Sequence[Mark]) -> bool:
        """Take what stands behind a player's name; return whether it could be meant."""
        figures = _figures(marks)
        drawn = any(mark.kind == "draw" for mark in marks)
        if not figures and not drawn:
            return True
        if self.over:
            return self._cards_left(name, [one.mark for one in figures])
        if drawn:
            self.turns.append(Turn(name, [], None, marks[0].at))
            return not figures
        if not self.turns and (begun := _count_told(figures)):
            self.due = self.first = begun
        return self._play(name, figures, out=any(mark.kind == "out" for mark in marks))

    def _play(self, name: str, figures: Sequence[Figure], *, out: bool) -> bool:
        """Take a play; one that does not make the count is taken as it stands."""
        made = _cards_of(figures, self.due)
        self.right += made is not None
        self.wrong += made is None
        cards, others = _run(figures, int(_leads_with(figures, self.due)))
        if made is None and any(mark.number != self.due for mark in others):
            return False
        ranks = [_rank(mark) for mark in made or cards]
        if not all(ranks):
            return False
        counted = self.due if len(ranks) < len(figures) else None
        self.turns.append(Turn(name, ranks, counted, figures[0].mark.at))
        self.due += 1
        self.over = out or self.due > LAST
        return True

    def _cards_left(self, name: str, figures: Sequence[Mark]) -> bool:
        """Take the cards that a player has left, and what they come to."""
        if [mark.number for mark in figures if mark.kind == "number"] == [0] and len(figures) == 1:
            self.left.append(Left(name, [], 0, figures[0].at))
            return True
        *cards, last = figures
        points = last.number if last.kind == "number" and last.number > TEN else None
        ranks = [_rank(mark) for mark in (figures if points is None else cards)]
        self.left.append(Left(name, ranks, points, last.at))
        return all(ranks) and bool(ranks)


def counts_of(sheet: Marked) -> Counts | None:
    """Return the turns of a sheet; None where a number is left over, too many plays do not make the
    count, or the players do not take turns."""
    hand = _Hand()
    totals: dict[str, int] = {}
    ended, passed_over = 0, False
    for number, line in enumerate(sheet.lines):
        if number == sheet.head or not any(
            m.kind in ("number", "card", "draw") for m in line.marks
        ):
            continue
        if hand.turns and (standing := _standing(line, len(sheet.names))):
            totals, ended, hand.over = standing, line.at, True
            continue
        entries = list(by_name(line.marks, TOLD))
        if not _begins_with_a_player(line):
            passed_over = bool(hand.turns)
            continue
        if passed_over or not all(name and hand.take(name, marks) for name, marks in entries):
            return None
    found = Counts(hand.turns, hand.first, hand.left, totals, ended)
    if len(hand.turns) < FEWEST or hand.wrong > hand.right // RIGHT_EACH or not _take_turns(found):
        return None
    return found


def _take_turns(found: Counts) -> bool:
    """Return whether the players come one after the other, always in the same order."""
    order = found.order
    return all(one.name == order[at % len(order)] for at, one in enumerate(found.turns))


def _begins_with_a_player(line: SheetLine) -> bool:
    """Return whether a line begins with a player, perhaps behind the count."""
    first = next(
        (mark for mark in line.marks if mark.kind not in ("unit", "dash", "close")),
        None,
    )
    return first is not None and first.kind == "name"


def _standing(line: SheetLine, players: int) -> dict[str, int]:
    """Return the totals of all players; empty for a line of another kind."""
    entries = [
        (name, [mark for mark in marks if mark.kind in ("number", "card", "draw")])
        for name, marks in by_name(line.marks, TOLD)
    ]
    numbers = {name: marks[0].number for name, marks in entries if _is_one_number(marks)}
    whole = len(numbers) == len(entries) == players
    return numbers if whole and all(number % 5 == 0 for number in numbers.values()) else {}


def _is_one_number(marks: Sequence[Mark]) -> bool:
    return [mark.kind for mark in marks] == ["number"]


def _figures(marks: Sequence[Mark]) -> list[Figure]:
    """Return the numbers and cards behind a player's name."""
    found: list[Figure] = []
    joined = False
    for mark in marks:
        if mark.kind in ("number", "card"):
            beside = bool(found) and found[-1].mark.end == mark.at  # “3+5”
            found.append(Figure(mark, bool(found) and (joined or mark.signed or beside)))
        joined = mark.kind == "and"
    return found


def _count_told(figures: Sequence[Figure]) -> int:
    """Return the count with which a sheet begins that has not all plays; 0 where it begins with the
    first."""
    first = figures[0].mark.number
    later = 1 < first < LAST and _cards_of(figures, 1) is None
    return first if later and _cards_of(figures[1:], first) is not None else 0


def _cards_of(figures: Sequence[Figure], due: int) -> list[Mark] | None:
    """Return the figures that are cards and make the count, where the others repeat it or say what
    a king counts; None where that cannot be."""
    for begin in (1, 0) if _leads_with(figures, due) else (0,):
        cards, others = _run(figures, begin)
        if not all(map(_rank, cards)):
            continue
        kings, fixed = _kings_and_rest(cards)
        meant = {due, *range(1, due - fixed + 1)} if kings else {due, TEN}
        if _makes(cards, due) and all(
            mark.number in meant if mark.kind == "number" else kings and mark.text == "K"
            for mark in others
        ):
            return cards
    return None


def _leads_with(figures: Sequence[Figure], due: int) -> bool:
    """Return whether the count stands in front of the cards."""
    return len(figures) > 1 and figures[0].mark.number == due and not figures[1].joined


def _run(figures: Sequence[Figure], begin: int) -> tuple[list[Mark], list[Mark]]:
    """Return the figures that are joined to the one with which they begin, and those behind."""
    end = begin + 1
    while end < len(figures) and figures[end].joined:
        end += 1
    return [one.mark for one in figures[begin:end]], [one.mark for one in figures[end:]]


def _kings_and_rest(cards: Sequence[Mark]) -> tuple[int, int]:
    ranks = [_rank(mark) for mark in cards]
    return ranks.count("K"), sum(VALUES.get(rank) or int(rank) for rank in ranks if rank != "K")


def _makes(cards: Sequence[Mark], due: int) -> bool:
    """Return whether cards can make a count (count-to-20/4.1 to 4.3)."""
    kings, fixed = _kings_and_rest(cards)
    tens = Counter(_rank(mark) for mark in cards if _rank(mark) in ("T", "J", "Q"))
    pairs = sum(times // PAIR for times in tens.values())
    return any(
        kings <= due - (fixed - TEN * halved) <= LAST * kings
        if kings
        else fixed - TEN * halved == due
        for halved in range(pairs + 1)
    )


def _rank(mark: Mark) -> str:
    """Return the rank of a card, empty for a number that is none."""
    return mark.text if mark.kind == "card" else RANKS.get(mark.number, "")


def draft(sheet: RecordDraft, found: Counts) -> None:
    """Put the turns into a record, and what was left in the hands."""
    if found.first > 1:
        sheet.add(said.Gap(""), found.turns[0].at)
    for number, one in enumerate(found.turns, 1):
        seat = sheet.seat(one.name)
        cards = tuple(CARDS[rank] for rank in one.ranks)
        sheet.add(
            said.Play(number, seat, cards, one.counted)
            if cards
            else said.Draw(number, seat, UNKNOWN),
            one.at,
        )
    shown = tuple(
        (sheet.seat(one.name), tuple(CARDS[rank] for rank in one.ranks))
        for one in found.left
        if one.ranks
    )
    if shown:
        sheet.add(said.Show(shown), found.left[0].at)
    told = {one.name: one.points for one in found.left if one.points is not None}
    if totals := found.totals or told:
        at = found.ended or found.left[-1].at
        sheet.add(
            said.Score(tuple((sheet.seat(name), one) for name, one in totals.items())),
            at,
        )
