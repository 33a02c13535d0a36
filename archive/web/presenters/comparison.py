"""Two sheets side by side, as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from archive.analysis.comparison.compare import (
    FEW_JUDGED,
    MOST_JUDGED,
    Comparison,
    Difference,
    Origins,
)
from archive.analysis.comparison.sheet_entries import Sort
from archive.scoring import Verdict
from archive.web.language import _, marked, ngettext, number
from archive.web.presenters.action_text import listed
from archive.web.presenters.comparison_entries import EntryShown, entry_shown
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.rule_sets import ClauseShown, clause, rules_in_words
from archive.web.words import name_of, outcome, sentence, signed, standing_words

SUPPORTS: Final = {
    "a": marked("The rules support sheet A."),
    "b": marked("The rules support sheet B."),
    "either": marked("The rules allow both."),
    "neither": marked("The rules object to both."),
    None: marked("Not asked."),
}


SPENT: Final = marked(
    "These sheets are too long, or too unlike, to be compared in full: entries may stand side by "
    "side that do not belong together, and only of some differences is it said which sheet the "
    "rules support."
)


@dataclass(frozen=True, slots=True)
class HeadShown:
    """What a sheet says and what the rules make of it, before any difference."""

    letter: str
    names: list[str]
    rules: str
    game: str
    verdict: dict[str, Any]
    outcome: str
    claimed: str | None
    """The result it claims, where that is not the one the rules give."""


@dataclass(frozen=True, slots=True)
class EchoShown:
    """What follows from a difference: the entries of both sheets."""

    a: list[EntryShown]
    b: list[EntryShown]


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    ply: int | None
    """The ply in sheet A, where A has a play there."""
    last: int | None
    """The ply of the last play of A that belongs to it, where there are several."""
    a: list[EntryShown]
    b: list[EntryShown]
    supports: str | None
    words: str
    because: str | None
    """What the rules object to in the sheet that they do not support."""
    clause: ClauseShown | None
    effect: str | None
    """What follows for the score; None where nothing can be said of it."""
    echoes: list[EchoShown]
    """The later lines in which the sheets differ because of it."""


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    sentence: str
    doubt: str | None
    seated: str | None
    """That the sheets number the seats differently, where they do."""
    only: list[str]
    """What only one of the sheets says, a sentence each."""
    unasked: str | None
    """What is not said of the later differences, where there are many, or where the sheets could
    not be compared in full."""
    same_game: bool
    one_game: bool
    """False where they cannot be sheets of one game; then nothing is compared."""
    heads: list[HeadShown]
    differences: list[DifferenceShown]
    ending: str | None
    """The score that both come to, or that they come to none; None where not all was asked."""


def comparison_of(found: Comparison, origins: Origins = (None, None)) -> ComparisonShown:
    """Return a comparison of two sheets as a page shows it."""
    heads = [_head(letter, verdict) for letter, verdict in (("A", found.a), ("B", found.b))]
    names = _names(found, heads)
    doubt = None
    if not found.same_game and not found.not_one_game:
        doubt = _("These hardly look like two sheets of one game.")
    unasked, most = None, MOST_JUDGED if found.same_game else FEW_JUDGED
    if found.spent:
        unasked = _(SPENT)
    elif any(one.supports is None for one in found.differences[most:]):
        unasked = _(
            "Which of the two the rules support is said only for the first %(most)s.", most=most
        )
    return ComparisonShown(
        _sentence(found),
        doubt,
        None
        if found.seated_alike or found.not_one_game
        else _("They number the seats differently; players are matched by their names."),
        [
            _("Only sheet %(letter)s gives %(what)s.", letter=letter.upper(), what=what)
            for letter in "ab"
            if (what := found.only(letter))
        ],
        unasked,
        found.same_game,
        found.not_one_game is None,
        heads,
        [_difference(one, found, names, origins) for one in found.differences],
        _ending(found, names),
    )


def _ending(found: Comparison, names: Sequence[str]) -> str | None:
    """Return what both sheets come to once each difference is decided as the rules say."""
    if not found.differences:
        return None
    if found.agreed:
        score = {f"p{seat}": total for seat, total in found.agreed.score.items()}
        return _("Put right where the rules say so, both sheets come to the same: %(outcome)s.",
                 outcome=_outcome(found.agreed.winner, score, names))  # fmt: skip
    if found.complete and all(one.supports for one in found.differences):
        return _("The sheets come to no common score: where the rules allow both, only those who "
                 "played can say which was played.")  # fmt: skip
    return None


def _names(found: Comparison, heads: Sequence[HeadShown]) -> list[str]:
    """Return the players by their seats in sheet A; from sheet B where A does not name them."""
    a, b = (head.names for head in heads)
    by_seat = {found.seats.get(seat, seat): name for seat, name in enumerate(b, 1)}
    return [*a, *(by_seat.get(seat, f"p{seat}") for seat in range(len(a) + 1, len(b) + 1))]


def _head(letter: str, verdict: Verdict) -> HeadShown:
    body = verdict.as_dict()
    names = open_record(verdict.record).names()
    score, winner = body["score"], body["winner"]
    same = body["claimed"] in (None, score)
    rules = body["rules"]
    return HeadShown(
        letter=letter,
        names=names,
        rules=rules_in_words(rules),
        game=verdict.record.game or "",
        verdict={"answers": body["answers"], "checked": body["checked"]},
        outcome=_outcome(winner, score, names),
        claimed=None if same else standing_words(body["claimed"]),
    )


def _outcome(winner: str | None, score: dict[str, int | None], names: Sequence[str]) -> str:
    if all(points is None for points in score.values()):
        return _("the score cannot be told")
    return outcome(winner, score, names) if winner else standing_words(score)


def _sentence(found: Comparison) -> str:
    if found.not_one_game:
        return found.not_one_game
    if not found.differences:
        if not found.silences:
            return _("The two sheets say the same, entry for entry.")
        return _("Wherever both sheets say something, they agree.") + " " + _agreeing(found.alike)
    count = len(found.differences)
    places = (
        ngettext("They differ in one place.", "They differ in %(num)s places.", count)
        if found.complete
        else _("They differ in more than %(count)s places.", count=number(count))
    )
    supported = {
        letter: sum(one.supports == letter for one in found.differences) for letter in ("a", "b")
    }
    said = [
        ngettext("once for sheet %(letter)s", "%(num)s times for sheet %(letter)s", many)
        % {"letter": letter.upper(), "num": many}
        for letter, many in supported.items()
        if many
    ]
    if not said:
        verdict = _("Nowhere do the rules support only one of the two.")
    elif len(said) == 1 and sum(supported.values()) == count and found.complete:
        letter = "A" if supported["a"] else "B"
        verdict = ngettext(
            "Sheet %(letter)s is right there.", "Sheet %(letter)s is right in all of them.", count
        ) % {"letter": letter}
    else:
        verdict = _("The rules speak %(often)s.", often=listed(said))
    return f"{places} {verdict} {_agreeing(found.alike)}"


def _agreeing(count: int) -> str:
    return ngettext("%(num)s entry agrees.", "%(num)s entries agree.", count) % {
        "num": number(count)
    }


def _difference(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> DifferenceShown:
    deeds = sum(entry.sort is Sort.DEED for entry in one.a)
    return DifferenceShown(
        one.ply,
        one.ply + deeds - 1 if one.ply and deeds > 1 else None,
        *_entries(one, found, names, origins),
        one.supports,
        _(SUPPORTS[one.supports]),
        _because(one),
        clause(one.because.clause) if one.because and one.because.clause else None,
        _effect(one, found, names),
        [EchoShown(*_entries(echo, found, names, origins)) for echo in one.echoes],
    )


def _entries(
    one: Difference, found: Comparison, names: Sequence[str], origins: Origins
) -> tuple[list[EntryShown], list[EntryShown]]:
    """Return what stands on sheets A and B where they differ."""
    seated = [name_of(names, found.seats.get(seat, seat)) for seat in range(1, len(names) + 1)]
    return (
        [entry_shown(entry, found.a, origins[0], names) for entry in one.a],
        [entry_shown(entry, found.b, origins[1], seated) for entry in one.b],
    )


def _because(one: Difference) -> str | None:
    """`Against sheet A: after play 70 Ada has 74 points, not 75.`"""
    if one.because is None:
        return None
    return _(
        "Against sheet %(letter)s: %(reason)s",
        letter="B" if one.supports == "a" else "A",
        reason=sentence(one.because.sentence),
    )


def _effect(one: Difference, found: Comparison, names: Sequence[str]) -> str | None:
    """`With B’s entry the points of sheet A would change: Ada +2, Ben −2.`"""
    many = max(len(one.a), len(one.b)) > 1
    told = [f"{name_of(names, seat)} {signed(by)}" for seat, by in one.moves.items() if by]
    lost = [name_of(names, seat) for seat, by in one.moves.items() if by is None]
    said = [_moved(one, ", ".join(told), many=many)] if told else []
    if lost:
        said.append(_("What %(names)s would have could no longer be told.", names=listed(lost)))
    if said:
        return " ".join(said)
    played = any(entry.sort is Sort.DEED for entry in (*one.a, *one.b))
    known = None not in found.a.score.values()
    if one.supports is not None and known and (played or (one.a and one.b)):
        return _("The points stay the same either way.")
    return None


def _moved(one: Difference, points: str, *, many: bool) -> str:
    if one.b and many:
        return _("With B’s entries the points of sheet A would change: %(points)s.", points=points)
    if one.b:
        return _("With B’s entry the points of sheet A would change: %(points)s.", points=points)
    if many:
        return _("Without these entries the points of sheet A would change: %(points)s.",
                 points=points)  # fmt: skip
    return _("Without this entry the points of sheet A would change: %(points)s.", points=points)
