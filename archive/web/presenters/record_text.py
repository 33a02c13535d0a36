"""The original text by lines, with the findings on each, and the sheet that a record was made from
likewise; and a deal that fits a record with cards left out: the record with those lines filled in,
worked out on request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final

from markupsafe import Markup, escape

from archive.analysis.witnesses.no_deal import why_none
from archive.analysis.witnesses.witness import witness
from archive.core.events import ANNOTATIONS
from archive.core.record import Record
from archive.core.text import is_hidden, printable
from archive.importers.origin import Origin
from archive.notation.edits import read_edited
from archive.scoring import verify
from archive.telling.alike_notes import alike
from archive.web.language import _, speaking
from archive.web.presenters.findings import FindingShown
from archive.web.verdict_sentences import speech

TAB = "    "
LINES = 5000
UNDER_ONE_LINE = 20
FARTHEST = 4000
MOST_SIGNS = 500
ODD = Markup('<span class="odd">{}</span>')
WRONG = Markup("<mark>{}</mark>")


@dataclass(frozen=True, slots=True)
class Under:
    """A finding below its line; `indent` brings the caret under the right character, where there is
    one."""

    indent: str | None
    finding: FindingShown


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the text; `right` is whether something was read from it that is as it should be."""

    number: int
    text: Markup
    findings: list[Under]
    severity: str | None
    right: bool = False


def lines_of(record: Record, findings: Sequence[FindingShown]) -> list[LineShown]:
    """Return the first lines of a record, all of them unless it is monstrous. Of notes that are
    alike the first is told below its line, the others are marked beside theirs."""
    by_line = _by_line(findings, lambda finding: finding.line)
    told_before = _told_before(findings)
    return [
        _line(number, text, by_line[number][:UNDER_ONE_LINE], told_before)
        for number, text in enumerate(record.lines_written[:LINES], 1)
    ]


def lines_of_the_sheet(
    record: Record, findings: Sequence[FindingShown], origin: Origin | None
) -> list[LineShown]:
    """Return the lines of the sheet that a record was made from, each with its findings, as
    `lines_of` does; none where it was made from none, or the words of the sheet are not shown."""
    if origin is None:
        return []
    signs = _signs(record, findings, origin)
    by_line = _by_line(findings, lambda finding: finding.own and finding.own.line)
    told_before = _told_before(findings)
    return [
        LineShown(
            number, _with_wrong_stretches(text, by_line[number], origin),
            [
                Under(None, one)
                for one in by_line[number][:UNDER_ONE_LINE]
                if one.index not in told_before
            ],
            _worst(by_line[number]), right=signs.get(number) == "right",
        )
        for number, text in islice(origin.lines().items(), LINES)
    ]  # fmt: skip


def _with_wrong_stretches(text: str, found: Sequence[FindingShown], origin: Origin) -> Markup:
    """Return a line of a sheet in which what is wrong is marked, if it is not the whole line."""
    wrong = [one.own for one in found if one.own and one.severity == "error"]
    stretches = sorted({stretch for own in wrong if (stretch := origin.stretch(own))})
    shown, done = Markup(""), 0
    for begins, ends in stretches:
        shown += _shown(text[done:begins]) + WRONG.format(_shown(text[begins:ends]))
        done = ends
    return shown + _shown(text[done:])


def _shown(text: str) -> Markup:
    return _marked(text.replace("\t", TAB))


def _by_line(
    findings: Sequence[FindingShown], line_of: Callable[[FindingShown], int | None]
) -> Mapping[int | None, list[FindingShown]]:
    by_line: dict[int | None, list[FindingShown]] = defaultdict(list)
    for finding in findings:
        by_line[line_of(finding)].append(finding)
    return by_line


def _told_before(findings: Sequence[FindingShown]) -> set[int]:
    return {at for more in alike(findings).values() for at in more}


def margin_of(record: Record, findings: Sequence[FindingShown], origin: Origin | None) -> str:
    """Return the marks in the margin of the first lines that were read, as `1:right 3:wrong`: for
    the sheet that the record was made from, or for the record."""
    first = sorted(_signs(record, findings, origin).items())[:MOST_SIGNS]
    return " ".join(f"{line}:{sign}" for line, sign in first)


def _signs(
    record: Record, findings: Sequence[FindingShown], origin: Origin | None
) -> dict[int, str]:
    """Return whether each line that was read is right, wrong or doubtful. Totals without plays are
    doubtful, as nothing shows that they are right."""
    lines = (
        (origin.spots[at].line if at < len(origin.spots) else 0) if origin else record.line_of(at)
        for at, event in enumerate(record.events)
        if type(event) not in ANNOTATIONS
    )
    alone = any(finding.code == "totals-alone" for finding in findings)
    signs = dict.fromkeys(filter(None, lines), "doubtful" if alone else "right")
    for finding in findings:
        line = finding.own.line if finding.own else finding.line
        if line in signs and finding.severity == "error":
            signs[line] = "wrong"
        elif signs.get(line or 0) == "right" and (
            finding.severity == "warning" or finding.code == "early-end"
        ):
            signs[line or 0] = "doubtful"
    return signs


def _line(
    number: int, text: str, found: Sequence[FindingShown], told_before: Collection[int]
) -> LineShown:
    unders = [
        Under(_indent(text[: (finding.column or 1) - 1]), finding)
        for finding in sorted(found, key=lambda finding: finding.column or 0)
        if finding.index not in told_before
    ]
    return LineShown(number, _shown(text), unders, _worst(found))


def _worst(found: Sequence[FindingShown]) -> str | None:
    severities = {finding.severity for finding in found}
    return next((word for word in ("error", "warning", "note") if word in severities), None)


def _indent(before: str) -> str:
    """Return blanks as wide as a part of a line, within limits."""
    return " " * min(len(printable(before.replace("\t", TAB))), FARTHEST)


def _marked(text: str) -> Markup:
    """Return a line with its hidden characters named, and set off from the text."""
    if text.isprintable():
        return escape(text)
    return Markup("").join(
        ODD.format(printable("".join(run))) if odd else escape("".join(run))
        for odd, run in groupby(text, is_hidden)
    )


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


def witness_of(data: bytes, number: int, code: str) -> WitnessShown:
    """Return one deal that fits, told in a language, looked for each time; nothing of it is
    kept."""
    with speaking(code):
        return _witness(data, number)


def _witness(data: bytes, number: int) -> WitnessShown:
    verdict = verify(data, number, language=speech())
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
