"""A deal that fits a record with cards left out, for a page: the record with those lines filled in,
worked out on request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from archive.analysis.witnesses.witness import why_none, witness
from archive.notation.edits import read_edited
from archive.scoring import verify
from archive.web.language import _

MOST_LINES: Final = 300


@dataclass(frozen=True, slots=True)
class FilledShown:
    """A line of the record, as it is and as the deal fills it in."""

    line: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class WitnessShown:
    """The deal on a page: `lines` are those that it fills in; `text` is the whole record with them.
    Where no deal was found there are none, and `sentence` says why."""

    sentence: str
    lines: list[FilledShown]
    more: int
    text: str | None


def witness_of(data: bytes, number: int) -> WitnessShown:
    """Return one deal that fits, looked for each time; nothing of it is kept."""
    verdict = verify(data, number)
    edits = witness(verdict)
    if edits is None:
        return WitnessShown(why_none(verdict), [], 0, None)
    after = read_edited(verdict.record, edits)
    lines = [
        FilledShown(line, old, new)
        for line, (old, new) in enumerate(zip(verdict.record.lines, after.lines, strict=True), 1)
        if old != new
    ]
    sentence = (
        _(
            "The cards can have been dealt so. It is one deal of many, worked out from the sheet; "
            "it need not have been this one."
        )
        if lines
        else _("Every hand, exchange and draw that the sheet lists is named in full already.")
    )
    return WitnessShown(sentence, lines[:MOST_LINES], max(0, len(lines) - MOST_LINES), after.text)
