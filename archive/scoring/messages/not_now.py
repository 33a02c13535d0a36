"""Lines that stand where they do not belong."""

from __future__ import annotations

from typing import Final

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import tell
from archive.scoring.messages.next_line import with_names
from archive.scoring.wording import Speaker

BY_DUE: Final = {
    "one bonus a round": "A round has one bonus; the record has a second one.",
    "one @end": "A game has one end; the record has a second one.",
    "one @round a round": "{Deal} begins a second time in the record.",
    "the line of the deal once, before its hands": "{Deal} begins a second time in the record.",
    "two cards turned up before the first play, once": "Two cards are turned up before the first "
    "play of a round; in {deal} the record turns up cards again.",
    "trumps to be named once": "Trumps are named a second time in {deal}.",
    "the exchange once, after the deal": "The record of {deal} has a second exchange.",
}
"""By what belongs there."""
BONUS_TOO_SOON: Final = "The bonus is taken after 50 plays; here it stands {found}."
TRICK_TOO_SOON: Final = "In {deal} a new trick begins before {who} has played to the one before it."
OTHERWISE: Final = "In {deal} the record has {next}; what belongs there is {wanted}."


def not_now(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a line in the wrong place."""
    due = finding.expected or ""
    if due.startswith("the bonus after"):
        return tell(BONUS_TOO_SOON, finding, speaker)
    if due.startswith("@trick after p"):
        who = speaker.name(due.split()[2])
        return tell(TRICK_TOO_SOON, finding, speaker, who=who)
    wanted = with_names(due, speaker)
    return tell(BY_DUE.get(due, OTHERWISE), finding, speaker, wanted=wanted)
