"""The parts of a sheet that belong together: lines of one hand, with its number and trumps above
them or a player each; the parts of a line; and cards left in a hand of Count to 20, told beside the
points that they cost, “K 7 J = 35”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.importers.figures.marks import Mark
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.which_game import TWENTY_TWO, ZWANZIG

BESIDE = frozenset({"and", "close", "dash"})
OF_PLAYERS = frozenset({"name", "number", "arrow", "out", "tricks", "final", "end"}) | BESIDE
MOVES = frozenset({"->", "=>", "→", "⇒"})
"""Arrows between totals before a hand and behind it."""
NAMED_AGAIN = ["name", "number", "name"]
LOW, TEN = 5, 10
COSTS = {"A": 5, "T": 10, "J": 10, "Q": 10, "K": 20}


def joined(sheet: Marked) -> Marked:
    """Return a sheet with such lines made one, with empty ones in place of the others."""
    lines = list(sheet.lines)
    for start, end in _runs(lines, sheet.head, outs=sheet.game == ZWANZIG):
        run = lines[start:end]
        lines[start] = SheetLine(
            "\n".join(line.text for line in run), run[0].at,
            [mark for line in run for mark in _without_maker(line.marks)],
            other=any(line.other for line in run),
        )  # fmt: skip
        lines[start + 1 : end] = [line._replace(text="", marks=[]) for line in run[1:]]
    return sheet._replace(lines=lines)


def _runs(lines: Sequence[SheetLine], head: int, *, outs: bool) -> Iterator[tuple[int, int]]:
    """Yield where such lines begin and end; not with the line that heads the sheet. With `outs` a
    line may say of its player no more than that he or she is out."""
    start = 0
    while start < len(lines):
        end = start + (start != head and _heads_a_hand(lines[start].marks))
        names = list[str]()
        while (
            end < len(lines) and end != head and (name := _player_of(lines[end].marks, outs=outs))
        ):
            if name in names:
                break
            names.append(name)
            end += 1
        if end > start + 1:
            yield start, end
        start = max(end, start + 1)


def _heads_a_hand(marks: Sequence[Mark]) -> bool:
    """Return whether a line has the number of a hand or trumps, and nothing else."""
    kinds = {mark.kind for mark in marks} - BESIDE
    return bool(kinds) and (kinds <= {"unit", "suit"} or _names_trumps(marks))


def _names_trumps(marks: Sequence[Mark]) -> bool:
    """Return whether a line has trumps behind players, and nothing that is counted: “Resi macht
    Herz”."""
    kinds = {mark.kind for mark in marks} - BESIDE
    return {"name", "suit"} <= kinds <= {"unit", "name", "suit", "so far", "end"}


def _without_maker(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Return the marks of a line without the players in front of trumps."""
    return [one for one in marks if one.kind in ("unit", "suit")] if _names_trumps(marks) else marks


def _player_of(marks: Sequence[Mark], *, outs: bool) -> str:
    """Return the one player of whom a line tells a number, or one before an arrow and one behind;
    empty where it tells anything else, but for a player who is out of a deal, with `outs`."""
    kinds = [mark.kind for mark in marks]
    if outs and [kind for kind in kinds if kind not in BESIDE] == ["name", "out"]:
        return marks[kinds.index("name")].text
    one_each = kinds.count("name") == kinds.count("number") - kinds.count("arrow") == 1
    if not one_each or not OF_PLAYERS.issuperset(kinds):
        return ""
    return next(mark.text for mark in marks if mark.kind == "name")


def hand_by_hand(sheet: Marked) -> Marked:
    """Return a sheet with each table turned that has a line for each player below a heading of
    hands, “H1 H2 H3”: with a line for each hand."""
    lines, start, head = list(sheet.lines), 0, sheet.head
    while start < len(lines):
        hands = lines[start].marks
        rows = _rows_below(lines, start, sheet) if _are_hands(hands) else []
        if rows:
            turned = [
                SheetLine("", rows[0][1 + place].at, _cells_of(hand, rows, place, sheet.game))
                for place, hand in enumerate(hands)
            ]
            lines[start : start + 1 + len(rows)] = turned
            head += (len(turned) - len(rows) - 1) * (head > start)
            start += len(turned)
        start += 1
    return sheet._replace(lines=lines, head=head)


def _are_hands(marks: Sequence[Mark]) -> bool:
    """Return whether a line has the numbers of several hands from 1 on, and perhaps the end."""
    hands = [one.number for one in marks if one.kind == "unit"]
    behind = [one.kind for one in marks[len(hands) :]]
    return len(hands) > 1 and hands == [*range(1, len(hands) + 1)] and behind in ([], ["final"])


def _rows_below(lines: Sequence[SheetLine], head: int, sheet: Marked) -> list[list[Mark]]:
    """Return the name and the cells of each player below a heading of hands; none where a player
    has no line, or other cells."""
    rows = [line.marks for line in lines[head + 1 : head + 1 + len(sheet.names)]]
    whole = {row[0].text for row in rows if row and row[0].kind == "name"} == {*sheet.names}
    fits = all(len(row) == 1 + len(lines[head].marks) for row in rows)
    cells = {mark.kind for row in rows for mark in row[1:]}
    return rows if whole and fits and cells <= {"number", "card", "dash", "out", "five"} else []


def _cells_of(hand: Mark, rows: Sequence[Sequence[Mark]], place: int, game: str) -> list[Mark]:
    """Return the marks of a hand, which stands at its first cell: each player with the cell in its
    column; in Twenty-Two only players with a card."""
    told = [(row[0], row[1 + place]) for row in rows]
    hand = hand._replace(at=told[0][1].at, end=told[0][1].at)
    told = [one for one in told if game != TWENTY_TWO or one[1].kind != "dash"]
    return [hand, *(mark for one in told for mark in one)]


def has_arrows(marks: Sequence[Mark]) -> bool:
    """Return whether numbers of a line go over into others."""
    return any(mark.kind == "arrow" and mark.text in MOVES for mark in marks)


def has_numbers(marks: Sequence[Mark]) -> bool:
    """Return whether a number is among these marks."""
    return any(one.kind == "number" for one in marks)


def tells_a_hand_before(marks: Sequence[Mark], kind: str) -> bool:
    """Return whether numbers stand in front of the first mark of a kind, in a part that begins with
    the number of a hand."""
    before = marks[: next(at for at, one in enumerate(marks) if one.kind == kind)]
    return has_numbers(before) and any(one.kind == "unit" for one in marks)


def heads_hands(marks: Sequence[Mark]) -> bool:
    """Return whether a part begins with a word for the end and the number of a hand behind it."""
    kinds = [mark.kind for mark in marks if mark.kind not in BESIDE]
    return kinds[:2] == ["final", "unit"]


def with_all_tricks(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of a line with “all” behind one name, and nothing more, taken for all
    tricks: “Dietz alle.”"""
    told: list[Mark] = []
    for at, mark in enumerate(marks):
        behind = marks[at + 1].kind if at + 1 < len(marks) else "end"
        alone = behind in ("end", "and", "close") and bool(told) and told[-1].kind == "name"
        is_all = mark.kind == "together" and mark.text.casefold() in ("all", "alle")
        told.append(mark._replace(kind="five") if is_all and alone else mark)
    return told


def parts_of(marks: Sequence[Mark], players: int, *, by_sentences: bool) -> Iterator[list[Mark]]:
    """Yield the parts of a line: a sentence where a game is told `by_sentences`, and what stands
    behind an arrow or a bracket, where it is no single number."""
    part: list[Mark] = []
    last_won = max((at for at, one in enumerate(marks) if one.kind == "won"), default=-1)
    for at, mark in enumerate(marks):
        behind = [one.kind for one in marks[at + 1 : at + 4] if one.kind != "and"]
        apart = by_sentences or at <= last_won
        others = behind[:2] == ["number"] * 2 or (mark.text != "(" and behind == NAMED_AGAIN)
        near = marks[at + 1 : at + 1 + 2 * players]  # numbers, and a sign between two of them
        row = [one.kind for one in near if one.kind not in ("and", "dash")]
        begins = mark.kind == "close" or (mark.kind == "dash" and has_numbers(part))
        in_a_row = begins and row[:players] == ["number"] * players
        told = sum(one.kind == "number" for one in part) >= players
        if mark.kind == "unit" and told and has_numbers(marks[at:]):
            yield part  # another hand begins
            part = []
        if mark.kind == "bonus" and has_numbers(part):
            of_bonus = [one for one in part[-1:] if one.kind == "name"]
            yield part[: len(part) - len(of_bonus)]
            part = of_bonus
        if (mark.kind == "end" and apart) or (mark.kind == "arrow" and others) or in_a_row:
            yield part
            part = []
        elif mark.kind not in ("arrow", "close"):
            part.append(mark)
    yield part


def hands_in(marks: Sequence[Mark]) -> Iterator[tuple[list[Mark], Mark]]:
    """Yield the cards left in a hand of Count to 20 with the points that they are said to cost:
    “K 7 J = 35”."""
    cards: list[Mark] = []
    for at, mark in enumerate(marks):
        if mark.kind in ("number", "card"):
            cards.append(mark)
        elif mark.kind == "arrow" and mark.text != "(" and cards:
            behind = marks[at + 1 : at + 2]
            if behind and behind[0].kind == "number" and _are_cards(cards):
                yield cards, behind[0]
            cards = []
        elif mark.kind != "and":
            cards = []


def _are_cards(marks: Sequence[Mark]) -> bool:
    return all(mark.number <= TEN for mark in marks)


def with_points_alone(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of a line without cards whose points are told behind them."""
    cards = {mark for hand, _ in hands_in(marks) for mark in hand}
    return [mark for mark in marks if mark not in cards]


def is_a_sum(marks: Sequence[Mark]) -> bool:
    """Return whether a line adds numbers up for no player: “60 + 25 = 85”."""
    *parts, told = [mark.number for mark in marks if mark.kind == "number"] or [0]
    kinds = [mark.kind for mark in marks]
    return kinds[1:2] == ["and"] and kinds[-2:] == ["arrow", "number"] and sum(parts) == told


def cards_cost_their_points(marks: Sequence[Mark]) -> bool:
    """Return whether cards left in hands cost what is said behind them (count-to-20/6.4 to 6.6)."""
    return all(
        points.number
        == sum(COSTS.get(mark.text, LOW if mark.number < TEN else TEN) for mark in cards)
        for cards, points in hands_in(marks)
    )
