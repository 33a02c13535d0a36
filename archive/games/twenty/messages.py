"""The faults of Twenty alone: rounds, bonuses, open hands."""

from __future__ import annotations

from collections import Counter

from archive.telling.findings import Finding
from archive.telling.messages.hands import CARD
from archive.telling.messages.out_of_place import not_now
from archive.telling.messages.templates import either, number_of, tell
from archive.telling.speaker import OwnWords, Sentences, Speaker
from archive.telling.wrong_total_reasons import Reason

FEW_CARDS = (
    "{name} cannot have held {extra}, listed in {dealing}, hand {hand}: with that the round would "
    "have {surplus}, and {name} plays {instead} in that hand."
)
WHOLE_HAND = (
    "{name} cannot have held {found_cards}, the hand listed in {dealing}, hand {hand}: with it the "
    "listing of the round has {surplus}, and {name} plays other cards. The cards played, "
    "{due_cards}, fit the pack."
)


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


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    template = "The hand listed for {name} has {found_counted}; a hand is five."
    if finding.seat is None:
        template = "Two cards are turned up for the bonus; the sheet has {count}."
    elif finding.expected == "one card":
        template = "{name} plays {found_counted} at once; a turn is one card."
    return tell(template, finding, speaker, count=speaker.number(number_of(finding.found)))


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    told = [
        speaker.say("{points} as the bonus", points=points)
        if clause == "twenty/5.1"
        else speaker.say("{points} with play {ply}", points=points, ply=ply)
        for clause, points, _, ply in reason.scored
    ]
    return speaker.say("{name} scores {told}", name=name, told=speaker.listed(told))


SENTENCES: Sentences = {
    "not-now": not_now,
    "wrong-number-of-cards": _wrong_number_of_cards,
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

WORDS = OwnWords(SENTENCES, _scored, FEW_CARDS, WHOLE_HAND)
