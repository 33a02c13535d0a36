"""Every finding as one plain sentence that a card player understands.

One template a code, each a whole sentence, so that it can be read and improved as text; where a
code has several, the function that chooses between them. No sentence is put together from pieces:
other languages have other orders.
"""

from __future__ import annotations

import re

from archive.rules.slips import Slip
from archive.rules.totals import Ending, Impossible
from archive.scoring.card_words import Speaker, one_stop
from archive.scoring.certain_result import CertainResult
from archive.scoring.findings import Finding
from archive.scoring.messages import (
    count_to_20,
    endings,
    hands,
    out_of_place,
    sheet_totals,
    totals_with_reasons,
    tricks,
    turns,
    twenty,
    twenty_two,
    unreadable,
    wrong_numbers,
    zwanzig_ab,
)
from archive.scoring.messages.templates import Sentence, Sentences, tell
from archive.scoring.wrong_total_reasons import Reason

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
    **twenty.SENTENCES,
    **zwanzig_ab.SENTENCES,
    **twenty_two.SENTENCES,
    **count_to_20.SENTENCES,
}


def sentence(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a finding, which says so where the sheet itself marks the mistake."""
    words = unreadable.sentence_of(finding, speaker) or _words(finding)
    text = tell(words, finding, speaker) if isinstance(words, str) else words(finding, speaker)
    text = one_stop(MINUS.sub("−", text))
    return speaker.say(MARKED, sentence=text) if finding.known else text


def _words(finding: Finding) -> Sentence:
    """Return the template of a finding: its reason's where one is known, else its code's."""
    match finding.reason:
        case Ending():
            return endings.why_won
        case Impossible():
            return sheet_totals.impossible_total
        case Slip():
            return wrong_numbers.why_counted
        case Reason():
            return totals_with_reasons.why_wrong
        case CertainResult():
            return endings.who_wins
    if finding.code == "wrong-winner" and finding.expected == "nobody":
        return wrong_numbers.claimed_too_soon
    if finding.code == "gap" and (finding.expected or "").startswith("@score"):
        return wrong_numbers.told_too_soon
    game = (finding.clause or "").partition("/")[0]
    words = SENTENCES.get(f"{game}/{finding.code}") or SENTENCES.get(finding.code)
    return words or turns.as_written
