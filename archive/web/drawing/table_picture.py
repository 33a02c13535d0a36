"""The values for the template of a table's picture: the drawn table, the words below it, and those
for readers who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from archive.web.drawing import FOOT, HEIGHT, WIDTH, picture
from archive.web.language import _
from archive.web.presenters.boards import TableShown
from archive.web.presenters.replay_view import announcement

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
