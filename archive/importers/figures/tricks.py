"""Tricks of Zwanzig ab and Twenty down in whatever words: on each line who laid which card, in
their order, and perhaps who won them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core import events as said
from archive.core.cards import CARDS, Card
from archive.importers.figures.points import Game
from archive.importers.figures.sheet_lines import Marked, SheetLine
from archive.importers.ranks import IN_WORDS
from archive.importers.record_draft import RecordDraft

FEWEST, TRICKS = 3, 5
"""The fewest tricks that make such a sheet, and the most."""
_SUITS = {
    "c": "♣ ♧ clubs club kreuz kr treff", "d": "♦ ♢ diamonds diamond karo ka",
    "h": "♥ ♡ hearts heart herz he", "s": "♠ ♤ spades spade pik pi",
}  # fmt: skip
SUITS = {word: suit for suit, those in _SUITS.items() for word in those.split()}
RANKS = {"10": "T", "d": "Q", "b": "J", "ass": "A", "as": "A"} | {
    word: rank for word, rank in IN_WORDS.items() if word.isalpha() and len(word) > 1
}
_SUIT = "|".join(sorted(map(re.escape, SUITS), key=len, reverse=True))
_RANK = "|".join(sorted(map(re.escape, RANKS), key=len, reverse=True))
CARD = re.compile(
    rf"[ :]{{0,3}}(?:(?P<rank>{_RANK}|[2-9AKQJT])(?:[ ]of)?[ ]?"
    rf"(?:(?P<suit>{_SUIT})|(?P<letter>[cdhs]))"
    rf"|(?P<first>{_SUIT})[ ]?(?P<behind>{_RANK}|[2-9AKQJT]))(?!\w)",
    re.IGNORECASE,
)
"""A card and its suit behind a player's name."""
CARDS_OF = re.compile(rf"(?<!\w){CARD.pattern}", re.IGNORECASE)


class Trick(NamedTuple):
    """A trick: its plays in their order, who is said to have won it, and where it stands."""

    plays: list[tuple[str, Card, int]]
    winner: str
    at: int


class Tricks(NamedTuple):
    """The tricks of a deal, the players as they sit, trumps, the totals behind them, and where."""

    tricks: list[Trick]
    order: list[str]
    trumps: str
    totals: dict[str, int]
    ended: int


def tricks_of(sheet: Marked) -> Tricks | None:
    """Return the tricks of a sheet of one deal; None where a line has only some of the cards, where
    the trumps are not named, or where the players do not lay their cards in turn."""
    tricks: list[Trick] = []
    totals: dict[str, int] = {}
    ended = 0
    named: set[str] = set()
    for line in sheet.lines:
        if trick := _trick(line):
            tricks.append(trick)
        elif not tricks:
            named |= {mark.text for mark in line.marks if mark.kind == "suit"}
            if any(mark.kind == "unit" and mark.number > 1 for mark in line.marks):
                return None  # what the players had before is not known
        elif standing := _standing(line):
            totals |= standing
            ended = line.at
    order = _order(tricks, sheet.names)
    if not FEWEST <= len(tricks) <= TRICKS or len(named) != 1 or not order:
        return None
    totals = totals if totals.keys() >= {*order} else {}
    found = Tricks(tricks, order, named.pop(), totals, ended)
    return found if _is_the_first_deal(found, Game(sheet)) else None


def _trick(line: SheetLine) -> Trick | None:
    """Return the trick of a line; None where not every name has a card, but for the last, of who
    won it."""
    plays: list[tuple[str, Card, int]] = []
    others: list[str] = []
    end = 0
    for mark in line.marks:
        if mark.kind != "name" or mark.at < end:
            continue
        card = CARD.match(line.text, mark.end - line.at)
        if card is None:
            others.append(mark.text)
            continue
        if others:
            return None
        plays.append((mark.text, _card(card), mark.at))
        end = line.at + card.end()
    players = {name for name, _, _ in plays}
    if len(plays) < 2 or len(players) < len(plays) or len(CARDS_OF.findall(line.text)) > len(plays):
        return None
    return Trick(plays, others[0] if others else "", line.at)


def _card(found: re.Match[str]) -> Card:
    rank = (found["rank"] or found["behind"]).casefold()
    suit = (found["suit"] or found["first"] or "").casefold()
    return CARDS[RANKS.get(rank, rank.upper()) + (SUITS.get(suit) or found["letter"].lower())]


def _order(tricks: Sequence[Trick], names: Sequence[str]) -> list[str]:
    """Return the players as they sit: as the sheet lists them, or as they play to the first trick;
    nothing where some trick has another order."""
    first = [name for name, _, _ in tricks[0].plays] if tricks else []
    for order in (list(names), first):
        if len(order) == len(names) and all(_in_turn(one, order) for one in tricks):
            return order
    return []


def _in_turn(trick: Trick, order: Sequence[str]) -> bool:
    """Return whether a trick goes round the table once."""
    seats = [order.index(name) for name, _, _ in trick.plays]
    behind = [(seat - seats[0]) % len(order) for seat in seats]
    return behind == sorted(behind)


def _standing(line: SheetLine) -> dict[str, int]:
    """Return the last number that a line gives behind each name."""
    totals: dict[str, int] = {}
    now = ""
    for mark in line.marks:
        if mark.kind == "name":
            now = mark.text
        elif mark.kind == "number" and now:
            totals[now] = mark.number
            now = ""
    return totals


def _is_the_first_deal(found: Tricks, game: Game) -> bool:
    """Return whether most totals are what the first deal gives, if the sheet has some."""
    if not found.totals:
        return True
    start, won = game.start(), dict(_won(found))
    right = [
        sum(start[name] + gained == found.totals[name] for name, gained in points.items())
        for points in game.by_tricks(won, found.trumps)
    ]
    return max(right) >= len(start) - 1


def _won(found: Tricks) -> Iterator[tuple[str, int | None]]:
    """Yield how many tricks each player won, as the sheet goes on; None for who played to none."""
    leads = [trick.plays[0][0] for trick in found.tricks[1:]]
    last = found.tricks[-1].winner
    for name in found.order:
        played = any(name == player for trick in found.tricks for player, _, _ in trick.plays)
        yield name, [*leads, last].count(name) if played else None


def draft(sheet: RecordDraft, found: Tricks) -> None:
    """Put the tricks into a record; who is said to have won one leads to the next."""
    sheet.add(said.Deal(1), found.tricks[0].at)
    sheet.add(said.Trump(None, found.trumps), found.tricks[0].at)
    first = 0
    for number, trick in enumerate(found.tricks, 1):
        sheet.add(said.Trick(number, first or None), trick.at)
        for name, card, at in trick.plays:
            sheet.add(said.Play(None, sheet.seat(name), (card,)), at)
        first = sheet.seat(trick.winner) if trick.winner else 0
    if found.totals:
        totals = tuple((sheet.seat(name), total) for name, total in found.totals.items())
        sheet.add(said.Score(totals), found.ended)
