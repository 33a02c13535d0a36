"""Tables of several players: the near one below, the others in rows above; rows of cards, each as
it lies; and arrows from one card or place to another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any, Final

from archive.notation.notes import Arrow
from archive.telling.names_and_totals import total_words
from archive.web.drawing.scene import (
    CARD_HEIGHT,
    GOLD,
    INK,
    SOFT,
    Behind,
    Box,
    Placed,
    Pointer,
    Scene,
    Words,
    fitted,
    pill,
    width_of,
)
from archive.web.language import _
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.drawn_table import SeatShown
from archive.web.words import counted

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
    if not who:
        held = [card for seat in table.seats for card in seat.cards]
        lying = [one for one in scene.cards if not _is_one_of(one.card, held)]
        return _found(lying, named) or _found(scene.cards, named)
    for seat in table.seats:
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


LINES: Final = (
    "#a9cdf0", "#efc383", "#e6b8e3", "#8fdcc2", "#ffb1a6", "#c4de9d", "#cac4fa", "#d5d3ca",
)  # fmt: skip
"""A player's colour, as on the page."""
TOP: Final = 62
SIDE: Final = 30
A_ROW: Final = 9
"""The most players in a row above the table."""
HELD: Final = 46
HELD_BELOW_ANOTHER: Final = 25
"""The height of the others' cards where they sit in two rows."""
OWN: Final = 84


def others(scene: Scene, seats: Sequence[SeatShown], over: bool) -> None:
    """Draw the players away from the reader, clockwise."""
    rows = ceil(len(seats) / A_ROW)
    a_row = ceil(len(seats) / max(rows, 1))
    deep = 140 / rows if rows else 0
    for at, seat in enumerate(seats):
        line, place = divmod(at, a_row)
        in_line = min(a_row, len(seats) - line * a_row)
        width = min((1200 - 2 * SIDE) / a_row, 340)
        centre = 600 + (place - (in_line - 1) / 2) * width
        _other(scene, seat, centre, TOP + line * deep, width - 14, over, rows)


def _other(
    scene: Scene, seat: SeatShown, centre: float, y: float, width: float, over: bool, rows: int
) -> None:
    """Draw one of them: name and points, and as far as there is room the hand and all signs."""
    size = 24 if width > 200 else 20
    total = _total(seat)
    gain = f" {seat.gained_words}" if seat.gained else ""
    points = width_of(total + gain, size, 600) + 12
    name = fitted(seat.name, max(width - points - 20, 40), size, 600)
    whole = width_of(name, size, 600) + points + 20
    x = centre - whole / 2
    ink = SOFT if seat.absent else INK
    _swatch(scene, seat, x, y + 18)
    points_behind = (Behind(total, 6, size, ink), *_gained(seat, 1, size))
    scene.words.append(Words(x + 20, y + 24, name, size, ink, "start", 600, points_behind))
    if rows == 1:
        _signs(scene, seat, centre, y + 49, width, over)
        row(scene, seat.cards, centre, y + 62, HELD, width)
    elif rows == 2:
        row(scene, seat.cards, centre, y + 31, HELD_BELOW_ANOTHER, width)


def near(scene: Scene, seat: SeatShown, over: bool, *, wrong: bool) -> None:
    """Draw the player on the reader's side, with the largest hand."""
    y = 386
    _swatch(scene, seat, SIDE + 10, y + 24)
    scene.words += [
        Words(SIDE + 32, y + 31, fitted(seat.name, 230, 28, 600), 28, weight=600),
        Words(SIDE + 10, y + 70, _total(seat), 34, weight=600, behind=_gained(seat, 4, 25)),
    ]
    _signs(scene, seat, SIDE + 10, y + 101, 270, over, left=True)
    most = 620 if seat.kept else 860
    centre = 310 + most / 2
    row(scene, seat.cards, centre, y - 2, OWN, most, wrong=wrong)
    if seat.kept:
        scene.words.append(Words(960, y + 22, _("kept"), 20, SOFT))
        row(scene, seat.kept, 1060, y + 32, HELD, 200)


def _total(seat: SeatShown) -> str:
    return "?" if seat.total is None else total_words(seat.total)


def _gained(seat: SeatShown, gap: float, size: float) -> tuple[Behind, ...]:
    """Return the points just scored, as they follow the total."""
    return (Behind(seat.gained_words, gap, size, GOLD),) if seat.gained else ()


def _swatch(scene: Scene, seat: SeatShown, x: float, y: float) -> None:
    fill = LINES[(seat.seat - 1) % len(LINES)]
    scene.boxes.append(Box(x, y - 4, 14, 4, fill, radius=2))


def _signs(
    scene: Scene, seat: SeatShown, x: float, y: float, width: float, over: bool, *,
    left: bool = False,
) -> None:  # fmt: skip
    """Write the other signs of a player: whose turn it is, who deals, how many tricks."""
    size = 17
    turn = _("plays next") if seat.awaited and not over else ""
    told = [_(sign) for sign in seat.signs]
    if seat.tricks:
        told.append(counted(seat.tricks, "trick"))
    if seat.dealer:
        told.append(_("dealer"))
    if seat.hand_note:
        told.append(seat.hand_note)
    lost = "loses" in seat.signs
    marked = _("loses") if lost else turn
    rest = told[lost:]  # it stands first
    marked_width = width_of(marked, size, 600) + size + 10 if marked else 0
    text = fitted(" · ".join(rest), max(width - marked_width, 0), size) if rest else ""
    if width - marked_width < 40:
        text = ""
    whole = marked_width + width_of(text, size)
    at = x if left else x - whole / 2
    if marked:
        pill(scene, at, y, marked, size)
    if text:
        scene.words.append(Words(at + marked_width, y, text, size, SOFT))
