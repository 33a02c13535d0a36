"""The faults of any trick game: who leads, who must follow, the exchange, whole deals."""

from __future__ import annotations

from archive.core.events import Deal, Trump
from archive.telling.cards_kept_back import RANKS, dealt_and_kept
from archive.telling.findings import Finding
from archive.telling.messages.templates import tell
from archive.telling.speaker import SUITS, Chosen, Sentences, Speaker

NOT_FOLLOWED = {
    (True, False): "The {card} in {place} was a revoke: {name} still held a {one}.",
    (True, True): "The {card} in {place} was a revoke: {name} still held a {one}, as play {later} "
    "shows.",
    (False, False): "The {card} in {place} was a revoke: {name} still held a card of the suit led.",
    (False, True): "The {card} in {place} was a revoke: {name} still held a card of the suit led, "
    "as play {later} shows.",
}
"""The templates by whether the suit is known, and whether a later play proves it."""

NOT_TRUMPED = {
    (True, False): "The {card} in {place} was a revoke: {name} could not follow suit, and still "
    "held a trump, a {one}.",
    (True, True): "The {card} in {place} was a revoke: {name} could not follow suit, and still "
    "held a trump, a {one}, as play {later} shows.",
    (False, False): "The {card} in {place} was a revoke: {name} could not follow suit, and still "
    "held a trump.",
    (False, True): "The {card} in {place} was a revoke: {name} could not follow suit, and still "
    "held a trump, as play {later} shows.",
}

WAS_DEALT = (
    "{name} was dealt {dealt}: the {card} in {place} was a revoke, unless an exchange that is not "
    "written down took every {one}."
)
"""The template where the hand that was dealt refutes a play, and an exchange may have changed
it."""

ONE = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
"""The word for a card of a suit."""


def _of_a_suit(finding: Finding, speaker: Speaker, templates: dict[tuple[bool, bool], str]) -> str:
    suit = (finding.expected or "")[1:]
    later = next((spot.ply for spot in finding.places if spot.ply), None)
    template = templates[suit in SUITS, bool(later)]
    return tell(
        template, finding, speaker, later=later, one=speaker.language.text(ONE.get(suit, "")),
        card=speaker.card(finding.found or "?"),
    )  # fmt: skip


def _not_followed(finding: Finding, speaker: Speaker) -> str:
    return _of_a_suit(finding, speaker, NOT_FOLLOWED)


def _not_trumped(finding: Finding, speaker: Speaker) -> str:
    return _of_a_suit(finding, speaker, NOT_TRUMPED)


def _unproved(finding: Finding, speaker: Speaker) -> str:
    return tell(
        "Whether {name} was allowed to play {cards} at play {ply} cannot "
        "be told: not all cards of that hand are named. {name}’s whole "
        "hand in this deal would settle it.",
        finding,
        speaker,
        cards=speaker.told(finding.found or "?"),
    )


def revoke_unless_exchanged(finding: Finding, speaker: Speaker) -> str:
    """Return that a play was a revoke by the hand that was dealt, unless an exchange that is not
    written down changed it; empty where that hand does not show it."""
    suit = (finding.expected or "")[1:]
    held = dealt_and_kept(speaker.record, finding.at or 0, finding.seat or 0)
    of_suit = [card for card in held if card.suit and card.suit == suit]
    if not of_suit:
        return ""
    best = max(of_suit, key=lambda card: RANKS.find(card.rank))
    return tell(
        WAS_DEALT, finding, speaker, dealt=speaker.a_card(best.text),
        card=speaker.card(finding.found or "?"), one=speaker.language.text(ONE[suit]),
    )  # fmt: skip


def _foreign_claim(finding: Finding, speaker: Speaker) -> str:
    claim = (finding.found or "").partition(" ")[2] or finding.found
    template = "Play {ply} of {name} claims a number that this game does not have: {claim}."
    return tell(template, finding, speaker, claim=claim)


def _may_be_maker(finding: Finding, speaker: Speaker) -> bool:
    """Return whether the player who is to lead named trumps in this deal, as far as is written."""
    for event in reversed(speaker.record.events[: finding.at]):
        if isinstance(event, Deal):
            break
        if isinstance(event, Trump) and event.seat:
            return finding.expected == f"p{event.seat}"
    return True


def wrong_leader(first: str) -> Chosen:
    """Return the choice of the sentence about who leads and why: by winning the trick before, and
    in the first trick by the template `first`."""

    def told(finding: Finding, speaker: Speaker) -> str:
        trick = speaker.trick(finding.at)
        unsure = " or " in (finding.expected or "")
        if not trick or unsure or (trick == 1 and not _may_be_maker(finding, speaker)):
            return tell("In {place} {due_either} is to lead, not {found_name}.", finding, speaker)
        later = "{due_name} won the trick before and leads to {place}, not {found_name}."
        return tell(first if trick == 1 else later, finding, speaker)

    return told


SENTENCES: Sentences = {
    "not-followed": _not_followed,
    "not-trumped": _not_trumped,
    "wrong-leader": wrong_leader(
        "{due_name} is the trump maker and leads to {place}, not {found_name}."
    ),
    "wrong-trick-winner": "{due_name} won the trick before and leads to {place}; the sheet says "
    "{found_name}.",
    "wrong-dealer": "The dealer of {deal} is {due_name}; the sheet names {found_name}.",
    "exchanged-too-many": "{name} exchanges {found_counted} in {deal}; at most {due_counted} may "
    "be exchanged.",
    "uneven-exchange": "{name} puts away {due_counted} in {deal} and takes {found_counted}; the "
    "numbers must be equal.",
    "unproved": _unproved,
    "foreign-claim": _foreign_claim,
    "short-deal": "{Deal_before} breaks off after {found_tricks} and should have {due_tricks}. "
    "What the missing ones scored cannot be known.",
}
