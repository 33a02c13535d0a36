"""The original text by lines, with what was found on each."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from archive.record import Record
from archive.web.views.findings import FindingShown

TAB = "    "
LINES = 5000
UNDER_ONE_LINE = 20


@dataclass(frozen=True, slots=True)
class Under:
    """A finding below its line; `indent` brings the caret under the right character."""

    indent: str
    finding: FindingShown


@dataclass(frozen=True, slots=True)
class LineShown:
    number: int
    text: Markup
    findings: list[Under]
    severity: str | None


def lines_of(record: Record, findings: Sequence[FindingShown]) -> list[LineShown]:
    """The first lines of a record; all of them unless it is monstrous."""
    by_line: dict[int, list[FindingShown]] = defaultdict(list)
    for finding in findings:
        if finding.line:
            by_line[finding.line].append(finding)
    lines = record.lines
    if len(lines) > 1 and not lines[-1]:
        lines = lines[:-1]  # what follows the last line end is no line
    return [
        _line(number, text, by_line[number][:UNDER_ONE_LINE])
        for number, text in enumerate(lines[:LINES], 1)
    ]


def _line(number: int, text: str, found: Sequence[FindingShown]) -> LineShown:
    pieces = [_visible(character) for character in text]
    unders = [
        Under(" " * sum(len(plain) for plain, _ in pieces[: (finding.column or 1) - 1]), finding)
        for finding in sorted(found, key=lambda finding: finding.column or 0)
    ]
    severities = [finding.severity for finding in found]
    worst = next((word for word in ("error", "warning", "note") if word in severities), None)
    return LineShown(number, Markup("").join(shown for _, shown in pieces), unders, worst)


def _visible(character: str) -> tuple[str, Markup]:
    """A character as shown, and how wide that is. What could hide or turn text round is named."""
    if character == "\t":
        return TAB, escape(TAB)
    if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"):
        name = f"⟨U+{ord(character):04X}⟩"
        return name, Markup('<span class="odd">{}</span>').format(name)
    return character, escape(character)
