"""Arrows from one card or place of a table to another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from archive.notation.notes import Arrow
from archive.web.drawing.lettering import width_of
from archive.web.drawing.scene import CARD_HEIGHT, Placed, Pointer, Scene
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown

MIDDLE: Final = (600.0, 285.0)
SHORT: Final = 26
"""How far from the middle of what it points at an arrow ends."""


def draw(scene: Scene, table: TableShown, arrows: Iterable[Arrow]) -> None:
    """Put arrows on the picture of a table; one that begins or ends at nothing is left out."""
    for arrow in arrows:
        start, end = (_place(scene, table, text) for text in arrow)
        if start is None or end is None or start == end:
            continue
        (x, y), (to_x, to_y) = start, end
        length = math.dist(start, end)
        part = max(length - SHORT, length / 2) / length
        scene.pointers.append(Pointer(x, y, x + (to_x - x) * part, y + (to_y - y) * part))


def _place(scene: Scene, table: TableShown, text: str) -> tuple[float, float] | None:
    """Return where something lies: a card, a player, the middle."""
    if text == "table":
        return MIDDLE
    who, _, named = text.partition(":") if text.startswith("p") else ("", "", text)
    seats: Sequence[Any] = table.seats  # type: ignore[attr-defined]
    if not who:
        held = [card for seat in seats for card in seat.cards]
        lying = [one for one in scene.cards if not _is_one_of(one.card, held)]
        return _found(lying, named) or _found(scene.cards, named)
    for seat in seats:
        if f"p{seat.seat}" == who:
            cards = [one for one in scene.cards if _is_one_of(one.card, seat.cards)]
            return _found(cards, named) if named else _name(scene, seat.name)
    return None


def _is_one_of(card: CardShown, cards: Iterable[CardShown]) -> bool:
    return any(card is one for one in cards)


def _found(placed: Iterable[Placed], named: str) -> tuple[float, float] | None:
    """Return the middle of what is seen of a card, `9s`, `9`, or one of a suit, `s`."""
    rank, suit = (named[0], named[1:]) if named[0] not in "cdhs" else ("", named)
    for one in placed:
        if rank in ("", one.card.rank) and suit in ("", one.card.suit):
            return one.x + one.width * 0.4, one.y + one.width * CARD_HEIGHT / 2
    return None


def _name(scene: Scene, name: str) -> tuple[float, float] | None:
    """Return where a player's name is written."""
    for one in scene.words:
        if name.startswith(one.text.rstrip("…").rstrip()) and one.text:
            shift = {"start": 0.5, "middle": 0, "end": -0.5}[one.anchor]
            return one.x + shift * width_of(one.text, one.size, one.weight), one.y + one.size * 0.4
    return None
