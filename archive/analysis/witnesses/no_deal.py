"""Why a record has no witness: that no deal of the pack fits it, which can be proved, or that none
was found."""

from __future__ import annotations

from typing import Final

from archive.analysis.error_counts import roots_of
from archive.analysis.witnesses.witness import models_of
from archive.core.budgets import DEALS, Steps
from archive.deduction.solver import Fit, solve
from archive.languages import marked
from archive.scoring import Verdict
from archive.scoring.contradictions import CODES_OF
from archive.telling.findings import IMPOSSIBLE, Finding
from archive.telling.speaker import capital

NOT_READ: Final = marked("This is no sheet of a game known here, so there is no deal to look for.")
NOT_FOUND: Final = marked(
    "No deal was found in the search that was made. That does not say that there is none."
)
NONE_FITS: Final = marked("There is no deal that fits all of this sheet. {proofs}")
WITHOUT_PROOF: Final = {
    True: marked(
        "There is no deal that fits all of this sheet: however cards are filled in, no deal of "
        "the pack fits {lines}."
    ),
    False: marked(
        "There is no deal that fits all of this sheet: however cards are filled in, in no deal "
        "was every play allowed that stands in {lines}."
    ),
}
"""The sentences by whether the cards alone, or the plays too, rule every deal out."""

PROOFS = IMPOSSIBLE | {"no-lawful-deal", "impossible-sum"}
"""Findings that prove that no deal is as the record has it."""


def why_none(verdict: Verdict) -> str:
    """Return why a record for which `witness` returns None has none: the proof that there is no
    deal, with its lines, or that the search ended before it was known. It is told in the language
    of the verdict."""
    language = verdict.language
    if not verdict.readable:
        return language.text(NOT_READ)
    proofs = [_told(one, verdict) for one in roots_of(verdict) if one.code in PROOFS]
    if proofs:
        return language.say(NONE_FITS, proofs=" ".join(proofs))
    steps = Steps(DEALS)
    for model in models_of(verdict):
        solution = solve(model, steps)
        if solution.fit in CODES_OF and solution.lines:
            offsets = [verdict.record.offsets[at] for at in solution.lines if at >= 0]
            lines = language.lines(verdict.record.place(offset).line for offset in offsets)
            return language.say(WITHOUT_PROOF[solution.fit is Fit.IMPOSSIBLE], lines=lines)
    return language.text(NOT_FOUND)


def _told(finding: Finding, verdict: Verdict) -> str:
    """Return `Lines 12 and 15: …`; a sentence that names its lines needs no others."""
    lines = {spot.line for spot in finding.places}
    if finding.offset is not None:
        lines.add(verdict.record.place(finding.offset).line)
    where = verdict.language.lines(lines)
    if where in finding.sentence or capital(where) in finding.sentence:
        return finding.sentence
    return f"{capital(where)}: {finding.sentence}" if where else finding.sentence
