"""Two sheets side by side, as a page shows them: the answer first, then why, then every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.compare import (
    FEW_JUDGED,
    MOST_JUDGED,
    Comparison,
    Difference,
    Origins,
)
from archive.web.language import _, marked, ngettext, number
from archive.web.presenters.action_text import listed
from archive.web.presenters.comparison_claims import (
    ClaimShown,
    StandingsShown,
    Stands,
    claim_shown,
    result_words,
    standings_shown,
    stands_of,
)
from archive.web.presenters.comparison_differences import (
    DifferenceShown,
    TurningShown,
    difference_shown,
    entries_of_both,
    turning,
    turning_shown,
)
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.rule_sets import game_called
from archive.web.words import date_words, written

SPENT: Final = marked(
    "These sheets are too long, or too unlike, to be compared in full: entries may stand side by "
    "side that do not belong together, and only of some differences is it said which sheet the "
    "rules support."
)


@dataclass(frozen=True, slots=True)
class ComparisonShown:
    """A comparison of two sheets."""

    heading: str
    """The answer: who won by what, or why that is not known."""
    stamp: tuple[str, str] | None
    """The sheet that is right, and the sign for it; None where that cannot be decided."""
    sentence: str
    """The number of differences, and how often the rules support which sheet."""
    doubt: str | None
    ruling: list[str]
    """The conclusions, sentence by sentence."""
    seated: str | None
    """The sentence that the sheets number the seats differently, where they do."""
    only: list[str]
    """Sentences about entries that only one of the sheets has."""
    same_game: bool
    one_game: bool
    """False where they cannot be sheets of one game; then nothing is compared."""
    game: str | None
    event: str | None
    date: str | None
    names: list[str]
    claims: list[ClaimShown]
    turning: TurningShown | None
    standings: StandingsShown | None
    differences: list[DifferenceShown]
    settled: bool
    """Whether both have the same score in the end."""


def comparison_of(found: Comparison, origins: Origins = (None, None)) -> ComparisonShown:
    """Return a comparison for its page; `origins` lead to the lines of those that were no XXN."""
    own = [open_record(verdict.record).names() for verdict in (found.a, found.b)]
    names = _names(found, own)
    at = turning(found)
    entries = entries_of_both(at, found, names, origins) if at else ([], [])
    doubt = None
    if not found.same_game and not found.not_one_game:
        doubt = _("These hardly look like two sheets of one game.")
    return ComparisonShown(
        _heading(found, names),
        _stamp(found),
        _sentence(found),
        doubt,
        _ruling(found, at, names),
        None
        if found.seated_alike or found.not_one_game
        else _("They list the players in another order; players are matched by their names."),
        [
            _("Only sheet %(letter)s gives %(what)s.", letter=letter.upper(), what=what)
            for letter in "ab"
            if (what := found.only(letter))
        ],
        found.same_game,
        found.not_one_game is None,
        game_called(found.a.record.game, found.a.record.rules)
        or game_called(found.b.record.game, found.b.record.rules),
        written(_either(found, "Event")),
        date_words(_either(found, "Date")),
        names,
        [
            claim_shown(found, letter, their, on_it)
            for letter, their, on_it in zip("ab", own, entries, strict=True)
        ],
        turning_shown(at, found, entries) if at else None,
        standings_shown(found),
        [difference_shown(one, found, names, origins) for one in found.differences],
        found.agreed is not None,
    )


def _names(found: Comparison, own: Sequence[Sequence[str]]) -> list[str]:
    """Return the players by their seats in sheet A; from sheet B where A does not name them."""
    a, b = own
    by_seat = {found.seats.get(seat, seat): name for seat, name in enumerate(b, 1)}
    return [*a, *(by_seat.get(seat, f"p{seat}") for seat in range(len(a) + 1, len(b) + 1))]


def _heading(found: Comparison, names: Sequence[str]) -> str:
    if found.not_one_game:
        return _("Not two sheets of one game")
    if found.agreed:
        score = {f"p{seat}": total for seat, total in found.agreed.score.items()}
        said = result_words(found.agreed.winner, score, names)
        return said if found.agreed.winner else _("So far %(standing)s", standing=said)
    if not found.same_game:
        return _("Hardly two sheets of one game")
    return _("Who is right, the rules cannot say")


def _stamp(found: Comparison) -> tuple[str, str] | None:
    """Return the sheet that is right, and the sign for it."""
    if found.not_one_game or not found.same_game:
        return None
    stands = stands_of(found, "a"), stands_of(found, "b")
    if found.stops and stands[found.stops == "a"] is not Stands.RIGHT:
        return None  # that the shorter one is right so far does not settle it
    if Stands.OPEN in stands and Stands.RIGHT not in stands:
        return _("Only those who played can say"), "underdetermined"
    match stands:
        case (Stands.RIGHT, Stands.RIGHT):
            return _("Both sheets are right"), "upheld"
        case (Stands.RIGHT, _):
            return _("Sheet A is right"), "upheld"
        case (_, Stands.RIGHT):
            return _("Sheet B is right"), "upheld"
    return _("Neither sheet is entirely right"), "refuted"


def _either(found: Comparison, tag: str) -> str | None:
    """Return a tag of sheet A, or of sheet B where A has none."""
    return found.a.record.tag(tag) or found.b.record.tag(tag)


def _ruling(found: Comparison, at: Difference | None, names: Sequence[str]) -> list[str]:
    """Return the conclusions in the order in which they convince: how the sheets differ, what only
    follows from where they part, the scores, and what was not examined."""
    follows = len(at.echoes) if at else 0
    said = [
        _sentence(found),
        _("Sheet %(letter)s stops earlier and says nothing of what comes after.",
          letter=found.stops.upper()) if found.stops else None,
        ngettext("%(num)s further line differs only because of it.",
                 "%(num)s further lines differ only because of it.", follows)
        % {"num": follows} if follows else None,
        _ending(found, names),
        _unasked(found),
    ]  # fmt: skip
    return [one for one in said if one]


def _unasked(found: Comparison) -> str | None:
    most = MOST_JUDGED if found.same_game else FEW_JUDGED
    if found.spent:
        return _(SPENT)
    if any(one.supports is None for one in found.differences[most:]):
        return _(
            "Which of the two the rules support is said only for the first %(most)s.", most=most
        )
    return None


def _ending(found: Comparison, names: Sequence[str]) -> str | None:
    """Return the score of both sheets once each difference is decided by the rules."""
    if not found.differences:
        return None
    if found.agreed:
        score = {f"p{seat}": total for seat, total in found.agreed.score.items()}
        return _("Put right where the rules say so, both sheets come to the same: %(outcome)s.",
                 outcome=result_words(found.agreed.winner, score, names))  # fmt: skip
    if found.complete and all(one.supports for one in found.differences):
        return _("The sheets come to no common score: where the rules allow both, only those who "
                 "played can say which was played.")  # fmt: skip
    return None


def _sentence(found: Comparison) -> str:
    if found.not_one_game:
        return found.not_one_game
    if not found.differences:
        if not found.silences:
            return _("The two sheets say the same, entry for entry.")
        return _("Wherever both sheets say something, they agree.") + " " + _agreeing(found.alike)
    count = len(found.differences)
    places = (
        ngettext("They differ in one place.", "They differ in %(num)s places.", found.places)
        if found.complete
        else _("They differ in more than %(count)s places.", count=number(found.places))
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
