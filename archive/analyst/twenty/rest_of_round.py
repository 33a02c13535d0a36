"""The average value of the rest of a round before its next hands are dealt, by place; and the last
hands of a game, after which nothing is dealt: the result of every card.

The averages are data, made by `python -m bench.rest_of_round`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

from archive.analyst.twenty.rounds import PAIR, bonus_ends
from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import FLAGGED, HAND_OF, PLACE_OF, PLAYABLE, WHOLE_LAST
from archive.games.twenty.rules import PLAYS, ROUNDS, VALUES, Twenty
from archive.rules.hand import Hand

SCALE: Final = 100
"""The number of units in a point."""


@cache
def _averages() -> dict[int, list[list[int]]]:
    text = files("archive.analyst.twenty").joinpath("rest_of_round.json").read_text("utf-8")
    return {int(bonus): rows for bonus, rows in json.loads(text)["averages"].items()}


@cache
def before_hands(to_come: int, bonus: int) -> list[int]:
    """Return by place the value of `to_come` pairs of hands, at least one, for the player on turn,
    in hundredths of a point. Between no bonus and the highest it grows evenly."""
    found = _averages()
    highest = max(found)
    without, with_it = found[0][to_come - 1], found[highest][to_come - 1]
    return [
        (low * (highest - bonus) + high * bonus) // highest
        for low, high in zip(without, with_it, strict=True)
    ]


def wins_by(position: Twenty) -> dict[int, int]:
    """Return by value of the playable cards by how much the player on turn wins, both playing their
    best; nothing where hands are still to be dealt, or not all cards are known."""
    last = position.due == "lay" and position.round == ROUNDS and position.plays >= PLAYS - PAIR
    if not (last and position.bonus and min(position.totals[1:]) >= 0):
        return {}
    seat = position.turn
    hands = [_values(position.hands[one]) for one in (seat, 3 - seat)]
    told = sum(map(len, hands)) == PLAYS - position.plays
    if not (told and all(min(hand, default=1) for hand in hands)):
        return {}
    mine, theirs = (HAND_OF[hand] for hand in hands)
    place = PLACE_OF[position.tally, len(position.pile)] + FLAGGED * (position.scorer == seat)
    each = PairsOfHands(WHOLE_LAST, bonus_ends(position.bonus)).each(mine, theirs, place)
    ahead = position.totals[seat] - position.totals[3 - seat]
    return {value: ahead + worth for value, worth in zip(PLAYABLE[mine], each, strict=True)}


def _values(hand: Hand) -> tuple[int, ...]:
    """Return what the cards of a hand count, the low ones first; none if one is not known."""
    whole = len(hand.known) == len(hand)
    return tuple(sorted(VALUES[card & 15] for card in hand.known)) if whole else ()
