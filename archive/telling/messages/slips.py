"""The record's likely mistakes, each as the first half of a sentence."""

from __future__ import annotations

from typing import Final

from archive.languages.language import signed
from archive.rules.slips import Slip
from archive.telling.places_in_game import numbered
from archive.telling.speaker import OwnWords, Speaker
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
}
"""The templates of slips that any game may have, by kind."""
SCORED: Final = {
    "deal": "the {points} that {name} gets in {deal}",
    "play": "the {points} that {name} gets with play {ply}",
}
"""The words for what a player scores at once."""


def in_words(slip: Slip, reason: Reason, unit: str, speaker: Speaker) -> str:
    """Return the likely mistake; `unit` is the game's word for a deal."""
    deal = numbered(unit, reason.number(slip.deal), speaker.language)
    name = speaker.name(slip.seat) if slip.seat else ""
    low, high, *_ = [*slip.suit, *"??"]
    own = speaker.own_words(slip.clause.partition("/")[0])
    return speaker.say(
        own.slips.get(slip.kind) or SAID[_kind(slip)],
        name=name, names=speaker.listed(map(speaker.name, slip.moves)),
        other=speaker.name(slip.other), deal=deal, ply=slip.ply,
        scored=_scored(slip, own, name, deal, speaker), right=slip.right, wrong=slip.wrong,
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
    if slip.kind == "not-carried" and not slip.seat:
        return "not-carried-by-any"
    if slip.kind == "deal-alone" and not slip.seat:
        return "deal-alone-for-all"
    return slip.kind


def _scored(slip: Slip, own: OwnWords, name: str, deal: str, speaker: Speaker) -> str:
    """Return the points in words: `the 5 points that Ann gets in deal 2`."""
    template = SCORED["play" if speaker.games[slip.clause.partition("/")[0]].tallies else "deal"]
    if own.points:
        template = own.points[slip.right < 0]
    points = speaker.points(abs(slip.right))
    return speaker.say(template, points=points, name=name, deal=deal, ply=slip.ply)


NTH = {30: "sixth", 60: "seventh", 120: "eighth", 240: "ninth", 480: "tenth"}
"""The number of a card below 20 in its tally, by its points."""


def nth(points: int, speaker: Speaker) -> str:
    """Return the number of the card in a tally below 20 with these points: `sixth`."""
    return speaker.language.text(NTH.get(points, ""))
