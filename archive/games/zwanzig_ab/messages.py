"""The faults of Zwanzig ab and Twenty down: trumps, dropping out, the order of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from archive.core.phrase import value_in
from archive.telling.findings import Finding
from archive.telling.messages.out_of_place import not_now
from archive.telling.messages.templates import by_clause, either, tell, unless_none_left
from archive.telling.messages.tricks import revoke_unless_exchanged
from archive.telling.places_in_game import numbered
from archive.telling.speaker import SUITS, OwnWords, Sentences, Speaker
from archive.telling.wrong_total_reasons import Reason

OF_DEALS = {
    "zwanzig-ab/7.1": ("wins {tricks} in {deal}", "wins {tricks} in {deal} with hearts as trumps"),
    "zwanzig-ab/7.3": ("wins no trick in {deal}", "wins no trick in {deal} with hearts as trumps"),
    "zwanzig-ab/7.5": ("is left alone in {deal}", "is left alone in {deal} with hearts as trumps"),
}
"""The words for a player's deal of Zwanzig ab by clause; the second where hearts are trumps."""
SWEEP = ("wins all five tricks in {deal}", "wins all five tricks in {deal} with hearts as trumps")
FEW_CARDS = (
    "{name} cannot have been dealt {extra} in {dealing}, nor taken that in exchange: there would "
    "be {surplus}, and {name} plays or puts away {instead} instead."
)
WHOLE_HAND = (
    "{name} cannot have had all that is listed in {dealing}, dealt and taken in exchange: with it "
    "there would be {surplus}, and {name} plays other cards. What is put away and played fits the "
    "pack."
)

MAY_NOT_DROP_OUT = {
    "zwanzig-ab/5.2": "{name} drops out of {deal}, but the player who named trumps must stay in.",
    "zwanzig-ab/5.3": "{name} drops out of {deal}, but with diamonds as trumps all must stay in.",
    "zwanzig-ab/5.4": "{name} drops out of {deal}, but from the ninth deal on all must stay in.",
    "zwanzig-ab/9.2": "{name} drops out of {deal}, but in Twenty down there is no dropping out.",
}
POINTS = (
    "the {points} that {name} gets in {deal} for no trick",
    "the {points} that {name} takes off in {deal}",
)
SLIPS = {
    "sweep-value": "all five tricks count {right} in {deal}, not {wrong}",
    "sweep-value-in-hearts": "all five tricks count {right} in {deal} with hearts as trumps, not "
    "{wrong}",
    "sweep-forgotten": "{name} won all five tricks in {deal}, and the sheet seems not to take off "
    "the {right} points for that",
    "hearts-once": "hearts are trumps in {deal} and count double, and the sheet seems to count "
    "them once",
    "plain-doubled": "only hearts count double, and in {deal} {suit} are trumps",
    "alone-value": "all others dropped out of {deal}, and that counts {right}, not {wrong}",
    "no-trick-forgotten": "{name} won no trick in {deal}, and the sheet seems to forget the "
    "{right} points for that",
    "no-tricks-forgotten": "{names} won no trick in {deal}, and the sheet seems to forget the "
    "{right} points each for that",
    "no-tricks-once": "hearts are trumps in {deal}, so no trick costs {right} points, not {wrong}",
    "out-penalised": "{name} dropped out of {deal}, and the sheet seems to add {right} points all "
    "the same",
    "trick-to-another": "the sheet seems to give {other} a trick that {name} won in {deal}",
    "tricks-miscounted": "{name} won {tricks} in {deal}, and the sheet seems to count "
    "{wrong_number}",
}
"""The templates of likely slips, by kind."""


def _wrong_trump(finding: Finding, speaker: Speaker) -> str:
    found = finding.found or ""
    if finding.seat is None:
        return tell(
            "From the ninth deal on hearts are trumps; the sheet has {suit} in {deal}.",
            finding,
            speaker,
            suit=speaker.suit(found, found),
        )
    return tell(
        "{name} names {suit} as trumps in {deal}, and one of the first two cards must be of that "
        "suit: they are {held}."
        if finding.clause == "zwanzig-ab/9.4"
        else "From the ninth deal on hearts are trumps, and {name} names {suit} in {deal}.",
        finding,
        speaker,
        suit=speaker.suit(found, found),
        held=speaker.spaced(finding.expected or "").replace("? ?", speaker.say("not known")),
    )


def _unproved(finding: Finding, speaker: Speaker) -> str:
    found = finding.found or ""
    if finding.clause == "zwanzig-ab/9.4":
        return tell(
            "Nothing shows whether {name} may name {suit} as trumps: the first two cards are not "
            "written down."
            if found in SUITS and finding.seat is not None
            else "Nothing shows whether {suit} may be named as trumps: the first two cards are "
            "not written down."
            if found in SUITS
            else "Nothing shows whether {name} may name that suit as trumps: the first two cards "
            "are not written down.",
            finding,
            speaker,
            suit=speaker.suit(found),
        )
    if not found.startswith("p") and (told := revoke_unless_exchanged(finding, speaker)):
        return told
    return tell(
        "{name} leads at play {ply}; whether {due_either} has won the trick before depends on a "
        "card that is not written down."
        if found.startswith("p")
        else "Whether {name} was allowed to play {a_found} at play {ply} "
        "cannot be told: not all cards of that hand are written down.",
        finding,
        speaker,
    )


def _wrong_number_of_cards(finding: Finding, speaker: Speaker) -> str:
    packets: Sequence[int] = value_in(finding.found, "packets", ())
    first, second, *_ = [*packets, 0, 0]
    template = (
        "Each player is dealt {due_counted}; {name}’s hand in {deal} is listed with "
        "{found_counted}."
    )
    if finding.clause == "zwanzig-ab/9.5":
        template = "{name} exchanges {found_counted} in {deal}; it must be none or exactly three."
    elif finding.clause == "zwanzig-ab/6.2":
        template = "{name} plays {found_counted} at once in {place}; one card is played to a trick."
    elif second:
        template = (
            "Cards are dealt two and then three; {name}’s hand in {deal} is listed as {first} and "
            "{second}."
        )
    return tell(template, finding, speaker, first=first, second=second)


NOT_NOW = {
    "the lot to be drawn before the first deal": "The lot for the first deal is written after a "
    "deal.",
    "hands to be listed before the exchange": "{name}’s hand is listed too late in {deal}: hands "
    "are listed before cards are exchanged.",
    "trumps to be named once": "Trumps are named a second time in {deal}.",
    "trumps to be named earlier": "Trumps are named too late in {deal}: they are named before "
    "cards are exchanged.",
    "the exchange to go on": "The exchange begins a second time in {deal}.",
    "everybody to exchange or stand pat": "The exchange is not over in {deal}, and the sheet goes "
    "on with {next}.",
    "{seat} to exchange or stand pat": "It is for {who} to exchange or stand pat, and the sheet "
    "goes on with {next}.",
    "the choices to stay in": "It is time to stay in or drop out in {deal}, and the sheet goes on "
    "with {next}.",
    "the choices to stay in once": "The choices to stay in begin a second time in {deal}.",
    "everybody to stay in or drop out": "Not all have stayed in or dropped out in {deal}, and the "
    "sheet goes on with {next}.",
    "{seat} to stay in or drop out": "It is for {who} to stay in or drop out, and the sheet goes "
    "on with {next}.",
    "no card to be played": "All but the trump maker have dropped out, so no card is played in "
    "this deal.",
    "cards to be played": "Cards are being played in {deal}, and the sheet goes on with {next}.",
    "a card": "In {deal} a new trick begins before a card has been played to the one before it.",
    "{seat} to play": "It is for {who} to play, and the sheet goes on with {next}.",
    "{seat} to act": "It is for {who} to act, and the sheet goes on with {next}.",
    "the rest of the deal": "The sheet has a standing in the middle of {deal}.",
}
"""The sentences for what stands in the wrong place, by what was due."""


def _gap(finding: Finding, speaker: Speaker) -> str:
    if finding.expected == "trumps named":
        return speaker.say(
            "Trumps are not written down in this deal; what depends on them cannot be checked."
        )
    return speaker.say(
        "A stretch of the game was not written down; from here on no score is known."
    )


def _scored(reason: Reason, name: str, speaker: Speaker) -> str:
    doubled = {deal for clause, _, deal, _ in reason.scored if clause == "zwanzig-ab/7.6"}
    told = [
        speaker.say(
            OF_DEALS.get(clause, SWEEP)[deal in doubled],
            tricks=speaker.tricks(-points),
            deal=numbered("deal", reason.number(deal), speaker.language),
        )
        for clause, points, deal, _ in reason.scored
        if clause != "zwanzig-ab/7.6"
    ]
    return speaker.say("{name} {told}", name=name, told=speaker.listed(told))


SENTENCES: Sentences = {
    "wrong-trump": _wrong_trump,
    "wrong-trump-maker": "{due_name}, to the left of the dealer, names trumps in {deal}; the "
    "sheet has {found_name} name them.",
    "may-not-drop-out": by_clause(
        MAY_NOT_DROP_OUT, "{name} drops out of {deal}, but all must stay in."
    ),
    "unproved": _unproved,
    "wrong-hand-size": "Each player is dealt {due_counted} in {deal}; the sheet says {found_few}.",
    "wrong-number-of-cards": _wrong_number_of_cards,
    "card-not-held": unless_none_left(
        "{name} cannot have {a_found} at {where}: what is left of the hand dealt, with what was "
        "exchanged, is {left}.",
    ),
    "dealt-early": "{name}’s hand is listed twice in {deal}. Which listing is right is "
    "not known, so neither is used.",
    "not-now": not_now(NOT_NOW),
    "misnumbered-line": either(
        lambda finding: finding.clause == "zwanzig-ab/10.1",
        "This is trick {due_n}; the sheet numbers it {found_n}.",
        "This is deal {due_n}; the sheet numbers it {found_n}.",
    ),
    "unknown-card": "The card of play {ply} is not fully known, and who wins the "
    "trick depends on it. Scores that this trick enters are not known.",
    "gap": _gap,
    "wrong-score": either(
        lambda finding: not finding.ply,
        "After {deal} {name} stands at {due}, not at {found}.",
        "After play {ply} {name} stands at {due}, not at {found}.",
    ),
    "wrong-result": "{name} ends the game at {due}, not at {found}.",
    "wrong-winner": either(
        lambda finding: finding.found == "draw",
        "{due_names} has the lowest score and wins; the sheet says that all four have won.",
        "{due_names} has the lowest score and wins; the sheet says that {found_names} has won.",
    ),
}

WORDS = OwnWords(SENTENCES, _scored, FEW_CARDS, WHOLE_HAND, slips=SLIPS, points=POINTS)
