"""The middle of a table: a trick, an exchange, a set and its count; and the whole table of Twenty:
two hands, the pile between them, what was turned up, the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archive.web.drawing.players import laid, row
from archive.web.drawing.scene import (
    CARD_HEIGHT,
    GOLD,
    INK,
    SOFT,
    Behind,
    Box,
    Scene,
    Sign,
    Words,
    fitted,
    pill,
    size_for,
    width_of,
)
from archive.web.language import _, ngettext, pgettext
from archive.web.presenters.action_text import said_of
from archive.web.presenters.boards import AnyGameShown
from archive.web.presenters.boards.cards import CardShown
from archive.web.presenters.boards.count_to_20 import CountShown
from archive.web.presenters.boards.drawn_table import SeatShown, TableShown
from archive.web.presenters.boards.tricks import ExchangeShown, LaidShown, TricksShown
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.boards.twenty_two import TwentyTwoShown
from archive.web.presenters.boards.zwanzig_ab import ZwanzigShown
from archive.web.words import SUITS, counted

LAID: Final = 80
TOP: Final = 210
ROOM: Final = 740
A_LINE: Final = 8
"""The most players whose cards of a trick are drawn large, side by side."""
MIDDLE: Final = 600
LEAST: Final = 15
"""The size below which words beside the middle are cut and no longer made smaller."""


def middle(scene: Scene, table: TableShown, *, wrong: bool) -> None:
    """Draw the middle of a table of several players, with the words beside it."""
    if isinstance(table, CountShown):
        _count(scene, table, wrong=wrong)
    elif isinstance(table, TricksShown):
        if table.trick:
            _laid(scene, table.trick, wrong=wrong)
        elif table.exchange:
            _exchange(scene, table.exchange, table.mover or "")
        else:
            scene.words.append(Words(MIDDLE, 290, table.waiting, 28, SOFT, "middle"))
        _beside(scene, table)
    elif isinstance(table, AnyGameShown):
        _laid(scene, table.laid, wrong=wrong)


def _laid(scene: Scene, groups: Sequence[LaidShown], *, wrong: bool) -> None:
    """Draw what each player has laid, in the order of play."""
    if not groups:
        return
    if len(groups) > A_LINE:
        _laid_in_lines(scene, groups, wrong=wrong)
        return
    each = min(ROOM / len(groups), 210)
    card = min(LAID, each - 12)
    y = TOP + (LAID - card) * 0.7
    for at, one in enumerate(groups):
        x = MIDDLE + (at - (len(groups) - 1) / 2) * each
        bad = one.just and wrong
        end = row(scene, one.cards, x, y, card, each - 10, wrong=bad, shows=0.5)
        if one.told and not bad:
            scene.signs.append(Sign("crown", end - 14, y - 12, 28, GOLD))
        under = TOP + LAID * CARD_HEIGHT + 26
        said = _("not allowed") if bad else one.sign
        name = fitted(one.name, each - 8, 21, 600)
        scene.words.append(Words(x, under, name, 21, INK, "middle", 600))
        scene.words.append(Words(x, under + 24, said, size_for(said, each - 4, 18, 12),
                                 GOLD if bad or one.told else SOFT, "middle"))  # fmt: skip


def _laid_in_lines(scene: Scene, groups: Sequence[LaidShown], *, wrong: bool) -> None:
    """Draw a trick of many players in lines, the best card with a crown."""
    card, deep, wide = 44, 94, 78
    for at, one in enumerate(groups):
        line, place = divmod(at, 2 * A_LINE - 6)
        x = MIDDLE + (place - (2 * A_LINE - 7) / 2) * wide * 0.88
        y = TOP - 18 + line * deep
        bad = one.just and wrong
        end = row(scene, one.cards, x, y, card, wide - 16, wrong=bad, shows=0.5)
        if one.told and not bad:
            scene.signs.append(Sign("crown", end - 9, y - 8, 19, GOLD))
        ink = GOLD if bad or one.told else INK
        name = fitted(one.name, wide - 12, 13, 600)
        scene.words.append(Words(x, y + card * CARD_HEIGHT + 17, name, 13, ink, "middle", 600))


def _exchange(scene: Scene, exchange: ExchangeShown, name: str) -> None:
    groups = [(pgettext("label", "put away"), exchange.put), (_("taken"), exchange.taken)]
    drawn = [(said, cards) for said, cards in groups if cards or (cards is None and exchange.put)]
    if not drawn:
        deed = _("stands pat") if exchange.taken is not None else _("may have exchanged cards")
        said = said_of(name, deed)
        scene.words.append(Words(MIDDLE, 290, said, 28, SOFT, "middle"))
    for at, (said, cards) in enumerate(drawn):
        x = MIDDLE + (at - (len(drawn) - 1) / 2) * 360
        scene.words.append(Words(x, TOP + 4, said, 21, SOFT, "middle"))
        if cards:
            row(scene, cards, x, TOP + 24, LAID, 330)
        else:
            scene.words.append(Words(x, TOP + 84, _("not written down"), 22, SOFT, "middle"))


def _beside(scene: Scene, table: TricksShown) -> None:
    """Write on the left how the trick ended, and on the right the trumps, or the number of cards
    dealt."""
    left = ""
    if table.complete:
        left = _("to %(name)s", name=table.winner) if table.winner else _("winner not known")
    if isinstance(table, TwentyTwoShown):
        if table.showing:
            left = _("the last cards are shown")
        if table.size:
            each = ngettext("%(num)s card each", "%(num)s cards each", table.size)
            _right(scene, each, 0, INK, 600)
        if table.stock is not None and not table.showing:
            undealt = ngettext("%(num)s undealt", "%(num)s undealt", table.stock)
            _right(scene, undealt if table.stock else _("none undealt"), 1, SOFT, 400)
    elif isinstance(table, ZwanzigShown):
        if table.trump:
            name = _(SUITS[table.trump]).capitalize()
            _right(scene, name, 0, INK, 600)
            x = 1160 - width_of(name, 24, 600) - 34
            scene.signs.append(Sign(table.trump, x, 258 - 21, 25))
            _right(scene, _("trumps"), 1, SOFT, 400)
            if table.trump == "h":
                _right(scene, _("count double"), 2, SOFT, 400)
        else:
            text = _("Trumps not named yet") if table.to_name else _("Trumps not known")
            _right(scene, text, 0, SOFT, 400)
        if not left and not table.trick_number and table.stock is not None:
            left = ngettext("stock of %(num)s card", "stock of %(num)s cards", table.stock)
    size = size_for(left, 200, 21, LEAST)
    scene.words.append(Words(40, 258, fitted(left, 200, size), size, SOFT))


def _right(scene: Scene, text: str, line: int, fill: str, weight: int) -> None:
    size = size_for(text, 190, 24 - 2 * bool(line), LEAST)
    words = fitted(text, 190, size, weight)
    scene.words.append(Words(1160, 258 + line * 28, words, size, fill, "end", weight))


def _count(scene: Scene, table: CountShown, *, wrong: bool) -> None:
    count = "?" if table.count is None else str(table.count or "–")
    scene.words += [
        Words(MIDDLE - 250, TOP + 38, _("count"), 22, SOFT, "end"),
        Words(MIDDLE - 236, TOP + 46, count, 54, weight=600),
    ]
    if table.due:
        scene.words += [
            Words(MIDDLE - 250, TOP + 92, _("next"), 22, SOFT, "end"),
            Words(MIDDLE - 236, TOP + 93, fitted(table.due, 130, 26, 600), 26, weight=600),
        ]
    else:
        scene.words.append(Words(MIDDLE - 236, TOP + 92, _("hand over"), 22, SOFT))
    last = table.last_set
    if last:
        row(scene, last.cards, MIDDLE, TOP - 4, LAID, 260, wrong=wrong and last.just, shows=0.6)
        made = last.name
        if last.count:
            made = _("%(name)s made %(count)s", name=last.name, count=last.count)
        said = f"{made}, {last.said}" if last.said else made
        scene.words.append(Words(MIDDLE, TOP + 134, fitted(said, 420, 21), 21, SOFT, "middle"))
    else:
        scene.words.append(Words(MIDDLE, TOP + 60, _("No set played yet"), 24, SOFT, "middle"))
    if table.stock != 0 and table.stock_words != _("Stock used up"):
        scene.cards.append(laid(CardShown("?", ""), MIDDLE + 210, TOP, 62))
    scene.words.append(Words(MIDDLE + 210, TOP + 116, table.stock_words, 21, SOFT))
    _ladder(scene, table)
    scene.words += [
        Words(40, TOP + 38, _("To %(target)s points", target=table.target), 24, weight=600),
        Words(40, TOP + 66, _("fewest win"), 22, SOFT),
    ]


def _ladder(scene: Scene, table: CountShown) -> None:
    """Draw the counts from 1 to 20, those that were made in gold."""
    for at, made in enumerate(table.steps):
        x = MIDDLE - 240 + at * 25.3
        fill = (GOLD, "none")[not made]
        scene.boxes.append(Box(x - 11, 358, 22, 20, fill, "#54806f", 10))
        ink = "#20242a" if made else SOFT
        scene.words.append(Words(x, 373, str(at + 1), 14, ink, "middle", 600))


CARD = 88
FAR, NEAR = 70, 384
TWENTY_MIDDLE = 218
PILE_CARD = 76
NAME = 250


def draw_twenty(scene: Scene, table: TwentyShown, *, wrong: bool) -> None:
    """Draw the table."""
    for seat, y in zip(table.seats, (FAR, NEAR), strict=True):
        _seat(scene, table, seat, y, wrong=wrong)
    _turned_up(scene, table)
    _pile(scene, table, wrong=wrong)
    x, y = 1050, TWENTY_MIDDLE + 12
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


def _seat(scene: Scene, table: TwentyShown, seat: SeatShown, y: float, *, wrong: bool) -> None:
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
    y = TWENTY_MIDDLE + 6
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
        empty(scene, centre - PILE_CARD, TWENTY_MIDDLE + 12, PILE_CARD)
        scene.words += [
            Words(centre + 22, TWENTY_MIDDLE + 58, _("no cards"), 22, SOFT),
            Words(centre + 22, TWENTY_MIDDLE + 85, _("on the table"), 22, SOFT),
        ]
        return
    near = table.seats[1].seat
    step = min(PILE_CARD * 0.62, 310 / max(len(cards) - 1, 1))
    x = centre - (step * (len(cards) - 1) + PILE_CARD) / 2 - 50
    for at, one in enumerate(cards):
        shift = 9 if one.by == near else -9
        scene.cards.append(
            laid(one, x + at * step, TWENTY_MIDDLE + 14 + shift, PILE_CARD, wrong=wrong)
        )
    x += step * (len(cards) - 1) + PILE_CARD + 24
    if table.tally is None:
        scene.words.append(Words(x, TWENTY_MIDDLE + 76, _("Tally not known"), 22, SOFT))
        return
    told = _("set aside") if table.swept else counted(len(cards), "card")
    scene.words += [
        Words(x, TWENTY_MIDDLE + 38, _("tally"), 22, SOFT),
        Words(x, TWENTY_MIDDLE + 86, str(table.tally), 52, weight=600),
        Words(x, TWENTY_MIDDLE + 114, told, 22, SOFT),
    ]
