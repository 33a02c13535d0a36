"""Every finding as one plain sentence that a card player understands.

One template a code, each a whole sentence, so that it can be read and improved as text; where a
code has several, the function that chooses between them. No sentence is put together from pieces:
other languages have other orders.
"""

from __future__ import annotations

import re

from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.totals import Ending, Impossible
from archive.telling.certain_result import CertainResult
from archive.telling.findings import Finding
from archive.telling.messages import (
    endings,
    hands,
    out_of_place,
    sheet_totals,
    totals_with_reasons,
    tricks,
    turns,
    unreadable,
    wrong_numbers,
)
from archive.telling.messages.templates import tell
from archive.telling.speaker import Sentence, Sentences, Speaker, one_stop
from archive.telling.wrong_total_reasons import Reason

MINUS = re.compile(r"(?<![\w.:=/“„-])-(?=\d)")
"""A hyphen that stands for a minus sign; not one in a quotation from the record."""
MARKED = "{sentence} The sheet itself marks this."

SENTENCES: Sentences = {
    **out_of_place.SENTENCES,
    **sheet_totals.SENTENCES,
    **turns.SENTENCES,
    **wrong_numbers.SENTENCES,
    **hands.SENTENCES,
    **tricks.SENTENCES,
}


def sentence(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a finding, which says so where the sheet itself marks the mistake."""
    words = unreadable.sentence_of(finding, speaker) or _words(finding, speaker)
    text = tell(words, finding, speaker) if isinstance(words, str) else words(finding, speaker)
    text = one_stop(MINUS.sub("−", text))
    return speaker.say(MARKED, sentence=text) if finding.known else text


def _words(finding: Finding, speaker: Speaker) -> Sentence:
    """Return the template of a finding: its reason's where one is known, else its code's."""
    match finding.reason:
        case Ending():
            return endings.why_won
        case Impossible():
            return sheet_totals.impossible_total
        case Reason():
            return totals_with_reasons.why_wrong
        case CertainResult():
            return endings.who_wins
    if finding.code == "wrong-winner" and finding.expected == "nobody":
        return wrong_numbers.claimed_too_soon
    if finding.code == "gap" and (finding.expected or "").startswith("@score"):
        return wrong_numbers.told_too_soon
    if finding.code == "gap" and turns.deal_due(finding):
        return turns.deals_missing
    if finding.code == "gap" and finding.found == BEGINS_LATE:
        return turns.begins_late
    game = (finding.clause or "").partition("/")[0] or speaker.record.game or ""
    own = speaker.own_words(game).sentences
    return own.get(finding.code) or SENTENCES.get(finding.code) or turns.as_written
