"""Tables of several players: the near one below, the others in rows above."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from archive.web.drawing.hands import row
from archive.web.drawing.lettering import fitted, pill, width_of
from archive.web.drawing.scene import GOLD, INK, SOFT, Behind, Box, Scene, Words
from archive.web.language import _
from archive.web.presenters.boards.drawn_table import SeatShown
from archive.web.words import counted, total_words

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
