"""Plays: what a player does in turn, read from a token and written again, side by side."""

from __future__ import annotations

import re
from functools import lru_cache

from archive.cards import CARDS, Card, cards, text_of
from archive.events import Action, Draw, Exchange, Part, Pass, Play, Stay
from archive.notation.lexer import TOKEN

PLAY = TOKEN.groupindex["play"]
PLAY_PARTS = tuple(
    TOKEN.groupindex[part] for part in ("number", "seat", "mark", "cards", "tally", "points")
)
"""The groups of a play's token, in the order of `Play`'s fields."""


LONGEST_REMEMBERED = 64  # characters: the memory of plays must stay small, whatever is read


def parts_of(text: str) -> tuple[tuple[Card, ...], tuple[Part, ...]]:
    """The cards of a play, and what was announced for them: `QsQh:10+4c`."""
    if ":" not in text and "+" not in text:
        return cards(text), ()
    parts = []
    for piece in text.split("+"):
        run, _, value = piece.partition(":")
        parts.append(Part(cards(run), int(value) if value else None))
    return tuple(card for part in parts for card in part.cards), tuple(parts)


set_of = lru_cache(maxsize=4096)(parts_of)
"""The same, remembered, because a file has few different ones; for texts below
`LONGEST_REMEMBERED`."""


def action(match: re.Match[str]) -> Action:
    """An exchange, a draw, a choice or a pass from its token."""
    number = int(match["turn"]) if match["turn"] else None
    seat, mark = int(match["actor"]), match["flag"] or ""
    if match["put"]:
        put = () if match["put"] == "-" else cards(match["put"])
        taken = cards(match["taken"]) if match["taken"] else () if not put else None
        return Exchange(number, seat, put, taken, mark)
    if match["drawn"]:
        return Draw(number, seat, CARDS[match["drawn"]], mark)
    if match["choice"] == "pass":
        return Pass(number, seat, mark)
    return Stay(number, seat, match["choice"] == "in", mark)


def write(event: Action) -> str:
    """A play as it is written: `12. p2 9=20/10`, `1. p1 x9s7d>??`."""
    number = "" if event.number is None else f"{event.number}. "
    mark = f"{event.mark} " if event.mark else ""
    return f"{number}p{event.seat} {mark}{_deed(event)}"


def _deed(event: Action) -> str:
    match event:
        case Play():
            tally = "" if event.tally is None else f"={event.tally}"
            points = "" if event.points is None else f"/{event.points}"
            parts = "+".join(_part(part) for part in event.parts)
            return f"{parts or text_of(event.cards)}{tally}{points}"
        case Exchange():
            taken = f">{text_of(event.taken)}" if event.taken else ""
            return f"x{text_of(event.put) or '-'}{taken}"
        case Draw():
            return f"d{event.card}"
        case Stay():
            return "in" if event.stays else "out"
        case Pass():
            return "pass"


def _part(part: Part) -> str:
    return text_of(part.cards) + ("" if part.value is None else f":{part.value}")
