"""Records that are read and judged, or two sheets of one game that are compared, and not kept.

Runs in a checking process, away from the web server's threads. What cannot be compared is answered
with a sentence that says why.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from archive.analysis.comparison.compare import Comparison, compare
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import choose
from archive.importers import Imported
from archive.importers.origin import Origin
from archive.notation import Slice, split
from archive.read_sheet import convert
from archive.scoring import Verdict, verify
from archive.scoring.upload_phrases import reading_told
from archive.services import GameView, packed_files
from archive.services.packed_files import Damaged, Limits, PackedFileRefused
from archive.telling import not_a_game
from archive.web.language import _
from archive.web.verdict_sentences import speech

T = TypeVar("T")

SECONDS: Final = 60.0
"""Seconds for an importer; the check as a whole has less, and ends it."""
LIMITS: Final = Limits(members=10_000, unpacked=1 << 20, ratio=200)
"""Limits on what may come out of a packed file."""


def unpacked(data: bytes, filename: str | None) -> tuple[bytes, str | None]:
    """Return the one text in a packed file, and its name; other data as it is. Raises
    PackedFileRefused or Damaged, with a sentence that says why."""
    return packed_files.only_text(data, filename, LIMITS)


def pass_through(
    data: bytes,
    filename: str | None,
    ranks: str,
    most: int,
    each: Callable[[bytes, Slice, Origin | None], T],
    alone: Callable[[bytes, Slice, Origin | None], T] | None = None,
    importer: str | None = None,
) -> tuple[int, list[T], dict[str, Any] | None]:
    """Return the number of records, the result of `each` for the first of them (at most `most`),
    and how they were read if they are not XXN; for those, an origin leads back to the sheet.
    `alone`, where given, replaces `each` for a record that is the only one; `importer` names how
    they must be read."""
    try:
        data, filename = unpacked(data, filename)
    except (PackedFileRefused, Damaged) as refused:
        return 0, [], {**_NOT_READ, "refusal": str(refused)}
    imported = convert(data, filename, ranks, SECONDS, importer)
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


_NOT_READ: Final = {
    "importer": "packed", "title": "packed files", "mapping": [], "diagnostics": [],
}  # fmt: skip


def _read_as(imported: Imported | None) -> dict[str, Any] | None:
    """Return how it was read, with the notes on it as a whole."""
    if imported is None:
        return None
    return {**imported.as_dict(), "refusal": imported.refusal}


class TwoSheets(NamedTuple):
    """The comparison, and for each sheet the way back to its own lines where it was no XXN."""

    found: Comparison
    origins: tuple[Origin | None, Origin | None]


class SheetInput(NamedTuple):
    """One of the two as it was sent, or the XXN of a stored game with the places of its events in
    the sheet that it was made from, as JSON."""

    data: bytes
    filename: str | None = None
    origin: str | None = None


def sheet_of(game: GameView) -> SheetInput:
    """Return a stored game as a sheet."""
    return SheetInput(game.data, origin=json.dumps(game.origin) if game.origin else None)


def compared(
    a: SheetInput, b: SheetInput, ranks: str = "", rules: str | None = None
) -> TwoSheets | str:
    """Return the two sheets compared, or why they cannot be. `rules`, where given, replace those of
    the sheets."""
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
        expected = reading_told(unknown.expected, speech())
        return _("No rules “%(asked)s” are known here; expected %(expected)s.",
                 asked=unknown.asked, expected=expected)  # fmt: skip
    return None


def _only(
    letter: str, sheet: SheetInput, ranks: str, rules: str | None
) -> tuple[Verdict, Origin | None] | str:
    """Return the one record of a sheet, judged, and the way back to the sheet."""

    def judge(data: bytes, piece: Slice, origin: Origin | None) -> tuple[Verdict, Origin | None]:
        verdict = verify(data, piece.number, rules, language=speech())
        if sheet.origin:
            origin = Origin.kept(verdict.record, json.loads(sheet.origin))
        return verdict, origin

    total, verdicts, reading = pass_through(sheet.data, sheet.filename, ranks, 1, judge)
    if reading and reading["refusal"]:
        return _(
            "Sheet %(letter)s: %(reason)s",
            letter=letter,
            reason=reading_told(reading["refusal"], speech()),
        )
    if total > 1:
        return _(
            "Sheet %(letter)s has %(total)s games. One sheet is one game: take them apart first.",
            letter=letter,
            total=total,
        )
    if not verdicts or not verdicts[0][0].readable:
        if verdicts and not_a_game.faults_of(verdicts[0][0].record) is not None:
            return _("Sheet %(letter)s: %(reason)s", letter=letter,
                     reason=not_a_game.sentence(verdicts[0][0].record, speech()))  # fmt: skip
        if rules is None:
            return _("Sheet %(letter)s could not be read as a game known here.",
                     letter=letter)  # fmt: skip
        return _("Sheet %(letter)s could not be read as the game whose rules were "
                 "asked for.", letter=letter)  # fmt: skip
    return verdicts[0]
