"""Readers for what a player has at the end of a hand: cards shown or left with their points, and a
card that is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.core import events as said
from archive.core.cards import UNKNOWN, Card
from archive.importers.actions import Deed
from archive.importers.prose.game_in_words import GameInWords

MOST = 20
"""What one card left may cost."""
LONGEST = 200
"""The most characters of a line in which the cards of others are looked for."""
COMMA = re.compile(r"[ \t]*,?")


def read_shown(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the cards that a player shows or has left, and the points written down for them."""
    told.told(at)
    run, seat = match["cards"] or match["left"], told.seat(name, at)
    cards = told.sheet.ranks.run(run) or (UNKNOWN,)
    last = told.sheet.events[-1] if told.sheet.events else None
    if isinstance(last, said.Show):
        told.sheet.put(-1, said.Show((*last.shown, (seat, cards))))
    else:
        if told.sheet.last(said.Deal) is None and not (told.one_card or told.sheet.played):
            told.add(said.Deal(None), at)
        told.add(said.Show(((seat, cards),)), at)
    noted = match["noted"] or match["sum"]
    totals = [(seat, _with_those_before(told, seat, cards, int(noted)))] if noted else []
    totals += [(out, _total(told, out)) for out in told.without_cards if out != seat]
    told.without_cards.clear()
    if totals:
        told.add(said.Score(tuple(totals)), at)
    return match.end()


def read_without_cards(told: GameInWords, name: str, at: int, found: Deed) -> int | None:
    """Read that a player has no card left, `Mia out`, in a line that tells the cards of another:
    that player gets no points in the hand. In other games who is out is out of the game."""
    if found.stays or told.sheet.game != "count-to-20":
        return None
    end = found.end
    line = told.text.find("\n", end)
    rest = told.text[end : line if line >= 0 else None][:LONGEST]
    last = told.sheet.events[-2:]
    behind = any(isinstance(event, said.Show) for event in last)
    if not behind and not told.words.shows.search(rest):
        return None
    told.told(at)
    seat = told.seat(name, at)
    if not behind:
        told.without_cards.append(seat)
    elif isinstance(last[-1], said.Score):
        told.sheet.put(-1, said.Score((*last[-1].totals, (seat, _total(told, seat)))))
    else:
        told.add(said.Score(((seat, _total(told, seat)),)), at)
    return COMMA.match(told.text, end).end()  # type: ignore[union-attr]


def _with_those_before(told: GameInWords, seat: int, cards: Sequence[Card], noted: int) -> int:
    """Return a player's total with the points that are written down for cards left: they are those
    of the hand alone, unless no such cards can cost as much."""
    if noted > MOST * len(cards):
        return noted
    return noted + _total(told, seat)


def _total(told: GameInWords, seat: int) -> int:
    """Return a player's total before a hand."""
    standings = (event for event in reversed(told.sheet.events) if isinstance(event, said.Score))
    before = (total for one in standings for player, total in one.totals if player == seat)
    return next(before, 0)


def read_kept(told: GameInWords, name: str, at: int, match: re.Match[str]) -> int | None:
    """Read the card that a loser keeps, and what it is worth."""
    card = told.sheet.card(match["card"], told.where(match.start("card")))
    worth = int(match["worth"]) if match["worth"] else None
    told.told(at)
    kept = said.Kept(told.seat(name, at), card or UNKNOWN, worth)
    last = told.sheet.events[-1] if told.sheet.events else None
    if isinstance(last, said.Keep):
        told.sheet.put(-1, said.Keep((*last.kept, kept)))
    else:
        told.add(said.Keep((kept,)), at)
    return match.end()
