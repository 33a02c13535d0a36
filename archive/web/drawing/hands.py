"""Rows of cards, each card as it lies; and arrows from one card or place to another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from archive.notation.notes import Arrow
from archive.web.drawing.lettering import width_of
from archive.web.drawing.scene import CARD_HEIGHT, GOLD, Placed, Pointer, Scene
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown

WRONG: Final = "#d8402c"
FOREIGN: Final = "#e0705f"
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "just": {"ring": GOLD},
    "new": {"ring": GOLD},
    "may": {"ring": GOLD, "badge": "allowed"},
    "better": {"ring": GOLD},
    "inferred": {"ring": GOLD, "dashes": "4 3", "opacity": 0.8},
    "perhaps": {"opacity": 0.6, "ring": "#b9b09c", "dashes": "2 4"},
}
"""How each state of a card is drawn."""
RAISED: Final = frozenset({"new", "may", "better"})
OVERLAP: Final = 0.8
"""How much of a card shows where another lies upon it."""
SEEN: Final = 0.5
SMALLEST: Final = 0.75
TIGHTEST: Final = 0.14
"""Shares of a card's width: what should be seen of it, how far it is made smaller for that, and
what is seen of it in the largest hands."""


def row(
    scene: Scene,
    cards: Sequence[CardShown],
    centre: float,
    y: float,
    card: float,
    most: float,
    *,
    wrong: bool = False,
    faded: bool = False,
    shows: float = OVERLAP,
) -> float:
    """Draw cards side by side in the middle of `centre`, each `card` wide and all of them at most
    `most`; return where the row ends. `wrong` is whether the play just made is against the rules,
    `faded` whether a card played before is drawn faintly, `shows` how much of a card is to be seen
    where there is room."""
    if not cards:
        return centre
    more = len(cards) - 1
    if more * card * SEEN + card > most:  # smaller cards, of which more is to be seen
        card = max(card * SMALLEST, most / (more * SEEN + 1))
    step = card * shows
    if more:
        step = max(min(step, (most - card) / more), card * TIGHTEST)
    whole = step * more + card
    x = centre - whole / 2
    for at, one in enumerate(cards):
        raised = card * CARD_HEIGHT * 0.08 if one.lies in RAISED else 0
        scene.cards.append(laid(one, x + at * step, y - raised, card, wrong=wrong, faded=faded))
    return x + whole


def laid(
    one: CardShown, x: float, y: float, width: float, *, wrong: bool = False, faded: bool = False
) -> Placed:
    """Return a card at its place, drawn as it lies."""
    if one.lies == "just" and wrong:
        return Placed(x, y, width, one, ring=WRONG, badge="wrong")
    if one.foreign:
        return Placed(x, y, width, one, ring=FOREIGN, dashes="5 3", badge="wrong")
    if one.lies == "played" and faded:
        return Placed(x, y, width, one, opacity=0.32)
    return Placed(x, y, width, one, **LOOKS.get(one.lies, {}))


MIDDLE: Final = (600.0, 285.0)
SHORT: Final = 26
"""The distance from an arrow's end to the middle of its target."""


def draw_arrows(scene: Scene, table: TableShown, arrows: Iterable[Arrow]) -> None:
    """Put arrows on the picture of a table; one without a place to begin or end is left out."""
    for arrow in arrows:
        start, end = (_place(scene, table, text) for text in arrow)
        if start is None or end is None or start == end:
            continue
        (x, y), (to_x, to_y) = start, end
        length = math.dist(start, end)
        part = max(length - SHORT, length / 2) / length
        scene.pointers.append(Pointer(x, y, x + (to_x - x) * part, y + (to_y - y) * part))


def _place(scene: Scene, table: TableShown, text: str) -> tuple[float, float] | None:
    """Return the place of a card, a player or the middle."""
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
    """Return the middle of the visible part of a card, `9s`, `9`, or one of a suit, `s`."""
    rank, suit = (named[0], named[1:]) if named[0] not in "cdhs" else ("", named)
    for one in placed:
        if rank in ("", one.card.rank) and suit in ("", one.card.suit):
            return one.x + one.width * 0.4, one.y + one.width * CARD_HEIGHT / 2
    return None


def _name(scene: Scene, name: str) -> tuple[float, float] | None:
    """Return the place of a player's name."""
    for one in scene.words:
        if name.startswith(one.text.rstrip("…").rstrip()) and one.text:
            shift = {"start": 0.5, "middle": 0, "end": -0.5}[one.anchor]
            return one.x + shift * width_of(one.text, one.size, one.weight), one.y + one.size * 0.4
    return None
