"""The standings of two sheets beside those by the rules, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.compare import Comparison
from archive.analysis.comparison.standings import END, Entered, Mark, SheetLine, standings
from archive.web.language import _
from archive.web.words import deal_word, in_rounds, standing_words

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
