"""The parts of a line: its sentences, and what stands behind an arrow, a bracket or a dash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archive.importers.figures.marks import Mark

MOVES = frozenset({"->", "=>", "→", "⇒"})
"""Arrows between totals before a hand and behind it."""
NAMED_AGAIN = ["name", "number", "name"]


def has_arrows(marks: Sequence[Mark]) -> bool:
    """Return whether numbers of a line go over into others."""
    return any(mark.kind == "arrow" and mark.text in MOVES for mark in marks)


def has_numbers(marks: Sequence[Mark]) -> bool:
    """Return whether a number is among these marks."""
    return any(one.kind == "number" for one in marks)


def before(marks: Sequence[Mark], kind: str) -> Sequence[Mark]:
    """Return the marks of a line in front of the first of a kind."""
    return marks[: next(at for at, one in enumerate(marks) if one.kind == kind)]


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


def segments_of(marks: Sequence[Mark], players: int, *, by_sentences: bool) -> Iterator[list[Mark]]:
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
