"""Names of players that are misspelt in one place: `Anan` among many `Anna`.

A misspelling has one letter too few, too many or wrong, or two that changed places, in a name of
four letters or more. One player alone must be meant, who is in a list of players, or who is named
far more often and not where the other is: Anna and Anne who both stand between two plays of Bob's
are two players.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.player_names import one_slip
from archive.importers.prose.names import places_of_players

TWO = 2
"""The fewest players that a sheet names."""
OFTEN = 3
"""How often a player must be named where the only other spelling is not a player too."""


def misspelt(names: Sequence[str], text: str, *, listed: bool) -> dict[str, str]:
    """Return the player meant by each name that stands where a player plays and is not among the
    `names`, or is among them only because it is misspelt once; the latter not where the text has
    them `listed`."""
    found: dict[str, str] = {}
    unlisted = [] if listed else list(names)
    for word in dict.fromkeys((*places_of_players(text), *unlisted)):
        if listed and word.casefold() in map(str.casefold, names):
            continue
        meant = [name for name in names if name != word and one_slip(word, name)]
        if len(meant) != 1 or _times(word, text) > 1:
            continue
        left = len({*names} - {*found, word})
        often = left >= TWO and _times(meant[0], text) >= OFTEN
        if listed or (often and not _both_between(word, meant[0], names, text)):
            found[word] = meant[0]
    return found


def _both_between(word: str, meant: str, names: Sequence[str], text: str) -> bool:
    """Return whether both names stand between two mentions of another player: then each has a turn
    of their own there."""
    at = next(iter(_places(word, text)), 0)
    turns = _places(meant, text)
    for other in names:
        around = [] if other in (word, meant) else _places(other, text)
        before = max((one for one in around if one < at), default=-1)
        behind = min((one for one in around if one > at), default=len(text))
        if around and any(before < one < behind for one in turns):
            return True
    return False


def _times(name: str, text: str) -> int:
    return len(_places(name, text))


def _places(name: str, text: str) -> list[int]:
    """Return the places of a name in a text."""
    return [one.start() for one in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
