"""Lists of players, as sheets of every form have them."""

from __future__ import annotations

import re
from typing import Final

BETWEEN: Final = re.compile(
    r"\s*(?:[,;&/+]|\s[–—-]\s|\b(?:and|und|against|gegen|versus|vs?)\b\.?)\s*", re.IGNORECASE
)
"""What stands between two players of a list."""
_INITIAL: Final = re.compile(
    r"(?P<initial>[^\W\d_])\.?[ ]?[(](?P<name>[^\W\d_][^()\d]{0,40})[)]"
    r"|(?P<called>[^\W\d_][^()\d]{0,40}?)[ ]?[(](?P<short>[^\W\d_])\.?[)]"
)


def without_initial(name: str) -> str:
    """Return a player’s name without the initial that it has beside it: `A (Ada)`, `Ada (A)`."""
    found = _INITIAL.fullmatch(name)
    if found is None:
        return name
    whole, short = found["name"] or found["called"], found["initial"] or found["short"]
    return whole if whole[:1].casefold() == short.casefold() else name
