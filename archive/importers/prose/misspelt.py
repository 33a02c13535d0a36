"""Names of players that are written wrong in one place: `Anan` among many `Anna`.

Only one letter too few, too many or another, or two that changed places, in a name of four letters
or more; and only where one player alone can be meant, who is named far more often or in a list of
players.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from archive.importers.prose.names import places_of_players

SHORTEST = 4
TWO = 2
"""Players of whom a sheet tells at the least."""
OFTEN = 3
"""So often a player is named where one other spelling is not a player too."""


def misspelt(names: Sequence[str], text: str, *, listed: bool) -> dict[str, str]:
    """Return whom a name means that stands where a player plays and is none of the `names`, or is
    one of them only by being misspelt once; the latter not where the text has them `listed`."""
    found: dict[str, str] = {}
    unlisted = [] if listed else list(names)
    for word in dict.fromkeys((*places_of_players(text), *unlisted)):
        if listed and word.casefold() in map(str.casefold, names):
            continue
        meant = [name for name in names if name != word and _one_slip(word, name)]
        if len(meant) != 1 or _times(word, text) > 1:
            continue
        left = len({*names} - {*found, word})
        if listed or (left >= TWO and _times(meant[0], text) >= OFTEN):
            found[word] = meant[0]
    return found


def _times(name: str, text: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _one_slip(one: str, other: str) -> bool:
    """Return whether two names differ by one slip of the pen."""
    one, other = one.casefold(), other.casefold()
    if one == other or min(len(one), len(other)) < SHORTEST:
        return False
    if len(one) == len(other):
        wrong = [at for at, letter in enumerate(one) if letter != other[at]]
        swapped = len(wrong) == 2 and wrong[1] - wrong[0] == 1
        return len(wrong) == 1 or (swapped and sorted(one) == sorted(other))
    long, short = sorted((one, other), key=len, reverse=True)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
