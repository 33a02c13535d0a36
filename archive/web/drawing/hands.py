"""Rows of cards, each card as it lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from archive.web.drawing.scene import CARD_HEIGHT, GOLD, Placed, Scene
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
"""What is drawn of how a card lies."""
RAISED: Final = frozenset({"new", "may", "better"})
OVERLAP: Final = 0.8
"""How much of a card shows where another lies upon it."""
SEEN: Final = 0.5
SMALLEST: Final = 0.75
TIGHTEST: Final = 0.14
"""Of a card's width: what should be seen of it, how far it is made smaller for that, and what is
seen of it in the largest hands."""


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
