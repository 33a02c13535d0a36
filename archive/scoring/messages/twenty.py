"""The faults of Twenty alone: rounds, bonuses, open hands."""

from __future__ import annotations

from collections import Counter

from archive.scoring.card_words import Speaker
from archive.scoring.findings import Finding
from archive.scoring.messages.hands import CARD
from archive.scoring.messages.templates import Sentences, either, tell


def _not_swapped(finding: Finding, speaker: Speaker) -> str:
    due = speaker.spaced((finding.expected or "").partition(" ")[0])
    return tell(
        "With open hands the same two cards are turned up again, {cards}; the sheet has "
        "{found_cards}."
        if finding.seat is None
        else "With open hands {name} now has what {other} had in the first round, {cards}; the "
        "sheet lists {found_cards}.",
        finding,
        speaker,
        cards=due,
    )


def _not_turned_up(finding: Finding, speaker: Speaker) -> str:
    listed, left = (Counter(CARD.findall(text or "")) for text in (finding.found, finding.expected))
    extra = [*(listed - left).elements()]
    if len(finding.places) != len(extra):
        return tell(
            "{found_cards} cannot have been turned up in {deal}: its fifty plays leave "
            "{due_cards}.",
            finding, speaker,
        )  # fmt: skip
    played = (
        speaker.say("{card} is play {ply}", card=speaker.spaced(card), ply=spot.ply)
        for card, spot in zip(extra, finding.places, strict=True)
    )
    return tell(
        "{played}, and so {found_cards} cannot have been turned up in {deal}: its fifty plays "
        "leave {due_cards}.",
        finding, speaker, played=speaker.listed(played),
    )  # fmt: skip


SENTENCES: Sentences = {
    "not-turned-up": _not_turned_up,
    "wrong-up": "The two cards turned up in {deal} give a bonus of {due}, not {found}.",
    "wrong-bonus": either(
        lambda finding: finding.found == "0",
        "{name} was last to score in {deal} and takes its bonus of {due}, which the sheet leaves "
        "out.",
        "{name} takes a bonus of {due} in {deal}, not of {found}.",
    ),
    "wrong-bonus-to": "{due_name} was last to score in {deal} and takes its bonus, not "
    "{found_name}.",
    "wrong-starter": "{due_name} begins {deal}, not {found_name}.",
    "not-swapped": _not_swapped,
    "dealt-early": "In {deal} a new hand is listed for {name}, who still has cards to play.",
    "short-round": "{Deal_before} is not over: it has {found}, and a round is {due}. What the "
    "missing ones scored cannot be known.",
    "unknown-bonus": "The two cards turned up in {deal} are not written down, so its bonus is not "
    "known.",
}
