"""What only Twenty has: rounds, bonuses, open hands."""

from __future__ import annotations

from archive.scoring.findings import Finding
from archive.scoring.messages.kinds import Sentences, tell
from archive.scoring.wording import Speaker


def _wrong_bonus(finding: Finding, speaker: Speaker) -> str:
    return tell(
        "{name} was last to score in the round and also gets its bonus of {due}; the record leaves "
        "it out."
        if finding.found == "0"
        else "The bonus for {name} is {due}; the record says {found}.",
        finding,
        speaker,
    )


def _not_swapped(finding: Finding, speaker: Speaker) -> str:
    due = speaker.spaced((finding.expected or "").partition(" ")[0])
    return tell(
        "With open hands the same two cards are turned up again, {cards}; the record has "
        "{found_cards}."
        if finding.seat is None
        else "With open hands {name} now has what {other} had in the first round, {cards}; the "
        "record lists {found_cards}.",
        finding,
        speaker,
        cards=due,
    )


SENTENCES: Sentences = {
    "wrong-up": "The two cards turned up give a bonus of {due}; the record says {found}.",
    "wrong-bonus": _wrong_bonus,
    "wrong-bonus-to": "{due_name} was last to score and takes the bonus, not {found_name}.",
    "wrong-starter": "{due_name} begins this round, not {found_name}.",
    "not-swapped": _not_swapped,
    "dealt-early": "A new hand is listed for {name}, who still has cards to play.",
    "short-round": "The round is not over: it has {found}, and a round is {due}. What the missing "
    "ones scored cannot be known.",
    "unknown-bonus": "The two cards turned up are not recorded, so the bonus of this round is not "
    "known.",
}
