"""Why there is no witness: because no deal of the pack fits the record, which can be proved, or
because none was found."""

from __future__ import annotations

from archive.analysis.witness import puzzles_of
from archive.core.budgets import DEALS, Steps
from archive.deduction.solver import Fit, solve
from archive.scoring import Verdict
from archive.scoring.contradictions import CODES_OF
from archive.scoring.findings import IMPOSSIBLE, Finding
from archive.scoring.wording import capital, lines_told

NOT_READ = "This is no record of a game known here, so there is no deal to look for."
NOT_FOUND = "No deal was found in the search that was made. That does not say that there is none."
NONE_FITS = "There is no deal that fits all of this record"

PROOFS = IMPOSSIBLE | {"no-lawful-deal", "impossible-sum"}
"""Findings that say of themselves that no deal is as the record has it."""


def why_none(verdict: Verdict) -> str:
    """Return why a record for which `witness` gives None has none: what proves that there is no
    deal, with its lines, else that the search ended before it was known."""
    if not verdict.readable:
        return NOT_READ
    proofs = [
        finding for finding in verdict.findings
        if finding.code in PROOFS and finding.severity == "error" and finding.follows is None
    ]  # fmt: skip
    if proofs:
        return f"{NONE_FITS}. {' '.join(_told(finding, verdict) for finding in proofs)}"
    steps = Steps(DEALS)
    for puzzle in puzzles_of(verdict):
        solution = solve(puzzle, steps)
        if solution.fit in CODES_OF and solution.lines:
            offsets = [verdict.record.offsets[at] for at in solution.lines if at >= 0]
            lines = lines_told(verdict.record.place(offset).line for offset in offsets)
            what = (
                "no deal of the pack fits"
                if solution.fit is Fit.IMPOSSIBLE
                else "in no deal was every play allowed that stands in"
            )
            return f"{NONE_FITS}: however cards are filled in, {what} {lines}."
    return NOT_FOUND


def _told(finding: Finding, verdict: Verdict) -> str:
    """`Lines 12 and 15: …`; a sentence that names its lines needs no others."""
    lines = {spot.line for spot in finding.places}
    if finding.offset is not None:
        lines.add(verdict.record.place(finding.offset).line)
    where = lines_told(lines)
    if where in finding.sentence or capital(where) in finding.sentence:
        return finding.sentence
    return f"{capital(where)}: {finding.sentence}" if where else finding.sentence
