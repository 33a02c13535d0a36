"""The faults of Twenty alone: rounds, bonuses, open hands."""

from __future__ import annotations

from collections import Counter

from archive.core.phrase import value_in
from archive.games.twenty.slips import VALUES
from archive.languages.language import signed
from archive.rules.slips import Slip
from archive.telling.findings import Finding
from archive.telling.messages.hands import CARD
from archive.telling.messages.slips import nth
from archive.telling.messages.templates import either, number_of, tell
from archive.telling.speaker import Chosen, OwnWords, Sentences, Speaker, capital
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
SLIPS = {
    "bonus-forgotten": "{name} was last to score in {deal} and takes its bonus of {right}",
    "bonus-twice": "the sheet seems to count the bonus of {deal} twice",
    "bonus-to-another": "{name} was last to score in {deal} and takes its bonus of {right}, not "
    "{other}",
    "bonus-value": "the two cards turned up in {deal} give a bonus of {right}, not {wrong}",
    "play-to-another": "play {ply} scores its {points} for {name}, not for {other}",
    "exact-value": "play {ply} makes exactly 20 and scores {right}, not {wrong}",
    "fifth-card-value": "play {ply} is the fifth card below 20 and scores {right}, not {wrong}",
    "later-card-value": "play {ply} is the {nth} card below 20 and scores {right}, not {wrong}",
}
"""The templates of likely slips, by kind."""


def _not_swapped(finding: Finding, speaker: Speaker) -> str:
    due = speaker.spaced(value_in(finding.expected, "cards", finding.expected or ""))
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


SAID = {
    "carried-on": "The tally of {before} is not carried into the next round: after "
    "{name}’s play {ply} it is {right}, not {wrong}.",
    "not-set-aside": "After {before} the tally begins at nothing: after {name}’s play {ply} it is "
    "{right}, not {wrong}.",
    "added": "The two cards turned up differ by {right}, which is the bonus; the sheet seems to "
    "add them to {wrong}.",
    "equal-cards": "Two cards worth the same give a bonus of {right}, not {wrong}.",
    "card-value": "{Card} counts {value}, not {before}: the tally after {name}’s play {ply} is "
    "{right}, not {wrong}.",
}
"""The templates by kind."""
SCORED = {
    "twenty/4.1": "{name}’s play {ply} makes exactly 20 and scores {due}, not {found}.",
    "twenty/4.2": "{name}’s play {ply} takes the tally to {tally} and scores {due}, not {found}.",
    "twenty/4.3": "{name}’s play {ply} is the fifth card below 20 and scores {due}, not {found}.",
    "twenty/4.4": "{name}’s play {ply} is the {nth} card below 20 and scores {due}, not {found}.",
    "twenty/4.7": "{name}’s play {ply} leaves the tally below 20 with fewer than five cards and "
    "scores {due}, not {found}.",
}
"""The words for a play and its points, by clause."""


def _why_counted(finding: Finding, speaker: Speaker) -> str:
    """Return the sentence for a tally, or the score of a play, whose reason is known."""
    slip = finding.reason
    assert isinstance(slip, Slip)
    otherwise = "{name}’s play {ply} scores {due}, not {found}."
    scored = slip.kind == "play-scored"
    return speaker.say(
        SAID.get(slip.kind) or SCORED.get(slip.clause, otherwise),
        name=speaker.name(slip.seat), ply=slip.ply, right=slip.right, wrong=slip.wrong,
        before=slip.before, value=VALUES.get(slip.suit),
        rank=speaker.card(slip.suit) if slip.suit else "",
        card=speaker.a_card(slip.suit or "?"),
        Card=capital(speaker.a_card(slip.suit)) if slip.suit else "",
        tally=20 + slip.right, nth=nth(slip.right, speaker),
        due=speaker.points(slip.right) if scored else speaker.phrase("nothing"),
        found=signed(slip.wrong) if scored else speaker.points(slip.wrong),
    )  # fmt: skip


def _wrong_tally(finding: Finding, speaker: Speaker) -> str:
    return tell("After {name}’s play {ply} the tally is {due}, not {found}.", finding, speaker)


def _wrong_up(finding: Finding, speaker: Speaker) -> str:
    return tell(
        "The two cards turned up in {deal} give a bonus of {due}, not {found}.", finding, speaker
    )


def _counted(otherwise: Chosen) -> Chosen:
    """Return the choice of the sentence for a wrong number whose reason is known, or of
    another."""
    return lambda finding, speaker: (
        _why_counted if isinstance(finding.reason, Slip) else otherwise
    )(finding, speaker)


SENTENCES: Sentences = {
    "wrong-tally": _counted(_wrong_tally),
    "wrong-points": _counted(
        either(
            lambda finding: finding.expected == "0",
            "Play {ply} scores nothing for {name}, not {found_points}.",
            "Play {ply} scores {due_points} for {name}, not {found_number}.",
        )
    ),
    "wrong-number-of-cards": _wrong_number_of_cards,
    "not-turned-up": _not_turned_up,
    "wrong-up": _counted(_wrong_up),
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

WORDS = OwnWords(SENTENCES, _scored, FEW_CARDS, WHOLE_HAND, slips=SLIPS)
