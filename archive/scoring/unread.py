"""Unreadable parts of a record, and the answers they leave open."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from archive.core.record import Record
from archive.notation.unreadable_lines import Unreadable
from archive.scoring.finding_drafts import Draft
from archive.scoring.findings import IMPOSSIBLE, Question

TELLING = frozenset({"unreadable-result"})
"""Findings by the rules about unreadable text, beside the reader's."""


def first_difference(record: Record, other: Record) -> int:
    """Return the first event that differs in two readings of one text; all before it need be
    replayed only once."""
    pairs = enumerate(zip(record.events, other.events, strict=True))
    return next((at for at, (one, two) in pairs if one is not two), len(record.events))


def hangs_on_who(finding: Draft) -> bool:
    """Return whether a finding may be none, if another player played."""
    return finding.severity == "error" and finding.code not in IMPOSSIBLE


def wrong_in_both(found: Sequence[Draft], otherwise: Iterable[Draft]) -> list[Draft]:
    """Return, of the findings about plays whose player could not be read, those that hold with any
    player in that place. `otherwise` is what is found where the number of plays is unknown. Cards
    that were seen are counted in either case."""
    there = {(finding.code, finding.at) for finding in otherwise}
    kept = {one for one in found if not hangs_on_who(one) or (one.code, one.at) in there}
    for one in found:
        if one.follows is not None and one.follows not in kept:
            one.follows = None
    return [one for one in found if one in kept]


def with_open_questions(
    pieces: Sequence[Unreadable], findings: Iterable[Draft], record: Record
) -> Iterator[Draft]:
    """Yield the reader's findings with the questions that depend on them. A line with an unknown
    word, which the reader keeps without a fault, gets a finding here."""
    for finding in findings:
        if finding.code in TELLING:
            finding.opens = frozenset({Question.RESULT})
    mine = [one for one in findings if one.at is None and one.severity == "error"]
    mine.sort(key=_offset)
    for piece in pieces:
        first = bisect_left(mine, piece.start, key=_offset)
        told = mine[first : bisect_left(mine, piece.end, key=_offset)]
        bears = frozenset(map(Question, piece.bears))
        for one in told:
            one.opens |= bears
        if not told:
            text = record.text[piece.start : piece.end].strip()
            yield Draft("unknown-line", "error", None, piece.start, None, None, None,
                          "a line that is known here", text, opens=bears)  # fmt: skip


def _offset(finding: Draft) -> int:
    return finding.offset
