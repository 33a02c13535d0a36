"""The record's likely mistakes, each as the first half of a sentence."""

from __future__ import annotations

from typing import Final

from archive.languages.language import signed
from archive.rules.slips import Slip
from archive.telling.event_places import numbered
from archive.telling.speaker import Speaker
from archive.telling.wrong_total_reasons import Reason

SAID: Final = {
    "forgotten": "the sheet seems to leave out {scored}",
    "points-forgotten": "the sheet seems to leave out {scored}",
    "twice": "the sheet seems to count twice {scored}",
    "points-twice": "the sheet seems to count twice {scored}",
    "sign": "the sheet seems to take off {scored}",
    "sign-below": "the sheet seems to add {scored}",
    "to-another": "the sheet seems to give {other} {scored}",
    "points-exchanged": "the sheet seems to exchange what {name} and {other} score in {deal}",
    "deal-forgotten": "the sheet seems to leave out all of {deal}",
    "deal-twice": "the sheet seems to count all of {deal} twice",
    "not-carried": "the sheet seems to leave out what {name} had before",
    "not-carried-by-any": "the sheet seems to leave out what all had before",
    "deal-alone": "the sheet seems to give {name}’s points of {deal} alone, without those before",
    "deal-alone-for-all": "the sheet seems to give the points of {deal} alone, without those "
    "before",
    "totals-exchanged": "the sheet seems to exchange the totals of {name} and {other}",
    "digits": "the sheet seems to swap the digits of {total}",
    "minus-left-out": "the sheet seems to leave out a minus sign",
    "minus-added": "the sheet seems to add a minus sign",
    # Zwanzig ab
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
    # Count to 20
    "king-value": "a king left costs {right}, not {wrong}",
    "kings-value": "kings left cost {right} each, not {wrong}",
    "pair-halved": "a pair left is not halved, two {cards} cost 20 and not 10",
    "pair-of-tens-halved": "a pair left is not halved, two cards of 10 cost 20 and not 10",
    "pair-forgotten": "a pair left costs 20, and the sheet seems to leave out two {cards}",
    "pair-twice": "the sheet seems to count a pair of {cards} left twice",
    "pairs-halved": "pairs left are not halved",
    "tens-as-low": "tens, jacks and queens left cost 10 each, not 5",
    "face-value": "cards from ace to nine cost 5 each, {right} in all and not {wrong}",
    "face-value-of-one": "{card} left costs {right}, not {wrong}",
    "card-left-out": "the sheet seems to count {wrong_number} of {right_number} cards that cost "
    "the same",
    # Twenty-Two
    "worth": "{card} counts {right}, not {wrong}",
    "loses-too": "{name}’s {high} is higher than {other}’s {low}, so {name} alone loses {deal}",
    "loses-as-well": "{name}’s {rank} is as high as {other}’s, so {name} loses {deal} too",
    # Twenty
    "bonus-forgotten": "{name} was last to score in {deal} and takes its bonus of {right}",
    "bonus-twice": "the sheet seems to count the bonus of {deal} twice",
    "bonus-to-another": "{name} was last to score in {deal} and takes its bonus of {right}, not "
    "{other}",
    "bonus-value": "the two cards turned up in {deal} give a bonus of {right}, not {wrong}",
    "play-to-another": "play {ply} scores its {points} for {name}, not for {other}",
    "play-value": "play {ply} scores {right}, not {wrong}",
}
"""The templates by kind of slip."""
PLAY_VALUE: Final = {
    "twenty/4.1": "play {ply} makes exactly 20 and scores {right}, not {wrong}",
    "twenty/4.2": "play {ply} takes the tally to {tally} and scores {right}, not {wrong}",
    "twenty/4.3": "play {ply} is the fifth card below 20 and scores {right}, not {wrong}",
    "twenty/4.4": "play {ply} is the {nth} card below 20 and scores {right}, not {wrong}",
}
"""The templates for a play of Twenty with another value, by clause."""
SCORED: Final = {
    "off": "the {points} that {name} takes off in {deal}",
    "on": "the {points} that {name} gets in {deal} for no trick",
    "deal": "the {points} that {name} gets in {deal}",
    "play": "the {points} that {name} gets with play {ply}",
}
"""The words for what a player scores at once."""


def in_words(slip: Slip, reason: Reason, unit: str, speaker: Speaker) -> str:
    """Return the likely mistake; `unit` is the game's word for a deal."""
    deal = numbered(unit, reason.number(slip.deal), speaker.language)
    name = speaker.name(slip.seat) if slip.seat else ""
    low, high, *_ = [*slip.suit, *"??"]
    template = PLAY_VALUE.get(slip.clause) if slip.kind == "play-value" else None
    return speaker.say(
        template or SAID[_kind(slip)],
        name=name, names=speaker.listed(map(speaker.name, slip.moves)),
        other=speaker.name(slip.other), deal=deal, ply=slip.ply,
        scored=_scored(slip, name, deal, speaker), right=slip.right, wrong=slip.wrong,
        counted=abs(slip.wrong), tally=20 + slip.right, nth=nth(slip.right, speaker),
        total=signed(slip.right), points=speaker.points(slip.right),
        right_number=speaker.number(abs(slip.right)), wrong_number=speaker.number(abs(slip.wrong)),
        tricks=speaker.tricks(abs(slip.right)), suit=speaker.suit(slip.suit),
        cards=speaker.card(slip.suit or "?", 2), card=speaker.a_card(slip.suit or "?"),
        rank=speaker.card(slip.suit or "?"),
        low=speaker.card(low), high=speaker.card(high),
        a_low=speaker.a_card(low), a_high=speaker.a_card(high),
    )  # fmt: skip


def _kind(slip: Slip) -> str:
    """Return the key of a slip's template."""
    if slip.kind == "sign" and slip.right < 0:
        return "sign-below"
    if slip.kind == "sweep-value" and slip.suit == "h":
        return "sweep-value-in-hearts"
    if slip.kind == "face-value" and slip.suit:
        return "face-value-of-one"
    if slip.kind == "pair-halved" and not slip.suit:
        return "pair-of-tens-halved"
    if slip.kind == "not-carried" and not slip.seat:
        return "not-carried-by-any"
    if slip.kind == "deal-alone" and not slip.seat:
        return "deal-alone-for-all"
    return slip.kind


def _scored(slip: Slip, name: str, deal: str, speaker: Speaker) -> str:
    """Return the points in words: `the 5 points that Ann puts on in deal 2`."""
    game = slip.clause.partition("/")[0]
    how = "play" if speaker.games[game].tallies else "deal"
    if game == "zwanzig-ab":
        how = "off" if slip.right < 0 else "on"
    points = speaker.points(abs(slip.right))
    return speaker.say(SCORED[how], points=points, name=name, deal=deal, ply=slip.ply)


NTH = {30: "sixth", 60: "seventh", 120: "eighth", 240: "ninth", 480: "tenth"}
"""The number of a card below 20 in its tally, by its points."""


def nth(points: int, speaker: Speaker) -> str:
    """Return the number of the card in a tally below 20 with these points: `sixth`."""
    return speaker.language.text(NTH.get(points, ""))
