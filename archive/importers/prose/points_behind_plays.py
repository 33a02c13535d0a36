"""Readers for the points of a player that stand behind plays in a sentence of their own: `Ben gets
15` behind a play of Twenty, `Dale loses, 10 points` behind the last cards of Twenty-Two."""

from __future__ import annotations

import re

from archive.core import events as said
from archive.core.cards import Card
from archive.importers.number_words import number
from archive.importers.play_claims import NUMBER, POINTS
from archive.importers.prose.game_in_words import GameInWords
from archive.importers.which_game import TWENTY_TWO

BEHIND_A_PLAY = re.compile(r"[ \t]*+[,;.!–—-]{0,2}[ \t]*+")
POINTS_FOR = re.compile(
    rf"{BEHIND_A_PLAY.pattern}(?:(?:and|und)[ \t]+)?(?P<points>{NUMBER})[ \t]*(?:{POINTS}[ \t]+)?"
    r"(?:to|for|an|für)[ \t]+",
    re.IGNORECASE,
)
STOP = re.compile(r"[ \t]*[.!]*")
MOST = 11
"""The most points that a losing card counts."""
SHOWS = "rasmussen"
"""The rules by which a losing card is shown, and no player keeps it."""


def read_points(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read what a player gets for the play before, or for the card shown last."""
    last = told.sheet.last_event
    if not told.one_card:
        return read_loss(told, name, at, match)
    mine = isinstance(last, said.Play) and last.seat == told.sheet.seats.get(name.casefold())
    if not mine or not BEHIND_A_PLAY.fullmatch(told.text, told.at, at):
        return None
    assert isinstance(last, said.Play)
    if last.points is not None:
        return None
    told.sheet.put(-1, last._replace(points=int(match["points"])))
    return match.end()


def read_points_for(told: GameInWords, name: str, at: int, end: int) -> int | None:
    """Read points in front of the player who made the last play: `Ten points to Ben.`"""
    last = told.sheet.last_event
    given = POINTS_FOR.fullmatch(told.text, told.at, at)
    if given is None or not told.one_card or not isinstance(last, said.Play):
        return None
    points = number(given["points"])
    if last.seat != told.sheet.seats.get(name.casefold()) or last.points not in (None, points):
        return None
    told.sheet.put(-1, last._replace(points=points))
    return STOP.match(told.text, end).end()  # type: ignore[union-attr]


def read_loss(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read who loses a hand, and the points for it, behind the last cards that its players show.
    The card is kept, or the points are written down, as the rules have it."""
    last = told.sheet.last_event
    if not isinstance(last, said.Show) or told.sheet.game != TWENTY_TWO:
        return None
    seat = told.sheet.seats.get(name.casefold())
    shown = dict(last.shown).get(seat) if seat else None
    if not shown or len(shown) > 1 or seat is None or not told.opens(at):
        return None
    card, points = _loss(told, match, shown[0])
    event = _event(told, seat, card, points)
    if event is None:
        return None
    told.told(at)
    told.add(event, at)
    return match.end()


def _loss(told: GameInWords, match: re.Match[str], shown: Card) -> tuple[Card, int | None]:
    """Return the losing card and the points that a sentence gives for it."""
    found = match.groupdict()
    card = told.sheet.ranks.card(found["card"]) if found.get("card") else None
    meant = shown if card is None or card.rank == shown.rank else card
    return meant, int(match["points"]) if match["points"] else None


def _event(
    told: GameInWords, seat: int, card: Card, points: int | None
) -> said.Keep | said.Score | None:
    """Return what a loss is in a record; None where the total before is not known."""
    if SHOWS not in told.sheet.tags.get("Rules", "") and (points is None or points <= MOST):
        return said.Keep((said.Kept(seat, card, points),))
    scored = any(isinstance(event, said.Score) for event in told.sheet.events)
    if points is None or (points <= MOST and told.sheet.dealt > 1 and not scored):
        return None
    before = 0 if points > MOST else told.sheet.total(seat)
    return said.Score(((seat, before + points),))
