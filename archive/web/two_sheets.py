"""Records that are only passing through: read, worked out, and not kept; two sheets of one game
among them, judged and held side by side.

Runs in a checking process, away from the web server's threads. What cannot be compared is answered
with a sentence that says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from archive.analysis.compare import Comparison, compare
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import choose
from archive.importers import Imported
from archive.importers.origin import Origin
from archive.importers.registry import convert
from archive.notation import Slice, split
from archive.scoring import Verdict, illegible, verify
from archive.scoring.reading_phrases import told
from archive.web.language import _
from archive.web.spoken import speech


class TwoSheets(NamedTuple):
    """The comparison, and for each sheet the way back to its own lines where it was no XXN."""

    found: Comparison
    origins: tuple[Origin | None, Origin | None]


class SheetInput(NamedTuple):
    """One of the two as it was sent, or the XXN of a stored game with the places of its events in
    the sheet that it was made from."""

    data: bytes
    filename: str | None = None
    spots: list[list[Any]] | None = None


def compared(
    a: SheetInput, b: SheetInput, ranks: str = "", rules: str | None = None
) -> TwoSheets | str:
    """Return the two sheets compared, or why they cannot be. `rules` are asked for in place of
    those the sheets name."""
    if rules is not None and (trouble := _unknown(rules)):
        return trouble
    judged, origins = [], []
    for letter, sheet in (("A", a), ("B", b)):
        read = _only(letter, sheet, ranks, rules)
        if isinstance(read, str):
            return read
        judged.append(read[0])
        origins.append(read[1])
    return TwoSheets(compare(judged[0], judged[1]), (origins[0], origins[1]))


def _unknown(rules: str) -> str | None:
    try:
        choose(Record(), rules)
    except UnknownRules as unknown:
        return _("No rules “%(asked)s” are known here; expected %(expected)s.",
                 asked=unknown.asked, expected=told(unknown.expected, speech()))  # fmt: skip
    return None


def _only(
    letter: str, sheet: SheetInput, ranks: str, rules: str | None
) -> tuple[Verdict, Origin | None] | str:
    """Return the one record of a sheet, judged, and the way back to the sheet."""

    def judge(data: bytes, piece: Slice, origin: Origin | None) -> tuple[Verdict, Origin | None]:
        verdict = verify(data, piece.number, rules, language=speech())
        if sheet.spots:
            origin = Origin.kept(verdict.record, sheet.spots)
        return verdict, origin

    total, verdicts, reading = pass_through(sheet.data, sheet.filename, ranks, 1, judge)
    if reading and reading["refusal"]:
        return _(
            "Sheet %(letter)s: %(reason)s", letter=letter, reason=told(reading["refusal"], speech())
        )
    if total > 1:
        return _(
            "Sheet %(letter)s has %(total)s records. One sheet is one game: take them apart first.",
            letter=letter,
            total=total,
        )
    if not verdicts or not verdicts[0][0].readable:
        if verdicts and illegible.faults_of(verdicts[0][0].record) is not None:
            return _("Sheet %(letter)s: %(reason)s", letter=letter,
                     reason=illegible.sentence(verdicts[0][0].record, speech()))  # fmt: skip
        if rules is None:
            return _("Sheet %(letter)s could not be read as a record of a game known here.",
                     letter=letter)  # fmt: skip
        return _("Sheet %(letter)s could not be read as a record of the game whose rules were "
                 "asked for.", letter=letter)  # fmt: skip
    return verdicts[0]


T = TypeVar("T")

SECONDS: Final = 60.0
"""For an importer; the check as a whole has less, and ends it."""


def pass_through(
    data: bytes,
    filename: str | None,
    ranks: str,
    most: int,
    each: Callable[[bytes, Slice, Origin | None], T],
    alone: Callable[[bytes, Slice, Origin | None], T] | None = None,
) -> tuple[int, list[T], dict[str, Any] | None]:
    """Return how many records there are, what `each` makes of the first of them (at most `most`),
    and how they were read if they are not XXN; of those, an origin leads back to what came. Of a
    record that is the only one, `alone` makes it."""
    imported = convert(data, filename, ranks, SECONDS)
    xxn = imported.xxn if imported else data
    pieces = list(split(xxn)) if imported is None or imported.records else []
    make = alone if alone is not None and len(pieces) == 1 else each
    made = [
        make(
            xxn[piece.start : piece.end], piece, imported.origin(piece.number) if imported else None
        )
        for piece in pieces[:most]
    ]
    return len(pieces), made, _read_as(imported)


def _read_as(imported: Imported | None) -> dict[str, Any] | None:
    """Return how it was read, and what is said of it as a whole."""
    if imported is None:
        return None
    return {**imported.as_dict(), "refusal": imported.refusal}
