"""Every finding in one plain sentence that a card player understands.

One function a code, each with the whole sentence in it, so that it can be read and mended as text.
"""

from __future__ import annotations

import re

from archive.scoring.findings import Finding
from archive.scoring.messages import (
    count_to_20,
    endings,
    reasons,
    sheet,
    sheet_totals,
    tallies,
    totals,
    tricks,
    turns,
    twenty,
    twenty_two,
    zwanzig_ab,
)
from archive.scoring.messages.kinds import Sentences
from archive.scoring.reasons.slip import Ending, Reason, Slip
from archive.scoring.totals.impossible import Impossible
from archive.scoring.wording import Speaker

MINUS = re.compile(r"(?<![\w.:=/“-])-(?=\d)")
"""A hyphen that stands for a minus sign; not one in what is quoted from the record."""

SENTENCES: Sentences = {
    **sheet.SENTENCES,
    **sheet_totals.SENTENCES,
    **turns.SENTENCES,
    **totals.SENTENCES,
    **tricks.SENTENCES,
    **twenty.SENTENCES,
    **zwanzig_ab.SENTENCES,
    **twenty_two.SENTENCES,
    **count_to_20.SENTENCES,
}


def sentence(finding: Finding, speaker: Speaker) -> str:
    """The sentence for a finding, and whether its writer knew."""
    game = (finding.clause or "").partition("/")[0]
    words = SENTENCES.get(f"{game}/{finding.code}") or SENTENCES.get(finding.code)
    if finding.code == "wrong-winner" and finding.expected == "nobody":
        words = totals.claimed_too_soon
    if isinstance(finding.reason, Ending):
        words = endings.why_won
    elif isinstance(finding.reason, Impossible):
        words = sheet_totals.impossible_total
    elif isinstance(finding.reason, Slip):
        words = tallies.why_counted
    elif isinstance(finding.reason, Reason):
        words = reasons.why_wrong
    text = (words or turns.as_written)(finding, speaker)
    text = MINUS.sub("−", text)
    return text + (" The record itself marks this." if finding.known else "")
