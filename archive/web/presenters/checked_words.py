"""What was checked, counted in words: `38 totals`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from archive.web.language import ngettext


def checked_words(what: str, count: int) -> str:
    """Return how many claims of a kind were checked: `1 winner`, `38 totals`."""
    return CHECKED[what](count)


CHECKED: Final[dict[str, Callable[[int], str]]] = {
    "plays": lambda num: ngettext("%(num)s play", "%(num)s plays", num),
    "dealer": lambda num: ngettext("%(num)s dealer", "%(num)s dealers", num),
    "hand-size": lambda num: ngettext(
        "%(num)s size of the hands", "%(num)s sizes of the hands", num
    ),
    "trump-maker": lambda num: ngettext("%(num)s trump maker", "%(num)s trump makers", num),
    "leader": lambda num: ngettext("%(num)s lead", "%(num)s leads", num),
    "trick-winner": lambda num: ngettext(
        "%(num)s winner of a trick", "%(num)s winners of tricks", num
    ),
    "tally": lambda num: ngettext("%(num)s tally", "%(num)s tallies", num),
    "points": lambda num: ngettext("%(num)s score of a play", "%(num)s scores of plays", num),
    "count": lambda num: ngettext("%(num)s count", "%(num)s counts", num),
    "king": lambda num: ngettext("%(num)s announced king", "%(num)s announced kings", num),
    "pair": lambda num: ngettext("%(num)s announced pair", "%(num)s announced pairs", num),
    "loser": lambda num: ngettext("%(num)s loser", "%(num)s losers", num),
    "kept-card": lambda num: ngettext("%(num)s card kept", "%(num)s cards kept", num),
    "worth": lambda num: ngettext("%(num)s worth of a card", "%(num)s worths of cards", num),
    "up": lambda num: ngettext("%(num)s announced bonus", "%(num)s announced bonuses", num),
    "bonus": lambda num: ngettext("%(num)s bonus", "%(num)s bonuses", num),
    "score": lambda num: ngettext("%(num)s standing", "%(num)s standings", num),
    "elimination": lambda num: ngettext("%(num)s elimination", "%(num)s eliminations", num),
    "result": lambda num: ngettext("%(num)s total", "%(num)s totals", num),
    "winner": lambda num: ngettext("%(num)s winner", "%(num)s winners", num),
}
"""By the kind of claim, as verdicts name it."""
