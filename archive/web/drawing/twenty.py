"""The table of Twenty: two hands, the pile between them, what was turned up, the stock."""

from __future__ import annotations

from archive.web.drawing.hands import laid, row
from archive.web.drawing.lettering import fitted, pill
from archive.web.drawing.scene import CARD_HEIGHT, GOLD, SOFT, Behind, Box, Scene, Words
from archive.web.language import _
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.twenty import HandShown, TwentyShown
from archive.web.words import counted

CARD = 88
FAR, NEAR = 70, 384
MIDDLE = 218
PILE_CARD = 76
NAME = 250


def draw(scene: Scene, table: TwentyShown, *, wrong: bool) -> None:
    """Draw the table."""
    for seat, y in zip(table.seats, (FAR, NEAR), strict=True):
        _seat(scene, table, seat, y, wrong=wrong)
    _turned_up(scene, table)
    _pile(scene, table, wrong=wrong)
    x, y = 1050, MIDDLE + 12
    scene.words += [
        Words(x - 16, y + 40, _("Stock"), 22, SOFT, "end"),
        Words(x - 16, y + 68, counted(table.stock, "card") if table.stock else _("empty"), 24,
              anchor="end", weight=600),
    ]  # fmt: skip
    if table.stock:
        scene.cards.append(laid(CardShown("?", ""), x, y, 68))
    else:
        empty(scene, x, y, 68)


def empty(scene: Scene, x: float, y: float, width: float) -> None:
    """Draw the place of a missing card."""
    scene.boxes.append(
        Box(x, y, width, width * CARD_HEIGHT, stroke="#54806f", radius=6, dashes="6 5")
    )


def _seat(scene: Scene, table: TwentyShown, seat: HandShown, y: float, *, wrong: bool) -> None:
    total = "?" if seat.total is None else str(seat.total)
    gained = (Behind(f"+{seat.gained}", 4, 26, GOLD),) if seat.gained else ()
    scene.words += [
        Words(46, y + 44, fitted(seat.name, NAME, 30, 600), 30, weight=600),
        Words(46, y + 86, total, 38, weight=600, behind=gained),
    ]
    if seat.awaited and not table.over:
        pill(scene, 46, y + 117, _("plays next"), 19)
    row(scene, seat.cards, 620, y, CARD, 620, wrong=wrong, faded=True, shows=0.94)


def _turned_up(scene: Scene, table: TwentyShown) -> None:
    y = MIDDLE + 6
    for at, one in enumerate(table.up):
        scene.cards.append(laid(one, 46 + at * 40, y, 62))
    x = 46 + (len(table.up) * 40 + 36 if table.up else 0)
    bonus = _("bonus not known")
    if table.bonus is not None:
        bonus = _("bonus %(bonus)s", bonus=table.bonus)
    said = [(_("Turned up:"), 400)] if table.up else []
    said.append((bonus, 600))
    if table.bonus_to:
        said.append((_("to %(name)s", name=table.bonus_to), 400))
    for line, (text, weight) in enumerate(said):
        scene.words.append(
            Words(x, y + 26 + line * 27, fitted(text, 170, 21, weight), 21, SOFT, weight=weight)
        )


def _pile(scene: Scene, table: TwentyShown, *, wrong: bool) -> None:
    cards, centre = table.pile, 600
    if not cards:
        empty(scene, centre - PILE_CARD, MIDDLE + 12, PILE_CARD)
        scene.words += [
            Words(centre + 22, MIDDLE + 58, _("no cards"), 22, SOFT),
            Words(centre + 22, MIDDLE + 85, _("on the table"), 22, SOFT),
        ]
        return
    near = table.seats[1].seat
    step = min(PILE_CARD * 0.62, 310 / max(len(cards) - 1, 1))
    x = centre - (step * (len(cards) - 1) + PILE_CARD) / 2 - 50
    for at, one in enumerate(cards):
        shift = 9 if one.by == near else -9
        scene.cards.append(laid(one, x + at * step, MIDDLE + 14 + shift, PILE_CARD, wrong=wrong))
    x += step * (len(cards) - 1) + PILE_CARD + 24
    if table.tally is None:
        scene.words.append(Words(x, MIDDLE + 76, _("Tally not known"), 22, SOFT))
        return
    told = _("set aside") if table.swept else counted(len(cards), "card")
    scene.words += [
        Words(x, MIDDLE + 38, _("tally"), 22, SOFT),
        Words(x, MIDDLE + 86, str(table.tally), 52, weight=600),
        Words(x, MIDDLE + 114, told, 22, SOFT),
    ]
