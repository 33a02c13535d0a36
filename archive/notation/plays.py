"""Plays: players' actions, read from a token and written again, side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from archive.core.cards import CARDS, Card, cards, text_of
from archive.core.events import Action, Draw, Exchange, Part, Pass, Play, Stay


def play(match: re.Match[str]) -> Play:
    """Return a play from its token."""
    run, parts = parts_of(match["cards"])
    number, tally, points = (
        int(match[part]) if match[part] else None for part in ("number", "tally", "points")
    )
    return Play(number, int(match["seat"]), run, tally, points, match["mark"] or "", parts)


def parts_of(text: str) -> tuple[tuple[Card, ...], tuple[Part, ...]]:
    """Return the cards of a play, and their announced values: `QsQh:10+4c`."""
    if ":" not in text and "+" not in text:
        return cards(text), ()
    parts = []
    for piece in text.split("+"):
        run, _, value = piece.partition(":")
        parts.append(Part(cards(run), int(value) if value else None))
    return tuple(card for part in parts for card in part.cards), tuple(parts)


def action(match: re.Match[str]) -> Action:
    """Return an exchange, a draw, a choice or a pass from its token."""
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
    """Return a play as it is written: `12. p2 9=20/10`, `1. p1 x9s7d>??`."""
    if type(event) is Play:  # most actions are
        number, seat, run, tally, points, mark, parts = event
        deed = run[0].text if len(run) == 1 and not parts else _set(run, parts)
        if tally is not None:
            deed = f"{deed}={tally}"
        if points is not None:
            deed = f"{deed}/{points}"
    else:
        number, seat, mark = event.number, event.seat, event.mark
        deed = DEEDS[type(event)](event)
    if mark:
        deed = f"{mark} {deed}"
    return f"p{seat} {deed}" if number is None else f"{number}. p{seat} {deed}"


def bare(event: Action) -> str:
    """Return the same without number, mark, tally and points: `p2 9`."""
    if type(event) is not Play:
        return f"p{event.seat} {DEEDS[type(event)](event)}"
    _, seat, run, _, _, _, parts = event
    return f"p{seat} {run[0].text if len(run) == 1 and not parts else _set(run, parts)}"


def _set(run: tuple[Card, ...], parts: tuple[Part, ...]) -> str:
    return "+".join(map(_part, parts)) if parts else text_of(run)


def _exchange(event: Exchange) -> str:
    taken = f">{text_of(event.taken)}" if event.taken else ""
    return f"x{text_of(event.put) or '-'}{taken}"


DEEDS: dict[type[Action], Callable[[Any], str]] = {
    Exchange: _exchange,
    Draw: lambda event: f"d{event.card.text}",
    Stay: lambda event: "in" if event.stays else "out",
    Pass: lambda _: "pass",
}
"""Functions that write the actions other than plays of cards."""


def _part(part: Part) -> str:
    return text_of(part.cards) + ("" if part.value is None else f":{part.value}")
