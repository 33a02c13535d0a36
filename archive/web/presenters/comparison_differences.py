"""The differences of two sheets, entry beside entry, with what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.compare import Comparison, Difference, Origins
from archive.analysis.comparison.sheet_entries import Sort
from archive.scoring import Question
from archive.web.language import _, marked, number
from archive.web.presenters.action_text import listed
from archive.web.presenters.comparison_entries import EntryShown, entry_shown
from archive.web.presenters.rule_sets import ClauseShown, clause
from archive.web.words import name_of, sentence, signed

SUPPORTS: Final = {
    "a": marked("The rules support sheet A."),
    "b": marked("The rules support sheet B."),
    "either": marked("The rules allow both."),
    "neither": marked("The rules object to both."),
    None: marked("Not asked."),
}


@dataclass(frozen=True, slots=True)
class EchoShown:
    """A consequence of a difference: the entries of both sheets."""

    a: list[EntryShown]
    b: list[EntryShown]


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    """A difference of two sheets."""

    ply: int | None
    """The ply in sheet A, where A has a play there."""
    last: int | None
    """The ply of the last play of A that belongs to it, where there are several."""
    a: list[EntryShown]
    b: list[EntryShown]
    supports: str | None
    words: str
    because: str | None
    """The rules' objection to the sheet that they do not support."""
    clause: ClauseShown | None
    effect: str | None
    """The consequence for the score; None where it is unknown."""
    echoes: list[EchoShown]
    """The later lines in which the sheets differ because of it."""


def difference_shown(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> DifferenceShown:
    """Return a difference for the table; `names` are the players by their seats on A."""
    deeds = sum(entry.sort is Sort.DEED for entry in one.a)
    return DifferenceShown(
        one.ply,
        one.ply + deeds - 1 if one.ply and deeds > 1 else None,
        *entries_of_both(one, found, names, origins),
        one.supports,
        _(SUPPORTS[one.supports]),
        _because(one),
        clause(one.because.clause) if one.because and one.because.clause else None,
        _effect(one, found, names),
        [EchoShown(*entries_of_both(echo, found, names, origins)) for echo in one.echoes],
    )


def entries_of_both(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> tuple[list[EntryShown], list[EntryShown]]:
    """Return the entries of sheets A and B where they differ."""
    seated = [name_of(names, found.seats.get(seat, seat)) for seat in range(1, len(names) + 1)]
    return (
        [entry_shown(entry, found.a, origins[0], names) for entry in one.a],
        [entry_shown(entry, found.b, origins[1], seated) for entry in one.b],
    )


def _because(one: Difference) -> str | None:
    """Return the objection: `Against sheet A: after play 70 Ada has 74 points, not 75.`"""
    if one.because is None:
        return None
    return _(
        "Against sheet %(letter)s: %(reason)s",
        letter="B" if one.supports == "a" else "A",
        reason=sentence(one.because.sentence),
    )


def _totals(one: Difference, found: Comparison, names: Sequence[str]) -> list[str]:
    """Return each player's total on both sheets, where several differ in one standing."""
    apart = found.totals_apart(one)
    return [
        _("%(name)s has %(a)s on sheet A and %(b)s on sheet B.",
          name=name_of(names, seat), a=number(a).replace("-", "−"), b=number(b).replace("-", "−"))
        for seat, a, b in apart
    ] if apart[1:] else []  # fmt: skip


def _effect(one: Difference, found: Comparison, names: Sequence[str]) -> str | None:
    """Return the consequence: `With B’s entry the points of sheet A would change: Ada +2, Ben
    −2.`"""
    many = max(len(one.a), len(one.b)) > 1
    told = [f"{name_of(names, seat)} {signed(by)}" for seat, by in one.moves.items() if by]
    lost = [name_of(names, seat) for seat, by in one.moves.items() if by is None]
    said = _totals(one, found, names)
    if told:
        said.append(_moved(one, ", ".join(told), many=many))
    if lost:
        said.append(_("What %(names)s would have could no longer be told.", names=listed(lost)))
    if told or lost:
        return " ".join(said)
    played = any(entry.sort is Sort.DEED for entry in (*one.a, *one.b))
    known = None not in found.a.score.values()
    if one.supports is not None and known and (played or (one.a and one.b)):
        said.append(_same_points(one))
    return " ".join(said) or None


def _same_points(one: Difference) -> str:
    """Return why the score is the same by either sheet. Where a number beside the plays is wrong on
    one of them, that number makes a difference, and only the score by the rules makes none."""
    if one.because and one.because.question is Question.ARITHMETIC:
        return _("By the rules the points follow from the plays, whichever number stands here.")
    return _("By the rules the points are the same either way.")


def _moved(one: Difference, points: str, *, many: bool) -> str:
    if one.b and many:
        return _("With B’s entries the points of sheet A would change: %(points)s.", points=points)
    if one.b:
        return _("With B’s entry the points of sheet A would change: %(points)s.", points=points)
    if many:
        return _("Without these entries the points of sheet A would change: %(points)s.",
                 points=points)  # fmt: skip
    return _("Without this entry the points of sheet A would change: %(points)s.", points=points)
