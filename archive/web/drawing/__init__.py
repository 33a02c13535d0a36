"""The picture of a table, drawn from what a page shows of it: as SVG, and as PNG of the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from archive.notation.notes import Arrow
from archive.web.drawing import players
from archive.web.drawing.middle import draw_twenty, middle
from archive.web.drawing.scene import (
    BAD,
    DARK,
    GREY,
    HEIGHT,
    SOFT,
    WIDTH,
    Scene,
    Words,
    fitted,
    in_lines,
)
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.rule_sets import game_title

__all__ = ["HEIGHT", "WIDTH", "picture"]

FOOT: Final = 516
"""The height at which the sentence below the table begins."""
SIZES: Final = ((30, 2), (26, 3), (23, 3))
"""The sizes of the sentence, each with its most lines."""


def picture(
    table: TableShown, told: str, why: str, fault: str, *, wrong: bool,
    pointing: Iterable[Arrow] = (),
) -> Scene:  # fmt: skip
    """Return everything on the picture of a table. `told` is the action, `why` the rule behind it;
    `fault` is what is wrong, empty where nothing is, and `wrong` is whether the play was against
    the rules; `pointing` are arrows to draw."""
    scene = Scene()
    scene.words += [
        Words(30, 38, fitted(table.where, 700, 25, 600), 25, weight=600),
        Words(1170, 38, f"{game_title(table.game)} · Twenties", 22, SOFT, "end"),
    ]
    if isinstance(table, TwentyShown):
        draw_twenty(scene, table, wrong=wrong)
    else:
        near, *others = table.seats
        players.others(scene, others, table.over)
        middle(scene, table, wrong=wrong)
        players.near(scene, near, table.over, wrong=wrong)
    players.draw_arrows(scene, table, pointing)
    _tell(scene, told, why, fault)
    return scene


def _tell(scene: Scene, told: str, why: str, fault: str) -> None:
    """Write the action below the table, as large as there is room."""
    width = WIDTH - 60
    for size, most in SIZES:
        lines = in_lines(told, width, size)
        more = in_lines(fault or why, width, size - 5)
        if len(lines) + len(more) <= most:
            break
    if len(lines) + len(more) > most:  # a fault comes first, a rule last
        more = _cut(more, 1 if len(lines) > 1 else 2) if fault else []
        lines = _cut(lines, most - len(more))
    leading = size * 1.28
    y = FOOT + (HEIGHT - FOOT - (len(lines) + len(more)) * leading) / 2 + size * 0.95
    for line in lines:
        scene.words.append(Words(30, y, line, size, DARK))
        y += leading
    for line in more:
        ink, weight = (BAD, 600) if fault else (GREY, 400)
        scene.words.append(Words(30, y, line, size - 5, ink, weight=weight))
        y += leading


def _cut(lines: list[str], most: int) -> list[str]:
    """Return at most `most` lines, with dots where something is left out."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]
