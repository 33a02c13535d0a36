"""Lines of a sheet of totals that are no totals, kept as comments."""

from __future__ import annotations

from archive.importers.record_draft import RecordDraft
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.only_totals import is_headed_as_a_deal


def keep_as_remark(sheet: RecordDraft, line: Line) -> None:
    """Keep a line as a comment, and report it; one that is headed as a deal has totals that are not
    understood."""
    expected = "a deal with each player’s total"
    if line.kind != "remark" and is_headed_as_a_deal(line):
        sheet.source.report(line.at, "not-understood", expected, line.text)
    else:
        sheet.source.report(line.at, "kept-as-comment", expected, line.text, severity="note")
    sheet.comment(line.text, line.at)
