"""The result that each of two sheets claims, and whether it is right; and their standings beside
those by the rules, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from archive.analysis.comparison.compare import Comparison
from archive.analysis.comparison.standings import END, Entered, Mark, SheetLine, standings
from archive.core.events import DRAW, End
from archive.scoring import Verdict
from archive.telling.names_and_totals import totals_by_name
from archive.web.language import _, marked
from archive.web.presenters.comparison_differences import EntryShown
from archive.web.presenters.rule_sets import rules_in_words
from archive.web.verdict_sentences import outcome, standing_words
from archive.web.words import deal_word, in_rounds


class Stands(Enum):
    """How a sheet stands by the rules. `FAULTY` has the right result, or gives none, and is wrong
    on the way there."""

    RIGHT = "right"
    FAULTY = "faulty"
    WRONG = "wrong"
    OPEN = "open"


STANDS: Final = {
    Stands.RIGHT: marked("right"),
    Stands.FAULTY: marked("not all of it"),
    Stands.WRONG: marked("not so"),
    Stands.OPEN: marked("cannot be told"),
}
SIGNS: Final = {
    Stands.RIGHT: "upheld",
    Stands.FAULTY: "refuted",
    Stands.WRONG: "refuted",
    Stands.OPEN: "underdetermined",
}
WRONG_ANSWERS: Final = frozenset({"refuted", "impossible"})


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """The claim of one sheet."""

    letter: str
    names: list[str]
    rules: str
    game: str
    verdict: dict[str, Any]
    says: str | None
    """The result it claims; None where it gives none."""
    comes_to: str | None
    """The result by the rules, in words, where it differs from the claim."""
    entries: list[EntryShown]
    """The sheet's own line on which the dispute turns; empty where it has none."""
    stands: str
    words: str
    sign: str
    record: str
    """The record's check number."""


def stands_of(found: Comparison, letter: str) -> Stands:
    """Return how a sheet stands: from the score of both once each difference is decided, and from
    the rules' objections to it."""
    verdict = found.a if letter == "a" else found.b
    own = verdict.as_dict()["answers"]
    if found.agreed is None:
        return Stands.WRONG if own["result"] in WRONG_ANSWERS else Stands.OPEN
    seats = found.seats if letter == "b" else {}
    claimed = {seats.get(seat, seat): total for seat, total in (verdict.claimed or {}).items()}
    if any(found.agreed.score.get(seat) != total for seat, total in claimed.items()):
        return Stands.WRONG
    if own["result"] in WRONG_ANSWERS:
        return Stands.WRONG
    against = {"b" if letter == "a" else "a", "neither"}
    blamed = any(one.supports in against for one in found.differences)
    return Stands.FAULTY if blamed or not WRONG_ANSWERS.isdisjoint(own.values()) else Stands.RIGHT


def claim_shown(
    found: Comparison, letter: str, names: list[str], entries: list[EntryShown]
) -> ClaimShown:
    """Return the claim of a sheet; `entries` are its own line on which the dispute turns."""
    verdict = found.a if letter == "a" else found.b
    body = verdict.as_dict()
    stands = stands_of(found, letter)
    says = _claimed(verdict, body["claimed"], names)
    comes_to = result_words(body["winner"], body["score"], names)
    return ClaimShown(
        letter=letter.upper(),
        names=names,
        rules=rules_in_words(body["rules"]),
        game=verdict.record.game or "",
        verdict=body,
        says=says,
        comes_to=None if body["claimed"] == body["score"] else comes_to,
        entries=entries,
        stands=stands.value,
        words=_(STANDS[stands]),
        sign=SIGNS[stands],
        record=body["record"]["record"],
    )


def _claimed(
    verdict: Verdict, totals: Mapping[str, int] | None, names: Sequence[str]
) -> str | None:
    """Return the result that a sheet claims, in words."""
    ends = [event for event in verdict.record.events if isinstance(event, End)]
    winners = ends[-1].winners if ends else ()
    if not totals:
        return None
    if not winners:
        return standing_named(totals, names)
    winner = "draw" if winners == DRAW else ",".join(f"p{seat}" for seat in winners)
    return outcome(winner, totals, names)


def result_words(winner: str | None, score: Mapping[str, int | None], names: Sequence[str]) -> str:
    """Return who won by what, or the standing where there is no winner."""
    if all(points is None for points in score.values()):
        return _("the score cannot be told")
    return outcome(winner, score, names) if winner else standing_named(score, names)


def standing_named(score: Mapping[str, int | None], names: Sequence[str]) -> str:
    """Return totals with the names: `Marta 140, Dun Karm 116`."""
    return totals_by_name({"score": score}, names)


MOST_ROWS: Final = 24
"""The most rows; beyond that undisputed ones are left out."""
MARKS: Final = {Mark.NONE: "", Mark.SLIP: "slip", Mark.FOLLOWS: "follows"}


@dataclass(frozen=True, slots=True)
class CellShown:
    """A standing in one of the sheets."""

    text: str
    written: bool
    mark: str
    """`slip`, `follows`, or empty."""


@dataclass(frozen=True, slots=True)
class RowShown:
    """A line of the table."""

    label: str
    parts: bool
    a: CellShown | None
    b: CellShown | None
    counted: list[str]
    """The standings by the rules: one, two where they allow both, none where they cannot say."""

    @property
    def quiet(self) -> bool:
        """Return whether the line is undisputed."""
        return not self.parts and not any(cell and cell.mark for cell in (self.a, self.b))


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """The table of standings."""

    rows: list[RowShown]
    left_out: int
    """The number of lines left out, in which both sheets have what the rules count."""
    counted: bool
    """Whether the rules can count the points again; otherwise there is no such column."""
    totals_alone: bool
    """Whether there are no plays to count, so that only totals are checked by the rules."""
    unwritten: bool
    """Whether a sheet gives no standings, so that its plays were counted."""


def standings_shown(found: Comparison) -> StandingsShown | None:
    """Return the lines of both sheets; None where neither has any."""
    lines = standings(found)
    if not lines:
        return None
    game = found.a.record.game or found.b.record.game
    rows = [
        RowShown(
            _label(line.place, game),
            line.parts,
            _cell(line.a),
            _cell(line.b),
            [standing_words(one) for one in line.counted],
        )
        for line in lines
    ]
    shown = _shortened(rows)
    return StandingsShown(
        shown,
        len(rows) - len(shown),
        any(row.counted for row in rows),
        lines[0].place.round == 0,
        any(cell and not cell.written for row in rows for cell in (row.a, row.b)),
    )


def _shortened(rows: Sequence[RowShown]) -> list[RowShown]:
    """Return the important lines of very many: those in dispute, one before each, the last."""
    if len(rows) <= MOST_ROWS:
        return list(rows)
    ahead = [*rows[1:], rows[-1]]
    kept = [
        row
        for row, after in zip(rows, ahead, strict=True)
        if not row.quiet or not after.quiet or row is rows[-1]
    ]
    return kept if len(kept) <= MOST_ROWS else [*kept[: MOST_ROWS - 1], kept[-1]]


def _cell(entered: Entered | None) -> CellShown | None:
    if entered is None:
        return None
    return CellShown(standing_words(entered.totals), entered.written, MARKS[entered.mark])


def _label(place: SheetLine, game: str | None) -> str:
    """Return the label of a line: `Round 1, hand 4`, `Deal 3`, `Standing 2`, `Result`."""
    if place == END:
        return _("Result")
    if place.round == 0:
        return _("Standing %(number)s", number=place.deal)
    if in_rounds(game):
        return _("Round %(round)s, hand %(deal)s", round=place.round, deal=place.deal)
    return f"{deal_word(game)} {place.deal}"
