"""The last hands of a game of Twenty, after which nothing is dealt: the result of every card."""

from __future__ import annotations

from archive.analyst.twenty.rounds import PAIR, bonus_ends
from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import FLAGGED, HAND_OF, PLACE_OF, PLAYABLE, WHOLE_LAST
from archive.games.twenty.rules import PLAYS, ROUNDS, VALUES, Twenty
from archive.rules.hand import Hand


def wins_by(position: Twenty) -> dict[int, int]:
    """Return by value of the cards that can be played by how much the player on turn then wins,
    both playing their best; a loss is negative. Nothing where hands are still to be dealt, or not
    all cards are known."""
    seat = position.turn
    last = position.due == "lay" and position.round == ROUNDS and position.plays >= PLAYS - PAIR
    hands = [_values(position.hands[one]) for one in (seat, 3 - seat)]
    told = sum(map(len, hands)) == PLAYS - position.plays and min(position.totals[1:]) >= 0
    if not (last and told and position.bonus and all(min(hand, default=1) for hand in hands)):
        return {}
    mine, theirs = (HAND_OF[hand] for hand in hands)
    place = PLACE_OF[position.tally, len(position.pile)] + FLAGGED * (position.scorer == seat)
    each = PairsOfHands(WHOLE_LAST, bonus_ends(position.bonus)).each(mine, theirs, place)
    ahead = position.totals[seat] - position.totals[3 - seat]
    return {value: ahead + worth for value, worth in zip(PLAYABLE[mine], each, strict=True)}


def _values(hand: Hand) -> tuple[int, ...]:
    """Return what the cards of a hand count, from the low to the high ones; none where one of them
    is not known."""
    whole = len(hand.known) == len(hand)
    return tuple(sorted(VALUES[card & 15] for card in hand.known)) if whole else ()
