"""The picture of a table, drawn from what a page shows of it: as SVG, and as PNG of the same; the
words below it, and those for readers who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

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
from archive.web.language import _
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.replay_view import announcement
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


STATIC: Final = Path(__file__).parents[1] / "static"
HEAD: Final = 54
EDGE: Final = 4
"""The height of the bar above the table, and of the line below it."""
SPRITES: Final = {"cards.svg": r"\w+", "marks.svg": "crown|upheld|refuted"}
"""The files of signs, and which of them a picture contains."""


def drawn(page: Mapping[str, Any], *, alone: bool = False) -> dict[str, Any]:
    """Return the values for the template of a picture, from those for a replay page; `alone` is
    whether the table is shown without the bars above and below it."""
    table: TableShown = page["table"]
    line, faults = page.get("line"), [one for one in page["at_ply"] if one.severity == "error"]
    told = announcement(table, [])
    why = _why(page)
    if line is not None and table.ply == line["start"]:
        why, told = "", _("What if %(name)s plays otherwise here?", name=line["chooser"])
    elif line is not None:
        told = _("What if: %(here)s", here=told)
    fault = faults[0].sentence if faults else ""
    return {
        "scene": picture(
            table,
            told,
            why,
            fault,
            wrong=page["wrong"] is not None,
            pointing=page.get("pointing", ()),
        ),
        "title": f"{' – '.join(page['names'])}, {table.where}",
        "told": " ".join(filter(None, (told, fault))),
        "symbols": symbols(),
        "width": WIDTH,
        "height": HEIGHT,
        "foot": FOOT,
        "above": HEAD if alone else 0,
        "below": FOOT - EDGE if alone else HEIGHT,
    }


def _why(page: Mapping[str, Any]) -> str:
    """Return the winner, once the game is over, or else the rule that decided the play."""
    if page["result"]:
        return f"{page['result']['sentence']}."
    table: TableShown = page["table"]
    rule = next((gain.clause for gain in table.gains if gain.clause), table.reason)
    if table.step is None:
        return ""
    if rule is None:
        return ""
    return f"{_('Rule %(number)s', number=rule.number)}: {rule.first_sentence}"


@cache
def symbols() -> Markup:
    """Return the signs that cards and marks are made of, as SVG."""
    found = []
    for name, wanted in SPRITES.items():
        text = (STATIC / name).read_text()
        found += re.findall(rf'<symbol id="(?:{wanted})" .*?</symbol>', text, re.DOTALL)
    return Markup("\n".join(found))  # noqa: S704 - files of our own
